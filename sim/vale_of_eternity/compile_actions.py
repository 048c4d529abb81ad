"""From one action of a card text to its rows of operations."""

from __future__ import annotations

from sim.cardtext import vale_of_eternity_ast as ast
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile_counts import (
    COLOUR_BITS,
    EFFECTS,
    PLAYERS,
    ZONES,
    CannotPlayError,
    CountTables,
    bits_of,
)

Row = dict[str, int]
_DESTINATIONS = {
    "discard": c.DISCARD,
    "recover": c.HAND,
    "take": c.HAND,
    "retrieve": c.HAND,
    "shelter": c.SHELTER,
    "put": c.DECK,
    "soothe": c.SOOTHED,
}


def action_rows(counts: CountTables, action: ast.Action, chained: bool) -> list[Row]:
    """Return the rows of an action other than a choice.

    Parameters
    ----------
    counts : CountTables
        Where its filters and counts go.
    action : Action
        What is done.
    chained : bool
        Whether something hangs on its being done, or it on something else.

    Raises
    ------
    CannotPlayError
        If no operation says it.
    """
    for rows in (_of_points, _of_stones, _of_cards, _of_tokens):
        found = rows(counts, action, chained)
        if found:
            return found
    raise CannotPlayError(f"{type(action).__name__} has no operation")


def _of_points(counts: CountTables, action: ast.Action, chained: bool) -> list[Row]:
    match action:
        case ast.Points(n, per):
            return [{"op": c.POINTS, "n": n, "per": counts.per(per)}]
        case ast.LosePoints(n, per):
            flag = c.MUST if chained else 0
            return [{"op": c.LOSE_POINTS, "n": n, "per": counts.per(per), "flag": flag}]
        case ast.StealPoints(n, who):
            return [{"op": c.STEAL, "n": n, "arg": PLAYERS[who]}]
        case ast.TheyLose(who, n):
            return [{"op": c.THEY_LOSE, "n": n, "arg": PLAYERS[who]}]
    return []


def stones(listed: ast.Stones) -> Row:
    """Return the columns of a list of stones."""
    return {colour: n for n, colour in listed}


def _of_stones(counts: CountTables, action: ast.Action, chained: bool) -> list[Row]:
    match action:
        case ast.Gain(listed, per):
            return [{"op": c.GAIN, "n": 1, "per": counts.per(per), **stones(listed)}]
        case ast.GainAny(n, per):
            return [{"op": c.GAIN_ANY, "n": n, "per": counts.per(per), "colours": c.ALL_COLOURS}]
        case ast.DiscardStones(listed):
            return [{"op": c.LOSE_STONES, "n": 1, **stones(listed)}]
        case ast.DiscardAnyStones(n):
            return [{"op": c.LOSE_ANY, "n": n, "lo": -1, "colours": c.ALL_COLOURS}]
        case ast.DiscardAllStones(colour):
            return [{"op": c.LOSE_ALL, "colours": bits_of(colour)}]
        case ast.Exchange(given, got):
            return [
                {"op": c.LOSE_STONES, "n": 1, **stones(given)},
                {"op": c.GAIN, "n": 1, "flag": c.EXCHANGE, **stones(got)},
            ]
        case ast.ExchangeAll(colour):
            return [
                {
                    "op": c.REPLACE,
                    "colours": c.ALL_COLOURS,
                    "arg": list(COLOUR_BITS).index(colour),
                }
            ]
        case ast.Upgrade(n, up_to, gained):
            flag = c.GAINED if gained else 0
            return [{"op": c.UPGRADE, "n": n, "lo": _least(up_to), "flag": flag}]
        case ast.Pay(n):
            return [{"op": c.PAY_ANY} if n is None else {"op": c.PAY, "n": n}]
    return []


def _least(up_to: bool) -> int:
    return 0 if up_to else -1


