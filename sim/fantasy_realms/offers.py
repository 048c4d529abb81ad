"""What a set of cards is worth with each of many cards added: one look-up a card."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.fantasy_realms.lookup import SHIFT
from sim.fantasy_realms.tables import CARD, MAX_CARDS, MAX_HAND, TABLE_CARDS
from sim.fantasy_realms.values import hand_value, swap_into
from sim.fantasy_realms.view import VIEW
from sim.jit import kernel
from sim.memory import load16


@kernel(void(VIEW, int64[::1], int64, int64[::1], int64, int64[::1], int64[::1]))
def values_with_each(v, cards, n, added, n_added, values, work):
    """Write the value of a set of cards with each of some others added.

    The number of a hand (:mod:`sim.fantasy_realms.lookup`) is a sum over its cards in rising order,
    so that the sum over the others is needed once for each place the added card may have.

    Parameters
    ----------
    cards : int64 array
        Card indices in rising order; the first `n` are read.
    added : int64 array
        Other card indices in rising order, `n_added` of them.
    values : int64 array
        Receives `n_added` values.
    work : int64 array, shape (n + 1,) or longer
        Work space.
    """
    fits = v.tables.hands != 0 and n + 1 == TABLE_CARDS
    binomial = v.tables.binomial
    others = 0
    if fits:
        for k in range(n):
            others += binomial[(k + 1) * MAX_CARDS + (cards[k] & CARD)]
    place = 0
    for j in range(n_added):
        card = added[j]
        if fits:
            while place < n and cards[place] < card:
                row = place * MAX_CARDS + (cards[place] & CARD)
                others += binomial[row] - binomial[row + MAX_CARDS]
                place += 1
            found = load16(v.tables.hands, others + binomial[place * MAX_CARDS + (card & CARD)])
            if found:
                values[j] = found - SHIFT
                continue
        values[j] = hand_value(v, work, swap_into(cards, n, card, -1, work))


@kernel(void(VIEW, int64[::1], int64, int64[::1], int64, int64[::1]))
def best_with_each(v, cards, n, added, n_added, best):
    """Write the value of a hand once each of some other cards came for the least useful card.

    While a hand isn't full the other card comes on top of it.

    Parameters
    ----------
    best : int64 array
        Receives `n_added` values.
    """
    values = np.empty(MAX_CARDS, np.int64)
    rest = np.empty(MAX_HAND + 4, np.int64)
    work = np.empty(MAX_HAND + 4, np.int64)
    if n < v.hand_size:
        values_with_each(v, cards, n, added, n_added, best, work)
        return
    now = hand_value(v, cards, n)
    for j in range(n_added):
        best[j] = now
    for k in range(n):
        size = swap_into(cards, n, -1, cards[k], rest)
        values_with_each(v, rest, size, added, n_added, values, work)
        for j in range(n_added):
            best[j] = max(best[j], values[j])
