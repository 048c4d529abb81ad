"""Using resolution effects: which are available, and using all of them (rules 2.3)."""

from __future__ import annotations

from .decisions import Decision, Flow, ask
from .position import Position
from .registry import RESOLUTIONS, SUMMONER_EFFECTS, carry_out


def would_do_something(position: Position, seat: int, card: str, me: str) -> bool:
    """Whether the printed resolution effect of ``card``, carried out by ``me``, is available now.

    An effect that would change nothing (nothing to discard, a false condition, none to count)
    isn't; it stays pending, for another effect may enable it (D33, D37).
    """
    return card in RESOLUTIONS and RESOLUTIONS[card].can(position, seat, me)


def available(position: Position, seat: int, used: set[str]) -> list[str]:
    return [
        card
        for card in position.players[seat].area
        if card not in used and would_do_something(position, seat, card, card)
    ]


def summoners(position: Position, seat: int, used: set[str], source: str) -> list[str]:
    """Return the own summoner if its effect is available: in the phase itself only."""
    name = position.players[seat].summoner
    if source or name in used or name not in SUMMONER_EFFECTS:
        return []
    return [name] if SUMMONER_EFFECTS[name].can(position, seat, name) else []


def use_all(position: Position, seat: int, used: set[str], source: str = "") -> Flow:
    """Use every available effect of the own area once, in the player's order; none is skipped.

    A card that left the area loses its unused effect. Inside another effect (``source``) a single
    one is used silently, in the phase itself it is asked for like any other action.
    """
    while ready := available(position, seat, used) + summoners(position, seat, used, source):
        options = tuple(("use", card) for card in ready)
        if source:
            _, card = yield from ask(seat, "use", options, source)
        else:
            _, card = yield Decision(seat, "use", options)
        used.add(card)
        entry = RESOLUTIONS.get(card) or SUMMONER_EFFECTS[card]
        yield from carry_out(entry, position, seat, card)
