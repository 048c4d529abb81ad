"""Decks of a designer's own: the base set with cards added or changed."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from support.card_files import deck_of

from sim.cards import default_path, load_cards
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


def dealt_anew(folder: Path, seed: int, texts: Sequence[str] = ()) -> Deck:
    """A deck of the base cards with suits, strengths and texts dealt out anew.

    `texts` take the place of as many of the base cards' texts.
    """
    rows = [row for row in csv.DictReader([HEADER, *LINES]) if row["game"] == "fantasy_realms"]
    rows = [row for row in rows if row["set"] == "base"]
    for row, text in zip(rows, texts, strict=False):
        row["text"] = text
    rng = np.random.default_rng(seed)
    for column in ("suit", "value", "text"):
        order = rng.permutation(len(rows))
        values = [rows[k][column] for k in order]
        for row, value in zip(rows, values, strict=True):
            row[column] = value
    path = folder / "cards.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return compile_deck(load_cards(path).select("fantasy_realms"))
