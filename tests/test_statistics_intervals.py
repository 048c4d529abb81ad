"""Intervals against published figures, scipy, and the definitions written out in loops."""

import numpy as np
import pytest
from scipy import stats

from analysis.intervals import CrossSums, RatioSums, difference, effective_n, ratio, wilson


def sums(y, n):
    """Sums over the last axis (deals) of y and n; one element for each leading row."""
    y, n = np.atleast_2d(np.asarray(y, float)), np.atleast_2d(np.asarray(n, float))
    return RatioSums(*(a.sum(axis=1) for a in (1.0 * (n > 0), y, n, y * y, y * n, n * n)))


def cross(y1, n1, y2, n2):
    rows = [np.atleast_2d(np.asarray(a, float)) for a in (y1, n1, y2, n2)]
    y1, n1, y2, n2 = rows
    return CrossSums(*(a.sum(axis=1) for a in (y1 * y2, y1 * n2, n1 * y2, n1 * n2)))


def one(estimate, field):
    return float(getattr(estimate, field)[0])


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # Cases TL-14, TL-15, TL-17 and TL-22, rounded as published.
        (1, 1, 0.21, 1.0),
        (10, 10, 0.722, 1.0),
        (0, 10, 0.0, 0.278),
        (53, 150, 0.281, 0.433),
        (29, 60, 0.362, 0.607),
        (6, 6, 0.61, 1.0),
    ],
)
def test_wilson_matches_published_intervals(wins, n, low, high):
    got_low, got_high = wilson(np.array([wins / n]), np.array([float(n)]))
    assert got_low[0] == pytest.approx(low, abs=0.006 if n < 10 else 0.0006)
    assert got_high[0] == pytest.approx(high, abs=0.0006)


@pytest.mark.parametrize(("wins", "n"), [(19, 20), (1, 7), (0, 3), (500, 1000), (3, 3)])
def test_wilson_matches_scipy_and_stays_in_bounds(wins, n):
    low, high = wilson(np.array([wins / n]), np.array([float(n)]))
    expected = stats.binomtest(wins, n).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low[0] <= high[0] <= 1


@pytest.mark.parametrize(("wins", "n"), [(53, 150), (1, 1), (10, 10), (400, 1000)])
def test_one_yes_or_no_a_deal_is_wilson_at_n(wins, n):
    estimate = ratio(sums([1] * wins + [0] * (n - wins), np.ones(n)))
    low, high = wilson(np.array([wins / n]), np.array([float(n)]))
    assert one(estimate, "low") == pytest.approx(low[0])
    assert one(estimate, "high") == pytest.approx(high[0])


def test_ratio_by_hand():
    # Deals (y, n): (1, 2), (3, 4), (2, 2). R = 6/8 = 0.75; residuals -0.5, 0, 0.5.
    # Variance = 3/2 * (0.25 + 0 + 0.25) / 8^2 = 0.01171875.
    estimate = ratio(sums([1, 3, 2], [2, 4, 2]), "mean")
    assert one(estimate, "value") == 0.75
    assert one(estimate, "stderr") == pytest.approx(0.01171875**0.5)
    half = stats.t.ppf(0.975, 2) * 0.01171875**0.5
    assert one(estimate, "low") == pytest.approx(0.75 - half)
    assert estimate.too_few[0]


def test_mean_of_one_value_a_deal_is_the_t_interval():
    values = np.random.default_rng(1).normal(100, 30, 40)
    estimate = ratio(sums(values, np.ones(40)), "mean")
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert one(estimate, "stderr") == pytest.approx(stats.sem(values))
    assert (one(estimate, "low"), one(estimate, "high")) == pytest.approx(tuple(expected))


def test_large_sample_share_is_the_linearised_interval():
    rng = np.random.default_rng(2)
    n = rng.integers(1, 5, 600)
    y = rng.binomial(n, rng.beta(2, 3, 600))
    estimate = ratio(sums(y, n))
    value = y.sum() / n.sum()
    squares = sum((a - value * b) ** 2 for a, b in zip(y, n, strict=True))
    stderr = np.sqrt(600 / 599 * squares) / n.sum()
    half = stats.t.ppf(0.975, 599) * stderr
    assert one(estimate, "stderr") == pytest.approx(stderr)
    assert one(estimate, "low") == pytest.approx(value - half)
    assert one(estimate, "high") == pytest.approx(value + half)
    assert not estimate.too_few[0]


