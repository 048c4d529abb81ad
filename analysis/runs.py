"""A run as the analysis sees it: what was played, and its tables added up block by block."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from analysis import findings
from analysis.conditions import Condition, conditions
from analysis.game import Game
from analysis.games import describe
from analysis.tally import merge
from analysis.tally_cache import TALLIES, TallyFolder, add_up
from sim import store
from sim.errors import RealmvaleError
from sim.failures import failures_in
from sim.manifest import MANIFEST
from sim.store import file_hash

T = TypeVar("T")

#: The seats of runs of up to so many are kept in memory, some 40 bytes each.
MOST_SEATS = 5_000_000
#: Blocks are joined, before they are added up, to so many seats at most.
JOINED_SEATS = 200_000


@dataclass(frozen=True)
class Block:
    """The games of some whole deals: one file of the same name in each table.

    ``run`` is None for the block of a run without games. With ``keep`` the seats are read once and
    kept in memory.
    """

    run: store.Run | None
    name: str
    game: Game
    keep: bool = False

    def table(self, table: str) -> pl.DataFrame:
        """Read the columns of a table that the analysis uses, as the game's description says.

        A column that some runs lack is filled with nulls.
        """
        schema = self.game.tables[table]
        if self.run is None:
            return pl.DataFrame(schema=schema)
        lacking = self._lacking(table)
        there = [column for column in schema if column not in lacking]
        empty = [pl.lit(None, schema[column]).alias(column) for column in lacking]
        return self.run.read(table, self.name, there).with_columns(empty).select(*schema)

    @cached_property
    def digest(self) -> str:
        """Hash of the block's files, by which tallies of it are kept; empty where there are none.

        It is that of their bytes, so that a file that was changed, however, is noticed.
        """
        if self.run is None:
            return ""
        told = hashlib.sha256()
        for table in sorted(self.game.tables):
            path = self.run.path / table / self.name
            told.update(f"{table} {file_hash(path) if path.is_file() else '-'}\n".encode())
        return told.hexdigest()

    def _lacking(self, table: str) -> list[str]:
        """Name the columns that needn't be there, and aren't."""
        optional = [column for kind, column in self.game.optional if kind == table]
        path = self.run.path / table / self.name if self.run and optional else None
        if path is None or not path.is_file():
            return []  # reading says what is wrong
        have = set(pl.read_parquet_schema(path))
        return [column for column in optional if column not in have]

    def seats(self) -> pl.DataFrame:
        """Return the players table with each seat's ``deal``."""
        return self._seats if self.keep else self._read_seats()

    @cached_property
    def _seats(self) -> pl.DataFrame:
        return self._read_seats()

    def _read_seats(self) -> pl.DataFrame:
        games = self.table("games").select("game", "deal")
        return self.table("players").join(games, on="game", how="inner")


@dataclass(frozen=True)
class Joined(Block):
    """Neighbouring blocks as one: the rows of one after those of the other."""

    blocks: Sequence[Block] = ()

    def table(self, table: str) -> pl.DataFrame:
        """Read a table of all blocks, as :meth:`Block.table` does."""
        return pl.concat([block.table(table) for block in self.blocks])

    def seats(self) -> pl.DataFrame:
        """Return the players tables of all blocks with each seat's ``deal``."""
        return pl.concat([block.seats() for block in self.blocks])


