"""``denier``: a planner that minds what its discard gives the next players."""

from __future__ import annotations

import numpy as np

from sim.fantasy_realms.gifts import expected_gifts
from sim.fantasy_realms.planning import highest, rate_options
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.throws import INSIGHT
from sim.fantasy_realms.trading import trade_greedily
from sim.fantasy_realms.view import CHAOS, CHOOSE, DISCARD
from sim.jit import kernel

ABOUT = "plans like planner, and holds back cards that would help the next players more"
# Those of planner, then: denial: own points it gives up for a point that the left neighbour would
# gain (the next one counts half, and so on); neighbours: how many seats it minds; hands: plausible
# hands it imagines for each of them.
PARAMS: dict[str, float] = {
    "horizon": 1.0,
    "hope": 0.7,
    "stays": 0.8,
    "takes": 2,
    "throws": 5,
    "extra": 0.9,
    "samples": 16,
    "insight": 2.6,
    "denial": 0.3,
    "neighbours": 1,
    "hands": 8,
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
    "denial": (0.0, 10.0),
    "neighbours": (1, 7),
    "hands": (1, 1000),
}

DENIAL, NEIGHBOURS, HANDS = 8, 9, 10


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option of the highest rating less what it gives away; in Chaos trade like greedy.

    A discard that ends the game gives nothing.
    """
    if view.variant == CHAOS:
        return trade_greedily(view, view.work[:])
    ratings = np.empty(MAX_CARDS + 1, np.float64)
    rate_options(view, options, n, params, stream, ratings)
    if view.kind == DISCARD and view.area_n + 1 < view.end_size and params[DENIAL] > 0.0:
        gifts = np.empty(MAX_CARDS + 1, np.float64)
        neighbours, hands = int(params[NEIGHBOURS]), int(params[HANDS])
        expected_gifts(view, options, n, ratings, neighbours, hands, params[INSIGHT], stream, gifts)
        for k in range(n):
            ratings[k] -= params[DENIAL] * gifts[k]
    return highest(ratings, n)
