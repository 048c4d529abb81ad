"""The answer first: the few sentences a report opens with."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.conditions import CONDITIONS
from analysis.length import TURN_CAP
from analysis.present import interval, number, signed
from analysis.runs import Run

#: Why a game ended, as a table shows it, and as a sentence goes on after "x % of games".
ENDS = {
    "discards": ("discard area full", "ended when the discard area was full"),
    "exhausted": ("nothing left to take", "ended because nothing was left to draw or take"),
    TURN_CAP: ("turn cap", "hit the turn cap and were scored as they stood"),
    "time": ("time over", "ended when the time for trading was over"),
}

Tables = dict[str, pl.DataFrame]


def ends_named() -> dict[str, str]:
    """Return a short name for each way to end."""
    return {end: short for end, (short, _) in ENDS.items()}


def sentences(run: Run, tables: Tables) -> list[str]:
    """Return the report's opening: best bot, extreme cards, ends."""
    said = [best_bot(run, tables["bots"], tables["bot_differences"])]
    if "cards" in tables:
        said.append(extreme_cards(tables["cards"]))
    return [*said, ways_to_end(tables["ends"])]


def best_bot(run: Run, bots: pl.DataFrame, differences: pl.DataFrame) -> str:
    """Say which bot leads, how surely, and by how much."""
    rows = [row for row in bots.iter_rows(named=True) if row["seats"]]
    best, even = rows[0], number(1 / run.players, "share")
    if len(rows) == 1:
        return (
            f"Only {best['policy']} played, so its win credit is the even share of {even} % by "
            f"construction; it scores {number(best['score'])} points on average"
            f"{_within(best, 'score', 'score')}."
        )
    first = (
        f"{best['policy']} plays best: {number(best['win'], 'share')} % win credit"
        f"{_within(best, 'win', 'share')}, where an even share is {even} %"
    )
    second = rows[1]
    pair = differences.filter(
        (pl.col("policy") == best["policy"]) & (pl.col("other") == second["policy"])
    )
    if pair.is_empty() or pair["win_difference"][0] is None:
        return first + "."
    gap = pair.row(0, named=True)
    lead = (
        f"{number(gap['win_difference'], 'gain')} percentage points ahead of "
        f"{second['policy']}, the next best ({interval(gap, 'win_difference', 'gain')})"
    )
    if gap["win_difference_low"] is None or gap["win_difference_low"] <= 0:
        return (
            f"No bot is shown to be the best: {best['policy']} leads with "
            f"{number(best['win'], 'share')} % win credit{_within(best, 'win', 'share')}, {lead}, "
            "an interval that holds zero."
        )
    return f"{first}; that is {lead}."


def _within(row: dict[str, Any], name: str, unit: Any) -> str:
    text = interval(row, name, unit)
    few = ", too few deals to lean on" if row.get(f"{name}_too_few") else ""
    return f" (95 % interval {text}{few})" if text else ""


def extreme_cards(cards: pl.DataFrame) -> str:
    """Say which card brings and which costs most, by the most causal condition there is."""
    for condition in CONDITIONS:
        name = f"{condition.name}_effect"
        if name not in cards.columns or condition.name in ("drawn", "taken", "received", "held"):
            continue
        sure = cards.filter(pl.col(name).is_not_null() & ~pl.col(f"{name}_too_few")).sort(name)
        if sure.height < 2:
            continue
        low, high = sure.row(0, named=True), sure.row(-1, named=True)
        text = (
            f"Of {cards.height} cards, {high['name']} brings most {condition.phrase}: "
            f"{_effect(high, name)} of win credit against seats without it; "
            f"{low['name']} the least: {_effect(low, name)}."
        )
        if condition.reading != "causal":
            text += " That is a correlation: bots choose what they hold."
        return text
    return "Too few deals were played to say which cards win."


def _effect(row: dict[str, Any], name: str) -> str:
    within = interval(row, name, "gain", sign=True)
    return f"{signed(row[name], 'gain')} percentage points ({within})"


def ways_to_end(ends: pl.DataFrame) -> str:
    """Say what share of games ended how."""
    parts = []
    for row in ends.iter_rows(named=True):
        _, clause = ENDS.get(row["end"], ("", f"ended by {row['end']}"))
        parts.append(f"{number(row['end_share'], 'share')} % of games {clause}")
    return "; ".join(parts) + "." if parts else ""
