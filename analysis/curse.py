"""What the Curse does in a run: wards by round, and what each summoner is worth.

Summoners that are dealt at random are an experiment: the difference of win credit between seats
with a summoner and all other seats is what having it instead of another one is worth to these bots,
given what had to be assumed of it.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.bots import seat_columns
from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_difference, with_ratio
from analysis.verdicts import MARGIN, verdict

#: Summoners that seats choose or are given say nothing about chance.
AT_RANDOM = "random"
_ENDS = ("", "_stderr", "_low", "_high", "_too_few")
_SUMS = ("seats", "win", "score", "wards_broken", "soothed", "curses")


def has_curse(run: Run) -> bool:
    """Tell whether a run was played with the set Curse."""
    return "curse" in run.manifest.get("sets", [])


def wards_by_round(run: Run) -> pl.DataFrame:
    """Return how many wards a seat breaks in each round.

    Returns
    -------
    DataFrame
        ``round``, ``deals``, ``seats`` (of games that reached it), ``wards_broken`` (mean) with
        interval, ``ward_share`` (of all wards broken in the run). No rows for a run that kept no
        rounds, or without the set.
    """

    def sums(block: Block) -> pl.DataFrame:
        deals = block.table("games").select("game", "deal")
        rows = block.table("rounds").join(deals, on="game")
        rows = rows.filter(pl.col("wards_broken").is_not_null())
        counted = rows.with_columns(pl.lit(1, pl.Int64).alias("seats"))
        summed = deal_sums(counted, ["round"], ["seats", "wards_broken"])
        return moments(summed, ["round"], [("wards_broken", "seats")])

    if not (has_curse(run) and run.has_rounds):
        return pl.DataFrame(
            schema={"round": pl.Int8, "deals": pl.Int64, "seats": pl.Int64}
            | {f"wards_broken{end}": pl.Float64 for end in _ENDS[:-1]}
            | {"wards_broken_too_few": pl.Boolean, "ward_share": pl.Float64}
        )
    tally = run.tally(sums, ["round"])
    rated = with_ratio(tally, "mean", "wards_broken", "seats", "mean")
    return rated.select(
        "round",
        pl.col("seats>0").alias("deals"),
        "seats",
        *(pl.col(f"mean{end}").alias(f"wards_broken{end}") for end in _ENDS),
        (pl.col("wards_broken") / pl.col("wards_broken").sum()).alias("ward_share").fill_nan(None),
    )


def assumptions_of(manifest: dict[str, Any], summoner: str) -> str:
    """Return what is assumed of a summoner's two sides, as the run's manifest states it."""
    slug = "-".join(summoner.lower().split())
    rows = [row for row in manifest.get("assumed", []) if row["id"].partition("/")[0] == slug]
    return "; ".join(f"{row['id'].partition('/')[2]}: {row['assumed']}" for row in rows)


def summoner_table(run: Run, margin: float = MARGIN) -> pl.DataFrame:
    """Return one row a summoner, the most valuable first.

    Returns
    -------
    DataFrame
        ``summoner``, ``deals``, ``seats``, ``win`` (credit), ``effect`` (win credit with it minus
        that of all seats with another one), ``score``, ``wards_broken``, ``soothed``, ``curses``
        (means), each with interval; ``reading`` (causal if summoners were dealt at random),
        ``verdict`` by `margin` on the effect, ``assumed``. No rows without summoners.
    """

    def seats_of(block: Block) -> pl.DataFrame:
        seats = seat_columns(block.seats()).filter(pl.col("summoner").is_not_null())
        return seats.with_columns(pl.col("summoner").cast(pl.String))

    def sums(block: Block) -> pl.DataFrame:
        seats = seats_of(block)
        mine = deal_sums(seats, ["summoner"], _SUMS)
        whole = deal_sums(seats, [], _SUMS).rename({name: f"all_{name}" for name in _SUMS})
        # a deal without the summoner has seats with another one
        grid = pl.DataFrame({"summoner": every}, schema={"summoner": pl.String})
        full = grid.join(whole, how="cross").join(mine, on=["summoner", "deal"], how="left")
        full = full.with_columns(pl.col(list(_SUMS)).fill_null(0)).with_columns(
            (pl.col("all_seats") - pl.col("seats")).alias("out_seats"),
            (pl.col("all_win") - pl.col("win")).alias("out_win"),
        )
        cross = [(a, b) for a in ("win", "seats") for b in ("out_win", "out_seats")]
        ratios = [(name, "seats") for name in _SUMS[1:]] + [("out_win", "out_seats")]
        return moments(full, ["summoner"], ratios, cross)

    every: list[str] = []
    if has_curse(run):
        found = {name for block in run.blocks() for name in seats_of(block)["summoner"].unique()}
        every = sorted(found)
    schema = {"summoner": pl.String, "deals": pl.Int64, "seats": pl.Int64}
    if not every:
        return pl.DataFrame(schema=schema)
    tally = run.tally(sums, ["summoner"])
    told = tally.select("summoner", pl.col("seats>0").alias("deals"), "seats")
    table = told.hstack(_columns(tally, "win", "win", "share"))
    effect = with_difference(tally, "effect", ("win", "seats"), ("out_win", "out_seats"))
    table = table.hstack(effect.select([f"effect{end}" for end in _ENDS]).get_columns())
    for name in _SUMS[2:]:
        table = table.hstack(_columns(tally, name, name, "mean"))
    random = run.manifest.get("summoners") == AT_RANDOM
    words = [verdict(r["effect_low"], r["effect_high"], None, margin) for r in table.to_dicts()]
    return table.with_columns(
        pl.lit("causal" if random else "correlational").alias("reading"),
        pl.Series("verdict", words, dtype=pl.String),
        pl.Series("assumed", [assumptions_of(run.manifest, name) for name in table["summoner"]]),
    ).sort("effect", descending=True, nulls_last=True)


def _columns(tally: pl.DataFrame, name: str, y: str, kind: Any) -> list[pl.Series]:
    rated = with_ratio(tally, "_", y, "seats", kind)
    return [rated[f"_{end}"].alias(f"{name}{end}") for end in _ENDS]
