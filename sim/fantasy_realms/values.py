"""What hands are worth to a policy: the best score over all choices, looked up or remembered."""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.lookup import hand_number, scores_without
from sim.fantasy_realms.remembered import WORST, memo_row, value_at
from sim.fantasy_realms.tables import RANKED, TABLE_CARDS
from sim.fantasy_realms.view import CHAOS, SWAPS_SIZE, VIEW
from sim.jit import inner, kernel

__all__ = [
    "WORST", "best_values_without", "hand_value", "hand_value_above", "swap_into", "value_with",
    "value_with_above", "values_without",
]  # fmt: skip


@inner(int64(VIEW, int64[::1], int64))
def outside_without(v, cards, n):
    """Return what lies outside: the cards of a hand don't lie in the discard area."""
    outside = v.outside
    for k in range(n):
        outside -= v.lying[cards[k]]
    return outside


@kernel(int64(VIEW, int64[::1], int64, int64))
def hand_value_above(v, cards, n, floor):
    """Return the value of a hand as :func:`hand_value` does, if it is above a floor.

    If it isn't, any number is returned that isn't either, often much sooner.
    """
    return value_at(v, cards, n, outside_without(v, cards, n) if v.tables.outside else 0, floor)


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
    return hand_value_above(v, cards, n, WORST)


@inner(int64(VIEW, int64[::1], int64))
def outside_throwing(v, cards, n):
    """Return what lies outside a hand before one of its cards is thrown."""
    return outside_without(v, cards, n) if v.tables.outside else 0


@inner(int64(VIEW, int64[::1], int64, int64, int64, int64, int64[::1]))
def value_throwing(v, cards, n, k, outside, floor, work):
    """Return the value of a hand without card k, thrown, if it is above a floor.

    Parameters
    ----------
    outside : int
        From :func:`outside_throwing`; the thrown card then lies there too.
    """
    for j in range(n - 1):
        work[j] = cards[j + (j >= k)]
    if v.variant != CHAOS:
        outside += v.tables.in_area[cards[k]]
    return value_at(v, work, n - 1, outside, floor)


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
    outside = outside_throwing(v, cards, n)
    for k in range(n):
        values[k] = value_throwing(v, cards, n, k, outside, WORST, work)


@inner(int64(VIEW, int64[::1], int64, int64, int64[::1]), merged=True)
def is_known(v, cards, n, k, work):
    """Return 1 if the value of a hand without card k is remembered."""
    if n - 1 > RANKED:
        return 0
    for j in range(n - 1):
        work[j] = cards[j + (j >= k)]
    return v.memo[memo_row(v, work, n - 1), 2] >= 0


@kernel(void(VIEW, int64[::1], int64, int64[::1], int64[::1]))
def best_values_without(v, cards, n, values, work):
    """Write the values of :func:`values_without`, the exact ones only of the best.

    What is less than the best may be written as any other number that is less.
    """
    if n == TABLE_CARDS + 1 and v.tables.hands != 0:
        scores_without(v.tables, v.scratch, cards, n, values, work)
        return
    outside = outside_throwing(v, cards, n)
    best = WORST
    known = 0
    for k in range(n):
        if is_known(v, cards, n, k, work):
            known |= 1 << k
            values[k] = value_throwing(v, cards, n, k, outside, WORST, work)
            best = max(best, values[k])
    for k in range(n):
        if not (known >> k) & 1:
            floor = best - (best > WORST)
            values[k] = value_throwing(v, cards, n, k, outside, floor, work)
            best = max(best, values[k])


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


@inner(int64(VIEW, int64[::1], int64, int64, int64))
def best_but(v, cards, n, card, floor):
    """Return the best value of a hand without one of its cards, but for one; a floor if less."""
    if n == TABLE_CARDS + 1 and v.tables.hands != 0:
        scores_without(v.tables, v.scratch, cards, n, v.values[:], v.spare[:])
        best = WORST
        for k in range(n):
            if cards[k] != card:
                best = max(best, v.values[k])
        return best
    outside = outside_throwing(v, cards, n)
    best = floor
    for k in range(n):
        if cards[k] != card:
            best = max(best, value_throwing(v, cards, n, k, outside, best, v.spare[:]))
    return best


@kernel(int64(VIEW, int64, int64))
def value_with_above(v, card, floor):
    """Return what :func:`value_with` does, if it is above a floor.

    If it isn't, any number is returned that isn't either, often much sooner.
    """
    n = v.hand_n
    larger = v.work[:]
    if n < v.hand_size:
        size = swap_into(v.hand[:], n, card, -1, larger)
        return hand_value_above(v, larger, size, floor)
    swap_into(v.hand[:], n, card, -1, larger)
    if n > RANKED:
        return best_but(v, larger, n + 1, card, floor)
    t = v.tables
    seen = t.looks_at[card]
    for k in range(n if t.outside else 0):
        seen |= t.looks_at[v.hand[k]]
    seen &= v.outside
    key = hand_number(t, v.hand[:], n) << 7 | card
    row = ((key * 0x9E3779B1) >> 20) & (SWAPS_SIZE - 1)
    if v.swaps[row, 0] == key and v.swaps[row, 3] == seen:
        if v.swaps[row, 2] == n or (v.swaps[row, 2] == -n and v.swaps[row, 1] <= floor):
            return v.swaps[row, 1]
    best = best_but(v, larger, n + 1, card, floor)
    v.swaps[row, 0] = key
    v.swaps[row, 1] = best
    v.swaps[row, 2] = n if best > floor else -n
    v.swaps[row, 3] = seen
    return best


@kernel(int64(VIEW, int64))
def value_with(v, card):
    """Return the value of the seat's hand with a card more, and one thrown if it was full.

    The card itself isn't thrown. Remembered until its place is needed, since a seat's hand rarely
    changes.
    """
    return value_with_above(v, card, WORST)
