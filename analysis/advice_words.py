"""Whether the guide's advice holds, in sentences and on the terminal."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.advice import FAILS, HOLDS, IN_PART, NO_DIFFERENCE, UNCLEAR
from analysis.present import count, interval, number, signed

_WORDS = {
    HOLDS: "It holds",
    FAILS: "It does not hold",
    NO_DIFFERENCE: "It makes no difference",
    UNCLEAR: "It isn't clear yet",
    IN_PART: "It holds in part",
}


def sentences(table: pl.DataFrame) -> list[str]:
    """Say the verdict on each tip, with what its followers win."""
    said = []
    for tip in table.partition_by("tip", maintain_order=True):
        first = tip.row(0, named=True)
        trials = "; ".join(_trial(row) for row in tip.iter_rows(named=True))
        said.append(f"{first['advice']} {_WORDS[first['tip_verdict']]}: {trials}.")
    return said


def _trial(row: dict[str, Any]) -> str:
    within = interval(row, "win_difference", "gain", sign=True)
    few = ", too few" if row["win_difference_too_few"] else ""
    return (
        f"{row['follows']} wins {signed(row['win_difference'], 'gain')} points of win credit a seat"
        f" more than {row['ignores']} ({within}{few})"
    )


def print_advice(console: Console, table: pl.DataFrame) -> None:
    """Print the verdicts and the matches they rest on."""
    for sentence in sentences(table):
        console.print(sentence)
    console.print(_matches(table))
    deals = number(table["deals"].min(), "count")  # type: ignore[arg-type]
    console.print(
        f"A seat that follows minus a seat that ignores, on {deals} mirrored deals or more. It says"
        " what a habit is worth to such bots, all else being equal, not what it is worth to people."
    )


def _matches(table: pl.DataFrame) -> Table:
    made = Table(title="Matches", title_justify="left")
    for heading in ("Follows", "Ignores", "Verdict"):
        made.add_column(heading)
    for heading in ("Win credit, points", "Score", "Share of the match, %", "q"):
        made.add_column(heading, justify="right")
    for row in table.iter_rows(named=True):
        made.add_row(
            row["follows"],
            row["ignores"],
            row["verdict"],
            _difference(row, "win_difference", "gain"),
            _difference(row, "score_difference", "score"),
            number(row["share"], "share"),
            number(row["q_value"], "probability"),
        )
    return made


def _difference(row: dict[str, Any], name: str, unit: Any) -> str:
    within = interval(row, name, unit, sign=True)
    few = "; too few" if row[f"{name}_too_few"] else ""
    return f"{signed(row[name], unit)} ({within}{few})" if within else signed(row[name], unit)


def played_words(table: pl.DataFrame, players: int) -> str:
    """Say what was played."""
    games = int(table["games"].sum())
    return f"Fantasy Realms · {players} players · {count(games)} games in {table.height} matches"
