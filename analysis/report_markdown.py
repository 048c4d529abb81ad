"""The report as Markdown: the same words and tables as the page, the pictures beside it."""

from __future__ import annotations

import re
from typing import Any

from analysis.page import Picture, Section
from analysis.present import Cell, Table

#: Signs that Markdown would read as markup inside a line.
_MARKUP = re.compile(r"([\\`*_\[\]<>|#])")


def escaped(text: str) -> str:
    """Return a text of which Markdown reads no sign as markup."""
    return " ".join(_MARKUP.sub(r"\\\1", text).split())


def markdown(told: dict[str, Any]) -> str:
    """Return the report as Markdown; `told` is what the page's template gets, without pictures."""
    run, first = told["run"], told["opening"]
    lines = [f"# {escaped(told['title'])}: {escaped(run.name)}", ""]
    for notice in told["notices"]:
        lines += [f"> **Mind:** {escaped(notice)}", ""]
    if not told["sections"]:
        lines += ["No games: the run holds none that was finished, so there is nothing to report."]
    for sentence in [*first.sentences, *first.more]:
        lines += [escaped(sentence), ""]
    if first.picture is not None:
        lines += ["## Which cards look suspicious?", "", *_picture(first.picture)]
    if first.table is not None:
        lines += _table(first.table)
    if first.tries:
        lines += ["## What to try", ""]
        for one in first.tries:
            lines += [escaped(one.text), "", "```sh", one.command, "```", ""]
    for section in told["sections"]:
        lines += _section(section)
    return "\n".join([*lines, *_method(told)]) + "\n"


def _section(section: Section) -> list[str]:
    lines = [f"## {escaped(section.question)}", ""]
    for sentence in section.text:
        lines += [escaped(sentence), ""]
    if section.picture is not None:
        lines += _picture(section.picture)
    for made in section.tables:
        lines += _table(made)
    for heading, tables in section.more:
        lines += [f"### {escaped(heading)}", ""]
        for made in tables:
            lines += _table(made)
    if section.caveat:
        lines += [f"*What this doesn't prove.* {escaped(section.caveat)}", ""]
    return lines


def _picture(picture: Picture) -> list[str]:
    return [f"![{escaped(picture.alt)}](plots/{picture.name}.png)", ""]


def _table(made: Table) -> list[str]:
    """Write a table; headings over several columns go into each of their columns."""
    lines = [f"**{escaped(made.caption)}**", ""] if made.caption else []
    heads = [
        f"{column.group}: {column.title}" if column.group and column.title else
        column.group or column.title for column in made.columns
    ]  # fmt: skip
    rules = ["---" if column.unit == "text" else "---:" for column in made.columns]
    for cells in (map(escaped, heads), rules, *(map(_cell, row) for row in made.rows)):
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def _cell(cell: Cell) -> str:
    small = f" ({cell.small})" if cell.small else ""
    return escaped(f"{cell.text}{small}{' too few' if cell.few else ''}")


def _method(told: dict[str, Any]) -> list[str]:
    run = told["run"]
    lines = ["## How was this found out?", ""]
    lines += [f"- {escaped(label)}: {escaped(text)}" for label, text in told["facts"]]
    lines += ["", "These games are played again, exactly, by" if run.game.simulated
              else "This report is made again by", "", "```sh", told["command"], "```",
              ""]  # fmt: skip
    for metric in told["metrics"]:
        over = f"; over {metric.denominator}" if metric.denominator else ""
        caution = f" Caution: {metric.caveat}." if metric.caveat else ""
        lines.append(f"- **{escaped(metric.header)}**: {escaped(metric.formula + over)}."
                     f"{escaped(caution) and ' ' + escaped(caution)}")  # fmt: skip
    return lines
