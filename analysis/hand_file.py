"""Many hands from a CSV file: read row by row, scored, written row by row."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from analysis.spreadsheet import safe_cell
from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import Deck, compile_deck
from sim.fantasy_realms.hands import HandScorer
from sim.names import nearest

NAMES = "card_names"
KNOWN = (NAMES, "choices", "necromancer_extra", "discard_area", "player_count", "sets", "id")
SCORE = "score"
GIVEN = "score_given"  # what a column `score` of the input is called in the output

Row = dict[str, str]


def score_file(
    path: str,
    out: BinaryIO,
    deck: Deck,
    sets: str,
    *,
    best: bool = False,
    partial: bool = False,
    bar: bool = False,
    quiet: bool = False,
) -> int:
    """Score the hands of a CSV file and write its columns and ``score`` as CSV.

    Cells that a spreadsheet would run as formulas get an apostrophe in front.

    Parameters
    ----------
    path : str
        The file; ``-`` reads stdin.
    out : binary stream
        Gets UTF-8 with one line feed a row.
    deck : Deck
        The deck of rows without a cell ``sets``.
    sets : str
        The sets of `deck`, as stated.
    best : bool
        Make the best choices instead of the stated ones.
    partial : bool
        Allow hands with fewer cards.
    bar : bool
        Show progress on stderr.
    quiet : bool
        Don't warn on stderr of columns whose names look like a mistake.

    Returns
    -------
    int
        Number of hands.

    Raises
    ------
    RealmvaleError
        Names the line, the id and the column; the rows before it have been written.
    """
    scorers = _Scorers(deck, sets)
    done = 0
    with ExitStack() as stack:
        lines, size = _open(path, stack)
        advance = _progress(stack, size) if bar else None
        reader = csv.reader(_decoded(lines, path, advance), strict=True)
        text = _Utf8(out)
        writer = csv.writer(text, lineterminator="\n")
        try:
            header = _header(reader, path)
            if not quiet:
                for warning in _misnamed(header, path):
                    print(f"Warning: {warning}", file=sys.stderr)
            writer.writerow([*map(safe_cell, _renamed(header)), SCORE])
            for cells in reader:
                if not any(cell.strip() for cell in cells):
                    continue
                score = _score_row(scorers, header, cells, reader.line_num, path, best, partial)
                writer.writerow([*map(safe_cell, cells), score])
                done += 1
        except csv.Error as error:
            raise RealmvaleError(f"{path}, line {reader.line_num}: {error}") from error
        finally:
            text.flush()
    return done


class _Utf8:
    """The little of a text stream that csv needs, writing UTF-8 in large pieces."""

    def __init__(self, out: BinaryIO) -> None:
        self.out, self.pieces = out, list[str]()

    def write(self, text: str) -> None:
        self.pieces.append(text)
        if len(self.pieces) == 500:
            self.flush()

    def flush(self) -> None:
        self.out.write("".join(self.pieces).encode())
        self.pieces.clear()
        self.out.flush()


class _Scorers:
    """One scorer for each selection of sets that the rows name."""

    def __init__(self, deck: Deck, sets: str) -> None:
        self.path = deck.card_set.path
        self.default = HandScorer(deck)
        self.by_sets = {sets.strip(): self.default, "": self.default}

    def of(self, sets: str) -> HandScorer:
        sets = sets.strip()
        if sets not in self.by_sets:
            names = sets.replace(",", " ").replace("|", " ").split()
            card_set = load_cards(self.path).select("fantasy_realms", names)
            self.by_sets[sets] = HandScorer(compile_deck(card_set))
        return self.by_sets[sets]


def _score_row(
    scorers: _Scorers,
    header: list[str],
    cells: list[str],
    line: int,
    path: str,
    best: bool,
    partial: bool,
) -> int:
    """Score one row; errors say where it stands."""
    where = f"{path}, line {line}"
    if len(cells) != len(header):
        raise RealmvaleError(f"{where}: {len(cells)} cells, but the header has {len(header)}")
    row = dict(zip(header, cells, strict=True))
    if row.get("id", "").strip():
        where += f" ({row['id'].strip()})"
    column = "sets"
    try:
        scorer = scorers.of(row.get("sets", ""))
        column = "player_count"
        players = _count(row.get("player_count", ""))
        column = "discard_area"
        discard = _split(row.get("discard_area", ""))
        for name in discard:
            scorer.place(name)
        column = "necromancer_extra"
        extra = row.get("necromancer_extra", "").strip() or None
        if extra:
            scorer.place(extra)
        column = NAMES
        hand = scorer.hand(
            _split(row[NAMES]), extra=extra, partial=partial, discard=discard, players=players
        )
        column = "choices"
        return scorer.score(hand, None if best else _split(row.get("choices", "")))
    except RealmvaleError as error:
        raise RealmvaleError(f"{where}, column {column}: {error}") from error


def _split(cell: str) -> list[str]:
    return [part for part in cell.split("|") if part.strip()]


def _count(cell: str) -> int:
    if not cell.strip():
        return 1
    try:
        return int(cell)
    except ValueError:
        raise RealmvaleError(f"a number of players was expected, not '{cell.strip()}'") from None


def _header(reader: Iterator[list[str]], path: str) -> list[str]:
    """Read the header and check that it can be scored."""
    header = [cell.strip() for cell in next(reader, [])]
    if not any(header):
        raise RealmvaleError(f"{path} is empty: expected a header with the column {NAMES}")
    if NAMES not in header:
        near = nearest(NAMES, header)
        hint = f"; is it the column '{near}'?" if near else f"; it has {', '.join(header)}"
        if len(header) == 1 and ";" in header[0]:
            hint = "; its cells are separated by semicolons, commas were expected"
        raise RealmvaleError(f"{path} has no column {NAMES}{hint}")
    repeated = [name for k, name in enumerate(header) if name in header[:k]]
    if repeated:
        raise RealmvaleError(f"{path} has two columns named {repeated[0]}")
    return header


def _misnamed(header: list[str], path: str) -> Iterator[str]:
    """Say which columns are passed through though their names are nearly those of known ones."""
    missing = [name for name in KNOWN if name not in header and name != "id"]
    for name in header:
        meant = nearest(name, missing) if name not in (*KNOWN, SCORE) else None
        if meant:
            yield f"{path}: the column '{name}' is passed on unread; did you mean {meant}?"


def _renamed(header: list[str]) -> list[str]:
    """Return the header with another name for the input's own column of scores."""
    other = GIVEN
    while other in header:
        other += "_too"
    return [other if name == SCORE else name for name in header]


def _open(path: str, stack: ExitStack) -> tuple[BinaryIO, int | None]:
    """Return the lines of a file as bytes, and its size where it is known."""
    if path == "-":
        return sys.stdin.buffer, None
    try:
        return stack.enter_context(open(path, "rb")), Path(path).stat().st_size
    except OSError as error:
        reason = (error.strerror or "it can't be read").lower()
        raise RealmvaleError(f"can't read {path}: {reason}") from error


def _decoded(lines: BinaryIO, path: str, advance: Callable[[int], None] | None) -> Iterator[str]:
    """Yield lines as text; a byte order mark is dropped."""
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise RealmvaleError(
                f"{path}, line {number}: not UTF-8 (byte {error.start + 1} of the line); save the "
                "file as 'CSV UTF-8'"
            ) from error
        if advance:
            advance(len(line))
        yield text


def _progress(stack: ExitStack, size: int | None) -> Callable[[int], None]:
    """Show a progress bar on stderr and return what moves it on."""
    from rich.console import Console
    from rich.progress import Progress

    progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
    task = progress.add_task("scoring hands", total=size)
    return lambda n: progress.advance(task, n)
