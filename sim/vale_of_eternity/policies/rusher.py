"""``rusher``: points now. A builder for whom effects to come count next to nothing."""

from __future__ import annotations

from sim.jit import kernel
from sim.vale_of_eternity.thinking.moves import best_option
from sim.vale_of_eternity.thinking.weights import RUSHER, remember
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "points now: summons what brings most at once for its stones, effects to come count little"
PARAMS: dict[str, float] = {}


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option that is worth most at once."""
    remember(view, RUSHER, 1.0)
    return best_option(view, options, n)
