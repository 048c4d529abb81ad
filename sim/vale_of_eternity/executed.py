"""Which compiled cards the kernels can play today, and what a message calls what they cannot."""

from __future__ import annotations

from typing import Any

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile_counts import CannotPlayError
from sim.vale_of_eternity.seal import reached
from sim.vale_of_eternity.tables import NO_PROGRAM

_ZONES = {c.HAND, c.AREA, c.DISCARD, c.ANY_AREA, c.OTHER_AREAS, c.DECK}
_NOT_COUNTED = {
    *(c.DONE_STONES, c.NAMED, c.CURSES, c.CARD_CURSES, c.WARDS, c.BROKEN_WARDS, c.BROKEN_NOW),
}
_NAMES = {name: value for name, value in vars(c).items() if name.isupper()}


def _called(codes: str, value: int) -> str:
    """Return the name of an operation, permanent or event as words."""
    names = [name for name, code in _NAMES.items() if code == value and type(code) is int]
    first = list(_NAMES).index({"op": "END", "kind": "STONE_VALUE", "event": "ON_SUMMON"}[codes])
    name = next(name for name in names if list(_NAMES).index(name) >= first)
    return name.lower().replace("_", " ")


def check_card(t: Any, card: int) -> None:
    """Refuse a card of which a row, a zone or a count cannot be played yet.

    Raises
    ------
    CannotPlayError
        Naming what is missing.
    """
    programs = [int(t.instant[card]), int(t.resolution[card])]
    for row in range(int(t.first_permanent[card]), int(t.last_permanent[card])):
        rule = t.permanent[row]
        if rule.kind not in c.EXECUTED_PERMANENTS:
            raise _cannot("rule", _called("kind", int(rule.kind)))
        if rule.kind in (c.TRIGGER, c.INSTEAD) and rule.event not in c.EXECUTED_EVENTS:
            raise _cannot("event", _called("event", int(rule.event)))
        programs.append(int(rule.program))
    for program in programs:
        if program != NO_PROGRAM:
            for row in sorted(reached(t, program)):
                _check_row(t, t.op[row])


def _check_row(t: Any, op: Any) -> None:
    if op.op not in c.EXECUTED:
        raise _cannot("operation", _called("op", int(op.op)))
    if op.zone not in _ZONES:
        raise _cannot("zone", c.ZONES[int(op.zone)])
    if op.to not in _ZONES:
        raise _cannot("zone", c.ZONES[int(op.to)])
    for row in (int(op.per), int(op.rhs)):
        counted = t.count[row]
        if counted.kind in _NOT_COUNTED or counted.zone not in _ZONES:
            raise _cannot("count", "of this text")


def _cannot(what: str, name: str) -> CannotPlayError:
    return CannotPlayError(f"this cannot be played yet ({what}: {name})")
