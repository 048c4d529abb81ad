"""Any sum of ratios of totals over deals, with its interval: the delta method in matrices.

For each row of a table the totals of some variables over deals are kept, and the totals of all
products of two of them. An estimate R = sum_k w_k Y_k / N_k has the gradient w_k / N_k along Y_k
and -w_k (Y_k / N_k) / N_k along N_k; since these add up to zero over the totals themselves, its
variance over deals is the gradient's quadratic form in the products (Cochran, *Sampling
Techniques*, chapter 6; :func:`analysis.intervals.difference` is the case of two ratios). What two
decks have in common on the same deals cancels in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analysis.intervals import (
    ENOUGH_DEALS,
    ENOUGH_EVENTS,
    ROUNDING,
    Array,
    CrossSums,
    Estimate,
    RatioSums,
    divide,
    quantile_t,
    wilson,
)


class Term(NamedTuple):
    """A ratio of two variables' totals, and its weight in the sum."""

    weight: float
    y: str
    n: str


@dataclass
class Moments:
    """Totals over deals of some variables and of their products; they add up over blocks.

    Attributes
    ----------
    names : tuple of str
        The variables.
    sums : float64 array, shape (rows, variables)
    products : float64 array, shape (rows, variables, variables)
    seen : float64 array, shape (rows, variables)
        Deals in which a variable isn't zero.
    moved : float64 array, shape (rows,)
        Deals in which anything differs between the two decks.
    """

    names: tuple[str, ...]
    sums: Array
    products: Array
    seen: Array
    moved: Array

    def __add__(self, other: Moments) -> Moments:
        """Add the moments of other deals."""
        return Moments(
            self.names,
            self.sums + other.sums,
            self.products + other.products,
            self.seen + other.seen,
            self.moved + other.moved,
        )

    def __getitem__(self, name: str) -> Array:
        """Return the totals of a variable."""
        return np.asarray(self.sums[:, self.names.index(name)])

    def _product(self, a: str, b: str) -> Array:
        return np.asarray(self.products[:, self.names.index(a), self.names.index(b)])

    def ratio_sums(self, y: str, n: str) -> RatioSums:
        """Return the sums of the ratio y / n, for :func:`analysis.intervals.ratio`."""
        squares = self._product(y, y), self._product(y, n), self._product(n, n)
        return RatioSums(self.deals([n]), self[y], self[n], *squares)

    def cross_sums(self, one: tuple[str, str], two: tuple[str, str]) -> CrossSums:
        """Return the products between two ratios, each (y, n)."""
        return CrossSums(*(self._product(a, b) for a in one for b in two))

    def deals(self, names: Sequence[str]) -> Array:
        """Return the fewest deals in which one of some variables isn't zero."""
        return np.asarray(self.seen[:, [self.names.index(name) for name in names]].min(axis=1))


def moments_of(names: Sequence[str], values: Array, moved: Array) -> Moments:
    """Return the moments of some deals.

    Parameters
    ----------
    names : sequence of str
        Of the variables.
    values : float64 array, shape (deals, rows, variables)
    moved : bool array, shape (deals, rows)
        Where the decks differ.
    """
    across = np.ascontiguousarray(values.transpose(1, 2, 0))
    return Moments(
        tuple(names),
        values.sum(axis=0),
        across @ across.transpose(0, 2, 1),
        (values != 0).sum(axis=0).astype(np.float64),
        moved.sum(axis=0).astype(np.float64),
    )


def contrast(
    moments: Moments,
    terms: Sequence[Term],
    paired: bool = False,
    most: float = 0.0,
    certain: bool = False,
) -> Estimate:
    """Estimate a weighted sum of ratios, one element a row.

    Parameters
    ----------
    moments : Moments
    terms : sequence of Term
    paired : bool
        It is a difference between two decks: marked where fewer than ten deals moved.
    most : float
        The most that such a difference can be, and by which one deal can change it. Where fewer
        than ten deals moved the interval is widened by that times the share of deals that may move
        all the same (the upper end of Wilson's interval). 0 where there is no such bound.
    certain : bool
        Nothing can differ, since both decks are the same: no widening, no mark.
    """
    rows = moments.sums.shape[0]
    gradient = np.zeros(moments.sums.shape)
    value = np.zeros(rows)
    place = {name: k for k, name in enumerate(moments.names)}
    for weight, y, n in terms:
        total = moments[n]
        share = divide(moments[y], total)
        value = value + weight * share
        gradient[:, place[y]] += divide(np.full(rows, weight), total)
        gradient[:, place[n]] -= divide(weight * share, total)
    gradient = np.where(np.isfinite(gradient), gradient, 0.0)
    squares = np.einsum("ri,rij,rj->r", gradient, moments.products, gradient)
    size = np.abs(gradient)
    scale = np.einsum("ri,rij,rj->r", size, np.abs(moments.products), size)
    squares = np.where(squares > ROUNDING * scale, squares, 0.0)
    deals = moments.deals([n for _, _, n in terms])
    stderr = np.sqrt(divide(deals, np.where(deals >= 2, deals - 1, np.nan)) * squares)
    stderr = np.where(np.isfinite(value), stderr, np.nan)
    half = quantile_t(deals) * stderr
    too_few = deals < ENOUGH_DEALS
    if certain:
        half, too_few = np.where(deals > 0, 0.0, np.nan), np.zeros(rows, bool)
    elif paired:
        rare = moments.moved < ENOUGH_EVENTS
        hidden = wilson(divide(moments.moved, deals), deals)[1] * most
        half = np.where(rare, half + hidden, half)
        too_few = too_few | rare
    few = too_few & np.isfinite(value)
    low, high = value - half, value + half
    if paired and most:
        low, high = np.maximum(low, -most), np.minimum(high, most)
    return Estimate(value, stderr, low, high, np.asarray(few))
