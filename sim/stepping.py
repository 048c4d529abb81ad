"""Playing decision by decision from Python: games in which a policy is pure Python, and replays.

A game's own stepper calls the same kernels as its blocks do, and writes the same rows.
"""

from __future__ import annotations

import copy
import inspect
import random
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from sim.line_ups import line_up
from sim.policy import COMPILED, Policy
from sim.streams import REDRAWN_REPLICATES, policy_key
from sim.time_limit import TimeUpError, in_time


class BotError(Exception):
    """What a pure-Python policy raised while it was asked: an error, a wish to exit, time up."""

    def __init__(self, cause: Exception | SystemExit | TimeUpError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def whole_index(answer: Any) -> int | None:
    """Return a policy's answer as an int, or None if it is no whole number."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool):
        return int(answer)
    return None


class BotTable(Protocol):
    """What a game shows to pure-Python policies."""

    def view(self, v: Any, rng: random.Random) -> Any:
        """Return what a compiled policy's view `v` shows, in names."""

    def labels(self, options: np.ndarray) -> list[Any]:
        """Return options as a pure-Python policy gets them."""


class Seated:
    """A pure-Python policy at one seat of one game.

    Parameters
    ----------
    table : BotTable
    policy : Policy
    stream : uint64
        The seat's policy stream, which seeds ``view.rng``.
    """

    def __init__(self, table: BotTable, policy: Policy, stream: np.uint64) -> None:
        self._table = table
        self._rng = random.Random(int(stream))
        made = policy.choose
        self._bot: Any = made(**policy.params) if inspect.isclass(made) else copy.deepcopy(made)

    def choose(self, v: Any, options: np.ndarray, n: int) -> Any:
        """Return what the policy answers, checked by the caller."""
        return self._bot.choose(self._table.view(v, self._rng), self._table.labels(options[:n]))


class Seats:
    """The policies, compiled or pure Python, at the seats of one game.

    Parameters
    ----------
    table : BotTable
    policies : sequence of Policy
        The policy of each seat.
    params : sequence of float64 array, or array with a row a seat
        Its parameters.
    streams : uint64 array, shape (seats, 1)
        Its policy stream.
    """

    def __init__(
        self,
        table: BotTable,
        policies: Sequence[Policy],
        params: Sequence[np.ndarray] | np.ndarray,
        streams: np.ndarray,
    ) -> None:
        self._table = table
        self._policies = policies
        self._params = params
        self._streams = streams
        self._bots: dict[int, Seated] = {}

    def ask(self, seat: int, view: Any, options: np.ndarray, n: int) -> Any:
        """Return what the policy at a seat answers; nothing about it is checked."""
        policy = self._policies[seat]
        stream = self._streams[seat]
        if policy.kind == COMPILED:
            return policy.choose(view, options, n, self._params[seat], stream)
        return in_time(f"policy {policy.name}, seat {seat}", self._ask, seat, view, options, n)

    def _ask(self, seat: int, view: Any, options: np.ndarray, n: int) -> Any:
        """Ask a pure-Python policy, made now if it wasn't yet."""
        if seat not in self._bots:
            stream = self._streams[seat]
            self._bots[seat] = Seated(self._table, self._policies[seat], stream[0])
        return self._bots[seat].choose(view, options, n)


class Stepper:
    """Plays deals with any mix of compiled and pure-Python policies.

    A game's own stepper says how a game is set up, goes on and ends.

    Parameters
    ----------
    board : Board
        What the game's kernels work on.
    policies : sequence of Policy
    listed : int64 array
        See :func:`sim.line_ups.line_up`.
    params : float64 array, a row a policy
    bots : BotTable
    """

    def __init__(
        self,
        board: Any,
        policies: Sequence[Policy],
        listed: np.ndarray,
        params: np.ndarray,
        bots: BotTable,
    ) -> None:
        self.board = board
        self.policies = policies
        self.listed = listed
        self.params = params
        self.bots = bots
        players = int(board.state.players)
        self._places = np.zeros(players, np.int64)
        self._seats = np.zeros(players, np.int64)
        self._streams = np.zeros((players, 1), np.uint64)

    # --- what each game says for itself --------------------------------------------------------

    def begin_deal(self, run: np.uint64, number: int) -> None:
        """Work out what all games of a deal share."""
        raise NotImplementedError

    def begin_game(self) -> None:
        """Set up a game of the deal."""
        raise NotImplementedError

    def advance(self) -> int:
        """Run to the next decision and return the number of options, 0 when the game is over."""
        raise NotImplementedError

    def show(self, place: int) -> tuple[Any, np.ndarray]:
        """Return what policy `place` sees: its view, and a copy of the options of its own."""
        raise NotImplementedError

    def apply(self, index: int) -> None:
        """Carry out an option."""
        raise NotImplementedError

    def end_game(self, seats: np.ndarray, number: int, replicate: int, rotation: int) -> None:
        """Score the game and write its rows."""
        raise NotImplementedError

    # --- what is the same in all games ---------------------------------------------------------

    def play_deals(self, run: np.uint64, first: int, last: int, replicates: int) -> int:
        """Play deals `first` to `last` - 1; return 0, or 1 if a policy returned no legal index.

        Raises
        ------
        BotError
            If a pure-Python policy raises an exception.
        """
        progress = self.board.progress
        m = len(self._places)
        stream = np.zeros(1, np.uint64)
        for number in range(first, last):
            self.begin_deal(run, number)
            rotations = line_up(run, number, m, self.listed, self._places, stream)
            for replicate in range(replicates):
                stream_of = replicate + int(self.board.state.redrawn) * REDRAWN_REPLICATES
                for rotation in range(rotations):
                    progress.game = (number * replicates + replicate) * m + rotation
                    for seat in range(m):
                        self._seats[seat] = self._places[(seat + rotation) % m]
                        self._streams[seat, 0] = policy_key(run, number, stream_of, seat)
                    self.begin_game()
                    if self.play_out(self._seats):
                        return 1
                    self.end_game(self._seats, number, replicate, rotation)
        return 0

    def play_out(self, seats: np.ndarray) -> int:
        """Play a game that was set up to its end; return 1 if a policy returned no legal index."""
        b = self.board
        progress = b.progress
        places = [int(place) for place in seats]
        seated = Seats(
            self.bots,
            [self.policies[place] for place in places],
            [self.params[place] for place in places],
            self._streams,
        )
        n = self.advance()
        while n:
            seat = int(b.state.active)
            place = places[seat]
            view, options = self.show(place)
            progress.seat, progress.policy, progress.options = seat, place, n
            try:
                answer = seated.ask(seat, view, options, n)
            except (Exception, SystemExit, TimeUpError) as error:
                if self.policies[place].kind == COMPILED:
                    raise
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
            self.apply(index)
            n = self.advance()
        return 0
