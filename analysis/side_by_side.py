"""Several runs side by side: base against an expansion, 3 against 5 players, before against after.

Each measure is a ratio of sums over deals (mean score: points over seats). A difference between two
runs of one seed compares the same deals: their deck orders are those of the deal, whatever bots,
sets and seats are added, so its interval is that of the joint residuals of each deal and what the
luck of a deal gives to both runs cancels. Runs of different seeds are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analysis.intervals import Kind
from analysis.margins import margins_of
from analysis.runs import Run
from analysis.tally import deal_sums, moments, with_difference, with_ratio
from sim.errors import RealmvaleError

_ENDS = ("", "_stderr", "_low", "_high", "_too_few")


@dataclass(frozen=True)
class Measure:
    """A ratio that runs are compared by: column `y` over column `n` of a deal's sums."""

    measure: str
    y: str
    n: str
    kind: Kind = "mean"


def run_names(runs: Sequence[Run]) -> list[str]:
    """Return a name for each run: its folder's, with a number where two are called the same."""
    names: list[str] = []
    for run in runs:
        taken = sum(name == run.name or name.startswith(f"{run.name} (") for name in names)
        names.append(f"{run.name} ({taken + 1})" if taken else run.name)
    return names


def check_comparable(runs: Sequence[Run]) -> None:
    """Refuse runs of different games.

    Raises
    ------
    RealmvaleError
        If they are of different games.
    """
    for run in runs[1:]:
        if run.game.id != runs[0].game.id:
            raise RealmvaleError(
                f"{run.path} is a run of {run.game.name} and {runs[0].path} one of"
                f" {runs[0].game.name}: only runs of one game can be set side by side"
            )


def share_deals(one: Run, other: Run) -> bool:
    """Tell whether the deals of two runs are the same ones: one game and one seed."""
    same = [one.manifest.get(key) == other.manifest.get(key) for key in ("game", "seed")]
    return all(same) and one.manifest.get("seed") is not None


def measures(run: Run) -> list[Measure]:
    """Return what a run can be measured by, in the order of the table."""
    found = [
        Measure("score", "score", "seats"),
        Measure(run.game.length, "length", "games"),
        Measure("margin", "margin", "games"),
        Measure("shared_wins", "shared", "games", "share"),
    ]
    counts = {name for name in run.game.seat_counts if f"{name}_n" in deals_of(run).columns}
    found += [Measure(name, name, f"{name}_n") for name in run.game.seat_counts if name in counts]
    found += [
        Measure(f"seat {seat + 1}", f"win_{seat}", "games", "share") for seat in range(run.players)
    ]
    return found


def deals_of(run: Run) -> pl.DataFrame:
    """Return one row a deal: ``deal`` and the sums that :func:`measures` are ratios of."""
    return run.once("side_by_side", lambda: _deals_of(run))


def _deals_of(run: Run) -> pl.DataFrame:
    wins = [
        pl.when(pl.col("seat") == seat).then(pl.col("win")).otherwise(0.0).alias(f"win_{seat}")
        for seat in range(run.players)
    ]
    parts = []
    for block in run.blocks():
        seats = block.seats()
        counts = [name for name in run.game.seat_counts if seats[name].null_count() < seats.height]
        shared = (pl.col("win") > 0) & (pl.col("win") < 0.999)
        rows = seats.with_columns(
            pl.lit(1, pl.Int64).alias("seats"),
            # a game is shared once, whatever the number of its winners
            pl.when(shared).then(pl.col("win")).otherwise(0.0).alias("shared"),
            *(pl.col(name).is_not_null().cast(pl.Int64).alias(f"{name}_n") for name in counts),
            *(pl.col(name).fill_null(0) for name in counts),
            *wins,
        )
        summed = ["seats", "score", "shared", *(f"win_{seat}" for seat in range(run.players))]
        summed += [column for name in counts for column in (name, f"{name}_n")]
        games = block.table("games").with_columns(
            pl.lit(1, pl.Int64).alias("games"), pl.col(run.game.length).alias("length")
        )
        games = games.join(margins_of(block).drop("deal"), on="game", how="left")
        games = games.with_columns(pl.col("margin").fill_null(0))
        lengths = deal_sums(games, [], ["games", "length", "margin"])
        parts.append(deal_sums(rows, [], summed).join(lengths, on="deal"))
    return pl.concat(parts, how="diagonal").with_columns(pl.exclude("deal").fill_null(0))


