"""The cards of a run, met or not: what every card table is hung on."""

from __future__ import annotations

from typing import Literal

import polars as pl

from analysis.runs import Run
from sim.errors import RealmvaleError

By = Literal["pooled", "policy"]


def keys_of(by: By) -> list[str]:
    """Return the key columns besides the card."""
    return ["policy"] if by == "policy" else []


def deck(run: Run, by: By) -> pl.DataFrame:
    """Return a row for each card of the deck (and bot), met or not, in deck order."""
    cards = run.card_frame()
    if by == "pooled":
        return cards
    bots = pl.DataFrame({"policy": run.policies}, schema={"policy": pl.String})
    return bots.join(cards, how="cross")


def check_known(run: Run, met: pl.Series) -> None:
    """Refuse cards that the manifest does not list: they would drop out without a word."""
    strangers = sorted(set(met.cast(pl.String)) - set(run.card_frame()["card"]))
    if strangers:
        raise RealmvaleError(
            f"{run.path / 'cards'} names cards that run.json does not list: "
            f"{', '.join(strangers[:5])}"
        )
