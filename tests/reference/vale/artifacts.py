"""Artifact tiles: taking one before the hunt, using it, and what each does (rules 6).

An upgrade turns a red stone to blue or a blue one to purple. What is sheltered stays until it is
retrieved. "Either ... or" asks for an option even if one of them would do nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from .area import discard_summoned
from .cards import DRAGON, family
from .decisions import NONE, Decision, Flow, ask, ask_card
from .position import Position
from .registry import RESOLUTIONS, carry_out
from .resolution import available
from .stones import gain, payments, take, total_value


@dataclass(frozen=True)
class Tile:
    """``can``: whether it would do something, for tiles that are used in the own turn."""

    do: Callable[[Position, int], Flow]
    can: Callable[[Position, int], bool] | None = None


TAKEN: dict[str, Tile] = {}
USED: dict[str, Tile] = {}


def take_artifacts(position: Position) -> Flow:
    """Each player in turn order takes one nobody holds, not the one of the round before (D20)."""
    if not position.clearing:
        return
    for seat in position.turn_order()[position.takers :]:
        player = position.players[seat]
        position.active = seat
        held = {other.artifact for other in position.players}
        free = [n for n in position.clearing if n not in held and n != player.last_artifact]
        _, name = yield Decision(seat, "artifact", tuple(("artifact", n) for n in free))
        player.artifact = player.last_artifact = name
        position.takers += 1
        if name in TAKEN:
            yield from TAKEN[name].do(position, seat)


def can_use(position: Position, seat: int) -> bool:
    tile = USED.get(position.players[seat].artifact)
    return bool(tile and tile.can and tile.can(position, seat))


def use_artifact(position: Position, seat: int) -> Flow:
    """Once in the own turn; then it goes back."""
    name = position.players[seat].artifact
    position.players[seat].artifact = ""
    yield from USED[name].do(position, seat)


def return_artifacts(position: Position) -> None:
    for player in position.players:
        player.artifact = ""


def used(name: str, can: Callable[[Position, int], bool]) -> Callable:
    def enter(do: Callable[[Position, int], Flow]) -> Callable:
        USED[name] = Tile(do, can)
        return do

    return enter


def taken(name: str) -> Callable:
    def enter(do: Callable[[Position, int], Flow]) -> Callable:
        TAKEN[name] = Tile(do)
        return do

    return enter


def ask_option(seat: int, numbers: list[int]) -> Flow:
    _, number = yield from ask(seat, "option", [("option", number) for number in numbers])
    return number


# --- stones: upgrades ---------------------------------------------------------------------------


def upgrade(position: Position, seat: int, reds: int, blues: int, least: int, most: int) -> Flow:
    """Upgrade from `least` to `most` of so many red and blue stones."""
    most = min(most, reds + blues)
    least = min(least, most)
    ways = [way for way in product(range(reds + 1), range(blues + 1)) if least <= sum(way) <= most]
    _, (red, blue) = yield from ask(seat, "upgrade", [("upgrade", way) for way in ways])
    stones = position.players[seat].stones
    stones[0] -= red
    stones[1] += red - blue
    stones[2] += blue


def sale_reactions(position: Position, seat: int, card: str, received: tuple[int, ...]) -> Flow:
    """Duduri King and the Gem, in the seller's order."""
    player = position.players[seat]
    waiting = [name for name in ("Duduri King",) if name in player.area]
    if player.artifact == "Gem of Kukulkan":
        waiting.append("Gem of Kukulkan")
    while waiting:
        _, name = yield from ask(seat, "trigger", [("set off", name) for name in waiting])
        waiting.remove(name)
        if name == "Duduri King":
            reds, blues = (min(received[k], player.stones[k]) for k in (0, 1))
            yield from upgrade(position, seat, reds, blues, 1, 1)
        elif player.stones[0]:
            chosen = yield from ask(seat, "option", [("option", 1), NONE])
            if chosen != NONE:
                take(position, seat, (1, 0, 0))
                position.discard.remove(card)
                player.hand.append(card)


# --- used once in the own turn ------------------------------------------------------------------


def something_to_draw(position: Position) -> bool:
    return bool(position.draw or position.discard)


def is_rich(position: Position, seat: int) -> bool:
    player = position.players[seat]
    return total_value(player.stones, player.area) >= 3


