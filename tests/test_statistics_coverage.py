"""95 % intervals of mean scores and of pairs hold the truth in 93 to 97 % of repetitions.

Those of win credit and of differences are tested with the intervals themselves.
"""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.additive import Hands
from analysis.intervals import RatioSums, ratio
from analysis.synergy import synergy_of

CARDS = pl.DataFrame({"card": [f"c{k}" for k in range(8)], "name": [f"C{k}" for k in range(8)]})


def possible(hits, reps, low=0.93, high=0.97):
    """The count of hits must be possible for a coverage in [low, high]; error rate 1 in 1e5."""
    assert stats.binom.cdf(hits, reps, low) > 5e-6, f"covers only {hits / reps:.3f}"
    assert stats.binom.sf(hits - 1, reps, high) > 5e-6, f"covers {hits / reps:.3f}"


def mean_scores_covered(reps, deals, seed):
    """Scores with a long tail, those of a deal alike, one to four seats of the bot in each deal."""
    rng = np.random.default_rng(seed)
    n = rng.integers(1, 5, (reps, deals)).astype(float)
    luck = rng.exponential(20.0, (reps, deals))  # mean 20
    noise = rng.normal(0, 15, (reps, deals)) * np.sqrt(n)
    y = n * (80 + luck) + noise
    sums = RatioSums(*(a.sum(axis=1) for a in (1.0 * (n > 0), y, n, y * y, y * n, n * n)))
    estimate = ratio(sums, "mean")
    return int(((estimate.low <= 100) & (estimate.high >= 100)).sum())


@pytest.mark.parametrize("deals", [100, 400])
def test_mean_score_intervals_cover(deals):
    possible(mean_scores_covered(1000, deals, 31), 1000)


@pytest.mark.long
@pytest.mark.parametrize("deals", [100, 200, 1000])
def test_mean_score_intervals_cover_in_2000_repetitions(deals):
    assert 0.93 <= mean_scores_covered(2000, deals, 32) / 2000 <= 0.97


def final_hands(rng, deals, bonus):
    """Hands of three of eight cards, four seats a deal, alike within it; a pair brings a bonus."""
    seats = 4 * deals
    held = (np.argsort(rng.random((seats, 8)), axis=1) < 3).astype(np.uint8)
    bot = rng.integers(0, 2, seats)
    deal = np.arange(seats) // 4
    score = 20.0 * bot + held @ np.arange(8.0) + rng.normal(0, 8, deals)[deal]
    score += rng.normal(0, 10, seats) + bonus * held[:, 2] * held[:, 5]
    return Hands(held, bot, deal, score)


def pair_effects_covered(reps, deals, seed, bonus=15.0):
    """How often the intervals of a planted pair, and of pairs of other cards, hold the truth."""
    many = synergy_of(CARDS, final_hands(np.random.default_rng(98), 200_000, bonus))
    pairs = [("c2", "c5"), ("c0", "c1"), ("c2", "c3")]
    truth = {(c, o): s for c, o, s in many.select("card", "other", "synergy").iter_rows()}
    rng, hits = np.random.default_rng(seed), 0
    for _ in range(reps):
        table = synergy_of(CARDS, final_hands(rng, deals, bonus))
        rows = {(r["card"], r["other"]): r for r in table.iter_rows(named=True)}
        hits += sum(rows[p]["synergy_low"] <= truth[p] <= rows[p]["synergy_high"] for p in pairs)
    return hits, reps * len(pairs)


def test_pair_effect_intervals_cover():
    possible(*pair_effects_covered(300, 300, 33))


@pytest.mark.long
def test_pair_effect_intervals_cover_in_2000_repetitions():
    hits, number = pair_effects_covered(2000, 400, 34)
    assert 0.93 <= hits / number <= 0.97
