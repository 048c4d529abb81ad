"""The section about assumptions: what `realmvale assumptions` found out and kept with the run."""

from __future__ import annotations

import polars as pl

from analysis.assumptions import HANGS, HOLDS, NO_RANGE, OPEN
from analysis.conclusions import SETS
from analysis.page import Section
from analysis.part import Subject, Tables
from analysis.present import Column, count, table

FINDING = "assumptions"

_TEXT = (
    Column("joint_share"), Column("hangs_on"), Column("moved_by"), Column("result"),
    Column("stands"),
)  # fmt: skip
_GAINS = (
    Column("kind"), Column("name", "kind", "Which"), Column("deals"),
    Column("estimate", "estimate_gain", sign=True),
    Column("lowest", "estimate_gain", "Lowest", sign=True),
    Column("highest", "estimate_gain", "Highest", sign=True), Column("word"), *_TEXT,
)  # fmt: skip
_MEANS = (
    Column("name", "kind", "What"), Column("deals"),
    Column("estimate", "estimate_score", sign=True),
    Column("lowest", "estimate_score", "Lowest", sign=True),
    Column("highest", "estimate_score", "Highest", sign=True), Column("word"), *_TEXT,
)  # fmt: skip


def assumption_tables(subject: Subject) -> Tables:
    """Return what was found out about the run's assumptions; none if nobody tried."""
    for run in (subject.run, *subject.beside):
        found = run.finding(FINDING)
        if found is not None:
            return {FINDING: found}
    return {}


def assumptions_section(subject: Subject, tables: Tables) -> Section | None:
    """Answer which conclusions hang on assumed facts."""
    if FINDING not in tables:
        return None
    frame = tables[FINDING].rename({"low": "estimate_low", "high": "estimate_high"})
    sets = frame.filter(pl.col("kind") == SETS)
    rest = frame.filter(pl.col("kind") != SETS)
    sure, unclear = rest.filter(pl.col("result") != OPEN), rest.filter(pl.col("result") == OPEN)
    shown = [table(sure, _GAINS, FINDING, "Verdicts and who is ahead")]
    if sets.height:
        shown.insert(0, table(sets, _MEANS, FINDING, "What the sets with assumed facts change"))
    return Section(
        "assumptions",
        "Which conclusions hang on assumed facts?",
        [told(frame)],
        "A range is a guess too, and facts without a range were not tried: a card whose text is "
        "not known gets no verdict.",
        None,
        shown,
        [("Unclear with the facts as they are", [table(unclear, _GAINS, FINDING)])]
        if unclear.height
        else (),
    )


def told(frame: pl.DataFrame) -> str:
    """Say how many conclusions hold, hang on an assumption, or are unclear to begin with."""
    number = {word: frame.filter(pl.col("result") == word).height
              for word in (HOLDS, HANGS, NO_RANGE, OPEN)}  # fmt: skip
    return (
        f"Of {count(frame.height)} conclusions {count(number[HOLDS])} hold throughout, "
        f"{count(number[HANGS])} hang on an assumption, {count(number[NO_RANGE])} are about a card "
        f"or summoner with something assumed that has no range, and {count(number[OPEN])} are "
        "unclear with the facts as they are. Only those that hold throughout are verdicts."
    )
