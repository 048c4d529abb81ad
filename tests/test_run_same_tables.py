"""The same rows for any number of workers, back end, block size, and by either way of playing."""

from dataclasses import replace

import numpy as np
import pytest

from sim.fantasy_realms.stepping import Stepper
from sim.run import play_run
from sim.streams import run_key
from tests.support.games import assert_same, make_game, played, stored

# Not a multiple of either block size: the last block is a short one.
DEALS = 1600
POLICIES = ("random", "strongest", "cautious")


@pytest.fixture(scope="module")
def expected(deck):
    """The whole run as one block, played in this thread."""
    return played(make_game(deck, POLICIES, DEALS, block_deals=DEALS))


@pytest.mark.parametrize(
    ("backend", "workers", "block_deals"),
    [
        ("threads", 1, 1000),
        ("threads", 2, 1000),
        ("threads", 2, 777),
        ("loky", 2, 777),
        ("loky", 2, 1000),
    ],
)
def test_workers_back_end_and_block_size_make_no_difference(
    deck, expected, tmp_path, backend, workers, block_deals
):
    game = make_game(deck, POLICIES, DEALS, block_deals=block_deals)
    outcome = play_run(game, tmp_path / "run", workers=workers, backend=backend, quiet=True)
    assert outcome.games == outcome.played == expected["games"].height
    assert len(list((tmp_path / "run" / "games").iterdir())) == len(game.plan.blocks())
    assert_same(stored(tmp_path / "run"), expected)


def test_a_policy_that_remembers_plays_the_same_on_two_threads(deck, tmp_path):
    game = make_game(deck, ("greedy", "random"), deals=8, block_deals=3)
    play_run(game, tmp_path / "run", workers=2, quiet=True)
    assert_same(stored(tmp_path / "run"), played(make_game(deck, ("greedy", "random"), deals=8)))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("keep", ["all", "players"])
def test_stepping_and_blocks_give_the_same_rows(deck, players, keep):
    game = make_game(deck, POLICIES, 12, players=players, replicates=2, keep=keep)
    board, key = game._board(12), run_key(game.plan.seed)
    game._play_deals(board, 0, 12)
    stepped = make_game(deck, POLICIES, 12, players=players, replicates=2, keep=keep)._board(12)
    stepper = Stepper(stepped, game.policies, game.listed, np.zeros((16, 16)))
    assert stepper.play_deals(key, 0, 12, 2) == 0
    for rows in ("games", "players", "cards"):
        filled = int(board.progress[rows])
        assert filled == stepped.progress[rows]
        assert filled > 0 or (rows, keep) == ("cards", "players")
        assert np.array_equal(getattr(board, rows)[:filled], getattr(stepped, rows)[:filled])


def test_playing_a_block_again_gives_the_same_rows(deck):
    game = make_game(deck, POLICIES, 30)
    first = game.play(10, 20)
    game.play(0, 10)
    assert_same(game.play(10, 20), first)


@pytest.mark.parametrize("deals", [1, 2])
def test_a_block_played_later_leaves_the_tables_of_an_earlier_one_alone(deck, deals):
    """Of a block of one game too, whose columns are contiguous in the memory of the rows."""
    game = make_game(deck, ("random",), 4)
    first = game.play(0, deals)
    kept = {name: table.to_dicts() for name, table in first.items()}
    game.play(4 - deals, 4)
    assert {name: table.to_dicts() for name, table in first.items()} == kept


def test_replicates_share_the_deal_and_differ_in_the_play(deck):
    tables = played(make_game(deck, ("random",), 10, replicates=3))
    dealt = tables["cards"].filter(tables["cards"]["events"] & 1 == 1)
    dealt = dealt.join(tables["games"], on="game").sort("deal", "replicate", "seat", "card")
    hands = [
        group["card"].to_list()
        for _, group in dealt.group_by("deal", "replicate", maintain_order=True)
    ]
    assert hands[0::3] == hands[1::3] == hands[2::3]
    scores = tables["players"].join(tables["games"], on="game").sort("replicate", "deal", "seat")
    one, two, three = np.array_split(scores["score"].to_numpy(), 3)
    assert (one != two).any()
    assert (two != three).any()


def test_ten_games_are_ten_times_one_game(deck):
    whole = played(make_game(deck, ("random", "cautious"), 10))
    alone = make_game(deck, ("random", "cautious"), 10)
    for deal in range(10):
        block = alone.play(deal, deal + 1)["players"]
        games = whole["games"].filter(whole["games"]["deal"] == deal)["game"]
        assert block.equals(
            whole["players"].filter(whole["players"]["game"].is_in(games.implode()))
        )


def test_another_seed_gives_other_games(deck):
    game = make_game(deck, ("random",), 10)
    other = replace(game, plan=replace(game.plan, seed=8), _local={})
    assert not played(game)["players"]["score"].equals(played(other)["players"]["score"])
