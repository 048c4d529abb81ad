"""Text that a spreadsheet would run as a formula, made plain text (CSV injection)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

# What Excel, LibreOffice and Google Sheets take for the beginning of a formula.
_SIGNS = "=+-@\t\r"
# A number is no formula, and stays one.
_NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
_is_number = re.compile(_NUMBER).match


def safe_cell(text: str) -> str:
    """Return a cell's text with an apostrophe before what a spreadsheet would run.

    Numbers, negative ones too, stay as they are.
    """
    risky = text and text[0] in _SIGNS and not _is_number(text)
    return f"'{text}" if risky else text


def csv_safe(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table whose texts are safe as those of :func:`safe_cell`; numbers aren't touched."""
    import polars as pl

    kinds = (pl.String, pl.Categorical, pl.Enum)
    texts = [name for name, dtype in frame.schema.items() if isinstance(dtype, kinds)]
    if not texts:
        return frame
    text = pl.col(texts).cast(pl.String)
    risky = text.str.contains(f"^[{re.escape(_SIGNS)}]") & ~text.str.contains(_NUMBER)
    return frame.with_columns(pl.when(risky).then(pl.lit("'") + text).otherwise(text).name.keep())


def csv_plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table that :func:`csv_safe` made safe with its texts as they were."""
    import polars as pl

    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    marked = f"^'[{re.escape(_SIGNS)}]"
    return frame.with_columns(
        pl.when(pl.col(name).str.contains(marked))
        .then(pl.col(name).str.slice(1))
        .otherwise(pl.col(name))
        .alias(name)
        for name in texts
    )
