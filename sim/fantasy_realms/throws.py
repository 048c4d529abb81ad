"""Which card to throw: what the rest of the hand is worth now, and what it may become."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from sim.fantasy_realms.extra import extra_gain
from sim.fantasy_realms.offers import values_with_each
from sim.fantasy_realms.reach import expected_best
from sim.fantasy_realms.tables import MAX_CARDS, MAX_HAND
from sim.fantasy_realms.values import swap_into, values_without
from sim.fantasy_realms.view import VIEW
from sim.jit import inner, kernel

# The parameters of the planning policies, in the order of their PARAMS:
HORIZON = 0  # unseen cards that come within reach for each card the discard area still takes
HOPE = 1  # share of the expected gain that counts
STAYS = 2  # chance that a card of the area is still there at the next turn
TAKES = 3  # cards of the area whose taking is thought through, those of the best score now
THROWS = 4  # cards whose throwing is thought through, those that leave the best score now
EXTRA = 5  # share of what the extra card at the end adds, as things stand
SAMPLES = 6  # plausible hands for each rival when the next draw ends the game
INSIGHT = 7  # cards a turn by which a rival is thought to have bettered its hand

NEVER = -1.0e9  # the rating of an option that isn't considered
ROOM = MAX_HAND + 4
_FLOATS = float64[::1]
_INTS = int64[::1]
_TABLE = int64[:, ::1]


@inner(void(VIEW, _INTS, int64, _FLOATS, _FLOATS), merged=True)
def extra_gains(v, held, n, params, bonus):
    """Write what the extra card would add without each card; the thrown one may be fetched back."""
    rest = np.empty(ROOM, np.int64)
    work = np.empty(ROOM, np.int64)
    area = np.empty(MAX_CARDS + 1, np.int64)
    for k in range(v.area_n):
        area[k] = v.area[k]
    for r in range(n):
        bonus[r] = 0.0
        if params[EXTRA] > 0.0:
            area[v.area_n] = held[r]
            swap_into(held, n, -1, held[r], rest)
            bonus[r] = params[EXTRA] * extra_gain(v, rest, n - 1, area, v.area_n + 1, work)


@inner(void(VIEW, _INTS, int64, _INTS, int64, _FLOATS, _TABLE), merged=True)
def best_swaps(v, held, n, others, n_others, ratings, best):
    """Write the value of the hand without each card, when another comes for the least useful.

    Only cards that have a rating are thrown. While a hand fills, the other card comes on top.
    """
    rest = np.empty(ROOM, np.int64)
    fewer = np.empty(ROOM, np.int64)
    values = np.empty(MAX_CARDS, np.int64)
    work = np.empty(ROOM, np.int64)
    for r in range(n):
        if ratings[r] == NEVER:
            continue
        swap_into(held, n, -1, held[r], rest)
        if n <= v.hand_size:
            values_with_each(v, rest, n - 1, others, n_others, best[r], work)
            continue
        for other in range(r):
            if ratings[other] == NEVER:
                continue
            swap_into(rest, n - 1, -1, held[other], fewer)
            values_with_each(v, fewer, n - 2, others, n_others, values, work)
            for k in range(n_others):
                best[r, k] = max(best[r, k], values[k])
                best[other, k] = max(best[other, k], values[k])


@kernel(void(VIEW, _INTS, int64, _INTS, _FLOATS, int64, _FLOATS, _FLOATS))
def rate_throws(v, held, n, others, chance, n_others, params, ratings):
    """Rate throwing each of some cards.

    Parameters
    ----------
    held : int64 array
        The cards in rising order, `n` of them, at least 2.
    others : int64 array
        Cards that are not among them, `n_others`, in rising order.
    chance : float64 array
        The chance of each of the others to come within reach.
    ratings : float64 array, shape (ROOM,)
        Receives what the rest is worth without each card: ``NEVER`` for all but the most
        dispensable ones.
    """
    now = np.empty(ROOM, np.int64)
    bonus = np.empty(ROOM, np.float64)
    order = np.empty(MAX_CARDS, np.int64)
    best = np.empty((ROOM, MAX_CARDS), np.int64)
    values_without(v, held, n, now, v.spare[:])
    extra_gains(v, held, n, params, bonus)
    for r in range(n):
        better = 0
        for other in range(n):
            better += now[other] + bonus[other] > now[r] + bonus[r]
        ratings[r] = NEVER if better >= params[THROWS] else 0.0
        for k in range(n_others):
            best[r, k] = now[r]
    best_swaps(v, held, n, others, n_others, ratings, best)
    for r in range(n):
        if ratings[r] != NEVER:
            hoped = expected_best(best[r], chance, n_others, now[r], order) - now[r]
            ratings[r] = now[r] + bonus[r] + params[HOPE] * hoped
