"""The hand table: the best score of every full hand of a deck, worked out once.

Hands are numbered by the combinatorial number system: the number of cards c0 < c1 < ... is
C(c0, 1) + C(c1, 2) + ... (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). A number holds
the score plus ``SHIFT``, or 0 as long as it isn't known. Threads and processes fill it together:
whoever needs a hand that isn't there scores it, and all write the same.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import CARD, HAND, MAX_CARDS, TABLE_CARDS, TABLES
from sim.jit import inner, kernel
from sim.memory import load16, store16

SHIFT = 1 << 14
MOST = (1 << 15) - 1


@kernel(int64(TABLES, int64[::1], int64))
def hand_number(t, cards, n):
    """Return the number of a hand of at most eight cards in rising order."""
    number = 0
    for k in range(n):
        number += t.binomial[k * MAX_CARDS + (cards[k] & CARD)]
    return number


@inner(void(TABLES, int64, int64))
def keep_score(t, number, score):
    """Enter a score, unless it is one that the table can't hold."""
    if 0 < score + SHIFT <= MOST:
        store16(t.hands, number, score + SHIFT)


@kernel(int64(TABLES, HAND, int64[::1], int64))
def table_score(t, h, cards, n):
    """Return the best score of a hand over all legal choices: from the table if it can be.

    Parameters
    ----------
    t, h : record
        Card tables and scratch.
    cards : int64 array
        Card indices in rising order; the first `n` are read.
    """
    if t.hands == 0 or n != TABLE_CARDS:
        return best_score(t, h, cards, n)
    number = hand_number(t, cards, n)
    found = load16(t.hands, number)
    if found:
        return found - SHIFT
    score = best_score(t, h, cards, n)
    keep_score(t, number, score)
    return score


@kernel(void(TABLES, HAND, int64[::1], int64, int64[::1], int64[::1]))
def scores_without(t, h, cards, n, scores, work):
    """Write the best score of a hand without each of its cards.

    Parameters
    ----------
    cards : int64 array
        Card indices in rising order, `n` of them, at least 2.
    scores : int64 array
        Receives `n` scores: number k is that of the hand without ``cards[k]``.
    work : int64 array, shape (n,) or longer
        Work space.
    """
    fits = t.hands != 0 and n == TABLE_CARDS + 1
    if fits:
        # The cards before the missing one keep their places, those behind it move down by one.
        number = 0
        for k in range(1, n):
            number += t.binomial[(k - 1) * MAX_CARDS + (cards[k] & CARD)]
        for k in range(n):
            scores[k] = load16(t.hands, number)
            if k + 1 < n:
                number += t.binomial[k * MAX_CARDS + (cards[k] & CARD)]
                number -= t.binomial[k * MAX_CARDS + (cards[k + 1] & CARD)]
    for k in range(n):
        if fits and scores[k]:
            scores[k] -= SHIFT
            continue
        for j in range(n - 1):
            work[j] = cards[j + (j >= k)]
        scores[k] = table_score(t, h, work, n - 1)


@kernel(int64(TABLES, HAND, int64, int64, int64[::1]))
def fill_table(t, h, first, last, cards):
    """Score the hands `first` to `last` - 1 that the table doesn't hold yet.

    Parameters
    ----------
    cards : int64 array, shape (TABLE_CARDS + 1,) or longer
        Work space.

    Returns
    -------
    int
        The number of hands scored.
    """
    rest = first
    for k in range(TABLE_CARDS - 1, -1, -1):
        card = k
        while t.binomial[k * MAX_CARDS + card + 1] <= rest:
            card += 1
        cards[k] = card
        rest -= t.binomial[k * MAX_CARDS + card]
    scored = 0
    for number in range(first, last):
        if load16(t.hands, number) == 0:
            keep_score(t, number, best_score(t, h, cards, TABLE_CARDS))
            scored += 1
        k = 0
        while k + 1 < TABLE_CARDS and cards[k] + 1 == cards[k + 1]:
            cards[k] = k
            k += 1
        cards[k] += 1
    return scored


@inner(int64(TABLES, int64, int64[::1], int64, int64, int64), merged=True)
def _take_over_three(t, other, place, below, here, there):
    """Copy the hands whose three lowest cards lie below a card; the others make `here`, `there`."""
    b = t.binomial
    copied = 0
    for z in range(2, below):
        if place[z] < 0:
            continue
        for y in range(1, z):
            if place[y] < 0:
                continue
            to = here + b[2 * MAX_CARDS + z] + b[MAX_CARDS + y]
            at = there + b[2 * MAX_CARDS + place[z]] + b[MAX_CARDS + place[y]]
            for x in range(y):
                if place[x] >= 0:
                    found = load16(other, at + place[x])
                    if found:
                        store16(t.hands, to + x, found)
                        copied += 1
    return copied


@kernel(int64(TABLES, int64, int64[::1]))
def take_over(t, other, place):
    """Copy what another deck's table holds of hands that are worth the same in both.

    Parameters
    ----------
    other : int
        Address of the other table.
    place : int64 array, shape (MAX_CARDS,)
        The index of each card in the other deck, or -1 if it is another card there. Rising, but
        for the -1.

    Returns
    -------
    int
        The number of hands copied.
    """
    n = t.n_cards
    b = t.binomial
    copied = 0
    for g in range(6, n):
        if place[g] < 0:
            continue
        for f in range(5, g):
            if place[f] < 0:
                continue
            for e in range(4, f):
                if place[e] < 0:
                    continue
                for d in range(3, e):
                    if place[d] < 0:
                        continue
                    here = b[6 * MAX_CARDS + g] + b[5 * MAX_CARDS + f]
                    here += b[4 * MAX_CARDS + e] + b[3 * MAX_CARDS + d]
                    there = b[6 * MAX_CARDS + place[g]] + b[5 * MAX_CARDS + place[f]]
                    there += b[4 * MAX_CARDS + place[e]] + b[3 * MAX_CARDS + place[d]]
                    copied += _take_over_three(t, other, place, d, here, there)
    return copied
