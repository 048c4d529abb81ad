"""Summoning: legality, cost, payment, permanent effects, instant effect (rules 3)."""

from __future__ import annotations

from .cards import WIND, family, written_cost
from .decisions import Flow
from .position import Position
from .registry import INSTANTS, carry_out
from .stones import NOTHING, Stones, payments, take


def summoning_cost(position: Position, seat: int, card: str) -> int:
    """Written cost less the reductions of cards already in the area, at least 0 (3.2)."""
    area = position.players[seat].area
    cost = written_cost(card)
    if "Pegasus" in area:
        cost -= 1
    if "Hippogriff" in area and family(card) == WIND:
        cost -= 2
    return max(0, cost)


def can_enter(position: Position, seat: int, card: str) -> bool:
    """A free area, and an instant of which every part can be resolved (3.1).

    The instant is judged with the card already in the area and not in the hand.
    """
    player = position.players[seat]
    if len(player.area) >= position.areas:
        return False
    if card not in INSTANTS:
        return True
    tried = position.copy()
    tried.players[seat].hand.remove(card)
    tried.players[seat].area.append(card)
    return INSTANTS[card].can(tried, seat, card)


def summon_payments(position: Position, seat: int, card: str) -> list[Stones]:
    """Return every legal payment for summoning this hand card now."""
    player = position.players[seat]
    ways = payments(player.stones, player.area, summoning_cost(position, seat, card))
    return ways if ways and can_enter(position, seat, card) else []


def summon(position: Position, seat: int, card: str, payment: Stones) -> Flow:
    """Pay, enter, triggered permanent effects, instant effect: in this order (3.3 to 3.6, D3)."""
    player = position.players[seat]
    take(position, seat, payment)
    player.hand.remove(card)
    player.area.append(card)
    player.gain_points(trigger_points(player.others(card), payment))
    if card in INSTANTS:
        yield from carry_out(INSTANTS[card], position, seat, card)


def summon_free(position: Position, seat: int, card: str) -> Flow:
    """Summon without any payment (3, free summon)."""
    yield from summon(position, seat, card, NOTHING)


def trigger_points(area: list[str], payment: Stones) -> int:
    """Return the points of the permanent effects that watch a summon (3.5).

    ``area`` is the area without the new card, which never reacts to itself. All of them only give
    points, so their order doesn't matter. A free summon spends no stone: of these only Sylph sees
    it (D6).
    """
    red, blue, purple = payment
    points = 0
    if "Sylph" in area:
        points += 1
    if "Phoenix" in area:
        points += red
    if "Kappa" in area and blue:
        points += 2
    if "Gargoyle" in area and purple:
        points += 3
    return points
