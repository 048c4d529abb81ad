"""The best and the worst hands of all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.fantasy_realms.exact.hands import AllHands
from sim.fantasy_realms.exact.numbers import hands_of
from sim.fantasy_realms.exact.scores import Scores
from sim.fantasy_realms.exact.shares import blocks_of


@dataclass(frozen=True)
class End:
    """The hands at one end of the ranking.

    Attributes
    ----------
    hands : int64 array, shape (hands, TABLE_CARDS)
        Best (or worst) first. Of equal scores the lower total base strength ranks higher, as at a
        game's end; of these the first in the order of the card file.
    scores : int64 array, shape (hands,)
    level : int
        Hands in all that score what the last of these scores.
    """

    hands: np.ndarray
    scores: np.ndarray
    level: int


def find_end(
    hands: AllHands, scores: Scores, most: int, best: bool, holding: int | None = None
) -> End:
    """Find the best or the worst hands.

    Parameters
    ----------
    hands : AllHands
        Filled.
    scores : Scores
        Of these hands.
    most : int
        How many to find.
    best : bool
        The best, or else the worst.
    holding : int, optional
        Only hands that hold this card.
    """
    counts = scores.hands if holding is None else scores.counts[holding]
    # As if only scores mattered: hands of this score or beyond are looked at.
    order = -1 if best else 1
    reached = np.cumsum(counts[::order])
    last = min(int(np.searchsorted(reached, min(most, reached[-1]))), len(counts) - 1)
    limit = int(scores.values[::order][last])
    strength = hands.tables.strength[: int(hands.tables.n_cards)]
    rows = np.zeros((0, 10), np.int64)  # score, total base strength, seven cards, number
    for first, end in blocks_of(hands.total):
        found = hands.scores(first, end)
        numbers = np.flatnonzero(found >= limit if best else found <= limit)
        if not len(numbers):
            continue
        cards = hands_of(numbers + first)
        new = np.column_stack((found[numbers], strength[cards].sum(axis=1), cards, numbers + first))
        if holding is not None:
            new = new[(cards == holding).any(axis=1)]
        rows = _first(np.vstack((rows, new)), most, best)
    return End(rows[:, 2:9], rows[:, 0], int(counts[::order][last]))


def _first(rows: np.ndarray, most: int, best: bool) -> np.ndarray:
    """Return the first rows of the ranking; the worst hands go by the same ranking, backwards."""
    score, strength = rows[:, 0], rows[:, 1]
    keys = (-score, strength) if best else (score, -strength)
    ranked: np.ndarray = rows[np.lexsort((rows[:, 9], keys[1], keys[0]))[:most]]
    return ranked
