"""Whether the guide's advice holds, as a section with its picture, and as a page."""

from __future__ import annotations

import polars as pl
from matplotlib.figure import Figure

from analysis.advice import FAILS, HOLDS, IN_PART, NO_DIFFERENCE, TIPS
from analysis.advice_words import played_words, sentences
from analysis.experiment_page import ExperimentPage
from analysis.figures import BLUE, INK, MUTED, VERMILLION, figure, styled
from analysis.page import Picture, Section
from analysis.plots import row_axis, whiskers
from analysis.present import Column, table

_VERDICT = (
    "the whole 95 % interval of the difference of win credit against the margin: the advice holds "
    "beyond it, makes no difference inside it, does not hold beyond it on the other side, else "
    "unclear"
)
_COLUMNS = (
    Column("advice", "policy", "Advice", note="a tip of the guide"),
    Column("follows", "policy", "Follows", note="the bot that follows it"),
    Column("ignores", "policy", "Ignores", note="the bot that ignores it"),
    Column("difference", "policy", "What differs", note="in what the bots differ"),
    Column("verdict", "verdict", "Verdict", note=_VERDICT),
    Column("win_difference", "effect", "Win credit, difference", sign=True,
           note="win credit of a seat that follows minus that of a seat that ignores"),
    Column("score_difference", "score", "Mean score, difference", sign=True,
           note="mean score of a seat that follows minus that of a seat that ignores"),
    Column("share", "win", "Share of the match", note="win credit of the follower's seats"),
    Column("q_value"),
    Column("deals"),
    Column("games"),
)  # fmt: skip
_COLOURS = {HOLDS: BLUE, FAILS: VERMILLION, NO_DIFFERENCE: MUTED}


def page(found: pl.DataFrame, players: int, command: str) -> ExperimentPage:
    """Return the page of the experiments on the guide's advice."""
    method = [
        "Each tip is tested by matches of a bot that follows it against one that ignores it and is "
        "otherwise as near to it as bots come. Both share the seats of each table evenly, and "
        "every deal is played in each rotation of its line-up; intervals are over deals.",
        "A tip holds if all its matches say so, in part if some do.",
    ]
    return ExperimentPage(
        "Does the guide's advice hold?", played_words(found, players), sentences(found),
        [section(found)], method, command, {"advice": found},
    )  # fmt: skip


def section(found: pl.DataFrame) -> Section:
    """Answer whether each tip of the guide holds; `found` as :func:`analysis.advice.advice`."""
    held = found.unique("tip", maintain_order=True)["tip_verdict"]
    some = int(held.is_in([HOLDS, IN_PART]).sum())
    alt = "What following each tip wins a seat, percentage points of win credit: " + "; ".join(
        f"{row['follows']} against {row['ignores']} {100 * row['win_difference']:+.1f}"
        for row in found.iter_rows(named=True)
        if row["win_difference"] is not None
    )
    return Section(
        "advice",
        "Does the guide's advice hold?",
        [f"{some} of {held.len()} tips hold, at least in part.", *sentences(found)],
        "It says what a habit is worth to these bots, all else being equal, not what it is worth "
        "to people, whose other habits differ too.",
        Picture("advice", matches(found), alt + "."),
        [table(found, _COLUMNS, "advice")],
    )


@styled
def matches(found: pl.DataFrame) -> Figure:
    """Draw what a seat that follows wins more, a row a match, grouped by tip."""
    names = {tip.name: tip.advice for tip in TIPS}
    labels = [f"{row['follows']} against {row['ignores']}" for row in found.iter_rows(named=True)]
    fig, ax = figure(8.4, 1.2 + 0.55 * found.height)
    y = row_axis(ax, labels)
    ax.axvline(0, color=INK, lw=0.9)
    colours = [_COLOURS.get(word, INK) for word in found["verdict"]]
    whiskers(ax, found, "win_difference", y, 100, colours)
    first = found.with_row_index("row").unique("tip", keep="first", maintain_order=True)
    for row in first.iter_rows(named=True):
        ax.annotate(
            names.get(row["tip"], row["advice"]), (0, y[row["row"]]),
            xycoords=("axes fraction", "data"), xytext=(4, 10), textcoords="offset points",
            fontsize=8.5, color=MUTED,
        )  # fmt: skip
    ax.set_xlabel("win credit of a seat that follows minus one that ignores, percentage points")
    return fig
