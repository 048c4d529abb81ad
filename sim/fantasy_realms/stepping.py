"""Playing deals of Fantasy Realms decision by decision from Python (:mod:`sim.stepping`).

The kernels are the same as in :mod:`sim.fantasy_realms.blocks`, and so are the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim import stepping
from sim.fantasy_realms.ban import advance_allowed
from sim.fantasy_realms.blocks import shuffle, write_rows
from sim.fantasy_realms.board import Board
from sim.fantasy_realms.finish import finish
from sim.fantasy_realms.play import apply, deal
from sim.fantasy_realms.python_policy import BotTable
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.view import fill_view
from sim.policy import Policy


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
        self._keys = np.zeros(MAX_CARDS, np.uint64)
        self._order = board.state.deck.copy()

    def begin_deal(self, run: np.uint64, number: int) -> None:
        """Shuffle the deck."""
        b = self.board
        shuffle(b.tables, run, number, b.state, self._keys)
        self._order = b.state.deck.copy()

    def begin_game(self) -> None:
        """Deal the hands."""
        self.board.state.deck[:] = self._order
        deal(self.board.state, self.board.log)

    def advance(self) -> int:
        """Run to the next decision and return the number of options, 0 when the game is over."""
        return int(advance_allowed(self.board.state, self.board.log, self.board.work[2]))

    def show(self, place: int) -> tuple[Any, np.ndarray]:
        """Return what policy `place` sees: its view, and a copy of the options of its own."""
        b = self.board
        fill_view(b.views[place], b.state)
        b.work[5][:] = b.work[2]
        return b.views[place], b.work[5]

    def apply(self, index: int) -> None:
        """Carry out an option."""
        apply(self.board.state, self.board.log, self.board.work[2][index])

    def end_game(self, seats: np.ndarray, number: int, replicate: int, rotation: int) -> None:
        """Score the hands and write the rows."""
        b = self.board
        finish(b.tables, b.state, b.log, b.hand, b.work[3])
        write_rows(
            b.state, b.log, seats, b.games, b.players, b.cards, b.progress,
            number, replicate, rotation,
        )  # fmt: skip
