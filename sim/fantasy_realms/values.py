"""What hands are worth to a policy: the best score over all choices, looked up or remembered.

A hand of the table's size is looked up (:mod:`sim.fantasy_realms.lookup`); any other is remembered
in the view's own memory.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.lookup import hand_number, scores_without, table_score
from sim.fantasy_realms.search import best_score, make_best_choices
from sim.fantasy_realms.tables import CARD, FIELD, HAND, RANKED, TABLE_CARDS, TABLES
from sim.fantasy_realms.view import CHAOS, MEMO_SIZE, MIXED_SIZE, SWAPS_SIZE, VIEW
from sim.jit import inner, kernel

WORST = -(10**9)
MIXED = -1


@inner(int64(VIEW, int64[::1], int64))
def remembered(v, cards, n):
    """Return the value of a hand for which nothing outside it counts."""
    if (n == TABLE_CARDS and v.tables.hands != 0) or n > RANKED:
        return table_score(v.tables, v.scratch, cards, n)
    key = hand_number(v.tables, cards, n) * (RANKED + 1) + n
    row = ((key * 0x9E3779B1) >> 20) & (MEMO_SIZE - 1)
    if v.memo[row, 0] == key:
        return v.memo[row, 1]
    value = table_score(v.tables, v.scratch, cards, n)
    v.memo[row, 0] = key
    v.memo[row, 1] = value
    return value


@inner(int64(TABLES, HAND, int64[::1], int64))
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


@kernel(int64(VIEW, int64[::1], int64, int64))
def value_beside(v, cards, n, outside):
    """Return the value of a hand beside what lies outside it.

    A hand is remembered as it scores with nothing outside. If all cards count then that look there
    and only gain, they gain just that: no choice is worth more elsewhere, since no choice makes a
    card gain more than once. Other hands are scored for each thing they look at.
    """
    t = v.tables
    v.scratch.outside = outside
    if n > RANKED:
        return table_score(t, v.scratch, cards, n)
    key = hand_number(t, cards, n) * (RANKED + 1) + n
    row = ((key * 0x9E3779B1) >> 20) & (MEMO_SIZE - 1)
    if v.memo[row, 0] != key:
        v.scratch.outside = 0
        v.memo[row, 1] = best_score(t, v.scratch, cards, n)
        v.memo[row, 2] = gaining_cards(t, v.scratch, cards, n)
        v.memo[row, 0] = key
        v.scratch.outside = outside
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
    row = (((key + seen) * 0x9E3779B1) >> 20) & (MIXED_SIZE - 1)
    if v.mixed[row, 0] != key or v.mixed[row, 2] != seen:
        v.mixed[row, 1] = best_score(t, v.scratch, cards, n)
        v.mixed[row, 0] = key
        v.mixed[row, 2] = seen
    return v.mixed[row, 1]


@inner(int64(VIEW, int64[::1], int64))
def outside_without(v, cards, n):
    """Return what lies outside: the cards of a hand don't lie in the discard area."""
    outside = v.outside
    for k in range(n):
        outside -= v.lying[cards[k]]
    return outside


@kernel(int64(VIEW, int64[::1], int64))
def hand_value(v, cards, n):
    """Return the best score of a hand over all legal choices, beside the discard area as it is.

    Parameters
    ----------
    v : record
        The policy's view.
    cards : int64 array
        Card indices in rising order; the first `n` are read. Those that lie in the discard area
        are taken from there.
    """
    if v.tables.outside:
        return value_beside(v, cards, n, outside_without(v, cards, n))
    return remembered(v, cards, n)


@inner(void(VIEW, int64[::1], int64, int64[::1], int64[::1]))
def values_throwing(v, cards, n, values, work):
    """Write the value of a hand without each of its cards, which then lies in the discard area."""
    t = v.tables
    outside = outside_without(v, cards, n)
    for k in range(n):
        for j in range(n - 1):
            work[j] = cards[j + (j >= k)]
        thrown = t.in_area[cards[k]] if v.variant != CHAOS else 0
        values[k] = value_beside(v, work, n - 1, outside + thrown)


@kernel(void(VIEW, int64[::1], int64, int64[::1], int64[::1]))
def values_without(v, cards, n, values, work):
    """Write the value of a hand without each of its cards, which is thrown.

    Parameters
    ----------
    cards : int64 array
        Card indices in rising order, `n` of them, at least 2.
    values : int64 array
        Receives `n` values: number k is that of the hand without ``cards[k]``.
    work : int64 array, shape (n,) or longer
        Work space.
    """
    if n == TABLE_CARDS + 1 and v.tables.hands != 0:
        scores_without(v.tables, v.scratch, cards, n, values, work)
        return
    if v.tables.outside:
        values_throwing(v, cards, n, values, work)
        return
    for k in range(n):
        for j in range(n - 1):
            work[j] = cards[j + (j >= k)]
        values[k] = remembered(v, work, n - 1)


@kernel(int64(int64[::1], int64, int64, int64, int64[::1]))
def swap_into(hand, n, added, removed, out):
    """Write a hand with one card added and one removed to `out`, in rising order.

    Parameters
    ----------
    added, removed : int
        Card indices; -1 for none. A card may be both.

    Returns
    -------
    int
        The number of cards written.
    """
    size = 0
    waiting = added != removed and added >= 0
    for k in range(n):
        card = hand[k]
        if waiting and added < card:
            out[size] = added
            size += 1
            waiting = False
        if card != removed:
            out[size] = card
            size += 1
    if waiting:
        out[size] = added
        size += 1
    return size


@kernel(int64(VIEW, int64))
def value_with(v, card):
    """Return the value of the seat's hand with a card more, and one thrown if it was full.

    The card itself isn't thrown. Remembered until its place is needed, since a seat's hand rarely
    changes.
    """
    n = v.hand_n
    larger = v.work[:]
    if n < v.hand_size:
        return hand_value(v, larger, swap_into(v.hand[:], n, card, -1, larger))
    key = -1
    row = 0
    seen = v.tables.looks_at[card]
    if n <= RANKED:
        for k in range(n if v.tables.outside else 0):
            seen |= v.tables.looks_at[v.hand[k]]
        seen &= v.outside
        key = hand_number(v.tables, v.hand[:], n) << 7 | card
        row = ((key * 0x9E3779B1) >> 20) & (SWAPS_SIZE - 1)
        if v.swaps[row, 0] == key and v.swaps[row, 2] == n and v.swaps[row, 3] == seen:
            return v.swaps[row, 1]
    swap_into(v.hand[:], n, card, -1, larger)
    values_without(v, larger, n + 1, v.values[:], v.spare[:])
    best = WORST
    for k in range(n + 1):
        if larger[k] != card:
            best = max(best, v.values[k])
    v.swaps[row, 0] = key
    v.swaps[row, 1] = best
    v.swaps[row, 2] = n
    v.swaps[row, 3] = seen
    return best
