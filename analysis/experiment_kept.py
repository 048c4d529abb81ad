"""What experiments with a run's cards found, kept in its folder, and as a section of its report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from analysis import findings
from analysis.evidence import keep_evidence
from analysis.experiment_page import ExperimentPage
from analysis.page import Section
from analysis.part import Part, Subject, Tables
from analysis.present import Column, table
from sim.manifest import read_manifest

#: Name of the finding, and of its CSV file.
KEPT = "experiments"
SCHEMA = {
    "question": pl.String(),
    "found": pl.String(),
    "played": pl.String(),
    "command": pl.String(),
}


def keep_page(folder: Path, page: ExperimentPage, manifest: Mapping[str, Any]) -> None:
    """Keep the answer of an experiment in a run folder, beside those of other experiments.

    Parameters
    ----------
    folder : Path
        The run's.
    page : ExperimentPage
        What was asked and found; the same command again takes the place of its earlier answer.
    manifest : mapping
        What the experiment played before it changed anything.

    Raises
    ------
    RealmvaleError
        If the folder is no run folder, its run was played otherwise, or it can't be written to.
    """
    row = {
        "question": page.title,
        "found": " ".join(page.headline),
        "played": page.played,
        "command": page.command,
    }
    before = findings.find(folder, read_manifest(folder), KEPT)
    frame = pl.DataFrame([row], schema=SCHEMA)
    if before is not None:
        frame = pl.concat([before.filter(pl.col("command") != page.command), frame])
    keep_evidence(folder, KEPT, frame, manifest)


def _tables(subject: Subject) -> Tables:
    found = subject.run.finding(KEPT)
    return {} if found is None else {KEPT: found}


def _told(subject: Subject, tables: Tables) -> Section | None:
    if KEPT not in tables:
        return None
    columns = [
        Column("question", "policy", "Question", note="what was asked"),
        Column("found", "policy", "Answer", note="what was found, with 95 % intervals"),
        Column("played", "policy", "Played", note="what it was played with"),
        Column("command", "policy", "Command", note="what makes it again"),
    ]
    return Section(
        "experiments",
        "What did experiments with these cards find?",
        ["Each experiment played games of its own, with the game, the seats and the cards of"
         " this run."],
        "An answer holds for the bots it was played with.",
        None,
        [table(tables[KEPT], columns, KEPT)],
    )  # fmt: skip


EXPERIMENTS = Part(_tables, _told)
