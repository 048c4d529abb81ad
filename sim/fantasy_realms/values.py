"""What hands are worth to a policy: the best score over all choices, looked up or remembered.

A hand of the table's size is looked up (:mod:`sim.fantasy_realms.lookup`); any other is remembered
in the view's own memory.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.lookup import hand_number, scores_without, table_score
from sim.fantasy_realms.tables import RANKED, TABLE_CARDS
from sim.fantasy_realms.view import CHAOS, MEMO_SIZE, SWAPS_SIZE, VIEW
from sim.jit import inner, kernel

WORST = -(10**9)


@inner(int64(VIEW, int64[::1], int64, int64))
def value_beside(v, cards, n, seen):
    """Return the value of a hand; what lies outside it is in the scratch.

    Parameters
    ----------
    seen : int
        What of it cards of the hand look at: so much more a remembered hand has to agree in.
    """
    if (n == TABLE_CARDS and v.tables.hands != 0) or n > RANKED:
        return table_score(v.tables, v.scratch, cards, n)
    key = hand_number(v.tables, cards, n) * (RANKED + 1) + n
    row = (((key + seen) * 0x9E3779B1) >> 20) & (MEMO_SIZE - 1)
    if v.memo[row, 0] == key and v.memo[row, 2] == seen:
        return v.memo[row, 1]
    value = table_score(v.tables, v.scratch, cards, n)
    v.memo[row, 0] = key
    v.memo[row, 1] = value
    v.memo[row, 2] = seen
    return value


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
    seen = 0
    if v.tables.outside:
        v.scratch.outside = outside_without(v, cards, n)
        for k in range(n):
            seen |= v.tables.looks_at[cards[k]]
        seen &= v.scratch.outside
    return value_beside(v, cards, n, seen)


@inner(void(VIEW, int64[::1], int64, int64[::1], int64[::1]))
def values_throwing(v, cards, n, values, work):
    """Write the value of a hand without each of its cards, which then lies in the discard area."""
    t = v.tables
    outside = outside_without(v, cards, n)
    for k in range(n):
        looked_at = 0
        for j in range(n - 1):
            work[j] = cards[j + (j >= k)]
            looked_at |= t.looks_at[work[j]]
        v.scratch.outside = outside
        if v.variant != CHAOS:
            v.scratch.outside += t.in_area[cards[k]]
        values[k] = value_beside(v, work, n - 1, looked_at & v.scratch.outside)


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
        values[k] = value_beside(v, work, n - 1, 0)


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
