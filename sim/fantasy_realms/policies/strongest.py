"""``strongest``: keeps the highest base strengths, the straw man of the guide."""

from __future__ import annotations

from sim.fantasy_realms.view import CHOOSE, DRAW
from sim.jit import kernel

ABOUT = "keeps the highest base strengths, whatever the cards do"
PARAMS: dict[str, float] = {}


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take the strongest discard if it beats the weakest card held; throw the weakest card."""
    strength = view.tables.strength
    weakest = 0
    for k in range(view.hand_n):
        if strength[view.hand[k]] < strength[view.hand[weakest]]:
            weakest = k
    if view.kind != DRAW:
        return weakest
    best = -1
    for k in range(n):
        if options[k] >= 0 and (best < 0 or strength[options[k]] > strength[options[best]]):
            best = k
    filling = view.hand_n < view.hand_size
    if best >= 0 and (filling or strength[options[best]] > strength[view.hand[weakest]]):
        return best
    return 0
