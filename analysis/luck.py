"""How much of a result is luck, and how many games it takes to see past it (DESIGN section 6).

Every game of a deal is played four times: twice as it is, each time with other chance of the
policies, and twice with everything anew that lies hidden when the first decision is made. What
stays the same and what then differs tells what the variance is due to
(:mod:`analysis.variance_parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from scipy.special import ndtri

from analysis.intervals import ENOUGH_DEALS, LEVEL, Array, divide
from analysis.power import ALPHA, POWER, games_needed
from analysis.setting import Setting, played
from analysis.variance_parts import (
    BOOTSTRAPS,
    SOURCES,
    Results,
    bootstrapped,
    deal_features,
)

if TYPE_CHECKING:
    from sim.game_run import GameRun

Tables = dict[str, pl.DataFrame]
Ticker = Callable[[int], None]

#: What is measured of each seat.
MEASURES = ("score", "win")
#: How often each game is played, and on how many orders of the pile.
TIMES, ORDERS = 4, 2
#: Differences that a playtester may want to see: points of score, fractions of win credit.
DIFFERENCES = {"score": (2.0, 5.0, 10.0), "win": (0.02, 0.05, 0.10)}


def luck(
    setting: Setting,
    specs: Sequence[str],
    games: int,
    tick: Ticker | None = None,
) -> pl.DataFrame:
    """Play a game with its chance redrawn bit by bit, and share its variance out.

    Parameters
    ----------
    setting : Setting
        What is played.
    specs : sequence of str
        The bots of the line-up, as a command line states them.
    games : int
        Different games, in whole deals; each is played ``TIMES`` times.
    tick : callable, optional
        Called with numbers of games played.

    Returns
    -------
    DataFrame
        As :func:`luck_table` makes it.
    """
    played_twice = _twice(setting.seat(specs, games))
    names = list(dict.fromkeys(played_twice.labels))
    runs = [played_twice.changed(redrawn=number) for number in range(ORDERS)]
    blocks = [played(run, _results, setting.workers, tick) for run in runs]
    features = [
        _features(one, two, setting.players, names) for one, two in zip(*blocks, strict=True)
    ]
    found = {measure: np.concatenate([made[measure] for made in features]) for measure in MEASURES}
    return luck_table(found, setting.players, len(names))


def _twice(game: GameRun) -> GameRun:
    """Return the same deals, each game of them played twice, by other chance of the policies."""
    twice = TIMES // ORDERS
    plan = replace(game.plan, replicates=twice, games=twice * game.plan.games)
    return game.changed(plan=plan)


def _results(tables: Tables) -> pl.DataFrame:
    """Keep of a block what each seat made of each game."""
    games = tables["games"].select("game", "deal", "replicate", "rotation")
    seats = tables["players"].select("game", "seat", pl.col("policy").cast(pl.String), *MEASURES)
    return seats.join(games, on="game").drop("game")


def _features(
    one: pl.DataFrame, two: pl.DataFrame, seats: int, names: list[str]
) -> dict[str, Array]:
    """Put the games of a block and those with their piles redrawn together."""
    keys = ["deal", "rotation", "seat"]
    whole = pl.concat([one.with_columns(order=pl.lit(0)), two.with_columns(order=pl.lit(1))])
    rows = (
        whole.sort(*keys, "order", "replicate")
        .group_by(*keys, maintain_order=True)
        .agg(pl.col("policy").first(), *(pl.col(measure) for measure in MEASURES))
    )
    deal = np.unique(rows["deal"].to_numpy(), return_inverse=True)[1]
    bot = rows["policy"].replace_strict(names, range(len(names)), return_dtype=pl.Int64)
    place = (deal.astype(np.int64), rows["seat"].cast(pl.Int64).to_numpy(), bot.to_numpy())
    return {
        measure: deal_features(
            Results(*place, np.array(rows[measure].to_list(), np.float64).reshape(-1, TIMES)),
            seats,
            len(names),
        )
        for measure in MEASURES
    }


def luck_table(
    features: dict[str, Array], seats: int, bots: int, draws: int = BOOTSTRAPS
) -> pl.DataFrame:
    """Return the shares of the variance of each measure, one row a measure and source.

    Parameters
    ----------
    features : dict
        Measure to what :func:`analysis.variance_parts.deal_features` makes of its results.
    seats, bots : int
        Seats of a game, bots of the line-up.
    draws : int
        Draws of the bootstrap.

    Returns
    -------
    DataFrame
        ``measure``, ``source``, ``deals``, ``seats`` (games of seats that were played), ``sd`` (the
        square root of the variance that is due to it), ``share`` of the whole variance with
        stderr, interval (by bootstrap over deals) and the mark of too few; and for each measure a
        row ``all``, whose sd is that of a seat's results.
    """
    rows: list[dict[str, object]] = []
    for measure, mine in features.items():
        variance, drawn = bootstrapped(mine, seats, bots, draws=draws)
        deals = len(mine)
        about = {
            "measure": measure,
            "deals": deals,
            "seats": round(TIMES * float(mine[:, : seats * bots].sum())),
        }
        total = float(variance.sum())
        share = divide(variance, np.array(total))
        spread = divide(drawn, drawn.sum(axis=1, keepdims=True)).std(axis=0, ddof=1)
        half = ndtri(0.5 + LEVEL / 2) * spread
        few = deals < ENOUGH_DEALS
        for k, source in enumerate(SOURCES):
            if bots == 1 and source in ("bot", "bot_by_seat", "bot_by_deal"):
                continue
            ends = np.clip([share[k], share[k] - half[k], share[k] + half[k]], 0, 1)
            rows.append(
                about
                | {"source": source, "sd": np.sqrt(max(float(variance[k]), 0.0))}
                | dict(zip(("share", "share_low", "share_high"), ends.tolist(), strict=True))
                | {"share_stderr": float(spread[k]), "share_too_few": few}
            )
        rows.append(about | {"source": "all", "sd": np.sqrt(max(total, 0.0))})
    names = ("share", "share_stderr", "share_low", "share_high")
    schema: dict[str, pl.DataType] = {
        "measure": pl.String(), "source": pl.String(), "deals": pl.Int64(), "seats": pl.Int64(),
        "sd": pl.Float64(), **dict.fromkeys(names, pl.Float64()), "share_too_few": pl.Boolean(),
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema).with_columns(pl.selectors.float().fill_nan(None))


def result_sd(table: pl.DataFrame, measure: str) -> float:
    """Return the standard deviation of a player's results: all variance but that between bots."""
    mine = table.filter(pl.col("measure") == measure)
    sds = dict(mine.select("source", "sd").iter_rows())
    whole = sds.get("all") or 0.0
    return float(np.sqrt(max(whole**2 - (sds.get("bot") or 0.0) ** 2, 0.0)))


def games_table(
    table: pl.DataFrame, differences: dict[str, Sequence[float]] | None = None
) -> pl.DataFrame:
    """Return how many games a playtester must play to see a difference.

    Parameters
    ----------
    table : DataFrame
        As :func:`luck_table` makes it.
    differences : dict, optional
        Measure to the differences to be seen; ``DIFFERENCES`` if not stated.

    Returns
    -------
    DataFrame
        ``measure``, ``difference``, ``sd`` (of a player's results), ``games_one``: games of one
        player whose mean is compared with a known value, and ``games_two``: games with each of two
        versions; by Student's t test with alpha 5 % and power 80 %, null where none are enough.
    """
    rows = []
    for measure, wanted in (differences or DIFFERENCES).items():
        sd = result_sd(table, measure)
        for difference in wanted:
            found = [games_needed(difference, sd, versions, ALPHA, POWER) for versions in (1, 2)]
            rows.append((measure, difference, sd, *found))
    schema = {"measure": pl.String, "difference": pl.Float64, "sd": pl.Float64,
              "games_one": pl.Int64, "games_two": pl.Int64}  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")