def side_by_side(runs: Sequence[Run]) -> pl.DataFrame:
    """Return each run's measures, and how they differ from the first run's.

    Parameters
    ----------
    runs : sequence of Run
        Of one game; the first is what the others are compared with.

    Returns
    -------
    DataFrame
        One row a measure and run: ``measure``, ``run``, ``deals``, ``n`` (what it is a mean of),
        ``value`` with interval; ``difference`` (the run minus the first) with interval and
        ``paired`` (whether it is one of shared deals), null for the first run and for what the
        first run hasn't. A run without games has n = 0 and nulls.

    Raises
    ------
    RealmvaleError
        If the runs are of different games.
    """
    check_comparable(runs)
    names = run_names(runs)
    order = list(dict.fromkeys(m for run in runs for m in measures(run)))
    order.sort(key=lambda measure: measure.measure.startswith("seat "))  # these last
    rows = [
        _row(measure, name, runs[0], run)
        for measure in order
        for name, run in zip(names, runs, strict=True)
        if measure in measures(run)
    ]
    return pl.concat(rows, how="diagonal_relaxed")


def _row(measure: Measure, name: str, first: Run, run: Run) -> pl.DataFrame:
    """Return the row of a run: its value, and its difference from the first run's."""
    y, n = measure.y, measure.n
    mine = deals_of(run).select("deal", pl.col(y).alias("y"), pl.col(n).alias("n"))
    tally = with_ratio(moments(mine, [], [("y", "n")]), "value", "y", "n", measure.kind)
    row = tally.select(
        pl.lit(measure.measure).alias("measure"),
        pl.lit(name).alias("run"),
        pl.col("n>0").alias("deals"),
        "n",
        *(f"value{end}" for end in _ENDS),
    )
    if run is first or measure not in measures(first):
        return row
    base = deals_of(first).select("deal", pl.col(y).alias("y0"), pl.col(n).alias("n0"))
    paired = share_deals(first, run)
    return row.hstack(difference_of(mine, base, measure.kind, paired)).with_columns(
        pl.lit(paired).alias("paired")
    )


def difference_of(
    mine: pl.DataFrame, base: pl.DataFrame, kind: Kind = "mean", paired: bool = True
) -> pl.DataFrame:
    """Return the difference of two ratios of sums over deals, in one row.

    Parameters
    ----------
    mine, base : DataFrame
        One row a deal: ``deal``, ``y``, ``n`` and ``deal``, ``y0``, ``n0``.
    paired : bool
        Whether deals of one number are the same deal; if not, the two are independent.

    Returns
    -------
    DataFrame
        ``difference`` (mine minus base) with standard error and 95 % interval.
    """
    if paired:
        both = mine.join(base, on="deal", how="full", coalesce=True)
    else:
        both = pl.concat([mine, base], how="diagonal")
    both = both.with_columns(pl.exclude("deal").fill_null(0))
    cross = [(a, b) for a in ("y", "n") for b in ("y0", "n0")]
    tally = moments(both, [], [("y", "n"), ("y0", "n0")], cross)
    found = with_difference(tally, "difference", ("y", "n"), ("y0", "n0"), kind)
    return found.select([f"difference{end}" for end in _ENDS])


def side_bots(runs: Sequence[Run]) -> pl.DataFrame:
    """Return win credit and mean score of each bot in each run.

    Returns
    -------
    DataFrame
        ``policy``, ``run``, ``deals``, ``seats``, ``win`` and ``score`` with intervals,
        ``expected`` (an even share): what win credit means depends on the number of seats.
    """
    from analysis.bots import bot_table

    wanted = [f"{name}{end}" for name in ("win", "score") for end in _ENDS]
    parts = [
        bot_table(run).select(
            "policy", pl.lit(name).alias("run"), "deals", "seats", *wanted, "expected"
        )
        for name, run in zip(run_names(runs), runs, strict=True)
    ]
    return pl.concat(parts).sort("policy", maintain_order=True)
