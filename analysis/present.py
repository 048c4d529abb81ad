"""Numbers into words: how shares, gains, scores and counts are written in a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.metric import Unit
from analysis.metrics import metric
from analysis.suits import suit_colour

DASH = "-"
MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
#: A share whose interval is narrower is not marked as met too rarely: less is not printed.
SETTLED = 0.001


def count(value: int | None) -> str:
    """Write a count with thin spaces between thousands; a dash for nothing."""
    return DASH if value is None else f"{value:,}".replace(",", THIN)


def number(value: float | None, unit: Unit = "number") -> str:
    """Write a number in its unit, without the unit's sign; a dash for nothing."""
    if value is None:
        return DASH
    if unit == "count":
        return count(int(value))
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "gain":
        return _signed(f"{100 * value:.1f}")
    if unit == "whole":
        return _signed(f"{value:.0f}")
    if unit == "probability":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    return _signed(f"{value:.1f}")


def signed(value: float | None, unit: Unit) -> str:
    """Write a difference with its sign."""
    if value is None:
        return DASH
    return _signed(f"{100 * value if unit in ('share', 'gain') else value:+.1f}")


def percentage_points(share: float) -> str:
    """Write a stated share, such as a margin, as percentage points: "1 percentage point"."""
    shown = f"{100 * share:g}"
    return f"{shown} percentage point{'' if shown == '1' else 's'}"


def _signed(text: str) -> str:
    if text in ("-0.0", "+0.0", "-0"):
        return text[1:]
    return text.replace("-", MINUS)


def interval(row: dict[str, Any], name: str, unit: Unit, sign: bool = False) -> str:
    """Write the interval of the estimate `name` of a table's row as "low to high"."""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if low is None or high is None:
        return ""
    write = signed if sign else number
    return f"{write(low, unit)} to {write(high, unit)}"


@dataclass(frozen=True)
class Column:
    """A column of a page's table.

    Attributes
    ----------
    name : str
        Column of the frame; with ``_low`` and ``_high`` beside it, its interval is shown.
    metric : str
        Its entry in the registry, for unit and explanation.
    header : str
        Heading; empty for the registry's.
    group : str
        Heading over several columns; empty for none.
    reading : str
        ``causal`` or ``correlational`` where it differs from the registry's.
    sign : bool
        Show a plus.
    note : str
        Explanation in the heading; empty for the registry's.
    """

    name: str
    metric: str = ""
    header: str = ""
    group: str = ""
    reading: str = ""
    sign: bool = False
    note: str = ""

    @property
    def unit(self) -> Unit:
        """Unit of the metric."""
        return metric(self.metric or self.name).unit

    @property
    def title(self) -> str:
        """Heading; a percent sign stays with its number."""
        title = self.header or metric(self.metric or self.name).header
        return title.replace(" %", f"{THIN}%")

    @property
    def explanation(self) -> str:
        """What the number is, for the heading's tooltip."""
        found = metric(self.metric or self.name)
        over = f" / {found.denominator}" if found.denominator else ""
        return self.note or f"{found.formula}{over}"


@dataclass(frozen=True)
class Cell:
    """A cell: its text, what stands small beneath it, what it is sorted by, its suit's colour."""

    text: str
    small: str = ""
    sort: str = ""
    number: bool = True
    few: bool = False
    colour: str = ""


@dataclass(frozen=True)
class Table:
    """A table as the template wants it."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    name: str
    caption: str = ""

    @property
    def groups(self) -> list[tuple[str, int, str]]:
        """Headings over several columns: (text, how many, reading)."""
        spans: list[tuple[str, int, str]] = []
        for column in self.columns:
            if spans and spans[-1][0] == column.group:
                spans[-1] = (column.group, spans[-1][1] + 1, spans[-1][2])
            else:
                spans.append((column.group, 1, column.reading))
        return spans if any(text for text, _, _ in spans) else []


def table(frame: pl.DataFrame, columns: Sequence[Column], name: str, caption: str = "") -> Table:
    """Make a page's table of a frame; `name` is that of its CSV file."""
    rows = [[_cell(row, column) for column in columns] for row in frame.iter_rows(named=True)]
    return Table(columns, rows, name, caption)


def _cell(row: dict[str, Any], column: Column) -> Cell:
    value = row[column.name]
    if column.unit == "text":
        text = DASH if value is None else str(value)
        colour = suit_colour(text) if column.name == "suit" and value else ""
        return Cell(text, number=False, sort=str(value or ""), colour=colour)
    write = signed if column.sign else number
    marked = value is not None and bool(row.get(f"{column.name}_too_few"))
    text = write(value, column.unit)
    if column.unit == "share" and value is not None:
        text += f"{THIN}%"
    return Cell(
        text,
        interval(row, column.name, column.unit, column.sign) if value is not None else "",
        "" if value is None else repr(float(value)),
        few=marked and not _settled(row, column),
    )


def _settled(row: dict[str, Any], column: Column) -> bool:
    """Whether a rare event was looked for so often that its share is known to the printed digit."""
    low, high = row.get(f"{column.name}_low"), row.get(f"{column.name}_high")
    if column.unit != "share" or low is None or high is None:
        return False
    return bool(high - low < SETTLED)
