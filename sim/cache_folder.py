"""Where what is slow to make is kept between runs: compiled kernels, card grammars."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """Return the user's cache folder of Realmvale (``REALMVALE_CACHE`` overrides it)."""
    stated = os.environ.get("REALMVALE_CACHE")
    if stated:
        return Path(stated)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "realmvale"