@used(
    "Incense Burner",
    lambda position, seat: is_rich(position, seat) or something_to_draw(position),
)
def incense_burner(position: Position, seat: int) -> Flow:
    player = position.players[seat]
    number = yield from ask_option(seat, [1, 2] if is_rich(position, seat) else [2])
    if number == 1:
        ways = [("pay", way) for way in payments(player.stones, player.area, 3)]
        _, paid = yield from ask(seat, "payment", ways)
        take(position, seat, paid)
        player.extra_areas += 1
    else:
        player.shelter += position.draw_cards(2)


@used("Monkey King's Staff", lambda position, seat: len(position.players[seat].hand) >= 2)
def monkey_kings_staff(position: Position, seat: int) -> Flow:
    for _ in range(2):
        card = yield from ask_card(seat, position.players[seat].hand, "")
        position.discard_from_hand(seat, card)
    yield from gain(position, seat, red=2, blue=1, purple=1)


@used("Golden Fleece", lambda position, seat: True)
def golden_fleece(position: Position, seat: int) -> Flow:
    yield from gain(position, seat, red=2)
    player = position.players[seat]
    number = yield from ask_option(seat, [1, 2] if player.shelter else [1])
    if number == 1:
        player.shelter += position.draw_cards(1)
    else:
        yield from retrieve(position, seat)


def retrieve(position: Position, seat: int) -> Flow:
    player = position.players[seat]
    card = yield from ask_card(seat, player.shelter, "")
    player.shelter.remove(card)
    player.hand.append(card)


@used("Book of Thoth", lambda position, seat: sum(position.players[seat].stones[:2]) > 0)
def book_of_thoth(position: Position, seat: int) -> Flow:
    red, blue, _ = position.players[seat].stones
    yield from upgrade(position, seat, red, blue, 0, 2)


@used("Cap of Hades", lambda position, seat: bool(position.players[seat].hand))
def cap_of_hades(position: Position, seat: int) -> Flow:
    player = position.players[seat]
    card = yield from ask_card(seat, player.hand, "")
    player.hand.remove(card)
    player.shelter.append(card)
    number = yield from ask_option(seat, [1, 2])
    if number == 1:
        player.extra_areas += 1
    else:
        yield from gain(position, seat, purple=1)


@used("Imperial Seal", lambda position, seat: bool(position.players[seat].area))
def imperial_seal(position: Position, seat: int) -> Flow:
    card = yield from ask_card(seat, position.players[seat].area, "")
    yield from discard_summoned(position, seat, card)
    if family(card) == DRAGON:
        yield from gain(position, seat, blue=1)


@used("Ring of Wishes", lambda position, seat: bool(available(position, seat, set())))
def ring_of_wishes(position: Position, seat: int) -> Flow:
    """The use in the resolution phase remains."""
    card = yield from ask_card(seat, available(position, seat, set()), "")
    yield from carry_out(RESOLUTIONS[card], position, seat, card)


# --- at once when taken -------------------------------------------------------------------------


@taken("Pied Piper's Pipe")
def pied_pipers_pipe(position: Position, seat: int) -> Flow:
    player = position.players[seat]
    number = yield from ask_option(seat, [1, 2])
    if number == 1:
        position.draw_to_hand(seat)
    else:
        player.hand += player.shelter
        player.shelter = []


@taken("Seven-League Boots")
def seven_league_boots(position: Position, seat: int) -> Flow:
    position.display += position.draw_cards(1)
    if position.display:
        card = yield from ask_card(seat, position.display, "")
        position.display.remove(card)
        position.players[seat].shelter.append(card)


@taken("Philosopher's Stone")
def philosophers_stone(position: Position, seat: int) -> Flow:
    """One or both, in the order named; both take two cards."""
    player = position.players[seat]
    if not player.shelter:
        return
    number = yield from ask_option(seat, [1, 2])
    chosen = [number]
    if len(player.shelter) > 1:
        more = yield from ask(seat, "option", [("option", 3 - number), NONE])
        chosen += [3 - number] if more != NONE else []
    for number in chosen:
        if number == 1:
            yield from retrieve(position, seat)
        else:
            card = yield from ask_card(seat, player.shelter, "")
            player.shelter.remove(card)
            position.discard.append(card)
            yield from gain(position, seat, purple=1)
