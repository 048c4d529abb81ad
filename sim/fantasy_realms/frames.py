"""From the kernels' rows to the tables of the run folder (DESIGN section 5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from sim.fantasy_realms.board import Board
from sim.fantasy_realms.state import ENDS
from sim.frame_columns import null_where_zero, number_columns, word_column


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
    columns = number_columns(rows, "game", "deal", "replicate", "rotation", "turns")
    return pl.DataFrame([*columns, word_column(rows, "end", ENDS, ENDS)])


def _players(rows: np.ndarray, labels: Sequence[str]) -> pl.DataFrame:
    policy = word_column(rows, "policy", labels, list(dict.fromkeys(labels)))
    numbers = number_columns(rows, "score", "tie_break", "rank", "win")
    return pl.DataFrame([*number_columns(rows, "game", "seat"), policy, *numbers])


def _cards(rows: np.ndarray, slugs: Sequence[str]) -> pl.DataFrame:
    card = word_column(rows, "card", slugs, slugs)
    numbers = number_columns(rows, "events", "offered", "turn_drawn", "turn_taken", "points")
    frame = pl.DataFrame([*number_columns(rows, "game", "seat"), card, *numbers])
    return null_where_zero(frame, "turn_drawn", "turn_taken")
