"""One number a bot: Bradley and Terry's ratings from who beat whom by how much."""

from __future__ import annotations

import math

import numpy as np

from analysis.intervals import Array

#: Ties each pair to an even score a little, so that a bot that lost everything has a rating too.
REGULARISATION = 0.01
RESAMPLES = 300
SEED = 20_240_229
#: Rating points for ten times the odds, as chess counts them.
POINTS = 400 / math.log(10)


def ratings(credit: Array) -> Array:
    """Return the rating of each bot, their mean 0; a lead of 400 points is odds of ten to one.

    Parameters
    ----------
    credit : float64 array, shape (bots, bots)
        Credit that the row's bot won from the column's; the diagonal is not looked at.
    """
    import choix

    credit = np.array(credit, dtype=np.float64)
    np.fill_diagonal(credit, 0.0)
    if len(credit) < 2 or not credit.any():
        return np.zeros(len(credit))
    found = choix.ilsr_pairwise_dense(credit, alpha=REGULARISATION, max_iter=1000, tol=1e-6)
    return np.asarray(POINTS * (found - found.mean()))


def rating_intervals(credit: Array, seed: int = SEED) -> tuple[Array, Array]:
    """Return the 95 % interval of each rating, by drawing the deals again.

    Parameters
    ----------
    credit : float64 array, shape (deals, bots, bots)
        Credit of each deal. All pairs play the same deals, so a deal is drawn with all its pairs.
    seed : int
        Of the draws.
    """
    rng = np.random.default_rng(seed)
    deals = len(credit)
    flat = credit.reshape(deals, -1)
    drawn = []
    for _ in range(RESAMPLES):
        times = rng.multinomial(deals, np.full(deals, 1 / deals))
        drawn.append(ratings((times @ flat).reshape(credit.shape[1:])))
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return low, high
