"""Counting over all hands: what each card's hands score, who is blanked, what is chosen.

Hands go by their numbers in the hand table (:mod:`sim.fantasy_realms.lookup`), in ranges, so that
threads share the work and what they count adds up.
"""

from __future__ import annotations

from numba import int64, types, void

from sim.bits import lowest
from sim.fantasy_realms.lookup import SHIFT, keep_score
from sim.fantasy_realms.search import score_best_choices
from sim.fantasy_realms.tables import (
    CHOICE_COPY_FACE,
    HAND,
    MAX_CARDS,
    TABLE_CARDS,
    TABLES,
)
from sim.jit import inner, kernel
from sim.memory import load16

GRID = types.Array(int64, 2, "C")
CUBE = types.Array(int64, 3, "C")


@inner(void(TABLES, int64, int64[::1], int64))
def hand_at(t, number, cards, n):
    """Write the hand of `n` cards that has a number, in rising order."""
    rest = number
    for k in range(n - 1, -1, -1):
        card = k
        while t.binomial[k * MAX_CARDS + card + 1] <= rest:
            card += 1
        cards[k] = card
        rest -= t.binomial[k * MAX_CARDS + card]


@inner(int64(int64[::1], int64))
def next_hand(cards, n):
    """Turn a hand of `n` cards into the one with the next number.

    Returns
    -------
    int
        The last place that changed.
    """
    k = 0
    while k + 1 < n and cards[k] + 1 == cards[k + 1]:
        cards[k] = k
        k += 1
    cards[k] += 1
    return k


@kernel(void(TABLES, int64, int64, int64, int64[::1], GRID, GRID))
def count_scores(t, first, last, low, cards, counts, pairs):
    """Count the scores of the hands `first` to `last` - 1, all of which the table has to hold.

    Parameters
    ----------
    low : int
        The lowest score of all.
    cards : int64 array, shape (TABLE_CARDS,) or longer
        Work space.
    counts : int64 array, shape (n_cards, number of scores)
        Counts the hands that hold a card by their score minus `low`; added to.
    pairs : int64 array, shape (n_cards, n_cards)
        Scores of the hands that hold both cards, below the diagonal; added to.
    """
    hand_at(t, first, cards, TABLE_CARDS)
    for number in range(first, last):
        score = load16(t.hands, number) - SHIFT
        for k in range(TABLE_CARDS):
            card = cards[k]
            counts[card, score - low] += 1
            for j in range(k):
                pairs[card, cards[j]] += score
        next_hand(cards, TABLE_CARDS)


@kernel(int64(TABLES, HAND, int64, int64, int64[::1], int64[::1], int64[::1], CUBE))
def count_uses(t, h, first, last, cards, rows, blanked, uses):
    """Score the hands `first` to `last` - 1 and count what their best choices are and blank.

    Scores that the table doesn't hold yet are entered.

    Parameters
    ----------
    cards : int64 array, shape (TABLE_CARDS + 1,) or longer
        Work space.
    rows : int64 array, shape (n_cards,) or longer
        The row of each choosing card in `uses`.
    blanked : int64 array, shape (n_cards,) or longer
        Counts the hands in which a card is blanked; added to.
    uses : int64 array, shape (choosing cards, n_cards, n_suits + 1)
        Counts the hands in which a chooser picks a card to copy or to clear (place 0 of the last
        axis), or to give it suit s (place s + 1); declined choices aren't counted; added to.

    Returns
    -------
    int
        The number of hands whose score the table didn't hold.
    """
    hand_at(t, first, cards, TABLE_CARDS)
    scored = 0
    for number in range(first, last):
        score = score_best_choices(t, h, cards, TABLE_CARDS)
        if load16(t.hands, number) == 0:
            keep_score(t, number, score)
            scored += 1
        gone = h.blanked
        while gone:
            blanked[cards[lowest(gone)]] += 1
            gone &= gone - 1
        for level in range(h.depth):
            target = h.best_pick[level, 0]
            if target >= 0:
                chooser = cards[h.chooser[level]]
                if t.choice[chooser] != CHOICE_COPY_FACE:
                    target = cards[target]
                uses[rows[chooser], target, h.best_pick[level, 1] + 1] += 1
        next_hand(cards, TABLE_CARDS)
    return scored
