"""``rollout``: plays the best options out many times, with what it can't see drawn at random."""

from __future__ import annotations

from sim.jit import kernel
from sim.records import start_of
from sim.vale_of_eternity.thinking.memory import memory_of
from sim.vale_of_eternity.thinking.trials import try_out
from sim.vale_of_eternity.thinking.weights import BUILDER, remember
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "plays its best options out n times each to the end by builder, unseen cards at random"
# n: play-outs an option; width: options that are played out, the best by the builder's values;
# winning: points that a win counts besides the score; curses: how much wards, curses and soothed
# cards count, 1 for what they do at the end.
PARAMS: dict[str, float] = {"n": 8, "width": 6, "winning": 10.0, "curses": 1.0}
LIMITS = {"n": (1, 100_000), "width": (1, 64), "winning": (0.0, 1000.0), "curses": (0.0, 10.0)}

SAMPLES, WIDTH, WINNING, HEEDED = range(4)


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option of the best mean outcome."""
    remember(view, BUILDER, params[HEEDED])
    samples, width = int(params[SAMPLES]), int(params[WIDTH])
    return try_out(
        view, memory_of(view), start_of(options), n, samples, width, params[WINNING], stream
    )
