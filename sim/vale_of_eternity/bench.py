"""What ``realmvale bench`` measures of The Vale of Eternity."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.policy_find import built_in_names
from sim.vale_of_eternity.compile import Deck

PLAYERS = 4
POLICIES = ["random", "builder"]
BASE, CURSE = ("base",), ("base", "curse")
# name, policy, sets, games, games if it has to be quick, threads
WORK = [
    ("random", "random", BASE, 100_000, 20_000, 2),
    ("random", "random", BASE, 50_000, 10_000, 1),
    ("builder", "builder", BASE, 40_000, 8_000, 2),
    ("curse_builder", "builder", CURSE, 40_000, 8_000, 2),
]


def measure_games(deck: Deck, quick: bool, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield games a second of whole runs with four players, all tables written.

    Each is played once before, which doesn't count.
    """
    known = built_in_names("vale_of_eternity")
    decks = {BASE: deck, CURSE: _with_sets(deck, CURSE)}
    for name, policy, sets, games, few, threads in WORK:
        if policy not in known:
            continue
        played = few if quick else games
        speeds = [_speed(decks[sets], policy, played, threads) for _ in range(repeats + 1)]
        yield {
            "name": f"vale.{name}_{PLAYERS}p",
            "value": statistics.median(speeds[1:]),
            "unit": "games/s",
            "threads": threads,
            "repeats": repeats,
        }


def _with_sets(deck: Deck, sets: tuple[str, ...]) -> Deck:
    """Return the deck of the same card file with other sets."""
    from sim.cards import load_cards
    from sim.vale_of_eternity.compile import compile_deck

    return compile_deck(load_cards(deck.card_set.path).select(deck.card_set.game, sets))


def _speed(deck: Deck, policy: str, games: int, threads: int) -> float:
    """Return the games a second of a run."""
    from sim.plan import make_plan
    from sim.run import play_run
    from sim.vale_of_eternity.game import Vale
    from sim.vale_of_eternity.rules import make_rules

    plan = make_plan(1, games, PLAYERS, (policy,), 1, max(1, games // (8 * threads)))
    game = Vale(deck, make_rules(PLAYERS), (policy,), plan)
    with tempfile.TemporaryDirectory() as out:
        outcome = play_run(game, Path(out) / "run", workers=threads, quiet=True)
    return outcome.played / outcome.seconds
