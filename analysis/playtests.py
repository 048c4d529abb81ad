"""Results of real playtests from a CSV file: one row a seat of a game."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sim.disk import read_by_hand
from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise, shortened

#: Columns of the file; of those in a tuple any one will do.
REQUIRED: tuple[tuple[str, ...], ...] = (("game",), ("seat",), ("policy", "player"), ("score",))
OPTIONAL = ("rank", "cards")
#: Between the cards of a hand.
BAR = "|"
#: A hand without cards is written so.
NO_CARDS = "-"
#: Scores fit the tables' 32 bits with room for their sums; seats their 8.
MOST_SCORE, MOST_SEAT = 10**6, 120

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u00ad"))


@dataclass(frozen=True)
class Seat:
    """One seat of one game: the row of the file it stands in, and what it says.

    ``rank`` is None where the file has no ranks, ``cards`` where it has no cards.
    """

    row: int
    seat: int
    player: str
    score: int
    rank: int | None = None
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Playtests:
    """The games of a file, in the order in which they come up.

    Attributes
    ----------
    path : Path
        The file.
    games : dict
        Name of the game to its seats, in the order of the file.
    who : str
        ``policy`` or ``player``, as the file's column is called.
    has_cards : bool
        Whether the file says which cards a seat held.
    first_seat : int
        The number of the first seat, 0 or 1.
    ignored : tuple of str
        Columns that nothing was read from.
    """

    path: Path
    games: dict[str, list[Seat]] = field(default_factory=dict)
    who: str = "player"
    has_cards: bool = False
    first_seat: int = 1
    ignored: tuple[str, ...] = ()

    @property
    def players(self) -> list[str]:
        """Names of the players, in the order in which they come up."""
        return list(dict.fromkeys(s.player for seats in self.games.values() for s in seats))

    @property
    def sizes(self) -> list[int]:
        """Numbers of seats that games have, ascending, each once."""
        return sorted({len(seats) for seats in self.games.values()})


def read_playtests(path: Path, named: Callable[[str], str] | None = None) -> Playtests:
    """Read the results of playtests.

    Parameters
    ----------
    path : Path
        A CSV file in UTF-8, parted by commas, semicolons or tabs, with the columns ``game``,
        ``seat``, ``policy`` or ``player``, ``score``, and optionally ``rank`` (1 for a winner) and
        ``cards`` (names, a bar between two). Others are left alone, and named.
    named : callable, optional
        From a card's name to that of the deck, raising where there is none; without, a card is
        called as in the row that names it first.

    Raises
    ------
    RealmvaleError
        If anything is wrong; the message names row and column.
    """
    text = _text(path)
    rows = _rows(path, text)
    if not rows:
        header = ",".join("player" if "player" in names else names[0] for names in REQUIRED)
        raise RealmvaleError(f"{path} is empty; the first row should be {header}")
    columns = _columns(path, rows[0][1])
    who = "policy" if "policy" in columns else "player"
    games: dict[str, list[Seat]] = {}
    spelled: dict[str, str] = {}
    players: dict[str, str] = {}
    for number, cells in rows[1:]:
        row = _Row(path, number, cells, columns)
        game = row.text("game")
        seat = Seat(
            number,
            row.whole("seat", 0, MOST_SEAT),
            players.setdefault(normalise(row.text(who)), row.text(who)),
            row.whole("score", -MOST_SCORE, MOST_SCORE),
            row.whole("rank", 1, MOST_SEAT) if "rank" in columns else None,
            row.cards(named, spelled) if "cards" in columns else None,
        )
        games.setdefault(normalise(game), []).append(seat)
        for other in games[normalise(game)][:-1]:
            if other.seat == seat.seat:
                row.refuse("seat", f"game {shortened(game)} has seat {seat.seat} in row "
                           f"{other.row} already")  # fmt: skip
    _check_ranks(path, games)
    seats = [seat.seat for found in games.values() for seat in found]
    first = 0 if seats and min(seats) == 0 else 1
    used = set(columns.values())
    ignored = tuple(cell for place, cell in enumerate(rows[0][1]) if cell and place not in used)
    return Playtests(path, games, who, "cards" in columns, first, ignored)


@dataclass(frozen=True)
class _Row:
    """A row of the file, by the names of its columns."""

    path: Path
    number: int
    cells: list[str]
    columns: dict[str, int]

    def refuse(self, column: str, what: str) -> None:
        raise RealmvaleError(f"{self.path}, row {self.number}, column {column}: {what}")

    def text(self, column: str) -> str:
        place = self.columns[column]
        value = self.cells[place] if place < len(self.cells) else ""
        if not value:
            self.refuse(column, "the cell is empty")
        return value

    def whole(self, column: str, least: int, most: int) -> int:
        value = self.text(column)
        plain = value.replace("\N{MINUS SIGN}", "-")
        try:
            number = float(plain)
        except ValueError:
            number = float("nan")
        if "_" in plain or number != number or not number.is_integer():
            self.refuse(column, f"'{shortened(value)}' is not a whole number")
        if not least <= number <= most:
            self.refuse(column, f"{shortened(value)} is not within {least} and {most}")
        return int(number)

    def cards(self, named: Callable[[str], str] | None, spelled: dict[str, str]) -> tuple[str, ...]:
        value = self.text("cards")
        if value == NO_CARDS:
            return ()
        found: list[str] = []
        for part in value.split(BAR):
            name = part.strip()
            if not name:
                self.refuse("cards", "there is no name between two bars, or at an end")
            if named is None:
                name = spelled.setdefault(normalise(name), name)
            else:
                try:
                    name = named(name)
                except RealmvaleError as error:
                    self.refuse("cards", str(error))
            if name in found:
                self.refuse("cards", f"{name} is named twice")
            found.append(name)
        return tuple(found)


def _text(path: Path) -> str:
    try:
        data = read_by_hand(path)
    except FileNotFoundError:
        raise RealmvaleError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise RealmvaleError(
            f"{path} is a folder; a run folder is reported by `realmvale report {path}`"
        ) from None
    except OSError as error:
        raise RealmvaleError(f"{path} can't be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise RealmvaleError(
            f"{path}, row {row}: the byte 0x{data[error.start]:02x} is not UTF-8; save the file as "
            "'CSV UTF-8'"
        ) from None
    if "\0" in text:
        row = text.count("\n", 0, text.index("\0")) + 1
        raise RealmvaleError(f"{path}, row {row}: a zero byte; save the file as 'CSV UTF-8'")
    return text


def _rows(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """Return (row number, clean cells) of the rows that hold anything."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    parts = {sign: len(header.split(sign)) for sign in _SEPARATORS}
    separator = max(parts, key=lambda sign: parts[sign])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found, number = [], 0
    try:
        for number, record in enumerate(reader, start=1):
            cells = [_clean(cell) for cell in record]
            if any(cells):
                found.append((number, cells))
    except csv.Error as error:
        raise RealmvaleError(
            f"{path}, row {number + 1}: not readable as CSV ({error}); is a double quote missing?"
        ) from None
    return found


