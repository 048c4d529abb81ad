"""The section about luck: what results vary by, and how many games see past it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from analysis.evidence import Schema, read_evidence
from analysis.figures import BLUE, GRID, MUTED, VERMILLION, figure, styled
from analysis.luck import MEASURES
from analysis.luck_words import (
    MEASURE_NAMES,
    difference_words,
    games_sentence,
    luck_sentence,
    source_names,
)
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.plots import label_points, row_axis, whiskers
from analysis.present import Column, table
from analysis.runs import Run

NEEDED: Schema = {
    "measure": pl.String, "source": pl.String, "deals": pl.Int64, "seats": pl.Int64,
    "sd": pl.Float64, "share": pl.Float64, "share_stderr": pl.Float64, "share_low": pl.Float64,
    "share_high": pl.Float64, "share_too_few": pl.Boolean,
}  # fmt: skip


def read_luck(run: Run, path: Path) -> pl.DataFrame:
    """Read what `realmvale luck` wrote.

    Raises
    ------
    RealmvaleError
        If the file is none, or of another game.
    """
    found = read_evidence(path, "luck", str(run.manifest["game"]), NEEDED)
    known = pl.col("measure").is_in(MEASURES) & pl.col("source").is_in(list(source_names(run.game)))
    return found.filter(known)


def luck_section(run: Run, tables: Tables) -> Section:
    """Answer how much of a result is luck."""
    names = source_names(run.game)
    luck, games = tables["luck"], tables["games_needed"]
    shown = luck.with_columns(
        pl.col("source").replace(names).alias("due_to"),
        pl.col("measure").replace(MEASURE_NAMES).alias("of"),
        # the sd of win credit in percentage points, like its differences
        pl.when(pl.col("measure") == "win").then(100 * pl.col("sd")).otherwise(pl.col("sd")),
    )
    columns = [
        Column("of", "policy", "Of", note="what varies"),
        Column("due_to", "policy", "Due to", note="what was drawn anew, or compared"),
        Column("deals"),
        Column("share", "variance_share"),
        Column("sd", "luck_sd"),
    ]
    needed = games.with_columns(
        pl.Series("what", [difference_words(m, d) for m, d in
                           games.select("measure", "difference").iter_rows()], dtype=pl.String)
    )  # fmt: skip
    games_columns = [
        Column("what", "policy", "Difference to be seen", note="between true means"),
        Column("games_one", "games_needed", "Games against a known value"),
        Column("games_two", "games_needed", "Games of each of two versions"),
    ]
    drawn = luck.filter((pl.col("source") != "all") & pl.col("share").is_not_null())
    text = [luck_sentence(luck, measure) for measure in MEASURES]
    return Section(
        "luck",
        "How much is luck?",
        [
            *(sentence for sentence in [*text, games_sentence(games)] if sentence),
            "Every game was played twice on each of two orders of what lies hidden after the "
            "opening; what stays alike, and what doesn't, tells the shares.",
        ],
        "These bots' luck is not people's: who plays worse leaves more to chance, and who plays "
        "better may too, once all play alike. Shares are of variance; of standard deviations the "
        "shares would look more even.",
        Picture("luck", luck_bars(drawn, names), _alt(drawn, names)) if drawn.height else None,
        [
            table(shown, columns, "luck", "What the variance is due to"),
            table(needed, games_columns, "games_needed", "Games that show a difference, alpha 5 %, "
                  "power 80 %"),
        ],
    )  # fmt: skip


def _alt(drawn: pl.DataFrame, names: dict[str, str]) -> str:
    parts = [
        f"{names[row['source']]} {100 * row['share']:.0f} % of {row['measure']}"
        for row in drawn.iter_rows(named=True)
    ]
    return "Shares of the variance with 95 % intervals: " + ", ".join(parts) + "."


@styled
def luck_bars(drawn: pl.DataFrame, names: dict[str, str]) -> Figure:
    """Draw the shares of the variance of each measure, one panel each."""
    measures = drawn["measure"].unique(maintain_order=True).to_list()
    sources = [s for s in names if s in set(drawn["source"])]
    fig, axes = figure(8.4, 0.9 + 0.45 * len(sources), 1, len(measures), sharey=True, squeeze=False)
    for ax, measure, colour in zip(axes[0], measures, (BLUE, VERMILLION, MUTED), strict=False):
        y = row_axis(ax, [names[s].split(" (")[0].split(":")[0] for s in sources])
        place = dict(zip(sources, y, strict=True))
        mine = drawn.filter(pl.col("measure") == measure)
        heights = np.array([place[s] for s in mine["source"]])
        whiskers(ax, mine, "share", heights, 100, colour)
        label_points(ax, mine, "share", heights, "{:.0f} %", 100)
        ax.set_xlim(-4, 104)
        ax.set_title(MEASURE_NAMES[measure], fontsize=9.5, loc="left")
        ax.set_xlabel("share of the variance, %", fontsize=8.5)
        ax.grid(axis="x", color=GRID, lw=0.6)
    return fig
