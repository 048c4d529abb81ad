"""``planner``: searches its own turn, selling, taming, summoning and paying in every order."""

from __future__ import annotations

from sim.jit import kernel
from sim.records import start_of
from sim.vale_of_eternity.thinking.memory import memory_of
from sim.vale_of_eternity.thinking.plans import plan
from sim.vale_of_eternity.thinking.weights import PLANNER, remember
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "plays its own turn through in many orders and goes for the one that ends best"
# width: options looked at in each position, the best by the builder's values; nodes: positions
# looked at for each option at hand; samples: games as they may be, each played to its end by
# builder after the turn; trust: weight of these ends against the worth of the turn by itself;
# winning: points that a win counts in them besides the score; curses: how much wards, curses and
# soothed cards count, 1 for what they do at the end.
PARAMS: dict[str, float] = {
    "width": 6,
    "nodes": 20,
    "samples": 4,
    "trust": 0.4,
    "winning": 10.0,
    "curses": 1.0,
}
LIMITS = {
    "width": (1, 16),
    "nodes": (0, 1_000_000),
    "samples": (0, 100_000),
    "trust": (0.0, 1.0),
    "winning": (0.0, 1000.0),
    "curses": (0.0, 10.0),
}

WIDTH, NODES, SAMPLES, TRUST, WINNING, HEEDED = range(6)


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option from which its own turn can end best."""
    remember(view, PLANNER, params[HEEDED])
    return plan(
        view,
        memory_of(view),
        start_of(options),
        n,
        int(params[WIDTH]),
        int(params[NODES]),
        int(params[SAMPLES]),
        params[TRUST],
        params[WINNING],
        stream,
    )
