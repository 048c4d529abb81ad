"""One game stepped in Python through the compiled rules, its moves kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import RealmvaleError, described
from sim.fantasy_realms.board import Board
from sim.fantasy_realms.chaos import last_seen
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.finish import finish, win_credit
from sim.fantasy_realms.play import apply, begin_turn, deal, list_moves
from sim.fantasy_realms.python_policy import BotTable
from sim.fantasy_realms.rules import Rules
from sim.fantasy_realms.state import (
    MOVE_ADD,
    MOVE_EXTRA,
    MOVE_SEARCH,
    MOVE_TOP,
    NO_OPTION,
    OVER,
    TURN_BEGINS,
)
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.view import fill_view
from sim.policy import Policy
from sim.policy_rows import param_rows
from sim.stepping import Seats, whole_index

Choose = Callable[["SteppedGame", list[int]], int]


@dataclass(frozen=True)
class Move:
    """What a seat did with a card.

    Attributes
    ----------
    turn, seat : int
        Turns (in Chaos ticks) count from 1, seats from 0.
    kind : int
        One of ``MOVE_DRAW``, ``MOVE_TAKE`` ... of :mod:`sim.fantasy_realms.state`.
    card : int
        Its place in the deck's card list.
    area_size : int
        Cards in the discard area after the move.
    """

    turn: int
    seat: int
    kind: int
    card: int
    area_size: int


class SteppedGame:
    """A game that waits for each decision, single options included.

    Parameters
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Variant, seats and limits.

    Attributes
    ----------
    board : Board
        What the kernels work on.
    state : record
        The board's state (:mod:`sim.fantasy_realms.state`).
    moves : list of Move
        All moves so far; dealing is none.
    """

    def __init__(self, deck: Deck, rules: Rules) -> None:
        self.deck = deck
        self.board = Board(deck, rules, rules.players)
        self.state: Any = self.board.state
        self.log: Any = self.board.log
        self.log.tracing = 1
        self.moves: list[Move] = []
        self._options = np.zeros(MAX_CARDS + 1, np.int64)

    def deal(self, order: Sequence[int]) -> None:
        """Begin a game on a deck order, top first, of all cards of the deck."""
        self.state.deck_size = len(order)
        self.state.deck[: len(order)] = order
        self.moves = []
        deal(self.state, self.log)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.phase == OVER)

    def options(self) -> list[int]:
        """Return the options of the decision at hand, beginning the turn if need be.

        Returns
        -------
        list of int
            Card indices, ``DECK``, ``REFUSE`` or ``ACCEPT``; empty when the game is over.
        """
        if self.state.phase == TURN_BEGINS:
            begin_turn(self.state, self.log)
        if self.over:
            return []
        n = list_moves(self.state, self._options)
        return [int(option) for option in self._options[:n]]

    def apply(self, option: int) -> list[Move]:
        """Carry out an option of the decision at hand and return the moves it made."""
        turn = int(self.state.turn)
        self.log.n_moves = 0
        apply(self.state, self.log, option)
        return self._keep(turn)

    def finish(self) -> list[Move]:
        """Score all hands of a game that is over; return the extra cards taken."""
        self.log.n_moves = 0
        finish(self.board.tables, self.state, self.log, self.board.hand, self._options)
        return self._keep(int(self.state.turn))

    def _keep(self, turn: int) -> list[Move]:
        logged = self.log.moves[: self.log.n_moves]
        area_size = int(self.state.area_n)
        new = [Move(turn, int(s), int(kind), int(card), area_size) for s, kind, card in logged]
        self.moves += new
        return new

    # --- what lies where -----------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """Return a seat's cards in rising order."""
        return [int(card) for card in self.state.hand[seat, : self.state.hand_n[seat]]]

    def extras(self, seat: int) -> list[int]:
        """Return the cards a seat added at the end of a game that is scored, in their order."""
        added = (MOVE_EXTRA, MOVE_ADD, MOVE_TOP, MOVE_SEARCH)
        return [move.card for move in self.moves if move.seat == seat and move.kind in added]

    def area(self) -> list[int]:
        """Return the discard area, oldest card first."""
        return [int(card) for card in self.state.area[: self.state.area_n]]

    def pile(self) -> list[int]:
        """Return what is left of the deck, top first."""
        return [int(card) for card in self.state.deck[self.state.deck_at : self.state.deck_size]]

    def known(self, seat: int) -> list[int]:
        """Return the cards that all players know to be in a seat's hand."""
        return [card for card in self.hand(seat) if self.state.known[card] == seat + 1]

    def seen(self, seat: int) -> dict[int, int]:
        """Return where a seat last saw the cards of others, in Chaos: card to seat."""
        where = {
            card: int(last_seen(self.state, seat, card)) for card in range(len(self.deck.names))
        }
        return {card: other - 1 for card, other in where.items() if other}

    def credits(self) -> list[float]:
        """Return each seat's win credit, once the hands are scored."""
        return [float(win_credit(self.state, seat)) for seat in range(self.state.players)]


def seated(game: SteppedGame, policies: Sequence[Policy], keys: Sequence[Any]) -> Choose:
    """Return a function that lets policies, compiled or pure Python, decide.

    Parameters
    ----------
    policies : sequence of Policy
        The policy of each seat.
    keys : sequence of uint64
        First state of each seat's policy stream.
    """
    streams = np.array(keys, np.uint64).reshape(-1, 1)
    seats = Seats(BotTable(game.deck), policies, param_rows(policies), streams)
    options_array = np.zeros(MAX_CARDS + 1, np.int64)

    def choose(game: SteppedGame, options: list[int]) -> int:
        seat = int(game.state.active)
        options_array[:] = NO_OPTION
        options_array[: len(options)] = options
        view = game.board.views[seat % len(game.board.views)]
        fill_view(view, game.state)
        try:
            with redirect_stdout(sys.stderr):  # a bot's prints are no part of any output
                answer = seats.ask(seat, view, options_array, len(options))
        except (Exception, SystemExit) as error:
            raise RealmvaleError(
                f"policy {policies[seat].name} (seat {seat}) raised {described(error)} in turn"
                f" {game.state.turn}"
            ) from error
        index = whole_index(answer)
        if index is None or not 0 <= index < len(options):
            raise RealmvaleError(
                f"policy {policies[seat].name} (seat {seat}) chose option {answer!r} in turn"
                f" {game.state.turn}, valid are 0 to {len(options) - 1}"
            )
        return index

    return choose


def play_on(game: SteppedGame, choose: Choose) -> list[Move]:
    """Play a game to its end and score it; single options are carried out silently.

    Parameters
    ----------
    choose : callable
        Given the game and two or more options, returns the index of the chosen one.

    Returns
    -------
    list of Move
        All moves of the game, extra cards included.
    """
    options = game.options()
    while options:
        game.apply(options[0 if len(options) == 1 else choose(game, options)])
        options = game.options()
    game.finish()
    return game.moves
