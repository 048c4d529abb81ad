"""What lies outside a hand and counts for it, as one word: the discard area and the opponents.

Each filter that looks at the discard area has a field of ``FIELD_BITS`` bits with the number of
cards that match it (:mod:`sim.fantasy_realms.tables`); so what a card adds is one addition.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.state import STATE
from sim.fantasy_realms.tables import CARD, HAND, OPPONENTS, TABLES
from sim.jit import inner, kernel


@kernel(int64(TABLES, int64[::1], int64, int64))
def outside_of(t, area, n, opponents):
    """Return what a hand sees outside: a discard area of `n` cards and so many opponents."""
    found = opponents << OPPONENTS
    for k in range(n):
        found += t.in_area[area[k] & CARD]
    return found


@inner(void(TABLES, STATE, HAND))
def look_around(t, s, h):
    """Give the scorer what cards look at outside the hand."""
    if t.outside:
        h.outside = outside_of(t, s.area[:], s.area_n, s.players - 1)
