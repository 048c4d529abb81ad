"""Tallies added up over blocks, in parallel, and kept beside the run for the next time.

Blocks are taken in groups of neighbours. What a group adds up to is kept in the run folder, in
``tallies/``, under a key made of the bytes of its blocks, of the manifest, and of the code that
added it up. So a block that changes, or comes later, has its group added up anew and no other; and
a tally that another version made is never used. Where the folder can't be written to, nothing is
kept. The files may be removed at any time.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.tally import merge
from sim.disk import remove_quietly
from sim.store import TALLIES

if TYPE_CHECKING:
    from analysis.runs import Block

__all__ = ["GROUP", "TALLIES", "TallyFolder", "add_up", "code_hash"]

Frames = dict[str, pl.DataFrame]

#: Blocks in a group.
GROUP = 16
#: Groups that are added up at a time, at most.
MOST_WORKERS = 4
#: Entries of a manifest that say nothing about what a tally means.
_FREE = ("wall_seconds", "complete", "created", "command", "argv", "games", "deals", "failed_deals",
         "manifest_sha256")  # fmt: skip
_PART = "tally_part"


def add_up(
    blocks: Sequence[Block],
    make: Callable[[Sequence[Block]], Frames],
    keys: Mapping[str, Sequence[str]],
    kept: TallyFolder | None = None,
    name: str = "",
) -> Frames:
    """Add up what `make` makes of each group of blocks.

    Parameters
    ----------
    blocks : sequence of Block
        At least one.
    make : callable
        Returns a tally for each entry of `keys`.
    keys : mapping
        Name of each tally to its key columns.
    kept : TallyFolder, optional
        Where tallies are kept, under `name`.
    """
    from joblib import Parallel, delayed

    groups = [blocks[k : k + GROUP] for k in range(0, len(blocks), GROUP)]
    parts = [kept.key(group) if kept else "" for group in groups]
    found = {entry: kept.read(f"{name}-{entry}", parts) if kept else {} for entry in keys}

    lacking = [
        k for k, part in enumerate(parts) if any(part not in mine for mine in found.values())
    ]
    workers = max(1, min(MOST_WORKERS, os.cpu_count() or 1, len(lacking)))
    new: dict[int, Frames] = {}
    if lacking:
        parallel = Parallel(n_jobs=workers, backend="threading")
        new = dict(zip(lacking, parallel(delayed(make)(groups[k]) for k in lacking), strict=True))
    whole: Frames = {}
    for entry in keys:
        sums = [new[k][entry] if k in new else found[entry][part] for k, part in enumerate(parts)]
        if kept and new:
            kept.write(f"{name}-{entry}", dict(zip(parts, sums, strict=True)))
        whole[entry] = merge(sums, keys[entry])
    return whole


class TallyFolder:
    """The folder of a run in which tallies are kept, a file each.

    Parameters
    ----------
    folder : Path
        Need not be there.
    manifest : dict
        That of the run.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder = folder
        told = {key: value for key, value in manifest.items() if key not in _FREE}
        self._said = json.dumps(told, sort_keys=True, default=str) + code_hash()

    def key(self, group: Sequence[Block]) -> str:
        """Return the key under which the tallies of some blocks are kept; empty for no block."""
        digests = [block.digest for block in group]
        if not all(digests):
            return ""
        return hashlib.sha256("\n".join([self._said, *digests]).encode()).hexdigest()

    def read(self, name: str, parts: Sequence[str]) -> Frames:
        """Return those of the tallies with these keys that are kept under a name."""
        try:
            whole = pl.read_parquet(self._path(name))
            frames = whole.partition_by(_PART, as_dict=True, include_key=False)
        except (OSError, pl.exceptions.PolarsError):
            return {}  # not there, or not to be read: it is made anew
        return {part: frames[part,] for part in parts if part and (part,) in frames}

    def write(self, name: str, tallies: Mapping[str, pl.DataFrame]) -> None:
        """Keep tallies under a name, in place of those that were; in silence, if it can't be."""
        frames = [
            frame.with_columns(pl.lit(part).alias(_PART))
            for part, frame in tallies.items()
            if part and frame.height
        ]
        if not frames:
            return
        path = self._path(name)
        draft = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            self.folder.mkdir(exist_ok=True)
            pl.concat(frames).write_parquet(draft, compression_level=1)
            os.replace(draft, path)
        except (OSError, pl.exceptions.PolarsError):
            with suppress(OSError):
                remove_quietly(draft)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"


@cache
def code_hash() -> str:
    """Return the hash of all that makes a tally of rows: the sources of this package, and polars'.

    Each version of them keeps tallies of its own.
    """
    told = hashlib.sha256(pl.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        told.update(path.read_bytes())
    return told.hexdigest()
