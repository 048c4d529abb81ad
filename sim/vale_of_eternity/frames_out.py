"""From the kernels' rows to the tables of the run folder (DESIGN section 5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from sim.frame_columns import null_where_zero, number_columns, word_column
from sim.vale_of_eternity.board import Board
from sim.vale_of_eternity.sides import summoner_names
from sim.vale_of_eternity.state import ENDS


def frames(board: Board, labels: Sequence[str], keep_all: bool) -> dict[str, pl.DataFrame]:
    """Return the finished games of a board as tables.

    Parameters
    ----------
    board : Board
    labels : sequence of str
        The label of each policy of the list; equal policies have equal labels.
    keep_all : bool
        Whether there are tables of cards and rounds.
    """
    progress = board.progress
    tables = {
        "games": _games(board.games[: progress.games]),
        "players": _players(board, labels),
    }
    if keep_all:
        slugs = [card.id for card in board.deck.card_set.cards]
        tables["cards"] = _cards(board.cards[: progress.cards], slugs)
        tables["rounds"] = _rounds(board)
    return tables


def _games(rows: np.ndarray) -> pl.DataFrame:
    columns = number_columns(rows, "game", "deal", "replicate", "rotation", "rounds")
    return pl.DataFrame([*columns, word_column(rows, "end", ENDS, ENDS)])


def _players(board: Board, labels: Sequence[str]) -> pl.DataFrame:
    rows = board.players[: board.progress.players]
    policy = word_column(rows, "policy", labels, list(dict.fromkeys(labels)))
    numbers = ("score", "tie_break", "rank", "win", "stones_earned", "stones_wasted")
    columns = [*number_columns(rows, "game", "seat"), policy, *number_columns(rows, *numbers)]
    if "curse" in board.deck.card_set.sets:
        names = summoner_names(board.deck.card_set.sides)
        columns.append(_summoners(rows, names))
        columns += number_columns(rows, "wards_broken", "soothed", "curses")
    if board.deck.card_set.artifacts:
        columns += number_columns(rows, "artifacts_used", "extra_areas", "sheltered")
    return pl.DataFrame(columns)


def _rounds(board: Board) -> pl.DataFrame:
    rows = board.rounds[: board.progress.rounds]
    columns = number_columns(rows, "game", "round_no", "seat", "score")
    if "curse" in board.deck.card_set.sets:
        columns += number_columns(rows, "wards_broken")
    tiles = board.deck.card_set.artifacts
    if tiles:
        slugs = [tile.id for tile in tiles]
        taken = [slugs[k] if k >= 0 else None for k in rows["artifact"].tolist()]
        columns.append(pl.Series("artifact", taken, pl.Enum(slugs)))
    return pl.DataFrame(columns).rename({"round_no": "round"})


def _summoners(rows: np.ndarray, names: Sequence[str]) -> pl.Series:
    """Return the column of summoners, null where a seat has none."""
    found = [names[k] if k >= 0 else None for k in rows["summoner"].tolist()]
    return pl.Series("summoner", found, pl.Enum(names))


def _cards(rows: np.ndarray, slugs: Sequence[str]) -> pl.DataFrame:
    card = word_column(rows, "card", slugs, slugs)
    numbers = ("events", "offered", "pick", "turn_drawn", "turn_taken", "points")
    frame = pl.DataFrame(
        [*number_columns(rows, "game", "seat"), card, *number_columns(rows, *numbers)]
    )
    return null_where_zero(frame, "pick", "turn_drawn", "turn_taken")
