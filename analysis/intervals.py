"""Estimates with intervals, from sums over deals.

Everything here is arithmetic on arrays: one element a row of a table. Inside, NaN stands for
"cannot be said"; :mod:`analysis.tally` turns it into null before anybody sees it.

Sources: the ratio estimator and its linearised variance are those of Cochran, *Sampling
Techniques*, chapter 6; the score interval is Wilson's (1927); the effective n with its correction
for few clusters is Korn and Graubard's (1998); the interval of a difference from two intervals is
Newcombe's (1998, method 10), with Zou and Donner's (2008) term for correlation.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

Array = NDArray[np.float64]
Kind = Literal["share", "mean"]

LEVEL = 0.95
#: Below either, an interval that leans on the central limit theorem is not trusted.
ENOUGH_DEALS = 100
ENOUGH_EVENTS = 10
#: Below as many effective events a share's distribution is still lopsided, and Wilson's interval
#: at the effective n covers better than estimate +/- t * stderr; above, the two agree.
LOPSIDED_EVENTS = 50
#: Sums of squares this much smaller than their terms are rounding, hence zero.
ROUNDING = 1e-12


class RatioSums(NamedTuple):
    """Sums over deals of a numerator y and a denominator n, float64, one element a row.

    ``deals`` counts the deals with n > 0; ``yy``, ``yn``, ``nn`` are sums of products of a deal's
    y and n.
    """

    deals: Array
    y: Array
    n: Array
    yy: Array
    yn: Array
    nn: Array


class CrossSums(NamedTuple):
    """Sums over deals of products between two ratios: y1*y2, y1*n2, n1*y2, n1*n2."""

    yy: Array
    yn: Array
    ny: Array
    nn: Array


class Estimate(NamedTuple):
    """An estimate with its standard error and 95 % interval; ``too_few`` marks a shaky one."""

    value: Array
    stderr: Array
    low: Array
    high: Array
    too_few: NDArray[np.bool_]


def divide(a: Array, b: Array) -> Array:
    """Return a / b, NaN where b is 0."""
    a, b = np.broadcast_arrays(np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
    return np.divide(a, b, out=np.full(a.shape, np.nan), where=b != 0)


def quantile_t(deals: Array, level: float = LEVEL) -> Array:
    """Return the two-sided t quantile with deals - 1 degrees of freedom, NaN below two deals."""
    freedom = np.where(deals >= 2, deals - 1, np.nan)
    return np.asarray(stdtrit(freedom, 0.5 + level / 2))


def wilson(share: Array, n: Array, level: float = LEVEL) -> tuple[Array, Array]:
    """Return Wilson's score interval of a share seen in n independent trials; NaN where n is 0.

    `share` is a fraction in [0, 1]; `n` need not be a whole number (an effective n).
    """
    z = float(ndtri(0.5 + level / 2))
    n = np.where(np.asarray(n, dtype=np.float64) > 0, n, np.nan)
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    spread = np.maximum(share * (1 - share), 0.0) / n + z * z / (4 * n * n)
    half = z * np.sqrt(spread) / shrink
    # The closed form misses the exact 0 and 1 at the ends by rounding.
    low = np.where(share <= 0, np.where(np.isnan(n), np.nan, 0.0), np.clip(centre - half, 0, 1))
    high = np.where(share >= 1, np.where(np.isnan(n), np.nan, 1.0), np.clip(centre + half, 0, 1))
    return low, high


def _residual_squares(sums: RatioSums, value: Array) -> Array:
    """Sum of (y_d - R n_d)^2 over deals, rounding removed."""
    squares = sums.yy - 2 * value * sums.yn + value * value * sums.nn
    return np.where(squares > ROUNDING * sums.yy, squares, 0.0)


def _correction(deals: Array) -> Array:
    """D / (D - 1), NaN below two deals."""
    return divide(deals, np.where(deals >= 2, deals - 1, np.nan))


def effective_n(sums: RatioSums, value: Array, variance: Array, level: float = LEVEL) -> Array:
    """Return the number of independent trials a share from these deals is worth.

    R (1 - R) / variance, corrected for the few deals the variance itself comes from. Below 100
    deals that variance is rough, so never more than the n there is. Where it says nothing (it is
    zero, or there is one deal), a deal counts as one trial, whatever the number of its seats.
    """
    z = float(ndtri(0.5 + level / 2))
    spread = value * (1 - value)
    says = np.isfinite(variance) & (variance > 0) & (spread > 0)
    trials = divide(spread, np.where(says, variance, np.nan)) * (z / quantile_t(sums.deals)) ** 2
    most = np.where(sums.deals < ENOUGH_DEALS, sums.n, np.inf)
    return np.where(says, np.minimum(trials, most), np.minimum(sums.deals, sums.n))


def ratio(sums: RatioSums, kind: Kind = "share", level: float = LEVEL) -> Estimate:
    """Estimate sum(y) / sum(n) with the deal as the unit of replication.

    Parameters
    ----------
    sums : RatioSums
        Arrays of one length.
    kind : {"share", "mean"}
        A share lies in [0, 1]. Below 100 deals or 50 effective events (or non-events: the
        effective n times the rarer side) its interval is Wilson's at the effective n; below 100
        deals or 10 effective events it is marked as well. Where each deal gives one yes or no, the
        trials are independent and Wilson's at n is used throughout. A mean has no such fallback:
        below 100 deals it is marked, below two it has no interval.

    Returns
    -------
    Estimate
        Not finite where nothing can be said.
    """
    value = divide(sums.y, sums.n)
    variance = _correction(sums.deals) * divide(_residual_squares(sums, value), sums.n**2)
    stderr = np.sqrt(variance)
    half = quantile_t(sums.deals, level) * stderr
    low, high = value - half, value + half
    too_few = sums.deals < ENOUGH_DEALS
    if kind == "share":
        independent = (sums.nn == sums.n) & (sums.deals == sums.n) & (sums.yy == sums.y)
        trials = np.where(independent, sums.n, effective_n(sums, value, variance, level))
        events = np.minimum(value, 1 - value) * trials
        score_low, score_high = wilson(value, trials, level)
        # A hundred deals with one and the same share strictly inside (0, 1), such as that of a bot
        # that plays all seats, leave nothing to doubt.
        fixed = ~too_few & (variance == 0) & (value > 0) & (value < 1)
        use_score = ~fixed & (too_few | independent | ~(events >= LOPSIDED_EVENTS))
        too_few = ~fixed & (too_few | ~(events >= ENOUGH_EVENTS))
        low = np.where(use_score, score_low, np.clip(low, 0, 1))
        high = np.where(use_score, score_high, np.clip(high, 0, 1))
    return Estimate(value, stderr, low, high, np.asarray(too_few & (sums.n > 0)))


def difference(
    a: RatioSums, b: RatioSums, cross: CrossSums, kind: Kind = "share", level: float = LEVEL
) -> Estimate:
    """Estimate the difference a - b of two ratios measured on the same deals.

    The variance is that of the joint residuals (y_a - R_a n_a) / N_a - (y_b - R_b n_b) / N_b of
    each deal, so that what both have in common cancels. With too few deals or events, the
    interval of two shares is put together from their own intervals and their correlation, taken
    as -1 where it cannot be estimated (the widest) and never as positive.
    """
    one, two = ratio(a, kind, level), ratio(b, kind, level)
    value = one.value - two.value
    deals = np.minimum(a.deals, b.deals)
    part_a = divide(_residual_squares(a, one.value), a.n**2)
    part_b = divide(_residual_squares(b, two.value), b.n**2)
    joint = divide(
        cross.yy - two.value * cross.yn - one.value * cross.ny + one.value * two.value * cross.nn,
        a.n * b.n,
    )
    squares = part_a - 2 * joint + part_b
    squares = np.where(squares > ROUNDING * (part_a + part_b), squares, 0.0)
    stderr = np.sqrt(_correction(deals) * squares)
    half = quantile_t(deals, level) * stderr
    low, high = value - half, value + half
    too_few = (one.too_few | two.too_few) & np.isfinite(value)
    if kind == "share":
        norm = np.sqrt(part_a * part_b)
        correlation = np.where(norm > 0, divide(joint, np.where(norm > 0, norm, np.nan)), -1.0)
        shared = np.clip(correlation, -1, 0)
        few_low = value - _combine(one.value - one.low, two.high - two.value, shared)
        few_high = value + _combine(one.high - one.value, two.value - two.low, shared)
        low = np.clip(np.where(too_few, few_low, low), -1, 1)
        high = np.clip(np.where(too_few, few_high, high), -1, 1)
    return Estimate(value, stderr, low, high, np.asarray(too_few))


def _combine(x: Array, y: Array, correlation: Array) -> Array:
    """Half-width of a difference whose parts have half-widths x and y."""
    return np.sqrt(np.maximum(x * x + y * y - 2 * correlation * x * y, 0.0))
