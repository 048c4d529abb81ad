"""The records and work space one thread plays with, and the rows that come out."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.vale_of_eternity.blocks import (
    card_row,
    game_row,
    player_row,
    progress_dtype,
    round_row,
)
from sim.vale_of_eternity.compile import Deck
from sim.vale_of_eternity.rules import Rules
from sim.vale_of_eternity.state import MAX_OPTIONS, MAX_SEATS, new_scratches, new_states
from sim.vale_of_eternity.stepped import tables_for
from sim.vale_of_eternity.view import new_views


class Board:
    """All that the kernels of one thread read and write, allocated once.

    Parameters
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Seats and switches.
    policies : int
        Number of policies.
    games : int
        Games that the row arrays hold.

    Attributes
    ----------
    tables, state, scratch, progress : record
        What the kernels of the same names take.
    views : record array, shape (policies,)
        What each policy sees; what one writes there, no other reads.
    games, players, cards, rounds : record array
        Rows, of which :attr:`progress` tells how many are filled.
    work, streams : array
        Work space of :func:`sim.vale_of_eternity.blocks.play_deals`.
    """

    def __init__(self, deck: Deck, rules: Rules, policies: int = 1, games: int = 1) -> None:
        self.deck = deck
        tables = tables_for(deck, rules)
        self.tables: Any = tables[0]
        self.views = new_views(tables, policies)
        self.state: Any = new_states(1)[0]
        self.scratch: Any = new_scratches(1)[0]
        self.progress: Any = np.zeros(1, progress_dtype).view(np.recarray)[0]
        self.work = np.zeros((3, MAX_OPTIONS), np.int64)
        self.streams = np.zeros((MAX_SEATS + 1, 1), np.uint64)
        self.step = 1  # deals that a call of the kernels plays, adapted to their speed
        self.state.players = rules.players
        self.scratch.log_on = 1
        seats = games * rules.players
        self.games = np.zeros(games, game_row)
        self.players = np.zeros(seats, player_row)
        self.cards = np.zeros(seats * len(deck.card_set.cards), card_row)
        self.rounds = np.zeros(seats * int(self.tables.last_round), round_row)

    def clear(self) -> None:
        """Forget all rows."""
        for name in self.progress.dtype.names:
            self.progress[name] = 0
