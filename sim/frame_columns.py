"""From the kernels' rows to columns of the tables of a run folder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl


def number_columns(rows: np.ndarray, *names: str) -> list[pl.Series]:
    """Return columns of numbers as they are, in memory of their own.

    A column of one row is contiguous as it is, and polars would share the memory of the rows, which
    the next block overwrites.
    """
    return [pl.Series(name, np.array(rows[name])) for name in names]


def word_column(
    rows: np.ndarray, name: str, words: Sequence[str], categories: Sequence[str]
) -> pl.Series:
    """Return a column of codes as words, an Enum of `categories`."""
    known = pl.Series(name, words, dtype=pl.Enum(categories))
    codes = pl.Series(name, np.ascontiguousarray(rows[name])).cast(pl.UInt32)
    return known.gather(codes)


def null_where_zero(frame: pl.DataFrame, *names: str) -> pl.DataFrame:
    """Return a frame in whose columns of these names 0 has become null: it never happened."""
    return frame.with_columns(pl.when(pl.col(name) > 0).then(pl.col(name)) for name in names)