def test_deals_played_four_times_over_are_not_four_times_the_evidence():
    # The same 200 results, each counted once or four times within its deal.
    wins = np.arange(200) % 3 == 0
    once = ratio(sums(wins, np.ones(200)))
    four = ratio(sums(4 * wins, np.full(200, 4)))
    assert one(four, "stderr") == pytest.approx(one(once, "stderr"))


def test_difference_on_shared_deals_is_the_paired_t_interval():
    rng = np.random.default_rng(3)
    luck = rng.normal(0, 20, 150)
    a, b, ones = luck + rng.normal(5, 3, 150), luck + rng.normal(0, 3, 150), np.ones(150)
    estimate = difference(sums(a, ones), sums(b, ones), cross(a, ones, b, ones), "mean")
    expected = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert one(estimate, "value") == pytest.approx(np.mean(a - b))
    assert (one(estimate, "low"), one(estimate, "high")) == pytest.approx(tuple(expected))
    # Case TL-21: clearly below the standard error of unpaired games.
    unpaired = np.sqrt(stats.sem(a) ** 2 + stats.sem(b) ** 2)
    assert one(estimate, "stderr") < unpaired / 3


def test_difference_of_ratios_with_varying_n_matches_the_joint_residuals():
    rng = np.random.default_rng(4)
    n1, n2 = rng.integers(1, 6, 300), rng.integers(1, 6, 300)
    y1, y2 = rng.binomial(n1, 0.4), rng.binomial(n2, 0.3)
    estimate = difference(sums(y1, n1), sums(y2, n2), cross(y1, n1, y2, n2))
    r1, r2 = y1.sum() / n1.sum(), y2.sum() / n2.sum()
    residual = (y1 - r1 * n1) / n1.sum() - (y2 - r2 * n2) / n2.sum()
    assert one(estimate, "value") == pytest.approx(r1 - r2)
    assert one(estimate, "stderr") == pytest.approx(np.sqrt(300 / 299 * (residual**2).sum()))


def test_a_thing_compared_with_itself_differs_by_exactly_nothing():
    # Case TL-20: the mirror match.
    y, n = np.arange(120) % 4, np.full(120, 4)
    estimate = difference(sums(y, n), sums(y, n), cross(y, n, y, n))
    assert [one(estimate, f) for f in ("value", "stderr", "low", "high")] == [0, 0, 0, 0]


def test_nothing_seen_gives_nothing_and_no_warning():
    empty = sums([0, 0], [0, 0])
    estimate = ratio(empty)
    assert np.isnan([one(estimate, f) for f in ("value", "stderr", "low", "high")]).all()
    assert not estimate.too_few[0]
    gap = difference(empty, sums([1, 0], [1, 1]), cross([0, 0], [0, 0], [1, 0], [1, 1]))
    assert np.isnan(one(gap, "value"))
    assert np.isnan(one(gap, "low"))


def test_one_deal_has_a_wide_interval_and_never_plus_minus_nothing():
    # Case TL-44. One deal of four seats, two won: worth one trial, not four.
    estimate = ratio(sums([2], [4]))
    assert one(estimate, "high") - one(estimate, "low") > 0.8
    assert estimate.too_few[0]
    mean = ratio(sums([300], [4]), "mean")
    assert one(mean, "value") == 75
    assert np.isnan(one(mean, "low"))


def test_small_difference_is_put_together_from_both_intervals():
    # Newcombe's method 10 with its own example: 56/70 against 48/80 differ by 0.20, with the
    # interval 0.0524 to 0.3339 (Statistics in Medicine 17, 1998, table II, contrast a).
    a, b = [1] * 56 + [0] * 14 + [0] * 80, [0] * 70 + [1] * 48 + [0] * 32
    na, nb = [1] * 70 + [0] * 80, [0] * 70 + [1] * 80
    estimate = difference(sums(a, na), sums(b, nb), cross(a, na, b, nb))
    assert one(estimate, "value") == pytest.approx(0.2)
    assert one(estimate, "low") == pytest.approx(0.0524, abs=0.00006)
    assert one(estimate, "high") == pytest.approx(0.3339, abs=0.00006)


def test_a_bot_that_plays_all_seats_has_the_even_share_for_certain():
    estimate = ratio(sums(np.full(100, 4.0), np.full(100, 16.0)))
    assert [one(estimate, f) for f in ("value", "low", "high")] == [0.25, 0.25, 0.25]
    assert not estimate.too_few[0]


def test_effective_n_is_below_n_when_a_deal_decides_for_all_its_seats():
    # Every deal goes 4:0 or 0:4, so 60 deals of 4 seats are worth no more than 60 trials.
    s = sums(4 * (np.arange(60) % 2), np.full(60, 4))
    estimate = ratio(s)
    assert effective_n(s, estimate.value, estimate.stderr**2)[0] <= 60


