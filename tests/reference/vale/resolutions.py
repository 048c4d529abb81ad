"""Resolution effects on stones and points, and when each would do something."""

from __future__ import annotations

from .cards import DRAGON, family
from .decisions import Flow, ask
from .position import Position
from .registry import RESOLUTIONS, Condition, resolution
from .stones import gain, take

# --- stones and points -------------------------------------------------------------------------


@resolution("Salamander")
def salamander(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=1)
    position.players[seat].gain_points(1)


@resolution("Horned Salamander")
def horned_salamander(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=4)


@resolution("Undine Queen")
def undine_queen(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, blue=1)


def holds(colour: int) -> Condition:
    def can(position: Position, seat: int, me: str) -> bool:
        return position.players[seat].stones[colour] > 0

    return can


RED, BLUE, PURPLE = 0, 1, 2


@resolution("Burning Skull", holds(RED))
def burning_skull(position: Position, seat: int, me: str) -> None:
    take(position, seat, (1, 0, 0))
    position.players[seat].gain_points(3)


@resolution("Charybdis", holds(BLUE))
def charybdis(position: Position, seat: int, me: str) -> None:
    take(position, seat, (0, 1, 0))
    position.players[seat].gain_points(5)


@resolution("Sea Spirit", holds(BLUE))
def sea_spirit(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(position.players[seat].stones[BLUE])


@resolution("Troll", holds(PURPLE))
def troll(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(3)


def has_blue_or_purple(position: Position, seat: int, me: str) -> bool:
    _, blue, purple = position.players[seat].stones
    return blue + purple > 0


@resolution("Snail Maiden", has_blue_or_purple)
def snail_maiden(position: Position, seat: int, me: str) -> Flow:
    """1: a blue for a purple; 2: a purple for three blue. Only what one can pay is offered."""
    _, blue, purple = position.players[seat].stones
    options = [("option", number) for number, held in ((1, blue), (2, purple)) if held]
    _, number = yield from ask(seat, "option", options, me)
    if number == 1:
        take(position, seat, (0, 1, 0))
        yield from gain(position, seat, purple=1, exchange=True)
    else:
        take(position, seat, (0, 0, 1))
        yield from gain(position, seat, blue=3, exchange=True)


@resolution("Basilisk")
def basilisk(position: Position, seat: int, me: str) -> Flow:
    """1: 0 points for a red; 2: 1 point for a blue; 3: 2 points for a purple.

    One must own the points one loses (D12).
    """
    player = position.players[seat]
    options = [("option", number) for number in (1, 2, 3) if player.score >= number - 1]
    _, number = yield from ask(seat, "option", options, me)
    player.lose_points(number - 1)
    stones = [0, 0, 0]
    stones[number - 1] = 1
    yield from gain(position, seat, *stones)


def no_dragon(position: Position, seat: int, me: str) -> bool:
    # a card of any family need not be a dragon
    return not any(family(card) == DRAGON for card in position.players[seat].area)


@resolution("Nessie", no_dragon)
def nessie(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(2)


def hand_as_large_as_area(position: Position, seat: int, me: str) -> bool:
    return len(position.players[seat].hand) == len(position.players[seat].area)


@resolution("Harpy", hand_as_large_as_area)
def harpy(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(3)


@resolution("Odin")
def odin(position: Position, seat: int, me: str) -> Flow:
    if len(position.players[seat].hand) < 6:
        position.players[seat].gain_points(2)
    else:
        yield from gain(position, seat, purple=1)


@resolution("Valkyrie")
def valkyrie(position: Position, seat: int, me: str) -> None:
    position.players[seat].gain_points(position.players[seat].families())


@resolution("Freyja")
def freyja(position: Position, seat: int, me: str) -> None:
    area = position.players[seat].area
    position.players[seat].gain_points(sum(card in RESOLUTIONS for card in area))


# --- other players -----------------------------------------------------------------------------


def is_behind(position: Position, seat: int) -> bool:
    """Whether any opponent has strictly more points."""
    score = position.players[seat].score
    return any(position.players[other].score > score for other in position.opponents(seat))


def soldier_counts(position: Position, seat: int, me: str) -> bool:
    """Losing points does nothing to a player who has none."""
    return is_behind(position, seat) or position.players[seat].score > 0


@resolution("Goblin Soldier", soldier_counts)
def goblin_soldier(position: Position, seat: int, me: str) -> None:
    if is_behind(position, seat):
        position.players[seat].gain_points(4)
    else:
        position.players[seat].lose_points(4)


def with_a_point(position: Position, seat: int) -> list[int]:
    return [other for other in position.opponents(seat) if position.players[other].score > 0]


def someone_has_a_point(position: Position, seat: int, me: str) -> bool:
    return bool(with_a_point(position, seat))


@resolution("Goblin", someone_has_a_point)
def goblin(position: Position, seat: int, me: str) -> Flow:
    """Only opponents with a point are offered (D5, D38)."""
    options = [("seat", other) for other in with_a_point(position, seat)]
    _, victim = yield from ask(seat, "seat", options, me)
    position.players[victim].lose_points(1)
    position.players[seat].gain_points(1)
