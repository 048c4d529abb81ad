"""The most that clauses of a card can bring, whatever card of the hand gets another face.

See :mod:`sim.fantasy_realms.ceiling`. Points that need not be lost are not counted, those that may
be won are.
"""

from __future__ import annotations

from numba import int64

from sim.bits import lowest, size
from sim.fantasy_realms.blanking import occupied
from sim.fantasy_realms.points import count_of
from sim.fantasy_realms.tables import (
    CARD,
    COND_ALL_ODD,
    COND_EXACTLY,
    COND_SUITS_DIFFER,
    F_PENALTY,
    FIELD,
    FLAT,
    HAND,
    OP_DISCARD,
    OP_EACH,
    OP_HIGHEST,
    OP_ODD,
    OP_OPPONENTS,
    OP_PENALTIES,
    OP_RUNS,
    OP_SETS,
    OP_TOTAL,
    TABLES,
)
from sim.jit import inner

UNBOUNDED = 10**9


@inner(int64(HAND, int64))
def sizes_of_suits(h, suits):
    """Write to ``work`` how many slots are of each suit; return how many slots too many share one.

    Slots that copied a name count though they may not.
    """
    left = suits
    while left:
        h.work[lowest(left)] = 0
        left &= left - 1
    shared = 0
    for i in range(h.n):
        own = h.suits[i]
        while own:
            suit = lowest(own)
            own &= own - 1
            shared += h.work[suit] > 0
            h.work[suit] += 1
    return shared


@inner(int64(HAND, int64, int64, int64))
def fewest(h, i, shift, loose):
    """Return how many slots match a term of slot i at least: all that do, but the changed one."""
    if shift == 4 * FLAT:
        return 1
    return 0 if loose else max(((h.total[0, i] >> shift) & 15) - 1, 0)


@inner(int64(HAND))
def odd_slots(h):
    """Return the number of slots of odd base strength."""
    found = 0
    for i in range(h.n):
        found += h.strength[i] & 1
    return found


@inner(int64(TABLES, HAND, int64), merged=True)
def most_of_sets(t, h, row):
    """Return the most that sets of a suit can bring with one card more in one suit."""
    sizes_of_suits(h, (1 << t.n_suits) - 1)
    total = 0
    more = 0
    for suit in range(t.n_suits):
        held = t.most[row, h.work[suit]]
        total += held
        more = max(more, t.most[row, h.work[suit] + 1] - held)
    return total + more


@inner(int64(TABLES, HAND, int64), merged=True)
def most_of_runs(t, h, row):
    """Return the most that the base strengths of any cards of the hand can bring as runs."""
    left = (1 << h.n) - 1
    total = 0
    while left:
        again = 0
        while left:
            # take one card of each strength, from the lowest on; equal ones wait for a round
            first = lowest(left)
            rest = left
            while rest:
                i = lowest(rest)
                rest &= rest - 1
                if h.strength[i] < h.strength[first]:
                    first = i
            length = 0
            wanted = h.strength[first]
            found = 1
            while found:
                found = 0
                rest = left
                while rest:
                    i = lowest(rest)
                    rest &= rest - 1
                    if h.strength[i] == wanted:
                        left &= ~(1 << i)
                        if found:
                            again |= 1 << i
                        found = 1
                length += found
                wanted += 1
            total += t.most[row, length]
        left = again
    return total


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def most_of_strengths(t, h, i, k, fresh):
    """Return the most of a clause that looks at base strengths; `fresh`: terms of a new face."""
    c = t.clause[k]
    if c.amount < 0:
        return UNBOUNDED
    total = 0
    highest = 0
    other = 0
    for j in range(h.n):
        if (h.match[0, i, j] >> c.shift) & 1:
            total += max(0, h.strength[j])
            highest = max(highest, h.strength[j])
        else:
            other = max(other, h.strength[j])
    if (fresh >> c.shift) & 1:
        total += other
        highest = max(highest, other)
    return c.amount * (total if c.op == OP_TOTAL else highest)


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def may_hold(t, h, k, counts, loose):
    """Return 1 if the conditions of a clause may hold with one card changed."""
    c = t.clause[k]
    if occupied(counts) & c.need != c.need:
        return 0
    if c.cond == COND_SUITS_DIFFER:
        return 1 if loose else sizes_of_suits(h, (1 << t.n_suits) - 1) <= 1
    if c.cond == COND_ALL_ODD:
        return odd_slots(h) == h.n
    if c.cond == COND_EXACTLY:
        count = count_of(counts, c.cond_shift, c.cond_more)
        return (count >= c.cond_n) & (loose | (count - 2 - 2 * size(c.cond_more) <= c.cond_n))
    return 1


@inner(int64(TABLES, HAND, int64, int64, int64, int64, int64), merged=True)
def most_of_clause(t, h, i, k, counts, fresh, loose):
    """Return the most that a clause of slot i can bring with one card changed.

    Parameters
    ----------
    counts : int
        Counts over all slots, those with the new face included.
    fresh : int
        The terms that match the new face.
    loose : int
        Not 0 if cards may be blanked.
    """
    c = t.clause[k]
    op = c.op
    if not may_hold(t, h, k, counts, loose):
        return 0
    if op == OP_EACH:
        if c.amount >= 0:
            return c.amount * count_of(counts, c.shift, c.more)
        if c.need | c.cond | c.more or occupied(counts) & c.forbid:
            return 0
        return c.amount * fewest(h, i, c.shift, loose)
    if op == OP_TOTAL or op == OP_HIGHEST:
        return most_of_strengths(t, h, i, k, fresh)
    if op == OP_SETS:
        return most_of_sets(t, h, c.list)
    if op == OP_RUNS:
        return most_of_runs(t, h, c.list)
    if op == OP_DISCARD or op == OP_OPPONENTS:
        return max(0, c.amount * ((h.outside >> c.field) & FIELD))
    count = 0
    if op == OP_PENALTIES:
        for j in range(h.n):
            count += t.traits[h.rule[j] & CARD] & F_PENALTY != 0
    elif op == OP_ODD:
        count = odd_slots(h) - (h.strength[i] & 1)
    return max(0, c.amount * count)


@inner(int64(TABLES, HAND, int64, int64, int64, int64, int64, int64), merged=True)
def most_of_clauses(t, h, i, first, last, counts, fresh, loose):
    """Return the most of clauses `first` to `last` - 1; of alternatives the best counts."""
    points = 0
    group = 0
    for k in range(first, last):
        value = most_of_clause(t, h, i, k, counts, fresh, loose)
        if t.clause[k].alternative:
            group = max(group, value)
        else:
            points += group
            group = value
    return points + group
