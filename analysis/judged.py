"""Whose cards the opening of the report judges.

A difference that chance makes can be pooled over all bots. One that bots make by choosing can't:
pooled, it tells mostly which bots choose a card. So there the best bot's own games are judged.
"""

from __future__ import annotations

import polars as pl

from analysis.conditions import CAUSAL
from analysis.part import Tables
from analysis.runs import Run
from analysis.verdicts import leading

#: A bot's own table is judged by from so many cards on that enough deals tell of.
_FEWEST = 2


def judged_cards(run: Run, tables: Tables) -> tuple[pl.DataFrame | None, str]:
    """Return the card table to judge by, and whose it is.

    Parameters
    ----------
    run : Run
        An open run.
    tables : dict
        Frames of its report; ``cards``, ``cards_by_bot`` and ``bots`` are read.

    Returns
    -------
    (DataFrame or None, str)
        The pooled table and an empty text, or the best bot's table (with ``policy``) and
        `` in the hands of NAME``; None without cards.
    """
    cards = tables.get("cards")
    if cards is None:
        return None, ""
    lead = leading(run.game, cards)
    bots = tables["bots"].filter(pl.col("seats") > 0)
    if lead is None or lead.reading == CAUSAL or bots.height < 2 or not run.game.simulated:
        return cards, ""
    mine = tables["cards_by_bot"].filter(pl.col("policy") == bots["policy"][0])
    name = f"{lead.name}_effect"
    sure = mine.filter(pl.col(name).is_not_null() & ~pl.col(f"{name}_too_few"))
    if sure.height < _FEWEST:
        return cards, ""
    return mine, whose_cards(mine)


def whose_cards(cards: pl.DataFrame) -> str:
    """Return `` in the hands of NAME`` for a bot's own card table, else an empty text."""
    own = "policy" in cards.columns and cards.height
    return f" in the hands of {cards['policy'][0]}" if own else ""
