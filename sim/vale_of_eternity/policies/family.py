"""``family:NAME``: a builder that likes one family better than all others."""

from __future__ import annotations

from sim.jit import kernel
from sim.vale_of_eternity.thinking.memory import FAVOUR, MAX_FAVOURS, memory_of
from sim.vale_of_eternity.thinking.moves import best_option
from sim.vale_of_eternity.thinking.weights import BUILDER, remember
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "a builder with a favourite family, as in family:fire; a card of it is worth more to it"
# family: the favourite, by name. favour: points that each card of it is worth besides.
PARAMS: dict[str, float | str] = {"family": "", "favour": 5.0}
LIMITS = {"favour": (0.0, 100.0)}
WORDS = {"family": "family"}

FAMILY, POINTS_MORE = range(2)


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option that is worth most."""
    remember(view, BUILDER, 1.0)
    m = memory_of(view)
    for k in range(MAX_FAVOURS):
        m[FAVOUR + k] = params[POINTS_MORE] if k == int(params[FAMILY]) else 0.0
    return best_option(view, options, n)
