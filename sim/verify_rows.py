"""What must be true of the rows of any block of a run, whichever game was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl

from sim.failures import FAILURES
from sim.game_run import GameRun
from sim.line_ups import line_up
from sim.streams import run_key

Tables = Mapping[str, pl.DataFrame]

_SEAT = ["game", "seat"]


def expected_seats(game: GameRun, first: int, last: int, left_out: set[int]) -> pl.DataFrame:
    """Return which games a block has and who sits where, one row a seat, in order.

    Returns
    -------
    DataFrame
        Columns ``game``, ``deal``, ``replicate``, ``rotation``, ``seat``, ``policy``.
    """
    plan, m = game.plan, int(game.rules.players)
    names = [policy.name for policy in game.policies]
    key, stream, places = run_key(plan.seed), np.zeros(1, np.uint64), np.zeros(m, np.int64)
    deals: list[int] = []
    rotations: list[int] = []
    who: list[np.ndarray] = []
    for deal in range(first, last):
        if deal in left_out:
            continue
        turns = line_up(key, deal, m, game.listed, places, stream)
        deals += [deal] * turns
        rotations += range(turns)
        who += [places[(np.arange(m) + turn) % m] for turn in range(turns)]
    once = pl.DataFrame(
        {
            "deal": pl.Series(deals, dtype=pl.Int64),
            "rotation": pl.Series(rotations, dtype=pl.Int64),
            "policy": pl.Series(
                [[names[place] for place in row] for row in who], dtype=pl.List(pl.String)
            ),
        }
    )
    replicates = pl.DataFrame({"replicate": pl.Series(range(plan.replicates), dtype=pl.Int64)})
    games = once.join(replicates, how="cross").with_columns(
        ((pl.col("deal") * plan.replicates + pl.col("replicate")) * m + pl.col("rotation")).alias(
            "game"
        ),
        pl.lit([list(range(m))]).list.first().alias("seat"),
    )
    order = ["game", "deal", "replicate", "rotation", "seat", "policy"]
    return games.sort("game").select(order).explode("seat", "policy")


def broken_rules(game: GameRun, tables: Tables, first: int, last: int) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a block's rows, as the table's name and a sentence."""
    games, players = tables["games"], tables["players"]
    left_out: set[int] = set()
    if FAILURES in tables:
        left_out = set(tables[FAILURES]["deal"].to_list())
        if any(not first <= deal < last for deal in left_out):
            yield FAILURES, f"it names deals outside of {first} to {last - 1}"
    seats = expected_seats(game, first, last, left_out)
    ids = seats.select("game", "deal", "replicate", "rotation").unique(maintain_order=True)
    yield from _same(ids, games, "games", "which games the block has")
    yield from _same(seats.select("game", "seat", "policy"), players, "players", "who sits where")
    yield from _ranks(players)
    for table in set(tables) - {"games", "players", FAILURES}:
        yield from _rows_of_seats(tables[table], players, table)
    if "cards" in tables:
        yield from _events(game, tables["cards"])


def _same(
    expected: pl.DataFrame, found: pl.DataFrame, table: str, what: str
) -> Iterator[tuple[str, str]]:
    """Compare columns that follow from the plan alone."""
    kept = found.select(pl.col(name).cast(expected.schema[name]) for name in expected.columns)
    difference = first_difference(expected, kept, "by the plan", "stored")
    if difference:
        yield table, f"{what} is not what the plan says: {difference}"


def _ranks(players: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """Ranks follow score and tie-break, and the winners share one win."""
    order = pl.struct("score", "tie_break")
    better = (pl.col("rank") - 1).cast(pl.Int64)
    each = players.with_columns(
        pl.col("rank").eq(1).sum().over("game").alias("winners"),
        pl.col("score").rank("min", descending=True).over("game").alias("by_score"),
        pl.col("score").rank("max", descending=True).over("game").alias("last_of_score"),
        pl.col("rank").n_unique().over(["game", order]).alias("ranks_of_equals"),
        pl.len().over(["game", "rank"]).alias("sharing"),
        pl.len().over(["game", order]).alias("equals"),
        better.alias("better"),
    )
    credit = pl.when(pl.col("rank") == 1).then(1.0 / pl.col("winners")).otherwise(0.0)
    checks = {
        "rank doesn't follow the score": (pl.col("rank") < pl.col("by_score"))
        | (pl.col("rank") > pl.col("last_of_score")),
        "seats with equal score and tie-break have other ranks": (pl.col("ranks_of_equals") != 1)
        | (pl.col("sharing") != pl.col("equals")),
        "win is not the winner's share": pl.col("win") != credit,
    }
    for what, wrong in checks.items():
        rows = each.filter(wrong | wrong.is_null())
        if rows.height:
            yield "players", f"{where(rows)}: {what}"


def _rows_of_seats(
    rows: pl.DataFrame, players: pl.DataFrame, table: str
) -> Iterator[tuple[str, str]]:
    """Every row belongs to a seat of the block, and none stands there twice."""
    strange = rows.join(players.select(_SEAT), on=_SEAT, how="anti")
    if strange.height:
        yield table, f"{where(strange)}: the block has no such seat"
    key = [*_SEAT, *(name for name in ("card", "round") if name in rows.columns)]
    twice = rows.filter(pl.struct(key).is_duplicated())
    if twice.height:
        yield table, f"{where(twice)}: it stands there twice"


def _events(game: GameRun, cards: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """Only known events happen, and a card ends in one hand or area."""
    events = game.manifest()["events"]
    known = sum(events.values())
    unknown = cards.filter((pl.col("events").cast(pl.Int64) | known) != known)
    if unknown.height:
        yield "cards", f"{where(unknown)}: an event that is none"
    final = cards.filter((pl.col("events").cast(pl.Int64) & events["final"]) > 0)
    twice = final.filter(pl.struct("game", "card").is_duplicated())
    if twice.height:
        yield "cards", f"{where(twice)}: the card ends with two seats"


def where(rows: pl.DataFrame) -> str:
    """Name the first of some rows by game, seat, card and round."""
    row = rows.row(0, named=True)
    names = ("game", "deal", "seat", "card", "round")
    said = [f"{name} {row[name]}" for name in names if name in row]
    return ", ".join(said[:1] + [part for part in said[1:] if not part.startswith("deal")])


def first_difference(
    one: pl.DataFrame, other: pl.DataFrame, one_is: str, other_is: str
) -> str | None:
    """Return where two tables first differ, in words; None if they are equal."""
    if one.schema != other.schema:
        return f"its columns are {_columns(other)}, expected {_columns(one)}"
    if one.equals(other):
        return None
    both = min(one.height, other.height)
    differs = pl.any_horizontal(
        one[name].head(both).ne_missing(other[name].head(both)).alias(name) for name in one.columns
    )
    at = one.head(both).select(differs.alias("differs"))["differs"].arg_max()
    if at is None or not one.head(both).select(differs.alias("differs"))["differs"][at]:
        more, which = (one, one_is) if one.height > both else (other, other_is)
        extra = abs(one.height - other.height)
        return f"{where(more.slice(both))} and {extra - 1:,} rows after it are there {which} only"
    left, right = one.row(at, named=True), other.row(at, named=True)
    name = next(name for name in one.columns if left[name] != right[name])
    place = where(one.slice(at, 1))
    return f"{place}: {name} is {left[name]} {one_is}, {right[name]} {other_is}"


def _columns(table: pl.DataFrame) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in table.schema.items())
