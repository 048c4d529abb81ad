"""Further parts of the report: bans, suits, margins, extremes, luck; and evidence from files."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from analysis.ban_evidence import about_run, judged_by_bans, read_bans
from analysis.ban_section import ban_section
from analysis.card_groups import group_table
from analysis.group_section import group_kinds, groups_section
from analysis.luck import games_table
from analysis.luck_section import luck_section, read_luck
from analysis.margin_section import extremes_section, margins_section
from analysis.margins import extremes, first_player, margin_counts, margin_table
from analysis.page import Section
from analysis.pairs_exact import exact_pairs, with_exact
from analysis.part import Part, Subject, Tables
from analysis.runs import Run
from analysis.synergy import pair_synergy

#: Names under which findings are kept.
BANS_FOUND, LUCK_FOUND, EXACT_FOUND = "bans", "luck", "exact_pairs"


def take_evidence(run: Run, bans: Path | None, luck: Path | None, exact: Path | None) -> None:
    """Give a run what other commands found out, from their files.

    Parameters
    ----------
    run : Run
    bans, luck : Path or None
        What `realmvale ban --csv` and `realmvale luck --csv` wrote.
    exact : Path or None
        The folder that `realmvale exact` wrote to; None to look where it does by itself.

    Raises
    ------
    RealmvaleError
        If a file is not what it should be.
    """
    if bans is not None:
        run.given[BANS_FOUND] = read_bans(run, bans)
    if luck is not None:
        run.given[LUCK_FOUND] = read_luck(run, luck)
    if (pairs := exact_pairs(run, exact)) is not None:
        run.given[EXACT_FOUND] = pairs


def pairs_with_exact(run: Run) -> pl.DataFrame:
    """Return the pairs of a run, with what is known of all hands beside them."""
    return with_exact(pair_synergy(run), run.finding(EXACT_FOUND))


def with_bans(subject: Subject, tables: Tables) -> Tables:
    """Let the verdicts of the card tables rest on bans, where nothing else is causal."""
    found = subject.run.finding(BANS_FOUND)
    if found is None:
        return tables
    bans = about_run(subject.run, found, subject.margin)
    pooled = tables["cards"].drop("survives")
    pooled, by_bot, held = judged_by_bans(subject.run, pooled, tables["cards_by_bot"], bans)
    survives = held.select("card", "survives")
    cards = pooled.join(survives, on="card", how="left", maintain_order="left")
    return tables | {"cards": cards, "cards_by_bot": by_bot, "verdicts": held}


def _bans(subject: Subject) -> Tables:
    found = subject.run.finding(BANS_FOUND)
    return {} if found is None else {"bans": about_run(subject.run, found, subject.margin)}


def _groups(subject: Subject) -> Tables:
    run = subject.run
    if not run.has_cards:
        return {}
    made: Tables = {}
    for kind in group_kinds(run):
        made[f"{kind}s"] = group_table(run, kind)
        made[f"{kind}s_by_bot"] = group_table(run, kind, "policy")
    return made


def _margins(subject: Subject) -> Tables:
    run = subject.run
    return {
        "margins": margin_table(run),
        "margin_counts": margin_counts(run),
        "first_player": first_player(run),
    }


def _luck(subject: Subject) -> Tables:
    found = subject.run.finding(LUCK_FOUND)
    return {} if found is None else {"luck": found, "games_needed": games_table(found)}


def _bans_told(subject: Subject, tables: Tables) -> Section | None:
    return ban_section(subject.run, tables) if "bans" in tables else None


def _groups_told(subject: Subject, tables: Tables) -> Section | None:
    return groups_section(subject.run, tables) if "suits" in tables else None


def _luck_told(subject: Subject, tables: Tables) -> Section | None:
    return luck_section(subject.run, tables) if "luck" in tables else None


BANS = Part(_bans, _bans_told)
GROUPS = Part(_groups, _groups_told)
MARGINS = Part(_margins, lambda subject, tables: margins_section(subject.run, tables))
EXTREMES = Part(
    lambda subject: {"extremes": extremes(subject.run)},
    lambda subject, tables: extremes_section(subject.run, tables),
)
LUCK = Part(_luck, _luck_told)
