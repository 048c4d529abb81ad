"""Bans beside a run: verdicts that rest on them, and what they are read from.

Where chance deals nothing, a run's own columns are correlations. A table of `realmvale ban` that
was played with the same cards then decides the verdicts.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from analysis.conditions import CAUSAL
from analysis.evidence import Schema, read_evidence
from analysis.runs import Run
from analysis.significance import q_values
from analysis.verdicts import BAN, MARGIN, UNSEEN, leading, survival, verdict
from sim.errors import RealmvaleError

_ENDS = ("", "_stderr", "_low", "_high")
NEEDED: Schema = {
    "policy": pl.String, "card": pl.String, "deals": pl.Int64, "seats": pl.Int64,
    **{f"{name}{end}": pl.Float64 for name in ("win_lost", "score_lost", "held_effect")
       for end in _ENDS},
    "win_lost_too_few": pl.Boolean, "score_lost_too_few": pl.Boolean,
    "held_effect_too_few": pl.Boolean, "used": pl.Float64, "forced": pl.Float64,
    "p_value": pl.Float64,
}  # fmt: skip


def read_bans(run: Run, path: Path) -> pl.DataFrame:
    """Read what `realmvale ban` wrote.

    Raises
    ------
    RealmvaleError
        If the file is none, is of another game, or names no card of the run.
    """
    table = read_evidence(path, "ban", str(run.manifest["game"]), NEEDED)
    if not set(table["card"]) & set(run.card_frame()["card"]):
        raise RealmvaleError(f"{path} bans no card that {run.name} is played with")
    return table


def about_run(run: Run, bans: pl.DataFrame, margin: float = MARGIN) -> pl.DataFrame:
    """Return the bans of a run's cards, with verdicts by `margin`, and q-values by bot.

    Parameters
    ----------
    run : Run
    bans : DataFrame
        As :func:`analysis.ban.ban` makes it.
    margin : float
        Fraction of win credit.
    """
    mine = bans.join(run.card_frame().select("card"), on="card", how="semi", maintain_order="left")
    words = [
        verdict(row["win_lost_low"], row["win_lost_high"], None, margin) if row["seats"] else UNSEEN
        for row in mine.iter_rows(named=True)
    ]
    judged = mine.with_columns(pl.Series("verdict", words, dtype=pl.String))
    return _with_q(judged, ["policy"]) if judged.height else judged


def _with_q(table: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Add q-values, taken within each group of rows."""
    groups = table.partition_by(keys, maintain_order=True) if keys else [table]
    return pl.concat(
        part.with_columns(
            pl.Series("q_value", q_values(part["p_value"].cast(pl.Float64).to_numpy())).fill_nan(
                None
            )
        )
        for part in groups
    )


def judging_bot(run: Run, bans: pl.DataFrame) -> str:
    """Return the bot whose bans judge a card for all: the strongest of the game's that was asked.

    The weak, middle and strong bot of the game come first; without any, the one asked first.
    """
    asked = bans["policy"].unique(maintain_order=True).to_list()
    known = [bot for judge in run.game.judges for bot in asked if bot.split(":")[0] == judge]
    return str((known or asked[:1])[-1])


def judged_by_bans(
    run: Run, pooled: pl.DataFrame, by_bot: pl.DataFrame, bans: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Return card tables, and which verdicts survive, with bans as what the verdicts rest on.

    Parameters
    ----------
    run : Run
    pooled, by_bot : DataFrame
        Card tables with verdicts (:func:`analysis.verdicts.with_verdicts`).
    bans : DataFrame
        As :func:`read_bans` returns them.

    Returns
    -------
    pooled, by_bot, survival : DataFrame
        Unchanged, with the run's own survival, where a column of the run is causal itself.
    """
    lead = leading(run.game, pooled)
    held = survival(run, pooled, by_bot)
    if lead is not None and lead.reading == CAUSAL:
        return pooled, by_bot, held
    main = bans.filter(pl.col("policy") == judging_bot(run, bans)).drop("policy")
    pooled = _judged(pooled, main, ["card"])
    by_bot = _judged(by_bot, bans, ["policy", "card"])
    # A verdict that rests on a ban is compared with bans in other hands, and with nothing else.
    asked = bans["policy"].unique(maintain_order=True).to_list()
    judged = survival(run, pooled, bans, asked)
    banned = pl.col("card").is_in(main["card"].to_list())
    held = pl.concat([judged.filter(banned), held.filter(~banned)])
    return pooled, by_bot, pooled.select("card").join(held, on="card", maintain_order="left")


def _judged(cards: pl.DataFrame, bans: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Put the effect of a ban and its verdict into the rows that it was measured for."""
    ends = ("", "_low", "_high", "_too_few")
    found = bans.select(
        *keys,
        *(pl.col(f"win_lost{end}").alias(f"ban_effect{end}") for end in ends),
        pl.col("seats").alias("ban_seats"),
        pl.col("deals").alias("ban_deals"),
        pl.col("verdict").alias("ban_verdict"),
        pl.col("p_value").alias("ban_p"),
    )
    joined = cards.join(found, on=keys, how="left", maintain_order="left")
    measured = pl.col("ban_verdict").is_not_null()

    def other(new: pl.Expr, old: str) -> pl.Expr:
        return pl.when(measured).then(new).otherwise(pl.col(old)).alias(old)

    joined = joined.with_columns(
        other(pl.col("ban_verdict"), "verdict"),
        other(pl.lit(BAN.name), "verdict_on"),
        other(pl.lit(BAN.reading), "verdict_reading"),
        other(pl.col("ban_p"), "p_value"),
    ).drop("ban_verdict", "ban_p")
    return _with_q(joined, keys[:-1])
