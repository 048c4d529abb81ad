"""The section about the Curse: summoners, and wards by round."""

from __future__ import annotations

import polars as pl

from analysis.curse import AT_RANDOM, has_curse, summoner_table, wards_by_round
from analysis.page import Section
from analysis.part import Subject, Tables
from analysis.present import Column, interval, number, signed, table
from analysis.runs import Run

_SUMMONERS = (
    Column("summoner"), Column("deals"), Column("seats"), Column("win"),
    Column("effect", header="Worth", sign=True), Column("verdict"), Column("score"),
    Column("wards_broken"), Column("soothed"), Column("curses"), Column("assumed"),
)  # fmt: skip
_ROUNDS = (
    Column("round"), Column("deals"), Column("seats"), Column("wards_broken", "wards_of_round"),
    Column("ward_share"),
)  # fmt: skip


def _cursed(subject: Subject) -> Run | None:
    """Return the first of the runs that was played with the set."""
    return next((run for run in (subject.run, *subject.beside) if has_curse(run)), None)


def curse_tables(subject: Subject) -> Tables:
    """Return summoners and wards of the first run with the set; none without one."""
    run = _cursed(subject)
    if run is None or not run.games:
        return {}
    made = {"summoners": summoner_table(run, subject.margin)}
    if run.has_rounds:
        made["wards_by_round"] = wards_by_round(run)
    return {name: frame for name, frame in made.items() if frame.height}


def curse_section(subject: Subject, tables: Tables) -> Section | None:
    """Answer what summoners are worth, and when wards are broken."""
    run = _cursed(subject)
    if run is None or not {"summoners", "wards_by_round"} & set(tables):
        return None
    text, shown = [f"Of the run {run.name}."] if subject.beside else [], []
    if unknown := run.manifest.get("unknown"):
        text.append(str(unknown))
    if "summoners" in tables:
        text += _summoners_told(run, tables["summoners"])
        shown.append(table(tables["summoners"], _SUMMONERS, "summoners", "Summoners"))
    if "wards_by_round" in tables:
        rounds = tables["wards_by_round"]
        text += _wards_told(rounds)
        shown.append(table(rounds, _ROUNDS, "wards_by_round", "Wards broken by a seat, by round"))
    return Section(
        "curse",
        "What do summoners, wards and curses do?",
        text,
        "What is assumed of a summoner is part of its worth here: `realmvale assumptions` tells "
        "which verdicts survive it. A verdict is on these bots and the cards that are known.",
        None,
        shown,
    )


def _summoners_told(run: Run, summoners: pl.DataFrame) -> list[str]:
    best, worst = summoners.row(0, named=True), summoners.row(-1, named=True)
    if run.manifest.get("summoners") == AT_RANDOM:
        how = (
            "Summoners are dealt at random, so the difference between seats with one and seats "
            "with another is what it is worth to these bots."
        )
    else:
        how = (
            "Summoners were not dealt at random: who took which, and in which seat, is mixed into "
            "these differences."
        )
    parts = [
        f"{row['summoner']} {signed(row['effect'], 'gain')} percentage points of win credit"
        f" ({interval(row, 'effect', 'gain', sign=True)})"
        for row in (best, worst)
        if row["effect"] is not None
    ]
    return [how, " and ".join(parts) + "."] if parts else [how]


def _wards_told(rounds: pl.DataFrame) -> list[str]:
    most = rounds.sort("ward_share", descending=True, nulls_last=True).row(0, named=True)
    if not most["ward_share"]:
        return ["No ward was broken."]
    return [
        f"Most wards are broken in round {most['round']}: "
        f"{number(most['ward_share'], 'share')} % of all."
    ]
