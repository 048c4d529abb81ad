"""The checks of a card file: each row by itself, then all rows against each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from sim.card_file import COLUMNS, Row
from sim.card_model import Card
from sim.cardtext.games import reserved_words
from sim.cardtext.tokens import QUOTES
from sim.cardtext.vocabulary import WORD, words_of
from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise

GAMES = {
    "fantasy_realms": ("base", "cursed_hoard", "promo", "promo_original"),
    "vale_of_eternity": ("base", "curse", "artifacts"),
}
_ALL_SETS = tuple(dict.fromkeys(name for sets in GAMES.values() for name in sets))
KINDS = ("card", "summoner", "artifact")
SOURCES = ("card", "rulebook", "derived", "assumed")
MAX_CARDS = 128
MAX_SUITS = 32
MAX_VALUE = 1000
_MOST_SHOWN = 5
_NUMBERS = ("value", "curses", "wards")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:/[a-z0-9]+(?:-[a-z0-9]+)*)?")
# A spreadsheet writes 25.0, a typesetter a real minus.
_WHOLE = re.compile(r"([+-]?[0-9]{1,40})(?:\.0*)?")


class CardFileError(RealmvaleError):
    """Cells of a card file that can't be.

    Attributes
    ----------
    found : list of tuple
        Row, column and what is wrong, of each.
    """

    def __init__(self, message: str, found: list[tuple[int, str, str]]) -> None:
        super().__init__(message)
        self.found = found


class Problems:
    """Problems of a file, collected so that a designer sees several at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[tuple[int, str, str]] = []

    def add(self, row: int, column: str, problem: str) -> None:
        """Note a problem of a cell."""
        self.found.append((row, column, problem))

    def check(self) -> None:
        """Raise a CardFileError with the first few problems, if there are any."""
        if not self.found:
            return
        lines = [f"row {row}, column {column}: {text}" for row, column, text in sorted(self.found)]
        if len(lines) == 1:
            raise CardFileError(f"{self.path}, {lines[0]}", sorted(self.found))
        more = len(lines) - _MOST_SHOWN
        shown = "".join(f"\n  {line}" for line in lines[:_MOST_SHOWN])
        rest = f"\n  and {more} more" if more > 0 else ""
        message = f"{self.path} has {len(lines)} problems:{shown}{rest}"
        raise CardFileError(message, sorted(self.found))


def checked_card(row: Row, problems: Problems) -> Card | None:
    """Return the card of a row, or None after noting what is wrong with it."""
    check = _RowCheck(row, problems)
    check.one_of("game", tuple(GAMES))
    game = check.cells["game"]
    check.one_of("set", GAMES.get(game) or _ALL_SETS)
    check.one_of("kind", KINDS)
    check.one_of("source", SOURCES)
    check.required()
    check.slug("id")
    check.slug("replaces")
    check.words()
    value = check.whole("value", -MAX_VALUE)
    curses, wards = check.whole("curses", 0), check.whole("wards", 0)
    if not check.fine:
        return None
    texts = {column: check.cells[column] for column in COLUMNS if column not in _NUMBERS}
    return Card(value=value, curses=curses or 0, wards=wards or 0, row=row.number, **texts)


