"""How long games last, how they end, and how often they end level."""

from __future__ import annotations

import polars as pl

from analysis.runs import Block, Run
from analysis.tally import deal_sums, merge, moments, with_ratio

TURN_CAP = "turn_cap"


def end_table(run: Run) -> pl.DataFrame:
    """Return one row a way to end, the most frequent first.

    Returns
    -------
    DataFrame
        ``end``, ``games``, ``end_share`` (of all games) and ``turns`` (mean), with intervals.
    """
    keys = ["end"]

    def sums(block: Block) -> pl.DataFrame:
        games = block.table("games").with_columns(pl.lit(1, pl.Int64).alias("games"))
        deals = deal_sums(games, keys, ["games", "turns"])
        played = deal_sums(games, [], ["games"]).rename({"games": "all_games"})
        # A deal without such an end counts too: it is part of what the share is taken of.
        grid = deals.select(keys).unique().join(played, how="cross")
        full = grid.join(deals, on=[*keys, "deal"], how="left").with_columns(
            pl.col("games", "turns").fill_null(0)
        )
        return moments(full, keys, [("games", "all_games"), ("turns", "games")])

    blocks = [sums(block) for block in run.blocks()]
    tally = _fill_absent(blocks, run)
    shares = with_ratio(tally, "end_share", "games", "all_games")
    rated = with_ratio(shares, "mean_turns", "turns", "games", "mean").select(
        "end", "games", "^end_share.*$", "^mean_turns.*$"
    )
    renamed = {c: c.removeprefix("mean_") for c in rated.columns if c.startswith("mean_")}
    return rated.rename(renamed).sort("games", "end", descending=[True, False])


def _fill_absent(blocks: list[pl.DataFrame], run: Run) -> pl.DataFrame:
    """Merge, counting the games of blocks in which an end never happened."""
    keys = ["end"]
    whole = merge(blocks, keys)
    everything = game_moments(run)
    totals = ["all_games", "all_games>0", "all_games*all_games"]
    return whole.with_columns(pl.lit(everything[name][0]).alias(name) for name in totals)


def game_moments(run: Run) -> pl.DataFrame:
    """Return the one-row tally of all games: ``all_games`` and ``turns``."""

    def sums(block: Block) -> pl.DataFrame:
        games = block.table("games").with_columns(pl.lit(1, pl.Int64).alias("all_games"))
        return moments(deal_sums(games, [], ["all_games", "turns"]), [], [("turns", "all_games")])

    return run.tally(sums, [])


def length_table(run: Run) -> pl.DataFrame:
    """Return one row: ``games``, ``deals`` and mean ``turns`` with its interval."""
    rated = with_ratio(game_moments(run), "mean", "turns", "all_games", "mean")
    names = {"all_games": "games", "all_games>0": "deals"}
    estimate = {f"mean{end}": f"turns{end}" for end in ("", "_stderr", "_low", "_high", "_too_few")}
    return rated.select([*names, *estimate]).rename(names | estimate)


def turn_counts(run: Run) -> pl.DataFrame:
    """Return how many games took how many turns: turns (i32), games (i64)."""

    def counts(block: Block) -> pl.DataFrame:
        rows = block.table("games").group_by("turns")
        return rows.agg(pl.len().cast(pl.Int64).alias("games"))

    return merge([counts(block) for block in run.blocks()], ["turns"])


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

    return run.tally(counts, [])
