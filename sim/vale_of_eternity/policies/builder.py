"""``builder``: what helps most by the game's end, effects to come counted by the rounds left."""

from __future__ import annotations

from sim.jit import kernel
from sim.vale_of_eternity.thinking.moves import best_option
from sim.vale_of_eternity.thinking.weights import BUILDER, remember
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "takes what brings most by the game's end, effects to come times the rounds left"
# curses: how much wards, curses and soothed cards count, 1 for what they do at the end.
PARAMS: dict[str, float] = {"curses": 1.0}
LIMITS = {"curses": (0.0, 10.0)}

HEEDED = 0


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option that is worth most."""
    remember(view, BUILDER, params[HEEDED])
    return best_option(view, options, n)