class _RowCheck:
    """The checks of one row; ``cells`` hold its words, in canonical spelling where checked."""

    def __init__(self, row: Row, problems: Problems) -> None:
        self.row = row
        self.cells = dict(row.cells)
        self.problems = problems
        self.fine = True

    def complain(self, column: str, problem: str) -> None:
        self.fine = False
        self.problems.add(self.row.number, column, problem)

    def one_of(self, column: str, choices: Sequence[str]) -> None:
        cell = self.cells[column]
        if cell.lower() in choices:
            self.cells[column] = cell.lower()
        elif cell:
            wanted = f"; expected {', '.join(choices[:-1])} or {choices[-1]}"
            hint = did_you_mean(cell, choices) or wanted
            if column == "source" and hint == wanted:
                # The cell behind the text is where an unquoted comma of the text shows.
                hint += " (or is a comma of a cell before it not inside double quotes?)"
            self.complain(column, f"unknown {column} '{cell}'{hint}")

    def required(self) -> None:
        needed = ["game", "set", "kind", "id", "name", "source"]
        needed += ["suit", "value"] if self.cells["kind"] == "card" else []
        needed += ["assumed"] if self.cells["source"] == "assumed" else []
        for column in needed:
            if not self.cells[column]:
                self.complain(column, "the cell is empty")

    def slug(self, column: str) -> None:
        cell = self.cells[column]
        if cell and not _SLUG.fullmatch(cell):
            slug = re.sub(r"[^a-z0-9/]+", "-", normalise(cell)).strip("-")
            hint = f"; did you mean {slug}?" if _SLUG.fullmatch(slug) else ""
            self.complain(column, f"'{cell}' is not an id of small letters, digits and '-'{hint}")

    def words(self) -> None:
        """Refuse a name or suit that no card text could ever mention."""
        name, suit = self.cells["name"], self.cells["suit"]
        if any(sign in QUOTES for sign in name):
            self.complain("name", f"{name} has a double quote, which the card language needs")
        elif name and not normalise(name):
            self.complain("name", f"'{name}' has no letters or digits")
        if suit and " ".join(WORD.findall(suit)) != suit:
            self.complain(
                "suit", f"'{suit}' has to be words of letters, digits, hyphens, apostrophes"
            )
        elif suit and all(word in self.reserved() for word in words_of(suit)):
            self.complain("suit", f"'{suit}' is a word of the card language; choose another")

    def reserved(self) -> frozenset[str]:
        """Return the words that the language of the row's game keeps for itself."""
        game = self.cells["game"]
        return reserved_words(game) if game in GAMES else frozenset()

    def whole(self, column: str, low: int) -> int | None:
        cell = self.cells[column]
        if not cell:
            return None
        found = _WHOLE.fullmatch(cell.replace("−", "-"))
        number = int(found[1]) if found else None
        if number is None or not low <= number <= MAX_VALUE:
            self.complain(column, f"'{cell}' is not a whole number from {low} to {MAX_VALUE}")
        return number


def checked_file(cards: Sequence[Card], problems: Problems) -> None:
    """Note what is wrong between rows: ids, names, spellings of suits, ``replaces``, numbers."""
    by_id: dict[tuple[str, str], Card] = {}
    by_name: dict[tuple[str, ...], Card] = {}
    suit_spelling: dict[tuple[str, str], Card] = {}
    for card in cards:
        twin = by_id.setdefault((card.game, card.id), card)
        if twin is not card:
            problems.add(card.row, "id", f"'{card.id}' is also the id of row {twin.row}")
        if card.kind == "card":
            twin = by_name.setdefault((card.game, card.set, normalise(card.name)), card)
            if twin is not card:
                problems.add(card.row, "name", f"'{card.name}' is also the name of row {twin.row}")
        twin = suit_spelling.setdefault((card.game, normalise(card.suit)), card)
        if twin.suit != card.suit:
            problems.add(card.row, "suit", f"'{card.suit}' is '{twin.suit}' in row {twin.row}")
    for card in cards:
        _check_replaces(card, by_id, problems)
    for game in GAMES:
        suits = {c.suit: c for c in reversed(cards) if c.game == game and c.suit}
        if len(suits) > MAX_SUITS:
            late = sorted(suits.values(), key=lambda card: card.row)[MAX_SUITS]
            problems.add(
                late.row, "suit", f"'{late.suit}' is one too many, at most {MAX_SUITS} are possible"
            )


def _check_replaces(card: Card, by_id: dict[tuple[str, str], Card], problems: Problems) -> None:
    if not card.replaces:
        return
    ids = [slug for game, slug in by_id if game == card.game]
    if card.replaces == card.id:
        problems.add(card.row, "replaces", "a card cannot replace itself")
    elif card.replaces not in ids:
        hint = did_you_mean(card.replaces, ids)
        problems.add(card.row, "replaces", f"there is no card with the id '{card.replaces}'{hint}")
