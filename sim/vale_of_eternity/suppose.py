"""What the walker supposes that earlier rows of an effect did."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.state import SCRATCH

# A column each: 0 to 2 stones, 3 points, 4 cards drawn, 5 cards gone from the hand,
# 6 broken wards and curses on oneself, which a mending may lessen, 7 of these the curses, 8 cards
# gone from the shelter.
SUPPOSED = 9
POINTS_MORE = 3
CARDS_MORE = 4
CARDS_FEWER = 5
MENDABLE_MORE = 6
CURSES_MORE = 7
SHELTER_FEWER = 8


@inner(void(SCRATCH), merged=True)
def suppose_nothing(w):
    """Forget what was supposed."""
    for k in range(SUPPOSED):
        w.more[0, k] = 0


@inner(void(SCRATCH, int64))
def go_deeper(w, depth):
    """Begin a level deeper with what is supposed at this one."""
    for k in range(SUPPOSED):
        w.more[depth + 1, k] = w.more[depth, k]


@inner(int64(SCRATCH, int64, int64, int64, int64, int64))
def suppose_stones(w, depth, sign, red, blue, purple):
    """Suppose that stones are gained (sign 1) or lost (-1); return 2 if there are any."""
    w.more[depth, 0] += sign * red
    w.more[depth, 1] += sign * blue
    w.more[depth, 2] += sign * purple
    return 2 if red or blue or purple else 1
