"""What a policy remembers of the hands it has valued.

A hand of the table's size is looked up (:mod:`sim.fantasy_realms.lookup`); any other is remembered
in the view's own memory. A policy that asks only whether a hand is worth more than a floor gets a
number that isn't more otherwise, and what is remembered then is that the hand is worth no more.
"""

from __future__ import annotations

from numba import int64

from sim.bits import lowest
from sim.fantasy_realms.lookup import hand_number, table_score
from sim.fantasy_realms.search import best_above, make_best_choices
from sim.fantasy_realms.tables import CARD, FIELD, HAND, RANKED, TABLE_CARDS, TABLES
from sim.fantasy_realms.view import MEMO_SIZE, MIXED_SIZE, VIEW
from sim.jit import apart, inner

WORST = -(10**9)
UNKNOWN = -(10**9)
# what stands in the memory instead of the places of the cards that gain
MIXED = -1
AT_MOST = -2  # only that the hand is worth no more than this


@inner(int64(VIEW, int64[::1], int64))
def memo_row(v, cards, n):
    """Return the row of the memory for a hand of at most ``RANKED`` cards, which may be another's.

    If it is, it is wiped and is this hand's from now on: its value is at most anything.
    """
    key = hand_number(v.tables, cards, n) * (RANKED + 1) + n
    row = ((key * 0x9E3779B1) >> 20) & (MEMO_SIZE - 1)
    if v.memo[row, 0] != key:
        v.memo[row, 0] = key
        v.memo[row, 1] = -WORST
        v.memo[row, 2] = AT_MOST
    return row


@inner(int64(VIEW, int64[::1], int64, int64), merged=True)
def remembered(v, cards, n, floor):
    """Return the value of a hand for which nothing outside it counts, if it is above a floor."""
    if (n == TABLE_CARDS and v.tables.hands != 0) or n > RANKED:
        return table_score(v.tables, v.scratch, cards, n)
    row = memo_row(v, cards, n)
    if v.memo[row, 2] == AT_MOST and v.memo[row, 1] > floor:
        value = best_above(v.tables, v.scratch, cards, n, floor)
        v.memo[row, 1] = value
        v.memo[row, 2] = AT_MOST if value <= floor else 0
    return v.memo[row, 1]


@inner(int64(TABLES, HAND, int64[::1], int64), merged=True)
def gaining_cards(t, h, cards, n):
    """Return the places in a hand just scored of the cards that what lies outside may add to.

    Returns
    -------
    int
        A bit a place; ``MIXED`` if what lies outside may add in another way, or change what the
        hand chooses.
    """
    places = 0
    for i in range(n):
        if t.look_other[cards[i] & CARD]:
            return MIXED
        places |= (t.looks_at[cards[i] & CARD] != 0) << i
    if places == 0:
        return 0
    if h.depth:
        make_best_choices(t, h, cards, n)
    idle = places & (h.blanked | h.faded | ~h.bonus_on)
    if idle and h.depth:
        return MIXED
    return places & ~idle


@inner(int64(TABLES, int64[::1], int64, int64), merged=True)
def most_outside(t, cards, n, outside):
    """Return the most that what lies outside may add to a hand; ``UNKNOWN`` if it looks otherwise.

    No choice makes a card gain more than once.
    """
    most = 0
    for k in range(n):
        c = cards[k] & CARD
        if t.look_other[c]:
            return UNKNOWN
        most += t.look_amount[c] * ((outside >> t.look_field[c]) & FIELD)
    return most


@inner(int64(VIEW, int64[::1], int64, int64, int64), merged=True)
def value_beside(v, cards, n, outside, floor):
    """Return the value of a hand beside what lies outside it, if it is above a floor.

    A hand is remembered as it scores with nothing outside. If all cards count then that look there
    and only gain, they gain just that: no choice is worth more elsewhere, since no choice makes a
    card gain more than once. Other hands are scored for each thing they look at.
    """
    t = v.tables
    v.scratch.outside = outside
    if n > RANKED:
        return table_score(t, v.scratch, cards, n)
    row = memo_row(v, cards, n)
    if v.memo[row, 2] == AT_MOST:
        most = most_outside(t, cards, n, outside)
        enough = WORST if floor == WORST or most == UNKNOWN else floor - most
        if v.memo[row, 1] <= enough:
            return floor
        v.scratch.outside = 0
        v.memo[row, 1] = best_above(t, v.scratch, cards, n, enough)
        if v.memo[row, 1] > enough:
            v.memo[row, 2] = gaining_cards(t, v.scratch, cards, n)
        v.scratch.outside = outside
        if v.memo[row, 1] <= enough:
            return floor
    places = v.memo[row, 2]
    if places != MIXED:
        value = v.memo[row, 1]
        while places:
            c = cards[lowest(places)] & CARD
            places &= places - 1
            value += t.look_amount[c] * ((outside >> t.look_field[c]) & FIELD)
        return value
    seen = 0
    for k in range(n):
        seen |= t.looks_at[cards[k] & CARD]
    seen &= outside
    key = v.memo[row, 0]
    row = (((key + seen) * 0x9E3779B1) >> 20) & (MIXED_SIZE - 1)
    if v.mixed[row, 0] != key or v.mixed[row, 2] != seen:
        value = best_above(t, v.scratch, cards, n, floor)
        if value <= floor:
            return floor
        v.mixed[row, 1] = value
        v.mixed[row, 0] = key
        v.mixed[row, 2] = seen
    return v.mixed[row, 1]


@apart(int64(VIEW, int64[::1], int64, int64, int64))
def value_at(v, cards, n, outside, floor):
    """Return the value of a hand beside what lies outside it, if it is above a floor."""
    if v.tables.outside:
        return value_beside(v, cards, n, outside, floor)
    return remembered(v, cards, n, floor)
