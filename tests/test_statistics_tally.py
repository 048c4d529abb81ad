"""Tallies: sums merge in any split, and don't overflow."""

import numpy as np
import polars as pl
import pytest

from analysis.bots import bot_table
from analysis.cards import card_table
from analysis.runs import Joined, open_run
from analysis.tally import cross_sums, deal_sums, merge, moments, ratio_sums, with_ratio
from tests.support.synthetic_run import drawn_from_model


def rows(seed=1, count=400):
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "deal": rng.integers(0, 60, count),
            "policy": rng.choice(["a", "b"], count),
            "score": pl.Series(rng.integers(-50, 300, count), dtype=pl.Int32),
            "seats": pl.Series(np.ones(count), dtype=pl.Int8),
        }
    )


def tally_of(frame):
    deals = deal_sums(frame, ["policy"], ["score", "seats"])
    return moments(deals, ["policy"], [("score", "seats")])


@pytest.mark.parametrize("blocks", [1, 2, 7, 60])
def test_tallies_of_blocks_add_up_to_the_tally_of_the_whole(blocks):
    frame = rows()
    parts = [tally_of(frame.filter(pl.col("deal") % blocks == b)) for b in range(blocks)]
    whole = merge([tally_of(frame)], ["policy"])
    assert merge(parts, ["policy"]).equals(whole)
    assert merge(parts[::-1], ["policy"]).equals(whole)


def test_sums_are_those_of_the_deals():
    frame = rows()
    got = ratio_sums(merge([tally_of(frame)], ["policy"]), "score", "seats")
    for i, policy in enumerate(["a", "b"]):
        deals = {}
        for deal, owner, score, _ in frame.iter_rows():
            if owner == policy:
                y, n = deals.get(deal, (0, 0))
                deals[deal] = (y + score, n + 1)
        y, n = np.array(list(deals.values())).T
        expected = (len(deals), y.sum(), n.sum(), y @ y, y @ n, n @ n)
        assert tuple(column[i] for column in got) == expected


def test_sums_of_32_bit_scores_do_not_overflow():
    # Case TL-38: a million scores of 397.
    million = 1_000_000
    frame = pl.DataFrame(
        {
            "deal": np.arange(million),
            "score": pl.Series(np.full(million, 397), dtype=pl.Int32),
            "seats": pl.Series(np.ones(million), dtype=pl.Int32),
        }
    )
    tally = moments(deal_sums(frame, [], ["score", "seats"]), [], [("score", "seats")])
    assert tally["score"][0] == 397_000_000
    assert tally["score*score"][0] == 157_609_000_000
    rated = with_ratio(tally, "mean", "score", "seats", "mean")
    assert rated["mean"][0] == 397
    assert rated["mean_stderr"][0] == 0


def test_what_cannot_be_said_is_null_and_never_nan():
    frame = pl.DataFrame({"deal": [1], "policy": ["a"], "win": [0.0], "seats": [0]})
    tally = moments(deal_sums(frame, ["policy"], ["win", "seats"]), ["policy"], [("win", "seats")])
    rated = with_ratio(tally, "credit", "win", "seats")
    assert rated.select("credit", "credit_stderr", "credit_low", "credit_high").row(0) == (
        None, None, None, None,
    )  # fmt: skip


def test_products_between_two_ratios():
    # Two deals: (y1, n1, y2, n2) = (1, 2, 3, 4) and (5, 6, 7, 8).
    frame = pl.DataFrame({"deal": [0, 1], "y1": [1, 5], "n1": [2, 6], "y2": [3, 7], "n2": [4, 8]})
    pairs = [("y1", "y2"), ("y1", "n2"), ("n1", "y2"), ("n1", "n2")]
    tally = moments(frame, [], [("y1", "n1"), ("y2", "n2")], pairs)
    got = cross_sums(tally, ("y1", "n1"), ("y2", "n2"))
    assert [column[0] for column in got] == [3 + 35, 4 + 40, 6 + 42, 8 + 48]


def test_neighbouring_blocks_are_added_up_together_or_one_by_one_alike(tmp_path, monkeypatch):
    folder = drawn_from_model(tmp_path / "run", deals=60, block_deals=10)
    seen = []

    def sums(block):
        seen.append(block)
        seats = block.seats().with_columns(pl.lit(1).alias("n"))
        deals = deal_sums(seats, ["policy"], ["win", "n"])
        return moments(deals, ["policy"], [("win", "n")])

    together = open_run(folder).tally(sums, ["policy"])
    assert len(seen) < 6
    assert any(isinstance(block, Joined) for block in seen)
    seen.clear()
    monkeypatch.setattr("analysis.runs.JOINED_SEATS", 0)
    alone = open_run(folder).tally(sums, ["policy"])
    assert len(seen) == 6
    assert together.columns == alone.columns
    for column in together.columns:
        expected = alone[column].to_list()
        same = expected if column == "policy" else pytest.approx(expected)
        assert together[column].to_list() == same


def test_blocks_that_can_not_be_joined_are_added_up_one_by_one(tmp_path):
    folder = drawn_from_model(tmp_path / "run", deals=40, block_deals=10)
    before = bot_table(open_run(folder))
    path = sorted((folder / "players").glob("*.parquet"))[1]
    pl.read_parquet(path).with_columns(pl.col("score").cast(pl.Int16)).write_parquet(path)
    after = bot_table(open_run(folder))
    assert after["score"].to_list() == pytest.approx(before["score"].to_list())
    assert after["win"].to_list() == pytest.approx(before["win"].to_list())


def test_card_rows_and_seats_may_lie_in_any_order(tmp_path):
    folder = drawn_from_model(tmp_path / "run", deals=40, block_deals=20)
    before = card_table(open_run(folder))
    for path in folder.glob("*/*.parquet"):
        pl.read_parquet(path).sample(fraction=1.0, shuffle=True, seed=3).write_parquet(path)
    after = card_table(open_run(folder))
    assert after["card"].to_list() == before["card"].to_list()
    for column in ("dealt_effect", "dealt_effect_low", "kept", "times_offered"):
        assert after[column].to_list() == pytest.approx(before[column].to_list(), nan_ok=True)
