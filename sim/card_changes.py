"""A card file with some cards changed, added or taken out: the deck that a designer thinks about.

Every error names the change as it was stated, not a row of a file that nobody wrote.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sim.card_checks import CardFileError, Problems, checked_card
from sim.card_file import COLUMNS, Row, read_rows
from sim.card_model import Card
from sim.card_set import CardSet
from sim.cards import checked_rows, default_path, load_cards
from sim.cardtext.games import language_of
from sim.cardtext.tokens import CardTextError
from sim.errors import RealmvaleError
from sim.games import check_playable
from sim.names import did_you_mean, normalise, shortened

#: Columns that may be changed, all of which a game can depend on.
CHANGEABLE = ("value", "text", "suit", "curses", "wards", "name")
#: Columns that hold whole numbers.
NUMBERS = ("value", "curses", "wards")
# What the games call the column `value`.
_ALSO = {"strength": "value", "base strength": "value", "cost": "value", "family": "suit"}
_SHORT_ROW = "NAME,SUIT,VALUE,TEXT"


@dataclass(frozen=True)
class Change:
    """A cell to change.

    Attributes
    ----------
    where : str
        How it was stated; messages begin with it.
    name : str
        Card, or side of a summoner, by name or id.
    column, cell : str
        Where, and what stands there instead.
    """

    where: str
    name: str
    column: str
    cell: str


def parse_change(stated: str) -> Change:
    """Read a change such as ``NAME.value=25``.

    Raises
    ------
    RealmvaleError
        If it isn't of that form, or there is no such column.
    """
    where = f"--change '{shortened(stated)}'"
    left, equals, cell = stated.partition("=")
    name, dot, column = left.rpartition(".")
    if not equals or not dot or not name.strip():
        raise RealmvaleError(f'{where} is not of the form NAME.COLUMN=VALUE, as in "NAME.value=25"')
    return Change(where, name.strip(), changeable(column, where), cell)


def changeable(column: str, where: str, columns: Sequence[str] = CHANGEABLE) -> str:
    """Return the column of this name that may be changed.

    Raises
    ------
    RealmvaleError
        If there is none, beginning with `where`.
    """
    form = normalise(column)
    if form in columns:
        return form
    meant = _ALSO.get(form)
    hint = f"; did you mean {meant}?" if meant in columns else did_you_mean(form, columns)
    *others, last = columns
    listed = f"{', '.join(others)} or {last}"
    raise RealmvaleError(
        f"{where}: no column '{shortened(column.strip())}' of a card can be changed"
        f"{hint or f'; expected {listed}'}"
    )


def changed_deck(
    path: str | Path | None,
    game: str,
    sets: Sequence[str] = ("base",),
    changes: Sequence[Change] = (),
    added: Sequence[str] = (),
    removed: Sequence[str] = (),
) -> CardSet:
    """Return a deck with cards added, then changed, then taken out.

    Parameters
    ----------
    path : str or Path or None
        The card file that the deck is taken from; None for the project's own.
    game : str
        Its id.
    sets : sequence of str
        Sets in use.
    changes : sequence of Change
    added : sequence of str
        Each the path of a CSV file with cards, or a card as ``NAME,SUIT,VALUE,TEXT``.
    removed : sequence of str
        Names or ids; texts of other cards may still mention them.

    Raises
    ------
    RealmvaleError
        For an unknown card, a cell that can't be read, or a deck that can't be.
    """
    path = default_path() if path is None else Path(path)
    before = load_cards(path).select(game, sets)
    rows = [*read_rows(path)]
    stated_rows: dict[int, str] = {}
    for stated in added:
        new = _added(stated, before, rows[-1].number)
        stated_rows |= {row.number: f"--add '{shortened(stated)}'" for row in new}
        rows += new
    try:
        with_new = checked_rows(path, rows).select(game, sets) if added else before
    except RealmvaleError as error:
        raise RealmvaleError(f"with --add {', '.join(map(shortened, added))}: {error}") from error
    for change in changes:
        rows = _changed(rows, change, with_new)
        stated_rows[named_row(with_new, change.name).row] = change.where
    try:
        after = checked_rows(path, rows).select(game, sets) if changes else with_new
    except RealmvaleError as error:
        raise RealmvaleError(f"with these changes, {error}") from error
    places = {after.index(name) for name in removed}
    kept = [card for place, card in enumerate(after.cards) if place not in places]
    if not kept:
        raise RealmvaleError("no card is left in the deck")
    deck = replace(after, cards=kept) if places else after
    _check_playable(deck, stated_rows)
    return deck


def _check_playable(deck: CardSet, stated: dict[int, str]) -> None:
    """Refuse what only the compiler sees, beginning with how the row was stated."""
    try:
        check_playable(deck)
    except CardFileError as error:
        for row, column, problem in error.found:
            if row in stated:
                raise RealmvaleError(f"{stated[row]}, {column}: {problem}") from None
        raise


def named_row(deck: CardSet, name: str) -> Card:
    """Return the card, artifact or summoner's side of this name or id.

    Raises
    ------
    RealmvaleError
        If there is none; the message suggests the nearest name.
    """
    form = normalise(name)
    for row in [*deck.sides, *deck.artifacts]:
        if form in (normalise(row.id), normalise(row.name) if row.kind == "artifact" else ""):
            return row
    more = [*(side.id for side in deck.sides), *(tile.name for tile in deck.artifacts)]
    return deck.cards[deck.index(name, more)]


def _changed(rows: Sequence[Row], change: Change, deck: CardSet) -> list[Row]:
    """Return the rows with one cell changed."""
    number = named_row(deck, change.name).row
    changed = []
    for row in rows:
        if row.number == number:
            row = Row(number, row.cells | {change.column: " ".join(change.cell.split())})
            _check(row, deck, change.where)
        changed.append(row)
    return changed


def _check(row: Row, deck: CardSet, where: str) -> None:
    """Refuse a row that can't be read, beginning with `where`."""
    problems = Problems(deck.path)
    card = checked_card(row, problems)
    for _, column, problem in problems.found:
        raise RealmvaleError(f"{where}, {column}: {problem}")
    if card is None:
        raise AssertionError("unreachable: a row without problems is a card")
    words = deck.vocabulary
    suits = tuple(dict.fromkeys([*words.suits, *([card.suit] if card.suit else [])]))
    names = tuple(dict.fromkeys([*words.names, card.name]))
    language = language_of(card.game)
    try:
        text = language.parse(card.text, replace(words, suits=suits, names=names))
        language.check(text, card.kind)
    except CardTextError as error:
        raise RealmvaleError(f"{where}, text: {error}") from None


