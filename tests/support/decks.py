"""Decks of a designer's own: the base set with cards added or changed."""

import csv
import io
from pathlib import Path

from support.card_files import deck_of

from sim.cards import default_path
from sim.fantasy_realms.compile import Deck, compile_deck

HEADER, *LINES = default_path().read_text(encoding="utf-8").splitlines()


def card_line(card_id: str, name: str, suit: str, value: int, text: str) -> str:
    """The line of a card in a card file."""
    line = io.StringIO()
    row = ["fantasy_realms", "base", "card", card_id, name, suit, value, "", "", "", text]
    csv.writer(line, lineterminator="").writerow([*row, "card", "", ""])
    return line.getvalue()


def deck_with(folder: Path, *new: str, **changed: dict[str, str]) -> Deck:
    """The base deck with lines added, and with columns of cards changed by their id."""
    rows = list(csv.DictReader([HEADER, *LINES]))
    for card_id, columns in changed.items():
        row = next(row for row in rows if row["id"] == card_id.replace("_", "-"))
        row.update(columns)
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADER.split(","), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return compile_deck(deck_of(folder, text.getvalue() + "\n".join(new) + "\n"))
