"""Which artifacts are taken, and how those do who take them (The Vale of Eternity)."""

from __future__ import annotations

import polars as pl

from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_ratio


def has_artifacts(run: Run) -> bool:
    """Return whether a run kept which artifact each seat took in each round."""
    return run.has_rounds and bool(run.manifest.get("artifacts"))


def artifact_table(run: Run) -> pl.DataFrame:
    """Return one row an artifact: how often it is taken, and how its takers do.

    Parameters
    ----------
    run : Run
        A run that kept its rounds, with artifacts (:func:`has_artifacts`).

    Returns
    -------
    DataFrame
        ``artifact`` (its name, in the order of the card file), ``deals`` and ``times_taken``
        (seats and rounds), ``taken_share`` of the seats and rounds of the games in which anybody
        took it, and ``win_taken``, the mean win credit of a seat over the rounds in which it took
        it; both with intervals clustered by deal. One that was never taken has n = 0 and nulls.
    """
    keys = ["artifact"]
    names = {str(tile["id"]): str(tile["name"]) for tile in run.manifest["artifacts"]}

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats().select("game", "seat", "deal", "win")
        rows = block.table("rounds").join(seats, on=["game", "seat"])
        chances = rows.group_by("game").agg(pl.len().cast(pl.Int64).alias("chances"))
        taken = (
            rows.filter(pl.col("artifact").is_not_null())
            .group_by("game", "deal", pl.col("artifact").cast(pl.String))
            .agg(
                pl.len().cast(pl.Int64).alias("times_taken"),
                pl.col("win").sum().alias("win_sum"),
            )
            .join(chances, on="game")
        )
        counted = deal_sums(taken, keys, ["times_taken", "win_sum", "chances"])
        ratios = [("times_taken", "chances"), ("win_sum", "times_taken")]
        return moments(counted, keys, ratios)

    every = pl.DataFrame({"artifact": list(names)}, schema={"artifact": pl.String})
    tally = every.join(run.tally(sums, keys), on="artifact", how="left", maintain_order="left")
    tally = tally.with_columns(pl.exclude(keys).fill_null(0))
    rated = with_ratio(tally, "taken_share", "times_taken", "chances")
    rated = with_ratio(rated, "win_taken", "win_sum", "times_taken", "mean")
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    estimates = [f"{name}{end}" for name in ("taken_share", "win_taken") for end in ends]
    return rated.select(
        pl.col("artifact").replace(names),
        pl.col("times_taken>0").alias("deals"),
        "times_taken",
        *estimates,
    )
