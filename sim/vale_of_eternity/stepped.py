"""One game stepped in Python through the compiled rules, its moves kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.vale_of_eternity import log, setup
from sim.vale_of_eternity.compile import Deck
from sim.vale_of_eternity.finish import win_credit
from sim.vale_of_eternity.labels import Option, read_option
from sim.vale_of_eternity.play import advance, apply, clear, deal
from sim.vale_of_eternity.rules import AT_RANDOM, BY_DRAFT, WITHOUT, Rules, named_sides
from sim.vale_of_eternity.rulings import RULINGS
from sim.vale_of_eternity.setup import BY_NAME
from sim.vale_of_eternity.state import (
    ACTION,
    CHOOSE_ACTION,
    CHOOSE_ARTIFACT,
    CHOOSE_EFFECT,
    CHOOSE_HUNT,
    CURSE_PHASE,
    DECISIONS,
    END_CHECK,
    HUNT,
    OVER,
    RESOLUTION,
    new_scratches,
    new_states,
)
from sim.vale_of_eternity.tables import WORD_BITS

# Kinds of decisions that are asked for even if there is one option only, as bits: none; picks (of
# artifacts too), main
# actions and uses of resolution effects in their phase; all.
ASK_NOTHING = 0
ASK_ACTIONS = 1 << CHOOSE_HUNT | 1 << CHOOSE_ACTION | 1 << CHOOSE_EFFECT | 1 << CHOOSE_ARTIFACT
ASK_ALL = (1 << len(DECISIONS)) - 1


_WAYS = {AT_RANDOM: setup.AT_RANDOM, BY_DRAFT: setup.BY_DRAFT, WITHOUT: setup.NO_SUMMONERS}


@dataclass(frozen=True)
class Move:
    """Something that happened.

    Attributes
    ----------
    round_no, phase : int
        When.
    what : int
        One of the codes ``M_...`` of :mod:`sim.vale_of_eternity.log`.
    seat, card : int
        Who, and the card's place in the deck; -1 where there is none.
    number : int
        Hangs on `what`: points, stones as in an option, zones ...
    """

    round_no: int
    phase: int
    what: int
    seat: int
    card: int
    number: int


def cards_in(words: Any) -> list[int]:
    """Return the cards of a set of two words, in rising order."""
    return [
        k + WORD_BITS * word
        for word in range(2)
        for k in range(WORD_BITS)
        if int(words[word]) >> k & 1
    ]


def set_cards(words: Any, cards: list[int]) -> None:
    """Write a set of cards into its two words."""
    words[:] = 0
    for card in cards:
        words[card // WORD_BITS] |= 1 << card % WORD_BITS


def tables_for(deck: Deck, rules: Rules) -> np.recarray:
    """Return the deck's tables, shape (1,), set to the rules: switches, and summoners."""
    tables: np.recarray = deck.tables.copy()
    for name, value in rules.rulings.items():
        tables[0].ruling[RULINGS[name][0]] = value
    t: Any = tables[0]
    if t.n_sides:
        t.summoners = _WAYS.get(rules.summoners, BY_NAME)
        sides = named_sides(rules, deck.card_set)
        t.named[: len(sides)] = sides
    return tables


