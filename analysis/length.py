"""How long games last, how they end, and how often they end level."""

from __future__ import annotations

import polars as pl

from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_ratio


def end_table(run: Run) -> pl.DataFrame:
    """Return one row a way to end, the most frequent first.

    Returns
    -------
    DataFrame
        ``end``, ``games``, ``end_share`` (of all games) and the mean length of the games that
        ended so (``turns``, or ``rounds``: what the game's description says), with intervals.
    """
    keys, length = ["end"], run.game.length

    def sums(block: Block) -> pl.DataFrame:
        games = block.table("games").with_columns(pl.lit(1, pl.Int64).alias("games"))
        deals = deal_sums(games, keys, ["games", length])
        played = deal_sums(games, [], ["games"]).rename({"games": "all_games"})
        # A deal without such an end counts too: it is part of what the share is taken of.
        grid = deals.select(keys).unique().join(played, how="cross")
        full = grid.join(deals, on=[*keys, "deal"], how="left").with_columns(
            pl.col("games", length).fill_null(0)
        )
        return moments(full, keys, [("games", "all_games"), (length, "games")])

    tally = _fill_absent(run.tally(sums, keys, "ends"), run)
    shares = with_ratio(tally, "end_share", "games", "all_games")
    rated = with_ratio(shares, "mean", length, "games", "mean").select(
        "end", "games", "^end_share.*$", "^mean.*$"
    )
    renamed = {c: length + c.removeprefix("mean") for c in rated.columns if c.startswith("mean")}
    return rated.rename(renamed).sort("games", "end", descending=[True, False])


def _fill_absent(whole: pl.DataFrame, run: Run) -> pl.DataFrame:
    """Count the games of blocks in which an end never happened."""
    everything = game_moments(run)
    totals = ["all_games", "all_games>0", "all_games*all_games"]
    return whole.with_columns(pl.lit(everything[name][0]).alias(name) for name in totals)


def game_moments(run: Run) -> pl.DataFrame:
    """Return the one-row tally of all games: ``all_games`` and their length."""
    length = run.game.length

    def sums(block: Block) -> pl.DataFrame:
        games = block.table("games").with_columns(pl.lit(1, pl.Int64).alias("all_games"))
        return moments(deal_sums(games, [], ["all_games", length]), [], [(length, "all_games")])

    return run.tally(sums, [], "length")


def length_table(run: Run) -> pl.DataFrame:
    """Return one row: ``games``, ``deals`` and the mean length with its interval."""
    length = run.game.length
    rated = with_ratio(game_moments(run), "mean", length, "all_games", "mean")
    names = {"all_games": "games", "all_games>0": "deals"}
    estimate = {f"mean{end}": length + end for end in ("", "_stderr", "_low", "_high", "_too_few")}
    return rated.select([*names, *estimate]).rename(names | estimate)


def length_counts(run: Run) -> pl.DataFrame:
    """Return how many games were how long: ``turns`` or ``rounds`` (i32), ``games`` (i64)."""
    length = run.game.length

    def counts(block: Block) -> pl.DataFrame:
        rows = block.table("games").group_by(length)
        return rows.agg(pl.len().cast(pl.Int64).alias("games"))

    return run.tally(counts, [length], "length_counts")


def tie_table(run: Run) -> pl.DataFrame:
    """Return one row: how often the highest score was reached by several seats, and what then.

    Returns
    -------
    DataFrame
        ``games``, ``level_games`` (highest score reached by more than one seat),
        ``broken_games`` (of these, decided by the game's tie-break), ``shared_games`` (win
        shared), all i64.
    """

    def counts(block: Block) -> pl.DataFrame:
        top = pl.col("score") == pl.col("score").max().over("game")
        games = block.table("players").with_columns(top.alias("top")).group_by("game")
        level = games.agg(
            (pl.col("top").sum() > 1).alias("level"),
            ((pl.col("win") > 0).sum() > 1).alias("shared"),
        )
        return level.select(
            pl.len().cast(pl.Int64).alias("games"),
            pl.col("level").sum().cast(pl.Int64).alias("level_games"),
            (pl.col("level") & ~pl.col("shared")).sum().cast(pl.Int64).alias("broken_games"),
            pl.col("shared").sum().cast(pl.Int64).alias("shared_games"),
        )

    return run.tally(counts, [], "ties")
