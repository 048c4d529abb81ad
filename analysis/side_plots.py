"""The picture of runs side by side."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure

from analysis.figures import figure, styled
from analysis.plots import label_points, row_axis, whiskers

_MOST = 6  # panels


@styled
def sides(means: pl.DataFrame, names: Sequence[str]) -> Figure:
    """Draw a panel a measure, and in it a point with its 95 % interval for each run."""
    measures = list(dict.fromkeys(means["measure"]))[:_MOST]
    height = 0.9 + 0.45 * len(names)
    columns = min(3, max(1, len(measures)))
    lines = -(-max(1, len(measures)) // columns)
    fig, axes = figure(8.4, lines * height, lines, columns, squeeze=False)
    panels = [ax for row in axes for ax in row]
    for ax in panels[len(measures) :]:
        ax.set_visible(False)
    for place, (ax, measure) in enumerate(zip(panels, measures, strict=False)):
        y = row_axis(ax, names)
        if place % columns:
            ax.tick_params(labelleft=False)
        wanted = pl.DataFrame({"run": list(names)})
        mine = means.filter(pl.col("measure") == measure)
        mine = wanted.join(mine, on="run", how="left", maintain_order="left")
        mine = mine.with_columns(pl.col("value_too_few").fill_null(False))
        whiskers(ax, mine, "value", y)
        label_points(ax, mine, "value", y, "{:.1f}", 1.0)
        ax.set_title(measure, fontsize=9.5)
        ax.margins(x=0.2)
    return fig
