"""The best hand with an extra card, found exactly among hands too many to score each.

A hand is scored only if its *bound* reaches the best score found so far: a sum over its cards and
over its pairs of cards that no score exceeds (:mod:`sim.fantasy_realms.exact.pair_bounds`).
"""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.exact.census import GRID, hand_at, next_hand
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import HAND, TABLE_CARDS, TABLES
from sim.jit import inner, kernel


@inner(int64(TABLES, int64, int64[::1], int64[::1]), merged=True)
def add_holder(t, holder, others, cards):
    """Write `holder` and others of its deck in rising order; return 1 if one may be its extra.

    The cards of the deck without `holder` are numbered from 0 in `others`.
    """
    permitted = 0
    place = 0
    for k in range(TABLE_CARDS):
        card = others[k] + (others[k] >= holder)
        place += card < holder
        cards[k + (card > holder)] = card
        permitted |= t.extra[holder, card]
    cards[place] = holder
    return permitted


@kernel(
    int64(
        TABLES, HAND, int64, int64, int64, int64, int64[::1], GRID, int64[::1], int64[::1],
        int64[::1], int64[::1],
    )
)  # fmt: skip
def best_with_extra(t, h, holder, first, last, floor, own, both, others, cards, sums, found):
    """Find the best hand of a full hand with `holder` and a card it may take at the end.

    Such a hand is `holder` and TABLE_CARDS others; a range of these is searched.

    Parameters
    ----------
    holder : int
        A card that takes an extra card.
    first, last : int
        Numbers of the first set of others and of the one behind the last.
    floor : int
        A score that is known to be reached; less isn't looked for.
    own : int64 array, shape (n_cards - 1,)
        Bounds of the others: alone and together with `holder`.
    both : int64 array, shape (n_cards - 1, n_cards - 1)
        Bounds of what two others bring each other.
    others, cards, sums : int64 array, shape (TABLE_CARDS + 1,) or longer
        Work space; ``sums[TABLE_CARDS]`` holds the bound of `holder` alone.
    found : int64 array, shape (3,)
        Receives the best score (`floor` if none is as high), the number of the first set of
        others that reaches it (-1 if none does), and how many do.

    Returns
    -------
    int
        The number of hands that had to be scored.
    """
    found[0] = floor
    found[1] = -1
    found[2] = 0
    scored = 0
    hand_at(t, first, others, TABLE_CARDS)
    changed = TABLE_CARDS - 1
    for number in range(first, last):
        for j in range(changed, -1, -1):
            bound = sums[j + 1] + own[others[j]]
            for k in range(j + 1, TABLE_CARDS):
                bound += both[others[j], others[k]]
            sums[j] = bound
        if sums[0] >= found[0] and add_holder(t, holder, others, cards):
            score = best_score(t, h, cards, TABLE_CARDS + 1)
            scored += 1
            if score > found[0] or (score == found[0] and found[1] < 0):
                found[0] = score
                found[1] = number
                found[2] = 1
            elif score == found[0]:
                found[2] += 1
        changed = next_hand(others, TABLE_CARDS)
    return scored
