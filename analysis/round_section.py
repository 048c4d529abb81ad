"""The section about how a game of rounds runs."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis import round_plots
from analysis.metric import Unit
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, Table, count, interval, number, table
from analysis.runs import Run


def rounds_section(run: Run, tables: Tables) -> Section:
    """Answer how scores grow, and whether the seat in front stays there."""
    scores, leaders = tables["round_scores"], tables["leaders"]
    changes = tables["lead_changes"].row(0, named=True)
    policies = [p for p in tables["bots"]["policy"] if p in set(scores["policy"])]
    leading = [
        Column("round"),
        Column("games", header="Games that reached it"),
        Column("lead_games"),
        Column("leader_win"),
    ]
    text = [
        f"The lead changes {number(changes['lead_changes'])} times a game"
        f"{_within(changes, 'lead_changes', 'score')}; in {number(changes['unchanged'], 'share')} "
        f"% of {count(changes['games'])} games it never does"
        f"{_within(changes, 'unchanged', 'share')}. It changes when another seat is alone in front "
        "at the end of a round than was before; level scores change nothing."
    ]
    wide = _wide(scores, policies)
    return Section(
        "rounds",
        "How do scores grow, and does the seat in front win?",
        text,
        "Late rounds are those of games that lasted: fast games have left by then, so lines may "
        "bend downwards without anybody losing points. Who is in front is partly the better bot.",
        Picture(
            "rounds",
            round_plots.race(scores, policies, leaders, run.even_share),
            _alt(scores, policies, leaders),
        ),
        [
            table(leaders, leading, "leaders", "The seat alone in front at the end of a round"),
            *_artifacts(tables),
        ],
        [("Mean score of each bot, round by round", [table(*wide, "round_scores")])],
    )


def _artifacts(tables: Tables) -> list[Table]:
    """Return the table of artifacts, if the run has any."""
    if "artifacts" not in tables:
        return []
    columns = [Column(name) for name in ("artifact", "deals", "times_taken", "taken_share")]
    columns.append(Column("win_taken"))
    title = "Which artifacts are taken; the bots choose them, so nothing here is causal"
    return [table(tables["artifacts"], columns, "artifacts", title)]


def _within(row: dict[str, Any], name: str, unit: Unit) -> str:
    text = interval(row, name, unit)
    return f" (95 % interval {text})" if text else ""


def _wide(scores: pl.DataFrame, policies: list[str]) -> tuple[pl.DataFrame, list[Column]]:
    """Return the scores with one row a round, and a column a bot."""
    wide = scores.select("round").unique().sort("round")
    columns = [Column("round")]
    for place, policy in enumerate(policies):
        ends = ("", "_low", "_high", "_too_few")
        mine = scores.filter(pl.col("policy") == policy).select(
            "round", *(pl.col(f"round_score{end}").alias(f"bot_{place}{end}") for end in ends)
        )
        wide = wide.join(mine, on="round", how="left", maintain_order="left")
        columns.append(Column(f"bot_{place}", "round_score", policy))
    return wide, columns


def _alt(scores: pl.DataFrame, policies: list[str], leaders: pl.DataFrame) -> str:
    """Say in words what the picture shows."""
    last = scores.sort("round").group_by("policy").last()
    parts = []
    for policy in policies:
        row = last.filter(pl.col("policy") == policy).row(0, named=True)
        parts.append(f"{policy} {number(row['round_score'])} after round {row['round']}")
    chances = [
        f"{number(row['leader_win'], 'share')} % after round {row['round']}"
        for row in leaders.iter_rows(named=True)
        if row["leader_win"] is not None
    ]
    return (
        "Left, the mean score of each bot by round: "
        + ", ".join(parts)
        + ". Right, how often the seat alone in front wins: "
        + ", ".join(chances)
        + "."
    )
