"""``rollout``: plays the best options out many times, with what it can't see drawn at random."""

from __future__ import annotations

import numpy as np

from sim.fantasy_realms.planning import highest, keep_best, rate_options
from sim.fantasy_realms.playouts import play_out_options
from sim.fantasy_realms.policies.planner import PARAMS as PLANNER_PARAMS
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.trading import trade_greedily
from sim.fantasy_realms.view import CHAOS, CHOOSE
from sim.jit import kernel

ABOUT = "plays its best options out n times each to the end by greedy, unseen cards drawn at random"
# n: play-outs an option; width: options that are played out, the best by the planner's ratings;
# margin: weight of the lead, the rest being that of a win (worth 100 points); insight: cards a turn
# by which rivals are thought to have bettered their hands. In Chaos it trades like greedy.
PARAMS: dict[str, float] = {"n": 64, "width": 4, "margin": 0.5, "insight": 2.6}
LIMITS = {"n": (1, 100_000), "width": (1, 128), "margin": (0.0, 1.0), "insight": (0.0, 20.0)}

N, WIDTH, MARGIN, INSIGHT = range(4)
PLANNER = tuple(float(value) for value in PLANNER_PARAMS.values())


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option of the best mean outcome."""
    if view.variant == CHAOS:
        return trade_greedily(view, view.work[:])
    ratings = np.empty(MAX_CARDS + 1, np.float64)
    rate_options(view, options, n, np.array(PLANNER), stream, ratings)
    if keep_best(ratings, n, params[WIDTH]) > 1:
        samples = int(params[N])
        play_out_options(
            view, options, n, samples, params[INSIGHT], params[MARGIN], stream, ratings
        )
    return highest(ratings, n)
