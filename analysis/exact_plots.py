"""The pictures of all hands: one function a picture, from a frame to a matplotlib figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from analysis.figures import BLUE, GRID, INK, MUTED, VERMILLION, figure, styled
from analysis.scores import histogram

# Transparent in the middle, so that it suits light and dark pages.
_DIVERGING = LinearSegmentedColormap.from_list("diverging", [VERMILLION, "#ffffff00", BLUE])


def _rows(ax: Axes, labels: Sequence[str], size: float = 8) -> np.ndarray:
    """Set up one line a label, the first on top; return the heights."""
    y = np.arange(len(labels))[::-1].astype(float)
    ax.set_yticks(y, labels, fontsize=size)
    ax.set_ylim(-0.6, len(labels) - 0.4)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=GRID, lw=0.6)
    return y


@styled
def score_histogram(counts: pl.DataFrame, spread: dict[str, Any]) -> Figure:
    """Draw how often a random hand reaches each score, with median and middle 90 %."""
    fig, ax = figure(8.4, 3.1)
    hands = counts["hands"].to_numpy()
    edges, binned = histogram(counts["score"].to_numpy(), hands)
    ax.stairs(100 * binned / hands.sum(), edges, fill=True, color=BLUE, alpha=0.45)
    ax.stairs(100 * binned / hands.sum(), edges, color=BLUE, lw=1.2)
    ax.axvline(spread["median"], color=VERMILLION, lw=1.5)
    ax.annotate(
        f"median {spread['median']}", (spread["median"], 0.99), xycoords=("data", "axes fraction"),
        xytext=(5, 0), textcoords="offset points", va="top", fontsize=8.5,
    )  # fmt: skip
    ax.plot(
        [spread["q05"], spread["q95"]], [0, 0],
        color=VERMILLION, lw=3.5, solid_capstyle="butt", clip_on=False,
    )  # fmt: skip
    ax.set_ylim(0, 1.08 * (100 * binned / hands.sum()).max())
    width = f"{edges[1] - edges[0]:.0f}"
    ax.set_xlabel("best score of a hand, points (line: median; bar below: middle 90 % of hands)")
    ax.set_ylabel(f"hands, % in {width} point{'s' * (width != '1')}")
    return fig


@styled
def card_spreads(cards: pl.DataFrame, mean: float) -> Figure:
    """Draw what hands with each card score: mean, middle half and middle 90 %."""
    fig, ax = figure(8.4, 1.1 + 0.19 * cards.height)
    y = _rows(ax, cards["name"].to_list())
    ax.hlines(y, cards["q05"], cards["q95"], color=MUTED, lw=1)
    ax.hlines(y, cards["q25"], cards["q75"], color=BLUE, lw=4.5, alpha=0.45)
    ax.scatter(cards["score"], y, 18, color=BLUE, zorder=3)
    ax.axvline(mean, color=INK, lw=0.9, ls=(0, (4, 3)), zorder=0)
    ax.annotate(
        f"mean of all hands {mean:.1f}", (mean, 1), xycoords=("data", "axes fraction"),
        xytext=(0, 3), textcoords="offset points", ha="center", va="bottom", color=MUTED,
        fontsize=8,
    )  # fmt: skip
    ax.set_xlabel("best score of hands with the card (dot: mean; bar: middle half; line: 90 %)")
    return fig


@styled
def pair_map(pairs: pl.DataFrame, names: Sequence[str]) -> Figure:
    """Draw the interaction of every pair of cards, in the order of the card file."""
    n = len(names)
    values = np.full((n, n), np.nan)
    upper = np.triu_indices(n, 1)
    values[upper] = pairs["interaction"].to_numpy()
    values.T[upper] = values[upper]
    fig, ax = figure(8.4, 8.6)
    # A few pairs are far beyond all others; they share the last colour.
    limit = max(1.0, float(np.quantile(np.abs(values[upper]), 0.99)))
    image = ax.imshow(values, cmap=_DIVERGING, vmin=-limit, vmax=limit, interpolation="nearest")
    size = min(8.0, 330 / n)
    ax.set_xticks(range(n), names, rotation=90, fontsize=size)
    ax.set_yticks(range(n), names, fontsize=size)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    bar = fig.colorbar(image, ax=ax, shrink=0.5, aspect=30, pad=0.02, location="bottom",
                       extend="both")  # fmt: skip
    bar.outline.set_visible(False)
    bar.set_label("mean with both, minus the additive expectation, points", fontsize=8.5)
    bar.ax.tick_params(labelsize=8)
    return fig


@styled
def blanked_bars(cards: pl.DataFrame) -> Figure:
    """Draw the share of a card's hands in which it is blanked."""
    fig, ax = figure(8.4, 0.9 + 0.2 * cards.height)
    y = _rows(ax, cards["name"].to_list())
    shares = 100 * cards["blanked"].to_numpy()
    _bars(ax, y, shares)
    ax.set_xlim(0, 1.08 * shares.max())
    ax.set_xlabel("hands with the card in which it is blanked, %")
    return fig


@styled
def choice_bars(uses: pl.DataFrame, choosers: Sequence[tuple[str, float]], most: int) -> Figure:
    """Draw the most usual choices of each chooser as shares of the hands that hold it."""
    shown = [uses.filter(pl.col("name") == name).head(most) for name, _ in choosers]
    heights = [max(1, frame.height) for frame in shown]
    fig, axes = figure(
        8.4, 0.6 + 0.19 * sum(heights) + 0.42 * len(shown), len(shown), 1,
        sharex=True, squeeze=False, height_ratios=heights,
    )  # fmt: skip
    for ax, frame, (name, used) in zip(axes[:, 0], shown, choosers, strict=True):
        y = _rows(ax, frame["what"].to_list())
        _bars(ax, y, 100 * frame["share"].to_numpy())
        ax.set_title(f"{name} (used in {100 * used:.1f} % of its hands)", fontsize=9, loc="left")
    axes[-1, 0].set_xlabel("hands with the card in which this is its best use, %")
    longest = max((max(frame["share"].to_list(), default=0.0) for frame in shown), default=0.0)
    axes[-1, 0].set_xlim(0, 108 * longest or 1)
    return fig


def _bars(ax: Axes, y: np.ndarray, shares: np.ndarray) -> None:
    """Draw one bar a row and write its length beside it."""
    ax.barh(y, shares, height=0.65, color=BLUE, alpha=0.6)
    for height, share in zip(y, shares, strict=True):
        ax.annotate(
            _percent(share), (share, height), xytext=(4, 0),
            textcoords="offset points", va="center", fontsize=7.5, color=MUTED,
        )  # fmt: skip
    ax.spines["left"].set_visible(False)


def _percent(share: float) -> str:
    """Write a percentage to one digit, a smaller one to as many as it needs, down to 0.001."""
    if share >= 0.05:
        return f"{share:.1f}"
    return f"{share:.2g}" if share >= 0.001 else "< 0.001"
