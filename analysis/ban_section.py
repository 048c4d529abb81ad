"""The section about bans: what a card is worth, beside what the run's own columns say."""

from __future__ import annotations

import polars as pl

from analysis import plots
from analysis.ban import used_words
from analysis.ban_evidence import judging_bot
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, count, interval, signed, table
from analysis.runs import Run
from analysis.verdicts import UNSEEN


def ban_section(run: Run, tables: Tables) -> Section:
    """Answer what a card is worth, all else being equal."""
    bans = tables["bans"].join(
        run.card_frame().select("card", "name", "suit"), on="card", how="left", suffix="_of_run",
        maintain_order="left",
    )  # fmt: skip
    bans = bans.sort("win_lost", descending=True, nulls_last=True, maintain_order=True)
    game, used = run.game, used_words(run.game.id)
    columns = [
        Column("name", "policy", "Card", note="printed name"),
        Column("suit", "policy", game.suit, note=f"its {game.suit.lower()}"),
        Column("policy"),
        Column("verdict"),
        Column("q_value"),
        Column("deals"),
        Column("win_lost", sign=True),
        Column("held_effect", "effect", f"{used}: with minus without", "", "correlational", True),
        Column("score_lost", sign=True),
        Column("used", "rate", used, note="share of seats, without the ban"),
        Column("forced"),
    ]
    bots = bans["policy"].unique(maintain_order=True).to_list()
    first = bans.filter(pl.col("policy") == bots[0])
    ends = ("", "_low", "_high", "_too_few")
    drawn = first.filter(pl.col("win_lost").is_not_null()).rename(
        {f"win_lost{end}": f"ban_effect{end}" for end in ends}
        | {f"held_effect{end}": f"used_effect{end}" for end in ends}
    )
    panels = [("ban", "Banned: win credit lost (causal)"), ("used", f"{used} (correlational)")]
    alt = "What each card is worth by its ban, beside the difference of seats that use it"
    picture = None
    if drawn.height:
        picture = Picture("bans", plots.card_forest(drawn, panels), _alt(alt, drawn))
    return Section(
        "bans",
        "What is each card worth by itself?",
        _text(run, tables, bans, bots),
        "A ban tells what a card is worth to this bot, at tables of the same bot: another bot, or "
        "a person, may make more or less of it.",
        picture,
        [table(bans, columns, "bans")],
    )


def _alt(alt: str, drawn: pl.DataFrame) -> str:
    names = drawn["name"].to_list()
    return f"{alt}; most: {', '.join(names[:3])}; least: {', '.join(names[-3:])}."


def _text(run: Run, tables: Tables, bans: pl.DataFrame, bots: list[str]) -> list[str]:
    said = [
        "One seat may not use the card, in one seat after the other, on the same deals: what it "
        "loses is what the card is worth to that bot. Beside it stands what a comparison of seats "
        "that use the card with seats that don't would say; where the two differ, the bot's choice "
        "is what makes the difference.",
    ]
    if "cards" in tables and "ban_effect" in tables["cards"].columns:
        said.append(
            "Nothing is dealt in this game, so the verdicts on cards rest on these bans, in the "
            f"hands of {judging_bot(run, bans)}."
        )
    for bot in bots:
        mine = bans.filter((pl.col("policy") == bot) & pl.col("win_lost").is_not_null())
        if mine.is_empty():
            continue
        best, judged = mine.row(0, named=True), bans.filter(pl.col("policy") == bot)
        seen = judged.filter(pl.col("verdict") != UNSEEN).height
        within = interval(best, "win_lost", "gain", sign=True)
        said.append(
            f"{bot}, {count(best['deals'])} deals, {count(seen)} cards banned: {best['name']} is "
            f"worth most, {signed(best['win_lost'], 'gain')} percentage points of win credit "
            f"({within})."
        )
    return said
