"""What a discard gives the next players: by how much it is expected to better their hands."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64, void

from sim.fantasy_realms.reach import list_others
from sim.fantasy_realms.rivals import ROOM, cards_passed, list_unseen, plausible_hand
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.throws import NEVER
from sim.fantasy_realms.values import WORST, hand_value, swap_into, values_without
from sim.fantasy_realms.view import VIEW
from sim.jit import inner, kernel

_INTS = int64[::1]
_FLOATS = float64[::1]


@inner(int64(VIEW, _INTS, int64, int64, _INTS))
def value_taking(v, hand, n, card, work):
    """Return the value of a hand with a card more, and the least useful one thrown if it is full.

    Parameters
    ----------
    hand : int64 array
        The first `n` cards, in rising order, are read.
    work : int64 array, shape (n + 1,) or longer
        Work space.
    """
    size = swap_into(hand, n, card, -1, work)
    if n < v.hand_size:
        return hand_value(v, work, size)
    values_without(v, work, size, v.values[:], v.spare[:])
    best = WORST
    for k in range(size):
        best = max(best, v.values[k])
    return best


@kernel(void(VIEW, _INTS, int64, _FLOATS, int64, int64, float64, uint64[::1], _FLOATS))
def expected_gifts(v, options, n, ratings, neighbours, samples, insight, stream, gifts):
    """Write what each discard is expected to give the next seats, in points.

    A card helps a seat by what it adds to the best that the discard area offers anyway; each seat
    counts half of the one before, since the card may be gone when its turn comes.

    Parameters
    ----------
    options : int64 array
        Cards that may be discarded, `n` of them.
    ratings : float64 array
        Options rated ``NEVER`` are passed over.
    neighbours : int
        Number of seats looked at, the left neighbour first.
    samples : int
        Plausible hands for each of them; see :mod:`sim.fantasy_realms.rivals`.
    gifts : float64 array, shape (n,) or longer
        Receives the points.
    """
    hand = np.empty(ROOM, np.int64)
    work = np.empty(ROOM, np.int64)
    others = np.empty(MAX_CARDS, np.int64)
    places = np.empty(MAX_CARDS, np.int64)
    pool = np.empty(MAX_CARDS, np.int64)
    unseen = list_unseen(others, places, list_others(v, others, places), pool)
    passing = cards_passed(v, insight)
    for k in range(n):
        gifts[k] = 0.0
    weight = 1.0 / samples
    for step in range(1, min(neighbours, v.players - 1) + 1):
        seat = (v.seat + step) % v.players
        held = v.held[seat]
        for _ in range(samples):
            plausible_hand(v, seat, pool, unseen, passing, hand, work, stream)
            offered = hand_value(v, hand, held) if held else 0
            for k in range(v.area_n):
                offered = max(offered, value_taking(v, hand, held, v.area[k], work))
            for k in range(n):
                if ratings[k] != NEVER:
                    value = value_taking(v, hand, held, options[k], work)
                    gifts[k] += weight * max(value - offered, 0)
        weight /= 2.0
