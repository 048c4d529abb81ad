"""Which compiled cards the kernels can play today, and what a message calls what they cannot."""

from __future__ import annotations

from typing import Any

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.seal import reached
from sim.vale_of_eternity.tables import NO_PROGRAM

_ZONES = {c.HAND, c.AREA, c.DISCARD, c.ANY_AREA, c.OTHER_AREAS, c.DECK, c.SOOTHED}
_NOT_COUNTED = {c.NAMED}
# The codes in the order of their file, in which each group of them stands together.
_CODES = {name: value for name, value in vars(c).items() if type(value) is int}
_FIRST = {"op": "END", "count": "ONE", "kind": "STONE_VALUE", "event": "ON_SUMMON"}


def _called(group: str, value: int) -> str:
    """Return the name of an operation, count, permanent or event as words."""
    names = list(_CODES)
    for name in names[names.index(_FIRST[group]) :]:
        if _CODES[name] == value:
            return name.lower().replace("_", " ")
    return str(value)


def why_not(t: Any, card: int) -> str:
    """Return what the kernels cannot play yet of a card, or an empty text.

    Parameters
    ----------
    t : tables record
        With the card's rows.
    card : int
        Its number; sides of summoners have those after the cards.
    """
    programs = [int(t.instant[card]), int(t.resolution[card])]
    if card >= t.n_cards:
        programs.append(int(t.side[card - t.n_cards].setup))
    for row in range(int(t.first_permanent[card]), int(t.last_permanent[card])):
        rule = t.permanent[row]
        if rule.kind not in c.EXECUTED_PERMANENTS:
            return f"the rule '{_called('kind', int(rule.kind))}'"
        if rule.kind in (c.TRIGGER, c.INSTEAD) and rule.event not in c.EXECUTED_EVENTS:
            return f"the event '{_called('event', int(rule.event))}'"
        programs.append(int(rule.program))
    for program in programs:
        if program != NO_PROGRAM:
            for row in sorted(reached(t, program)):
                if missing := _missing(t, t.op[row]):
                    return missing
    return ""


def _missing(t: Any, op: Any) -> str:
    if op.op not in c.EXECUTED:
        return f"the operation '{_called('op', int(op.op))}'"
    for zone in (int(op.zone), int(op.to)):
        if zone not in _ZONES and not (op.op == c.DRAW and zone == c.SHELTER):
            return f"the zone '{c.ZONES[zone]}'"
    for row in (int(op.per), int(op.rhs)):
        counted = t.count[row]
        if counted.kind in _NOT_COUNTED:
            return f"the count '{_called('count', int(counted.kind))}'"
        if counted.zone not in _ZONES:
            return f"the zone '{c.ZONES[int(counted.zone)]}'"
    return ""
