"""Verdicts in sentences: which cards to look at first, and what a verdict rests on."""

from __future__ import annotations

import polars as pl

from analysis.conditions import CAUSAL
from analysis.judged import whose_cards
from analysis.present import count, number
from analysis.runs import Run
from analysis.verdicts import (
    BAN,
    DEAD_CARD,
    FALLS,
    STRONG,
    SURVIVES,
    TOO_STRONG,
    TOO_WEAK,
    VERDICTS,
    WEAK,
    leading,
    missing_judges,
)

#: Names listed of a verdict before the rest is only counted.
LISTED = 5


def verdict_words(run: Run, cards: pl.DataFrame, margin: float) -> str:
    """Name the cards that a designer should look at first, for the report's opening."""
    lead = leading(run.game, cards)
    if lead is None:
        return ""
    phrase = f"{lead.phrase}{whose_cards(cards)}"
    parts = []
    for word, descending in ((TOO_STRONG, True), (TOO_WEAK, False), (DEAD_CARD, False)):
        mine = cards.filter(pl.col("verdict") == word)
        mine = mine.sort(f"{lead.name}_effect", descending=descending, nulls_last=True)
        if mine.height:
            are = "is" if mine.height == 1 else "are"
            parts.append(f"{_names(mine['name'].to_list())} {are} {word}")
    milder = cards.filter(pl.col("verdict").is_in([STRONG, WEAK])).height
    if not parts:
        far = f"by more than {number(300 * margin)} percentage points of win credit"
        judged = cards.filter(pl.col("verdict") != VERDICTS[-1]).height
        text = f"No card of {count(judged)} is shown to be off {far} {phrase}"
    else:
        text = f"With a margin of {number(100 * margin)} percentage points {phrase}, "
        text += "; ".join(parts)
    text += f"; {milder} more {_are(milder)} strong or weak." if milder else "."
    if lead.reading != CAUSAL:
        text += f" These verdicts rest on a correlation: {run.game.who}s choose {run.game.choice}."
    return text


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _names(names: list[str]) -> str:
    shown, more = names[:LISTED], len(names) - LISTED
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([*([", ".join(shown[:-1])] if shown[1:] else []), shown[-1]])


def explained(run: Run, cards: pl.DataFrame, margin: float) -> list[str]:
    """Say what the verdicts rest on and how many cards got which; nothing without verdicts."""
    lead = leading(run.game, cards)
    if lead is None or "verdict" not in cards.columns:
        return []
    counts = dict(cards.group_by("verdict").len().iter_rows())
    listed = ", ".join(f"{counts[word]} {word}" for word in VERDICTS[:-1] if word in counts)
    share = number(100 * margin / run.even_share)
    said = (
        f"Verdicts judge the {lead.header.lower()} effect, which is {lead.reading}, by a margin of "
        f"{number(100 * margin)} percentage points of win credit ({share} % of an even share): "
        f"{listed}."
    )
    if lead.reading != CAUSAL:
        said += " They are no more than hints" + (
            ": `realmvale ban` measures what a card itself is worth." if run.game.simulated else "."
        )
    return [said, _survival(run, cards)] if run.game.judges else [said]


def _survival(run: Run, cards: pl.DataFrame) -> str:
    """Say whether the verdicts hold for a weak, a middle and a strong bot."""
    lead = leading(run.game, cards)
    lacking = missing_judges(run)
    bots = ", ".join(run.game.judges)
    if lead == BAN and not cards["survives"].count():
        asked = " ".join(f"--policy {bot}" for bot in run.game.judges)
        return (
            f"Whether a verdict holds for a weak, a middle and a strong bot ({bots}) can't be "
            f"said: bans in the hands of all three tell it (`realmvale ban ... {asked}`)."
        )
    if lacking and lead != BAN:
        return (
            f"Whether a verdict holds for a weak, a middle and a strong bot ({bots}) can't be "
            f"said: {', '.join(lacking)} did not play."
        )
    found = cards["survives"].to_list() if "survives" in cards.columns else []
    yes, no = found.count(SURVIVES), found.count(FALLS)
    return (
        f"{count(yes)} of {count(yes + no)} clear verdicts hold in the hands of each of {bots} as "
        "well."
    )
