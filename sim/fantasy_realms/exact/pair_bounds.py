"""A bound of what a hand can score, as a sum over its cards and pairs of cards.

It grants everything: nobody is blanked, penalties cost nothing, and a condition is met as soon as
one card matches one of its terms. A card that changes its own face counts as whatever is looked
for; one that gives a suit, as one card more than it is. So no choice makes a hand exceed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck

Bound = tuple[int, np.ndarray]  # points whatever else is held, points for each card held


def pair_bounds(deck: Deck, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the bounds of a deck's cards and pairs.

    Parameters
    ----------
    deck : Deck
        No card of it may score by what lies outside the hand.
    size : int
        Cards of a hand.

    Returns
    -------
    own : int64 array, shape (n_cards,)
        What a card can score by itself.
    both : int64 array, shape (n_cards, n_cards), symmetric, zero on the diagonal
        What two cards can bring each other.
    """
    return _Bounds(deck, size).all()


class _Bounds:
    def __init__(self, deck: Deck, size: int) -> None:
        self.t: Any = deck.tables[0]
        self.n, self.size = int(self.t.n_cards), size
        self.pair = self.t.pair[: self.n**2].reshape(self.n, self.n)
        self.strength = self.t.strength[: self.n]
        choice = self.t.choice[: self.n]
        self.copies = choice == tb.CHOICE_COPY_CARD
        self.changes = self.copies | (choice == tb.CHOICE_COPY_FACE)
        self.gives = choice == tb.CHOICE_GIVE_SUIT

    def all(self) -> tuple[np.ndarray, np.ndarray]:
        own, gains = np.zeros(self.n, np.int64), np.zeros((self.n, self.n), np.int64)
        penalties = [self.part(i, "penalty") for i in range(self.n)]
        for i in range(self.n):
            bonus, penalty = self.part(i, "bonus"), penalties[i]
            own[i] = max(0, int(self.strength[i])) + bonus[0] + penalty[0]
            gains[i] = bonus[1] + penalty[1]
            if self.copies[i]:  # it has strength and penalty of another card, and no bonus
                copied = max(0, int(self.strength.max())) + max(flat for flat, _ in penalties)
                own[i] = max(int(own[i]), copied)
                gains[i] = np.max([gains[i], *(gain for _, gain in penalties)], axis=0)
        own += np.diagonal(gains)
        np.fill_diagonal(gains, 0)
        return own, gains + gains.T

    def part(self, i: int, name: str) -> Bound:
        """Return the bound of a card's bonus or penalty."""
        flat, gains = 0, np.zeros(self.n, np.int64)
        row = self.pair[i].copy()
        if name == "penalty":  # the card may meet a copy of itself
            row[i] |= self.t.twin[i]
        for group in self.groups(i, name):
            bounds = [self.clause(row, clause) for clause in group]
            flat += max(bound[0] for bound in bounds)
            gains += np.max([bound[1] for bound in bounds], axis=0)
        return flat, gains

    def groups(self, i: int, name: str) -> Iterator[list[Any]]:
        """Yield the amounts of a card, those of which the better counts together."""
        group: list[Any] = []
        for k in range(self.t[f"first_{name}"][i], self.t[f"last_{name}"][i]):
            if group and not self.t.clause[k].alternative:
                yield group
                group = []
            group.append(self.t.clause[k])
        if group:
            yield group

    def clause(self, row: np.ndarray, clause: Any) -> Bound:
        """Return the bound of one amount of a card, given how all cards match its terms."""
        nothing, amount = np.zeros(self.n, np.int64), int(clause.amount)
        if clause.op in (tb.OP_SETS, tb.OP_RUNS):
            return most_points(self.t.points[clause.list].tolist(), self.size), nothing
        if clause.op in (tb.OP_TOTAL, tb.OP_HIGHEST):
            value = np.maximum(0, amount * self.strength)
            seen = (row >> clause.shift) & 1
            return 0, np.where(self.changes, value.max(), seen * value) + self.gives * value.max()
        if clause.op == tb.OP_ODD:  # a copy may have the odd base strength of another card
            return 0, max(0, amount) * np.where(self.changes, 1, self.strength & 1)
        if clause.op == tb.OP_PENALTIES:
            return 0, max(0, amount) * np.ones(self.n, np.int64)
        if clause.op != tb.OP_EACH:
            raise ValueError(f"amounts of kind {clause.op} look outside the hand")
        if clause.shift != 4 * tb.FLAT:
            return 0, max(0, amount) * self.matches(row, int(clause.shift))
        need = int(clause.need)
        if not need:
            return max(0, amount), nothing
        terms = [self.matches(row, bit) for bit in range(0, 60, 4) if (need >> bit) & 1]
        return 0, max(0, amount) * min(terms, key=lambda found: int(found.sum()))

    def matches(self, row: np.ndarray, shift: int) -> np.ndarray:
        """Return how many matches of a term each card can make."""
        return np.where(self.changes, 1, (row >> shift) & 1) + self.gives


def most_points(points: list[int], size: int) -> int:
    """Return the most points that sets or runs can make of a number of cards.

    Parameters
    ----------
    points : list of int
        Points by the size of a set or run.
    size : int
        Cards to make sets or runs of.
    """
    best = [0] * (size + 1)
    for n in range(1, size + 1):
        best[n] = max(best[n - s] + max(0, points[s]) for s in range(1, n + 1))
    return best[size]
