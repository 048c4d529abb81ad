"""What becomes of a card: how often it is taken, kept or lost, when, and what it brings."""

from __future__ import annotations

import polars as pl

from analysis.deck import By, deck, keys_of
from analysis.game import Count
from analysis.runs import Block, Run
from analysis.tally import deal_sums, moments, with_ratio


def card_uses(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return one row a card (and bot): what became of it.

    Returns
    -------
    DataFrame
        ``policy`` (with ``by="policy"``), ``card``, the counts of the game's description
        (``times_offered`` and others), and the metrics made of them with intervals: for Fantasy
        Realms ``kept``, ``blanked``, ``points``, ``turn_taken``.
    """
    return run.once(("card_uses", by), lambda: _card_uses(run, by))


def _card_uses(run: Run, by: By) -> pl.DataFrame:
    keys = [*keys_of(by), "card"]
    counts, uses = run.game.counts, run.game.uses
    names = [count.name for count in counts]
    ratios = [(use.counted, use.over) for use in uses]

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats().select("game", "seat", "deal", "policy")
        rows = block.table("cards").join(seats, on=["game", "seat"])
        counted = rows.select(*keys, "deal", *(_counted(count, run.events) for count in counts))
        return moments(deal_sums(counted, keys, names), keys, ratios, sums=names)

    tally = deck(run, by).select(*keys).join(run.tally(sums, keys), on=keys, how="left")
    tally = tally.with_columns(pl.exclude(keys).fill_null(0))
    for use in uses:
        tally = with_ratio(tally, use.metric, use.counted, use.over, use.kind)
    rated = "|".join(use.metric for use in uses)
    return tally.select(*keys, *names, pl.col(f"^({rated})(_stderr|_low|_high|_too_few)?$"))


def _counted(count: Count, events: dict[str, int]) -> pl.Expr:
    """Return what a card row adds to a count, as int64."""

    def happened(event: str) -> pl.Expr:
        return (pl.col("events").cast(pl.Int32) & events.get(event, 0)) != 0

    value = pl.lit(1, pl.Int64)
    if count.column:
        column = pl.col(count.column)
        value = (column.is_not_null() if count.known else column.fill_null(0)).cast(pl.Int64)
    wanted = [happened(event) for event in count.also]
    if count.events:
        wanted.append(pl.any_horizontal(happened(event) for event in count.events))
    if count.given:
        wanted.append(pl.col(count.given).is_not_null())
    counted = pl.when(pl.all_horizontal(wanted)).then(value).otherwise(0) if wanted else value
    return counted.alias(count.name)
