"""A run folder in, a report out: one page, the same as Markdown, tables as CSV, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analysis.metric import Metric
from analysis.metrics import METRICS
from analysis.opening import Opening, opening
from analysis.page import Section
from analysis.part import Subject, Tables
from analysis.parts import PARTS
from analysis.present import Table
from analysis.rendering import render
from analysis.report_facts import command_of, facts, notices
from analysis.report_files import without_nan, write_pictures, write_tables
from analysis.report_markdown import markdown
from analysis.runs import Run
from analysis.verdicts import MARGIN

#: What these numbers are is said otherwise where people played.
_OF_BOTS = {"policy", "deals"}

__all__ = ["make_tables", "notices", "tables_json", "write_report"]


def make_tables(
    run: Run,
    margin: float = MARGIN,
    beside: Sequence[Run] = (),
) -> Tables:
    """Return every table of the report by the name of its CSV file.

    `margin` is the difference of win credit, a fraction, up to which a card counts as fair;
    `beside` are runs to be set side by side with the first.
    """
    return _tables(Subject(run, margin, tuple(beside)))


def _tables(subject: Subject) -> Tables:
    made: Tables = {}
    for part in PARTS:
        made |= part.tables(subject)
    return {name: without_nan(frame) for name, frame in made.items()}


def write_report(
    run: Run,
    out: Path,
    margin: float = MARGIN,
    beside: Sequence[Run] = (),
) -> tuple[Path, Tables]:
    """Write the report of a run.

    Parameters
    ----------
    run : Run
        An open run; one without games gives a page that says so.
    out : Path
        Folder for ``index.html``, ``report.md``, ``tables/*.csv``, ``plots/*.png`` and
        ``plots/*.svg``; made if need be, files in it are written over.
    margin, beside
        See :func:`make_tables`.

    Returns
    -------
    (Path, dict)
        The page, and the tables by name.
    """
    subject = Subject(run, margin, tuple(beside))
    tables = _tables(subject) if run.games else {}
    told = [part.section(subject, tables) for part in PARTS] if tables else []
    sections = [section for section in told if section is not None]
    first = opening(subject, tables, PARTS) if tables else Opening([], [], None, None, [])
    write_tables(tables, out / "tables")
    drawn = [first.picture, *(section.picture for section in sections)]
    pictures = write_pictures([one for one in drawn if one is not None], out / "plots")
    told_of = {
        "title": run.game.name,
        "run": run,
        "opening": first,
        "notices": [
            *notices(run),
            *(f"{other.name}: {said}" for other in subject.beside for said in notices(other)),
        ],
        "facts": facts(run),
        "command": command_of(run),
        "sections": sections,
        "metrics": metrics_shown(run, first, sections),
        "conditions": [one for one, _ in run.conditions()] if run.has_cards else [],
        "tables": list(tables),
    }
    index = out / "index.html"
    index.write_text(render("report.html.j2", pictures=pictures, **told_of), encoding="utf-8")
    (out / "report.md").write_text(markdown(told_of), encoding="utf-8")
    return index, tables


def metrics_shown(run: Run, first: Opening, sections: Sequence[Section]) -> list[Metric]:
    """Return the metrics that some table of the page shows, in the registry's order."""
    shown: list[Table] = [first.table] if first.table is not None else []
    for section in sections:
        shown += [*section.tables, *(made for _, more in section.more for made in more)]
    used = {column.metric or column.name for made in shown for column in made.columns}
    if not run.game.simulated:
        used -= _OF_BOTS
    return [metric for name, metric in METRICS.items() if name in used]


def tables_json(tables: Tables) -> dict[str, list[dict[str, Any]]]:
    """Return the tables as plain lists of rows; what cannot be said is None."""
    return {name: frame.to_dicts() for name, frame in tables.items()}
