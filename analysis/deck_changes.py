"""In what two decks differ, cell by cell."""

from __future__ import annotations

import polars as pl

from sim.card_changes import CHANGEABLE
from sim.cards import Card, CardSet
from sim.cardtext.games import language_of

ADDED, REMOVED = "added", "removed"
_SCHEMA = dict.fromkeys(("card", "name", "column", "before", "after"), pl.String())


def deck_changes(before: CardSet, after: CardSet) -> pl.DataFrame:
    """Return one row for each cell in which two decks differ, and each card of only one of them.

    Two spellings of a text that mean the same are no difference.

    Returns
    -------
    DataFrame
        ``card`` (its id), ``name``, ``column``, ``before``, ``after``; a card of one deck only has
        the column ``added`` or ``removed``.
    """
    old, new = _rows(before), _rows(after)
    found: list[tuple[str, str, str, str | None, str | None]] = []
    for card_id, (card, text) in old.items():
        if card_id not in new:
            found.append((card_id, card.name, REMOVED, told(card, text), None))
            continue
        other, other_text = new[card_id]
        for column in CHANGEABLE:
            was = text if column == "text" else getattr(card, column)
            now = other_text if column == "text" else getattr(other, column)
            if was != now:
                found.append((card_id, card.name, column, _cell(was), _cell(now)))
    found += [
        (card_id, card.name, ADDED, None, told(card, text))
        for card_id, (card, text) in new.items()
        if card_id not in old
    ]
    return pl.DataFrame(found, schema=_SCHEMA, orient="row")


def _rows(deck: CardSet) -> dict[str, tuple[Card, str]]:
    """Return each card, side and artifact of a deck with its text in the canonical form."""
    write = language_of(deck.game).format_text
    rows = [*deck.cards, *deck.sides, *deck.artifacts]
    texts = [*deck.parsed, *deck.parsed_sides, *deck.parsed_artifacts]
    return {card.id: (card, write(text)) for card, text in zip(rows, texts, strict=True)}


def told(card: Card, text: str) -> str:
    """Return a card on one line: suit, value and text."""
    return ", ".join(filter(None, (card.suit, _cell(card.value), text)))


def _cell(value: object) -> str:
    return "" if value is None else str(value)
