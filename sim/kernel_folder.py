"""The folder that compiled kernels lie in.

It carries a hash of all kernel sources: numba itself notices an edit only in the file of the
function it loads, not in a helper of another file, so any edit starts a new folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from sim.cache_folder import cache_root

KEEP_CACHES = 4
SOURCE_ROOT = Path(__file__).resolve().parent
MARK = ".".join(("sim", "jit")).encode()  # in parts: this file is no kernel source


def source_hash(root: Path = SOURCE_ROOT) -> str:
    """Return 16 hex digits that change with any Python source under `root`."""
    return _hash(sorted(root.rglob("*.py")), root)


def kernel_sources(root: Path = SOURCE_ROOT) -> list[Path]:
    """Return the files under `root` that kernels, their options and their constants stand in."""
    options = root / "jit.py"
    files = sorted(root.rglob("*.py"))
    return [path for path in files if path == options or MARK in path.read_bytes()]


def kernel_hash(root: Path = SOURCE_ROOT) -> str:
    """Return 16 hex digits that change with any kernel source under `root`."""
    return _hash(kernel_sources(root), root)


def _hash(paths: list[Path], root: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in paths:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def kernel_folder(checked: bool) -> Path | None:
    """Make this version's kernel folder and drop the oldest ones; None if nothing is writable.

    Parameters
    ----------
    checked : bool
        Whether the kernels check the bounds of arrays: those lie apart.
    """
    folder = cache_root() / "kernels" / f"{kernel_hash()}-{'checked' if checked else 'plain'}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            others = sorted(folder.parent.iterdir(), key=lambda p: p.stat().st_mtime)
            for old in others[:-KEEP_CACHES]:
                shutil.rmtree(old, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # in use: not among the oldest
    except OSError:
        return None
    return folder
