"""Playing deals decision by decision from Python: games in which a policy is pure Python.

The kernels are the same as in :mod:`sim.fantasy_realms.blocks`, and so are the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.fantasy_realms.blocks import shuffle, write_rows
from sim.fantasy_realms.board import Board
from sim.fantasy_realms.finish import finish
from sim.fantasy_realms.play import advance, apply, deal
from sim.fantasy_realms.python_policy import BotTable, Seated
from sim.fantasy_realms.state import MAX_SEATS
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.view import fill_view
from sim.line_ups import line_up
from sim.policy import COMPILED, Policy
from sim.streams import policy_key


class Stepper:
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
        self.board = board
        self.policies = policies
        self.listed = listed
        self.params = params
        self.bots = BotTable(board.deck)

    def play_deals(self, run: np.uint64, first: int, last: int, replicates: int) -> int:
        """Play deals `first` to `last` - 1; return 0, or 1 if a policy returned no legal index.

        Raises
        ------
        BotError
            If a pure-Python policy raises an exception.
        """
        b = self.board
        m = int(b.state.players)
        keys = b.streams[MAX_SEATS:].reshape(MAX_CARDS)
        places, seats = b.work[0], b.work[1]
        for number in range(first, last):
            shuffle(b.tables, run, number, b.state, keys)
            order = b.state.deck.copy()
            rotations = line_up(run, number, m, self.listed, places, keys)
            for replicate in range(replicates):
                for rotation in range(rotations):
                    b.progress.game = (number * replicates + replicate) * m + rotation
                    b.state.deck[:] = order
                    for seat in range(m):
                        seats[seat] = places[(seat + rotation) % m]
                        b.streams[seat, 0] = policy_key(run, number, replicate, seat)
                    deal(b.state, b.log)
                    if self.play_out(seats):
                        return 1
                    finish(b.tables, b.state, b.log, b.hand, b.work[3])
                    write_rows(
                        b.state, b.log, seats, b.games, b.players, b.cards, b.progress,
                        number, replicate, rotation,
                    )  # fmt: skip
        return 0

    def play_out(self, seats: np.ndarray) -> int:
        """Play a dealt game to its end; see :func:`sim.fantasy_realms.blocks.play_out`."""
        b = self.board
        s, progress, options, shown = b.state, b.progress, b.work[2], b.work[5]
        seated: dict[int, Seated] = {}
        n = advance(s, b.log, options)
        while n:
            seat = int(s.active)
            place = int(seats[seat])
            policy = self.policies[place]
            v = b.views[place]
            fill_view(v, s)
            shown[:] = options
            progress.seat, progress.policy, progress.options = seat, place, n
            if policy.kind == COMPILED:
                index = policy.choose(v, shown, n, self.params[place], b.streams[seat])
            else:
                try:
                    if seat not in seated:
                        seated[seat] = Seated(self.bots, policy, b.streams[seat, 0])
                    answer = seated[seat].choose(v, shown, n)
                except (Exception, SystemExit) as error:
                    raise BotError(error) from error
                index = whole_index(answer)
            if index is None or not 0 <= index < n:
                progress.failed = 1
                if index is None:
                    raise BotError(
                        TypeError(f"choose returned {answer!r}, not the index of an option")
                    )
                progress.index = index
                return 1
            apply(s, b.log, options[index])
            n = advance(s, b.log, options)
        return 0


class BotError(Exception):
    """What a pure-Python policy raised while it was asked: any exception, or a wish to exit."""

    def __init__(self, cause: Exception | SystemExit) -> None:
        super().__init__(str(cause))
        self.cause = cause


def whole_index(answer: Any) -> int | None:
    """Return a policy's answer as an int, or None if it is no whole number."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool):
        return int(answer)
    return None
