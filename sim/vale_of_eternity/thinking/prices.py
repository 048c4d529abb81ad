"""What stones and turns are worth in the position at hand."""

from __future__ import annotations

from numba import float64, int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.memory import (
    BULK,
    KEPT,
    MEMORY,
    PACE,
    PIP,
    PIP_LAST,
    PRICE,
    TURNS,
    USES,
    WORTH,
)


@inner(float64(STATE, MEMORY, int64, int64, int64, int64), merged=True)
def kept_worth(s, m, seat, red, blue, purple):
    """Return the worth of a seat's stones and some more; it keeps the best up to its limit."""
    room = s.limit[seat]
    have = 0.0
    n2 = max(0, s.stones[seat, 2] + purple)
    n1 = max(0, s.stones[seat, 1] + blue)
    n0 = max(0, s.stones[seat, 0] + red)
    if n0 + n1 + n2 <= room:
        return n0 * m[WORTH] + n1 * m[WORTH + 1] + n2 * m[WORTH + 2]
    if m[WORTH + 1] > m[WORTH + 2]:  # values were exchanged
        k = min(n1, room)
        have += k * m[WORTH + 1]
        room -= k
        k = min(n2, room)
        have += k * m[WORTH + 2]
        room -= k
    else:
        k = min(n2, room)
        have += k * m[WORTH + 2]
        room -= k
        k = min(n1, room)
        have += k * m[WORTH + 1]
        room -= k
    return have + min(n0, room) * m[WORTH]


@inner(void(STATE, MEMORY, int64), merged=True)
def set_worths(s, m, seat):
    """Write what a seat's stones are worth at the price that stands."""
    for k in range(3):
        m[WORTH + k] = max(0.0, m[PRICE] * (s.value[seat, k] - m[BULK]))
    m[KEPT] = kept_worth(s, m, seat, 0, 0, 0)


@kernel(void(STATE, TABLES, MEMORY, int64))
def set_prices(s, t, m, seat):
    """Write the prices of the position for a seat."""
    best = 0
    for p in range(s.players):
        best = max(best, s.score[p])
    left = t.last_round - s.round_no + 1.0
    by_points = (t.end_score - best) / m[PACE]
    if by_points < left:
        left = max(1.0, by_points)
    m[USES] = left
    m[TURNS] = left - 1.0
    last = min(1.0, left - 1.0)
    m[PRICE] = last * m[PIP] + (1.0 - last) * m[PIP_LAST]
    set_worths(s, m, seat)
