"""Plans: whole deals, blocks that cover them once, and the switch that stops a run."""

import numpy as np
import pytest

from sim.line_ups import games_in_deals
from sim.plan import Plan, make_plan
from sim.progress import Progress, RunStopped
from sim.streams import run_key


@pytest.mark.parametrize("deals", [1, 2, 9, 10, 11, 20, 21, 100])
@pytest.mark.parametrize("block_deals", [1, 3, 10, 1000])
def test_blocks_cover_every_deal_once_and_in_order(deals, block_deals):
    blocks = Plan(1, deals, deals, 1, block_deals).blocks()
    assert [deal for first, last in blocks for deal in range(first, last)] == list(range(deals))
    assert all(last - first == block_deals for first, last in blocks[:-1])
    assert all(0 < last - first <= block_deals for first, last in blocks)


def test_a_run_of_no_games_has_one_empty_block():
    plan = make_plan(1, 0, 4, ["a", "b"], 1, None)
    assert (plan.deals, plan.games) == (0, 0)
    assert plan.blocks() == [(0, 0)]


@pytest.mark.parametrize("games", [1, 7, 100, 1001])
@pytest.mark.parametrize(("players", "policies"), [(4, 1), (4, 2), (3, 3), (5, 4)])
@pytest.mark.parametrize("replicates", [1, 3])
def test_the_fewest_deals_that_make_the_games(games, players, policies, replicates):
    names = [f"policy {k}" for k in range(policies)]
    plan = make_plan(7, games, players, names, replicates, None)
    seats, stream = np.zeros(players, np.int64), np.zeros(1, np.uint64)

    def made(deals):
        counted = games_in_deals(run_key(7), 0, deals, players, np.arange(policies), seats, stream)
        return replicates * counted

    assert plan.games == made(plan.deals) >= games
    assert made(plan.deals - 1) < games


@pytest.mark.parametrize(
    ("games", "policies", "replicates", "block_deals"),
    [
        (50, 1, 1, 100),  # never fewer than 100 deals
        (50_000, 1, 1, 500),  # one policy, a deal is a game: a hundred blocks
        (10_000_000, 1, 1, 5000),  # never more than 5,000 deals
        (10_000_000, 4, 2, 2500),  # nor more than 20,000 games: 4 rotations twice
    ],
)
def test_the_size_of_a_block(games, policies, replicates, block_deals):
    names = [f"policy {k}" for k in range(policies)]
    assert make_plan(1, games, 4, names, replicates, None).block_deals == block_deals
    assert make_plan(1, games, 4, names, replicates, 77).block_deals == 77


def test_a_stopped_run_ends_its_workers_at_their_next_tick():
    with Progress(10, done=2, quiet=True) as progress:
        progress.tick(3)
        progress.stop()
        seconds = progress.seconds
        with pytest.raises(RunStopped):
            progress.tick(3)
    assert progress.done == 5
    assert progress.seconds == seconds > 0
    assert progress.rate == pytest.approx(3 / seconds)
