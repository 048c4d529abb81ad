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
# n: play-outs an option; width: options played out, the best by the planner's ratings; gap: points
# below the best rating beyond which none is; trust: weight of the rating beside the play-outs, for
# each card that the discard area still takes (play-outs by greedy don't see what a low card is kept
# for, but know best how the game ends); margin: weight of the lead over the best rival, the rest
# being that of a win, worth 100 points; insight: as planner's. In Chaos it trades like greedy.
PARAMS: dict[str, float] = {
    "n": 64,
    "width": 4,
    "gap": 20.0,
    "trust": 0.1,
    "margin": 0.5,
    "insight": 2.6,
}
LIMITS = {
    "n": (1, 100_000),
    "width": (1, 128),
    "gap": (0.0, 10_000.0),
    "trust": (0.0, 100.0),
    "margin": (0.0, 1.0),
    "insight": (0.0, 20.0),
}

N, WIDTH, GAP, TRUST, MARGIN, INSIGHT = range(6)
# Its ratings are in points always: what the end of the game brings, the play-outs tell.
PLANNER = tuple(float(v) for v in {**PLANNER_PARAMS, "samples": 0}.values())


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option of the best mean outcome and rating."""
    if view.variant == CHAOS:
        return trade_greedily(view, view.work[:])
    ratings = np.empty(MAX_CARDS + 1, np.float64)
    outcomes = np.empty(MAX_CARDS + 1, np.float64)
    rate_options(view, options, n, np.array(PLANNER), stream, ratings)
    if keep_best(ratings, n, params[WIDTH], params[GAP]) < 2:
        return highest(ratings, n)
    for k in range(n):
        outcomes[k] = ratings[k]
    trust = params[TRUST] * max(view.end_size - view.area_n, 0)
    samples, insight, margin = int(params[N]), params[INSIGHT], params[MARGIN]
    play_out_options(view, options, n, samples, insight, margin, stream, outcomes)
    for k in range(n):
        outcomes[k] += trust * ratings[k]
    return highest(outcomes, n)
