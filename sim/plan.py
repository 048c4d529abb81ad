"""What a run plays: how many deals, cut into which blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

# A block is written as one file a table and is what a kill loses at most.
BLOCKS = 100
MIN_BLOCK_DEALS = 100
MAX_BLOCK_DEALS = 5000
MAX_BLOCK_GAMES = 20_000


@dataclass(frozen=True)
class Plan:
    """The deals of a run and their blocks; no deal is split.

    Attributes
    ----------
    seed : int
        0 to 2**63 - 1.
    deals, games : int
        Whole deals, and the games they make with all replicates and rotations.
    replicates : int
        Times that each deal is played with policy streams of its own.
    block_deals : int
        Deals a block.
    """

    seed: int
    deals: int
    games: int
    replicates: int
    block_deals: int

    def blocks(self) -> list[tuple[int, int]]:
        """Return the blocks as (first deal, last deal + 1); of an empty run one empty block."""
        starts = range(0, self.deals, self.block_deals)
        return [(k, min(k + self.block_deals, self.deals)) for k in starts] or [(0, 0)]


def make_plan(
    seed: int,
    games: int,
    players: int,
    policies: Sequence[str],
    replicates: int,
    block_deals: int | None,
) -> Plan:
    """Return the plan that plays at least `games` games, in whole deals.

    Parameters
    ----------
    policies : sequence of str
        The list of policies; equal ones are the same policy.
    block_deals : int or None
        Deals a block; None for about 100 blocks of at least 100 and at most 5,000 deals, and at
        most some 20,000 games.
    """
    from sim.line_ups import deals_for, first_places
    from sim.streams import run_key

    key = run_key(seed)
    listed = first_places(policies)
    deals = deals_for(key, games, players, listed, replicates)
    if block_deals is None:
        most = max(1, min(MAX_BLOCK_DEALS, MAX_BLOCK_GAMES // (players * replicates)))
        block_deals = min(most, max(MIN_BLOCK_DEALS, -(-deals // BLOCKS)))
    plan = Plan(seed, deals, 0, replicates, block_deals)
    return replace(plan, games=games_of(plan, players, policies))


def games_of(plan: Plan, players: int, policies: Sequence[str]) -> int:
    """Return the games that a plan's deals make with all replicates and rotations."""
    import numpy as np

    from sim.line_ups import first_places, games_in_deals
    from sim.streams import run_key

    key, listed = run_key(plan.seed), first_places(policies)
    out, stream = np.zeros(players, np.int64), np.zeros(1, np.uint64)
    games = games_in_deals(key, 0, plan.deals, players, listed, out, stream)
    return int(plan.replicates * games)
