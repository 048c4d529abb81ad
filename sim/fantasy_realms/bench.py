"""What ``realmvale bench`` measures of Fantasy Realms."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64, types

from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.lookup import fill_table, table_score
from sim.fantasy_realms.scoring import plain_score
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import CHOICE_NONE, HAND, TABLE_CARDS, TABLES, new_hands
from sim.jit import kernel

HANDS = 20_000
LOOK_UPS = 200_000
FILLED_PARTS = 500
THREADS = 2
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
def look_up(t, h, hands):
    """Look up all hands in the hand table and return the sum of their scores."""
    total = 0
    cards = hands[0].copy()
    for k in range(hands.shape[0]):
        for j in range(cards.shape[0]):
            cards[j] = hands[k, j]
        total += table_score(t, h, cards, cards.shape[0])
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


def measure_table(deck: Deck, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield the time of a look-up in random order, and of filling the whole table.

    The look-ups read a made-up table in memory that holds every hand. The filling is timed on
    1 hand in 50, in equal steps over all hands, and multiplied.
    """
    tables, h = deck.tables.copy(), new_hands(1)[0]
    number = comb(len(deck.card_set.cards), TABLE_CARDS)
    stored = np.ones(number, np.int16)
    tables[0].hands = stored.ctypes.data
    hands = random_hands(deck, LOOK_UPS, plain=False)
    seconds = seconds_of(partial(look_up, tables[0], h, hands), repeats)
    yield _row("fr.table_lookup", seconds / LOOK_UPS * 1e9, "ns", 1, repeats)
    stored[:] = 0
    step = number // FILLED_PARTS
    parts = [(k * step, k * step + step // 50) for k in range(FILLED_PARTS)]

    def fill(thread: int) -> None:
        scratch, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
        for first, last in parts[thread::THREADS]:
            fill_table(tables[0], scratch, first, last, cards)

    started = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(fill, range(THREADS)))
    yield _row("fr.full_table", (time.perf_counter() - started) * 50, "s", THREADS, 1)


def measure_games(deck: Deck, quick: bool, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield games a second of whole runs with four players, all tables written.

    The same games are played once before, so that the hand table knows their hands; that first
    time is told of `greedy`.
    """
    work = [("random", 100_000, 2), ("random", 50_000, 1), ("greedy", 20_000, 2)]
    work.append(("planner", 600, 2))  # few: while the table is empty they take a minute
    if quick:
        work = [("random", 20_000, 2), ("greedy", 2_000, 2)]
    with tempfile.TemporaryDirectory() as folder:
        for policy, games, threads in work:
            speeds = [
                _speed(deck, policy, games, threads, Path(folder)) for _ in range(repeats + 1)
            ]
            speed = statistics.median(speeds[1:])
            yield _row(f"fr.{policy}_4p", speed, "games/s", threads, repeats)
            if policy == "greedy":
                yield _row(f"fr.{policy}_4p_empty", speeds[0], "games/s", threads, 1)


def _speed(deck: Deck, policy: str, games: int, threads: int, folder: Path) -> float:
    """Return the games a second of a run whose hand table lies in a folder."""
    from sim.fantasy_realms.game import FantasyRealms
    from sim.fantasy_realms.rules import make_rules
    from sim.plan import make_plan
    from sim.run import play_run

    plan = make_plan(1, games, 4, (policy,), 1, max(1, games // (8 * threads)))
    game = FantasyRealms(deck, make_rules(4), (policy,), plan, hand_folder=folder / policy)
    with tempfile.TemporaryDirectory() as out:
        outcome = play_run(game, Path(out) / "run", workers=threads, quiet=True)
    return outcome.played / outcome.seconds


def _row(name: str, value: float, unit: str, threads: int, repeats: int) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "threads": threads, "repeats": repeats}
