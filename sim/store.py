"""The run folder: its manifest, and one Parquet file a block in each table (DESIGN section 5).

The store doesn't know what it stores: a block is a mapping of table names to frames.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sim.errors import RealmvaleError
from sim.failures import FAILURES
from sim.manifest import MANIFEST, read_manifest

#: A copy of the card file, so that a run can be replayed when the original was edited since.
CARD_FILE = "cards.csv"
#: Every table a run can have; the last one of a block to be written is ``games``.
TABLES = (FAILURES, "rounds", "cards", "players", "games")
#: Folder of the blocks' hashes, in the form that ``sha256sum --check`` reads.
HASHES = "hashes"
#: Folder in which an analysis keeps what it added up; it goes with the run.
TALLIES = "tallies"
_UNFINISHED = ".part"


def block_name(first: int) -> str:
    """Return the file name of the block that begins with deal `first`; names sort as deals do."""
    return f"{first:012d}.parquet"


def hash_name(first: int) -> str:
    """Return the file name of the hashes of the block that begins with deal `first`."""
    return f"{first:012d}.sha256"


def write_block(folder: Path, first: int, tables: Mapping[str, pl.DataFrame]) -> None:
    """Write a block's tables and their hashes under temporary names, then put them in place.

    The table of games comes last: a block whose games are there is whole.

    Parameters
    ----------
    folder : Path
        The run folder.
    first : int
        First deal of the block.
    tables : mapping
        Table name to frame.

    Raises
    ------
    RealmvaleError
        If the folder can't be written to.
    """
    name = block_name(first)
    drafts: dict[Path, Path] = {}
    hashes = ""
    try:
        for table in sorted(tables, key=TABLES.index):
            place = folder / table
            place.mkdir(exist_ok=True)
            draft = place / f"{name}.{os.getpid()}{_UNFINISHED}"
            # the lowest level takes less time, and no more room for rows like these
            tables[table].write_parquet(draft, compression_level=1, statistics=False)
            hashes += f"{file_hash(draft)}  {table}/{name}\n"
            drafts[draft] = place / name
        place = folder / HASHES
        place.mkdir(exist_ok=True)
        draft = place / f"{name}.{os.getpid()}.sha256{_UNFINISHED}"
        draft.write_text(hashes, encoding="utf-8")
        for from_, to in [(draft, place / hash_name(first)), *drafts.items()]:
            os.replace(from_, to)
    except OSError as error:
        raise RealmvaleError(f"{folder} can't be written to: {error}") from error


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tries_file(folder: Path, first: int) -> Path:
    """Return the file that counts how often a block was begun on a cluster; removed at its end."""
    return folder / "games" / f"{block_name(first)}.tries{_UNFINISHED}"


def finished_blocks(folder: Path, tables: Iterable[str]) -> set[str]:
    """Return the names of the blocks that every table has."""
    names = [{path.name for path in (folder / table).glob("*.parquet")} for table in tables]
    return set.intersection(*names)


def remove_drafts(folder: Path) -> None:
    """Remove what an interrupted writer left half-written."""
    for table in (*TABLES, HASHES):
        for draft in (folder / table).glob(f"*{_UNFINISHED}"):
            draft.unlink(missing_ok=True)


def remove_run(folder: Path) -> None:
    """Remove a run from its folder, and nothing else that may lie there."""
    (folder / MANIFEST).unlink(missing_ok=True)
    (folder / CARD_FILE).unlink(missing_ok=True)
    remove_drafts(folder)
    for table in (*TABLES, HASHES, TALLIES):
        for block in (folder / table).glob("*.sha256" if table == HASHES else "*.parquet"):
            block.unlink(missing_ok=True)
        if (folder / table).is_dir() and not any((folder / table).iterdir()):
            (folder / table).rmdir()


@dataclass(frozen=True)
class Run:
    """A run folder that can be read.

    Attributes
    ----------
    path : Path
        The folder.
    manifest : dict
        What ``run.json`` holds.
    """

    path: Path
    manifest: dict[str, Any]

    @classmethod
    def open(cls, path: str | Path) -> Run:
        """Open a run folder.

        Raises
        ------
        RealmvaleError
            If it is none, or its manifest can't be read.
        """
        return cls(Path(path), read_manifest(Path(path)))

    @property
    def card_file(self) -> Path:
        """The copy of the card file the run was played with."""
        return self.path / CARD_FILE

    @property
    def tables(self) -> list[str]:
        """Names of the tables the run has."""
        never = "cards" if self.manifest.get("keep") == "players" else None
        there = [table for table in TABLES if (self.path / table).is_dir()]
        wanted = dict.fromkeys(["games", "players", "cards", *there])
        return [table for table in wanted if table != never]

    def blocks(self, tables: Sequence[str] | None = None) -> list[str]:
        """Return the file names of the blocks that `tables` (default: all) have, in deal order."""
        wanted = self.tables if tables is None else tables
        return sorted(finished_blocks(self.path, wanted)) if wanted else []

    def read(self, table: str, block: str, columns: Sequence[str]) -> pl.DataFrame:
        """Read columns of one block of a table.

        Raises
        ------
        RealmvaleError
            If the file isn't there, or isn't Parquet with these columns.
        """
        path = self.path / table / block
        try:
            return pl.read_parquet(path, columns=list(columns))
        except FileNotFoundError:
            raise RealmvaleError(f"{path} is missing: is the run folder complete?") from None
        except pl.exceptions.PolarsError as error:
            reason = str(error).splitlines()[0]
            raise RealmvaleError(
                f"{path} can't be read as the {table} table "
                f"(columns {', '.join(columns)} expected): {reason}"
            ) from error

    def scan(self, table: str) -> pl.LazyFrame:
        """Return a table, its finished blocks in the order of their deals.

        Raises
        ------
        RealmvaleError
            If the run doesn't have this table, or no block is finished.
        """
        if table not in self.tables:
            have = ", ".join(self.tables) or "none"
            raise RealmvaleError(f"{self.path} has no table '{table}'; it has {have}")
        paths = [self.path / table / name for name in self.blocks()]
        if not paths:
            raise RealmvaleError(f"{self.path} has no finished block yet")
        return pl.scan_parquet(paths)

    def games(self) -> pl.LazyFrame:
        """Return the table of games, one row each."""
        return self.scan("games")

    def players(self) -> pl.LazyFrame:
        """Return the table of players, one row a seat of a game."""
        return self.scan("players")

    def cards(self) -> pl.LazyFrame:
        """Return the table of cards, one row a card that a seat met in a game."""
        return self.scan("cards")
