"""The report's pictures: one function a picture, from a frame to a matplotlib figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import offset_copy

from analysis.figures import BLUE, GRID, INK, MUTED, VERMILLION, figure, styled
from analysis.scores import QUANTILES, histogram, quantile
from analysis.suits import suit_colour


def whiskers(
    ax: Axes,
    table: pl.DataFrame,
    name: str,
    y: np.ndarray,
    scale: float = 1.0,
    colors: Sequence[str] | str = BLUE,
    size: float = 6.0,
) -> None:
    """Draw the estimate `name` of each row with its interval; hollow where there is too few."""
    values = {
        end: scale * table[name + end].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for end in ("", "_low", "_high")
    }
    seen = np.isfinite(values[""])
    few = table[f"{name}_too_few"].to_numpy()
    palette: Any = np.array([colors] * table.height if isinstance(colors, str) else colors)
    faces = np.where(few, "none", palette)
    drawn = seen & np.isfinite(values["_low"])
    ax.hlines(
        y[drawn], values["_low"][drawn], values["_high"][drawn], colors=palette[drawn], lw=1.4
    )
    ax.scatter(
        values[""][seen],
        y[seen],
        size**2,
        facecolors=faces[seen],
        edgecolors=palette[seen],
        linewidths=1.2,
        zorder=3,
        clip_on=False,
    )


def row_axis(
    ax: Axes, labels: Sequence[str], suits: Sequence[str | None] | None = None
) -> np.ndarray:
    """Set up one line a label, the first on top, with its suit's colour; return the heights."""
    y = np.arange(len(labels))[::-1].astype(float)
    ax.set_yticks(y, labels)
    ax.set_ylim(-0.6, len(labels) - 0.4)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=GRID, lw=0.6)
    if suits is not None and len(suits):
        ax.tick_params(axis="y", pad=11)
        beside = offset_copy(
            ax.get_yaxis_transform(), ax.get_figure(root=True), x=-6, units="points"
        )
        colours = [suit_colour(suit) for suit in suits]
        ax.scatter(
            np.zeros(len(suits)), y, 26, colours, marker="s", transform=beside, clip_on=False
        )
    return y


def _histogram(ax: Axes, values: np.ndarray, counts: np.ndarray, edges: np.ndarray) -> None:
    """Draw how often each value was counted, in per cent of all that was counted."""
    # seaborn takes pandas frames only.
    frame = pd.DataFrame({"value": values, "count": counts})
    sns.histplot(
        frame, x="value", weights="count", bins=list(edges), stat="percent",
        element="step", color=BLUE, alpha=0.45, linewidth=1.2, ax=ax,
    )  # fmt: skip
    ax.set(xlabel="", ylabel="")


