"""From the kernels' rows to the tables of the run folder (DESIGN section 5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from sim.fantasy_realms.board import Board
from sim.fantasy_realms.state import ENDS


def frames(board: Board, labels: Sequence[str], keep_cards: bool) -> dict[str, pl.DataFrame]:
    """Return the finished games of a board as tables.

    Parameters
    ----------
    board : Board
    labels : sequence of str
        The label of each policy of the list; equal policies have equal labels.
    keep_cards : bool
        Whether there is a ``cards`` table.
    """
    progress = board.progress
    tables = {
        "games": _games(board.games[: progress.games]),
        "players": _players(board.players[: progress.players], labels),
    }
    if keep_cards:
        slugs = [card.id for card in board.deck.card_set.cards]
        tables["cards"] = _cards(board.cards[: progress.cards], slugs)
    return tables


def _games(rows: np.ndarray) -> pl.DataFrame:
    columns = _columns(rows, "game", "deal", "replicate", "rotation", "turns")
    return pl.DataFrame([*columns, _words(rows, "end", ENDS, ENDS)])


def _players(rows: np.ndarray, labels: Sequence[str]) -> pl.DataFrame:
    policy = _words(rows, "policy", labels, list(dict.fromkeys(labels)))
    numbers = _columns(rows, "score", "tie_break", "rank", "win")
    return pl.DataFrame([*_columns(rows, "game", "seat"), policy, *numbers])


def _cards(rows: np.ndarray, slugs: Sequence[str]) -> pl.DataFrame:
    card = _words(rows, "card", slugs, slugs)
    numbers = _columns(rows, "events", "offered", "turn_drawn", "turn_taken", "points")
    frame = pl.DataFrame([*_columns(rows, "game", "seat"), card, *numbers])
    turns = ("turn_drawn", "turn_taken")
    return frame.with_columns(pl.when(pl.col(name) > 0).then(pl.col(name)) for name in turns)


def _columns(rows: np.ndarray, *names: str) -> list[pl.Series]:
    return [pl.Series(name, np.ascontiguousarray(rows[name])) for name in names]


def _words(
    rows: np.ndarray, name: str, words: Sequence[str], categories: Sequence[str]
) -> pl.Series:
    """Return a column of codes as words, an Enum of `categories`."""
    known = pl.Series(name, words, dtype=pl.Enum(categories))
    codes = pl.Series(name, np.ascontiguousarray(rows[name])).cast(pl.UInt32)
    return known.gather(codes)
