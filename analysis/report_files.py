"""What a report writes beside its page: tables as CSV, pictures as PNG and SVG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import polars as pl
from markupsafe import Markup

from analysis import figures
from analysis.page import Picture
from analysis.part import Tables
from analysis.spreadsheet import csv_safe


def without_nan(frame: pl.DataFrame) -> pl.DataFrame:
    """Replace what is not a finite number by null."""
    floats = [name for name, dtype in frame.schema.items() if dtype.is_float()]
    if not floats:
        return frame
    finite = pl.when(pl.col(floats).is_finite()).then(pl.col(floats))
    return frame.with_columns(finite.name.keep())


def write_tables(tables: Tables, folder: Path) -> None:
    """Write each frame as a CSV file of its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in tables.items():
        csv_safe(frame).write_csv(folder / f"{name}.csv")


def write_pictures(pictures: Iterable[Picture], folder: Path) -> dict[str, Markup]:
    """Write each picture as PNG and SVG, and return them as elements of the page, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = {}
    for picture in pictures:
        text = figures.svg(picture.figure, picture.name)
        figures.write_png(picture.figure, folder / f"{picture.name}.png")
        (folder / f"{picture.name}.svg").write_text(text, encoding="utf-8")
        shown[picture.name] = Markup(figures.inline(text, picture.name, picture.alt))
    return shown
