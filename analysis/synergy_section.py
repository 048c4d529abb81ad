"""The section about pairs of cards."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import offset_copy

from analysis.figures import figure, styled
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, count, number, signed, table
from analysis.runs import Run
from analysis.suits import suit_colour

SHOWN = 20
#: A pair is told in words when its q-value is at most this.
SURE = 0.05

_COLUMNS = (
    Column("name", "policy", "Card", note="printed name"),
    Column("other_name", "policy", "With", note="printed name of the other card"),
    Column("seats", "seats", "Seats", note="seats that hold both at the end"),
    Column("observed", "score", "Score", note="mean score of seats that hold both at the end"),
    Column("expected", "score", "Expected", note="what bot and cards add up to"),
    Column("synergy", sign=True),
    Column("shrunk", sign=True),
    Column("q_value"),
)
_EXACT = Column(
    "exact", "score", "Exact", sign=True,
    note="what the two add to each other in the mean of all hands, counted by `realmvale exact`",
)  # fmt: skip


def synergy_section(run: Run, tables: Tables) -> Section:
    """Answer which cards belong together."""
    pairs = tables["pairs"].filter(pl.col("shrunk").is_not_null())
    often = _met_often(pairs)
    worst = often.sort("shrunk", maintain_order=True)
    columns = [*_COLUMNS, *([_EXACT] if "exact" in pairs.columns else [])]
    return Section(
        "pairs",
        "Which cards work together?",
        _text(pairs),
        "Bots keep cards together because they fit the rest of the hand, so a pair's synergy is"
        " partly that of the hands it is found in. The extremes of a thousand pairs owe part of"
        " their place to luck, which the shrunk values allow for.",
        Picture("pairs", heat_map(run.card_frame(), pairs), _alt(pairs)) if pairs.height else None,
        [
            table(often.head(SHOWN), columns, "pairs", f"The {SHOWN} best pairs"),
            table(worst.head(SHOWN), columns, "pairs", f"The {SHOWN} worst pairs"),
        ],
    )


def _text(pairs: pl.DataFrame) -> list[str]:
    if pairs.is_empty():
        return ["No pair of cards was held at the end often enough to say."]
    sure = pairs.filter(pl.col("q_value") <= SURE)
    said = [
        "A pair's synergy is what seats that hold both cards at the end score above the sum of what"
        f" their bot and each of their cards bring. {count(sure.height)} of {count(pairs.height)}"
        f" pairs differ from zero with q of at most {100 * SURE:.0f} %."
    ]
    often = _met_often(pairs)
    for words, row in (
        ("do most for each other", often.head(1)),
        ("hinder each other most", often.tail(1)),
    ):
        pair = row.row(0, named=True)
        said.append(
            f"{pair['name']} and {pair['other_name']} {words}: {signed(pair['shrunk'], 'score')} "
            f"points (raw {signed(pair['synergy'], 'score')}, {count(pair['seats'])} seats)."
        )
    worst = often.sort("shrunk", maintain_order=True)
    said.append(f"The best {_listed(often)}. The worst {_listed(worst)}.")
    return said + _exactly(pairs)


def _met_often(pairs: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs that were held often enough; all, if there are none."""
    often = pairs.filter(~pl.col("synergy_too_few"))
    return often if often.height else pairs


def _listed(pairs: pl.DataFrame) -> str:
    """Name the first pairs in words."""
    shown = pairs.head(SHOWN)
    parts = [
        f"{row['name']} with {row['other_name']} ({signed(row['shrunk'], 'score')})"
        for row in shown.iter_rows(named=True)
    ]
    return f"{count(len(parts))}: {', '.join(parts)}" if len(parts) > 1 else f"is {parts[0]}"


def _exactly(pairs: pl.DataFrame) -> list[str]:
    """Say how the pairs of the run agree with the exact ones."""
    if "exact" not in pairs.columns:
        return []
    both = pairs.filter(pl.col("exact").is_not_null())
    agree = both.select(pl.corr("shrunk", "exact", method="spearman")).item()
    if agree is None or not np.isfinite(agree):
        return []
    return [
        "The exact column is what two cards add to each other in the mean of all hands, whoever "
        f"holds them. Over {count(both.height)} pairs its ranks correlate with those of the bots' "
        f"hands by {agree:.2f}."
    ]


def _alt(pairs: pl.DataFrame) -> str:
    best = pairs.row(0, named=True)
    return (
        "Heat map of the synergy of each pair of cards, shrunk; the strongest is "
        f"{best['name']} with {best['other_name']}, {number(best['shrunk'])} points."
    )


@styled
def heat_map(cards: pl.DataFrame, pairs: pl.DataFrame) -> Figure:
    """Draw the shrunk synergy of all pairs, cards in the order of the deck."""
    place = {card: k for k, card in enumerate(cards["card"])}
    grid = np.full((cards.height, cards.height), np.nan)
    for card, other, value in pairs.select("card", "other", "shrunk").iter_rows():
        grid[place[card], place[other]] = grid[place[other], place[card]] = value
    size = 2.2 + 0.12 * cards.height
    fig, ax = figure(size + 0.8, size)
    # One outlier should not wash out all the others.
    limit = float(np.nanquantile(np.abs(grid), 0.995)) or 1.0
    # Drawn as shapes, not as an image: the page then needs nothing but its own text.
    shown = ax.pcolormesh(np.ma.masked_invalid(grid), cmap="PuOr", vmin=-limit, vmax=limit)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    names = cards["name"].to_list()
    middles = np.arange(len(names)) + 0.5
    ax.set_xticks(middles, names, rotation=90, fontsize=6)
    ax.set_yticks(middles, names, fontsize=6)
    ax.tick_params(length=0, pad=7)
    _suit_strips(ax, cards["suit"].to_list(), middles)
    bar = fig.colorbar(shown, ax=ax, shrink=0.6, label="points above the sum of both")
    if bar.solids is not None:
        bar.solids.set_rasterized(False)
    return fig


def _suit_strips(ax: Axes, suits: list[str | None], middles: np.ndarray) -> None:
    """Put each card's suit as a spot of colour between its name and its row or column."""
    colours = [suit_colour(suit) for suit in suits]
    none = np.zeros(len(suits))
    across = offset_copy(ax.get_xaxis_transform(), ax.get_figure(root=True), y=-4, units="points")
    along = offset_copy(ax.get_yaxis_transform(), ax.get_figure(root=True), x=-4, units="points")
    ax.scatter(middles, none, 9, colours, marker="s", transform=across, clip_on=False)
    ax.scatter(none, middles, 9, colours, marker="s", transform=along, clip_on=False)
