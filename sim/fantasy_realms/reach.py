"""Which cards may still come to a seat, how likely, and what the best of them will bring.

Every card the seat doesn't hold gets a chance of coming within its reach before the game ends: of
lying in the discard area at one of its turns, or of being drawn. Cards are taken as independent of
one another, which they nearly are.
"""

from __future__ import annotations

from math import exp

from numba import float64, int64

from sim.fantasy_realms.view import VIEW
from sim.jit import inner, kernel

TURNS_A_DISCARD = 2.5  # turns until the discard area grows by one: most turns take a card of it
FROM_A_HAND = 0.1  # share of an unseen card's chance that a card known to be held has

IN_AREA = 1
IN_A_HAND = 2
UNSEEN = 3


@inner(int64(VIEW, int64), merged=True)
def whereabouts(v, card):
    """Return where the seat knows a card that it doesn't hold to be."""
    for k in range(v.area_n):
        if v.area[k] == card:
            return IN_AREA
    return IN_A_HAND if v.known[card] else UNSEEN


@inner(int64(VIEW, int64), merged=True)
def holds(v, card):
    """Return 1 if the seat holds a card."""
    for k in range(v.hand_n):
        if v.hand[k] == card:
            return 1
    return 0


@kernel(int64(VIEW, int64[::1], int64[::1]))
def list_others(v, cards, places):
    """Write the cards the seat doesn't hold, in rising order, and where each is.

    Returns
    -------
    int
        Their number.
    """
    n = 0
    for c in range(v.tables.n_cards):
        if not holds(v, c):
            cards[n] = c
            places[n] = whereabouts(v, c)
            n += 1
    return n


@kernel(int64(int64[::1], int64))
def count_unseen(places, n):
    """Return the number of unseen cards."""
    unseen = 0
    for k in range(n):
        unseen += places[k] == UNSEEN
    return unseen


@kernel(int64(VIEW, int64[::1], int64, int64, float64, float64, float64[::1]))
def chances(v, places, n, left, horizon, stays, out):
    """Write each card's chance of coming within reach.

    Parameters
    ----------
    places : int64 array
        See :func:`list_others`.
    left : int
        Cards that the discard area still takes until it ends the game.
    horizon : float
        Unseen cards that come within reach for each of those.
    stays : float
        The chance that a card of the area is still there at the seat's next turn.
    """
    left = max(left, 0)
    # With two players the game goes on while a hand isn't full.
    filling = max(v.hand_size - v.hand_n, 0)
    left = max(left, filling)
    another_turn = 1.0 - exp(-left * TURNS_A_DISCARD / v.players)
    seen = 1.0 - exp(-horizon * left / max(count_unseen(places, n), 1))
    for k in range(n):
        if places[k] == IN_AREA:
            out[k] = stays * another_turn
        else:
            out[k] = seen if places[k] == UNSEEN else FROM_A_HAND * seen
    return n


@kernel(float64(int64[::1], float64[::1], int64, float64, int64[::1]))
def expected_best(values, chance, n, now, order):
    """Return the expected best of what is there now and of the values that come within reach.

    Parameters
    ----------
    values : int64 array
    chance : float64 array
        The chance of each value.
    now : float
        What is there without them.
    order : int64 array, shape (n,) or longer
        Work space.
    """
    better = 0
    for k in range(n):
        if values[k] > now and chance[k] > 0.0:
            j = better
            while j > 0 and values[order[j - 1]] < values[k]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = k
            better += 1
    none_yet = 1.0
    total = 0.0
    for j in range(better):
        k = order[j]
        total += none_yet * chance[k] * values[k]
        none_yet *= 1.0 - chance[k]
    return total + none_yet * now
