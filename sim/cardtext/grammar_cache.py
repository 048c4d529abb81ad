"""Grammars that are built once and kept: making the tables of a parser takes a second."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import lark
from lark import Lark

from sim.cache_folder import cache_root

_OPTIONS = {"parser": "lalr", "propagate_positions": True, "maybe_placeholders": True}


def grammar_of(source: str) -> Lark:
    """Return the parser of a grammar, from the user's cache folder if it was built before.

    Parameters
    ----------
    source : str
        The grammar, in the notation of lark.

    Returns
    -------
    Lark
        Its parser. A cache that cannot be read or written costs time and nothing else.
    """
    path = _path(source)
    # A cache may have been cut off or be of another making: whatever is wrong, it is made anew.
    with suppress(Exception), path.open("rb") as file:
        return Lark.load(file)
    grammar = Lark(source, **_OPTIONS)
    with suppress(OSError):
        _keep(grammar, path)
    return grammar


def _path(source: str) -> Path:
    """Return the file of a grammar: its name changes with whatever the tables hang on."""
    versions = f"{lark.__version__} {sys.version_info[:2]} {sorted(_OPTIONS)}"
    digest = hashlib.blake2b(f"{versions}\n{source}".encode(), digest_size=8)
    return cache_root() / "grammars" / f"{digest.hexdigest()}.pickle"


def _keep(grammar: Lark, path: Path) -> None:
    """Write a parser to a temporary file and rename it, so that no one reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            grammar.save(file)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
