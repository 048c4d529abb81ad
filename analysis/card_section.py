"""The section about cards: with and without, chance and choice."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from analysis import plots
from analysis.conditions import CONDITIONS
from analysis.headline import Tables
from analysis.page import Picture, Section
from analysis.present import Column, Table, count, table
from analysis.runs import Run

_N = "seats of games, and in how many deals they sat; the deal is the unit of the interval"
_READ = {condition.name: condition.reading for condition in CONDITIONS}


def _condition(name: str, header: str, effect: bool) -> list[Column]:
    """Columns of one condition of the card table."""
    reading = _READ.get(name, "correlational")
    columns = [
        Column(f"{name}_seats", "seats", "", header, reading, note=_N),
        Column(f"{name}_win", "win", "", header, reading),
    ]
    if effect:
        columns.append(Column(f"{name}_effect", "effect", "", header, reading, sign=True))
    return columns


def _card_tables(cards: pl.DataFrame, name: str) -> list[Table]:
    """Return the two halves of the card table: wins, and scores and use."""
    head = [
        Column("name", "policy", "Card", note="printed name"),
        Column("suit", "policy", "Suit", note="suit or family"),
    ]
    wins = list(head)
    effects = {"dealt": True, "drawn": False, "taken": False, "received": False, "final": True}
    for condition in CONDITIONS:
        if condition.name in effects and f"{condition.name}_win" in cards.columns:
            wins += _condition(condition.name, condition.header, effects[condition.name])
    if "never_win" in cards.columns:
        wins += _condition("never", "Never held", False)
    uses = [
        *head,
        Column("final_hands", "seats", "Final hands", note="seats that hold it at the end"),
        Column("score_with"),
        Column("score_without"),
        Column("score_effect", sign=True),
        Column("points"),
        Column("blanked"),
        Column(
            "times_offered",
            "seats",
            "Offers",
            note="times it lay in a seat's reach, or was offered to it in a trade",
        ),
        Column("kept"),
        Column("turn_taken"),
    ]
    uses = [column for column in uses if column.name in cards.columns]
    return [
        _with_deals(cards, table(cards, wins, name, "Win credit of seats with the card")),
        table(cards, uses, name, "Scores, and what becomes of the card"),
    ]


def _with_deals(cards: pl.DataFrame, shown: Table) -> Table:
    """Write under each count of seats in how many deals they sat."""
    counts = {
        place: cards[column.name.removesuffix("_seats") + "_deals"].to_list()
        for place, column in enumerate(shown.columns)
        if column.name.endswith("_seats")
    }
    rows = [
        [
            replace(cell, small=_deals(counts[place][number])) if place in counts else cell
            for place, cell in enumerate(cells)
        ]
        for number, cells in enumerate(shown.rows)
    ]
    return replace(shown, rows=rows)


def _deals(number: int | None) -> str:
    return f"{count(number)} deal{'s' * (number != 1)}"


def _by_effect(cards: pl.DataFrame) -> tuple[str, pl.DataFrame]:
    """Sort cards by the most causal effect any card has, the best first; unseen ones last."""
    order = ("dealt", "final", "taken", "received", "drawn", "held")
    for name in order:
        column = f"{name}_effect"
        if column in cards.columns and cards[column].count():
            return name, cards.sort(column, descending=True, nulls_last=True, maintain_order=True)
    return order[0], cards


def cards_section(run: Run, tables: Tables) -> Section:
    """Answer which cards win."""
    first, cards = _by_effect(tables["cards"])
    named = {condition.name: condition for condition in CONDITIONS}
    shown = [name for name in dict.fromkeys((first, "final")) if f"{name}_effect" in cards.columns]
    panels = [(name, f"{named[name].header} ({named[name].reading})") for name in shown]
    by_bot = tables["cards_by_bot"]
    more = []
    for policy in run.policies:
        _, mine = _by_effect(by_bot.filter(pl.col("policy") == policy))
        more.append((f"Cards in the hands of {policy}", _card_tables(mine, "cards_by_bot")))
    unseen = int((cards["held_seats"] == 0).sum()) if "held_seats" in cards.columns else 0
    text = [
        "Each row compares seats with a card and seats without it, on the same deals. "
        f"Read the {named[first].header.lower()} columns first: {named[first].caveat}."
    ]
    if first != "dealt":
        text.append("No hands are dealt in this game, so none of these columns is causal.")
    if unseen:
        text.append(f"No seat ever held {count(unseen)} of the {count(cards.height)} cards.")
    top = cards.filter(pl.col(f"{first}_effect").is_not_null())["name"].to_list()
    alt = f"Difference of win credit of each card, seats with minus seats without, {first} first."
    if top:
        alt += f" Most at the top: {', '.join(top[:3])}; least: {', '.join(top[-3:])}."
    return Section(
        "cards",
        "Which cards win?",
        text,
        "Held at the end is selection: it mixes what a card is worth with who chose to keep it and "
        "with what. The first and the last of many cards owe part of their place to luck, which "
        "their intervals don't show.",
        Picture("cards", plots.card_forest(cards, panels), alt),
        _card_tables(cards, "cards"),
        more,
    )


def no_cards_section(run: Run, tables: Tables) -> Section:
    """Say that the run kept no card rows."""
    return Section(
        "cards",
        "Which cards win?",
        [
            "This run was played with --keep players and holds no card rows, so it can't say. "
            "Simulate again without that option to see the cards."
        ],
        "",
    )
