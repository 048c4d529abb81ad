"""What becomes of a card: how often it is taken, kept or lost, when, and what it brings."""

from __future__ import annotations

import polars as pl

from analysis.card_sums import USES, card_sums
from analysis.deck import By, deck, keys_of
from analysis.runs import Run
from analysis.tally import with_ratio


def card_uses(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return one row a card (and bot): what became of it.

    Returns
    -------
    DataFrame
        ``policy`` (with ``by="policy"``), ``card``, the counts of the game's description
        (``times_offered`` and others), and the metrics made of them with intervals: for Fantasy
        Realms ``kept``, ``blanked``, ``points``, ``turn_taken``.
    """
    return run.once(
        ("card_uses", by), lambda: uses_of(run, by, deck(run, by), card_sums(run, USES, by))
    )


def uses_of(run: Run, by: By, cards: pl.DataFrame, met: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of :func:`card_uses` for the rows of `cards`, from the tally `met`."""
    keys = [*keys_of(by), "card"]
    counts, uses = run.game.counts, run.game.uses
    names = [count.name for count in counts]
    tally = cards.select(*keys).join(met, on=keys, how="left")
    tally = tally.with_columns(pl.exclude(keys).fill_null(0))
    for use in uses:
        tally = with_ratio(tally, use.metric, use.counted, use.over, use.kind)
    rated = "|".join(use.metric for use in uses)
    return tally.select(*keys, *names, pl.col(f"^({rated})(_stderr|_low|_high|_too_few)?$"))
