"""What the extra card that some cards fetch from the discard area at the end may be worth."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.tables import F_EXTRA
from sim.fantasy_realms.values import hand_value, swap_into
from sim.fantasy_realms.view import VIEW
from sim.jit import inner, kernel


@inner(int64(int64, int64[::1], int64), merged=True)
def is_among(card, cards, n):
    """Return 1 if a card is one of the first `n` of a list."""
    for k in range(n):
        if cards[k] == card:
            return 1
    return 0


@kernel(int64(VIEW, int64[::1], int64, int64[::1], int64, int64[::1]))
def extra_gain(v, cards, n, area, n_area, work):
    """Return what the best extra card of an area adds to a hand, 0 if it may take none.

    Parameters
    ----------
    cards : int64 array
        The hand in rising order; the first `n` are read.
    area : int64 array
        The discard area, `n_area` cards; any the hand holds itself are passed over.
    work : int64 array, shape (n + 1,) or longer
        Work space.
    """
    t = v.tables
    gain = 0
    for k in range(n):
        if not t.traits[cards[k]] & F_EXTRA:
            continue
        now = hand_value(v, cards, n)
        for a in range(n_area):
            if t.extra[cards[k], area[a]] and not is_among(area[a], cards, n):
                size = swap_into(cards, n, area[a], -1, work)
                gain = max(gain, hand_value(v, work, size) - now)
    return gain
