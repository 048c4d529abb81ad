"""Tables and sections that the report has besides its first ones, and evidence from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from analysis.ban_evidence import judged_by_bans, read_bans
from analysis.ban_section import ban_section
from analysis.card_groups import group_table
from analysis.group_section import group_kinds, groups_section
from analysis.headline import Tables
from analysis.luck_section import luck_section, read_luck
from analysis.margin_section import extremes_section, margins_section
from analysis.margins import extremes, first_player, margin_counts, margin_table
from analysis.page import Section
from analysis.pairs_exact import exact_pairs, with_exact
from analysis.runs import Run
from analysis.verdicts import MARGIN


@dataclass(frozen=True)
class Evidence:
    """Files of other commands that a report takes in.

    Attributes
    ----------
    bans : Path, optional
        What `realmvale ban --csv` wrote.
    luck : Path, optional
        What `realmvale luck --csv` wrote.
    exact : Path, optional
        The folder that `realmvale exact` wrote to.
    """

    bans: Path | None = None
    luck: Path | None = None
    exact: Path | None = None


def more_tables(run: Run) -> Tables:
    """Return margins, the first player's advantage, the extremes, and cards by suit and set."""
    tables: Tables = {
        "margins": margin_table(run),
        "margin_counts": margin_counts(run),
        "first_player": first_player(run),
        "extremes": extremes(run),
    }
    if run.has_cards:
        for kind in group_kinds(run):
            tables[f"{kind}s"] = group_table(run, kind)
            tables[f"{kind}s_by_bot"] = group_table(run, kind, "policy")
    return tables


def with_evidence(
    run: Run, tables: Tables, evidence: Evidence | None, margin: float = MARGIN
) -> Tables:
    """Return the tables with what was found out elsewhere.

    Raises
    ------
    RealmvaleError
        If a file is not what it should be.
    """
    found = evidence or Evidence()
    tables = dict(tables)
    if "pairs" in tables:
        tables["pairs"] = with_exact(tables["pairs"], exact_pairs(run, found.exact))
    if found.bans:
        tables["bans"] = bans = read_bans(run, found.bans, margin)
        if "cards" in tables:
            pooled = tables["cards"].drop("survives")
            pooled, by_bot, held = judged_by_bans(run, pooled, tables["cards_by_bot"], bans)
            survives = held.select("card", "survives")
            pooled = pooled.join(survives, on="card", how="left", maintain_order="left")
            tables |= {"cards": pooled, "cards_by_bot": by_bot, "verdicts": held}
    if found.luck:
        tables |= read_luck(run, found.luck)
    return tables


def more_sections(tables: Tables) -> dict[str, list[Callable[[Run, Tables], Section]]]:
    """Return the makers of further sections, by the part of the page that they belong to."""
    wanted = {
        "cards": [("bans", ban_section), ("suits", groups_section)],
        "scores": [("margins", margins_section), ("extremes", extremes_section)],
        "end": [("luck", luck_section)],
    }
    return {
        part: [make for name, make in makers if name in tables] for part, makers in wanted.items()
    }
