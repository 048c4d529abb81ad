"""From the permanent rules of a card text to rows of permanents and the programs they run."""

from __future__ import annotations

from sim.cardtext import vale_of_eternity_ast as ast
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile_actions import Row, stones
from sim.vale_of_eternity.compile_counts import (
    CannotPlayError,
    CountTables,
    bits_of,
    colour_bits,
)
from sim.vale_of_eternity.compile_programs import Known

_VERBS = {
    "summon": c.ON_SUMMON,
    "tame": c.ON_TAME,
    "sell": c.ON_SELL,
    "draw": c.ON_DRAW,
    "hunt": c.ON_HUNT,
    "remove": c.ON_REMOVE,
}
_PASSIVE = {"discarded": c.ON_DISCARD, "recovered": c.ON_RECOVER, "soothed": c.ON_SOOTHE}


def rule_row(counts: CountTables, rule: ast.Rule) -> Row:
    """Return the row of a permanent rule that runs no program."""
    match rule:
        case ast.Worth(colours, n, fixed):
            kind = c.STONE_FIXED if fixed else c.STONE_VALUE
            return {"kind": kind, "n": n, "colours": colour_bits(colours)}
        case ast.SwapValues(colours):
            return {"kind": c.STONE_SWAP, "colours": colour_bits(colours)}
        case ast.StoneLimit(n):
            return {"kind": c.LIMIT, "n": n}
        case ast.AreaLimit(n):
            return {"kind": c.AREAS, "n": n}
        case ast.CostChange(chosen, n):
            return {"kind": c.COST, "n": n, "filter": counts.filter(chosen, drop_other=True)}
        case ast.CostFixed(chosen, n):
            return {"kind": c.COST_FIXED, "n": n, "filter": counts.filter(chosen, drop_other=True)}
        case ast.CostStones(chosen, listed):
            row = {"kind": c.COST_STONES, "filter": counts.filter(chosen, drop_other=True)}
            return row | stones(listed)
        case ast.AnyFamily():
            return {"kind": c.ANY_FAMILY}
        case ast.HarmlessCurses():
            return {"kind": c.HARMLESS_CURSES}
        case ast.When():
            raise TypeError("a reaction runs a program")


def event_rows(counts: CountTables, event: ast.Event, card: int) -> list[Row]:
    """Return the rows of an event: the columns ``kind``, ``event`` and what narrows it down.

    Parameters
    ----------
    counts : CountTables
        Where its filters go.
    event : Event
        What happens.
    card : int
        The card that reacts.
    """
    row: Row = {"kind": c.TRIGGER}
    match event:
        case ast.YouDo(verb, chosen, paid):
            row["event"] = _VERBS[verb]
            row["colours"] = bits_of(paid) if paid else 0
            if chosen is not None:
                if verb == "draw":
                    raise CannotPlayError("drawn cards are hidden: write 'when you draw'")
                row["filter"] = counts.filter(chosen, drop_other=True, new_family=verb == "summon")
        case ast.YouGain(what):
            row |= {"event": c.ON_GAIN, "colours": bits_of(what)}
        case ast.YouLosePoints():
            row["event"] = c.ON_LOSE_POINTS
        case ast.YouHold(n):
            row |= {"event": c.ON_HOLD, "n": n}
        case ast.YouWard(verb):
            row["event"] = c.ON_BREAK_WARD if verb == "break" else c.ON_MEND
        case ast.ThisWouldBeDiscarded():
            row = {"kind": c.INSTEAD, "event": c.ON_DISCARD_SELF}
        case ast.CardIs(what, verb):
            return _card_is(counts, what, verb, card)
        case ast.AtThe(moment):
            row["event"] = c.ON_ROUND if moment == "start" else c.ON_ROUND_END
    return [row]


def _card_is(
    counts: CountTables, what: ast.Filter | ast.ThisCard, verb: str, card: int
) -> list[Row]:
    """Return the rows of ``a card is discarded``: another card and this one are told apart."""
    row: Row = {"kind": c.TRIGGER, "event": _PASSIVE[verb]}
    if isinstance(what, ast.ThisCard):
        if verb == "discarded":
            return [row | {"event": c.ON_DISCARD_SELF}]
        if verb == "soothed":
            this = counts.add("filter", counts.any_card() | {"card": card + 1})
            return [row | {"filter": this}]
        raise CannotPlayError("a recovered card is in the hand: it cannot react to that itself")
    if verb == "soothed":
        return [row | {"filter": counts.filter(what)}]
    if verb == "recovered" and not what.other:
        raise CannotPlayError("a card cannot react to its own recovery: write 'another card'")
    rows = [row | {"filter": counts.filter(what, drop_other=True)}]
    if not what.other and counts.matches(what, card):
        rows.append(row | {"event": c.ON_DISCARD_SELF})
    return rows


def known_of(event: ast.Event) -> Known:
    """Return what "that card" and the like mean in a program that an event runs."""
    match event:
        case ast.YouDo(verb=verb):
            sells = verb == "sell"
            return Known(verb != "draw", summon=verb == "summon", received=sells, event=sells)
        case ast.YouGain():
            return Known(received=True, event=True)
        case ast.CardIs():
            return Known(card=True)
    return Known()
