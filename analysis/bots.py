"""Which bot plays best: scores and win credit of each bot, and the differences between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import polars as pl

from analysis.intervals import divide
from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_difference, with_ratio

#: What is added up for a group of seats.
SEAT_SUMS = ("seats", "win", "score", "score_squares", "strict_wins", "ties")


def seat_columns(seats: pl.DataFrame) -> pl.DataFrame:
    """Add what is counted for each seat: seats, score_squares, strict_wins, ties (shared wins)."""
    score = pl.col("score").cast(pl.Int64)
    return seats.with_columns(
        pl.lit(1, pl.Int64).alias("seats"),
        (score * score).alias("score_squares"),
        (pl.col("win") > 0.999).cast(pl.Int64).alias("strict_wins"),
        ((pl.col("win") > 0) & (pl.col("win") < 0.999)).cast(pl.Int64).alias("ties"),
    )


def seat_group_table(run: Run, keys: list[str]) -> pl.DataFrame:
    """Return games, win credit and scores of the seats of each group.

    Parameters
    ----------
    run : Run
        An open run.
    keys : list of str
        Columns of the players table to group by.

    Returns
    -------
    DataFrame
        `keys`, ``deals``, ``seats``, ``score`` and ``win`` with their intervals, ``score_sd``,
        ``expected`` (1 / players), ``strict_wins``, ``ties``.
    """

    def sums(block: Block) -> pl.DataFrame:
        deals = deal_sums(seat_columns(block.seats()), keys, SEAT_SUMS)
        return moments(deals, keys, [("win", "seats"), ("score", "seats")], sums=SEAT_SUMS)

    tally = run.tally(sums, keys, "-".join(["seats", *keys]))
    counted = tally.select(*keys, pl.col("seats>0").alias("deals"), "seats")
    rated = with_ratio(
        with_ratio(tally, "mean", "score", "seats", "mean"), "credit", "win", "seats"
    )
    return counted.hstack(
        [
            *_renamed(rated, "mean", "score"),
            score_sd(tally),
            *_renamed(rated, "credit", "win"),
            pl.Series("expected", [run.even_share] * tally.height, dtype=pl.Float64),
            tally["strict_wins"],
            tally["ties"],
        ]
    )


def _renamed(frame: pl.DataFrame, old: str, new: str) -> list[pl.Series]:
    """Return the columns of an estimate under the metric's name, which the sum had before."""
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    return [frame[old + end].alias(new + end) for end in ends]


def score_sd(tally: pl.DataFrame) -> pl.Series:
    """Return the sample standard deviation of the score between seats, null below two seats."""
    n, total, squares = (tally[c].cast(pl.Float64).to_numpy() for c in _SD)
    spread = (squares - total * divide(total, n)).clip(min=0)
    variance = divide(spread, n - 1)
    return pl.Series("score_sd", variance**0.5).fill_nan(None)


_SD = ("seats", "score", "score_squares")


def bot_table(run: Run) -> pl.DataFrame:
    """Return one row a bot, the best first: see :func:`seat_group_table`.

    A seat of a bot is one hand it played; ``games`` are those it sat in at least once. A bot of
    the line-up that never sat has n = 0 and nulls.
    """

    def games(block: Block) -> pl.DataFrame:
        return block.seats().group_by("policy").agg(pl.col("game").n_unique().alias("games"))

    table = seat_group_table(run, ["policy"])
    counted = run.tally(games, ["policy"], "bot_games")
    everyone = pl.DataFrame({"policy": run.policies}, schema={"policy": pl.String})
    table = everyone.join(counted, on="policy", how="left").join(table, on="policy", how="left")
    counts = ("games", "deals", "seats", "strict_wins", "ties")
    table = table.with_columns(
        pl.col(counts).fill_null(0),
        pl.lit(run.even_share).alias("expected"),
        pl.col("^.*_too_few$").fill_null(False),
    )
    return table.sort("win", descending=True, nulls_last=True, maintain_order=True)


def bot_differences(run: Run) -> pl.DataFrame:
    """Return the difference of win credit and of mean score for each pair of bots.

    Both bots of a pair are measured on the deals they shared, and the interval is that of the
    joint residuals: what a deal gives to both cancels.

    Returns
    -------
    DataFrame
        ``policy``, ``other``, ``deals``, ``win_difference`` and ``score_difference`` (policy minus
        other) with their intervals; each pair in both orders.
    """
    keys = ["policy", "other"]
    both = ("seats", "win", "score")

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats().with_columns(
            pl.lit(1, pl.Int64).alias("seats"), pl.col("policy").cast(pl.String)
        )
        deals = deal_sums(seats, ["policy"], both)
        other = deals.rename({"policy": "other"} | {c: f"other_{c}" for c in both})
        pairs = deals.join(other, on="deal").filter(pl.col("policy") != pl.col("other"))
        ratios = [(f"{side}{y}", f"{side}seats") for side in ("", "other_") for y in both[1:]]
        cross = [(a, f"other_{b}") for a in both for b in both]
        return moments(pairs, keys, ratios, cross)

    tally = run.tally(sums, keys, "bot_differences")
    for name, y, kind in (("win", "win", "share"), ("score", "score", "mean")):
        tally = with_difference(
            tally,
            f"{name}_difference",
            (y, "seats"),
            (f"other_{y}", "other_seats"),
            "share" if kind == "share" else "mean",
        )
    wanted = pl.col("^(win|score)_difference.*$")
    return tally.select(*keys, pl.col("seats>0").alias("deals"), wanted)


def all_meet_equally(run: Run) -> bool:
    """Return whether the bots of a run met each other equally often; of playtests nothing is said.

    See :func:`meet_equally`.
    """
    listed = [str(policy["name"]) for policy in run.manifest.get("policies", [])]
    return not run.game.simulated or meet_equally(listed, run.players)


def meet_equally(listed: Sequence[str], players: int) -> bool:
    """Return whether all bots of a list meet each other equally often, in line-ups of DESIGN 4.1.

    With more bots than one above the number of seats they needn't: a line-up is a piece of the
    list, so that neighbours meet more often, and their win credits speak of different opponents.

    Parameters
    ----------
    listed : sequence of str
        The run's policies in the order in which they were stated; a name may stand there twice.
    players : int
        Seats of a table.
    """
    met: Counter[tuple[str, str]] = Counter()
    for deal in range(len(listed)):
        table = [listed[(deal * players + seat) % len(listed)] for seat in range(players)]
        met.update((a, b) for k, a in enumerate(table) for j, b in enumerate(table) if k != j)
    bots = list(dict.fromkeys(listed))
    return len({met[a, b] for a in bots for b in bots if a != b}) <= 1