def test_effective_n_by_hand():
    # The deals of test_ratio_by_hand: 0.75 * 0.25 / 0.01171875 = 16, times (z / t with 2 df)^2.
    # More than the 8 there are is not believed from so few deals; 3.3 is.
    s = sums([1, 3, 2], [2, 4, 2])
    got = effective_n(s, np.array([0.75]), np.array([0.01171875]))[0]
    assert got == pytest.approx(16 * (1.959964 / 4.302653) ** 2, rel=1e-5)


def beta_binomial(rng, reps, deals, share, correlation, seats):
    """Draw y and n for `reps` runs; seats of a deal are alike to the given degree."""
    strength = (1 - correlation) / correlation
    luck = rng.beta(share * strength, (1 - share) * strength, (reps, deals))
    n = np.full((reps, deals), seats)
    return rng.binomial(n, luck), n


def check_coverage(hits, reps, low, high):
    """The count of hits must be possible for a coverage in [low, high]; error rate 1 in 1e5."""
    assert stats.binom.cdf(hits, reps, low) > 5e-6, f"covers only {hits / reps:.3f}"
    assert stats.binom.sf(hits - 1, reps, high) > 5e-6, f"covers {hits / reps:.3f}"


def covered(reps, deals, share, correlation, seed=11):
    y, n = beta_binomial(np.random.default_rng(seed), reps, deals, share, correlation, 4)
    estimate = ratio(sums(y, n))
    return int(((estimate.low <= share) & (share <= estimate.high)).sum())


CASES = [(d, p, c) for d in (100, 300) for p in (0.25, 0.5) for c in (0.05, 0.5)]
SMALL = [(d, p, c) for d in (3, 10, 40) for p in (0.1, 0.25) for c in (0.05, 0.5)]


@pytest.mark.parametrize(("deals", "share", "correlation"), CASES)
def test_share_intervals_cover_93_to_97_percent(deals, share, correlation):
    check_coverage(covered(400, deals, share, correlation), 400, 0.93, 0.97)


@pytest.mark.parametrize(("deals", "share", "correlation"), SMALL)
def test_small_samples_cover_at_least_90_percent(deals, share, correlation):
    check_coverage(covered(400, deals, share, correlation), 400, 0.90, 1.0)


@pytest.mark.long
@pytest.mark.parametrize(("deals", "share", "correlation"), [*CASES, (200, 0.1, 0.2)])
def test_share_intervals_cover_93_to_97_percent_in_2000_repetitions(deals, share, correlation):
    assert 0.93 <= covered(2000, deals, share, correlation, 12) / 2000 <= 0.97


@pytest.mark.long
@pytest.mark.parametrize(("deals", "share", "correlation"), SMALL)
def test_small_samples_cover_at_least_90_percent_in_2000_repetitions(deals, share, correlation):
    assert covered(2000, deals, share, correlation, 12) / 2000 >= 0.90


def with_and_without(rng, reps, deals):
    """One hand of four has a card in half of the deals; its deal is played in four rotations."""
    hand = rng.normal(0, 1, (reps, deals, 4))
    hand[..., 0] += 0.4
    dealt = rng.random((reps, deals)) < 0.5
    wins = np.zeros((reps, deals))
    for rotation in range(4):
        skill = np.roll([0, 0.3, 0.6, 0.9], rotation)
        scores = hand + skill + rng.normal(0, 1, (reps, deals, 4))
        wins += scores.argmax(axis=-1) == 0
    n, y = 4.0 * dealt, wins * dealt
    return y, n, np.where(dealt, 4 - wins, 4.0), 16 - n


def covered_difference(reps, deals, seed):
    truth_parts = with_and_without(np.random.default_rng(99), 1, 200_000)
    y, n, yo, no = (part.sum() for part in truth_parts)
    truth = y / n - yo / no
    y, n, yo, no = with_and_without(np.random.default_rng(seed), reps, deals)
    estimate = difference(sums(y, n), sums(yo, no), cross(y, n, yo, no))
    return int(((estimate.low <= truth) & (truth <= estimate.high)).sum())


def test_difference_intervals_cover_93_to_97_percent():
    check_coverage(covered_difference(400, 250, 21), 400, 0.93, 0.97)


@pytest.mark.long
@pytest.mark.parametrize("deals", [220, 600])
def test_difference_intervals_cover_93_to_97_percent_in_2000_repetitions(deals):
    assert 0.93 <= covered_difference(2000, deals, 22) / 2000 <= 0.97
