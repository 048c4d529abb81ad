"""What hands are worth to a policy: the best score over all choices, looked up or remembered.

A hand of the table's size is looked up (:mod:`sim.fantasy_realms.lookup`); any other is remembered
in the view's own memory.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.lookup import hand_number, scores_without, table_score
from sim.fantasy_realms.search import best_above, make_best_choices
from sim.fantasy_realms.tables import CARD, FIELD, HAND, RANKED, TABLE_CARDS, TABLES
from sim.fantasy_realms.view import CHAOS, MEMO_SIZE, MIXED_SIZE, SWAPS_SIZE, VIEW
from sim.jit import inner, kernel

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


@inner(int64(VIEW, int64[::1], int64, int64))
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


@inner(int64(TABLES, int64[::1], int64, int64))
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


@kernel(int64(VIEW, int64[::1], int64, int64, int64))
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


@inner(int64(VIEW, int64[::1], int64))
def outside_without(v, cards, n):
    """Return what lies outside: the cards of a hand don't lie in the discard area."""
    outside = v.outside
    for k in range(n):
        outside -= v.lying[cards[k]]
    return outside


@inner(int64(VIEW, int64[::1], int64, int64, int64))
def value_at(v, cards, n, outside, floor):
    """Return the value of a hand beside what lies outside it, if it is above a floor."""
    if v.tables.outside:
        return value_beside(v, cards, n, outside, floor)
    return remembered(v, cards, n, floor)


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


@inner(int64(VIEW, int64[::1], int64, int64, int64[::1]))
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
