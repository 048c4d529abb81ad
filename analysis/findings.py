"""What experiments found out beside a run, kept in its folder for its report.

A ban, a measure of luck or a test of advice plays games of its own. Its frame is kept as
``findings/NAME.parquet`` of the run whose game, rules and cards it is about, and is read back only
while these are the same: a run that was played anew with other cards has no findings.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl

from sim.errors import RealmvaleError
from sim.manifest import read_manifest

FOLDER = "findings"
_ABOUT = "about"
#: What a finding holds for: these keys of the manifest.
SAME = (
    "game", "variant", "players", "sets", "cards_sha256", "rules_version", "rulings", "summoners",
    "ticks", "turn_cap",
)  # fmt: skip


def about(manifest: dict[str, Any]) -> str:
    """Return a short hash of the game, rules and cards that a manifest states."""
    stated = {key: manifest.get(key) for key in SAME}
    text = json.dumps(stated, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keep(folder: str | Path, name: str, frame: pl.DataFrame) -> Path:
    """Keep a frame in a run folder, in place of an earlier one of this name.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    RealmvaleError
        If the folder is no run folder, or can't be written to.
    """
    manifest = read_manifest(Path(folder))
    path = Path(folder) / FOLDER / f"{name}.parquet"
    try:
        path.parent.mkdir(exist_ok=True)
        frame.write_parquet(path, metadata={_ABOUT: about(manifest)})
    except OSError as error:
        raise RealmvaleError(f"{path} can't be written: {error}") from error
    return path


def find(folder: str | Path, manifest: dict[str, Any], name: str) -> pl.DataFrame | None:
    """Return the frame that was kept under a name; None where there is none about this run.

    Raises
    ------
    RealmvaleError
        If the file can't be read.
    """
    path = Path(folder) / FOLDER / f"{name}.parquet"
    if not path.is_file():
        return None
    try:
        if pl.read_parquet_metadata(path).get(_ABOUT) != about(manifest):
            return None
        return pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise RealmvaleError(f"{path} can't be read: {str(error).splitlines()[0]}") from error
