"""The most suspicious cards: those that are surest to be off, for the top of the report."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from analysis.conditions import Condition
from analysis.figures import BLUE, GRID, INK, MUTED, VERMILLION, figure, styled
from analysis.judged import judged_cards, whose_cards
from analysis.page import Picture
from analysis.part import Subject, Tables
from analysis.plots import row_axis, whiskers
from analysis.present import Column, Table, interval, signed, table
from analysis.verdicts import DEAD_CARD, UNSEEN, leading

#: As many cards at most stand at the top of the page.
SHOWN = 8


def suspects(subject: Subject, tables: Tables) -> pl.DataFrame:
    """Return the cards that are surest to be off, the one that brings most first.

    Parameters
    ----------
    subject : Subject
        What the report is about.
    tables : dict
        Frames of the report; ``cards`` is read.

    Returns
    -------
    DataFrame
        Rows of the card table, with ``effect``, ``effect_low``, ``effect_high``,
        ``effect_too_few`` of the condition that says most, and ``sure``: how far from zero the
        nearer end of the interval lies, negative where the interval holds zero. Dead cards are
        among them whatever their effect. At most eight, from both ends; cards met too rarely
        are left out as long as there are eight others.
    """
    cards, _ = judged_cards(subject.run, tables)
    lead = leading(subject.run.game, cards) if cards is not None else None
    if cards is None or lead is None:
        return pl.DataFrame()
    name = f"{lead.name}_effect"
    ends = {f"effect{end}": pl.col(f"{name}{end}") for end in ("", "_low", "_high", "_too_few")}
    found = cards.filter(pl.col("verdict") != UNSEEN).with_columns(**ends)
    found = found.filter(pl.col("effect_low").is_not_null())
    # In a short run only cards that hardly matter were met often enough: then all are ranked.
    enough = found.filter(~pl.col("effect_too_few"))
    found = enough if enough.height >= SHOWN else found
    sure = pl.max_horizontal(pl.col("effect_low"), -pl.col("effect_high"))
    ranked = found.with_columns(sure.alias("sure")).sort(
        [pl.col("verdict") == DEAD_CARD, pl.col("sure")], descending=True, maintain_order=True
    )
    # Both ends are of use, so neither takes all places while the other has a card.
    brings = pl.col("effect") > 0
    best, worst = ranked.filter(brings), ranked.filter(~brings)
    low = min(worst.height, max(SHOWN // 2, SHOWN - best.height))
    shown = pl.concat([best.head(SHOWN - low), worst.head(low)])
    return shown.sort("effect", descending=True, maintain_order=True)


def suspects_table(subject: Subject, found: pl.DataFrame) -> Table:
    """Return the suspects as a table of the page."""
    game = subject.run.game
    lead = leading(game, found)
    heading = lead.header if lead else ""
    columns = [
        Column("name", "policy", "Card", note="printed name"),
        Column("suit", "policy", game.suit, note=f"its {game.suit.lower()}"),
        Column("verdict"),
        Column("effect", "effect", f"{heading}: win credit, with minus without", sign=True),
    ]
    if "kept" in found.columns and found["kept"].count():
        columns.append(Column("kept"))
    columns.append(Column("q_value"))
    return table(found, columns, "cards", f"The most suspicious cards{whose_cards(found)}")


def suspects_picture(subject: Subject, found: pl.DataFrame) -> Picture:
    """Return the picture of the suspects: effects with intervals, and the margin as a band."""
    lead = leading(subject.run.game, found)
    whose = whose_cards(found)
    rows = found.iter_rows(named=True)
    said = [
        f"{row['name']} {signed(row['effect'], 'gain')} "
        f"({interval(row, 'effect', 'gain', sign=True)})"
        for row in rows
    ]
    alt = (
        "The most suspicious cards: difference of win credit "
        f"{lead.phrase if lead else ''}{whose} in percentage points, with 95 % intervals. "
    )
    return Picture("suspects", _draw(found, lead, subject.margin), alt + "; ".join(said) + ".")


@styled
def _draw(found: pl.DataFrame, lead: Condition | None, margin: float) -> Figure:
    fig, ax = figure(8.4, 1.25 + 0.34 * found.height)
    labels = [f"{name} · {suit}" for name, suit in found.select("name", "suit").iter_rows()]
    y = row_axis(ax, labels, found["suit"].to_list())
    ax.axvspan(-100 * margin, 100 * margin, color=GRID, alpha=0.55, lw=0, zorder=0)
    ax.axvline(0, color=INK, lw=0.9, zorder=1)
    colors = [_colour(verdict, low, high) for verdict, low, high in
              found.select("verdict", "effect_low", "effect_high").iter_rows()]  # fmt: skip
    whiskers(ax, found, "effect", y, 100, colors, 7)
    ends = found["effect_high"].to_numpy() * 100
    spread = max(float(np.max(np.abs(ends))), float(-100 * found["effect_low"].min()), 1e-9)  # type: ignore[arg-type, operator]
    right = max(float(np.max(ends)), 100 * margin) + 0.04 * spread
    for height, (value, verdict) in zip(y, found.select("effect", "verdict").iter_rows(),
                                        strict=True):  # fmt: skip
        words = f"{signed(value, 'gain')}  {verdict}"
        ax.annotate(words, (right, height), va="center", fontsize=9, color=INK,
                    annotation_clip=False)  # fmt: skip
    left = min(float(found["effect_low"].min()) * 100, -100 * margin)  # type: ignore[arg-type]
    ax.set_xlim(left - 0.05 * spread, right)
    for side, text, colour, align in ((0, "costs wins", VERMILLION, "left"),
                                      (1, "brings wins", BLUE, "right")):  # fmt: skip
        ax.annotate(text, (side, 1), xycoords="axes fraction", xytext=(0, 4),
                    textcoords="offset points", ha=align, fontsize=8.5, color=colour)  # fmt: skip
    phrase = (f" {lead.phrase}" if lead else "") + whose_cards(found)
    ax.set_xlabel(
        f"win credit{phrase}, with minus without, percentage points "
        f"(grey: fair, within {100 * margin:g})",
        fontsize=8.5,
    )
    return fig


def _colour(verdict: str, low: float, high: float) -> str:
    if low > 0:
        return BLUE
    return VERMILLION if high < 0 or verdict == DEAD_CARD else MUTED
