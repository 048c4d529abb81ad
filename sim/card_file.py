"""Read the bytes of a card file into clean rows, tolerant of what spreadsheets do to it."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from sim.disk import read_by_hand
from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise

REQUIRED_COLUMNS = ("game", "set", "kind", "id", "name", "suit", "value", "text", "source")
COLUMNS = (
    *("game", "set", "kind", "id", "name", "suit", "value", "curses", "wards", "replaces"),
    *("text", "source", "assumed", "note"),
)
# Signs without width that copying and pasting leaves behind.
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad"))
# Signs that command a terminal; those that count as blanks are taken for blanks.
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


@dataclass(frozen=True)
class Row:
    """A row of the file.

    Attributes
    ----------
    number : int
        1-based row as a spreadsheet shows it; the header is row 1.
    cells : dict of str to str
        Every column of :data:`COLUMNS`; blanks trimmed and single, NBSP as blank, Unicode NFC.
    """

    number: int
    cells: dict[str, str]


def read_rows(path: Path) -> list[Row]:
    """Read the rows of a card file that hold anything.

    Parameters
    ----------
    path : Path
        A CSV file: UTF-8 with or without BOM, commas, any line ends.

    Returns
    -------
    list of Row
        In file order, without the header and without blank rows.

    Raises
    ------
    RealmvaleError
        If the file cannot be read, isn't UTF-8 or isn't comma separated, or its header is wrong.
    """
    text = _decoded(path)
    _check_separator(path, text)
    records = _records(path, text)
    if not records:
        first = ",".join(COLUMNS)
        raise RealmvaleError(f"{path} is empty; a card file begins with the row {first}")
    columns = _columns(path, *records[0])
    rows = []
    for number, record in records[1:]:
        for at, cell in enumerate(record):
            if cell and (at >= len(columns) or not columns[at]):
                raise RealmvaleError(
                    f"{path}, row {number}: '{cell[:40]}' stands in column {at + 1}, which has"
                    " no header (a cell with commas needs double quotes around it)"
                )
        cells = dict.fromkeys(COLUMNS, "")
        cells.update((name, cell) for name, cell in zip(columns, record, strict=False) if name)
        rows.append(Row(number, cells))
    return rows


def _decoded(path: Path) -> str:
    """Return the text of the file."""
    try:
        data = read_by_hand(path)
    except FileNotFoundError:
        raise RealmvaleError(f"there is no card file {path}") from None
    except IsADirectoryError:
        raise RealmvaleError(f"{path} is a folder, not a card file") from None
    except OSError as error:
        raise RealmvaleError(f"{path} cannot be read: {error.strerror}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RealmvaleError(
            f"{path}, line {line}: the byte 0x{data[error.start]:02x} is not UTF-8;"
            " save the file as 'CSV UTF-8'"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise RealmvaleError(
            f"{path}, line {line}: a zero byte, as in a file saved as UTF-16;"
            " save the file as 'CSV UTF-8'"
        )
    found = _CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise RealmvaleError(
            f"{path}, line {line}: the control character U+{ord(found[0]):04X} can't be part of a"
            " card file"
        )
    return text


def _records(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """Return (row number, clean cells) of the rows that hold anything."""
    # newline="" leaves line ends to the csv module, which knows those inside quotes.
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records = []
    number = 0
    try:
        for number, record in enumerate(reader, start=1):
            cells = [_clean(cell) for cell in record]
            if any(cells):
                records.append((number, cells))
    except csv.Error as error:
        raise RealmvaleError(
            f"{path}, row {number + 1}: not readable as CSV ({error}); is a double quote missing,"
            " or one inside a cell not doubled?"
        ) from None
    return records


def _clean(cell: str) -> str:
    """Trim and unify what nobody sees: blanks, NBSP, invisible signs, the Unicode form."""
    return " ".join(unicodedata.normalize("NFC", cell.translate(_INVISIBLE)).split())


def _check_separator(path: Path, text: str) -> None:
    """Refuse a file whose header is parted by something else than commas."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    for sign, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        cells = {normalise(cell.strip().strip('"')) for cell in header.split(sign)}
        if len(cells & set(COLUMNS)) >= 3:
            raise RealmvaleError(
                f"{path}: the cells are separated by {name}; save the file with commas"
                " ('CSV UTF-8, comma delimited')"
            )


def _columns(path: Path, number: int, header: list[str]) -> list[str]:
    """Return the column name of each place of the header, empty where it has none."""
    where = f"{path}, row {number}"
    columns = [normalise(cell) for cell in header]
    known = set(columns) & set(COLUMNS)
    if not known:
        raise RealmvaleError(
            f"{where}: the header is missing; the first row has to be {','.join(COLUMNS)}"
        )
    for at, column in enumerate(columns):
        if column and column not in COLUMNS:
            hint = did_you_mean(column, [c for c in COLUMNS if c not in known])
            raise RealmvaleError(f"{where}: unknown column '{header[at]}'{hint}")
        if column and column in columns[:at]:
            raise RealmvaleError(f"{where}: the column '{column}' stands there twice")
    missing = [column for column in REQUIRED_COLUMNS if column not in known]
    if missing:
        called = "the column" if len(missing) == 1 else "the columns"
        verb = "is" if len(missing) == 1 else "are"
        listed = ", ".join(missing)
        raise RealmvaleError(f"{where}: {called} {listed} {verb} missing from the header")
    return columns
