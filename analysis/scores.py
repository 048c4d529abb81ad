"""How scores spread: exact counts of every score, and quantiles and bins made from them."""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from analysis.bots import seat_group_table
from analysis.runs import Block, Run

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


def score_counts(run: Run) -> pl.DataFrame:
    """Return how many seats of each bot reached each score: policy, score (i32), seats (i64)."""

    def counts(block: Block) -> pl.DataFrame:
        rows = block.table("players").group_by("policy", "score")
        return rows.agg(pl.len().cast(pl.Int64).alias("seats"))

    return run.once(
        "score_counts",
        lambda: run.tally(counts, ["policy", "score"], "score_counts"),
    )


def quantile(scores: np.ndarray, seats: np.ndarray, share: float) -> int:
    """Return the lowest score that at least `share` of the seats do not exceed.

    `scores` are sorted and distinct, `seats` counts them; there is at least one seat.
    """
    below = np.cumsum(seats)
    return int(scores[int(np.searchsorted(below, share * below[-1] - 1e-9))])


def score_table(run: Run, by: Literal["pooled", "policy"] = "policy") -> pl.DataFrame:
    """Return the spread of scores, pooled or one row a bot.

    Returns
    -------
    DataFrame
        ``policy`` (with ``by="policy"``), ``deals``, ``seats``, ``score`` with its interval,
        ``score_sd``, ``minimum``, the quantiles q05, q25, median, q75, q95, ``maximum``.
    """
    keys = ["policy"] if by == "policy" else []
    counts = score_counts(run).group_by(*keys, "score").agg(pl.col("seats").sum()).sort("score")
    groups = counts.partition_by(keys) if keys else [counts]
    names = ("minimum", *QUANTILES, "maximum")
    schema = {**dict.fromkeys(keys, pl.String), **dict.fromkeys(names, pl.Int64)}
    spread = pl.DataFrame([_spread(g, keys) for g in groups if g.height], schema=schema)
    table = seat_group_table(run, keys).drop("^win.*$", "expected", "strict_wins", "ties")
    if not keys:
        return table.hstack(spread) if spread.height else table
    return table.join(spread, on=keys, how="left").sort("score", descending=True)


def _spread(counts: pl.DataFrame, keys: list[str]) -> dict[str, str | int]:
    scores, seats = counts["score"].to_numpy(), counts["seats"].to_numpy()
    quantiles = {name: quantile(scores, seats, share) for name, share in QUANTILES.items()}
    ends = {"minimum": int(scores[0]), "maximum": int(scores[-1])}
    return {key: counts[key][0] for key in keys} | ends | quantiles


def histogram(
    scores: np.ndarray, seats: np.ndarray, most: int = 60
) -> tuple[np.ndarray, np.ndarray]:
    """Put exact counts into at most `most` bins of one whole-number width.

    Parameters
    ----------
    scores, seats : ndarray of int
        Distinct scores and how often each was reached.
    most : int
        Most bins.

    Returns
    -------
    edges : ndarray of float64, one more than there are bins
        Halves, so that no score lies on an edge. Empty where there is no score.
    counts : ndarray of int64
        They add up to the sum of `seats`.
    """
    if len(scores) == 0:
        return np.empty(0), np.empty(0, dtype=np.int64)
    low, high = int(scores.min()), int(scores.max())
    width = -(-(high - low + 1) // most)
    bins = (high - low) // width + 1
    edges = low - 0.5 + width * np.arange(bins + 1, dtype=np.float64)
    counts = np.zeros(bins, dtype=np.int64)
    np.add.at(counts, (np.asarray(scores) - low) // width, seats)
    return edges, counts
