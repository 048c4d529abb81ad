"""Hands by their numbers in the hand table, many at a time."""

from __future__ import annotations

import math

import numpy as np

from sim.fantasy_realms.tables import MAX_CARDS, TABLE_CARDS


def hands_of(numbers: np.ndarray) -> np.ndarray:
    """Return hands by their numbers (see :mod:`sim.fantasy_realms.lookup`).

    Parameters
    ----------
    numbers : int64 array, shape (hands,)

    Returns
    -------
    int64 array, shape (hands, TABLE_CARDS)
        Card indices in rising order.
    """
    rest = np.array(numbers, np.int64)
    hands = np.zeros((len(rest), TABLE_CARDS), np.int64)
    for k in range(TABLE_CARDS - 1, -1, -1):
        below = np.array([math.comb(c, k + 1) for c in range(MAX_CARDS + 1)], np.int64)
        hands[:, k] = np.searchsorted(below, rest, side="right") - 1
        rest -= below[hands[:, k]]
    return hands
