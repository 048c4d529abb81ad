"""What tuning found, as a section with its picture, and as a page."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from analysis.experiment_page import ExperimentPage
from analysis.figures import BLUE, GRID, INK, MUTED, VERMILLION, figure, styled
from analysis.page import Picture, Section
from analysis.present import Column, count, table
from analysis.tune import Tuned
from analysis.tune_words import sentences

_COLUMNS = (
    Column("value", "seats", "Number", note="what stood in the column"),
    Column("effect", sign=True),
    Column("verdict"),
    Column("deals"),
)


def page(found: Tuned, command: str) -> ExperimentPage:
    """Return the page of a tuning."""
    method = [
        "The card is tried with a few whole numbers, always on the same deals with the same random "
        "streams: both bounds, what stands on the card, then where the line between neighbours "
        "meets the target, then the ends of the interval.",
        "The curve is drawn straight between neighbours. The 95 % interval of the answer holds all "
        "numbers at which the curve's own interval contains the target (Fieller's method, piece by "
        "piece); errors are over deals, with what neighbours have in common taken into account.",
    ]
    played = f"{found.card.name} · {found.column} · {found.policy} · {count(found.deals)} deals"
    tables = {"answer": found.answer(), "sweep": found.sweep()}
    return ExperimentPage(
        f"What should the {found.column} of {found.card.name} be?", played, sentences(found),
        [section(found)], method, command, tables,
    )  # fmt: skip


def section(found: Tuned) -> Section:
    """Answer which number brings the card to the target."""
    sweep = found.sweep()
    alt = (
        f"The effect of {found.card.name} over its {found.column}, with 95 % intervals: "
        + "; ".join(
            f"{row['value']}: {100 * row['effect']:+.1f}"
            for row in sweep.iter_rows(named=True)
            if row["effect"] is not None
        )
    )
    return Section(
        "tune",
        f"What should the {found.column} of {found.card.name} be?",
        sentences(found),
        "It holds for this bot among its like, with all other cards as they are: tune one card, "
        "and another one's effect moves too.",
        Picture("tune", curve(found, sweep), alt + "."),
        [table(sweep, _COLUMNS, "sweep")],
    )


@styled
def curve(found: Tuned, sweep: pl.DataFrame) -> Figure:
    """Draw the effect over the numbers tried, the target, and where both meet."""
    fig, ax = figure(8.4, 3.6)
    x = sweep["value"].to_numpy()
    y, low, high = (
        100 * sweep[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for name in ("effect", "effect_low", "effect_high")
    )
    ax.fill_between(x, low, high, color=BLUE, alpha=0.15, lw=0)
    ax.plot(x, y, color=BLUE, lw=1.4, marker="o", ms=5)
    ax.vlines(x, low, high, color=BLUE, lw=1.2)
    ax.axhline(100 * found.target, color=INK, lw=0.9, ls=(0, (4, 3)))
    ax.annotate("target", (1, 100 * found.target), xycoords=("axes fraction", "data"),
                xytext=(-2, 3), textcoords="offset points", ha="right", color=MUTED,
                fontsize=8)  # fmt: skip
    if found.found is not None:
        cross = found.found
        ends = (cross.low if cross.low is not None else x[0],
                cross.high if cross.high is not None else x[-1])  # fmt: skip
        ax.plot(ends, [100 * found.target] * 2, color=VERMILLION, lw=3.5, solid_capstyle="butt")
        rising = y[-1] >= y[0]  # beside the curve, not on it
        ax.annotate(f"{cross.value:.1f}", (cross.value, 100 * found.target),
                    xytext=(6, -7 if rising else 7), textcoords="offset points", ha="left",
                    va="top" if rising else "bottom", color=INK)  # fmt: skip
    ax.grid(axis="y", color=GRID, lw=0.6)
    ax.set_xlabel(f"{found.column} of {found.card.name} (orange: 95 % interval of the answer)")
    ax.set_ylabel("effect, percentage points")
    return fig
