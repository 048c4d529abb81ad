"""A run played for an experiment and never written, which the analysis reads like a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import polars as pl

from analysis.runs import Block, Run
from analysis.setting import Setting, played
from sim.game_run import KEEP_ALL


@dataclass(frozen=True)
class PlayedBlock(Block):
    """A block that is held in memory."""

    frames: dict[str, pl.DataFrame] = field(default_factory=dict)

    def table(self, table: str) -> pl.DataFrame:
        """Return the columns of a table that the analysis uses; those that lack are nulls."""
        schema, frame = self.game.tables[table], self.frames[table]
        lacking = [c for kind, c in self.game.optional if kind == table and c not in frame.columns]
        empty = [pl.lit(None, schema[column]).alias(column) for column in lacking]
        return frame.with_columns(empty).select(*schema)


def played_run(
    setting: Setting,
    specs: Sequence[str],
    games: int,
    name: str,
    tick: Callable[[int], None] | None = None,
    keep: str = KEEP_ALL,
) -> Run:
    """Play games and return them as a run.

    Parameters
    ----------
    setting : Setting
        What is played.
    specs : sequence of str
        The line-up.
    games : int
        Games, rounded up to whole deals.
    name : str
        What the run is called.
    tick : callable, optional
        Called with numbers of games played.
    keep : str
        ``all``, or ``players`` for no more than games and seats.
    """
    game = setting.seat(specs, games, keep=keep)
    whole = cast("Callable[..., pl.DataFrame]", _whole)
    found = cast("list[dict[str, pl.DataFrame]]", list(played(game, whole, setting.workers, tick)))
    told = {
        **game.full_manifest(),
        "seed": game.plan.seed,
        "deals": game.plan.deals,
        "games": game.plan.games,
        "keep": keep,
    }
    stored: Any = SimpleNamespace(path=Path(name), manifest=told, tables=game.tables)
    run = Run(stored)
    blocks = [PlayedBlock(None, str(k), run.game, frames=frames) for k, frames in enumerate(found)]
    run.__dict__["_blocks"] = blocks
    return run


def _whole(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Keep a block's tables as they are."""
    return tables
