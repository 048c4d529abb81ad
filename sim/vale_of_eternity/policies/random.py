"""``random``: uniform over the options."""

from __future__ import annotations

from sim.jit import kernel
from sim.streams import below
from sim.vale_of_eternity.view import CHOOSE

ABOUT = "any option, each equally likely"
PARAMS: dict[str, float] = {}


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return a uniform option."""
    return below(stream, n)
