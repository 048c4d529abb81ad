"""Margins, the first seat's advantage and the extremes: by hand, and against scipy."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.margins import LISTED, blow_out, extremes, first_player, margin_counts, margin_table
from analysis.report import make_tables, write_report
from analysis.runs import open_run
from tests.support.synthetic_run import by_hand, drawn_from_model


def games_of(scores):
    """Games of as many seats as scores; the best of them wins, level ones share."""
    rows = []
    for deal, mine in enumerate(scores):
        best = max(mine)
        share = 1 / mine.count(best)
        seats = [(f"bot{k}", s, share if s == best else 0.0) for k, s in enumerate(mine)]
        rows.append({"deal": deal, "seats": seats})
    return rows


def test_margins_by_hand(tmp_path):
    # Margins 10, 0, 25 and 4; the first of them between negative scores.
    scores = [(-20, -30, -31), (50, 50, 10), (80, 55, 20), (44, 40, 40)]
    run = open_run(by_hand(tmp_path / "r", games_of(scores)))
    assert dict(margin_counts(run).iter_rows()) == {0: 1, 4: 1, 10: 1, 25: 1}
    row = margin_table(run).row(0, named=True)
    assert (row["games"], row["deals"]) == (4, 4)
    assert row["margin"] == pytest.approx(39 / 4)
    assert row["margin_stderr"] == pytest.approx(stats.sem([10, 0, 25, 4]))
    assert row["level_share"] == 0.25
    assert row["median"] == 4
    # The standard deviation of the twelve scores, rounded up: no margin is as large.
    assert row["blow_out"] == blow_out(run) == int(np.ceil(np.std(np.ravel(scores), ddof=1)))
    assert row["blow_outs"] == 0


def test_blow_outs_are_won_by_a_standard_deviation(tmp_path):
    scores = [(100, 0)] + [(52, 50)] * 9
    run = open_run(by_hand(tmp_path / "r", games_of(scores)))
    assert blow_out(run) == int(np.ceil(np.std(np.ravel(scores), ddof=1)))
    assert margin_table(run)["blow_outs"][0] == pytest.approx(0.1)


def test_the_first_seat_against_the_mean_of_the_others(tmp_path):
    rng = np.random.default_rng(1)
    scores = [tuple(int(s) for s in rng.integers(0, 100, 3)) for _ in range(120)]
    games = games_of(scores)
    row = first_player(open_run(by_hand(tmp_path / "r", games))).row(0, named=True)
    wins = np.array([[seat[2] for seat in game["seats"]] for game in games])
    for name, values in (("win", wins), ("score", np.array(scores, float))):
        gaps = values[:, 0] - values[:, 1:].mean(axis=1)
        expected = stats.ttest_1samp(gaps, 0).confidence_interval(0.95)
        assert row[f"{name}_advantage"] == pytest.approx(gaps.mean())
        assert row[f"{name}_advantage_low"] == pytest.approx(expected.low)
        assert row[f"{name}_advantage_high"] == pytest.approx(expected.high)


def test_extremes_by_hand(tmp_path):
    scores = [(k, 100 - k) for k in range(12)] + [(0, 100)]
    games = games_of(scores)
    games[0]["held"] = {(1, "card-2"): (("final",), 0, 9), (1, "card-1"): (("dealt",), 0, 0)}
    table = extremes(open_run(by_hand(tmp_path / "a run", games)))
    best, worst = (table.filter(pl.col("end") == end) for end in ("best", "worst"))
    assert best["score"].to_list() == [100, 100, 99, 98, 97]
    assert best["game"].to_list() == [0, 12, 1, 2, 3]
    assert worst["score"].to_list() == [0, 0, 1, 2, 3]
    assert best["cards"][0] == "Card 2"
    assert best["trace"][0] == f"realmvale trace '{tmp_path / 'a run'}' --game 0"


def test_extremes_are_those_of_all_rows(tmp_path):
    folder = drawn_from_model(tmp_path / "r", deals=40, block_deals=7)
    rows = pl.read_parquet(folder / "players/*.parquet").sort("game", "seat")
    table = extremes(open_run(folder))
    for end, down in (("best", True), ("worst", False)):
        want = rows.sort("score", "game", "seat", descending=[down, False, False]).head(LISTED)
        got = table.filter(pl.col("end") == end)
        assert got.select("score", "game", "seat").rows() == (
            want.select("score", "game", "seat").rows()
        )


def test_a_run_without_card_rows_has_extremes_without_cards(tmp_path):
    folder = drawn_from_model(tmp_path / "r", deals=5, keep="players")
    assert extremes(open_run(folder))["cards"].null_count() == 2 * LISTED
    write_report(open_run(folder), tmp_path / "out")


@pytest.mark.parametrize("scores", [[], [(5, 5)], [(7,)], [(0, 0, 0)] * 3])
def test_hardly_anything_breaks_nothing(tmp_path, scores):
    run = open_run(by_hand(tmp_path / "r", games_of(scores), policies=["bot0", "bot1", "bot2"]))
    for make in (margin_table, margin_counts, first_player, extremes):
        frame = make(run)
        assert not any(frame[c].is_nan().any() for c in frame.columns if frame[c].dtype.is_float())
    if scores and len(scores[0]) > 1:
        tables = make_tables(run)
        assert tables["margins"]["blow_outs"][0] == 0
