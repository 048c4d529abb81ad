"""``cautious``: first rids itself of the cards that cost it most."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.scoring import plain_score
from sim.fantasy_realms.tables import F_PENALTY
from sim.fantasy_realms.trading import any_untried, partner_knows
from sim.fantasy_realms.values import swap_into
from sim.fantasy_realms.view import ANSWER, CHOOSE, DRAW, OFFER, VIEW
from sim.jit import kernel

ABOUT = "throws the card that costs it most, else the weakest; takes strong cards without a penalty"
PARAMS: dict[str, float] = {}


@kernel(int64(VIEW, int64, int64[::1]))
def cost_of(view, card, work):
    """Return how much more the hand, choices declined, would score without a card."""
    t = view.tables
    score = plain_score(t, view.scratch, view.hand[:], view.hand_n)
    size = swap_into(view.hand[:], view.hand_n, -1, card, work)
    return plain_score(t, view.scratch, work, size) - score


@kernel(int64(VIEW, int64, int64[::1]))
def costliest(view, untried, work):
    """Return the place of the card without which the hand, choices declined, scores most more.

    If every card is worth its place, the one with the lowest base strength, of equal ones the
    first.

    Parameters
    ----------
    untried : int
        1: only among cards that the partner of a trade doesn't know.
    """
    t = view.tables
    score = plain_score(t, view.scratch, view.hand[:], view.hand_n)
    chosen = -1
    most = 0
    for k in range(view.hand_n):
        card = view.hand[k]
        if untried and partner_knows(view, card):
            continue
        size = swap_into(view.hand[:], view.hand_n, -1, card, work)
        cost = plain_score(t, view.scratch, work, size) - score
        weaker = chosen < 0 or t.strength[card] < t.strength[view.hand[chosen]]
        if cost > most or (most == 0 and weaker):
            most = max(cost, 0)
            chosen = k
    return chosen


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Take a discard without a penalty that is stronger than the card to be thrown, else draw.

    In Chaos: offer the card to be thrown, and trade for a card without a penalty if the own one
    costs points or is weaker.
    """
    t = view.tables
    if view.kind == OFFER:
        return costliest(view, any_untried(view), view.work[:])
    if view.kind == ANSWER:
        if t.traits[view.get] & F_PENALTY:
            return 0
        stronger = t.strength[view.get] > t.strength[view.give]
        return 1 if stronger or cost_of(view, view.give, view.work[:]) > 0 else 0
    if view.kind != DRAW:
        return costliest(view, 0, view.work[:])
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
    thrown = view.hand[costliest(view, 0, view.work[:])]
    return best if t.strength[options[best]] > t.strength[thrown] else 0
