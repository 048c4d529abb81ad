"""The records and work space one thread plays with, and the rows that come out."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.fantasy_realms.blocks import card_row, game_row, player_row, progress_dtype
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.hand_table import HandTable
from sim.fantasy_realms.rules import VARIANTS, Rules
from sim.fantasy_realms.state import MAX_SEATS, log_dtype, state_dtype
from sim.fantasy_realms.tables import MAX_CARDS, new_hands
from sim.fantasy_realms.view import new_views


class Board:
    """All that the kernels of one thread read and write, allocated once.

    Parameters
    ----------
    deck : Deck
        The compiled cards.
    rules : Rules
        Variant, seats and limits.
    policies : int
        Number of policies.
    games : int
        Games that the row arrays hold.
    keep_cards : bool
        Whether events of cards are kept.
    hands : HandTable, optional
        The scores of the deck's hands.

    Attributes
    ----------
    tables, state, log, hand, progress : record
        What the kernels of the same names take.
    views : record array, shape (policies,)
        What each policy sees; what one writes there, no other reads.
    games, players, cards : record array
        Rows, of which :attr:`progress` tells how many are filled.
    work, streams : array
        Work space of :func:`sim.fantasy_realms.blocks.play_deals`.
    """

    def __init__(
        self,
        deck: Deck,
        rules: Rules,
        policies: int = 1,
        games: int = 1,
        keep_cards: bool = True,
        hands: HandTable | None = None,
    ) -> None:
        self.deck = deck
        self.hands = hands
        tables = deck.tables.copy()  # an address is no use in another process
        if hands:
            hands.attach(tables)
        self.tables: Any = tables[0]
        self.views = new_views(tables, policies)
        self.state: Any = np.zeros(1, state_dtype).view(np.recarray)[0]
        self.log: Any = np.zeros(1, log_dtype).view(np.recarray)[0]
        self.hand: Any = new_hands(1)[0]
        self.progress: Any = np.zeros(1, progress_dtype).view(np.recarray)[0]
        self.work = np.zeros((6, MAX_CARDS + 1), np.int64)
        self.streams = np.zeros((MAX_SEATS + MAX_CARDS, 1), np.uint64)
        self.step = 1  # deals that a call of the kernels plays, adapted to their speed
        self.state.players = rules.players
        self.state.variant = list(VARIANTS).index(rules.variant)
        self.state.hand_size = rules.hand_size
        self.state.end_size = rules.end_size
        self.state.turn_cap = rules.turn_cap
        self.log.on = int(keep_cards)
        n_cards = len(deck.card_set.cards)
        self.games = np.zeros(games, game_row)
        self.players = np.zeros(games * rules.players, player_row)
        self.cards = np.zeros(games * rules.players * n_cards if keep_cards else 0, card_row)

    def clear(self) -> None:
        """Forget all rows."""
        for name in self.progress.dtype.names:
            self.progress[name] = 0
