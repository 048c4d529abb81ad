"""Checking one block of a run: its files' hashes, its rows, and the same deals played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sim.errors import RealmvaleError, described
from sim.failures import FAILURES, TIME
from sim.game_run import GameRun
from sim.store import HASHES, block_name, file_hash, hash_name
from sim.verify_rows import broken_rules, first_difference


@dataclass(frozen=True)
class Problem:
    """Something wrong in a run folder.

    Attributes
    ----------
    place : str
        The file, within the folder.
    what : str
        What is wrong with it.
    """

    place: str
    what: str


def check_block(
    game: GameRun, folder: Path, first: int, last: int, replay: bool, tick: Any = None
) -> list[Problem]:
    """Check the block of deals `first` to `last` - 1.

    Parameters
    ----------
    replay : bool
        Play the block again too, and compare every row.
    tick : callable, optional
        See :meth:`sim.game_run.GameRun.play`.
    """
    problems = _hashes(game, folder, first)
    tables: dict[str, pl.DataFrame] = {}
    for table in game.tables:
        place = f"{table}/{block_name(first)}"
        try:
            tables[table] = pl.read_parquet(folder / place)
        except FileNotFoundError:
            problems.append(Problem(place, "it is missing"))
        except Exception as error:  # whatever a broken file makes its reader do
            problems.append(Problem(place, f"it can't be read: {described(error)[:200]}"))
    if len(tables) < len(game.tables):
        return problems
    misfits = _schemas(game, tables, first)
    if misfits:
        return problems + misfits
    broken = broken_rules(game, tables, first, last)
    problems += [Problem(f"{table}/{block_name(first)}", what) for table, what in broken]
    if replay:
        problems += _replay(game, tables, first, last, tick)
    return problems


def _hashes(game: GameRun, folder: Path, first: int) -> list[Problem]:
    """Compare the block's files with the hashes that were written with them."""
    place = f"{HASHES}/{hash_name(first)}"
    try:
        lines = (folder / place).read_text(encoding="utf-8").splitlines()
    except OSError:
        return [Problem(place, "it is missing or can't be read")]
    except ValueError:
        return [Problem(place, "it is not text")]
    stated = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    expected = {f"{table}/{block_name(first)}" for table in game.tables}
    if stated.keys() != expected:
        return [Problem(place, f"it states hashes of {', '.join(stated) or 'nothing'}")]
    return [
        Problem(name, "its bytes are not those that were written (SHA-256 differs)")
        for name, digest in stated.items()
        if (folder / name).is_file() and file_hash(folder / name) != digest
    ]


def _schemas(game: GameRun, tables: Mapping[str, pl.DataFrame], first: int) -> list[Problem]:
    """Compare columns and types with those of the game's tables."""
    return [
        Problem(f"{table}/{block_name(first)}", difference)
        for table, empty in game.play(0, 0).items()
        if (difference := first_difference(empty, tables[table].clear(), "", ""))
    ]


def _replay(
    game: GameRun, tables: Mapping[str, pl.DataFrame], first: int, last: int, tick: Any
) -> list[Problem]:
    """Play the block's deals again and compare.

    Deals that were left out because a bot took too long are not tried again: how long it takes is
    no matter of the seed.
    """
    slow: set[int] = set()
    if FAILURES in tables:
        late = tables[FAILURES].filter(pl.col("how") == TIME)
        slow = set(late["deal"].to_list())
    try:
        played = game.play(first, last, tick, slow)
    except RealmvaleError as error:
        return [Problem(f"games/{block_name(first)}", f"it can't be played again: {error}")]
    problems = []
    for table, again in played.items():
        stored = tables[table]
        if table == FAILURES:
            stored = stored.filter(pl.col("how") != TIME)
            again, stored = again.drop("what"), stored.drop("what")
        difference = first_difference(again, stored, "in the replay", "in the run")
        if difference:
            problems.append(Problem(f"{table}/{block_name(first)}", difference))
    return problems
