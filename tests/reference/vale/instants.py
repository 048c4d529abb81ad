"""Instant effects that gain stones, points and cards; those that ask are in two other files."""

from __future__ import annotations

from .area import put_on_draw_pile, recover
from .cards import DRAGON, EARTH, FIRE, WATER, WIND, written_cost
from .decisions import Flow, ask
from .position import Position
from .registry import instant
from .stones import gain, stone_values, take, total_value

# --- stones ------------------------------------------------------------------------------------


@instant("Imp")
def imp(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=2)


@instant("Undine")
def undine(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, blue=1)


@instant("Water Giant")
def water_giant(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, blue=2)


@instant("Yuki Onna")
def yuki_onna(position: Position, seat: int, me: str) -> None:
    """All stones, at their present value; none at all is legal."""
    player = position.players[seat]
    player.gain_points(total_value(player.stones, player.area))
    take(position, seat, player.stones[:])


@instant("Stone Golem")
def stone_golem(position: Position, seat: int, me: str) -> None:
    """An exchange of each stone, not a gain; none at all is legal."""
    player = position.players[seat]
    player.stones = [0, 0, sum(player.stones)]


@instant("Yuki Onna Exalted")
def yuki_onna_exalted(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    _, blue, _ = stone_values(player.area)
    player.gain_points(player.stones[1] * blue)


@instant("Rock Golem")
def rock_golem(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    _, _, purple = stone_values(player.area)
    player.gain_points(player.stones[2] * purple)


# --- points for what one has -------------------------------------------------------------------


@instant("Succubus")
def succubus(position: Position, seat: int, me: str) -> None:
    """A false condition does nothing and hinders nothing."""
    player = position.players[seat]
    if {1, 2, 3, 4} <= {written_cost(card) for card in player.area}:
        player.gain_points(10)


@instant("Mud Slime")
def mud_slime(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(6)


@instant("Firefox")
def firefox(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(len(position.players[seat].hand))


@instant("Rudra")
def rudra(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(2 * len(position.players[seat].hand))


@instant("Ifrit")
def ifrit(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(len(position.players[seat].area))


@instant("Gi-rin")
def gi_rin(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(2 * len(position.players[seat].area))


@instant("Incubus")
def incubus(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    player.gain_points(2 * sum(written_cost(card) <= 2 for card in player.area))


def per_family_card(card: str, points: int, wanted: str) -> None:
    """Points for each card of one family in the own area, the card itself included."""

    def effect(position: Position, seat: int, me: str) -> None:
        player = position.players[seat]
        player.gain_points(points * len(player.of_family(wanted)))

    instant(card)(effect)


per_family_card("Lava Giant", 2, FIRE)
per_family_card("Poseidon", 3, WATER)
per_family_card("Sand Giant", 4, EARTH)
per_family_card("Tidal", 5, DRAGON)


def per_family(card: str, points: int) -> None:
    """Points for each different family in the own area, its own included."""

    def effect(position: Position, seat: int, me: str) -> None:
        player = position.players[seat]
        player.gain_points(points * player.families())

    instant(card)(effect)


per_family("Surtr", 2)
per_family("Behemoth", 3)
per_family("Eternity", 4)


# --- cards -------------------------------------------------------------------------------------


@instant("Dandelion Spirit")
@instant("Pegasus")
@instant("Hippogriff")
@instant("Sylph")
def draw_one(position: Position, seat: int, me: str) -> None:
    """With both piles empty one draws what exists: nothing, and the summon is legal (2.1.4)."""
    position.draw_to_hand(seat)


@instant("Willow")
def willow(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=1, blue=1, purple=1)
    position.players[seat].gain_points(3)
    position.draw_to_hand(seat)


@instant("Tengu")
def tengu(position: Position, seat: int, me: str) -> Flow:
    position.players[seat].gain_points(6)
    yield from put_on_draw_pile(position, seat, me)


@instant("Boreas")
def boreas(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    player.gain_points(len(player.of_family(WIND)))
    yield from recover(position, seat, me)


@instant("Hydra")
def hydra(position: Position, seat: int, me: str) -> Flow:
    """Two different ones of four (D13): both are named, then gained in that order."""
    options = [("option", number) for number in (1, 2, 3, 4)]
    chosen = yield from ask(seat, "option", options, me)
    other = yield from ask(seat, "option", [option for option in options if option != chosen], me)
    for _, number in (chosen, other):
        if number == 1:
            yield from gain(position, seat, purple=1)
        elif number == 2:
            position.draw_to_hand(seat)
        elif number == 3:
            yield from gain(position, seat, blue=2)
        else:
            position.players[seat].gain_points(4)
