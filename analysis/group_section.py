"""The section about suits (or families) and sets."""

from __future__ import annotations

import polars as pl

from analysis import plots
from analysis.card_groups import Group
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, Table, number, table
from analysis.runs import Run
from analysis.verdicts import leading

_N = "seats of games; one that has several cards of the group counts once for each"


def groups_section(run: Run, tables: Tables) -> Section:
    """Answer which suits win."""
    game, suits = run.game, tables["suits"]
    lead = leading(game, suits)
    what = game.suit.lower()
    drawn = suits.with_columns(pl.col("suit").alias("name"), pl.lit("").alias("suit"))
    if lead is not None:
        drawn = drawn.sort(f"{lead.name}_effect", descending=True, nulls_last=True)
    drawn = drawn.with_columns((pl.col("cards").cast(pl.String) + pl.lit(" cards")).alias("suit"))
    found = [("suits", f"By {what}"), *([("sets", "By set")] if "sets" in tables else [])]
    picture = None
    if lead is not None and drawn.height:
        best, worst = drawn["name"][0], drawn["name"][-1]
        picture = Picture(
            "suits",
            plots.card_forest(
                drawn, [(lead.name, f"{lead.header} ({lead.reading})")], drawn["name"].to_list()
            ),
            f"Effect of an average card of each {what}, {lead.phrase}; most: {best}, least: "
            f"{worst}.",
        )
    more = [
        (f"In the hands of {policy}",
         [_table(run, tables[f"{name}_by_bot"].filter(pl.col("policy") == policy),
                 f"{name}_by_bot", caption) for name, caption in found])
        for policy in run.policies
    ]  # fmt: skip
    return Section(
        "suits",
        f"Which {_plural(what)} win?",
        [
            f"Each row is the average card of a {what}: a seat counts once for each of its cards "
            "that it has, and once without for each that it has not.",
            *_said(suits, lead, what),
        ],
        f"An average hides its cards: a {what} of one strong and many weak cards looks middling.",
        picture,
        [_table(run, tables[name], name, caption) for name, caption in found],
        more if len(run.policies) > 1 else (),
    )


def _plural(what: str) -> str:
    return f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"


def _said(suits: pl.DataFrame, lead: object, what: str) -> list[str]:
    if lead is None:
        return []
    name = f"{lead.name}_effect"  # type: ignore[attr-defined]
    known = suits.filter(pl.col(name).is_not_null()).sort(name)
    if known.height < 2:
        return []
    low, high = known.row(0, named=True), known.row(-1, named=True)
    return [
        f"{lead.phrase.capitalize()}, an average card "  # type: ignore[attr-defined]
        f"of {high['suit']} does most for its seat ({number(high[name], 'gain')} percentage points "
        f"of win credit), one of {low['suit']} least ({number(low[name], 'gain')})."
    ]


def _table(run: Run, frame: pl.DataFrame, name: str, caption: str) -> Table:
    game, kind = run.game, "set" if name.startswith("set") else "suit"
    heading = "Set" if kind == "set" else game.suit
    columns = [
        Column(kind, "policy", heading, note=f"its {heading.lower()}"),
        Column("cards", "seats", "Cards", note="cards of the deck"),
    ]
    for condition in game.conditions:
        seats = f"{condition.name}_seats"
        if seats not in frame.columns or not frame[seats].sum() or condition.never:
            continue
        head, reading = condition.header, condition.reading
        columns += [
            Column(seats, "seats", "", head, reading, note=_N),
            Column(f"{condition.name}_win", "win", "Win credit", head, reading),
            Column(f"{condition.name}_effect", "effect", "", head, reading, sign=True),
        ]
    uses = [use.metric for use in game.uses if frame[use.metric].count()]
    columns += [Column(name) for name in uses]
    return table(frame, columns, name, caption)


def group_kinds(run: Run) -> list[Group]:
    """Return what cards are grouped by: their suit, and their set if there are several."""
    several = run.card_frame()["set"].n_unique() > 1
    return ["suit", "set"] if several else ["suit"]
