"""Playing deals of The Vale of Eternity decision by decision from Python (:mod:`sim.stepping`).

The kernels are the same as in :mod:`sim.vale_of_eternity.blocks`, and so are the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim import stepping
from sim.policy import Policy
from sim.vale_of_eternity.ban import advance_allowed
from sim.vale_of_eternity.blocks import write_rows
from sim.vale_of_eternity.board import Board
from sim.vale_of_eternity.options import NO_OPTION
from sim.vale_of_eternity.play import apply, deal
from sim.vale_of_eternity.python_policy import BotTable
from sim.vale_of_eternity.view import fill_view


class Stepper(stepping.Stepper):
    """Plays deals with any mix of compiled and pure-Python policies.

    Parameters
    ----------
    board : Board
    policies : sequence of Policy
    listed : int64 array
        See :func:`sim.line_ups.line_up`.
    params : float64 array, shape (MAX_POLICIES, MAX_PARAMS)
        A row a policy.
    """

    def __init__(
        self, board: Board, policies: Sequence[Policy], listed: np.ndarray, params: np.ndarray
    ) -> None:
        super().__init__(board, policies, listed, params, BotTable(board.deck))
        self._deal = (np.uint64(0), 0)
        self._n = 0

    def begin_deal(self, run: np.uint64, number: int) -> None:
        """Remember which deal is played: it is shuffled anew for each game."""
        self._deal = (run, number)

    def begin_game(self) -> None:
        """Lay the deck out."""
        b = self.board
        deal(b.state, b.tables, b.scratch, *self._deal)

    def advance(self) -> int:
        """Run to the next decision and return the number of options, 0 when the game is over."""
        b = self.board
        self._n = int(advance_allowed(b.state, b.tables, b.scratch))
        return self._n

    def show(self, place: int) -> tuple[Any, np.ndarray]:
        """Return what policy `place` sees: its view, and a copy of the options of its own."""
        b = self.board
        fill_view(b.views[place], b.state)
        shown = b.work[2]
        shown[: self._n] = b.scratch.options[: self._n]
        shown[self._n :] = NO_OPTION
        return b.views[place], shown

    def apply(self, index: int) -> None:
        """Carry out an option."""
        b = self.board
        apply(b.state, b.tables, b.scratch, index)

    def end_game(self, seats: np.ndarray, number: int, replicate: int, rotation: int) -> None:
        """Write the rows."""
        b = self.board
        write_rows(
            b.tables, b.state, b.scratch, seats, b.games, b.players, b.cards, b.rounds, b.progress,
            number, replicate, rotation,
        )  # fmt: skip
