"""How close games are, what the first seat is worth, and the best and worst results seen."""

from __future__ import annotations

import shlex

import numpy as np
import polars as pl

from analysis.intervals import ratio
from analysis.runs import Block, Run
from analysis.scores import QUANTILES, quantile, score_table
from analysis.tally import (
    deal_sums,
    estimate_columns,
    moments,
    ratio_sums,
    with_ratio,
)

#: Best and worst results that are listed.
LISTED = 5
_ENDS = ("", "_stderr", "_low", "_high", "_too_few")


def margins_of(block: Block) -> pl.DataFrame:
    """Return one row a game: ``game``, ``deal``, ``margin`` between its two highest scores."""
    scores = block.seats().select("game", "deal", pl.col("score").cast(pl.Int64))
    down = scores.sort("game", "score", descending=[False, True])
    second = pl.col("score").slice(1, 1).first()
    best = down.group_by("game", "deal", maintain_order=True).agg(
        (pl.col("score").first() - second).fill_null(0).alias("margin")
    )
    return best.select("game", "deal", "margin")


def blow_out(run: Run) -> int:
    """Return the margin from which a game is called a blow-out: one SD of the scores of seats.

    At least 1; the standard deviation is that of all seats of the run, rounded up.
    """
    table = score_table(run, "pooled")
    sd = table["score_sd"][0] if table.height else None
    return max(1, int(np.ceil(sd))) if sd is not None else 1


def margin_counts(run: Run) -> pl.DataFrame:
    """Return how many games were won by how much: ``margin``, ``games`` (i64)."""

    def counts(block: Block) -> pl.DataFrame:
        rows = margins_of(block).group_by("margin")
        return rows.agg(pl.len().cast(pl.Int64).alias("games"))

    return run.once("margin_counts", lambda: run.tally(counts, ["margin"], "margin_counts"))


def margin_table(run: Run) -> pl.DataFrame:
    """Return one row: how far the two highest scores of a game lie apart.

    Returns
    -------
    DataFrame
        ``games``, ``deals``, ``margin`` (mean) and its quantiles ``q05``, ``q25``, ``median``,
        ``q75``, ``q95``; ``level_share`` (of games whose two highest scores are the same),
        ``blow_out`` (the margin of :func:`blow_out`) and ``blow_outs`` (share of games won by that
        or more), with intervals.
    """
    far = blow_out(run)

    def sums(block: Block) -> pl.DataFrame:
        games = margins_of(block).with_columns(
            pl.lit(1, pl.Int64).alias("games"),
            (pl.col("margin") == 0).cast(pl.Int64).alias("level"),
            (pl.col("margin") >= far).cast(pl.Int64).alias("far"),
        )
        deals = deal_sums(games, [], ["games", "margin", "level", "far"])
        return moments(deals, [], [(name, "games") for name in ("margin", "level", "far")])

    tally = run.tally(sums, [], f"margins-{far}")
    tally = with_ratio(tally, "mean", "margin", "games", "mean")
    tally = with_ratio(tally, "level_share", "level", "games")
    tally = with_ratio(tally, "blow_outs", "far", "games")
    counts = margin_counts(run)
    values, games = counts["margin"].to_numpy(), counts["games"].to_numpy()
    found = {
        name: quantile(values, games, share) if len(values) else None
        for name, share in QUANTILES.items()
    }
    return tally.select(
        "games",
        pl.col("games>0").alias("deals"),
        *(pl.col(f"mean{end}").alias(f"margin{end}") for end in _ENDS),
        *(pl.lit(value, pl.Int64).alias(name) for name, value in found.items()),
        pl.col("^level_share.*$"),
        pl.lit(far, pl.Int64).alias("blow_out"),
        pl.col("^blow_outs.*$"),
    )


def first_player(run: Run) -> pl.DataFrame:
    """Return one row: what the first seat wins more than the mean of the others, in each game.

    Returns
    -------
    DataFrame
        ``games``, ``deals``, ``win_advantage`` and ``score_advantage`` of seat 0, each with
        stderr and interval by deals; every line-up sits in each of its rotations, so that bots
        don't matter.
    """

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats()
        first = pl.col("seat") == 0
        gaps = seats.group_by("game", "deal").agg(
            (pl.col(name).cast(pl.Float64).filter(first).sum()
             - pl.col(name).cast(pl.Float64).filter(~first).mean().fill_null(0.0)).alias(name)
            for name in ("win", "score")
        )  # fmt: skip
        games = gaps.with_columns(pl.lit(1, pl.Int64).alias("games"))
        deals = deal_sums(games, [], ["games", "win", "score"])
        return moments(deals, [], [("win", "games"), ("score", "games")])

    tally = run.tally(sums, [], "first_player")
    columns = []
    for name in ("win", "score"):
        # A gap of win credit lies between -1 and 1: a mean, not a share.
        estimate = ratio(ratio_sums(tally, name, "games"), "mean")
        columns += estimate_columns(f"{name}_advantage", estimate)
    return tally.select("games", pl.col("games>0").alias("deals")).hstack(columns)


def extremes(run: Run) -> pl.DataFrame:
    """Return the best and the worst results of a seat, each with the command that traces it.

    Returns
    -------
    DataFrame
        ``end`` (``best`` or ``worst``), ``score``, ``policy``, ``game``, ``seat`` (from 0),
        ``win``, ``cards`` (names of those held at the end, or in the area; null if the run kept
        none), ``trace`` (the command). Of equal scores the earliest games.
    """
    seats = ["game", "seat", "policy", "score", "win"]
    parts: dict[str, list[pl.DataFrame]] = {"best": [], "worst": []}
    for number, block in enumerate(run.blocks()):
        rows = block.table("players").select(seats).with_columns(
            pl.col("policy").cast(pl.String), pl.lit(number, pl.Int64).alias("block")
        )  # fmt: skip
        for end, down in (("best", True), ("worst", False)):
            parts[end].append(_first(rows, down))
    found = [
        _first(pl.concat(mine), end == "best").select(pl.lit(end).alias("end"), pl.all())
        for end, mine in parts.items()
    ]
    table = pl.concat(found)
    held = [_held(run, row["block"], row["game"], row["seat"]) for row in table.to_dicts()]
    command = f"realmvale trace {shlex.quote(str(run.path))} --game "
    return table.with_columns(
        pl.Series("cards", held, dtype=pl.String),
        (pl.lit(command) + pl.col("game").cast(pl.String)).alias("trace"),
    ).drop("block")


def _first(rows: pl.DataFrame, down: bool) -> pl.DataFrame:
    """Return the rows of the highest (or lowest) scores, of equal ones the earliest games."""
    scores = rows["score"].to_numpy()
    if len(scores) > LISTED:
        ranked = np.partition(-scores if down else scores, LISTED - 1)
        edge = -ranked[LISTED - 1] if down else ranked[LISTED - 1]
        rows = rows.filter(pl.col("score") >= edge if down else pl.col("score") <= edge)
    order = rows.sort("score", "game", "seat", descending=[down, False, False])
    return order.head(LISTED)


def _held(run: Run, block: int, game: int, seat: int) -> str | None:
    """Return the names of the cards that a seat had at the end."""
    if not run.has_cards:
        return None
    final = pl.col("events").cast(pl.Int64) & run.events.get("final", 0)
    rows = run.blocks()[block].table("cards")
    mine = rows.filter((pl.col("game") == game) & (pl.col("seat") == seat) & (final != 0))
    names = mine.select(pl.col("card").cast(pl.String)).join(run.card_frame(), on="card")
    return ", ".join(names["name"])
