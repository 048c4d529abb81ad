"""Instant effects on other cards: attacks, discards, recoveries, free summons, copies."""

from __future__ import annotations

from .area import discard_summoned, recover
from .cards import DRAGON, EARTH, FIRE, WATER, WIND, family, written_cost
from .decisions import NONE, Flow, ask, ask_card
from .position import Position
from .registry import INSTANTS, carry_out, instant
from .resolution import use_all
from .summoning import can_enter, summon_free

# --- attacks -----------------------------------------------------------------------------------


def attack(card: str, points: int, wanted: str) -> None:
    """Points, then a player with a card of that family, maybe oneself, discards one (5, D22)."""

    def targets(position: Position) -> list[int]:
        return [seat for seat, player in enumerate(position.players) if player.of_family(wanted)]

    def can(position: Position, seat: int, me: str) -> bool:
        return bool(targets(position))

    def effect(position: Position, seat: int, me: str) -> Flow:
        position.players[seat].gain_points(points)
        options = [("seat", target) for target in targets(position)]
        _, victim = yield from ask(seat, "seat", options, me)
        lost = yield from ask_card(victim, position.players[victim].of_family(wanted), me)
        yield from discard_summoned(position, victim, lost)

    instant(card, can)(effect)


attack("Leviathan", 7, DRAGON)
attack("Ember", 7, WATER)
attack("Marina", 7, FIRE)
attack("Boulder", 8, WIND)
attack("Gust", 8, EARTH)


# --- own cards ---------------------------------------------------------------------------------


@instant("Cerberus")
def cerberus(position: Position, seat: int, me: str) -> Flow:
    """Up to three, so none will do."""
    for _ in range(3):
        others = [("card", card) for card in position.players[seat].others(me)]
        chosen = yield from ask(seat, "card", [*others, NONE], me)
        if chosen == NONE:
            return
        yield from discard_summoned(position, seat, chosen[1])


def has_other_card(position: Position, seat: int, me: str) -> bool:
    return bool(position.players[seat].others(me))


@instant("Aeris", has_other_card)
def aeris(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    card = yield from ask_card(seat, player.others(me), me)
    yield from recover(position, seat, card)
    player.gain_points(written_cost(card))


def has_hand_card(position: Position, seat: int, me: str) -> bool:
    return bool(position.players[seat].hand)


@instant("Forest Spirit", has_hand_card)
def forest_spirit(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    card = yield from ask_card(seat, player.hand, me)
    position.discard_from_hand(seat, card)
    player.gain_points(written_cost(card))


# --- free summons ------------------------------------------------------------------------------


def hatching(position: Position, seat: int) -> list[str]:
    """Return dragons in the hand that could be summoned for free now."""
    hand = position.players[seat].hand
    return [card for card in hand if family(card) == DRAGON and can_enter(position, seat, card)]


def can_hatch(position: Position, seat: int, me: str) -> bool:
    """The discarded Egg has freed its own area by then."""
    tried = position.copy()
    tried.players[seat].area.remove(me)
    tried.discard.append(me)
    return bool(hatching(tried, seat))


@instant("Dragon Egg", can_hatch)
def dragon_egg(position: Position, seat: int, me: str) -> Flow:
    yield from discard_summoned(position, seat, me)
    dragon = yield from ask_card(seat, hatching(position, seat), me)
    yield from summon_free(position, seat, dragon)


def enterable(position: Position, seat: int) -> list[str]:
    hand = position.players[seat].hand
    return [card for card in hand if can_enter(position, seat, card)]


def spared(position: Position, seat: int) -> list[str]:
    """Return hand cards whose discard leaves another one that can be summoned (D7, D39)."""
    cards = []
    for card in position.players[seat].hand:
        tried = position.copy()
        tried.discard_from_hand(seat, card)
        if enterable(tried, seat):
            cards.append(card)
    return cards


def can_spare(position: Position, seat: int, me: str) -> bool:
    return bool(spared(position, seat))


@instant("Young Forest Spirit", can_spare)
def young_forest_spirit(position: Position, seat: int, me: str) -> Flow:
    lost = yield from ask_card(seat, spared(position, seat), me)
    position.discard_from_hand(seat, lost)
    card = yield from ask_card(seat, enterable(position, seat), me)
    yield from summon_free(position, seat, card)


# --- copies ------------------------------------------------------------------------------------


def copyable(position: Position, seat: int, me: str) -> list[str]:
    """Return the other cards in the area whose instant this card could resolve in full."""
    others = position.players[seat].others(me)
    return [card for card in others if card in INSTANTS and INSTANTS[card].can(position, seat, me)]


def has_copyable(position: Position, seat: int, me: str) -> bool:
    return bool(copyable(position, seat, me))


@instant("Scorch", has_copyable)
def scorch(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, copyable(position, seat, me), me)
    yield from carry_out(INSTANTS[card], position, seat, me)


@instant("Genie")
def genie(position: Position, seat: int, me: str) -> Flow:
    """A use of its own: the resolution phase comes later all the same (D8). None is legal."""
    yield from use_all(position, seat, set(), source=me)
