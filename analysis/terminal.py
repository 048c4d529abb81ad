"""How wide a table may be."""

from __future__ import annotations

import os
import shutil

from rich.console import Console

# Narrower ones would lose whole columns; wider ones are a slip of the keyboard.
MIN_WIDTH = 40
MAX_WIDTH = 500


def table_console(pipe_width: int) -> Console:
    """Return a console on stdout with a width that tables can be printed in.

    Parameters
    ----------
    pipe_width : int
        The width where neither a terminal nor the variable ``COLUMNS`` states one; a ``COLUMNS``
        that is no positive number states none.
    """
    console = Console(highlight=False)
    if console.is_terminal or _stated():
        width = shutil.get_terminal_size((pipe_width, 24)).columns
    else:
        width = pipe_width
    # Names are printed as they are: square brackets and colons are no markup.
    width = max(MIN_WIDTH, min(width, MAX_WIDTH))
    return Console(highlight=False, markup=False, emoji=False, width=width)


def _stated() -> bool:
    """Tell whether ``COLUMNS`` is a width, as :func:`shutil.get_terminal_size` reads it."""
    try:
        return int(os.environ.get("COLUMNS", "")) > 0
    except ValueError:
        return False


def capital(text: str) -> str:
    """Return a text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]
