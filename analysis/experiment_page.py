"""The page of an experiment: its answer, its sections, the tables as CSV, the pictures as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from markupsafe import Markup

from analysis import figures
from analysis.page import Section
from analysis.rendering import render
from analysis.report_files import without_nan
from analysis.spreadsheet import csv_safe
from sim import __version__
from sim.disk import is_full, reason
from sim.errors import RealmvaleError


@dataclass(frozen=True)
class ExperimentPage:
    """What stands on the page.

    Attributes
    ----------
    title, played : str
        What was asked, and what was played.
    headline : sequence of str
        The answer.
    sections : sequence of Section
    method : sequence of str
        How it was done.
    command : str
        What makes the page again.
    tables : dict
        Name of each CSV file to its frame.
    """

    title: str
    played: str
    headline: Sequence[str]
    sections: Sequence[Section]
    method: Sequence[str]
    command: str
    tables: dict[str, pl.DataFrame]


def write_page(page: ExperimentPage, out: Path) -> Path:
    """Write ``index.html``, ``tables/*.csv``, ``plots/*.png`` and ``plots/*.svg``; return the page.

    Raises
    ------
    RealmvaleError
        If the folder can't be written to.
    """
    try:
        return _write(page, out)
    except OSError as error:
        advice = "; free some and run the command again" if is_full(error) else ""
        raise RealmvaleError(f"can't write to {out}: {reason(error)}{advice}") from error


def _write(page: ExperimentPage, out: Path) -> Path:
    (out / "tables").mkdir(parents=True, exist_ok=True)
    (out / "plots").mkdir(exist_ok=True)
    for name, frame in page.tables.items():
        csv_safe(without_nan(frame)).write_csv(out / "tables" / f"{name}.csv")
    pictures = {}
    for section in page.sections:
        if section.picture is None:
            continue
        name, made = section.picture.name, section.picture.figure
        text = figures.svg(made, name)
        figures.write_png(made, out / "plots" / f"{name}.png")
        (out / "plots" / f"{name}.svg").write_text(text, encoding="utf-8")
        pictures[name] = Markup(figures.inline(text, name, section.picture.alt))
    made_page = render("experiment.html.j2", page=page, pictures=pictures, version=__version__)
    index = out / "index.html"
    index.write_text(made_page, encoding="utf-8")
    return index