class SteppedGame:
    """A game that is told every decision.

    Parameters
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Seats and switches.
    pause : bool
        Whether to stop after every phase, until :meth:`go_on` is called.

    Attributes
    ----------
    state : record
        Where the game stands (:mod:`sim.vale_of_eternity.state`).
    options : list of Option
        What may be chosen now; empty between two phases and when the game is over.
    moves : list of Move
        All that happened so far.
    """

    def __init__(self, deck: Deck, rules: Rules, pause: bool = False) -> None:
        self.deck = deck
        self.rules = rules
        self.tables = tables_for(deck, rules)
        self._states = new_states(1)
        self._scratches = new_scratches(1)
        self.state: Any = self._states[0]
        self.scratch: Any = self._scratches[0]
        self.state.players = rules.players
        self.state.pause = int(pause)
        self.state.ask = ASK_NOTHING
        self.scratch.tracing = 1
        self.scratch.log_on = 1
        self.options: list[Option] = []
        self.moves: list[Move] = []
        self.started = False
        clear(self.state, self.tables[0], self.scratch)

    def deal(self, run: Any, number: int) -> None:
        """Set up a deal of a run; nothing is revealed yet."""
        deal(self.state, self.tables[0], self.scratch, run, number)
        self.options, self.moves, self.started = [], [], False

    # --- going on ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.phase == OVER)

    def best_on_track(self) -> int:
        """Return the highest score at the end of the last round that was played to its end.

        What wards, soothed cards and curses count comes afterwards, in ``state.score``.
        """
        scores = self.scratch.round_score[int(self.state.round_no), : self.rules.players]
        return int(scores.max())

    @property
    def phase(self) -> int:
        """The phase; in a deck that puts no token on any card, the curse phase is passed over."""
        phase = int(self.state.phase)
        has_curses = self.tables[0].has_curses
        return END_CHECK if phase == CURSE_PHASE and not has_curses else phase

    def go_on(self) -> list[Move]:
        """Run to the next decision, or to the end of the phase, and return what happened."""
        new = self._advance()
        while self.state.phase == CURSE_PHASE and self.phase == END_CHECK and not self.started:
            new += self._advance()
        return new

    def _advance(self) -> list[Move]:
        new: list[Move] = []
        while True:
            round_no, phase = int(self.state.round_no), int(self.state.phase)
            self.scratch.n_moves = 0
            n = int(advance(self.state, self.tables[0], self.scratch))
            new += self._kept(round_no, phase)
            self.started = n > 0
            self.options = [read_option(code) for code in self.scratch.options[: max(n, 0)]]
            if n != 1 or not self._is_forced():
                break
            new += self._carried_out(0)
        self.moves += new
        return new

    def _is_forced(self) -> bool:
        """Whether a use of a resolution effect is asked for within another effect only."""
        s = self.state
        return bool(s.ask == ASK_ACTIONS and s.decision == CHOOSE_EFFECT and s.depth > 1)

    def choose(self, index: int) -> list[Move]:
        """Carry out an option, go on to the next decision, and return what happened."""
        new = self._carried_out(index)
        self.moves += new
        return new + self.go_on()

    def _carried_out(self, index: int) -> list[Move]:
        round_no, phase = int(self.state.round_no), int(self.state.phase)
        self.scratch.n_moves = 0
        apply(self.state, self.tables[0], self.scratch, index)
        return self._kept(round_no, phase)

    def _kept(self, round_no: int, phase: int) -> list[Move]:
        """Return the moves just logged, with the round and phase in which they happened."""
        new = []
        for what, seat, card, number in self.scratch.moves[: self.scratch.n_moves].tolist():
            if what == log.M_PHASE:
                phase = number
            if what == log.M_ROUND:
                round_no, phase = number, HUNT
            new.append(Move(round_no, phase, what, seat, card, number))
        return new

    def save(self) -> tuple[Any, ...]:
        """Return all that :meth:`restore` needs to come back to here."""
        kept = (self._states.copy(), self._scratches.copy())
        return (*kept, list(self.options), list(self.moves), self.started)

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Come back to where :meth:`save` was called."""
        states, scratches, options, moves, self.started = saved
        self._states[:] = states
        self._scratches[:] = scratches
        self.options, self.moves = list(options), list(moves)

    # --- what lies where -----------------------------------------------------------------------

    @property
    def turn_of(self) -> int:
        """Whose pick or turn it is; between two phases, who is to begin the next."""
        s = self.state
        players, turn = int(s.players), int(s.turn)
        if s.phase == HUNT and turn <= 0 and (int(s.taken) < players or s.depth > 0):
            # a seat whose artifact acts has been counted already
            turn = max(0, int(s.taken) - int(s.depth > 0))
        elif s.phase == HUNT:
            turn = min(max(turn, 0), 2 * players - 1)
            turn = turn if turn < players else 2 * players - 1 - turn
        elif s.phase in (ACTION, RESOLUTION):
            # the turn of a seat that resolves its effects has been counted already
            turn = min(max(turn - int(s.phase == RESOLUTION and s.depth > 0), 0), players - 1)
        else:
            turn = 0
        return (int(s.first) + turn) % players

    def pile(self) -> list[int]:
        """Return the draw pile, top first."""
        return [int(card) for card in self.state.pile[: self.state.pile_n]][::-1]

    def seat_cards(self, zone: str, seat: int) -> list[int]:
        """Return the cards of a seat's zone (``hand``, ``area``, ``hunted`` ...)."""
        return cards_in(self.state[zone][seat])

    def shared_cards(self, zone: str) -> list[int]:
        """Return the cards of the display or the discard pile."""
        return cards_in(self.state[zone])

    def credits(self) -> list[float]:
        """Return each seat's win credit, once the game is over."""
        return [float(win_credit(self.state, seat)) for seat in range(self.state.players)]