def _added(stated: str, deck: CardSet, last: int) -> list[Row]:
    """Return the rows of a card, or a file of cards, to add."""
    if Path(stated).suffix.lower() == ".csv" or Path(stated).is_file():
        rows = [row for row in read_rows(Path(stated)) if row.cells["game"] == deck.game]
        if not rows:
            raise RealmvaleError(f"{stated} has no cards of {deck.game} to add")
        return [Row(last + k, row.cells) for k, row in enumerate(rows, start=1)]
    where = f"--add '{shortened(stated)}'"
    name, suit, value, text = _four(stated, where)
    slug = re.sub(r"[^a-z0-9]+", "-", normalise(name)).strip("-")
    taken = {normalise(card.name) for card in deck.cards} | {card.id for card in deck.cards}
    if normalise(name) in taken or slug in taken:
        raise RealmvaleError(f"{where}: the deck has a card named {name}; change it with --change")
    cells = dict.fromkeys(COLUMNS, "") | {
        "game": deck.game, "set": deck.sets[0], "kind": "card", "id": slug, "name": name,
        "suit": suit, "value": value, "text": text, "source": "card",
    }  # fmt: skip
    row = Row(last + 1, cells)
    _check(row, deck, where)
    return [row]


def _four(stated: str, where: str) -> list[str]:
    """Take a short row apart; commas of an unquoted text are the text's own."""
    cells = next(csv.reader([stated]), [])
    if len(cells) > 4:
        cells = stated.split(",", 3)
    if len(cells) < 3:
        raise RealmvaleError(
            f"{where} is neither a CSV file nor a card as {_SHORT_ROW}, as in"
            ' "Griffin,Beast,20,bonus: +5 each Army"'
        )
    return [" ".join(cell.split()) for cell in [*cells, ""][:4]]
