"""The weights of the built-in policies, found by letting variants play each other."""

from __future__ import annotations

from numba import float64, types, void

from sim.jit import apart, inner
from sim.vale_of_eternity.thinking.facts import learn
from sim.vale_of_eternity.thinking.memory import (
    AGAIN,
    CURSED_DECK,
    FUTURE,
    HEED,
    N_WEIGHTS,
    READY,
    memory_of,
)
from sim.vale_of_eternity.view import VIEW

WEIGHTS = types.UniTuple(float64, N_WEIGHTS)

# In the order of the weights in memory.py.
# fmt: off
BUILDER = (
    0.538, 0.332, 0.166, 6.19, 0.309, 0.331, 0.33, 1.43, 0.722, 1.10, 1.016, 0.71, 0.668, 2.53,
    1.20, 0.262, 0.75,
)
# fmt: on
RUSHER = (*BUILDER[:FUTURE], 0.1, 0.1, *BUILDER[AGAIN + 1 :])
PLANNER = BUILDER


@apart(void(VIEW, WEIGHTS, float64))
def write_down(view, weights, heed):
    """Write weights and facts to the view's values."""
    m = memory_of(view)
    for k in range(N_WEIGHTS):
        m[k] = weights[k]
    learn(view.tables, m)
    m[HEED] = heed * m[CURSED_DECK]


@inner(merged=True)
def remember(view, weights, heed):
    """Write weights and facts to the view's values, if they aren't there.

    Parameters
    ----------
    heed : float
        How much wards, curses and soothed cards count, 1 for what they are worth at the end.
    """
    if view.values[READY] == 0.0:
        write_down(view, weights, heed)
