"""Two decks on the same deals: scores, seats, length and ends of the games as a whole."""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis.contrasts import Moments, moments_of
from analysis.intervals import Array
from analysis.whatif_sums import Layout, Tables, pair_names

VALUES = ("y", "n")
EVERYONE = "all"
MARGIN, SHARED, MOVED = "margin", "shared", "moved"


def quantities(layout: Layout) -> list[tuple[str, str]]:
    """Return what is compared, as (quantity, group), in the order of the rows.

    Quantities: ``score`` of all seats, by bot and by seat; ``win`` by bot (if there are several)
    and by seat; the game's length; ``margin`` between the two highest scores; ``shared``, games
    whose win was shared; ``end``, games that ended in each way; ``moved``, games that came out
    differently with the other deck.
    """
    bots = layout.policies if len(layout.policies) > 1 else []
    seats = [f"seat {seat + 1}" for seat in range(layout.players)]
    found = [("score", EVERYONE), *(("score", name) for name in (*bots, *seats))]
    found += [("win", name) for name in (*bots, *seats)]
    found += [(layout.game.length, EVERYONE), (MARGIN, EVERYONE), (SHARED, EVERYONE)]
    found += [("end", end) for end in layout.game.ends]
    return [*found, (MOVED, EVERYONE)]


def overview_moments(layout: Layout, before: Tables, after: Tables) -> Moments:
    """Return the moments of a block: rows as :func:`quantities`, y and n of each deck."""
    rows = quantities(layout)
    number = np.unique(before["games"]["deal"].to_numpy())
    a, b = (_dense(layout, tables, rows, number) for tables in (before, after))
    moved = _moved(before, after)
    place = np.searchsorted(number, moved["deal"].to_numpy())
    for dense in (a, b):
        dense[place, -1, 1] = moved["games"].to_numpy()
    b[place, -1, 0] = moved["moved"].to_numpy()
    return moments_of(pair_names(VALUES), np.concatenate([a, b], axis=2), (a != b).any(axis=2))


def _dense(layout: Layout, tables: Tables, rows: list[tuple[str, str]], deals: np.ndarray) -> Array:
    """Return an array deals x rows x (y, n)."""
    dense = np.zeros((deals.size, len(rows), len(VALUES)))
    frame = pl.concat([*_of_seats(tables), *_of_games(layout, tables)])
    names = pl.DataFrame(rows, schema=["quantity", "group"], orient="row").with_row_index("row")
    found = frame.join(names, on=["quantity", "group"])
    place = np.searchsorted(deals, found["deal"].to_numpy())
    dense[place, found["row"].to_numpy()] = found.select(VALUES).to_numpy()
    return dense


def _of_seats(tables: Tables) -> list[pl.DataFrame]:
    """Return sums of score and win credit by deal and group: everyone, each bot, each seat."""
    games = tables["games"].select("game", "deal")
    seats = tables["players"].join(games, on="game")
    found = []
    for group in (
        pl.lit(EVERYONE),
        pl.col("policy").cast(pl.String),
        pl.lit("seat ") + (pl.col("seat").cast(pl.Int64) + 1).cast(pl.String),
    ):
        sums = seats.group_by("deal", group.alias("group")).agg(
            pl.col("score").cast(pl.Float64).sum(),
            pl.col("win").sum(),
            pl.len().cast(pl.Float64).alias("n"),
        )
        found += [_named(sums, quantity, quantity) for quantity in ("score", "win")]
    return found


def _of_games(layout: Layout, tables: Tables) -> list[pl.DataFrame]:
    """Return sums over games by deal: length, lead of the winner, shared wins, ways to end."""
    length = layout.game.length
    score = pl.col("score").cast(pl.Float64)
    tops = (
        tables["players"]
        .group_by("game")
        .agg(
            (score.max() - score.top_k(2).min()).alias(MARGIN),
            ((pl.col("win") > 0).sum() > 1).cast(pl.Float64).alias(SHARED),
        )
    )
    games = tables["games"].join(tops, on="game").with_columns(pl.col("end").cast(pl.String))
    columns = [pl.col(name).cast(pl.Float64).sum() for name in (length, MARGIN, SHARED)]
    count = pl.len().cast(pl.Float64).alias("n")
    sums = games.group_by("deal").agg(*columns, count)
    sums = sums.with_columns(pl.lit(EVERYONE).alias("group"))
    found = [_named(sums, name, name) for name in (length, MARGIN, SHARED)]
    for end in layout.game.ends:
        each = games.group_by("deal").agg(
            (pl.col("end") == end).sum().cast(pl.Float64).alias("y"), count
        )
        found.append(_named(each.with_columns(pl.lit(end).alias("group")), "end", "y"))
    return found


def _named(sums: pl.DataFrame, quantity: str, column: str) -> pl.DataFrame:
    return sums.select(
        "deal", pl.lit(quantity).alias("quantity"), "group", pl.col(column).alias("y"), "n"
    )


def _moved(before: Tables, after: Tables) -> pl.DataFrame:
    """Return by deal the games, and those in which some seat's score is another one."""
    games = before["games"].select("game", "deal")
    both = (
        before["players"]
        .select("game", "seat", pl.col("score").alias("was"))
        .join(after["players"].select("game", "seat", "score"), on=["game", "seat"])
    )
    each = both.group_by("game").agg((pl.col("was") != pl.col("score")).any().alias("moved"))
    return (
        each.join(games, on="game")
        .group_by("deal")
        .agg(pl.len().cast(pl.Float64).alias("games"), pl.col("moved").sum().cast(pl.Float64))
    )
