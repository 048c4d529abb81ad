"""What a hand can score at most, before its last choice gives a card another suit.

Every card gets the most that any suit given to any card lets it score: all cards stay active, and
what need not cost anything doesn't. A suit counts for all cards that look for it, so the best suit
is added once. The bound is cheap, and tells where the exact search can be left out.
"""

from __future__ import annotations

from numba import int64

from sim.bits import lowest
from sim.fantasy_realms.blanking import occupied
from sim.fantasy_realms.most_points import UNBOUNDED, fewest, most_of_clauses
from sim.fantasy_realms.tables import (
    CARD,
    F_ALONE,
    F_BLANKS,
    F_COMPLEX,
    F_SELF,
    F_STRANGE,
    HAND,
    SUIT,
    TABLES,
)
from sim.jit import apart, inner


@inner(int64(TABLES, HAND, int64, int64, int64, int64), merged=True)
def most_of_simple(t, h, i, counts, clearable, loose):
    """Return the most that the amounts of a simple card can bring."""
    c = t.simple[h.rule[i] & CARD]
    have = occupied(counts)
    total = 0
    best = UNBOUNDED
    for q in range(2):
        amount = c.amount[q]
        most = 0
        if c.part[q] == 0 and not (h.bonus_on >> i) & 1:
            most = 0
        elif amount >= 0:
            most = amount * ((counts >> c.shift[q]) & 15) * (have & c.need[q] == c.need[q])
        elif not (c.need[q] or have & c.forbid[q] or (c.part[q] and clearable)):
            most = amount * fewest(h, i, c.shift[q], loose)
        total += most
        best = most if best == UNBOUNDED else max(best, most)
    return best if c.alternative else total


@inner(int64(TABLES, HAND, int64, int64, int64, int64, int64), merged=True)
def most_of_slot(t, h, i, counts, fresh, clearable, loose):
    """Return the most that slot i can bring with one card changed.

    Parameters
    ----------
    counts : int
        Counts over all slots, those with the new face included.
    fresh : int
        The terms that match the new face; 0 if none does.
    clearable : int
        Slots that may lose their penalty.
    loose : int
        Not 0 if cards may be blanked.
    """
    rule = h.rule[i] & CARD
    points = h.strength[i]
    clearable = (clearable >> i) & 1
    if t.traits[rule] & F_COMPLEX:
        first = t.first_bonus[rule]
        last = t.last_bonus[rule] if (h.bonus_on >> i) & 1 else first
        for part in range(2):
            most = most_of_clauses(t, h, i, first, last, counts, fresh, loose)
            points += max(0, most) if part and clearable else most
            first = t.first_penalty[rule]
            last = t.last_penalty[rule]
    else:
        points += most_of_simple(t, h, i, counts, clearable, loose)
    return max(points, 0) if loose else points


@apart(int64(TABLES, HAND))
def ceiling(t, h):
    """Return what no suit that the last choice gives to any card lets the hand exceed.

    Parameters
    ----------
    t, h : record
        Card tables, and the hand with all other choices made.
    """
    if h.traits & F_STRANGE:
        return UNBOUNDED
    suits = t.givable[h.card[h.chooser[h.final]]]
    loose = h.traits & (F_BLANKS | F_SELF | F_ALONE)
    clearable = -1 if h.clearers else h.spared
    left = suits
    while left:
        h.gain_of_suit[lowest(left)] = 0
        left &= left - 1
    total = 0
    for i in range(h.n):
        rule = h.rule[i] & CARD
        left = suits & t.reads[rule]
        suit = -1
        fresh = 0
        last = -1
        gain = 0
        without = 0
        while True:
            if fresh != last:
                last = fresh
                most = most_of_slot(t, h, i, h.total[0, i] + fresh, fresh, clearable, loose)
                if suit < 0:
                    without = most
                gain = most - without
            if suit >= 0:
                h.gain_of_suit[suit] += gain
            if left == 0:
                break
            suit = lowest(left)
            left &= left - 1
            at = (rule * t.n_suits + suit) & SUIT
            fresh = t.by_suit[at] | t.by_suit_self[at]
        total += without
    best = 0
    while suits:
        best = max(best, h.gain_of_suit[lowest(suits)])
        suits &= suits - 1
    return total + best
