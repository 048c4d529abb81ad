"""Verdicts on cards: is the effect large, not is it significant (DESIGN section 6).

Any difference becomes significant after enough games. So a verdict compares the whole interval of
a card's effect with a margin: the difference of win credit that a designer would act on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analysis.cards import card_effects
from analysis.conditions import CAUSAL, Condition
from analysis.deck import By, keys_of
from analysis.game import Game
from analysis.runs import Run
from analysis.significance import p_values, q_values

#: Fraction of win credit (one percentage point) up to which a difference counts as none.
MARGIN = 0.01
#: Beyond so many margins a card is too strong or too weak.
FAR = 3
#: A card kept in fewer offers than this share is dead.
DEAD = 0.02

TOO_STRONG, STRONG, FAIR, WEAK, TOO_WEAK = "too strong", "strong", "fair", "weak", "too weak"
DEAD_CARD, UNCLEAR, UNSEEN = "dead", "unclear", "-"
VERDICTS = (TOO_STRONG, STRONG, FAIR, WEAK, TOO_WEAK, DEAD_CARD, UNCLEAR, UNSEEN)
#: Which way a verdict points; what is missing points nowhere.
SIDES = {TOO_STRONG: 1, STRONG: 1, FAIR: 0, WEAK: -1, TOO_WEAK: -1, DEAD_CARD: -1}

SURVIVES, FALLS = "yes", "no"

#: The condition under which a banned card is judged (:mod:`analysis.ban_evidence`).
BAN = Condition(
    "ban",
    (),
    "Banned for one seat",
    "when banned for one seat",
    CAUSAL,
    "one seat may not use the card, on the same deals as without the ban: what it loses is what "
    "the card is worth to that bot, at tables of the same bot",
)


def verdict(
    low: float | None,
    high: float | None,
    kept_high: float | None = None,
    margin: float = MARGIN,
) -> str:
    """Return the verdict on a card whose effect has the interval `low` to `high`.

    Parameters
    ----------
    low, high : float or None
        Fractions of win credit, with minus without; None where there is no interval.
    kept_high : float or None
        Upper end of the interval of the share of offers in which the card is kept. A card that
        brings wins is not dead even if nobody takes those that others have thrown away.
    margin : float
        Fraction of win credit, more than 0.
    """
    if low is None or high is None:
        low, high = -np.inf, np.inf
    if low > margin:
        return TOO_STRONG if low > FAR * margin else STRONG
    if kept_high is not None and kept_high < DEAD:
        return DEAD_CARD
    if high < -margin:
        return TOO_WEAK if high < -FAR * margin else WEAK
    if low >= -margin and high <= margin:
        return FAIR
    return UNCLEAR


def leading(game: Game, cards: pl.DataFrame) -> Condition | None:
    """Return the condition whose effect says most about a card and that this table can answer."""
    named = {condition.name: condition for condition in game.conditions}
    for name in dict.fromkeys((*game.leads, *named)):
        column = f"{name}_effect"
        if column in cards.columns and cards[column].count():
            return named[name] if named[name].reading == CAUSAL else _banned(cards) or named[name]
    return _banned(cards)


def _banned(cards: pl.DataFrame) -> Condition | None:
    """Return the condition under which bans judged a card table, if any did."""
    column = f"{BAN.name}_effect"
    return BAN if column in cards.columns and cards[column].count() else None


def with_verdicts(
    run: Run, cards: pl.DataFrame, by: By = "pooled", margin: float = MARGIN
) -> pl.DataFrame:
    """Add verdicts to a card table (:func:`analysis.cards.card_table`).

    Parameters
    ----------
    run : Run
        The run the table is of.
    cards : DataFrame
        One row a card (and bot).
    by : {"pooled", "policy"}
        As the table was made; with ``"policy"`` q-values are taken within each bot's cards.
    margin : float
        Fraction of win credit.

    Returns
    -------
    DataFrame
        With ``verdict``; ``verdict_on``, the condition whose effect it judges, and
        ``verdict_reading`` (causal or correlational); ``p_value`` and ``q_value`` of no effect.
        A card that no seat met gets a dash, and nulls.
    """
    effects = card_effects(run, by)
    if by == "policy" and cards.height:
        parts = cards.partition_by(keys_of(by), maintain_order=True)
        return pl.concat([_judged(run.game, part, effects, by, margin) for part in parts])
    return _judged(run.game, cards, effects, by, margin)


def _judged(
    game: Game, cards: pl.DataFrame, effects: pl.DataFrame, by: By, margin: float
) -> pl.DataFrame:
    """Add verdicts to the rows of one bot, or of all."""
    lead = leading(game, cards)
    p = np.full(cards.height, np.nan)
    if lead is not None:
        on = [*keys_of(by), "card"]
        mine = effects.filter(pl.col("condition") == lead.name)
        found = cards.select(on).join(mine, on=on, how="left", maintain_order="left")
        deals = np.minimum(_floats(found, "deals"), _floats(found, "deals_without"))
        p = p_values(_floats(found, "effect"), _floats(found, "effect_stderr"), deals)
        p = np.where(found["effect_too_few"].fill_null(True).to_numpy(), np.nan, p)
    words = [_word(row, lead, margin) for row in cards.iter_rows(named=True)]
    seen = [word != UNSEEN for word in words]
    name = lead.name if lead else None
    reading = lead.reading if lead else None
    return cards.with_columns(
        pl.Series("verdict", words, dtype=pl.String),
        pl.Series("verdict_on", [name if s else None for s in seen], dtype=pl.String),
        pl.Series("verdict_reading", [reading if s else None for s in seen], dtype=pl.String),
        pl.Series("p_value", p).fill_nan(None),
        pl.Series("q_value", q_values(p)).fill_nan(None),
    )


def _floats(cards: pl.DataFrame, column: str) -> np.ndarray:
    return cards[column].cast(pl.Float64).fill_null(np.nan).to_numpy()


def _word(row: dict[str, Any], lead: Condition | None, margin: float) -> str:
    if not _met(row):
        return UNSEEN
    kept = row.get("kept_high") if row.get("times_offered") else None
    if lead is None:
        return verdict(None, None, kept, margin)
    effect = f"{lead.name}_effect"
    if row.get(f"{effect}_too_few"):  # an interval that can't be leaned on
        return verdict(None, None, kept, margin)
    return verdict(row[f"{effect}_low"], row[f"{effect}_high"], kept, margin)


def _met(row: dict[str, Any]) -> bool:
    """Tell whether anything happened between some seat and the card."""
    counts = [name for name in row if name.endswith("_seats") and name != "never_seats"]
    return any(row[name] for name in (*counts, "times_offered") if row.get(name) is not None)


def survival(
    run: Run,
    pooled: pl.DataFrame,
    by_bot: pl.DataFrame,
    policies: Sequence[str] | None = None,
) -> pl.DataFrame:
    """Tell whether each card's verdict holds in the hands of a weak, a middle and a strong bot.

    Parameters
    ----------
    run : Run
        A run; its game says which bots these are.
    pooled, by_bot : DataFrame
        Card tables with verdicts.
    policies : sequence of str, optional
        The bots that `by_bot` is about; those of the run if not stated.

    Returns
    -------
    DataFrame
        ``card``, ``verdict``, a column ``verdict_BOT`` for each of the three, and ``survives``:
        ``yes`` if all three point the same way as the pooled verdict, ``no`` if one doesn't, null
        if one of them did not play, or the pooled verdict is unclear.
    """
    known = run.policies if policies is None else policies
    names = {bot: [p for p in known if p.split(":")[0] == bot] for bot in run.game.judges}
    table = pooled.select("card", "verdict")
    for bot, played in names.items():
        mine = by_bot.filter(pl.col("policy") == (played[0] if played else ""))
        table = table.join(
            mine.select("card", pl.col("verdict").alias(f"verdict_{bot}")),
            on="card",
            how="left",
            maintain_order="left",
        )
    held = [_holds(row, list(names)) for row in table.iter_rows(named=True)]
    return table.with_columns(pl.Series("survives", held, dtype=pl.String))


def _holds(row: dict[str, Any], bots: Sequence[str]) -> str | None:
    side = SIDES.get(row["verdict"])
    found = [row[f"verdict_{bot}"] for bot in bots]
    if side is None or not found or None in found:
        return None
    return SURVIVES if all(SIDES.get(word) == side for word in found) else FALLS


def missing_judges(run: Run) -> list[str]:
    """Return the bots that a verdict should survive and that did not play."""
    played = {policy.split(":")[0] for policy in run.policies}
    return [bot for bot in run.game.judges if bot not in played]