@dataclass
class Run:
    """A run: what was played, and the blocks that hold it.

    Attributes
    ----------
    stored : sim.store.Run
        The run folder.
    given : dict
        Findings of experiments that were read from elsewhere, by name.
    """

    stored: store.Run
    given: dict[str, pl.DataFrame] = field(default_factory=dict, repr=False)
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def path(self) -> Path:
        """The folder."""
        return self.stored.path

    @property
    def manifest(self) -> dict[str, Any]:
        """``run.json``."""
        return self.stored.manifest

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.path.resolve().name

    @property
    def players(self) -> int:
        """Seats in a game."""
        return int(self.manifest["players"])

    @property
    def even_share(self) -> float:
        """Win credit of a seat no better and no worse than the others at its table."""
        return float(self.manifest.get("even_share") or 1 / self.players)

    @cached_property
    def game(self) -> Game:
        """The game that was played, described."""
        return describe(self.manifest)

    @property
    def policies(self) -> list[str]:
        """Names of the policies in the order of the line-up, each once."""
        return list(dict.fromkeys(str(policy["name"]) for policy in self.manifest["policies"]))

    @property
    def events(self) -> dict[str, int]:
        """Event name to bit value."""
        return {str(name): int(bit) for name, bit in self.manifest.get("events", {}).items()}

    @cached_property
    def has_cards(self) -> bool:
        """Whether the run kept what happened to each card."""
        return "cards" in self.stored.tables and self.manifest.get("keep") != "players"

    @cached_property
    def has_rounds(self) -> bool:
        """Whether the run kept the scores round by round."""
        return "rounds" in self.game.tables and "rounds" in self.stored.tables

    def conditions(self) -> list[tuple[Condition, int]]:
        """Return the conditions of the game that the run can answer, with their bit masks.

        Raises
        ------
        RealmvaleError
            If the manifest gives the bit of no event that is known.
        """
        found = conditions(self.game.conditions, self.events)
        if not found:
            known = dict.fromkeys(e for c in self.game.conditions for e in c.events)
            raise RealmvaleError(
                f"{self.path / MANIFEST} should say under 'events' which bit is which event; "
                f"expected {', '.join(known)}, there is {', '.join(self.events) or 'none'}"
            )
        return found

    def blocks(self) -> list[Block]:
        """Return the blocks that are there in every table; of a run without games an empty one."""
        return self._blocks

    @cached_property
    def _blocks(self) -> list[Block]:
        # Looked up once: a run that is still being played gives one picture, not several.
        kept = {"cards": self.has_cards, "rounds": self.has_rounds}
        tables = ["games", "players", *(table for table, there in kept.items() if there)]
        keep = int(self.manifest.get("games", 0)) * self.players <= MOST_SEATS
        found = [Block(self.stored, name, self.game, keep) for name in self.stored.blocks(tables)]
        return found or [Block(None, "", self.game)]

    @cached_property
    def deals(self) -> np.ndarray:
        """Sorted int64 ids of the deals that were finished."""
        parts = [b.table("games")["deal"].unique().to_numpy() for b in self.blocks()]
        return np.sort(np.concatenate(parts))

    @cached_property
    def games(self) -> int:
        """Games that were finished."""
        return sum(block.table("games").height for block in self.blocks())

    @property
    def planned_games(self) -> int:
        """Games the run set out to play."""
        return int(self.manifest.get("games", self.games))

    @cached_property
    def failures(self) -> pl.DataFrame:
        """Deals that were left out because a policy failed in them, one row each."""
        return failures_in(self.path)

    def missing_deals(self) -> list[tuple[int, int]]:
        """Return the deals that are still to be played, as ranges (first, last)."""
        waiting = np.ones(int(self.manifest.get("deals", 0)), bool)
        for deals in (self.deals, self.failures["deal"].to_numpy().astype(np.int64)):
            waiting[deals[(deals >= 0) & (deals < waiting.size)]] = False
        gaps = np.flatnonzero(waiting)
        if gaps.size == 0:
            return []
        starts = np.flatnonzero(np.diff(gaps, prepend=gaps[0] - 2) > 1)
        ends = np.append(starts[1:], gaps.size) - 1
        return [(int(gaps[a]), int(gaps[b])) for a, b in zip(starts, ends, strict=True)]

    def card_frame(self) -> pl.DataFrame:
        """Return one row a card of the deck, in deck order: card, name, suit, value, set."""
        rows = self.manifest.get("cards", [])
        columns = {"card": "id", "name": "name", "suit": "suit", "value": "value", "set": "set"}
        return pl.DataFrame(
            {column: [row.get(key) for row in rows] for column, key in columns.items()},
            schema={c: pl.Int64 if c == "value" else pl.String for c in columns},
            strict=False,
        )

    def finding(self, name: str) -> pl.DataFrame | None:
        """Return what an experiment found out about this run's game and cards, if it is known.

        What was given to this object comes before what is kept in the folder.
        """
        if name in self.given:
            return self.given[name]
        return findings.find(self.path, self.manifest, name)

    def tally(
        self,
        sums: Callable[[Block], pl.DataFrame],
        keys: Sequence[str],
        name: str = "",
    ) -> pl.DataFrame:
        """Add up the tallies of all blocks.

        Parameters
        ----------
        sums : callable
            Makes the tally of one block (see :func:`analysis.tally.moments`).
        keys : sequence of str
            Its key columns.
        name : str
            What is added up, and by what: the tally is then kept under this name, and made again
            only of blocks that changed. Empty to keep nothing.
        """

        def make(blocks: Sequence[Block]) -> dict[str, pl.DataFrame]:
            try:
                parts = [sums(block) for block in self._joined(blocks)]
            except pl.exceptions.PolarsError:  # say, columns of different types
                parts = [sums(block) for block in blocks]
            return {"": merge(parts, keys)}

        return self.tallies(name, make, {"": keys})[""]

    def _joined(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """Join neighbours: a hundred thousand rows are added up as fast as some thousands."""
        seats = int(self.manifest.get("games", 0)) * self.players // max(1, len(self.blocks()))
        number = JOINED_SEATS // max(1, seats)
        if number < 2 or len(blocks) < 2:
            return blocks
        parts = [blocks[k : k + number] for k in range(0, len(blocks), number)]
        return [Joined(None, "", self.game, blocks=part) for part in parts]

    def tallies(
        self,
        name: str,
        make: Callable[[Sequence[Block]], dict[str, pl.DataFrame]],
        keys: Mapping[str, Sequence[str]],
    ) -> dict[str, pl.DataFrame]:
        """Add up several tallies that one pass over some blocks makes; see :meth:`tally`.

        `make` returns a frame for each entry of `keys`, which names its key columns.
        """
        kept = TallyFolder(self.path / TALLIES, self.manifest) if name else None
        return add_up(self.blocks(), make, keys, kept, name)

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once for each `key` in the life of this object."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]


def open_run(path: str | Path) -> Run:
    """Open a run folder.

    Raises
    ------
    RealmvaleError
        If it is none, its manifest can't be read, or a table is missing.
    """
    folder = Path(path)
    if not os.path.exists(folder):  # unlike Path.exists, no error over a name too long
        raise RealmvaleError(f"there is no run folder {folder}{_nearest(folder)}")
    stored = store.Run.open(folder)
    if stored.manifest.get("games", 0):
        _check_tables(folder)
    return Run(stored)


def _check_tables(folder: Path) -> None:
    for table in ("games", "players"):
        if not (folder / table).is_dir():
            raise RealmvaleError(f"{folder} lacks its {table}/ table: is the run folder complete?")


def _nearest(folder: Path) -> str:
    """Name the run folders beside the one that isn't there."""
    parent = folder.parent
    beside: Iterator[Path] = parent.iterdir() if parent.is_dir() else iter(())
    names = sorted(str(p) for p in beside if (p / MANIFEST).is_file())
    return f"; run folders beside it: {', '.join(names[:5])}" if names else ""
