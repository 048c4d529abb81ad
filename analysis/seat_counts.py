"""What a game counts of each seat besides its score: stones earned and wasted, and the like."""

from __future__ import annotations

import polars as pl

from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_ratio

#: A share made of two counts: (metric, counted, out of).
SHARES = (("wasted_share", "stones_wasted", "stones_earned"),)


def seat_count_table(run: Run) -> pl.DataFrame:
    """Return one row a bot: the mean of everything the game counts of a seat.

    Returns
    -------
    DataFrame
        ``policy``, ``deals``, ``seats``, and each of the run's ``game.seat_counts`` with its
        interval; those that the run did not keep are left out. Where both counts are there,
        ``wasted_share`` too. A bot that never sat has n = 0 and nulls.
    """
    keys, counted = ["policy"], list(run.game.seat_counts)
    totals = {column: f"{column}_sum" for column in counted}
    known = {column: f"{column}_known" for column in counted}
    columns = ["seats", *totals.values(), *known.values()]
    shares = [(totals[y], totals[n]) for _, y, n in SHARES if {y, n} <= set(counted)]

    def sums(block: Block) -> pl.DataFrame:
        rows = block.seats().with_columns(
            pl.lit(1, pl.Int64).alias("seats"),
            *(pl.col(column).fill_null(0).alias(name) for column, name in totals.items()),
            *(
                pl.col(column).is_not_null().cast(pl.Int64).alias(name)
                for column, name in known.items()
            ),
        )
        ratios = [("seats", "seats"), *((totals[c], known[c]) for c in counted), *shares]
        return moments(deal_sums(rows, keys, columns), keys, ratios)

    tally = pl.DataFrame({"policy": run.policies}, schema={"policy": pl.String}).join(
        run.tally(sums, keys, "seat_counts"), on="policy", how="left", maintain_order="left"
    )
    tally = tally.with_columns(pl.exclude(keys).fill_null(0))
    kept = [column for column in counted if tally[known[column]].sum()]
    for column in kept:
        tally = with_ratio(tally, column, totals[column], known[column], "mean")
    wanted = list(kept)
    for name, y, n in SHARES:
        if {y, n} <= set(kept):
            tally = with_ratio(tally, name, totals[y], totals[n])
            wanted.append(name)
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    estimates = [f"{name}{end}" for name in wanted for end in ends]
    return tally.select("policy", pl.col("seats>0").alias("deals"), "seats", *estimates)
