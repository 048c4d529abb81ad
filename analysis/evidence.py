"""Tables of experiments as CSV files, which a report can read beside its run.

A file holds the table of one command as it is; its first columns say which command and game, so
that a file can't be taken for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from analysis import findings
from analysis.spreadsheet import csv_plain, csv_safe
from sim.disk import not_written
from sim.errors import RealmvaleError
from sim.manifest import read_manifest

#: The columns that say what a file is.
HEAD = ("experiment", "game")

Schema = Mapping[str, type[pl.DataType]]


def write_evidence(table: pl.DataFrame, path: Path, experiment: str, game: str) -> None:
    """Write a table as CSV, with what it is.

    Raises
    ------
    RealmvaleError
        If it can't be written.
    """
    named = table.select(pl.lit(experiment).alias("experiment"), pl.lit(game).alias("game"),
                         pl.all())  # fmt: skip
    try:
        csv_safe(named).write_csv(path)
    except OSError as error:
        raise not_written(path, error) from error


def keep_evidence(
    folder: Path, name: str, table: pl.DataFrame, manifest: Mapping[str, Any]
) -> None:
    """Keep a table in the folder of a run with the same game, rules and cards, for its report.

    Parameters
    ----------
    folder : Path
        The run's.
    name : str
        Of the finding (:mod:`analysis.findings`).
    table : DataFrame
    manifest : mapping
        What the experiment says it played.

    Raises
    ------
    RealmvaleError
        If the folder is no run folder, its run was played otherwise, or it can't be written to.
    """
    told = read_manifest(folder)
    for key in findings.SAME:
        if told.get(key) != manifest.get(key):
            raise RealmvaleError(
                f"{folder} was played otherwise: its {key.replace('_', ' ')} is {told.get(key)}, "
                f"that of this experiment {manifest.get(key)}"
            )
    findings.keep(folder, name, table)


def read_evidence(path: Path, experiment: str, game: str, needed: Schema) -> pl.DataFrame:
    """Read a table that a command wrote.

    Parameters
    ----------
    path : Path
    experiment, game : str
        What it must be.
    needed : mapping
        Columns that must be there, with their types; others are read as they look.

    Raises
    ------
    RealmvaleError
        If it isn't there or is something else.
    """
    try:
        table = pl.read_csv(path, infer_schema_length=None, schema_overrides=dict(needed))
    except OSError as error:
        raise RealmvaleError(f"{path} can't be read: {error.strerror or error}") from error
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise RealmvaleError(f"{path} can't be read as a table of `{experiment}`: {reason}") from (
            error
        )
    made_by = f"`realmvale {experiment} ... --csv {path}` writes one"
    lacking = [column for column in (*HEAD, *needed) if column not in table.columns]
    if lacking:
        raise RealmvaleError(
            f"{path} is no table of `{experiment}`: it lacks the column {lacking[0]}; {made_by}"
        )
    for column, wanted in (("experiment", experiment), ("game", game)):
        others = set(table[column].to_list()) - {wanted}
        if others:
            what = f"{path} says {column} = {sorted(map(str, others))[0]}, expected {wanted}"
            raise RealmvaleError(f"{what}; {made_by}")
    return csv_plain(table.drop(HEAD))
