"""The best hands of all with an extra card, taken at the end by a card that allows it."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from sim.fantasy_realms.exact.ends import find_end
from sim.fantasy_realms.exact.extra_search import best_with_extra
from sim.fantasy_realms.exact.hands import AllHands
from sim.fantasy_realms.exact.numbers import hands_of
from sim.fantasy_realms.exact.pair_bounds import pair_bounds
from sim.fantasy_realms.exact.scores import Scores
from sim.fantasy_realms.exact.shares import blocks_of, share_out, steps_of
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import F_EXTRA, TABLE_CARDS, new_hands
from sim.progress import Progress

# Hands from which the search for a high score to start with sets out.
SEEDS = 100


@dataclass(frozen=True)
class ExtraHand:
    """The best hand of a full hand and an extra card.

    Attributes
    ----------
    holder : int
        The card that takes the extra card.
    cards : tuple of int
        All cards of the hand in rising order.
    extra : int
        One of them that `holder` may take: the first in the order of the card file.
    score : int
    level : int
        Hands with `holder` that score as much.
    hands : int
        Hands of this size with `holder`, of which all were ruled out or scored.
    scored : int
        Hands that weren't ruled out by their bound.
    """

    holder: int
    cards: tuple[int, ...]
    extra: int
    score: int
    level: int
    hands: int
    scored: int


def best_extra_hands(
    hands: AllHands, scores: Scores, workers: int | None = None, quiet: bool = True
) -> list[ExtraHand]:
    """Find the best hand with an extra card of every card that takes one, exactly.

    Parameters
    ----------
    hands : AllHands
        Filled.
    scores : Scores
        Of these hands.
    workers : int, optional
        Threads; by default one a core.
    quiet : bool
        Show no progress.
    """
    t = hands.tables
    n = int(t.n_cards)
    holders = [c for c in range(n) if t.traits[c] & F_EXTRA and t.extra[c, :n].any()]
    if n <= TABLE_CARDS:
        return []
    sets = comb(n - 1, TABLE_CARDS)
    with Progress(sets * len(holders), 0, quiet, "hands") as progress:
        return [_best(hands, scores, holder, sets, workers, progress) for holder in holders]


def _best(
    hands: AllHands, scores: Scores, holder: int, sets: int, workers: int | None, progress: Progress
) -> ExtraHand:
    """Find the best hand of one holder."""
    t = hands.tables
    floor = _reached(hands, scores, holder)
    own, both = pair_bounds(hands.deck, TABLE_CARDS + 1)
    others = np.delete(np.arange(len(own)), holder)
    alone = own[others] + both[others, holder]
    both = np.ascontiguousarray(both[np.ix_(others, others)])

    def work(first: int, last: int, progress: Progress) -> tuple[int, int, int, int]:
        h, sums = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
        spare = np.zeros((3, TABLE_CARDS + 1), np.int64)
        best, at, level, scored = floor, -1, 0, 0
        sums[TABLE_CARDS] = own[holder]
        for a, b in steps_of(first, last, progress):
            scored += int(
                best_with_extra(
                    t, h, holder, a, b, best, alone, both, spare[0], spare[1], sums, spare[2]
                )
            )
            score, number, as_good = (int(x) for x in spare[2, :3])
            if score > best or (number >= 0 and at < 0):
                best, at, level = score, number, as_good
            elif number >= 0:
                level += as_good
        return best, at, level, scored

    found: list[tuple[int, int, int, int]] = []
    share_out(work, blocks_of(sets), found.append, workers, progress)
    best = max(row[0] for row in found)
    level = [row for row in found if row[0] == best and row[1] >= 0]
    number = min(row[1] for row in level)
    cards = sorted([holder, *others[hands_of(np.array([number]))[0]].tolist()])
    extra = next(c for c in cards if c != holder and t.extra[holder, c])
    as_good, scored = sum(row[2] for row in level), sum(row[3] for row in found)
    return ExtraHand(holder, tuple(cards), extra, best, as_good, sets, scored)


def _reached(hands: AllHands, scores: Scores, holder: int) -> int:
    """Return a high score that some hand with an extra card reaches."""
    t, h = hands.tables, new_hands(1)[0]
    best = -(10**9)
    for hand in find_end(hands, scores, SEEDS, True, holder).hands:
        for card in range(int(t.n_cards)):
            if t.extra[holder, card] and card not in hand:
                cards = np.sort(np.append(hand, card))
                best = max(best, int(best_score(t, h, cards, TABLE_CARDS + 1)))
    return best
