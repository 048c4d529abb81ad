"""Line-ups: which policy sits where (DESIGN 4.1).

The line-up of deal d with m seats and n policies: m successive entries of the cyclic list from
d*m mod n, shuffled by the deal's line-up stream, and played in each of its distinct rotations over
the seats. Game ids: ``(deal * replicates + replicate) * m + rotation``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import int64, uint64

from sim.jit import kernel
from sim.streams import below, line_up_key


@kernel(int64(uint64, int64, int64, int64[::1], int64[::1], uint64[::1]))
def line_up(run, deal, seats, listed, out, stream):
    """Write a deal's line-up to `out` and return its number of distinct rotations.

    Parameters
    ----------
    run : uint64
        Run key.
    deal, seats : int
        The deal's number and the number of seats.
    listed : int64 array, shape (policies,)
        The list of policies, each as the position where it first stands (:func:`first_places`), so
        that rotations which only exchange equal policies aren't played twice.
    out : int64 array, shape (seats,) or longer
        Receives the policy of each place; in rotation r seat k is played by place (k + r) mod
        seats.
    stream : uint64 array, shape (1,)
        Work space.
    """
    for k in range(seats):
        out[k] = listed[(deal * seats + k) % listed.shape[0]]
    stream[0] = line_up_key(run, deal)
    for k in range(seats - 1, 0, -1):
        j = below(stream, k + 1)
        out[k], out[j] = out[j], out[k]
    for shift in range(1, seats):
        same = True
        for k in range(seats):
            same = same and out[k] == out[(k + shift) % seats]
        if same:
            return shift
    return seats


@kernel(int64(uint64, int64, int64, int64, int64[::1], int64[::1], uint64[::1]))
def games_in_deals(run, first, last, seats, listed, out, stream):
    """Return the games of deals `first` to `last` - 1 in one replicate."""
    games = 0
    for deal in range(first, last):
        games += line_up(run, deal, seats, listed, out, stream)
    return games


def first_places(names: Sequence[str]) -> np.ndarray:
    """Return for each name of a list the position where it first stands, int64."""
    return np.array([names.index(name) for name in names], np.int64)


def deals_for(run: np.uint64, games: int, seats: int, listed: np.ndarray, replicates: int) -> int:
    """Return the smallest number of whole deals that make at least `games` games."""
    out, stream = np.zeros(seats, np.int64), np.zeros(1, np.uint64)
    deals = done = 0
    while done < games:
        step = max(1, -((done - games) // (seats * replicates)))
        done += replicates * games_in_deals(run, deals, deals + step, seats, listed, out, stream)
        deals += step
    return deals
