"""How a game of rounds runs: scores round by round, who is in front, and whether that lasts."""

from __future__ import annotations

import polars as pl

from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_ratio


def round_scores(run: Run) -> pl.DataFrame:
    """Return the mean score of each bot at the end of each round.

    Parameters
    ----------
    run : Run
        A run that kept its rounds (``run.has_rounds``).

    Returns
    -------
    DataFrame
        ``policy``, ``round`` (i8), ``deals``, ``seats`` (of games that reached the round) and
        ``round_score`` with its interval.
    """
    keys = ["policy", "round"]

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats().select("game", "seat", "deal", "policy")
        rows = block.table("rounds").join(seats, on=["game", "seat"])
        counted = rows.with_columns(pl.lit(1, pl.Int64).alias("seats"))
        return moments(deal_sums(counted, keys, ["seats", "score"]), keys, [("score", "seats")])

    rated = with_ratio(
        run.tally(sums, keys, "round_scores"), "round_score", "score", "seats", "mean"
    )
    return rated.select(*keys, pl.col("seats>0").alias("deals"), "seats", "^round_score.*$")


def leaders(block: Block) -> pl.DataFrame:
    """Return one row a round of a game: who has most points at its end, and what comes of it.

    Returns
    -------
    DataFrame
        ``game``, ``deal``, ``round``, ``leader`` (a seat, null where several have most) and
        ``win`` (the leader's credit in the end), in the order of games and rounds.
    """
    most = pl.col("score") == pl.col("score").max()
    tops = (
        block.table("rounds")
        .group_by("game", "round")
        .agg(most.sum().alias("level"), pl.col("seat").filter(most).first().alias("seat"))
    )
    wins = block.seats().select("game", "seat", "deal", "win")
    alone = pl.when(pl.col("level") == 1)
    return (
        tops.join(wins, on=["game", "seat"])
        .select(
            "game", "deal", "round",
            alone.then(pl.col("seat")).alias("leader"),
            alone.then(pl.col("win")).alias("win"),
        )
        .sort("game", "round")
    )  # fmt: skip


def leader_table(run: Run) -> pl.DataFrame:
    """Return one row a round: how often the seat that is alone in front at its end wins.

    Returns
    -------
    DataFrame
        ``round`` (i8), ``games`` (that reached it), ``lead_games`` (of these, with one seat alone
        in front), ``deals`` (that have such games), ``leader_win`` with its interval.
    """

    def sums(block: Block) -> pl.DataFrame:
        rows = leaders(block).with_columns(
            pl.lit(1, pl.Int64).alias("games"),
            pl.col("leader").is_not_null().cast(pl.Int64).alias("lead_games"),
            pl.col("win").fill_null(0.0),
        )
        deals = deal_sums(rows, ["round"], ["games", "lead_games", "win"])
        return moments(deals, ["round"], [("win", "lead_games")], sums=["games"])

    rated = with_ratio(run.tally(sums, ["round"], "leaders"), "leader_win", "win", "lead_games")
    deals = pl.col("lead_games>0").alias("deals")
    return rated.select("round", "games", "lead_games", deals, "^leader_win.*$")


def changes(block: Block) -> pl.DataFrame:
    """Return one row a game: ``game``, ``deal``, ``lead_changes`` (i64).

    The lead changes after a round if another seat is alone in front than was last alone in front.
    """
    rows = leaders(block).with_columns(pl.col("leader").forward_fill().over("game").alias("last"))
    before = pl.col("last").shift(1).over("game")
    # Null where nobody was in front before: then nobody has lost the lead.
    changed = (pl.col("last") != before).fill_null(False).cast(pl.Int64)
    rows = rows.with_columns(changed.alias("lead_changes"))
    return rows.group_by("game", "deal").agg(pl.col("lead_changes").sum())


def change_table(run: Run) -> pl.DataFrame:
    """Return one row: how often the lead changes.

    Returns
    -------
    DataFrame
        ``games``, ``deals``, ``lead_changes`` (mean) and ``unchanged`` (share of games without
        any) with intervals.
    """

    def sums(block: Block) -> pl.DataFrame:
        games = changes(block).with_columns(
            pl.lit(1, pl.Int64).alias("games"),
            (pl.col("lead_changes") == 0).cast(pl.Int64).alias("calm"),
        )
        deals = deal_sums(games, [], ["games", "lead_changes", "calm"])
        return moments(deals, [], [("lead_changes", "games"), ("calm", "games")])

    tally = with_ratio(run.tally(sums, [], "lead_changes"), "unchanged", "calm", "games")
    tally = with_ratio(tally, "mean", "lead_changes", "games", "mean")
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    return tally.select(
        "games",
        pl.col("games>0").alias("deals"),
        *(pl.col(f"mean{end}").alias(f"lead_changes{end}") for end in ends),
        "^unchanged.*$",
    )


def change_counts(run: Run) -> pl.DataFrame:
    """Return in how many games the lead changed how often: ``lead_changes``, ``games`` (i64)."""

    def counts(block: Block) -> pl.DataFrame:
        rows = changes(block).group_by("lead_changes")
        return rows.agg(pl.len().cast(pl.Int64).alias("games"))

    return run.tally(counts, ["lead_changes"], "lead_change_counts")
