"""A run as the analysis sees it: what was played, and its tables added up block by block."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from analysis.tally import merge
from sim import store
from sim.errors import RealmvaleError
from sim.manifest import MANIFEST

_SCHEMAS: dict[str, dict[str, pl.DataType]] = {
    "games": {
        "game": pl.Int64(),
        "deal": pl.Int64(),
        "turns": pl.Int32(),
        "end": pl.String(),
    },
    "players": {
        "game": pl.Int64(),
        "seat": pl.Int8(),
        "policy": pl.String(),
        "score": pl.Int32(),
        "rank": pl.Int8(),
        "win": pl.Float64(),
    },
    "cards": {
        "game": pl.Int64(),
        "seat": pl.Int8(),
        "card": pl.String(),
        "events": pl.UInt16(),
        "offered": pl.Int16(),
        "turn_taken": pl.Int16(),
        "points": pl.Int16(),
    },
}

T = TypeVar("T")


@dataclass(frozen=True)
class Block:
    """The games of some whole deals: one file of the same name in each table.

    ``run`` is None for the block of a run without games.
    """

    run: store.Run | None
    name: str

    def table(self, table: str) -> pl.DataFrame:
        """Read the columns of a table that the analysis uses: ``games``, ``players``, ``cards``."""
        if self.run is None:
            return pl.DataFrame(schema=_SCHEMAS[table])
        return self.run.read(table, self.name, list(_SCHEMAS[table]))

    def seats(self) -> pl.DataFrame:
        """Return the players table with each seat's ``deal``."""
        games = self.table("games").select("game", "deal")
        return self.table("players").join(games, on="game", how="inner")


@dataclass
class Run:
    """A run: what was played, and the blocks that hold it.

    Attributes
    ----------
    stored : sim.store.Run
        The run folder.
    """

    stored: store.Run
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

    def blocks(self) -> list[Block]:
        """Return the blocks that are there in every table; of a run without games an empty one."""
        return self._blocks

    @cached_property
    def _blocks(self) -> list[Block]:
        # Looked up once: a run that is still being played gives one picture, not several.
        tables = ["games", "players", *(["cards"] if self.has_cards else [])]
        found = [Block(self.stored, name) for name in self.stored.blocks(tables)]
        return found or [Block(None, "")]

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

    def missing_deals(self) -> list[tuple[int, int]]:
        """Return the deals that were planned and aren't there, as ranges (first, last)."""
        planned = np.arange(int(self.manifest.get("deals", 0)))
        gaps = np.setdiff1d(planned, self.deals)
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

    def tally(self, sums: Callable[[Block], pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
        """Add up the tallies of all blocks.

        Parameters
        ----------
        sums : callable
            Makes the tally of one block (see :func:`analysis.tally.moments`).
        keys : sequence of str
            Its key columns.
        """
        return merge([sums(block) for block in self.blocks()], keys)

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """Return what `make` makes, made once for each `key` in the life of this object."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]


def is_chaos(run: Run) -> bool:
    """Tell whether cards were traded without turns."""
    return run.manifest.get("variant") == "chaos"


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
