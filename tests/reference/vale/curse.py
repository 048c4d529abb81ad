"""The Curse: tokens, wards, the curse phase, summoners, and the known cards (seed, rules 2.4, 7).

A summoner is named with its side, as in ``Marcosa (a)``. What the rulebook leaves open is as the
card file assumes it: Muura turns back by the summon, the curious side puts up to one token on a
card at the end of each round, start sides bring one curse.
"""

from __future__ import annotations

from itertools import product

from .area import discard_summoned, soothe, take_to_hand
from .cards import DRAGON, written_cost
from .decisions import NONE, Flow, ask, ask_card
from .instants_asking import hatching
from .position import Player, Position
from .registry import SUMMONER_EFFECTS, Entry, instant, resolution
from .stones import gain, subsets, take, total_value
from .summoning import summon_free

__all__ = ["curse_phase", "end_scoring", "round_ends", "round_starts", "set_up"]

START_CURSES = 1
START_SIDES = {
    "Tolvar": "a", "Varena": "a", "Iwo": "a", "Muura": "jolly", "Foros": "curious",
    "Belledin": "friendly", "Marcosa": "a", "Kang San": "a",
}  # fmt: skip


def set_up(position: Position, summoners: list[str]) -> None:
    """Wards, the start sides with their curses, then what they bring before round 1."""
    position.cursed = True
    for player, name in zip(position.players, summoners, strict=True):
        player.wards = 0 if name in ("Tolvar", "Iwo") else 3
        player.curses = START_CURSES
        player.summoner = f"{name} ({START_SIDES[name]})"
    for seat, name in enumerate(summoners):
        if name == "Varena":
            position.draw_to_hand(seat)
        if name == "Kang San":
            position.players[seat].shelter = position.draw_cards(2)


def round_starts(position: Position) -> None:
    """Muura on Jolly and Marcosa on Tempted turn over before anything else."""
    over = {"Muura (jolly)": "Muura (tormented)", "Marcosa (tempted)": "Marcosa (a)"}
    for player in position.players:
        player.summoner = over.get(player.summoner, player.summoner)


def curse_phase(position: Position) -> Flow:
    """One token from each own cursed card to oneself, in one's own order."""
    for seat in position.turn_order():
        player = position.players[seat]
        left = [card for card in player.area if player.tokens.get(card)]
        while left:
            _, card = yield from ask(seat, "token", [("token", card) for card in left])
            left.remove(card)
            player.curses += 1
            player.tokens[card] -= 1
            if player.tokens[card] == 0:
                yield from soothe(position, seat, card)
    position.phase, position.active = "end", position.first


def round_ends(position: Position) -> Flow:
    """The curious side may put one token on a card of the area."""
    for seat in position.turn_order():
        player = position.players[seat]
        if player.summoner == "Foros (curious)" and player.area:
            chosen = yield from ask(seat, "option", [("option", 1), NONE])
            if chosen != NONE:
                card = yield from ask_card(seat, player.area, "")
                player.tokens[card] = player.tokens.get(card, 0) + 1


def end_scoring(position: Position) -> None:
    """One net sum, then the floor at 0."""
    for player in position.players:
        curses = player.curses
        if not player.summoner.startswith("Tolvar"):
            curses += sum(player.tokens.values())
        net = player.wards + len(player.soothed) - 2 * curses
        player.score = max(0, player.score + net)


# --- summoners in the resolution phase ----------------------------------------------------------


def mend(player: Player) -> None:
    if player.wards < 3:
        player.wards += 1
    elif player.curses:
        player.curses -= 1


def mendable(player: Player) -> int:
    return 3 - player.wards + player.curses


def marcosa_mends(position: Position, seat: int, me: str) -> None:
    mend(position.players[seat])


def marcosa_earns(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, blue=1)


SUMMONER_EFFECTS["Marcosa (a)"] = Entry(
    lambda position, seat, me: mendable(position.players[seat]) > 0, marcosa_mends
)
SUMMONER_EFFECTS["Marcosa (tempted)"] = Entry(lambda position, seat, me: True, marcosa_earns)

# --- cards --------------------------------------------------------------------------------------


@resolution("Hantu Banyu")
def hantu_banyu(position: Position, seat: int, me: str) -> Flow:
    yield from gain(position, seat, red=3)


def dragons(position: Position) -> list[str]:
    return [card for player in position.players for card in player.of_family(DRAGON)]


@instant("Taniwha", lambda position, seat, me: bool(dragons(position)))
def taniwha(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, dragons(position), me)
    owner = next(k for k, player in enumerate(position.players) if card in player.area)
    yield from take_to_hand(position, owner, card, seat)


@instant("Anansi")
def anansi(position: Position, seat: int, me: str) -> None:
    player = position.players[seat]
    player.gain_points(3 * sum(written_cost(card) % 2 == 0 for card in player.area))


@instant("Inferno")
def inferno(position: Position, seat: int, me: str) -> Flow:
    ways = [("gain", way) for way in product(range(5), repeat=3) if sum(way) == 4]
    _, (red, blue, purple) = yield from ask(seat, "gain", ways, me)
    yield from gain(position, seat, red, blue, purple)
    position.players[seat].gain_points(2 * red + blue)


@instant("Selkie")
def selkie(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    _, paid = yield from ask(seat, "payment", [("pay", way) for way in subsets(player.stones)], me)
    player.curses = max(0, player.curses - total_value(paid, player.area))
    take(position, seat, paid)


@instant("Tarasque")
def tarasque(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    for _ in range(2):
        others = [("card", card) for card in player.others(me)]
        chosen = yield from ask(seat, "card", [*others, NONE], me)
        if chosen == NONE:
            break
        yield from discard_summoned(position, seat, chosen[1])
    player.gain_points(max(0, position.areas(seat) - len(player.area)))


@instant("Strix")
def strix(position: Position, seat: int, me: str) -> Flow:
    player = position.players[seat]
    player.gain_points(2 * player.wards)
    most = min(3, mendable(player))
    _, number = yield from ask(seat, "number", [("number", k) for k in range(most + 1)], me)
    for _ in range(number):
        mend(player)


@instant("Ghost", lambda position, seat, me: bool(hatching(position, seat)))
def ghost(position: Position, seat: int, me: str) -> Flow:
    dragon = yield from ask_card(seat, hatching(position, seat), me)
    yield from summon_free(position, seat, dragon)
