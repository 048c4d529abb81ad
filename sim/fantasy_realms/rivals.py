"""Guessing what the other seats hold, from what all may know.

A plausible hand has the cards publicly known to be in it; the rest is drawn from the unseen cards
and then bettered the way a player betters it: a number of unseen cards pass by, each is exchanged
for the card that then helps least if that raises the best score. Nothing is read but the view.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64, void

from sim.fantasy_realms.reach import UNSEEN
from sim.fantasy_realms.tables import MAX_HAND
from sim.fantasy_realms.values import WORST, hand_value, swap_into, values_without
from sim.fantasy_realms.view import VIEW
from sim.jit import inner, kernel
from sim.streams import below

ROOM = MAX_HAND + 4
MAX_SAMPLES = 256
CLOSE = 10.0  # points at which a lead counts three quarters of a sure one


@kernel(int64(int64[::1], int64[::1], int64, int64[::1]))
def list_unseen(cards, places, n, pool):
    """Write those of the other cards that are unseen; return their number."""
    unseen = 0
    for k in range(n):
        if places[k] == UNSEEN:
            pool[unseen] = cards[k]
            unseen += 1
    return unseen


@inner(int64(VIEW, int64, int64, int64[::1], int64[::1], int64), merged=True)
def better_hand(v, seat, card, hand, work, n):
    """Exchange a card for one of a seat's hand if that raises its best score.

    Cards publicly known to be in the hand stay there.

    Returns
    -------
    int
        The card thrown: `card` itself if the exchange doesn't pay.
    """
    swap_into(hand, n, card, -1, work)
    values_without(v, work, n + 1, v.values[:], v.spare[:])
    thrown = card
    best = WORST
    for k in range(n + 1):
        if work[k] == card:
            best = max(best, v.values[k])
    for k in range(n + 1):
        if v.values[k] > best and v.known[work[k]] != seat + 1:
            best = v.values[k]
            thrown = work[k]
    if thrown != card:
        swap_into(work, n + 1, -1, thrown, hand)
    return thrown


@kernel(int64(VIEW, int64, int64[::1], int64, int64, int64[::1], int64[::1], uint64[::1]))
def plausible_hand(v, seat, pool, n_pool, passing, hand, work, stream):
    """Write a plausible hand of another seat to `hand`, in rising order.

    Parameters
    ----------
    pool : int64 array
        The unseen cards that nobody was given yet, `n_pool` of them. The seat's are moved to the
        front.
    passing : int
        Unseen cards that pass by and may better the hand.
    hand, work : int64 array, shape (ROOM,)
        Receives the hand; work space.

    Returns
    -------
    int
        How many cards at the front of the pool are in the hand now.
    """
    n = 0
    for card in range(v.tables.n_cards):
        if v.known[card] == seat + 1:
            hand[n] = card
            n += 1
    given = 0
    while n < v.held[seat] and given < n_pool:
        at = given + below(stream, n_pool - given)
        pool[given], pool[at] = pool[at], pool[given]
        swap_into(hand, n, pool[given], -1, work)
        n += 1
        for k in range(n):
            hand[k] = work[k]
        given += 1
    if n < v.hand_size or given == 0:
        return given
    for _ in range(passing if given < n_pool else 0):
        at = given + below(stream, n_pool - given)
        thrown = better_hand(v, seat, pool[at], hand, work, n)
        if thrown != pool[at]:
            for k in range(given):
                if pool[k] == thrown:
                    pool[k] = pool[at]
            pool[at] = thrown
    return given


@inner(int64(VIEW, float64))
def cards_passed(v, insight):
    """Return how many cards passed by a rival so far, `insight` a turn of its own."""
    return int(insight * v.turn / v.players + 0.5)


@kernel(void(VIEW, int64[::1], int64, int64, int64, int64[::1], uint64[::1]))
def rival_scores(v, pool, n_pool, passing, samples, scores, stream):
    """Write the best score among the other seats in so many samples of plausible hands.

    Parameters
    ----------
    scores : int64 array, shape (samples,) or longer
    """
    hand = np.empty(ROOM, np.int64)
    work = np.empty(ROOM, np.int64)
    for k in range(samples):
        scores[k] = WORST
        for seat in range(v.players):
            if seat != v.seat:
                plausible_hand(v, seat, pool, n_pool, passing, hand, work, stream)
                scores[k] = max(scores[k], hand_value(v, hand, v.held[seat]))


@kernel(float64(float64, int64[::1], int64))
def chance_ahead(score, scores, samples):
    """Return the chance that a score beats the rivals', a small lead counting for less."""
    total = 0.0
    for k in range(samples):
        lead = (score - scores[k]) / CLOSE
        total += 0.5 + 0.5 * lead / (1.0 + abs(lead))
    return total / samples
