"""The card table by suit (or family) and by set: how an average card of each group does.

A seat counts once for each card of the group that it has, and once without for each that it has
not: the win credit of a group is that of its average card, weighted by how often each is met. So a
group's row reads like a card's, whatever the number of its cards.
"""

from __future__ import annotations

from typing import Literal

import polars as pl

from analysis.card_sums import EFFECTS, USES, VALUES, card_sums, groups
from analysis.card_uses import uses_of
from analysis.cards import effects_of
from analysis.deck import By, keys_of
from analysis.runs import Run
from analysis.tally import product

Group = Literal["suit", "set"]
#: Sums of which a group of g cards has g times what a card has, and products with all seats.
_PLAIN = VALUES
_OWN = [(a, b) for a in VALUES for b in VALUES if a <= b]


def group_table(run: Run, kind: Group, by: By = "pooled") -> pl.DataFrame:
    """Return one row a suit or set (and bot), in the order of the deck.

    Parameters
    ----------
    run : Run
        A run that kept its card rows.
    kind : {"suit", "set"}
    by : {"pooled", "policy"}

    Returns
    -------
    DataFrame
        ``policy`` (with ``by="policy"``), the group under `kind`, ``cards`` (how many it has), and
        for each of the run's conditions C: ``C_deals``, ``C_seats`` (a seat counts once for each
        card), ``C_rate``, ``C_win``, ``C_effect`` with interval; ``score_with``, ``score_without``,
        ``score_effect`` for cards held at the end; the columns of
        :func:`analysis.card_uses.card_uses`.
    """
    keys = [*keys_of(by), "card"]
    sizes = run.card_frame().group_by(pl.col(kind).fill_null("-").alias("card")).len("cards")
    named = pl.DataFrame({"card": groups(run, kind)}, schema={"card": pl.String})
    named = named.join(sizes.with_columns(pl.col("cards").cast(pl.Int64)), on="card", how="left",
                       maintain_order="left")  # fmt: skip
    if by == "policy":
        bots = pl.DataFrame({"policy": run.policies}, schema={"policy": pl.String})
        named = bots.join(named, how="cross")
    met = _of_one(card_sums(run, EFFECTS, by, kind), sizes)
    effects = effects_of(run, by, named, met)
    table = named
    ends = ("", "_low", "_high", "_too_few")
    for condition, _ in run.conditions():
        columns = [f"{m}{e}" for m in ("rate", "win", "effect") for e in ends]
        mine = effects.filter(pl.col("condition") == condition.name)
        chosen = [pl.col(c).alias(f"{condition.name}_{c}") for c in ("deals", *columns)]
        times = (pl.col("seats") * pl.col("cards")).round().cast(pl.Int64)
        chosen.insert(1, times.alias(f"{condition.name}_seats"))
        if condition.scores:
            chosen += [pl.col(f"score_{m}{e}") for m in ("with", "without", "effect") for e in ends]
        table = table.join(mine.select(*keys, *chosen), on=keys, how="left", maintain_order="left")
    uses = uses_of(run, by, named, card_sums(run, USES, by, kind))
    table = table.join(uses, on=keys, how="left", maintain_order="left")
    return table.rename({"card": kind})


def _of_one(met: pl.DataFrame, sizes: pl.DataFrame) -> pl.DataFrame:
    """Turn the sums of a group into those of its average card, which all seats compare with."""
    size = pl.col("cards")
    columns = [pl.col(name) / size for name in _PLAIN]
    squares = [product(a, b) for a, b in _OWN]
    columns += [pl.col(name) / size**2 for name in squares if name in met.columns]
    crossed = [name for name in met.columns if "all_" in name]
    columns += [pl.col(name) / size for name in crossed]
    # A seat that has one card of the group lacks the others.
    none = pl.when(size == 1).then(pl.col("full_deals")).otherwise(0).alias("full_deals")
    return met.join(sizes, on="card").with_columns(*columns, none).drop("cards")
