"""Which of two claims about a bot's lead is true: a sequential test that stops when it knows.

Wald's sequential probability ratio test in its generalised form: the likelihoods are those of a
normal mean whose variance is estimated from the same data (Van den Bergh, *Comments on normalized
Elo*, 2020; Kim and Nelson use the same approximation). It looks after fixed numbers of deals in the
order of the deals, so its answer does not depend on how fast anybody played.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from analysis.intervals import Array

#: The first look, and the number of deals between two looks: enough for a variance.
LOOK_EVERY = 200

LOWER, HIGHER, UNDECIDED = "lower", "higher", "undecided"


@dataclass(frozen=True)
class Sprt:
    """A test of the claim that the mean is `low` against the claim that it is `high`.

    Attributes
    ----------
    low, high : float
        The two claims, in the unit of the data; `low` < `high`.
    alpha, beta : float
        Chance to answer ``higher`` though the mean is `low`, and ``lower`` though it is `high`.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at or beyond which the test stops."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, n: float, mean: float, variance: float) -> float:
        """Return the log likelihood ratio of n observations, infinite where nothing varied."""
        lead = (self.high - self.low) * (mean - (self.low + self.high) / 2)
        if variance > 0:
            return n * lead / variance
        return math.copysign(math.inf, lead) if lead else 0.0


@dataclass(frozen=True)
class Answer:
    """What the test says, after so many observations.

    Attributes
    ----------
    word : str
        ``higher``, ``lower`` or ``undecided``.
    n : int
        Observations looked at.
    mean : float
        Their mean; NaN without any. It is biased away from zero by the stopping.
    log_ratio : float
        Log likelihood ratio at the last look.
    """

    word: str
    n: int
    mean: float
    log_ratio: float


def decide(test: Sprt, x: Array, every: int = LOOK_EVERY) -> Answer:
    """Look at a sequence after each `every` observations and stop at the first answer.

    What lies beyond the last full look is not looked at.
    """
    x = np.asarray(x, dtype=np.float64)
    looks = np.arange(every, x.size + 1, every)
    low, high = test.bounds
    # Sums of differences to the first value: squares of large numbers would cancel badly.
    moved = x - (x[0] if x.size else 0.0)
    sums, squares = np.cumsum(moved)[looks - 1], np.cumsum(moved * moved)[looks - 1]
    answer = Answer(UNDECIDED, 0, math.nan, 0.0)
    for n, total, square in zip(looks, sums, squares, strict=True):
        variance = max(0.0, (square - total * total / n) / (n - 1))
        mean = float(total / n + x[0])
        ratio = test.log_ratio(int(n), mean, variance)
        word = HIGHER if ratio >= high else LOWER if ratio <= low else UNDECIDED
        answer = Answer(word, int(n), mean, ratio)
        if word != UNDECIDED:
            break
    return answer