def _clean(cell: str) -> str:
    return " ".join(unicodedata.normalize("NFC", cell.translate(_INVISIBLE)).split())


def _columns(path: Path, header: list[str]) -> dict[str, int]:
    """Return the place of each column that is known."""
    known = {*(name for names in REQUIRED for name in names), *OPTIONAL}
    places: dict[str, int] = {}
    for place, cell in enumerate(header):
        name = normalise(cell)
        if name in known and name in places:
            raise RealmvaleError(f"{path}, row 1: there are two columns {name}")
        if name in known:
            places[name] = place
    for names in REQUIRED:
        if not places.keys() & set(names):
            other = [cell for cell in header if cell and normalise(cell) not in known]
            hint = did_you_mean(names[0], other).replace("did you mean", "is it")
            raise RealmvaleError(
                f"{path}, row 1: the column {' or '.join(names)} is missing; there is "
                f"{', '.join(shortened(cell) for cell in header if cell)}{hint}"
            )
    return places


def _check_ranks(path: Path, games: dict[str, list[Seat]]) -> None:
    """Refuse ranks of a game that nobody won."""
    for name, seats in games.items():
        ranks = [seat.rank for seat in seats if seat.rank is not None]
        if not ranks:
            continue
        if min(ranks) != 1:
            raise RealmvaleError(
                f"{path}, row {seats[0].row}, column rank: nobody has rank 1 in game {name}"
            )
