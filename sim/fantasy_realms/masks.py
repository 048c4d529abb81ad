"""Scoring a hand as a set of cards: every card as printed, no choice made.

A hand is one word with a bit a card, and so is every filter of a rule
(:mod:`sim.fantasy_realms.mask_tables`): whom a card counts is ``active & filter``. The steps are
those of :mod:`sim.fantasy_realms.scoring`; a step none of whose cards is held costs nothing.
"""

from __future__ import annotations

from numba import int64

from sim.bits import lowest, size
from sim.fantasy_realms.mask_points import double_points, special_points
from sim.fantasy_realms.tables import MASKS, TABLES
from sim.jit import inner

UNKNOWN = -(10**9)  # the masks can't tell


@inner(int64(TABLES, int64[::1], int64))
def hand_set(t, cards, n):
    """Return a hand as a word with a bit a card; 0 if the deck is too large for that."""
    hand = 0
    if t.masks.usable:
        for k in range(n):
            hand |= 1 << cards[k]
    return hand


@inner(int64(int64, int64))
def row_of(struck, c):
    """Return the row of a card's rules: as printed, or with the struck word missing."""
    return (c & 63) | ((struck >> c) & 1) << 6


@inner(int64(MASKS, int64, int64))
def blanked_by(m, struck, blankers):
    """Return all cards that any of some cards blank."""
    blanked = 0
    while blankers:
        blanked |= m.blanks[row_of(struck, lowest(blankers))]
        blankers &= blankers - 1
    return blanked


@inner(int64(MASKS, int64, int64, int64), merged=True)
def left_by_others(m, hand, struck, blankers):
    """Return the cards of a hand that others leave active; -1 if cards blank in a cycle.

    Cards that nobody blanks go first; a blanked card blanks nothing.
    """
    active = hand
    waiting = blankers
    while waiting:
        free = waiting & ~blanked_by(m, struck, waiting)
        if free == 0:
            return -1
        active &= ~blanked_by(m, struck, free)
        waiting &= active & ~free
    return active


@inner(int64(MASKS, int64, int64, int64, int64))
def blanks_itself(m, row, own, active, doubtful):
    """Return 1 if a card blanks itself for certain, 0 if it certainly doesn't, else 2."""
    have = active & ~(doubtful & ~own)
    first = m.unless[row, 0]
    second = m.unless[row, 1]
    if active & first == 0 or active & second == 0 or have & m.with_any[row]:
        return 1
    if have & first == 0 or have & second == 0 or active & m.with_any[row]:
        return 2
    return 0


@inner(int64(MASKS, int64, int64, int64), merged=True)
def left_by_themselves(m, active, struck, doubtful):
    """Return the cards that stay active after cards blanked themselves.

    The cards whose case is certain go first; those that are left depend on each other: they are
    taken as active together, and the ones that then blank themselves do.
    """
    while doubtful:
        before = doubtful
        left = doubtful
        while left:
            own = left & -left
            left ^= own
            verdict = blanks_itself(m, row_of(struck, lowest(own)), own, active, doubtful)
            if verdict == 1:
                active &= ~own
            if verdict != 2:
                doubtful &= ~own
        if doubtful == before:
            gone = 0
            left = doubtful
            while left:
                own = left & -left
                left ^= own
                if blanks_itself(m, row_of(struck, lowest(own)), own, active, 0) == 1:
                    gone |= own
            active &= ~gone
            doubtful = doubtful & ~gone if gone else 0
    return active


@inner(int64(TABLES, int64, int64, int64), merged=True)
def amounts(t, active, struck, cleared):
    """Return the bonuses and penalties of all active cards."""
    m = t.masks
    points = 0
    left = active & m.single & ~(cleared & m.single_penalty)
    while left:
        s = m.singles[row_of(struck, lowest(left))]
        left &= left - 1
        met = (active & s.need != 0) & (active & s.forbid == 0)
        points += s.amount * size(active & s.count) * met
    left = active & m.double
    while left:
        c = lowest(left)
        left &= left - 1
        points += double_points(m, row_of(struck, c), active, (cleared >> c) & 1)
    left = active & m.special & ~(cleared & m.special_penalty)
    while left:
        points += special_points(t, row_of(struck, lowest(left)), active)
        left &= left - 1
    return points


@inner(int64(TABLES, int64))
def score_set(t, hand):
    """Score a hand of cards as printed, every choice declined.

    Parameters
    ----------
    hand : int
        The cards, bit by card.

    Returns
    -------
    int
        The score, or ``UNKNOWN`` if it takes more than masks to find it.
    """
    m = t.masks
    if hand & m.slow:
        return UNKNOWN
    cleared = 0
    left = hand & m.clearing
    while left:
        cleared |= m.clears[lowest(left)]
        left &= left - 1
    struck = 0
    left = hand & m.striking
    while left:
        struck |= m.strikes[lowest(left)]
        left &= left - 1
    struck &= hand & m.struck & ~cleared
    active = hand
    blankers = hand & m.blanking & ~cleared
    if blankers:
        active = left_by_others(m, hand, struck, blankers)
        if active < 0:
            return UNKNOWN
    doubtful = active & m.selfish & ~cleared
    if doubtful:
        active = left_by_themselves(m, active, struck, doubtful)
    points = amounts(t, active, struck, cleared)
    while active:
        points += t.strength[lowest(active)]
        active &= active - 1
    return points
