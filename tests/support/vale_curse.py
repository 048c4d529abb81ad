"""Positions with curses for tests: scenario texts, decks of one's own, dealt games."""

from pathlib import Path
from typing import Any

from support.vale_texts_of_scenarios import doing

from sim.cards import load_cards
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.stepped import SteppedGame

SETS = 'sets = ["base", "curse"]\n'


def curse(before: str, *actions: str) -> dict[str, Any]:
    """Run a scenario with the set Curse, in round 5 unless stated.

    Each action is the lines of a ``[[do]]`` table.
    """
    round_no = "" if "round = " in before else "round = 5\n"
    return doing(SETS + round_no + before, *actions)


def dealt(summoners: str, players: int = 2, deck: Any = None, number: int = 0) -> SteppedGame:
    """Deal a game with these summoners and go on to its first decision."""
    deck = deck or compile_deck(load_cards().select("vale_of_eternity", ("base", "curse")))
    game = SteppedGame(deck, make_rules(players, summoners=summoners))
    game.deal(run_key(1), number)
    game.go_on()
    return game


def card_file(folder: Path, card: str, **changed: str) -> Path:
    """Write the project's card file with some columns of one card changed."""
    import csv

    path = folder / "mine.csv"
    with load_cards().path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    next(row for row in rows if row["id"] == card).update(changed)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path
