"""What cards do in several runs: each card's effect in each, and how far effects spread.

The spread of the true effects is estimated apart from the noise of the estimates: the variance
between cards is that of the estimates less the mean of their squared standard errors (the method of
moments of a random-effects meta-analysis, DerSimonian and Laird 1986, with equal weights).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy.special import ndtr

from analysis.cards import card_effects, card_table
from analysis.runs import Run
from analysis.side_by_side import run_names
from analysis.significance import q_values
from analysis.verdicts import leading

_Z = 1.959964


def lead_effects(run: Run) -> pl.DataFrame:
    """Return each card's effect by the condition that says most about it.

    Returns
    -------
    DataFrame
        ``card``, ``name``, ``suit``, ``condition``, ``seats`` with, ``effect`` with interval; no
        rows for a run that kept no cards.
    """
    text = dict.fromkeys(("card", "name", "suit", "condition"), pl.String)
    numbers = dict.fromkeys(("effect", "effect_stderr", "effect_low", "effect_high"), pl.Float64)
    empty = {**text, "seats": pl.Int64, **numbers, "effect_too_few": pl.Boolean}
    lead = leading(run.game, card_table(run)) if run.has_cards else None
    if lead is None:
        return pl.DataFrame(schema=empty)
    effects = card_effects(run).filter(pl.col("condition") == lead.name)
    return effects.select(*empty).cast(empty)  # type: ignore[arg-type]


def side_cards(runs: Sequence[Run]) -> pl.DataFrame:
    """Return the effect of each card in each run, and its change against the first run.

    Returns
    -------
    DataFrame
        ``card``, ``name``, ``run``, ``condition``, ``seats``, ``effect`` with interval; ``change``
        (the run minus the first) with an interval as of independent runs, which is the wider one
        where deals are shared, and ``q_value`` over the run's cards that are in both; null for the
        first run and for cards that it lacks. ``deck`` says what became of the card in the run:
        ``both``, ``new``, ``new version`` (a card of this name took the place of another) or, in
        the rows of the first run, ``gone`` where no other run has it.
    """
    first = lead_effects(runs[0]).select(
        "card",
        pl.col("effect").alias("before"),
        pl.col("effect_stderr").alias("before_stderr"),
        pl.col("effect_too_few").alias("before_too_few"),
        pl.col("condition").alias("before_condition"),
    )
    decks = [_deck(run) for run in runs]
    parts = []
    for place, (name, run) in enumerate(zip(run_names(runs), runs, strict=True)):
        mine = lead_effects(run).with_columns(pl.lit(name).alias("run"))
        mine = mine.join(first, on="card", how="left", maintain_order="left")
        same = pl.col("condition") == pl.col("before_condition")
        known = pl.when(same & pl.lit(place > 0))
        width = (pl.col("effect_stderr") ** 2 + pl.col("before_stderr") ** 2).sqrt()
        change = pl.col("effect") - pl.col("before")
        few = pl.col("effect_too_few") | pl.col("before_too_few").fill_null(True)
        mine = mine.with_columns(
            known.then(change).alias("change"),
            known.then(change - _Z * width).alias("change_low"),
            known.then(change + _Z * width).alias("change_high"),
            few.alias("change_too_few"),
            pl.when(width > 0).then(change / width).alias("z"),
        )
        became = [_became(decks, place, card) for card in mine["card"]]
        parts.append(
            mine.with_columns(
                pl.Series("q_value", _q(mine), dtype=pl.Float64, nan_to_null=True),
                pl.Series("deck", became, dtype=pl.String),
            ).drop("before", "before_stderr", "before_too_few", "before_condition", "z")
        )
    first_columns = ["card", "name", "suit", "run"]
    whole = pl.concat(parts)
    return whole.select(*first_columns, pl.exclude(first_columns)).sort("card", maintain_order=True)


def _q(cards: pl.DataFrame) -> np.ndarray:
    """Return the q-value of each change that rests on enough deals in both runs."""
    z = cards.select(
        pl.when(pl.col("change").is_not_null() & ~pl.col("change_too_few")).then(pl.col("z"))
    )["z"].cast(pl.Float64).fill_null(float("nan")).to_numpy()  # fmt: skip
    return q_values(2 * ndtr(-np.abs(z)))


def _deck(run: Run) -> dict[str, str]:
    """Return the cards of a run's deck: id to name."""
    return {str(card["id"]): str(card["name"]) for card in run.manifest.get("cards", [])}


def _became(decks: Sequence[dict[str, str]], place: int, card: str) -> str:
    """Say what became of a card between the first run's deck and that of another."""
    first = decks[0]
    if place == 0:
        return "both" if any(card in deck for deck in decks[1:]) else "gone"
    if card in first:
        return "both"
    return "new version" if decks[place].get(card) in first.values() else "new"


def side_spread(runs: Sequence[Run]) -> pl.DataFrame:
    """Return how far the effects of cards spread in each run.

    Returns
    -------
    DataFrame
        ``run``, ``condition``, ``cards`` (with an effect; those with
        too few deals only where there are no others), ``spread_seen`` (standard deviation of
        the estimates), ``noise`` (root mean square of their standard errors), ``spread`` (of the
        true effects: what noise leaves, never below 0), ``highest``, ``lowest`` (name and effect).
    """
    rows = []
    for name, run in zip(run_names(runs), runs, strict=True):
        known = lead_effects(run).filter(
            pl.col("effect").is_not_null() & pl.col("effect_stderr").is_not_null()
        )
        sure = known.filter(~pl.col("effect_too_few"))
        known = sure if sure.height > 1 else known  # a few seats say little, and not how little
        effect, stderr = known["effect"].to_numpy(), known["effect_stderr"].to_numpy()
        several = known.height > 1
        seen = float(np.var(effect, ddof=1)) if several else None
        noise = float(np.mean(stderr**2)) if several else None
        best = known.sort("effect", descending=True)
        rows.append(
            {
                "run": name,
                "condition": known["condition"][0] if known.height else None,
                "cards": known.height,
                "spread_seen": None if seen is None else seen**0.5,
                "noise": None if noise is None else noise**0.5,
                "spread": None if seen is None or noise is None else max(0.0, seen - noise) ** 0.5,
                "highest": best["name"][0] if several else None,
                "highest_effect": best["effect"][0] if several else None,
                "lowest": best["name"][-1] if several else None,
                "lowest_effect": best["effect"][-1] if several else None,
            }
        )
    schema = {"run": pl.String, "condition": pl.String, "cards": pl.Int64,
              "spread_seen": pl.Float64, "noise": pl.Float64, "spread": pl.Float64,
              "highest": pl.String, "highest_effect": pl.Float64, "lowest": pl.String,
              "lowest_effect": pl.Float64}  # fmt: skip
    return pl.DataFrame(rows, schema=schema)
