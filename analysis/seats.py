"""Does it matter where one sits: win credit and score by seat."""

from __future__ import annotations

from typing import Literal

import polars as pl

from analysis.bots import seat_group_table
from analysis.runs import Run


def seat_table(run: Run, by: Literal["pooled", "policy"] = "pooled") -> pl.DataFrame:
    """Return one row a seat (seat 0 plays first), pooled over the bots or for each bot.

    Line-ups are played in every rotation, so each bot sits in each seat equally often and a
    difference between seats is not one between bots.

    Parameters
    ----------
    run : Run
        An open run.
    by : {"pooled", "policy"}
        Over all bots, or one row a bot and seat.

    Returns
    -------
    DataFrame
        See :func:`analysis.bots.seat_group_table`.
    """
    return seat_group_table(run, ["policy", "seat"] if by == "policy" else ["seat"])
