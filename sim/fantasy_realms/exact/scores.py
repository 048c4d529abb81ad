"""What all hands score: exact counts by card, and sums by pair of cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.fantasy_realms.exact.census import count_scores
from sim.fantasy_realms.exact.hands import AllHands
from sim.fantasy_realms.exact.shares import blocks_of, share_out, steps_of
from sim.fantasy_realms.tables import TABLE_CARDS
from sim.progress import Progress


@dataclass(frozen=True)
class Scores:
    """The scores of all hands.

    Attributes
    ----------
    low : int
        The lowest score.
    counts : int64 array, shape (n_cards, scores)
        Hands that hold a card, by their score minus `low`.
    pairs : int64 array, shape (n_cards, n_cards), symmetric
        Sum of the scores of the hands that hold both cards; on the diagonal, of one card.
    """

    low: int
    counts: np.ndarray
    pairs: np.ndarray

    @property
    def values(self) -> np.ndarray:
        """The scores that the columns of ``counts`` stand for."""
        return self.low + np.arange(self.counts.shape[1], dtype=np.int64)

    @property
    def hands(self) -> np.ndarray:
        """The number of hands by score."""
        total: np.ndarray = self.counts.sum(axis=0) // TABLE_CARDS  # each was counted by its cards
        return total


def all_scores(hands: AllHands, workers: int | None = None) -> Scores:
    """Count the scores of all hands; the table has to be complete.

    Parameters
    ----------
    hands : AllHands
        Filled (:func:`sim.fantasy_realms.exact.hands.fill`).
    workers : int, optional
        Threads; by default one a core.
    """
    n = int(hands.tables.n_cards)
    blocks = blocks_of(hands.total)
    low = min(int(hands.scores(a, b).min()) for a, b in blocks)
    high = max(int(hands.scores(a, b).max()) for a, b in blocks)
    counts = np.zeros((n, high - low + 1), np.int64)
    pairs = np.zeros((n, n), np.int64)

    def work(first: int, last: int, progress: Progress) -> tuple[np.ndarray, np.ndarray]:
        mine = np.zeros_like(counts), np.zeros_like(pairs)
        cards = np.zeros(TABLE_CARDS + 1, np.int64)
        for start, end in steps_of(first, last, progress):
            count_scores(hands.tables, start, end, low, cards, *mine)
        return mine

    def add(found: tuple[np.ndarray, np.ndarray]) -> None:
        counts[:] += found[0]
        pairs[:] += found[1]

    share_out(work, blocks, add, workers, Progress(hands.total, quiet=True))
    pairs += pairs.T
    values = low + np.arange(counts.shape[1], dtype=np.int64)
    np.fill_diagonal(pairs, counts @ values)
    return Scores(low, counts, pairs)
