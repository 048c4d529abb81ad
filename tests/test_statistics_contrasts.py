"""Sums of ratios over deals with their intervals, against other ways to compute them."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.contrasts import Term, contrast, moments_of
from analysis.intervals import CrossSums, RatioSums, difference, ratio

NAMES = ("y", "n", "z", "m")


def made_up(deals=300, seed=4):
    """Two ratios whose numerators go together, shape (deals, 1 row, 4)."""
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 5, (2, deals)).astype(float)
    luck = rng.normal(0, 1, deals)
    y = n * (3 + luck) + rng.normal(0, 0.5, deals)
    z = m * (2 + luck) + rng.normal(0, 0.5, deals)
    return np.stack([y, n, z, m], axis=1)[:, None, :]


def moments(values, moved=None):
    still = np.zeros(values.shape[:2], bool) if moved is None else moved
    return moments_of(NAMES, values, still)


def sums(values, y, n):
    a, b = values[:, 0, y], values[:, 0, n]
    return RatioSums(*(np.array([x]) for x in (
        (b > 0).sum(), a.sum(), b.sum(), a @ a, a @ b, b @ b,
    )))  # fmt: skip


def test_one_ratio_is_that_of_the_intervals():
    values = made_up()
    found, wanted = (
        contrast(moments(values), [Term(1, "y", "n")]),
        ratio(sums(values, 0, 1), "mean"),
    )
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-10)


def test_a_difference_of_two_is_that_of_the_intervals():
    values = made_up()
    y, n, z, m = (values[:, 0, k] for k in range(4))
    cross = CrossSums(*(np.array([x]) for x in (y @ z, y @ m, n @ z, n @ m)))
    wanted = difference(sums(values, 0, 1), sums(values, 2, 3), cross, "mean")
    found = contrast(moments(values), [Term(1, "y", "n"), Term(-1, "z", "m")])
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9)


def test_a_paired_mean_has_the_interval_of_the_t_test():
    values = made_up()
    values[:, 0, (1, 3)] = 1.0
    found = contrast(moments(values), [Term(1, "y", "n"), Term(-1, "z", "m")])
    wanted = stats.ttest_rel(values[:, 0, 0], values[:, 0, 2]).confidence_interval(0.95)
    assert found.low[0] == pytest.approx(wanted.low)
    assert found.high[0] == pytest.approx(wanted.high)


def test_four_ratios_agree_with_the_jackknife_over_deals():
    rng = np.random.default_rng(9)
    deals = 400
    n = rng.integers(0, 3, (deals, 4)).astype(float)
    y = n * rng.normal([1, 2, 3, 4], 1, (deals, 4)) + n * rng.normal(0, 2, (deals, 1))
    names = [f"{letter}{k}" for k in range(4) for letter in "yn"]
    values = np.stack([y, n], axis=2).reshape(deals, 1, 8)
    signs = (1, -1, -1, 1)
    terms = [Term(sign, f"y{k}", f"n{k}") for k, sign in enumerate(signs)]
    found = contrast(moments_of(names, values, np.ones((deals, 1), bool)), terms)

    def estimate(y, n):
        return ((y.sum(axis=0) / n.sum(axis=0)) * signs).sum()

    assert found.value[0] == pytest.approx(estimate(y, n))
    kept = [np.delete(np.arange(deals), d) for d in range(deals)]
    left_out = np.array([estimate(y[k], n[k]) for k in kept])
    stderr = math.sqrt((deals - 1) / deals * ((left_out - left_out.mean()) ** 2).sum())
    assert found.stderr[0] == pytest.approx(stderr, rel=0.01)


def test_moments_of_blocks_add_up():
    values = made_up()
    whole, parts = moments(values), moments(values[:100]) + moments(values[100:])
    for name in ("sums", "products", "seen", "moved"):
        np.testing.assert_allclose(getattr(whole, name), getattr(parts, name))


def test_equal_ratios_differ_by_nothing():
    values = made_up()
    values[:, 0, 2:] = values[:, 0, :2]
    terms = [Term(1, "y", "n"), Term(-1, "z", "m")]
    found = contrast(moments(values), terms)
    assert (found.value[0], found.stderr[0]) == (0.0, 0.0)
    sure = contrast(moments(values), terms, paired=True, certain=True)
    assert (sure.low[0], sure.high[0], sure.too_few[0]) == (0.0, 0.0, False)


def test_where_nothing_moved_yet_something_may():
    # No deal of 300 moved: by Wilson up to z^2 / (n + z^2) of deals may, each by 1 at most.
    values = made_up()
    values[:, 0, 2:] = values[:, 0, :2]
    found = contrast(moments(values), [Term(1, "y", "n"), Term(-1, "z", "m")], paired=True, most=1)
    z = stats.norm.ppf(0.975)
    assert found.high[0] == pytest.approx(z**2 / (300 + z**2))
    assert found.low[0] == -found.high[0]
    assert found.too_few[0]


def test_what_was_never_seen_has_no_estimate():
    values = made_up(deals=5)
    values[:, 0, :2] = 0
    found = contrast(moments(values), [Term(1, "y", "n"), Term(-1, "z", "m")], paired=True, most=1)
    assert np.isnan([found.value[0], found.low[0], found.high[0], found.stderr[0]]).all()
    assert not found.too_few[0]
    one = contrast(moments(made_up(deals=1)), [Term(1, "y", "n")])
    assert np.isfinite(one.value[0])
    assert np.isnan(one.low[0])


def test_intervals_of_a_change_cover_the_truth():
    # 250 repetitions of 120 deals: between 226 and 246 should cover (binomial, 99.9 %).
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(250):
        n = rng.integers(0, 3, 120).astype(float)
        luck, noise = rng.normal(0, 1, (2, 120))
        y, z = n * (1 + luck), n * (1.2 + luck) + 0.3 * noise * n
        values = np.stack([z, n, y, n], axis=1)[:, None, :]
        found = contrast(moments(values, np.ones((120, 1), bool)),
                         [Term(1, "y", "n"), Term(-1, "z", "m")], paired=True)  # fmt: skip
        covered += bool(found.low[0] <= 0.2 <= found.high[0])
    low, high = stats.binom.interval(0.999, 250, 0.95)
    assert low <= covered <= high
