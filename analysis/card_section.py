"""The section about cards: with and without, chance and choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from analysis import plots
from analysis.conditions import Condition
from analysis.game import CardTable, Game
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, Table, count, table
from analysis.runs import Run
from analysis.verdict_words import explained
from analysis.verdicts import BAN, MARGIN, leading

_N = "seats of games, and in how many deals they sat; the deal is the unit of the interval"


def _condition(name: str, header: str, reading: str, effect: bool = False) -> list[Column]:
    """Columns of one condition of the card table."""
    win = "never" if name == "never" else "win"
    columns = [
        Column(f"{name}_seats", "seats", "", header, reading, note=_N),
        Column(f"{name}_win", win, "Win credit", header, reading),
    ]
    if effect:
        columns.append(Column(f"{name}_effect", "effect", "", header, reading, sign=True))
    return columns


def _happened(game: Game, cards: pl.DataFrame) -> list[Condition]:
    """Return the conditions that some seat met with some card."""
    columns = [(condition, f"{condition.name}_seats") for condition in game.conditions]
    return [c for c, seats in columns if seats in cards.columns and cards[seats].sum()]


def _head(game: Game) -> list[Column]:
    return [
        Column("name", "policy", "Card", note="printed name"),
        Column("suit", "policy", game.suit, note=f"its {game.suit.lower()}"),
    ]


def _verdicts(cards: pl.DataFrame) -> list[Column]:
    """Columns of the verdict, where the table has them."""
    columns = [Column("verdict"), Column("q_value")]
    if "survives" in cards.columns and cards["survives"].count():
        columns.append(Column("survives"))
    return [column for column in columns if column.name in cards.columns]


def _win_table(game: Game, first: Condition, cards: pl.DataFrame, name: str) -> Table:
    """Return the table of win credits: with a card in each of the ways there are, and without.

    The condition that sorts the cards comes first.
    """
    columns = [*_head(game), *_verdicts(cards)]
    if first == BAN:
        columns += [
            Column("ban_seats", "seats", "", BAN.header, BAN.reading, note=_N),
            Column("ban_effect", "win_lost", "", BAN.header, BAN.reading, sign=True),
        ]
    for condition in sorted(_happened(game, cards), key=lambda condition: condition != first):
        lead = condition.name in game.leads
        if lead or not condition.never:
            columns += _condition(condition.name, condition.header, condition.reading, lead)
    for condition in game.conditions:
        if condition.never and "never_win" in cards.columns:
            columns += _condition("never", condition.never, condition.reading)
    shown = table(cards, columns, name, "Win credit of seats with the card")
    return _with_deals(cards, shown)


def _use_tables(
    game: Game, layouts: Sequence[CardTable], cards: pl.DataFrame, name: str
) -> list[Table]:
    """Return the tables of what becomes of a card, without columns that hold nothing."""
    made = []
    happened = _happened(game, cards)
    idle = {f"{condition.name}_rate" for condition in game.conditions if condition not in happened}
    kept = {c for c in cards.columns if cards[c].count()} - idle
    for layout in layouts:
        there = [column for column in layout.columns if column.name in kept]
        made.append(table(cards, [*_head(game), *there], name, layout.caption))
    return made


def _card_tables(game: Game, first: Condition, cards: pl.DataFrame, name: str) -> list[Table]:
    wins = _win_table(game, first, cards, name)
    return [wins, *_use_tables(game, game.card_tables, cards, name)]


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


def _by_effect(game: Game, cards: pl.DataFrame) -> tuple[Condition, pl.DataFrame]:
    """Sort cards by the effect that says most, the best first; unseen ones last."""
    lead = leading(game, cards)
    if lead is None:
        return next(c for c in game.conditions if c.name == game.leads[0]), cards
    return lead, cards.sort(
        f"{lead.name}_effect", descending=True, nulls_last=True, maintain_order=True
    )


def cards_section(run: Run, tables: Tables, margin: float = MARGIN) -> Section:
    """Answer which cards win; `margin` is that of the verdicts."""
    game = run.game
    first, cards = _by_effect(game, tables["cards"])
    by_bot = tables["cards_by_bot"]
    more = []
    for made in _use_tables(game, game.more_card_tables, cards, "cards"):
        more.append((made.caption, [replace(made, caption="")]))
    for policy in run.policies:
        by, mine = _by_effect(game, by_bot.filter(pl.col("policy") == policy))
        shown = _card_tables(game, by, mine, "cards_by_bot")
        more.append((f"Cards in the hands of {policy}", shown))
    return Section(
        "cards",
        "Which cards win?",
        [*_text(game, first, cards), *explained(run, cards, margin)],
        f"What {game.who}s choose ({game.choice}) is selection: it mixes what a card is worth "
        "with who chose it and when. The first and the last of many cards owe part of their place "
        "to luck, which their intervals don't show.",
        Picture(
            "cards",
            plots.card_forest(_seen(game, cards), _panels(game, first, cards)),
            _alt(first, cards),
        ),
        _card_tables(game, first, cards, "cards"),
        more,
    )


def _text(game: Game, first: Condition, cards: pl.DataFrame) -> list[str]:
    opening = "Each row compares seats with a card and seats without it, on the same deals. "
    columns = f"the {first.header.lower()} columns"
    if first.reading == "causal":
        text = [f"{opening}Read {columns} first: {first.caveat}."]
    else:
        text = [f"{opening}Cards are sorted by {columns}. Mind that {first.caveat}."]
        text.append(game.no_chance)
    unseen = sum(
        int((cards[f"{condition.name}_seats"] == 0).sum())
        for condition in game.conditions
        if condition.never and f"{condition.name}_seats" in cards.columns
    )
    if unseen:
        text.append(f"No seat ever had {count(unseen)} of the {count(cards.height)} cards.")
    return text


def _seen(game: Game, cards: pl.DataFrame) -> pl.DataFrame:
    """Return the cards that have an effect to draw; all of them if none has."""
    columns = [name for lead in game.leads if (name := f"{lead}_effect") in cards.columns]
    seen = cards.filter(pl.any_horizontal(pl.col(columns).is_not_null())) if columns else cards
    return seen if seen.height else cards


def _panels(game: Game, first: Condition, cards: pl.DataFrame) -> list[tuple[str, str]]:
    """Return the conditions drawn, each with its heading."""
    named = {condition.name: condition for condition in (*game.conditions, first)}
    wanted = dict.fromkeys((first.name, *game.leads))
    columns = {name: f"{name}_effect" for name in wanted}
    shown = [name for name in wanted if columns[name] in cards.columns]
    shown = [name for name in shown if cards[columns[name]].count()] or shown[:1]
    return [(name, f"{named[name].header} ({named[name].reading})") for name in shown]


def _alt(first: Condition, cards: pl.DataFrame) -> str:
    """Say in words what the picture shows."""
    alt = (
        "Difference of win credit of each card, seats with minus seats without, "
        f"{first.header.lower()} first."
    )
    column = f"{first.name}_effect"
    if column not in cards.columns:
        return alt
    top = cards.filter(pl.col(column).is_not_null())["name"].to_list()
    if top:
        alt += f" Most at the top: {', '.join(top[:3])}; least: {', '.join(top[-3:])}."
    return alt


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
