"""Synergy of pairs: against a planted one, a regression library's residuals, and by hand."""

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.additive import Hands, expectations
from analysis.report import make_tables
from analysis.runs import open_run
from analysis.synergy import (
    COMMON_BATCHES,
    final_hands,
    moderated,
    pair_synergy,
    shrunk,
    synergy_of,
)
from analysis.synergy_section import synergy_section
from tests.support.synthetic_run import by_hand, drawn_from_model, made_up_cards

CARDS = pl.DataFrame({"card": [f"c{k}" for k in range(10)], "name": [f"C{k}" for k in range(10)]})


def hands(seats=4000, bonus=0.0, noise=5.0, seed=1, per_deal=4):
    """Hands of four of ten cards; two bots; cards 2 and 5 together bring a bonus."""
    rng = np.random.default_rng(seed)
    held = (np.argsort(rng.random((seats, 10)), axis=1) < 4).astype(np.uint8)
    bot = rng.integers(0, 2, seats)
    score = 20.0 * bot + held @ np.arange(10.0) + rng.normal(0, noise, seats)
    score += bonus * held[:, 2] * held[:, 5]
    return Hands(held, bot, np.arange(seats) // per_deal, score)


def row_of(table, card, other):
    return table.row(by_predicate=(pl.col("card") == card) & (pl.col("other") == other), named=True)


def test_expectations_are_those_of_least_squares():
    made = hands(500)
    x = np.hstack([np.eye(2)[made.bot], made.held])
    fitted = x @ np.linalg.pinv(x) @ made.score
    assert expectations(made) == pytest.approx(fitted)


def test_expectations_against_another_library():
    api = pytest.importorskip("statsmodels.api")
    made = hands(500)
    x = np.hstack([np.eye(2)[made.bot], made.held[:, 1:]]).astype(float)
    assert expectations(made) == pytest.approx(api.OLS(made.score, x).fit().fittedvalues)


def test_a_sum_of_cards_has_no_synergy():
    table = synergy_of(CARDS, hands(noise=0.0))
    assert np.abs(table["synergy"].to_numpy()).max() < 1e-6


def test_a_planted_pair_comes_out_first_and_nothing_else_is_sure():
    table = synergy_of(CARDS, hands(8000, bonus=12.0))
    first = table.row(0, named=True)
    assert (first["card"], first["other"]) == ("c2", "c5")
    assert first["q_value"] < 1e-6
    # A part of the bonus is told as effects of the two cards; the rest is the pair's.
    assert 5 < first["synergy"] < 12
    assert first["observed"] - first["expected"] == pytest.approx(first["synergy"])


def test_without_any_synergy_hardly_a_pair_is_sure():
    found = [
        (synergy_of(CARDS, hands(2000, seed=seed))["q_value"] < 0.05).sum() for seed in range(20)
    ]
    # Each of twenty tables has a false find with at most 5 %: more than four are one in 400.
    assert sum(number > 0 for number in found) <= 4


def test_intervals_by_hand():
    # As many deals as seats and few of them: each deal is a batch.
    made = hands(120, bonus=5.0, per_deal=1)
    table = synergy_of(CARDS, made)
    row = row_of(table, "c2", "c5")
    rest = made.score - expectations(made)
    both = (made.held[:, 2] * made.held[:, 5]) == 1
    n = both.sum()
    assert row["seats"] == n
    assert row["observed"] == pytest.approx(made.score[both].mean())
    value = rest[both].mean()
    assert row["synergy"] == pytest.approx(value)
    # What the additive model can't tell of who has both; 11 of its 12 numbers are free.
    x = np.hstack([np.eye(2)[made.bot], made.held]).astype(float)
    untold = both - x @ np.linalg.lstsq(x, both.astype(float), rcond=None)[0]
    parts = untold * rest - value * both
    expected = math.sqrt(n / (n - 1) * 120 / (120 - 11) * (parts**2).sum()) / n
    assert row["synergy_stderr"] == pytest.approx(expected)
    assert row["p_value"] == pytest.approx(2 * stats.t.sf(abs(value) / expected, n - 1))
    low, high = stats.t.interval(0.95, n - 1, value, expected)
    assert (row["synergy_low"], row["synergy_high"]) == pytest.approx((low, high))


def test_q_values_are_benjamini_hochbergs():
    table = synergy_of(CARDS, hands(2000))
    p = table["p_value"].to_numpy()
    assert table["q_value"].to_numpy() == pytest.approx(stats.false_discovery_control(p))


def test_shrinkage_by_hand():
    # Equal noise of variance 4, mean square 25/2 + ...: values 3, -4, 5: (9 + 16 + 25)/3 - 4.
    value, stderr = np.array([3.0, -4.0, 5.0]), np.full(3, 2.0)
    spread = 50 / 3 - 4
    assert shrunk(value, stderr) == pytest.approx(value * spread / (spread + 4))


def test_pure_noise_is_drawn_to_zero_and_little_noise_hardly():
    assert shrunk(np.array([0.5, -0.5]), np.array([1.0, 1.0])).tolist() == [0.0, 0.0]
    value = np.array([3.0, -4.0, 5.0])
    assert shrunk(value, np.full(3, 0.01)) == pytest.approx(value, rel=1e-4)


def test_shrunk_values_are_nearer_to_the_truth_than_raw_ones():
    rng = np.random.default_rng(6)
    truth, stderr = rng.normal(0, 1, 500), rng.uniform(0.2, 3, 500)
    value = truth + rng.normal(0, 1, 500) * stderr
    errors = [((x - truth) ** 2).mean() for x in (value, shrunk(value, stderr))]
    assert errors[1] < 0.5 * errors[0]


def test_moderated_errors_by_hand():
    # Seat variances 4 (of 2 batches) and 100 (of 101): together (4 + 100 * 100) / 101.
    seats, batches = np.array([2.0, 400.0]), np.array([2.0, 101.0])
    stderr = np.sqrt(np.array([4.0, 100.0]) / seats)
    common = (4 + 100 * 100) / 101
    first = (4 + COMMON_BATCHES * common) / (1 + COMMON_BATCHES)
    second = (100 * 100 + COMMON_BATCHES * common) / (100 + COMMON_BATCHES)
    expected = [math.sqrt(first / 2), math.sqrt(second / 400)]
    assert moderated(stderr, seats, batches) == pytest.approx(expected)


def test_two_lucky_seats_do_not_come_before_a_pair_that_was_met_often():
    made = hands(4000, bonus=12.0)
    both = made.held[:, 0] * made.held[:, 1] == 1
    made.held[both, 1] = 0
    lucky = np.flatnonzero(both)[[0, -1]]
    made.held[lucky, 1] = 1  # two hands hold this pair, and both score alike and high
    made.score[lucky] = expectations(made)[lucky] + [25.0, 25.1]
    table = synergy_of(CARDS, made)
    assert row_of(table, "c0", "c1")["synergy"] > row_of(table, "c2", "c5")["synergy"]
    assert (table["card"][0], table["other"][0]) == ("c2", "c5")


def test_pairs_never_seen_are_last_and_empty(tmp_path):
    held = {(0, "card-0"): (("final",), 0, 1), (0, "card-1"): (("final",), 0, 1)}
    games = [{"deal": d, "seats": [("a", 9 + d, 1.0), ("b", 8, 0.0)], "held": held}
             for d in range(3)]  # fmt: skip
    run = open_run(by_hand(tmp_path / "r", games, cards=made_up_cards(3)))
    table = pair_synergy(run)
    assert table.height == 3
    assert (table["seats"][0], table["seats"][2]) == (3, 0)
    assert table["synergy_too_few"][0]
    assert table["synergy"][1:].null_count() == 2
    assert synergy_section(run, make_tables(run)).tables


@pytest.mark.parametrize("games", [0, 1])
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_hardly_anything_breaks_nothing(tmp_path, games, cards):
    rows = [{"deal": 0, "seats": [("a", -5, 0.5), ("b", -5, 0.5)]}] * games
    run = open_run(by_hand(tmp_path / "r", rows, cards=made_up_cards(cards)))
    table = pair_synergy(run)
    assert table.height == cards * (cards - 1) // 2
    assert table["synergy"].null_count() == table.height
    assert "often enough" in synergy_section(run, {"pairs": table}).text[0]


def test_hands_are_the_cards_held_at_the_end(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=30, block_deals=10))
    found = final_hands(run)
    assert found.held.shape == (30 * 4 * 4, len(made_up_cards()))
    assert (found.held.sum(axis=1) == 7).all()
    final = pl.read_parquet(tmp_path / "r/cards/*.parquet").filter(
        (pl.col("events").cast(pl.Int64) & 16) != 0
    )
    assert found.held.sum() == final.height
    assert np.unique(found.deal).size == 30
