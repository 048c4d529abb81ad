"""``greedy``: the best score of the cards in hand, nothing else."""

from __future__ import annotations

from sim.fantasy_realms.trading import trade_greedily
from sim.fantasy_realms.values import WORST, best_values_without, hand_value, value_with_above
from sim.fantasy_realms.view import CHAOS, CHOOSE, DRAW
from sim.jit import kernel

ABOUT = "takes the discard that raises its best score most, else draws; keeps the best hand"
PARAMS: dict[str, float] = {}


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take the discard that raises the best score most, else draw; throw the least useful card.

    In Chaos: offer the least useful card, and trade when it raises the best score.
    """
    chosen = 0
    if view.kind == DRAW:
        best = hand_value(view, view.hand[:], view.hand_n)
        for k in range(n):
            if options[k] >= 0:
                value = value_with_above(view, options[k], best)
                if value > best:
                    best = value
                    chosen = k
        return chosen
    if view.variant == CHAOS:
        return trade_greedily(view, view.work[:])
    best_values_without(view, view.hand[:], view.hand_n, view.values[:], view.work[:])
    best = WORST
    at = 0
    for k in range(n):
        while view.hand[at] != options[k]:
            at += 1
        if view.values[at] > best:
            best = view.values[at]
            chosen = k
    return chosen
