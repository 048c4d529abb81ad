"""A comparison of bots on the terminal, and as plain data."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.compare import ENOUGH_TO_RANK, Comparison
from analysis.present import DASH, interval, number, signed
from analysis.sprt import HIGHER, LOWER, Answer, Sprt

_NO_ROW: dict[str, Any] = {}


def comparison_json(found: Comparison, test: Sprt | None) -> dict[str, Any]:
    """Return a comparison as plain lists and numbers; what cannot be said is None."""
    plain: dict[str, Any] = {
        "ranked": found.ranked,
        "bots": found.bots().to_dicts(),
        "pairs": found.pairs().to_dicts(),
        "mirrors": found.mirrors.to_dicts(),
        "sprt": None,
    }
    if test and found.answer:
        told = found.answer
        plain["sprt"] = {
            "low": test.low,
            "high": test.high,
            "alpha": test.alpha,
            "beta": test.beta,
            "answer": told.word,
            "deals": told.n * found.unit,
            "lead": told.mean if math.isfinite(told.mean) else None,
            "log_ratio": told.log_ratio if math.isfinite(told.log_ratio) else None,
        }
    return plain


def print_comparison(console: Console, found: Comparison, test: Sprt | None) -> None:
    """Print the tables of a comparison and what they say."""
    bots = found.bots()
    order = bots["policy"].to_list()
    console.print(_bots(bots))
    console.print(_cross(found.pairs(), order))
    console.print(_differences(found.pairs(), order))
    for sentence in sentences(found, bots, test):
        console.print(sentence)


def _bots(bots: pl.DataFrame) -> Table:
    table = Table(title="Bots", title_justify="left")
    for heading in ("", "Bot", "Rating", "Win credit of its matches, %", "Mean score", "Deals"):
        table.add_column(heading, justify="left" if heading == "Bot" else "right")
    for row in bots.iter_rows(named=True):
        table.add_row(
            DASH if row["rank"] is None else str(row["rank"]),
            row["policy"],
            _with_interval(row, "rating", "whole"),
            _with_interval(row, "share", "share"),
            _with_interval(row, "score", "score"),
            number(row["deals"], "count"),
        )
    return table


def _with_interval(row: dict[str, Any], name: str, unit: Any, sign: bool = False) -> str:
    """Write an estimate and its interval in one cell."""
    if row.get(name) is None:
        return DASH
    value = signed(row[name], unit) if sign else number(row[name], unit)
    within = interval(row, name, unit, sign)
    few = "; too few" if row.get(f"{name}_too_few") else ""
    return f"{value} ({within}{few})" if within else value


def _cross(pairs: pl.DataFrame, order: list[str]) -> Table:
    found = {(row["policy"], row["other"]): row for row in pairs.iter_rows(named=True)}
    table = Table(title="Share of the win credit of a match, %: row against column",
                  title_justify="left")  # fmt: skip
    table.add_column("")
    for name in order:
        table.add_column(name, justify="right")
    for name in order:
        cells = [_with_interval(found.get((name, other), _NO_ROW), "share", "share")
                 for other in order]  # fmt: skip
        table.add_row(name, *cells)
    return table


def _differences(pairs: pl.DataFrame, order: list[str]) -> Table:
    place = {name: k for k, name in enumerate(order)}
    table = Table(title="A seat of the first minus a seat of the second, on the same deals",
                  title_justify="left")  # fmt: skip
    for heading in ("Bot", "Against", "Win credit, points", "Score", "Deals"):
        table.add_column(heading, justify="left" if heading in ("Bot", "Against") else "right")
    rows = [r for r in pairs.iter_rows(named=True) if place[r["policy"]] < place[r["other"]]]
    for row in sorted(rows, key=lambda r: (place[r["policy"]], place[r["other"]])):
        table.add_row(
            row["policy"],
            row["other"],
            _with_interval(row, "win_difference", "gain", sign=True),
            _with_interval(row, "score_difference", "score", sign=True),
            number(row["deals"], "count"),
        )
    return table


def sentences(found: Comparison, bots: pl.DataFrame, test: Sprt | None) -> list[str]:
    """Say what a comparison shows and what it doesn't."""
    said = [_ranking(found, bots), _mirrors(found)]
    if test and found.answer:
        said.append(_test(test, found.answer, found))
    return said


def _ranking(found: Comparison, bots: pl.DataFrame) -> str:
    if not found.ranked:
        return (
            f"No ranking: {found.deals} deals a match are too few, from {ENOUGH_TO_RANK} on bots"
            " are ranked; state more --games."
        )
    order = bots["policy"].to_list()
    rows = {(row["policy"], row["other"]): row for row in found.pairs().iter_rows(named=True)}
    level = [f"{one} and {other}" for one, other in pairwise(order) if not _ahead(rows[one, other])]
    if not level:
        return "Each bot is shown to be ahead of the next one."
    return f"Not shown to differ: {'; '.join(level)} (win credit; the interval holds zero)."


def _ahead(row: dict[str, Any]) -> bool:
    return row["win_difference_low"] is not None and row["win_difference_low"] > 0


def _mirrors(found: Comparison) -> str:
    wrong = found.mirrors.filter(pl.col("uneven_deals") > 0)
    if wrong.is_empty():
        return "Mirror matches: each bot wins exactly as much as its own copy, as it has to."
    listed = ", ".join(
        f"{row['policy']} on {row['uneven_deals']} of {row['deals']} deals"
        for row in wrong.iter_rows(named=True)
    )
    return (
        f"Mirror matches that are not even: {listed}. Such a bot depends on more than what it sees"
        " and its own random stream, so its games can't be repeated and its intervals may be wrong."
    )


def _test(test: Sprt, answer: Answer, found: Comparison) -> str:
    one, other = found.names
    low, high = (f"{signed(value, 'gain')}" for value in (test.low, test.high))
    deals = number(answer.n * found.unit, "count")
    if answer.word == HIGHER:
        told = f"{one}'s lead over {other} is {high} points of win credit a seat rather than {low}"
    elif answer.word == LOWER:
        told = f"{one}'s lead over {other} is {low} points of win credit a seat rather than {high}"
    else:
        return (
            f"Sequential test: undecided between a lead of {low} and of {high} points after"
            f" {deals} deals; state more --games."
        )
    return (
        f"Sequential test: {told}, known after {deals} deals (each error at most"
        f" {number(100 * test.alpha)} %; the estimate is biased by the stopping)."
    )
