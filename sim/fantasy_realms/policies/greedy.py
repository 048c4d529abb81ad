"""``greedy``: the best score of the cards in hand, nothing else."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.trading import trade_greedily
from sim.fantasy_realms.values import hand_value, swap_into
from sim.fantasy_realms.view import CHAOS, CHOOSE, DRAW, VIEW
from sim.jit import kernel

ABOUT = "takes the discard that raises its best score most, else draws; keeps the best hand"
PARAMS: dict[str, float] = {}


@kernel(int64(VIEW, int64, int64[::1]))
def value_with(view, card, work):
    """Return the best score after taking a card and throwing the one that then helps least."""
    if view.hand_n < view.hand_size:
        n = swap_into(view.hand[:], view.hand_n, card, -1, work)
        return hand_value(view, work, n)
    best = -(10**9)
    for k in range(view.hand_n):
        n = swap_into(view.hand[:], view.hand_n, card, view.hand[k], work)
        best = max(best, hand_value(view, work, n))
    return best


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take the discard that raises the best score most, else draw; throw the least useful card.

    In Chaos: offer the least useful card, and trade when it raises the best score.
    """
    work = view.work[:]
    if view.kind == DRAW:
        chosen = 0
        best = hand_value(view, view.hand[:], view.hand_n)
        for k in range(n):
            if options[k] >= 0:
                value = value_with(view, options[k], work)
                if value > best:
                    best = value
                    chosen = k
        return chosen
    if view.variant == CHAOS:
        return trade_greedily(view, work)
    chosen = 0
    best = -(10**9)
    for k in range(n):
        size = swap_into(view.hand[:], view.hand_n, -1, options[k], work)
        value = hand_value(view, work, size)
        if value > best:
            best = value
            chosen = k
    return chosen
