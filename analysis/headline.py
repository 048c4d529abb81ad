"""The answer first: the few sentences a report opens with."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.bots import all_meet_equally
from analysis.game import Game
from analysis.judged import judged_cards, whose_cards
from analysis.part import Tables
from analysis.present import interval, number, signed
from analysis.runs import Run
from analysis.verdict_words import verdict_words
from analysis.verdicts import MARGIN


def sentences(run: Run, tables: Tables, margin: float = MARGIN) -> list[str]:
    """Return the report's opening, a paragraph each: bots, cards, and how games go."""
    cards, _ = judged_cards(run, tables)
    verdicts = verdict_words(run, cards, margin) if cards is not None else ""
    told = [
        [best_bot(run, tables["bots"], tables["bot_differences"]), unlike_tables(run)],
        [extreme_cards(run.game, cards, warn=not verdicts), verdicts] if cards is not None else [],
        [
            ways_to_end(run.game, tables["ends"]) if "ends" in tables else "",
            leader(run, tables["leaders"]) if "leaders" in tables else "",
        ],
    ]
    said = [" ".join(sentence for sentence in part if sentence) for part in told]
    return [paragraph for paragraph in said if paragraph]


def best_bot(run: Run, bots: pl.DataFrame, differences: pl.DataFrame) -> str:
    """Say which bot leads, how surely, and by how much."""
    rows = [row for row in bots.iter_rows(named=True) if row["seats"]]
    best, even = rows[0], number(run.even_share, "share")
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
    if gap["win_difference_low"] is None or gap["win_difference_low"] <= 0:
        return (
            f"No {run.game.who} is shown to be the best: {best['policy']} leads with "
            f"{number(best['win'], 'share')} % win credit{_within(best, 'win', 'share')}; on the "
            f"deals it shares with {second['policy']}, the next best, the difference is "
            f"{signed(gap['win_difference'], 'gain')} percentage points "
            f"({interval(gap, 'win_difference', 'gain', sign=True)}), which may be chance."
        )
    lead = (
        f"{number(gap['win_difference'], 'gain')} percentage points ahead of "
        f"{second['policy']}, the next best ({interval(gap, 'win_difference', 'gain')})"
    )
    return f"{first}; that is {lead}."


def unlike_tables(run: Run) -> str:
    """Say so where not all bots met equally often; their order is partly that of opponents."""
    if all_meet_equally(run):
        return ""
    return "They didn't all meet equally often: whoever met weaker ones won more."


def _within(row: dict[str, Any], name: str, unit: Any) -> str:
    text = interval(row, name, unit)
    few = ", too few deals to lean on" if row.get(f"{name}_too_few") else ""
    return f" (95 % interval {text}{few})" if text else ""


def extreme_cards(game: Game, cards: pl.DataFrame, warn: bool = True) -> str:
    """Say which card brings and which costs most, by the most causal condition there is.

    With `warn` it says so where that is a correlation.
    """
    named = {condition.name: condition for condition in game.conditions}
    for condition in (named[lead] for lead in game.leads):
        name = f"{condition.name}_effect"
        if name not in cards.columns:
            continue
        sure = cards.filter(pl.col(name).is_not_null() & ~pl.col(f"{name}_too_few")).sort(name)
        if sure.height < 2:
            continue
        low, high = sure.row(0, named=True), sure.row(-1, named=True)
        met = f"{sure.height} of the " if sure.height < cards.height else ""
        rare = " that were met often enough" if met else ""
        text = (
            f"Of {met}{cards.height} cards{rare}, {high['name']} brings most {condition.phrase}"
            f"{whose_cards(cards)}: "
            f"{_effect(high, name)} of win credit against seats without it; "
            f"{low['name']} the least: {_effect(low, name)}."
        )
        if warn and condition.reading != "causal":
            text += f" That is a correlation: {game.who}s choose {game.choice}."
        return text
    return "Too few deals were played to say which cards win."


def _effect(row: dict[str, Any], name: str) -> str:
    within = interval(row, name, "gain", sign=True)
    return f"{signed(row[name], 'gain')} percentage points ({within})"


def ways_to_end(game: Game, ends: pl.DataFrame) -> str:
    """Say what share of games ended how."""
    parts = []
    for row in ends.iter_rows(named=True):
        words = game.ends.get(row["end"])
        clause = words.clause if words else f"ended by {row['end']}"
        parts.append(f"{number(row['end_share'], 'share')} % of games {clause}")
    return "; ".join(parts) + "." if parts else ""


def leader(run: Run, leaders: pl.DataFrame) -> str:
    """Say how often whoever is in front in the middle of the game wins."""
    rows = leaders.filter(pl.col("round") == run.game.lead_round)
    if rows.is_empty() or rows["leader_win"][0] is None:
        return ""
    row = rows.row(0, named=True)
    return (
        f"Whoever is alone in front after round {row['round']} wins "
        f"{number(row['leader_win'], 'share')} % of games{_within(row, 'leader_win', 'share')}, "
        f"where an even share is {number(1 / run.players, 'share')} %."
    )
