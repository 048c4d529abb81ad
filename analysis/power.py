"""How many games it takes to see a difference: the power of Student's t test.

Sources: Cohen, *Statistical Power Analysis for the Behavioral Sciences* (1988), chapter 2; the
power is exact for normal values, by the noncentral t distribution.
"""

from __future__ import annotations

import math

from scipy.stats import nct
from scipy.stats import t as student

ALPHA = 0.05
POWER = 0.80
#: More games than anybody plays: the search ends here.
MOST_GAMES = 10**9


def power(effect: float, games: int, versions: int = 1, alpha: float = ALPHA) -> float:
    """Return the chance that a two-sided t test sees a difference.

    Parameters
    ----------
    effect : float
        The difference over the standard deviation of a single game, more than 0.
    games : int
        Games played of each version.
    versions : int
        1: the mean of a player's games is compared with a known value; 2: with the mean of as many
        games of another version.
    alpha : float
        Chance to see a difference where there is none.
    """
    freedom = versions * (games - 1)
    if freedom < 1:
        return 0.0
    shift = effect * math.sqrt(games / versions)
    bound = student.ppf(1 - alpha / 2, freedom)
    seen = float(nct.sf(bound, freedom, shift) + nct.cdf(-bound, freedom, shift))
    # scipy has no number for shifts so large that the difference can't be missed.
    return seen if math.isfinite(seen) else 1.0


def games_needed(
    difference: float,
    sd: float,
    versions: int = 1,
    alpha: float = ALPHA,
    wanted: float = POWER,
) -> int | None:
    """Return the fewest games (of each version) that show a difference with the `wanted` power.

    Parameters
    ----------
    difference : float
        What should be seen, more than 0, in the unit of `sd`.
    sd : float
        Standard deviation of the result of one game.
    versions, alpha : int, float
        See :func:`power`.

    Returns
    -------
    int or None
        None where no number of games is enough to say: without a difference, or an sd that isn't
        known. Where the result never varies, 2 games show any difference.
    """
    if not (difference > 0 and math.isfinite(sd) and sd >= 0):
        return None
    if sd == 0:
        return 2
    effect = difference / sd
    low, high = 1, 2
    while power(effect, high, versions, alpha) < wanted:
        low, high = high, 2 * high
        if low > MOST_GAMES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if power(effect, middle, versions, alpha) < wanted:
            low = middle
        else:
            high = middle
    return high
