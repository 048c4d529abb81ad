"""The cards of Artifacts: instants and resolution effects; what reacts stands where it happens."""

from __future__ import annotations

from collections.abc import Callable

from .area import discard_summoned, recover
from .artifacts import upgrade
from .cards import DRAGON, EARTH, FAMILIES, FIRE, PERMANENT, WATER, WIND, family, written_cost
from .decisions import NONE, Flow, ask, ask_card
from .instants_asking import enterable, has_hand_card, has_other_card
from .position import Position, families_in
from .registry import instant, resolution
from .stones import discard_overflow, gain, take
from .summoning import can_enter, summon_free

# --- points -------------------------------------------------------------------------------------


@instant("Fire Rat")
def fire_rat(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    player.gain_points(sum(written_cost(card) <= 3 for card in player.area))


def per_card(card: str, points: int, wanted: str, of: int = 1) -> None:
    """Points for each card (or pair, ...) of one family in the own area, itself included."""

    def effect(position: Position, seat: int, me: str) -> None:
        player = position.players[seat]
        player.gain_points(points * (len(player.of_family(wanted)) // of))

    instant(card)(effect)


per_card("Fireblast", 1, FIRE, of=2)
per_card("Thalassa", 1, WATER)
per_card("Wendigo", 2, EARTH)


@instant("Banshee")
def banshee(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(position.players[seat].families())


@instant("Anzu")
def anzu(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    player.gain_points(3 * families_in(player.hand))


@resolution("Loki")
def loki(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    player.gain_points(sum(card in PERMANENT for card in player.area))


def can_loki(position: Position, seat: int, me: str) -> bool:
    return any(card in PERMANENT for card in position.players[seat].area)


resolution("Loki", can_loki)(loki)


@instant("Mandrake")
def mandrake(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(3)


def name_family(points: int) -> Callable[[Position, int, str], Flow]:
    def effect(position: Position, seat: int, me: str) -> Flow:
        _, named = yield from ask(seat, "family", [("family", name) for name in FAMILIES], me)
        player = position.players[seat]
        player.gain_points(points * len(player.of_family(named)))

    return effect


instant("Kraken")(name_family(2))
resolution("Rukh")(name_family(1))

# --- stones -------------------------------------------------------------------------------------


@instant("Belphegor")
def belphegor(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=1)


@resolution("Bul-gae")
def bul_gae(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    if sum(player.stones) >= 4:
        player.gain_points(2)
    else:
        yield from gain(position, seat, red=3)


def to_give_up(position: Position, seat: int) -> list[int]:
    """One has to own what one gives up (D12): 1 a blue, 2 three red, 3 two points."""
    player = position.players[seat]
    owned = {1: player.stones[1] >= 1, 2: player.stones[0] >= 3, 3: player.score >= 2}
    return [number for number, there in owned.items() if there]


@resolution("Hephaestus", lambda position, seat, me: bool(to_give_up(position, seat)))
def hephaestus(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    options = [("option", number) for number in to_give_up(position, seat)]
    _, number = yield from ask(seat, "option", options, me)
    if number == 1:
        take(position, seat, (0, 1, 0))
        yield from gain(position, seat, red=3)
        player.gain_points(2)
    elif number == 2:
        take(position, seat, (3, 0, 0))
        yield from gain(position, seat, blue=1)
        player.gain_points(2)
    else:
        player.lose_points(2)
        yield from gain(position, seat, red=3, blue=1)


@resolution("Mandrake")
def mandrake_pays(position: Position, seat: int, me: str) -> Flow:
    """1: this card is discarded, 2: two points are lost (D12)."""
    player = position.players[seat]
    options = [("option", 1)] + [("option", 2)] * (player.score >= 2)
    _, number = yield from ask(seat, "option", options, me)
    if number == 1:
        yield from discard_summoned(position, seat, me)
    else:
        player.lose_points(2)
    yield from gain(position, seat, purple=1)


def can_duduri(position: Position, seat: int, me: str) -> bool:
    player = position.players[seat]
    return player.score >= 1 and player.stones[0] + player.stones[1] > 0


@instant("Duduri", can_duduri)
def duduri(position: Position, seat: int, me: str) -> Flow:
    position.players[seat].lose_points(1)
    red, blue, _ = position.players[seat].stones
    yield from upgrade(position, seat, red, blue, 1, 1)


@resolution("Duduri")
def duduri_returns(position: Position, seat: int, me: str) -> Flow:
    yield from recover(position, seat, me)


# --- cards --------------------------------------------------------------------------------------


def discard_some(position: Position, seat: int, me: str, most: int) -> Flow:
    """Discard up to so many cards of the hand, one after the other; return their number."""
    number = 0
    while number < most and position.players[seat].hand:
        options = [("card", card) for card in position.players[seat].hand]
        chosen = yield from ask(seat, "card", [*options, NONE], me)
        if chosen == NONE:
            break
        position.discard_from_hand(seat, chosen[1])
        number += 1
    return number


@instant("Taweret")
def taweret(position: Position, seat: int, me: str) -> Flow:
    number = yield from discard_some(position, seat, me, 999)
    yield from gain(position, seat, blue=number)


@instant("Melusine")
def melusine(position: Position, seat: int, me: str) -> Flow:
    number = yield from discard_some(position, seat, me, 3)
    position.players[seat].gain_points(4 * number)


@resolution("Siren", has_hand_card)
def siren(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, position.players[seat].hand, me)
    position.discard_from_hand(seat, card)
    yield from gain(position, seat, blue=1)
    position.players[seat].gain_points(2)


@instant("Anubis", has_other_card)
def anubis(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    card = yield from ask_card(seat, player.others(me), me)
    yield from discard_summoned(position, seat, card)
    player.gain_points(written_cost(card))


@instant("Nurikabe")
def nurikabe(position: Position, seat: int, me: str) -> None:
    position.draw_to_hand(seat)


def can_put_back(position: Position, seat: int, me: str) -> bool:
    return bool(position.players[seat].hand or position.draw or position.discard)


@resolution("Nurikabe", can_put_back)
def nurikabe_puts_back(position: Position, seat: int, me: str) -> Flow:
    position.draw_to_hand(seat)
    card = yield from ask_card(seat, position.players[seat].hand, me)
    position.players[seat].hand.remove(card)
    position.draw.insert(0, card)


# --- free summons and swaps ---------------------------------------------------------------------


def buried(position: Position, seat: int) -> list[str]:
    dragons = [card for card in position.discard if family(card) == DRAGON]
    return [card for card in dragons if can_enter(position, seat, card, from_discard=True)]


@instant("Akhlut", lambda position, seat, me: bool(buried(position, seat)))
def akhlut(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, buried(position, seat), me)
    yield from summon_free(position, seat, card, from_discard=True)


@instant("Horus", lambda position, seat, me: bool(enterable(position, seat)))
def horus(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, enterable(position, seat), me)
    yield from summon_free(position, seat, card)
    position.players[seat].gain_points(written_cost(card))


def swaps(card: str, points: int, wanted: str) -> None:
    """Points, then a player, maybe oneself (D40), swaps a card of that family for this one."""

    def targets(position: Position) -> list[int]:
        return [seat for seat, player in enumerate(position.players) if player.of_family(wanted)]

    def can(position: Position, seat: int, me: str) -> bool:
        return bool(targets(position))

    def effect(position: Position, seat: int, me: str) -> Flow:
        own = position.players[seat]
        own.gain_points(points)
        options = [("seat", target) for target in targets(position)]
        _, chosen = yield from ask(seat, "seat", options, me)
        other = position.players[chosen]
        given = yield from ask_card(chosen, other.of_family(wanted), me)
        if chosen == seat:
            return
        own.area.remove(me)
        other.area.remove(given)
        own.area.append(given)
        other.area.append(me)
        for player, taker, moved in ((own, other, me), (other, own, given)):
            if moved in player.tokens:
                taker.tokens[moved] = player.tokens.pop(moved)
        for place in position.turn_order():
            yield from discard_overflow(position, place)
        position.watch()

    instant(card, can)(effect)


swaps("Deepdive", 7, WATER)
swaps("Pyro", 7, FIRE)
swaps("Rockscale", 8, EARTH)
swaps("Whisper", 8, WIND)