def _of_cards(counts: CountTables, action: ast.Action, chained: bool) -> list[Row]:
    match action:
        case ast.Draw(n, per):
            return [{"op": c.DRAW, "n": n, "per": counts.per(per), "to": c.HAND}]
        case ast.Move(verb, what):
            return [_move(counts, verb, what)]
        case ast.Attack(who, n, chosen, zone):
            return [
                {
                    "op": c.ATTACK,
                    "n": n,
                    "arg": PLAYERS[who],
                    "zone": c.AREA if zone == "area" else c.HAND,
                    "to": c.DISCARD,
                    "filter": counts.filter(chosen),
                }
            ]
        case ast.Swap(who, chosen):
            return [
                {
                    "op": c.SWAP,
                    "n": 1,
                    "arg": PLAYERS[who],
                    "zone": c.AREA,
                    "filter": counts.filter(chosen),
                }
            ]
        case ast.UseEffect():
            return [_use(counts, action)]
        case ast.ChooseFamily():
            return [{"op": c.NAME_FAMILY}]
        case ast.RevealHand():
            return [{"op": c.REVEAL_HAND}]
        case ast.RevealToDisplay(n):
            return [{"op": c.REVEAL, "n": n}]
    return []


def _move(counts: CountTables, verb: str, what: ast.What) -> Row:
    match what:
        case ast.ThisCard():
            return {"op": c.MOVE_SELF, "to": _DESTINATIONS[verb]}
        case ast.ThatCard():
            return {"op": c.MOVE_THAT, "to": _DESTINATIONS[verb]}
        case ast.TopOfDeck(n):
            return {"op": c.DRAW, "n": n, "to": _DESTINATIONS[verb]}
        case ast.Selection(least, most, chosen, place):
            row: Row = {"zone": ZONES[place], "filter": counts.filter(chosen)}
            if verb == "summon":
                if (least, most) != (1, 1):
                    raise CannotPlayError(
                        "one card at a time is summoned for free; write 'may summon a card ...',"
                        " or the sentence twice"
                    )
                return {"op": c.FREE_SUMMON, **row}
            row["to"] = _DESTINATIONS[verb]
            if least is None:
                return {"op": c.MOVE_ALL, **row}
            n = c.ANY_NUMBER if most is None else most
            return {"op": c.MOVE, "n": n, "lo": -1 if least == most else least, **row}


def _use(counts: CountTables, action: ast.UseEffect) -> Row:
    if action.effect == "permanent":
        raise CannotPlayError("a permanent effect cannot be used or copied")
    chosen = counts.filter(action.filter)
    if action.how == "use all":
        if action.effect != "resolution":
            raise CannotPlayError("only resolution effects can be used all at once")
        return {"op": c.RUN_ALL, "filter": chosen}
    flag = c.AS_SELF if action.how == "copy" else 0
    return {"op": c.COPY, "n": 1, "filter": chosen, "arg": EFFECTS[action.effect], "flag": flag}


def _of_tokens(counts: CountTables, action: ast.Action, chained: bool) -> list[Row]:
    match action:
        case ast.GainAreas(n):
            return [{"op": c.BUY_AREA, "n": n}]
        case ast.GainCurses(n, per):
            return [{"op": c.CURSE, "n": n, "per": counts.per(per)}]
        case ast.RemoveCurses(n, up_to, per):
            return [{"op": c.UNCURSE, "n": n, "per": counts.per(per), "lo": _least(up_to)}]
        case ast.PutCurses(n, _, chosen):
            return [{"op": c.ADD_CURSES, "n": n, "filter": counts.filter(chosen)}]
        case ast.TakeCurses(n, _, chosen):
            return [{"op": c.ADD_CURSES, "n": -n, "filter": counts.filter(chosen)}]
        case ast.Mend(n, up_to):
            return [{"op": c.MEND, "n": n, "lo": _least(up_to)}]
        case ast.FlipSummoner():
            return [{"op": c.FLIP}]
    return []
