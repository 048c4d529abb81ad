"""What a policy may do in Chaos: offers that don't repeat themselves, and trades that pay at once.

An offer binds nobody, since both may still refuse: so it costs nothing to show the next partner
a card that one would rather keep, and a card that this partner has refused is not worth showing
again while there are others.
"""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.values import hand_value, hand_value_above, swap_into
from sim.fantasy_realms.view import OFFER, VIEW
from sim.jit import inner, kernel


@inner(int64(VIEW, int64))
def partner_knows(view, card):
    """Return 1 if the partner has seen this card in the seat's hand, or gave it away itself."""
    return (view.shown[card] >> view.partner) & 1


@inner(int64(VIEW))
def any_untried(view):
    """Return 1 if the seat holds a card that the partner hasn't seen there."""
    for k in range(view.hand_n):
        if not partner_knows(view, view.hand[k]):
            return 1
    return 0


@kernel(int64(VIEW, int64[::1]))
def offer_least_useful(view, work):
    """Return the place of the card to offer: without it the best score stays highest.

    Cards that the partner doesn't know come first; when it knows all, each takes its turn.
    """
    if not any_untried(view):
        return view.turn % view.hand_n
    chosen = 0
    best = -(10**9)
    for k in range(view.hand_n):
        if partner_knows(view, view.hand[k]):
            continue
        size = swap_into(view.hand[:], view.hand_n, -1, view.hand[k], work)
        value = hand_value_above(view, work, size, best)
        if value > best:
            best = value
            chosen = k
    return chosen


@kernel(int64(VIEW, int64[::1]))
def trade_pays(view, work):
    """Return 1, the place of ``ACCEPT``, if the trade raises the best score at once, else 0."""
    now = hand_value(view, view.hand[:], view.hand_n)
    size = swap_into(view.hand[:], view.hand_n, view.get, view.give, work)
    return 1 if hand_value_above(view, work, size, now) > now else 0


@kernel(int64(VIEW, int64[::1]))
def trade_greedily(view, work):
    """Return the option to choose in Chaos by a policy that looks no further than its best score.

    Parameters
    ----------
    work : int64 array, shape (MAX_HAND,) or longer
        Work space.
    """
    if view.kind == OFFER:
        return offer_least_useful(view, work)
    return trade_pays(view, work)
