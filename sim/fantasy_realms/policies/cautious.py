"""``cautious``: first rids itself of the cards that cost it most."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.scoring import plain_score
from sim.fantasy_realms.tables import F_PENALTY
from sim.fantasy_realms.values import swap_into
from sim.fantasy_realms.view import CHOOSE, DRAW, VIEW
from sim.jit import kernel

ABOUT = "throws the card that costs it most, else the weakest; takes strong cards without a penalty"
PARAMS: dict[str, float] = {}


@kernel(int64(VIEW, int64[::1]))
def costliest(view, work):
    """Return the place of the card without which the hand, choices declined, scores most more.

    If every card is worth its place, the one with the lowest base strength, of equal ones the
    first.
    """
    t = view.tables
    score = plain_score(t, view.scratch, view.hand[:], view.hand_n)
    chosen = 0
    most = 0
    for k in range(view.hand_n):
        size = swap_into(view.hand[:], view.hand_n, -1, view.hand[k], work)
        cost = plain_score(t, view.scratch, work, size) - score
        if cost > most:
            most = cost
            chosen = k
    if most == 0:
        for k in range(view.hand_n):
            if t.strength[view.hand[k]] < t.strength[view.hand[chosen]]:
                chosen = k
    return chosen


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take a discard without a penalty that is stronger than the card to be thrown, else draw."""
    t = view.tables
    if view.kind != DRAW:
        return costliest(view, view.work[:])
    best = -1
    for k in range(n):
        card = options[k]
        if card >= 0 and not t.traits[card] & F_PENALTY:
            if best < 0 or t.strength[card] > t.strength[options[best]]:
                best = k
    if best < 0:
        return 0
    if view.hand_n < view.hand_size:
        return best
    thrown = view.hand[costliest(view, view.work[:])]
    return best if t.strength[options[best]] > t.strength[thrown] else 0
