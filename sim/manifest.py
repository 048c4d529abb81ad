"""``run.json``: all that is needed to reproduce a run."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sim.disk import not_written, remove_quietly
from sim.errors import RealmvaleError
from sim.plan import Plan

MANIFEST = "run.json"
UNTIL_ERROR = "until_error"
FORMAT_VERSION = 1
#: Games and blocks of the largest run that could be.
MOST, MOST_BLOCKS = 10**12, 10**7

_PACKAGES = ("numba", "numpy", "polars", "joblib")
# Entries that may differ between two sittings of one run: rows don't depend on them.
_FREE = {
    "command", "argv", "versions", "wall_seconds", "complete", "created",
    "card_file_sha256", "failed_deals", "manifest_sha256",
}  # fmt: skip


def versions() -> dict[str, str]:
    """Return the versions of Python, of Realmvale and of the packages that rows pass through."""
    import sim

    found = {"python": platform.python_version(), "realmvale": sim.__version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found


def make_manifest(
    plan: Plan,
    played: Mapping[str, Any],
    command: str,
    argv: list[str],
    until: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the manifest of a run that is about to start.

    Parameters
    ----------
    plan : Plan
    played : mapping
        What the game says about itself: rules version, variant, cards, policies ...
    command : str
        The command line, to be copied into a shell.
    argv : list of str
        The same as a list, without the program's name.
    until : mapping, optional
        What decides on the number of deals if that comes out: ``until_error``, how well win credit
        is to be known, and ``most_games``.
    """
    from sim.kernel_folder import source_hash

    return {
        "format_version": FORMAT_VERSION,
        "command": command,
        "argv": argv,
        "seed": plan.seed,
        **played,
        "replicates": plan.replicates,
        **(until or {}),
        "deals": plan.deals,
        "games": plan.games,
        "block_deals": plan.block_deals,
        "sources": source_hash(),
        "versions": versions(),
        "wall_seconds": 0.0,
        "complete": False,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write ``run.json`` in one step: a reader sees the old or the new one, never half of it.

    Raises
    ------
    RealmvaleError
        If it can't be written; the old one is still there then.
    """
    draft = folder / f"{MANIFEST}.{os.getpid()}.part"
    try:
        draft.write_text(manifest_text(manifest), encoding="utf-8")
        os.replace(draft, folder / MANIFEST)
    except OSError as error:
        remove_quietly(draft)
        advice = "free some and run the command again"
        raise not_written(folder / MANIFEST, error, advice) from error


def manifest_text(manifest: Mapping[str, Any]) -> str:
    """Return what ``run.json`` holds: the entries, and last the hash of their text."""
    told = {key: value for key, value in manifest.items() if key != "manifest_sha256"}
    digest = hashlib.sha256(_dumped(told).encode()).hexdigest()
    return _dumped({**told, "manifest_sha256": digest}) + "\n"


def _dumped(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read ``run.json`` of a run folder.

    Raises
    ------
    RealmvaleError
        If it isn't there, isn't JSON, or was written by a newer Realmvale.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        hint = "holds no run.json (`realmvale simulate ... --out FOLDER` makes one)"
        there = hint if folder.is_dir() else "doesn't exist"
        raise RealmvaleError(f"{folder} is not a run folder: it {there}") from None
    except (ValueError, RecursionError) as error:
        raise RealmvaleError(f"{path} can't be read: it is not valid JSON: {error}") from error
    except OSError as error:
        raise RealmvaleError(f"{path} can't be read: {error}") from error
    if not isinstance(manifest, dict):
        kind = type(manifest).__name__
        raise RealmvaleError(
            f"{path} is not the manifest of a run: it must hold a JSON object, not a {kind}"
        )
    _check_kinds(path, manifest)
    if manifest.get("format_version", FORMAT_VERSION) > FORMAT_VERSION:
        raise RealmvaleError(
            f"{path} has format version {manifest['format_version']}, this Realmvale reads up to"
            f" {FORMAT_VERSION}: a newer one wrote it"
        )
    for key in ("game", "players", "policies", "format_version"):
        if key not in manifest:
            raise RealmvaleError(f"{path} is not the manifest of a run: it lacks the key {key!r}")
    return manifest


# The JSON kind of each entry that readers build on, and what it is called.
_KINDS: dict[type, tuple[str, tuple[str, ...]]] = {
    int: ("a whole number", ("format_version", "players", "deals", "games", "replicates", "seed",
                             "block_deals")),
    str: ("a text", ("game", "sources", "created", "command")),
    list: ("a list", ("policies", "cards", "sets", "assumed", "argv")),
    dict: ("an object", ("events", "rulings", "versions")),
}  # fmt: skip


def _check_kinds(path: Path, manifest: Mapping[str, Any]) -> None:
    """Refuse entries of another kind than readers expect, and negative numbers."""
    for kind, (called, entries) in _KINDS.items():
        for entry in entries:
            value: Any = manifest.get(entry, kind())
            if type(value) is not kind or (isinstance(value, int) and value < 0):
                shown = _shown(value)
                raise RealmvaleError(f"{path}: the entry '{entry}' should be {called}, not {shown}")
    deals, games = manifest.get("deals", 0), manifest.get("games", 0)
    if deals > games or games > MOST or deals > MOST_BLOCKS * manifest.get("block_deals", deals):
        raise RealmvaleError(f"{path}: the entries games, deals and block_deals don't fit together")
    for entry in ("policies", "cards", "assumed"):
        if not all(isinstance(item, dict) for item in manifest.get(entry, [])):
            raise RealmvaleError(f"{path}: the entry '{entry}' should be a list of objects")
    if not all("name" in policy for policy in manifest.get("policies", [])):
        raise RealmvaleError(f"{path}: each of the 'policies' should have a name")


def another_version(manifest: Mapping[str, Any]) -> bool:
    """Tell whether a run was made by another version of Realmvale's own code than this one."""
    from sim.kernel_folder import source_hash

    return bool(manifest.get("sources") != source_hash())


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """Return the first entry in which two manifests would give different rows, as a sentence.

    The length of a run that goes on until it is precise enough is no such entry: it comes out.
    """
    free = _FREE | ({"deals", "games"} if new.get(UNTIL_ERROR) else set())
    for entry in dict.fromkeys([*new, *old]):
        if entry in free or old.get(entry) == new.get(entry):
            continue
        was, now = (_shown(manifest.get(entry)) for manifest in (old, new))
        if entry == "sources":
            return "sources: Realmvale's own code was changed since"
        return f"{entry}: it was {was}, now it is {now}"
    return None


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
