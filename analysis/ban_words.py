"""Bans on the terminal."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.present import DASH, interval, number, signed

_COLUMNS = (
    ("Win credit lost, points\n(causal)", "win_lost", "gain"),
    ("Score lost\n(causal)", "score_lost", "score"),
    ("{used}, points\n(correlational)", "held_effect", "gain"),
)


def print_bans(console: Console, bans: pl.DataFrame, used: str) -> None:
    """Print what each card is worth, a table a bot; `used` is what using a card is called."""
    for mine in bans.partition_by("policy", maintain_order=True):
        console.print(_table(mine, used))
    console.print(
        "Win credit lost: what a seat of this bot loses when the card is banned for it alone, at"
        " tables of the same bot. Other bots, and other opponents, may make more or less of it."
    )


def _table(bans: pl.DataFrame, used: str) -> Table:
    deals = number(bans["deals"].max(), "count")  # type: ignore[arg-type]
    title = f"{bans['policy'][0]}: cards banned for one seat, {deals} deals"
    table = Table(title=title, title_justify="left")
    table.add_column("Card")
    table.add_column("Verdict")
    headings = [heading.format(used=used) for heading, _, _ in _COLUMNS]
    for heading in (*headings, f"{used}, %", "Forced on it, %", "q"):
        table.add_column(heading, justify="right")
    for row in bans.iter_rows(named=True):
        table.add_row(
            row["name"],
            row["verdict"],
            *(_estimate(row, name, unit) for _, name, unit in _COLUMNS),
            number(row["used"], "share"),
            number(row["forced"], "share"),
            number(row["q_value"], "probability"),
        )
    return table


def _estimate(row: dict[str, Any], name: str, unit: Any) -> str:
    if row[name] is None:
        return DASH
    within = interval(row, name, unit, sign=True)
    few = "\ntoo few" if row[f"{name}_too_few"] else ""
    return f"{signed(row[name], unit)}\n{within}{few}"
