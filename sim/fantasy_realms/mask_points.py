"""What cards score for the sets of active cards they look at."""

from __future__ import annotations

from numba import int64

from sim.bits import lowest, size
from sim.fantasy_realms.tables import (
    COND_EXACTLY,
    COND_SUITS_DIFFER,
    MASKS,
    OP_EACH,
    OP_HIGHEST,
    OP_RUNS,
    OP_SETS,
    OP_TOTAL,
    TABLES,
)
from sim.jit import inner


@inner(int64(MASKS, int64, int64, int64), merged=True)
def double_points(m, row, active, penalty_off):
    """Return the points of a card with up to two amounts, which add up or are alternatives."""
    d = m.doubles[row]
    met = (active & d.need[0] != 0) & (active & d.need[1] != 0) & (active & d.need[2] != 0)
    met &= (active & d.forbid[0] == 0) & (d.part[0] & penalty_off == 0)
    first = d.amount[0] * size(active & d.count[0]) * met
    met = (active & d.need[3] != 0) & (active & d.need[4] != 0) & (active & d.need[5] != 0)
    met &= (active & d.forbid[1] == 0) & (d.part[1] & penalty_off == 0)
    second = d.amount[1] * size(active & d.count[1]) * met
    return max(first, second) if d.alternative else first + second


@inner(int64(TABLES, int64, int64), merged=True)
def set_sizes_points(t, active, row):
    """Return the points for different names by suit; as printed, no two cards share a name."""
    points = 0
    for suit in range(t.n_suits):
        points += t.points[row, size(active & t.masks.suit[suit])] - t.points[row, 0]
    return points


@inner(int64(TABLES, int64, int64), merged=True)
def run_lengths_points(t, active, row):
    """Return the points for runs of base strengths, longest first; equal strengths wait a round."""
    points = 0
    while active:
        strengths = 0
        again = 0
        while active:
            own = active & -active
            active ^= own
            strength = 1 << t.strength[lowest(own)]
            if strengths & strength:
                again |= own
            strengths |= strength
        while strengths:
            strengths >>= lowest(strengths)
            length = lowest(~strengths)
            points += t.points[row, length]
            strengths >>= length
        active = again
    return points


@inner(int64(TABLES, int64), merged=True)
def no_suit_twice(t, active):
    """Return 1 if no two active cards share a suit."""
    for suit in range(t.n_suits):
        held = active & t.masks.suit[suit]
        if held & (held - 1):
            return 0
    return 1


@inner(int64(TABLES, int64, int64), merged=True)
def special_points(t, row, active):
    """Return the points of a card whose one amount is of another kind, or has its own condition."""
    s = t.masks.specials[row]
    if s.cond == COND_SUITS_DIFFER and not no_suit_twice(t, active):
        return 0
    if s.cond == COND_EXACTLY and size(active & s.cond_count) != s.cond_n:
        return 0
    op = s.op
    counted = active & s.count
    if op == OP_EACH:
        return s.amount * size(counted)
    if op == OP_TOTAL:
        total = 0
        while counted:
            total += t.strength[lowest(counted)]
            counted &= counted - 1
        return s.amount * total
    if op == OP_HIGHEST:
        if counted == 0:
            return 0
        highest = t.strength[lowest(counted)]
        while counted:
            highest = max(highest, t.strength[lowest(counted)])
            counted &= counted - 1
        return s.amount * highest
    if op == OP_SETS:
        return set_sizes_points(t, active, s.list)
    if op == OP_RUNS:
        return run_lengths_points(t, active, s.list)
    return 0