def _reference(ax: Axes, x: float, text: str) -> None:
    """Draw a line to compare with, named at its top."""
    ax.axvline(x, color=INK, lw=0.9, ls=(0, (4, 3)), zorder=0)
    ax.annotate(
        text,
        (x, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=MUTED,
        fontsize=8,
    )


def label_points(
    ax: Axes, table: pl.DataFrame, name: str, y: np.ndarray, form: str, scale: float
) -> None:
    """Write the estimate `name` of each row above its point, by the format string `form`."""
    for value, height in zip(table[name], y, strict=True):
        if value is not None:
            ax.annotate(
                form.format(scale * value),
                (scale * value, height),
                xytext=(0, 6),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=8.5,
                color=INK,
            )


@styled
def credit_and_score(table: pl.DataFrame, labels: Sequence[str], expected: float) -> Figure:
    """Draw win credit and mean score of each row, with 95 % intervals, side by side."""
    fig, (left, right) = figure(8.4, 0.9 + 0.5 * table.height, 1, 2, sharey=True)
    y = row_axis(left, labels)
    whiskers(left, table, "win", y, 100)
    label_points(left, table, "win", y, "{:.1f} %", 100)
    left.set_xlabel("win credit, % of games")
    left.margins(x=0.12)
    _reference(left, 100 * expected, f"even share {100 * expected:.1f} %")
    whiskers(right, table, "score", y, 1)
    label_points(right, table, "score", y, "{:.1f}", 1)
    right.set_xlabel("mean score, points")
    right.grid(axis="x", color=GRID, lw=0.6)
    right.tick_params(axis="y", length=0)
    right.margins(x=0.12)
    return fig


@styled
def score_histograms(counts: pl.DataFrame, policies: Sequence[str]) -> Figure:
    """Draw one histogram of scores a bot, on one scale; median and middle 90 % are named."""
    fig, axes = figure(8.4, 0.7 + 1.25 * len(policies), len(policies), 1, sharex=True, sharey=True)
    edges, _ = histogram(counts["score"].to_numpy(), counts["seats"].to_numpy())
    for ax, policy in zip(np.atleast_1d(axes), policies, strict=True):
        mine = counts.filter(pl.col("policy") == policy).sort("score")
        scores, seats = mine["score"].to_numpy(), mine["seats"].to_numpy()
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.text(0.005, 0.9, policy, transform=ax.transAxes, va="top", weight="bold")
        if not len(scores):
            ax.text(0.5, 0.5, "no data", transform=ax.transAxes, ha="center", color=MUTED)
            continue
        _histogram(ax, scores, seats, edges)
        marks = {name: quantile(scores, seats, share) for name, share in QUANTILES.items()}
        ax.axvline(marks["median"], color=VERMILLION, lw=1.5)
        ax.annotate(
            f"median {marks['median']}",
            (marks["median"], 0.99),
            xycoords=("data", "axes fraction"),
            xytext=(4, 0),
            textcoords="offset points",
            va="top",
            fontsize=8.5,
        )
        ax.plot(
            [marks["q05"], marks["q95"]],
            [0, 0],
            color=VERMILLION,
            lw=3.5,
            solid_capstyle="butt",
            clip_on=False,
        )
    first = np.atleast_1d(axes)[0]
    # Room above the highest bar, for the medians' names.
    first.set_ylim(0, 1.3 * first.get_ylim()[1])
    np.atleast_1d(axes)[-1].set_xlabel(
        "final score, points (line: median; bar below: middle 90 % of seats)"
    )
    return fig


@styled
def lengths(
    counts: pl.DataFrame, ends: pl.DataFrame, names: dict[str, str], length: str, words: str
) -> Figure:
    """Draw the ways to end as shares of games, and how many games were how long.

    `counts` has the columns `length` and ``games``; `names` are the ways to end, in words.
    """
    height = max(2.3, 0.9 + 0.5 * ends.height)
    fig, (left, right) = figure(8.4, height, 1, 2, width_ratios=[1, 1.5])
    y = row_axis(left, [names.get(end, end) for end in ends["end"]])
    whiskers(left, ends, "end_share", y, 100)
    label_points(left, ends, "end_share", y, "{:.1f} %", 100)
    left.set_xlim(-4, 104)
    left.set_xlabel("share of games, %")
    reached, games = counts[length].to_numpy(), counts["games"].to_numpy()
    _histogram(right, reached, games, histogram(reached, games)[0])
    right.set_xlabel(words)
    right.set_ylabel("games, %")
    return fig


@styled
def card_forest(
    table: pl.DataFrame, panels: Sequence[tuple[str, str]], suits: Sequence[str] | None = None
) -> Figure:
    """Draw the effect of each card (a row each, in the order given) in one panel a condition.

    Parameters
    ----------
    table : DataFrame
        The card table, with ``C_effect`` and its interval for each condition C drawn.
    panels : sequence of (str, str)
        Condition and the panel's heading.
    suits : sequence of str, optional
        The suit of each row; the table's own unless stated.
    """
    fig, axes = figure(8.4, 1.1 + 0.19 * table.height, 1, len(panels), sharey=True, squeeze=False)
    labels = [f"{name} · {suit}" for name, suit in table.select("name", "suit").iter_rows()]
    for ax, (condition, heading) in zip(axes[0], panels, strict=True):
        name = f"{condition}_effect"
        first = ax is axes[0][0]
        shown = table["suit"].to_list() if suits is None else suits
        y = row_axis(ax, labels, shown if first else None)
        ax.axvline(0, color=INK, lw=0.9)
        whiskers(ax, table, name, y, 100, [_side(row, name) for row in _named(table)], 4)
        ax.set_title(heading, fontsize=9.5, loc="left", pad=18)
        ax.set_xlabel("win credit with minus without, percentage points", fontsize=8.5)
        for x, text, align in ((0, "costs wins", "left"), (1, "brings wins", "right")):
            ax.annotate(
                text,
                (x, 1),
                xycoords="axes fraction",
                xytext=(0, 4),
                textcoords="offset points",
                ha=align,
                fontsize=8,
                color=VERMILLION if x == 0 else BLUE,
            )
        ax.tick_params(axis="y", labelsize=8)
    return fig


def _named(table: pl.DataFrame) -> list[dict[str, Any]]:
    return list(table.iter_rows(named=True))


def _side(row: dict[str, Any], name: str) -> str:
    """Colour by which side of zero the whole interval lies on; muted if on both."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is not None and low > 0:
        return BLUE
    return VERMILLION if high is not None and high < 0 else MUTED
