"""Pictures of what happens round by round, and of what is counted of a seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.figures import BLUE, GRID, INK, MUTED, PAPER, SERIES, figure, styled
from analysis.metrics import METRICS
from analysis.plots import label_points, row_axis, whiskers

#: Lines beyond the last colour begin again with the first, dashed otherwise.
_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))


@styled
def race(
    scores: pl.DataFrame, policies: Sequence[str], leaders: pl.DataFrame, expected: float
) -> Figure:
    """Draw mean scores by round, a line a bot, beside the win credit of the seat in front."""
    fig, (left, right) = figure(8.4, 3.7, 1, 2, width_ratios=[1.25, 1])
    ends = []
    for place, policy in enumerate(policies):
        mine = scores.filter(pl.col("policy") == policy).sort("round")
        colour = SERIES[place % len(SERIES)]
        dash = _DASHES[place // len(SERIES) % len(_DASHES)]
        x, y = mine["round"].to_numpy(), mine["round_score"].to_numpy()
        left.plot(x, y, color=colour, ls=dash, lw=1.6)
        _points(left, mine, "round_score", 1, colour)
        ends.append((float(y[-1]), float(x[-1]), policy, colour))
    _names(left, ends)
    left.set_ylabel("mean score, points")
    leaders = leaders.filter(pl.col("leader_win").is_not_null()).sort("round")
    x, y = leaders["round"].to_numpy(), 100 * leaders["leader_win"].to_numpy()
    right.plot(x, y, color=BLUE, lw=1.6)
    _points(right, leaders, "leader_win", 100, BLUE)
    right.axhline(100 * expected, color=INK, lw=0.9, ls=(0, (4, 3)), zorder=0)
    right.annotate(
        f"even share {100 * expected:.1f} %",
        (1, 100 * expected),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=8,
        color=MUTED,
    )
    right.set_ylim(0, 104)
    right.set_ylabel("win credit of the seat in front, %")
    for ax in (left, right):
        ax.set_xlabel("after round")
        ax.set_xticks(sorted(set(scores["round"])))
        ax.grid(axis="y", color=GRID, lw=0.6)
    return fig


def _points(ax: Axes, table: pl.DataFrame, name: str, scale: float, colour: str) -> None:
    """Draw a line's points with their intervals; hollow where there is too few."""
    x = table["round"].to_numpy()
    y, low, high = (
        scale * table[name + end].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for end in ("", "_low", "_high")
    )
    known = np.isfinite(low) & np.isfinite(high)
    ax.vlines(x[known], low[known], high[known], colors=colour, lw=1.2)
    few = table[f"{name}_too_few"].to_numpy()
    for chosen, face in ((few, PAPER), (~few, colour)):
        ax.scatter(x[chosen], y[chosen], 14, facecolors=face, edgecolors=colour, zorder=3)


def _names(ax: Axes, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Write each line's name at its end, pushed apart where lines end close together."""
    if not ends:
        return
    low, high = ax.get_ylim()
    step = 0.065 * (high - low)
    last = max(x for _, x, _, _ in ends)
    height = low - step
    for y, _, name, colour in sorted(ends):
        height = max(y, height + step)
        ax.text(last + 0.2, height, name, va="center", color=colour, fontsize=8.5, weight="bold")
    ax.set_ylim(low, max(high, height + step))
    longest = max(len(name) for _, _, name, _ in ends)
    left, right = ax.get_xlim()
    ax.set_xlim(left, right + (right - left) * 0.022 * (longest + 2))


@styled
def seat_counts(table: pl.DataFrame, labels: Sequence[str], names: Sequence[str]) -> Figure:
    """Draw some counts of each bot's seats, a panel each, with 95 % intervals."""
    fig, axes = figure(8.4, 0.9 + 0.5 * table.height, 1, len(names), sharey=True, squeeze=False)
    for ax, name in zip(axes[0], names, strict=True):
        metric = METRICS[name]
        share = metric.unit == "share"
        y = row_axis(ax, labels)
        scale = 100 if share else 1
        whiskers(ax, table, name, y, scale)
        label_points(ax, table, name, y, "{:.1f} %" if share else "{:.1f}", scale)
        ax.set_xlabel(metric.header.lower() + (", %" if share else " a game"))
        ax.margins(x=0.12)
        ax.set_xlim(left=0)
    return fig
