"""The section about what is counted of a seat besides its score."""

from __future__ import annotations

from analysis import round_plots
from analysis.metrics import METRICS
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, number, table
from analysis.runs import Run
from analysis.seat_counts import SHARES


def stones_section(run: Run, tables: Tables) -> Section:
    """Answer what bots do with their stones, and what else is counted of a seat."""
    best = tables["bots"].select("policy")
    counts = best.join(tables["seat_counts"], on="policy", maintain_order="left")
    names = [name for name in run.game.seat_counts if name in counts.columns]
    names += [name for name, *_ in SHARES if name in counts.columns]
    columns = [Column("policy"), Column("deals"), Column("seats"), *(Column(n) for n in names)]
    parts = [
        f"{row['policy']} "
        + ", ".join(
            f"{METRICS[name].header.lower()} {number(row[name], METRICS[name].unit)}"
            for name in names
        )
        for row in counts.iter_rows(named=True)
        if row["seats"]
    ]
    drawn = names[:3] if "wasted_share" not in names else ["stones_earned", "wasted_share"]
    return Section(
        "stones",
        "Where do the stones go?",
        [
            "Stones over the stone limit are discarded at once, before anything can be bought with "
            "them: these are the wasted ones."
        ],
        "Stones differ in value, and these are counts: a bot that earns few may earn the better "
        "ones. A bot that wins more may waste more because it earns more.",
        Picture(
            "stones",
            round_plots.seat_counts(counts, counts["policy"].to_list(), drawn),
            "Means of each bot with 95 % intervals: " + "; ".join(parts) + ".",
        ),
        [table(counts, columns, "seat_counts")],
    )
