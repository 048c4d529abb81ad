"""Assumptions on the terminal, as plain data, and as CSV files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.assumption_section import told
from analysis.assumptions import ALL, ONE, OPEN, Assumptions
from analysis.conclusions import BOTS, CARD, SETS, SUMMONER
from analysis.present import DASH, count, interval, number, signed
from analysis.spreadsheet import csv_safe
from sim.disk import not_written

_TITLES = {
    SETS: "What the sets with assumed facts change: with them minus without",
    BOTS: "Who is ahead, percentage points of win credit",
    SUMMONER: "Summoners, percentage points of win credit",
    CARD: "Cards, percentage points of win credit",
}


def assumptions_json(found: Assumptions) -> dict[str, Any]:
    """Return the result as plain lists and numbers; what cannot be said is None."""
    return {
        "games": found.games,
        "margin": found.margin,
        "unknown": found.unknown or None,
        "without": list(found.without),
        "fields": found.field_table().to_dicts(),
        "cases": found.case_table().to_dicts(),
        "conclusions": found.conclusions.to_dicts(),
        "effects": found.effects.to_dicts(),
    }


def write_tables(found: Assumptions, folder: Path) -> None:
    """Write the tables of the result to a folder as CSV files.

    Raises
    ------
    RealmvaleError
        If they can't be written.
    """
    tables = {
        "assumptions": found.conclusions,
        "assumed_facts": found.field_table(),
        "cases": found.case_table(),
        "effects": found.effects,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, frame in tables.items():
            csv_safe(frame).write_csv(folder / f"{name}.csv")
    except OSError as error:
        raise not_written(folder, error) from error


def print_assumptions(console: Console, found: Assumptions) -> None:
    """Print facts, conclusions by kind, and what they amount to."""
    console.print(_facts(found))
    whole = found.conclusions.rename({"low": "estimate_low", "high": "estimate_high"})
    for kind, title in _TITLES.items():
        mine = whole.filter(pl.col("kind") == kind)
        open_ = mine.filter(pl.col("result") == OPEN)
        shown = mine.filter(pl.col("result") != OPEN) if kind == CARD else mine
        if shown.height:
            console.print(_table(title, shown, "score" if kind == SETS else "gain"))
        if kind == CARD and open_.height:
            console.print(f"Unclear with the facts as filed: {', '.join(open_['name'])}.")
    for sentence in sentences(found):
        console.print(sentence)


def sentences(found: Assumptions) -> list[str]:
    """Say what was played, and how many conclusions hold."""
    kinds = [case.kind for case in found.cases]
    alone, joint = kinds.count(ONE), kinds.count(ALL)
    fixed = [f for f in found.fields if not f.varied]
    said = [
        f"{count(found.games)} games of each case, on the same deals: the facts as filed,"
        f" {count(alone)} with one fact changed, {count(joint)} with all drawn at random."
        " A conclusion holds in a case if it points the same way; intervals are 95 %.",
        told(found.conclusions),
    ]
    if fixed:
        listed = ", ".join(dict.fromkeys(f.id for f in fixed))
        said.append(f"Assumed without a range, so not tried: {listed}.")
    return said


def _facts(found: Assumptions) -> Table:
    table = Table(title="Assumed facts", title_justify="left")
    for heading in ("Row", "Fact", "As filed", "Tried"):
        table.add_column(heading, overflow="fold")
    for f in found.fields:
        tried = ", ".join(f.values) if f.varied else DASH
        table.add_row(f.id, f.field, f.now or DASH, tried)
    return table


def _table(title: str, rows: pl.DataFrame, unit: Any) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("Conclusion on")
    for heading in ("Deals", "Estimate", "Over all cases", "Joint draws\nit holds in, %"):
        table.add_column(heading, justify="right")
    for heading in ("As filed", "Hangs on", "Moved most by", "Result"):
        table.add_column(heading, overflow="fold")
    for row in rows.iter_rows(named=True):
        table.add_row(
            row["name"],
            number(row["deals"], "count"),
            f"{signed(row['estimate'], unit)}\n{interval(row, 'estimate', unit, sign=True)}",
            f"{signed(row['lowest'], unit)} to {signed(row['highest'], unit)}",
            f"{number(row['joint_share'], 'share')}\n{interval(row, 'joint_share', 'share')}",
            row["word"],
            row["hangs_on"] or row["no_range"] or DASH,
            row["moved_by"] or DASH,
            row["result"],
        )
    return table
