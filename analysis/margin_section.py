"""The sections about how close games are, and about the best and worst results."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from analysis.figures import BLUE, INK, figure, styled
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, count, interval, number, signed, table
from analysis.runs import Run
from analysis.scores import histogram

_QUANTILES = (
    ("q05", "5 %"),
    ("q25", "25 %"),
    ("median", "Median"),
    ("q75", "75 %"),
    ("q95", "95 %"),
)


def margins_section(run: Run, tables: Tables) -> Section:
    """Answer how close games are."""
    margins, counts = tables["margins"], tables["margin_counts"]
    row = margins.row(0, named=True)
    within = interval(row, "blow_outs", "share")
    columns = [
        Column("games"),
        # of real games each is a deal of its own
        *([Column("deals")] if run.game.simulated else []),
        Column("margin"),
        *(Column(name, "score_quantile", text) for name, text in _QUANTILES),
        Column("level_share"),
        Column("blow_outs"),
    ]  # fmt: skip
    return Section(
        "margins",
        "How close are games?",
        [
            f"The winner is {number(row['margin'])} points ahead of the next seat on average, and "
            f"in half of the games at most {number(row['median'], 'whole')}. "
            f"{number(row['blow_outs'], 'share')} % of games ({within}) are blow-outs, won by "
            f"{count(row['blow_out'])} points or more, which is one standard deviation of the "
            "scores of all seats."
        ],
        "Close scores need not feel close: what players know of each other's scores before the end "
        "is another question.",
        Picture(
            "margins",
            margin_bars(counts, row["blow_out"]),
            f"Histogram of the winner's margin; median {number(row['median'], 'whole')} points, "
            f"{number(row['blow_outs'], 'share')} % at or beyond {count(row['blow_out'])}.",
        ),
        [table(margins, columns, "margins")],
    )


def extremes_section(run: Run, tables: Tables) -> Section:
    """Show the best and worst results of seats, and how to replay their games."""
    found = tables["extremes"].with_columns((pl.col("seat") + 1).cast(pl.String).alias("place"))
    columns = [
        Column("score", "score_maximum", "Score"),
        Column("policy", header=run.game.who.capitalize(), note=f"the {run.game.who} of the seat"),
        Column("place", "policy", "Seat", note=run.game.seat_note),
        Column("cards", "policy", "Cards at the end", note="held, or in the area, at the end"),
        Column("trace", "policy", "Follow the game with", note="a command that tells the game"),
    ]
    if found["cards"].null_count() == found.height:
        columns = [column for column in columns if column.name != "cards"]
    text = ["Each is one seat of one game, and the command beside it tells that game turn by turn."]
    if not run.game.simulated:
        columns = [column for column in columns if column.name != "trace"]
        text = ["Each is one seat of one game."]
    return Section(
        "extremes",
        "What were the best and the worst results?",
        text,
        "Records grow with the number of games: they show what can happen, not what is common.",
        None,
        [
            table(found.filter(pl.col("end") == end), columns, "extremes", f"The {end} results")
            for end in ("best", "worst")
        ],
    )


def first_player_words(run: Run, tables: Tables) -> list[str]:
    """Say what the first seat is worth; nothing where no seat plays first."""
    if not run.game.first_seat or "first_player" not in tables:
        return []
    row = tables["first_player"].row(0, named=True)
    within = interval(row, "win_advantage", "gain", sign=True)
    if row["win_advantage"] is None or not within:
        return []
    return [
        f"The first seat wins {signed(row['win_advantage'], 'gain')} percentage points of win "
        f"credit ({within}) and {signed(row['score_advantage'], 'score')} points of score "
        f"({interval(row, 'score_advantage', 'score', sign=True)}) more than the others' mean."
    ]


@styled
def margin_bars(counts: pl.DataFrame, far: int) -> Figure:
    """Draw how many games were won by how much; blow-outs begin at the line."""
    fig, ax = figure(8.4, 2.4)
    values, games = counts["margin"].to_numpy(), counts["games"].to_numpy()
    edges, bars = histogram(values, games)
    if len(bars):
        share = 100 * bars / bars.sum()
        ax.bar(edges[:-1], share, np.diff(edges), align="edge", color=BLUE, alpha=0.5)
        ax.axvline(far - 0.5, color=INK, lw=0.9, ls=(0, (4, 3)))
        ax.annotate(
            "blow-outs", (far - 0.5, 0.95), xycoords=("data", "axes fraction"), xytext=(4, 0),
            textcoords="offset points", va="top", fontsize=8.5,
        )  # fmt: skip
    ax.set_xlabel("points between the two highest scores")
    ax.set_ylabel("games, %")
    return fig
