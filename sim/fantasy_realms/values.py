"""What a hand is worth, remembered: the best score over all choices, for policies."""

from __future__ import annotations

from numba import int64

from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.view import MEMO_SIZE, VIEW
from sim.jit import kernel

MEMO_CARDS = 8  # seven bits a card: more cards don't fit a key of 62 bits


@kernel(int64(VIEW, int64[::1], int64))
def hand_value(v, cards, n):
    """Return the best score of a hand over all legal choices.

    Parameters
    ----------
    v : record
        The policy's view.
    cards : int64 array
        Card indices in rising order; the first `n` are read.
    """
    if n > MEMO_CARDS:
        return best_score(v.tables, v.scratch, cards, n)
    key = n
    for k in range(n):
        key = (key << 7) | cards[k]
    row = ((key * 0x9E3779B1) >> 20) & (MEMO_SIZE - 1)
    if v.memo[row, 0] == key:
        return v.memo[row, 1]
    value = best_score(v.tables, v.scratch, cards, n)
    v.memo[row, 0] = key
    v.memo[row, 1] = value
    return value


@kernel(int64(int64[::1], int64, int64, int64, int64[::1]))
def swap_into(hand, n, added, removed, out):
    """Write a hand with one card added and one removed to `out`, in rising order.

    Parameters
    ----------
    added, removed : int
        Card indices; -1 for none. A card may be both.

    Returns
    -------
    int
        The number of cards written.
    """
    size = 0
    waiting = added != removed and added >= 0
    for k in range(n):
        card = hand[k]
        if waiting and added < card:
            out[size] = added
            size += 1
            waiting = False
        if card != removed:
            out[size] = card
            size += 1
    if waiting:
        out[size] = added
        size += 1
    return size
