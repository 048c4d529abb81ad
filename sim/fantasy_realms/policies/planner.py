"""``planner``: greedy, plus what it expects of the cards and the turns that are still to come."""

from __future__ import annotations

import numpy as np

from sim.fantasy_realms.planning import highest, rate_options
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.trading import trade_greedily
from sim.fantasy_realms.view import CHAOS, CHOOSE
from sim.jit import kernel

ABOUT = (
    "keeps the hand of best score and promise; ends the game ahead; counts on no extra of the deck"
)
# What each means stands in sim/fantasy_realms/throws.py.
PARAMS: dict[str, float] = {
    "horizon": 1.0,
    "hope": 0.7,
    "stays": 0.8,
    "takes": 2,
    "throws": 5,
    "extra": 0.9,
    "samples": 16,
    "insight": 2.6,
}
LIMITS = {
    "horizon": (0.0, 100.0),
    "hope": (0.0, 1.0),
    "stays": (0.0, 1.0),
    "takes": (1, 128),
    "throws": (2, 16),
    "extra": (0.0, 1.0),
    "samples": (0, 256),
    "insight": (0.0, 20.0),
}


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option of the highest rating; in Chaos trade like greedy."""
    if view.variant == CHAOS:
        return trade_greedily(view, view.work[:])
    ratings = np.empty(MAX_CARDS + 1, np.float64)
    rate_options(view, options, n, params, stream, ratings)
    return highest(ratings, n)
