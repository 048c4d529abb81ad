"""What an active slot scores: base strength, bonus and penalty."""

from __future__ import annotations

from numba import int64

from sim.bits import lowest
from sim.fantasy_realms.blanking import counts_without, occupied
from sim.fantasy_realms.tables import (
    CARD,
    COND_ALL_ODD,
    COND_EXACTLY,
    COND_SUITS_DIFFER,
    F_COMPLEX,
    F_PENALTY,
    FIELD,
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
from sim.jit import inner, kernel

UNMET = -(10**9)


@inner(int64(HAND, int64))
def strength_of(h, i):
    """Return the base strength of slot i, which may have faded."""
    return 0 if (h.faded >> i) & 1 else h.strength[i]


@inner(int64(HAND, int64, int64), merged=True)
def is_namesake(h, i, suit):
    """Return 1 if an active slot before i has the same name and the suit too."""
    for j in range(i):
        active = not (h.blanked >> j) & 1
        if active and (h.suits[j] >> suit) & 1 and h.name[j] == h.name[i]:
            return 1
    return 0


@inner(int64(TABLES, HAND, int64), merged=True)
def sets_points(t, h, row):
    """Return the points for different names by suit, over the active cards."""
    points = 0
    renamed = 0
    if h.depth:
        for i in range(h.n):
            renamed |= h.name[i] != t.name[h.card[i] & CARD]
    for suit in range(t.n_suits):
        h.work[suit] = 0
    for i in range(h.n):
        suits = h.suits[i]
        if (h.blanked >> i) & 1:
            suits = 0
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            if renamed and is_namesake(h, i, suit):
                continue
            size = h.work[suit]
            h.work[suit] = size + 1
            points += t.points[row, size + 1] - t.points[row, size]
    return points


@inner(int64(TABLES, HAND, int64), merged=True)
def runs_points(t, h, row):
    """Return the points for runs of consecutive base strengths; equal runs all count.

    The longest runs are taken first, from one card of each strength; what is left makes further
    runs.
    """
    n = 0
    for i in range(h.n):
        if not (h.blanked >> i) & 1:
            k = n
            strength = strength_of(h, i)
            while k > 0 and h.work[k - 1] > strength:
                h.work[k] = h.work[k - 1]
                k -= 1
            h.work[k] = strength
            n += 1
    points = 0
    while n:
        # one card of each strength makes runs, the others stay for the next layer
        rest = 0
        size = 1
        last = h.work[0]
        for k in range(1, n):
            now = h.work[k]
            if now == last:
                h.work[rest] = now
                rest += 1
                continue
            if now == last + 1:
                size += 1
            else:
                points += t.points[row, size]
                size = 1
            last = now
        points += t.points[row, size]
        n = rest
    return points


@inner(int64(HAND), merged=True)
def suits_differ(h):
    """Return 1 if no two active cards share a suit."""
    taken = 0
    for i in range(h.n):
        if not ((h.blanked | h.faded) >> i) & 1:
            if taken & h.suits[i]:
                return 0
            taken |= h.suits[i]
    return 1


@inner(int64(HAND, int64))
def odd_strengths(h, passed):
    """Return the number of active slots of odd base strength, but for a set of slots."""
    found = 0
    for i in range(h.n):
        found += strength_of(h, i) & 1 & ~((h.blanked | passed) >> i)
    return found


@inner(int64(TABLES, HAND), merged=True)
def penalties_left(t, h):
    """Return the number of active slots whose penalty isn't cleared."""
    found = 0
    for i in range(h.n):
        if not ((h.blanked | h.cleared) >> i) & 1:
            found += t.traits[h.rule[i] & CARD] & F_PENALTY != 0
    return found


@inner(int64(int64, int64, int64))
def count_of(counts, shift, more):
    """Return the count of a term, and those of further terms."""
    count = (counts >> shift) & 15
    while more:
        count += (counts >> lowest(more)) & 15
        more &= more - 1
    return count


@kernel(int64(TABLES, HAND, int64, int64, int64))
def clause_points(t, h, i, k, counts):
    """Return the points of one clause of slot i, or ``UNMET`` if its conditions don't hold."""
    c = t.clause[k]
    if c.need | c.forbid:
        have = occupied(counts)
        if have & c.need != c.need:
            return UNMET
        if have & c.forbid:
            return UNMET
        if c.words and (h.struck >> i) & 1 and c.words & ~h.lost_words[i] == 0:
            return UNMET
    if c.cond:
        if c.cond == COND_SUITS_DIFFER:
            if not suits_differ(h):
                return UNMET
        elif c.cond == COND_ALL_ODD:
            if odd_strengths(h, 0) != h.n:
                return UNMET
        elif c.cond == COND_EXACTLY and count_of(counts, c.cond_shift, c.cond_more) != c.cond_n:
            return UNMET
    op = c.op
    if op == OP_EACH:
        return c.amount * count_of(counts, c.shift, c.more)
    if op == OP_TOTAL or op == OP_HIGHEST:
        total = 0
        highest = UNMET
        layer = (h.struck >> i) & 1
        for j in range(h.n):
            if not (h.blanked >> j) & 1 and (h.match[layer, i, j] >> c.shift) & 1:
                total += strength_of(h, j)
                highest = max(highest, strength_of(h, j))
        if op == OP_TOTAL:
            return c.amount * total
        return c.amount * highest if highest != UNMET else 0
    if op == OP_SETS:
        return sets_points(t, h, c.list)
    if op == OP_RUNS:
        return runs_points(t, h, c.list)
    if op == OP_DISCARD or op == OP_OPPONENTS:
        if c.spelt and (h.struck >> i) & 1 and c.spelt & ~h.lost_words[i] == 0:
            return 0
        return c.amount * ((h.outside >> c.field) & FIELD)
    if op == OP_PENALTIES:
        return c.amount * penalties_left(t, h)
    if op == OP_ODD:
        return c.amount * odd_strengths(h, 1 << i)
    return 0


@inner(int64(TABLES, HAND, int64, int64, int64, int64), merged=True)
def clauses_points(t, h, i, first, last, counts):
    """Return the points of clauses `first` to `last` - 1; of alternatives the best counts."""
    points = 0
    group = UNMET
    for k in range(first, last):
        value = clause_points(t, h, i, k, counts)
        if t.clause[k].alternative:
            group = max(group, value)
        else:
            if group != UNMET:
                points += group
            group = value
    if group != UNMET:
        points += group
    return points


@inner(int64(TABLES, HAND, int64, int64))
def slot_points(t, h, i, counts):
    """Return base strength, bonus and penalty of an active slot, given its counts.

    A card's bonus clauses stand right before its penalty clauses.
    """
    rule = h.rule[i] & CARD
    first = t.first_bonus[rule] if (h.bonus_on >> i) & 1 else t.first_penalty[rule]
    last = t.last_bonus[rule] if (h.cleared >> i) & 1 else t.last_penalty[rule]
    return h.strength[i] + clauses_points(t, h, i, first, last, counts)


@inner(int64(TABLES, int64, int64, int64))
def simple_points(t, rule, counts, parts):
    """Return the points of a card without complex clauses, given its counts, free of branches.

    Parameters
    ----------
    parts : int
        Bit 0: the bonus counts; bit 1: the penalty counts.
    """
    c = t.simple[rule]
    have = occupied(counts)
    first = c.amount[0] * ((counts >> c.shift[0]) & 15)
    met = (have & c.need[0] == c.need[0]) & (have & c.forbid[0] == 0)
    first *= met & (parts >> c.part[0])
    second = c.amount[1] * ((counts >> c.shift[1]) & 15)
    met = (have & c.need[1] == c.need[1]) & (have & c.forbid[1] == 0)
    second *= met & (parts >> c.part[1])
    return max(first, second) if c.alternative else first + second


@inner(int64(TABLES, HAND, int64, int64))
def points_with(t, h, i, counts):
    """Return base strength, bonus and penalty of an active slot, given its counts."""
    rule = h.rule[i] & CARD
    if t.traits[rule] & F_COMPLEX or (h.struck >> i) & 1:
        return slot_points(t, h, i, counts)
    parts = ((h.bonus_on >> i) & 1) | ((~h.cleared >> i) & 1) << 1
    return h.strength[i] + simple_points(t, rule, counts, parts)


@kernel(int64(TABLES, HAND, int64))
def total_points(t, h, i):
    """Return base strength, bonus and penalty of an active slot after everything was blanked.

    A faded slot has none of them.
    """
    if (h.faded >> i) & 1:
        return 0
    return points_with(t, h, i, counts_without(h, i, h.blanked))
