"""Magic stones: what they are worth, how many one may keep, what pays a cost (rules 3.3, 4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from .decisions import Flow, ask
from .position import Position

Stones = tuple[int, int, int]
NOTHING: Stones = (0, 0, 0)


def stone_values(area: Collection[str]) -> Stones:
    """Return what a red, a blue and a purple stone are worth to the owner of this area (4)."""
    red, blue, purple = 1, 3, 6
    if "Hae-tae" in area:  # swaps the base values, before anything is added
        blue, purple = purple, blue
    if "Agni" in area:
        red += 1
    if "Water Giant" in area:
        blue += 1
        purple += 1
    if "Mephisto" in area:  # fixed: nothing is added to it
        red = 3
    return red, blue, purple


def stone_limit(area: Collection[str]) -> int:
    return 4 + 2 * ("Hestia" in area) + ("Ares" in area) - ("Axomama" in area)


def total_value(stones: Sequence[int], area: Collection[str]) -> int:
    return sum(n * worth for n, worth in zip(stones, stone_values(area), strict=True))


def subsets(stones: Sequence[int]) -> list[Stones]:
    """Return every (red, blue, purple) that can be taken out of these stones."""
    red, blue, purple = stones
    return list(product(range(red + 1), range(blue + 1), range(purple + 1)))


def is_payment(stones: Stones, area: Collection[str], cost: int) -> bool:
    """Enough, and no stone that could be left out (3.3, D2); for cost 0 that is no stone."""
    values = stone_values(area)
    total = total_value(stones, area)
    return total >= cost and all(
        total - worth < cost for n, worth in zip(stones, values, strict=True) if n
    )


def payments(stones: Sequence[int], area: Collection[str], cost: int) -> list[Stones]:
    return [taken for taken in subsets(stones) if is_payment(taken, area, cost)]


def pay(position: Position, seat: int, payment: Sequence[int]) -> None:
    """Pay a cost; a fourth number is a ward broken for it, at which Marcosa turns over."""
    take(position, seat, payment)
    if len(payment) > 3:
        player = position.players[seat]
        player.wards -= 1
        if player.summoner == "Marcosa (a)":
            player.summoner = "Marcosa (tempted)"


def warded_payments(position: Position, seat: int, cost: int) -> list[tuple[int, ...]]:
    """Return every payment of a summon or removal: one ward may pay two of it."""
    player = position.players[seat]
    ways: list[tuple[int, ...]] = list(payments(player.stones, player.area, cost))
    if cost > 0 and player.wards:
        rest = payments(player.stones, player.area, max(0, cost - 2))
        ways += [(*way, 1) for way in rest]
    return ways


def take(position: Position, seat: int, stones: Sequence[int]) -> None:
    """Return stones of a player to the supply."""
    held = position.players[seat].stones
    for colour, n in enumerate(stones[:3]):
        if n > held[colour]:
            raise ValueError(f"seat {seat} holds {held}, cannot give {tuple(stones)}")
        held[colour] -= n


def gain(
    position: Position,
    seat: int,
    red: int = 0,
    blue: int = 0,
    purple: int = 0,
    exchange: bool = False,
) -> Flow:
    """Gain these stones together, then discard down to the limit at once (4).

    Who exchanges stones doesn't gain any.
    """
    held = position.players[seat].stones
    for colour, n in enumerate((red, blue, purple)):
        held[colour] += n
    yield from discard_overflow(position, seat)
    position.watch()
    if blue and not exchange:
        position.players[seat].comes_back("Thalassa")


def discard_overflow(position: Position, seat: int) -> Flow:
    """Discard what exceeds the limit; the owner chooses which stones, old or new (4)."""
    player = position.players[seat]
    excess = sum(player.stones) - stone_limit(player.area)
    if excess > 0:
        ways = [("discard stones", taken) for taken in subsets(player.stones)
                if sum(taken) == excess]  # fmt: skip
        _, taken = yield from ask(seat, "overflow", ways)
        take(position, seat, taken)
