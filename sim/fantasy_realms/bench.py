"""What ``realmvale bench`` measures of Fantasy Realms."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64, types

from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.scoring import plain_score
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import CHOICE_NONE, HAND, TABLES, new_hands
from sim.jit import kernel

HANDS = 20_000
HANDS_TYPE = types.Array(int64, 2, "C")


@kernel(int64(TABLES, HAND, HANDS_TYPE))
def score_plainly(t, h, hands):
    """Score all hands with choices declined and return the sum."""
    total = 0
    cards = hands[0].copy()
    for k in range(hands.shape[0]):
        for j in range(cards.shape[0]):
            cards[j] = hands[k, j]
        total += plain_score(t, h, cards, cards.shape[0])
    return total


@kernel(int64(TABLES, HAND, HANDS_TYPE))
def score_best(t, h, hands):
    """Score all hands over all choices and return the sum."""
    total = 0
    cards = hands[0].copy()
    for k in range(hands.shape[0]):
        for j in range(cards.shape[0]):
            cards[j] = hands[k, j]
        total += best_score(t, h, cards, cards.shape[0])
    return total


def seconds_of(work: Callable[[], Any], repeats: int) -> float:
    """Return the median time of `repeats` runs of `work`, after one that doesn't count."""
    work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def random_hands(deck: Deck, number: int, plain: bool) -> np.ndarray:
    """Return random hands of seven, shape (number, 7), cards rising; `plain`: no choice cards."""
    rng = np.random.default_rng(1)
    cards = np.arange(len(deck.card_set.cards))
    if plain:
        cards = cards[deck.tables[0].choice[: len(cards)] == CHOICE_NONE]
    picks = rng.random((number, len(cards))).argsort(axis=1)[:, :7]
    return np.sort(cards[picks], axis=1).astype(np.int64)


def measure_scoring(deck: Deck, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield the time of one hand, choices declined and best."""
    t, h = deck.tables[0], new_hands(1)[0]
    for name, work, plain in (
        ("fr.score_plain", score_plainly, True),
        ("fr.best_random_hand", score_best, False),
    ):
        hands = random_hands(deck, HANDS, plain)
        seconds = seconds_of(partial(work, t, h, hands), repeats)
        yield _row(name, seconds / HANDS * 1e6, "us", 1, repeats)


def measure_games(deck: Deck, quick: bool, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield games a second of whole runs with four players, all tables written."""
    from sim.fantasy_realms.game import FantasyRealms
    from sim.fantasy_realms.rules import make_rules
    from sim.plan import make_plan
    from sim.run import play_run

    work = [("random", 100_000, 2), ("random", 50_000, 1), ("greedy", 2_000, 2)]
    if quick:
        work = [("random", 20_000, 2), ("greedy", 300, 2)]
    for policy, games, threads in work:
        speeds = []
        for repeat in range(repeats + 1):
            plan = make_plan(repeat, games, 4, (policy,), 1, max(1, games // (8 * threads)))
            game = FantasyRealms(deck, make_rules(4), (policy,), plan)
            with tempfile.TemporaryDirectory() as folder:
                outcome = play_run(game, Path(folder) / "run", workers=threads, quiet=True)
            speeds.append(outcome.played / outcome.seconds)
        yield _row(f"fr.{policy}_4p", statistics.median(speeds[1:]), "games/s", threads, repeats)


def _row(name: str, value: float, unit: str, threads: int, repeats: int) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "threads": threads, "repeats": repeats}
