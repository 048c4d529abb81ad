"""Flat Monte Carlo: the most promising options played out many times, hidden cards redrawn."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64

from sim.jit import inner
from sim.vale_of_eternity.play import carry_out
from sim.vale_of_eternity.thinking.memory import MEMORY, OPTIONS, RATINGS
from sim.vale_of_eternity.thinking.moves import NEVER, highest, rate_options
from sim.vale_of_eternity.thinking.playouts import outcome, play_rest
from sim.vale_of_eternity.thinking.redraw import redraw
from sim.vale_of_eternity.view import VIEW


@inner(int64(VIEW, MEMORY, OPTIONS, int64, int64, int64, float64, uint64[::1]))
def try_out(view, m, options, n, samples, width, winning, stream):
    """Return the index of the option with the best mean outcome.

    Parameters
    ----------
    samples : int
        Play-outs of each option; the hidden cards of one sample are the same for all options.
    width : int
        Options that are played out, those with the highest ratings.
    winning : float
        Points that a win counts besides the score.
    """
    rate_options(view.state, view.tables, m, view.seat, options, n)
    tried = np.empty(width, np.int64)
    number = 0
    while number < min(n, width):
        best = highest(m, n)
        if m[RATINGS + best] == NEVER and number:
            break
        tried[number] = best
        m[RATINGS + best] = NEVER
        number += 1
    if number == 1:
        return tried[0]
    total = np.zeros(width)
    for _ in range(samples):
        redraw(view, 0, stream)
        for k in range(number):
            view.work[1] = view.work[0]
            carry_out(view.work[1], view.tables, view.scratch, options[tried[k]])
            play_rest(view.work[1], view.tables, view.scratch, m)
            total[k] += outcome(view.work[1], view.tables, m, view.seat, winning)
    chosen = 0
    for k in range(1, number):
        if total[k] > total[chosen]:
            chosen = k
    return tried[chosen]
