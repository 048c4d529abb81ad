"""Formatter of the card language of The Vale of Eternity: clauses in, their canonical text out."""

from __future__ import annotations

from typing import get_args

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.vale_of_eternity_format_counts import (
    cards,
    condition,
    event,
    number,
    one,
    per,
    stones,
    what,
)


def format_text(clauses: ast.CardText) -> str:
    """Return the canonical text of a card, such that ``parse`` gives the same clauses again.

    A section's prefix stands once in front of neighbouring clauses of that section.
    """
    parts: list[str] = []
    section = None
    for clause in clauses:
        again = clause.section == section and clause.section != "flip"
        section = clause.section
        parts.append(("" if again else f"{clause.section}: ") + format_body(clause.body))
    return "; ".join(parts)


def format_body(body: ast.Step | ast.Rule | ast.Flip) -> str:
    """Return the canonical text of one clause, without its section."""
    match body:
        case ast.Do() | ast.If():
            return _step(body)
        case ast.Flip(happening, once):
            return ("once " if once else "") + event(happening)
        case ast.When(happening, step):
            return f"{event(happening)}, {_step(step)}"
        case ast.Worth(colours, n, fixed):
            be = "is" if len(colours) == 1 else "are"
            return f"{' and '.join(colours)} {be} worth {f'exactly {n}' if fixed else f'{n:+d}'}"
        case ast.SwapValues(colours):
            return f"{' and '.join(colours)} swap values"
        case ast.StoneLimit(n):
            return f"your stone limit is {n:+d}"
        case ast.AreaLimit(n):
            return f"your area limit is {n:+d}"
        case ast.CostChange(chosen, n):
            return f"your {cards(chosen, True)} cost {abs(n)} {'less' if n < 0 else 'more'}"
        case ast.CostFixed(chosen, n):
            return f"your {cards(chosen, True)} cost exactly {n}"
        case ast.CostStones(chosen, paid):
            return f"your {cards(chosen, True)} cost exactly {stones(paid)}"
        case ast.AnyFamily():
            return "this counts as any family"
        case ast.HarmlessCurses():
            return "curses on your cards cost no points"


def _step(step: ast.Step) -> str:
    match step:
        case ast.Do(actions, then, may):
            text = ("may " if may else "") + " and ".join(_action(action) for action in actions)
            return text if then is None else f"{text}, then {_step(then)}"
        case ast.If(conditions, yes, no):
            wanted = " and ".join(condition(c) for c in conditions)
            text = f"if {wanted}, {_step(yes)}"
            return text if no is None else f"{text}, otherwise {_step(no)}"


def _up_to(up_to: bool) -> str:
    return "up to " if up_to else ""


def _action(action: ast.Action) -> str:
    match action:
        case ast.Choose(least, most, options):
            said = f"{most}" if least == most else f"{least} to {most}"
            said = f"up to {most}" if least == 0 else said
            each = ("; ".join(_step(step) for step in option) for option in options)
            return f"choose {said} of ({' | '.join(each)})"
        case ast.Move():
            return _move(action)
        case ast.UseEffect(how, effect, chosen):
            if how == "use all":
                return f"use all {effect} effects of {cards(chosen, True)} in your area"
            return f"{how} the {effect} effect of {one(chosen)} in your area"
        case ast.Attack(who, n, chosen, "area"):
            return f"{who} discards {'one' if n == 1 else n} of their {cards(chosen, True)}"
        case ast.Attack(who, n, chosen, _):
            return f"{who} discards {n} {cards(chosen, n != 1)} from their hand"
        case ast.Swap(who, chosen):
            return f"{who} swaps one of their {cards(chosen, True)} for this"
        case ast.ChooseFamily():
            return "choose a family"
        case ast.RevealHand():
            return "reveal your hand"
        case ast.RevealToDisplay(n):
            return f"reveal {number(n, 'card')} to the display"
        case ast.FlipSummoner():
            return "flip your summoner"
    if isinstance(action, get_args(_Points)):
        return _of_points(action)
    return _of_stones(action) if isinstance(action, get_args(_Stones)) else _of_tokens(action)


_Points = ast.Points | ast.LosePoints | ast.StealPoints | ast.TheyLose | ast.Draw
_Stones = (
    ast.Gain | ast.GainAny | ast.DiscardStones | ast.DiscardAnyStones | ast.DiscardAllStones
    | ast.Exchange | ast.ExchangeAll | ast.Upgrade | ast.Pay
)  # fmt: skip


def _move(move: ast.Move) -> str:
    said = what(move.what)
    if move.verb == "put":
        return f"put {said} on top of the deck"
    return f"summon {said} for free" if move.verb == "summon" else f"{move.verb} {said}"


def _of_points(action: ast.Action) -> str:
    match action:
        case ast.Points(n, times):
            return number(n, "point") + per(times)
        case ast.LosePoints(n, times):
            return f"lose {number(n, 'point')}{per(times)}"
        case ast.StealPoints(n, who):
            return f"steal {number(n, 'point')} from {who}"
        case ast.TheyLose(who, n):
            return f"{who} loses {number(n, 'point')}"
        case ast.Draw(n, times):
            return f"draw {n}{per(times)}"
    raise TypeError(action)


def _of_stones(action: ast.Action) -> str:
    match action:
        case ast.Gain(listed, times):
            return f"gain {stones(listed)}{per(times)}"
        case ast.GainAny(n, times):
            return f"gain {n} of any colour{per(times)}"
        case ast.DiscardStones(listed):
            return f"discard {stones(listed)}"
        case ast.DiscardAnyStones(n):
            return f"discard {number(n, 'stone')}"
        case ast.DiscardAllStones(colour):
            return f"discard all {colour} stones".replace("  ", " ")
        case ast.Exchange(given, got):
            return f"exchange {stones(given)} for {stones(got)}"
        case ast.ExchangeAll(colour):
            return f"exchange all stones for {colour}"
        case ast.Upgrade(n, up_to, gained):
            return f"upgrade {_up_to(up_to)}{number(n, 'stone')}{' gained' if gained else ''}"
        case ast.Pay(n):
            return "pay any amount" if n is None else f"pay {n}"
    raise TypeError(action)


def _of_tokens(action: ast.Action) -> str:
    match action:
        case ast.GainAreas(n):
            return f"gain {number(n, 'area')}"
        case ast.GainCurses(n, times):
            return f"gain {number(n, 'curse')}{per(times)}"
        case ast.RemoveCurses(n, up_to, times):
            return f"remove {_up_to(up_to)}{number(n, 'curse')} from yourself{per(times)}"
        case ast.PutCurses(n, up_to, chosen):
            return f"put {_up_to(up_to)}{number(n, 'curse')} on {one(chosen)} in your area"
        case ast.TakeCurses(n, up_to, chosen):
            return f"remove {_up_to(up_to)}{number(n, 'curse')} from {one(chosen)} in your area"
        case ast.Mend(n, up_to):
            return f"mend {_up_to(up_to)}{number(n, 'ward')}"
    raise TypeError(action)
