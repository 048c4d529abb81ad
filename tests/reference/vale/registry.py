"""Which card does what: the instant and the resolution effects, entered by their modules.

An effect is a function of (position, seat, me): ``me`` is the card that carries it out. That is
the printed card, or the one that copies it: "this card" and "your other cards" are seen from the
copier (D9, D10). An effect that only moves points returns nothing; one that may ask is a
generator of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .decisions import Flow
from .position import Position

Effect = Callable[[Position, int, str], Flow | None]
Condition = Callable[[Position, int, str], bool]


@dataclass(frozen=True)
class Entry:
    """``can``: an instant's every part can be resolved; a resolution effect would do something."""

    can: Condition
    do: Effect


INSTANTS: dict[str, Entry] = {}
RESOLUTIONS: dict[str, Entry] = {}
SUMMONER_EFFECTS: dict[str, Entry] = {}  # resolution effects, by summoner and side


def always(position: Position, seat: int, me: str) -> bool:
    return True


def _entering(table: dict[str, Entry], card: str, can: Condition) -> Callable[[Effect], Effect]:
    def enter(effect: Effect) -> Effect:
        table[card] = Entry(can, effect)
        return effect

    return enter


def instant(card: str, can: Condition = always) -> Callable[[Effect], Effect]:
    """Enter the instant effect of a card."""
    return _entering(INSTANTS, card, can)


def resolution(card: str, can: Condition = always) -> Callable[[Effect], Effect]:
    """Enter the resolution effect of a card."""
    return _entering(RESOLUTIONS, card, can)


def carry_out(entry: Entry, position: Position, seat: int, me: str) -> Flow:
    flow = entry.do(position, seat, me)
    if flow is not None:
        yield from flow
