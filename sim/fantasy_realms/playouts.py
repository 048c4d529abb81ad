"""Playing a position out to the end, with what the seat can't see drawn at random.

A *world* is a whole state of the game that agrees with everything the seat knows: its own hand, the
discard area, the cards publicly known to be held, the sizes of hands and deck. The rest is drawn
from the unseen cards; nothing is read but the view. All options are played out in the same worlds,
so that their difference owes little to luck.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint64, void

from sim.fantasy_realms.reach import list_others
from sim.fantasy_realms.rivals import ROOM, list_unseen, plausible_hand
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.view import VIEW
from sim.jit import kernel

_INTS = int64[::1]
_FLOATS = float64[::1]
_WORDS = uint64[::1]
_TABLE = int64[:, ::1]
_ROOTS = types.Array(int64, 2, "C")


@kernel(void(VIEW, int64, _INTS, _WORDS))
def imagine(v, passing, pool, stream):
    """Make up a world: to ``v.world`` go all hands and the deck, and what is known anyway.

    Parameters
    ----------
    passing : int
        Unseen cards that bettered each rival's hand; see
        :func:`sim.fantasy_realms.rivals.plausible_hand`.
    pool : int64 array, shape (MAX_CARDS,)
        Receives the unseen cards that are in no hand.
    """
    w = v.world
    hand = np.empty(ROOM, np.int64)
    work = np.empty(ROOM, np.int64)
    others = np.empty(MAX_CARDS, np.int64)
    places = np.empty(MAX_CARDS, np.int64)
    left = list_unseen(others, places, list_others(v, others, places), pool)
    for seat in range(v.players):
        w.hand_n[seat] = v.held[seat]
        if seat == v.seat:
            for k in range(v.hand_n):
                w.hand[seat, k] = v.hand[k]
            continue
        given = plausible_hand(v, seat, pool, left, passing, hand, work, stream)
        left -= given
        for k in range(left):
            pool[k] = pool[k + given]
        for k in range(v.held[seat]):
            w.hand[seat, k] = hand[k]
    for k in range(left):
        at = k + below(stream, left - k)
        pool[k], pool[at] = pool[at], pool[k]
