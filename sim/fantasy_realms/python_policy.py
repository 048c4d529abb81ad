"""Pure-Python policies: what they see, and how they are asked.

A policy is a class with one method::

    class Hoarder:
        def choose(self, view, options):
            return len(options) - 1

``options`` is a list of texts: card names, or ``"deck"`` for a draw from the deck; ``choose``
returns the index of one. Each seat of each game gets an object of its own, so that nothing leaks
from one game into the next and results don't depend on the workers. Chance comes from
``view.rng``, which hangs on the run's seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.state import DECK, DRAW, TWO_PLAYER
from sim.fantasy_realms.tables import MAX_HAND, new_hands
from sim.names import match

FROM_DECK = "deck"


@dataclass(frozen=True)
class CardFacts:
    """What is printed on a card: its name, suit, base strength and text in the card language."""

    name: str
    suit: str
    strength: int
    text: str


@dataclass(frozen=True)
class BotView:
    """What a pure-Python policy may know when it decides.

    Attributes
    ----------
    kind : str
        ``draw`` (draw from the deck or take a card of the discard area) or ``discard``.
    seat, players : int
        The seat that decides, 0 for the first player, and the number of seats.
    variant : str
        ``standard`` or ``two-player``.
    turn, turn_cap : int
        Turns begun so far, this one included; turns after which the game is stopped.
    hand : tuple of str
        Names of the cards in hand, in the order of the card file.
    hand_size : int
        Cards in a full hand.
    area : tuple of str
        The discard area, oldest card first.
    end_size : int
        Cards in the discard area that end the game.
    deck_left : int
        Cards left in the deck.
    held : tuple of int
        Number of cards in each seat's hand.
    known : dict
        For each seat the names of cards that all players know to be in its hand.
    cards : mapping
        The facts of every card of the deck in use, by name.
    rng : random.Random
        The seat's own source of chance in this game.
    score : callable
        ``score(names)`` returns the best score of a hand over all choices.
    """

    kind: str
    seat: int
    players: int
    variant: str
    turn: int
    turn_cap: int
    hand: tuple[str, ...]
    hand_size: int
    area: tuple[str, ...]
    end_size: int
    deck_left: int
    held: tuple[int, ...]
    known: dict[int, tuple[str, ...]]
    cards: Mapping[str, CardFacts] = field(repr=False)
    rng: random.Random = field(repr=False)
    score: Callable[[Sequence[str]], int] = field(repr=False)


class BotTable:
    """What all pure-Python policies of a run share: the cards by name, and the scorer."""

    def __init__(self, deck: Deck) -> None:
        self.names = deck.names
        self.index = {name: i for i, name in enumerate(self.names)}
        cards = deck.card_set.cards
        facts = {c.name: CardFacts(c.name, c.suit, int(c.value or 0), c.text) for c in cards}
        self.cards: Mapping[str, CardFacts] = MappingProxyType(facts)
        self._tables = deck.tables[0]
        self._hands = new_hands(1)

    def score(self, names: Sequence[str]) -> int:
        """Return the best score of a hand over all legal choices.

        Parameters
        ----------
        names : sequence of str
            1 to 10 different card names, in any order; spelled tolerantly.
        """
        if isinstance(names, str):
            raise RealmvaleError("score() takes a list of card names, not one text")
        unknown = [name for name in names if name not in self.index]
        spelled = [match(name, self.names) if name in unknown else name for name in names]
        cards = np.array(sorted({self.index[name] for name in spelled}), np.int64)
        if len(cards) != len(spelled):
            raise RealmvaleError("score() was given a card twice")
        if not 0 < len(cards) <= MAX_HAND - 2:
            raise RealmvaleError(f"score() takes 1 to {MAX_HAND - 2} cards, not {len(cards)}")
        return int(best_score(self._tables, self._hands[0], cards, len(cards)))

    def view(self, v: Any, rng: random.Random) -> BotView:
        """Return what a compiled policy's view `v` shows, in names."""
        names = self.names
        held_by: dict[int, list[str]] = {seat: [] for seat in range(v.players)}
        for card, name in enumerate(names):
            if v.known[card]:
                held_by[int(v.known[card]) - 1].append(name)
        return BotView(
            kind="draw" if v.kind == DRAW else "discard",
            seat=int(v.seat),
            players=int(v.players),
            variant="two-player" if v.variant == TWO_PLAYER else "standard",
            turn=int(v.turn),
            turn_cap=int(v.turn_cap),
            hand=tuple(names[card] for card in v.hand[: v.hand_n]),
            hand_size=int(v.hand_size),
            area=tuple(names[card] for card in v.area[: v.area_n]),
            end_size=int(v.end_size),
            deck_left=int(v.deck_n),
            held=tuple(int(n) for n in v.held[: v.players]),
            known={seat: tuple(cards) for seat, cards in held_by.items()},
            cards=self.cards,
            rng=rng,
            score=self.score,
        )

    def labels(self, options: np.ndarray) -> list[str]:
        """Return options as a pure-Python policy gets them."""
        return [FROM_DECK if card == DECK else self.names[card] for card in options]
