"""Runs side by side, against scipy's tests and hand computations."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.runs import open_run
from analysis.side_by_side import difference_of, run_names, side_bots, side_by_side
from analysis.side_cards import side_cards, side_spread
from sim.errors import RealmvaleError
from tests.support.synthetic_run import by_hand
from tests.support.synthetic_vale import by_hand as vale_by_hand


def random_games(seed, deals=150, players=2, shift=0.0, luck=None):
    """One game a deal; `luck` is what a deal gives to all its seats."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 20, deals) if luck is None else luck
    games = []
    for deal in range(deals):
        scores = np.round(100 + shift + luck[deal] + rng.normal(0, 3, players)).astype(int)
        best = scores == scores.max()
        seats = [("a", int(s), float(b / best.sum())) for s, b in zip(scores, best, strict=True)]
        games.append({"deal": deal, "seats": seats, "turns": int(rng.integers(20, 60))})
    return games


def means(games):
    return np.array([np.mean([score for _, score, _ in game["seats"]]) for game in games])


def row_of(frame, **where):
    return frame.filter(*(pl.col(k) == v for k, v in where.items())).row(0, named=True)


def two(tmp_path, one, other, **changes):
    first = open_run(by_hand(tmp_path / "one", one))
    return [first, open_run(by_hand(tmp_path / "other", other, **changes))]


def test_one_seed_is_compared_deal_by_deal(tmp_path):
    luck = np.random.default_rng(1).normal(0, 20, 150)
    one, other = random_games(2, luck=luck), random_games(3, luck=luck, shift=2.0)
    row = row_of(side_by_side(two(tmp_path, one, other)), measure="score", run="other")
    wanted = stats.ttest_rel(means(other), means(one)).confidence_interval()
    assert row["paired"] is True
    assert row["difference_low"] == pytest.approx(wanted.low)
    assert row["difference_high"] == pytest.approx(wanted.high)
    # what luck gives to both cancels
    assert row["difference_stderr"] < 0.5 < row["value_stderr"]


def test_other_seeds_are_independent(tmp_path):
    one, other = random_games(2), random_games(3, shift=2.0)
    row = row_of(side_by_side(two(tmp_path, one, other, seed=8)), measure="score", run="other")
    a, b = means(other), means(one)
    assert row["paired"] is False
    assert row["difference"] == pytest.approx(a.mean() - b.mean())
    assert row["difference_stderr"] == pytest.approx(
        np.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b)), rel=1e-9
    )


def test_length_and_shared_wins_by_hand(tmp_path):
    level = {"seats": [("a", 50, 0.5), ("a", 50, 0.5)]}
    clear = {"seats": [("a", 60, 1.0), ("a", 50, 0.0)]}
    one = [{"deal": 0, "turns": 30, **clear}, {"deal": 1, "turns": 50, **level}]
    other = [{"deal": 0, "turns": 34, **clear}, {"deal": 1, "turns": 58, **clear}]
    table = side_by_side(two(tmp_path, one, other))
    turns = row_of(table, measure="turns", run="other")
    assert (turns["value"], turns["difference"]) == (46.0, 6.0)  # (34 + 58) / 2 - (30 + 50) / 2
    shared = row_of(table, measure="shared_wins", run="one")
    assert (shared["value"], shared["n"]) == (0.5, 2)
    seat = row_of(table, measure="seat 1", run="one")
    assert seat["value"] == 0.75  # (1 + 0.5) / 2
    assert row_of(table, measure="score", run="one")["difference"] is None


def test_three_players_against_four(tmp_path):
    runs = two(tmp_path, random_games(1, 20, 3), random_games(2, 20, 4))
    table = side_by_side(runs)
    fourth = table.filter(pl.col("measure") == "seat 4")
    assert fourth["run"].to_list() == ["other"]
    assert fourth["difference"].to_list() == [None]
    assert row_of(table, measure="seat 1", run="other")["difference"] is not None
    bots = side_bots(runs)
    assert bots["expected"].to_list() == pytest.approx([1 / 3, 1 / 4])


def test_deals_that_one_run_lacks_count_for_the_other(tmp_path):
    one, other = random_games(1, 40), random_games(2, 25)
    row = row_of(side_by_side(two(tmp_path, one, other)), measure="score", run="other")
    assert row["difference"] == pytest.approx(means(other).mean() - means(one).mean())
    assert row["deals"] == 25


def test_difference_of_ratios_with_unequal_deals_by_hand():
    mine = pl.DataFrame({"deal": [0, 1], "y": [6.0, 2.0], "n": [2, 1]})
    base = pl.DataFrame({"deal": [0, 1], "y0": [1.0, 3.0], "n0": [1, 1]})
    row = difference_of(mine, base).row(0, named=True)
    assert row["difference"] == pytest.approx(8 / 3 - 2)
    # residuals: (6 - 16/3)/3 - (1 - 2)/2 = 13/18 and (2 - 8/3)/3 - (3 - 2)/2 = -13/18
    assert row["difference_stderr"] == pytest.approx(np.sqrt(2 * 2 * (13 / 18) ** 2))


def test_runs_without_games_and_of_one_deal_break_nothing(tmp_path):
    one = [{"deal": 0, "seats": [("a", 5, 1.0), ("b", -5, 0.0)]}]
    empty = open_run(by_hand(tmp_path / "none", [], policies=["a"], seed=7))
    runs = [open_run(by_hand(tmp_path / "one", one)), empty]
    table = side_by_side(runs)
    assert row_of(table, measure="score", run="one")["value"] == 0.0
    assert row_of(table, measure="score", run="none")["value"] is None
    assert side_cards(runs).height >= 0
    assert side_spread(runs).height == 2


def test_runs_of_two_games_are_refused(tmp_path):
    vale = open_run(vale_by_hand(tmp_path / "v", [{"deal": 0, "seats": [("a", 9, 1.0)] * 2}]))
    with pytest.raises(RealmvaleError, match="only runs of one game"):
        side_by_side([open_run(by_hand(tmp_path / "f", random_games(1, 2))), vale])


def test_runs_called_the_same_are_told_apart(tmp_path):
    runs = [open_run(by_hand(tmp_path / k / "run", random_games(1, 2))) for k in "ab"]
    assert run_names(runs) == ["run", "run (2)"]


def test_the_spread_of_equal_cards_is_noise(tmp_path):
    """Cards that mean nothing: what spreads is chance, and little of it is left as true."""
    rng = np.random.default_rng(4)
    games = []
    for deal in range(400):
        winner = int(rng.integers(2))
        held = rng.permutation(8)
        games.append(
            {
                "deal": deal,
                "seats": [("a", 50, float(winner == s)) for s in range(2)],
                "held": {(s, f"card-{c}"): (["dealt"], 0, 0) for s in range(2)
                         for c in held[4 * s : 4 * s + 4]},
            }
        )  # fmt: skip
    from tests.support.synthetic_run import made_up_cards

    run = open_run(by_hand(tmp_path / "r", games, cards=made_up_cards(8)))
    row = side_spread([run]).row(0, named=True)
    assert row["cards"] == 8
    assert row["condition"] == "dealt"
    assert row["spread_seen"] == pytest.approx(row["noise"], rel=0.7)
    assert row["spread"] < row["spread_seen"]
    changes = side_cards([run, run])
    assert changes.filter(pl.col("change").is_not_null())["change"].abs().max() == 0.0
