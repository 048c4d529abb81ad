"""Scoring one hand with all choices made.

The order of the rules (``rules/fantasy_realms.md``, "Scoring order"): clear penalties, blank cards,
let cards blank themselves, add up what is left.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.blanking import (
    blank_cards,
    blank_lonely,
    blank_themselves,
    clear_penalties,
    counts_without,
    find_shielded,
    strike_words,
)
from sim.fantasy_realms.masks import UNKNOWN, hand_set, score_set
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.points import simple_points, slot_points
from sim.fantasy_realms.tables import CARD, F_ALONE, F_WORDS, HAND, TABLES
from sim.jit import apart, inner, kernel


@inner(void(TABLES, HAND))
def settle(t, h):
    """Find who is cleared, struck and blanked in the hand as its choices made it."""
    h.blanked = 0
    h.cyclic = 0
    h.cleared = h.spared
    h.struck = 0
    h.faded = 0
    h.lonely = 0
    h.shielded = 0
    if h.clearers:
        clear_penalties(t, h)
        if h.traits & F_WORDS:
            strike_words(t, h)
    if h.shielders | h.sturdy | h.kept:
        find_shielded(t, h)
    if h.traits & F_ALONE:
        blank_lonely(t, h)
    if h.blankers & ~h.cleared:
        blank_cards(t, h)
    h.hit = h.blanked
    doubtful = h.selfish & ~(h.cleared | h.blanked | h.shielded)
    if doubtful:
        blank_themselves(t, h, doubtful)
    if h.fading:
        h.faded = h.blanked & h.fading
        h.blanked &= ~h.faded


@inner(int64(TABLES, HAND, int64))
def add_up(t, h, trial):
    """Add up the points of the active cards of a settled hand.

    Parameters
    ----------
    trial : int
        Row of ``slot_points`` for what every active slot brings: 1 for what is only tried.
    """
    n = h.n
    blanked = h.blanked
    silent = blanked | h.faded
    thorough = (h.struck | h.complex) & ~silent
    points = 0
    bonus_on = h.bonus_on
    penalty_on = ~h.cleared
    for i in range(n):
        counts = h.total[0, i]
        gone = blanked
        while gone:
            counts -= h.match[0, i, lowest(gone)]
            gone &= gone - 1
        parts = ((bonus_on >> i) & 1) | ((penalty_on >> i) & 1) << 1
        own = h.strength[i] + simple_points(t, h.rule[i] & CARD, counts, parts)
        h.slot_points[trial, i] = own
        points += own * (((silent | thorough) >> i) & 1 ^ 1)
    while thorough:
        i = lowest(thorough)
        thorough &= thorough - 1
        own = slot_points(t, h, i, counts_without(h, i, blanked))
        h.slot_points[trial, i] = own
        points += own
    return points


@apart(int64(TABLES, HAND))
def evaluate(t, h):
    """Score the hand in `h` as its choices made it; see the module for the order of the rules."""
    h.evaluations += 1
    settle(t, h)
    return add_up(t, h, 0)


@kernel(int64(TABLES, HAND, int64[::1], int64))
def plain_score(t, h, cards, n):
    """Return the score of a hand with every choice declined; `h` need not hold the hand then."""
    hand = hand_set(t, cards, n)
    if hand:
        score = score_set(t, hand)
        if score != UNKNOWN:
            return score
    lay_out(t, h, cards, n)
    h.depth = 0
    return evaluate(t, h)
