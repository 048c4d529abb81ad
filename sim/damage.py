"""Which file of a run folder isn't as it was written: what to say where its content makes no sense.

A reader of a run need not foresee every way in which a file can be damaged: when it stumbles, it
looks whether the folder is sound. If it is, the fault is ours.
"""

from __future__ import annotations

from pathlib import Path

from sim.errors import RealmvaleError
from sim.manifest import MANIFEST, manifest_text, read_manifest
from sim.store import HASHES, file_hash


def damaged_file(folder: Path) -> str | None:
    """Return a sentence on the first file of a run folder that isn't as it was written.

    None for a folder that is sound as far as its hashes tell, and for one that holds no run.
    """
    path = folder / MANIFEST
    if not path.is_file():
        return None
    try:
        text = path.read_text(encoding="utf-8")
        if text != manifest_text(read_manifest(folder)):
            return f"{path} is not as it was written (its hash differs)"
    except (OSError, ValueError, RealmvaleError) as error:
        return f"{path} can't be read: {error}"
    for stated in sorted((folder / HASHES).glob("*.sha256")):
        try:
            lines = [line.partition("  ") for line in stated.read_text("utf-8").splitlines()]
            broken = [name for digest, _, name in lines if file_hash(folder / name) != digest]
        except FileNotFoundError as error:
            return f"{error.filename} is missing"
        except (OSError, ValueError) as error:
            return f"{stated} or a file that it names can't be read: {error}"
        if broken:
            return f"{folder / broken[0]} is not as it was written (its hash differs)"
    return None
