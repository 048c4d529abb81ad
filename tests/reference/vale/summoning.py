"""Summoning: legality, cost, payment, permanent effects, instant effect (rules 3)."""

from __future__ import annotations

from .cards import DRAGON, FAMILIES, FIRE, WIND, family, printed_curses, written_cost
from .decisions import Flow
from .position import Position
from .registry import INSTANTS, carry_out
from .stones import NOTHING, discard_overflow, gain, pay, warded_payments


def summoning_cost(position: Position, seat: int, card: str) -> int:
    """Written cost less the reductions of cards already in the area, at least 0 (3.2)."""
    area = position.players[seat].area
    if "Belphegor" in area and family(card) == FIRE:
        return 1  # fixed: nothing lowers or raises it
    cost = written_cost(card)
    if "Pegasus" in area:
        cost -= 1
    if "Hippogriff" in area and family(card) == WIND:
        cost -= 2
    return max(0, cost)


def can_enter(position: Position, seat: int, card: str, from_discard: bool = False) -> bool:
    """A free area, and an instant of which every part can be resolved (3.1).

    The instant is judged with the card already in the area and not in the hand.
    """
    player = position.players[seat]
    if len(player.area) >= position.areas(seat):
        return False
    if card not in INSTANTS:
        return True
    tried = position.copy()
    (tried.discard if from_discard else tried.players[seat].hand).remove(card)
    tried.players[seat].area.append(card)
    return INSTANTS[card].can(tried, seat, card)


def summon_payments(position: Position, seat: int, card: str) -> list[tuple[int, ...]]:
    """Return every legal payment for summoning this hand card now."""
    player = position.players[seat]
    if "Taniwha" in player.area and family(card) == DRAGON:  # fixed to one blue stone
        ways: list[tuple[int, ...]] = [(0, 1, 0)] if player.stones[1] else []
    else:
        ways = warded_payments(position, seat, summoning_cost(position, seat, card))
    return ways if ways and can_enter(position, seat, card) else []


def summon(
    position: Position, seat: int, card: str, payment: tuple[int, ...], from_discard: bool = False
) -> Flow:
    """Pay, enter, triggered permanent effects, instant effect: in this order (3.3 to 3.6, D3)."""
    player = position.players[seat]
    pay(position, seat, payment)
    (position.discard if from_discard else player.hand).remove(card)
    player.area.append(card)
    if position.cursed and printed_curses(card):
        player.tokens[card] = printed_curses(card)
    yield from discard_overflow(position, seat)  # a lower limit shows at once
    if card in INSTANTS:
        player.instants.append(card)
    player.gain_points(trigger_points(player.others(card), payment))
    yield from summoner_sees(position, seat, card)
    if card in INSTANTS:
        yield from carry_out(INSTANTS[card], position, seat, card)
        player.instants.remove(card)
    position.watch()
    if card in player.late:
        player.late.remove(card)
        player.comes_back(card)


def summon_free(position: Position, seat: int, card: str, from_discard: bool = False) -> Flow:
    """Summon without any payment (3, free summon)."""
    yield from summon(position, seat, card, NOTHING, from_discard)


def summoner_sees(position: Position, seat: int, card: str) -> Flow:
    """What a summoner does when a card is summoned, for free too: before the instant."""
    player = position.players[seat]
    if player.summoner == "Muura (tormented)":
        player.curses += 2
        player.summoner = "Muura (jolly)"
    if player.summoner == "Belledin (friendly)":
        others = {family(other) for other in player.others(card) if not player.is_wild(other)}
        if family(card) not in others or (player.is_wild(card) and len(others) < len(FAMILIES)):
            yield from gain(position, seat, blue=1)


def trigger_points(area: list[str], payment: tuple[int, ...]) -> int:
    """Return the points of the permanent effects that watch a summon (3.5).

    ``area`` is the area without the new card, which never reacts to itself. All of them only give
    points, so their order doesn't matter. A free summon spends no stone: of these only Sylph sees
    it (D6).
    """
    red, blue, purple = payment[:3]
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
