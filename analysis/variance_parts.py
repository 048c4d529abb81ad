"""What the variance of results is made of, from games that redraw one thing after the other.

Each game of a deal is played four times: twice (with other chance of the policies) on one order of
the pile, and twice on another one, all with the same opening. With y the result of a seat, minus
the mean of its seat and bot, the law of total variance is told by means of products:

* of two games that share opening and pile: the variance that both of them explain;
* of two that share the opening alone: what the opening explains, to this bot;
* of two that share the opening and the seat but not the bot: what it explains to any bot;
* of a game with itself: all of it.

What one of them has more than the next is the share of pile, policies, and bot by deal. Between the
means of seats and bots lies the rest. Products of games that share something are unbiased for the
variance of what they share; the bias of using means that were estimated too is taken off by the
bootstrap, which draws deals (Efron and Tibshirani 1993, chapters 6 and 10).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import Array, divide

Whole = NDArray[np.int64]

#: What the variance is due to, in the order in which it comes into a game.
SOURCES = ("seat", "bot", "bot_by_seat", "opening", "bot_by_deal", "pile", "policy")
BOOTSTRAPS = 1000
#: Deals are drawn in at most so many groups of neighbours.
MOST_GROUPS = 2000
_SCALARS = ("whole", "pile", "opening", "pairs")


@dataclass(frozen=True)
class Results:
    """Results of seats, each of its game played four times.

    Attributes
    ----------
    deal, seat, bot : int64 array, shape (rows,)
        From 0.
    value : float64 array, shape (rows, 4)
        Played twice on the deal, and twice on the deal with its pile redrawn.
    """

    deal: Whole
    seat: Whole
    bot: Whole
    value: Array


def deal_features(results: Results, seats: int, bots: int) -> Array:
    """Return what is added up over deals.

    Returns
    -------
    float64 array, shape (deals, 2 * cells + 4 + seats * bots * bots)
        For each cell (seat x bot) the number of results and their sum; the sums of four products;
        for each seat and two different bots how often both sat there in the deal.
    """
    deals = int(results.deal.max()) + 1 if results.deal.size else 0
    cell = results.seat * bots + results.bot
    mean = results.value.mean(axis=1)
    first, second = results.value[:, :2].mean(axis=1), results.value[:, 2:].mean(axis=1)
    counts, sums = np.zeros((2, deals, seats * bots))
    np.add.at(counts, (results.deal, cell), 1.0)
    np.add.at(sums, (results.deal, cell), mean)
    products = np.zeros((deals, len(_SCALARS)))
    y = results.value
    by_row = (
        (y * y).mean(axis=1),
        (y[:, 0] * y[:, 1] + y[:, 2] * y[:, 3]) / 2,
        first * second,
    )
    for k, values in enumerate(by_row):
        np.add.at(products[:, k], results.deal, values)
    # Sums by cell give all ordered pairs of results of different bots at a seat of a deal.
    ones, twos = np.zeros((2, deals, seats * bots))
    np.add.at(ones, (results.deal, cell), first)
    np.add.at(twos, (results.deal, cell), second)
    one, two, number = (a.reshape(deals, seats, bots) for a in (ones, twos, counts))
    pairs = np.einsum("dsb,dsc->dsbc", number, number)
    same = np.arange(bots)
    pairs[:, :, same, same] = 0.0
    products[:, 3] = (one.sum(axis=2) * two.sum(axis=2) - (one * two).sum(axis=2)).sum(axis=1)
    return np.hstack([counts, sums, products, pairs.reshape(deals, seats * bots * bots)])


def parts_of(features: Array, seats: int, bots: int) -> Array:
    """Return the variances by source from added-up features.

    Parameters
    ----------
    features : float64 array, shape (..., features)
        Sums over deals, as :func:`deal_features` orders them.

    Returns
    -------
    float64 array, shape (..., sources)
        NaN where nothing can be said.
    """
    cells = seats * bots
    shape = features.shape[:-1]
    number, total = features[..., :cells], features[..., cells : 2 * cells]
    whole, pile, opening, pairs = np.moveaxis(features[..., 2 * cells : 2 * cells + 4], -1, 0)
    met = features[..., 2 * cells + 4 :].reshape(*shape, seats, bots, bots)
    n = number.sum(axis=-1)
    mean = np.nan_to_num(divide(total, number))
    squares = (number * mean**2).sum(axis=-1)
    whole, pile, opening = (divide(sums - squares, n) for sums in (whole, pile, opening))
    table = mean.reshape(*shape, seats, bots)
    crossed = np.einsum("...sbc,...sb,...sc->...", met, table, table)
    shared = divide(pairs - crossed, met.sum(axis=(-3, -2, -1)))
    if bots == 1:
        shared = opening
    between = _between(number, total, n, seats, bots)
    return np.stack([*between, shared, opening - shared, pile - opening, whole - pile], axis=-1)


def _between(number: Array, total: Array, n: Array, seats: int, bots: int) -> list[Array]:
    """Return the variances of seat means, of bot means, and of what both together leave."""
    shape = number.shape[:-1]
    grand = divide(total.sum(axis=-1), n)[..., None]

    def spread(axis: int | None) -> Array:
        counts, sums = (a.reshape(*shape, seats, bots) for a in (number, total))
        if axis is not None:
            counts, sums = counts.sum(axis=axis), sums.sum(axis=axis)
        counts, sums = counts.reshape(*shape, -1), sums.reshape(*shape, -1)
        off = np.nan_to_num(divide(sums, counts)) - grand
        return divide((counts * off**2).sum(axis=-1), n)

    seat, bot, both = spread(-1), spread(-2), spread(None)
    return [seat, bot, both - seat - bot]


def bootstrapped(
    features: Array, seats: int, bots: int, seed: int = 1, draws: int = BOOTSTRAPS
) -> tuple[Array, Array]:
    """Return the variances by source, their bias taken off, and what drawn deals make of them.

    Returns
    -------
    variance : float64 array, shape (sources,)
    drawn : float64 array, shape (draws, sources)
        Around `variance`, so that their spread is its uncertainty.
    """
    groups = _grouped(features)
    plain = parts_of(features.sum(axis=0), seats, bots)
    if len(groups) < 2:
        return plain, np.full((draws, len(SOURCES)), np.nan)
    rng = np.random.default_rng(seed)
    even = np.full(len(groups), 1 / len(groups))
    weights = rng.multinomial(len(groups), even, draws).astype(np.float64)
    drawn = parts_of(weights @ groups, seats, bots)
    bias = drawn.mean(axis=0) - plain
    return plain - bias, drawn - 2 * bias


def _grouped(features: Array) -> Array:
    """Add up neighbouring deals, so that no more than ``MOST_GROUPS`` groups are left."""
    deals = len(features)
    if deals <= MOST_GROUPS:
        return features
    ends = np.arange(MOST_GROUPS) * deals // MOST_GROUPS
    return np.add.reduceat(features, ends, axis=0)
