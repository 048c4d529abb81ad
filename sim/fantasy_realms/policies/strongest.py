"""``strongest``: keeps the highest base strengths, the straw man of the guide."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.trading import any_untried, partner_knows
from sim.fantasy_realms.view import ANSWER, CHOOSE, DRAW, OFFER, VIEW
from sim.jit import kernel

ABOUT = "keeps the highest base strengths, whatever the cards do"
PARAMS: dict[str, float] = {}


@kernel(int64(VIEW))
def weakest_offer(view):
    """Return the place of the weakest card, of those the partner doesn't know if there are any."""
    untried = any_untried(view)
    weakest = -1
    for k in range(view.hand_n):
        card = view.hand[k]
        if not (untried and partner_knows(view, card)):
            if weakest < 0 or view.tables.strength[card] < view.tables.strength[view.hand[weakest]]:
                weakest = k
    return weakest


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take the strongest discard if it beats the weakest card held; throw the weakest card.

    In Chaos: offer the weakest card, and trade for a stronger one.
    """
    strength = view.tables.strength
    if view.kind == OFFER:
        return weakest_offer(view)
    if view.kind == ANSWER:
        return 1 if strength[view.get] > strength[view.give] else 0
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
