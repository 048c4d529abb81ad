"""Pure-Python policies: what they see, and how they are asked.

A policy is a class with one method::

    class Hoarder:
        def choose(self, view, options):
            return len(options) - 1

``options`` is a list of texts: card names; ``"deck"`` for a draw from the deck; in Chaos
``"refuse"`` and ``"accept"`` as answers to what the partner of a trade offers. ``choose`` returns
the index of one. Each seat of each game gets an object of its own, so that nothing leaks from one
game into the next and results don't depend on the workers. Chance comes from
``view.rng``, which hangs on the run's seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.rules import VARIANTS
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.state import ACCEPT, ANSWER, CHAOS, DECK, DISCARD, DRAW, OFFER, REFUSE
from sim.fantasy_realms.tables import MAX_HAND, new_hands
from sim.names import match

FROM_DECK = "deck"
_OPTIONS = {DECK: FROM_DECK, REFUSE: "refuse", ACCEPT: "accept"}
_KINDS = {DRAW: "draw", DISCARD: "discard", OFFER: "offer", ANSWER: "answer"}


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
        ``draw`` (draw from the deck or take a card of the discard area) or ``discard``; in Chaos
        ``offer`` (which card to offer) or ``answer`` (accept or refuse the trade).
    seat, players : int
        The seat that decides, 0 for the first player, and the number of seats.
    variant : str
        ``standard``, ``two-player`` or ``chaos``.
    turn, turn_cap : int
        Turns begun so far, this one included; turns after which the game is stopped. In Chaos
        these are trading ticks.
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
        For each seat the names of cards that all players know to be in its hand; in Chaos those
        that this seat saw there last, in trades (they may have been traded on since).
    partner : int or None
        In Chaos the seat that this one meets.
    give, get : str or None
        When answering: the card that this seat offers, and the one that the partner offers.
    shown : dict
        In Chaos, for each card of the hand the seats that know this seat to have it, because it was
        offered to them or came from them.
    cards : mapping
        The facts of every card of the deck in use, by name.
    rng : random.Random
        The seat's own source of chance in this game.
    score : callable
        ``score(names)`` returns the best score of a hand over all choices, beside the discard
        area as it is, without what the hand holds.
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
    partner: int | None
    give: str | None
    get: str | None
    shown: dict[str, tuple[int, ...]]
    cards: Mapping[str, CardFacts] = field(repr=False)
    rng: random.Random = field(repr=False)
    score: Callable[[Sequence[str]], int] = field(repr=False, compare=False)


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

    def score(self, outside: int, lying: np.ndarray, names: Sequence[str]) -> int:
        """Return the best score of a hand over all legal choices.

        Parameters
        ----------
        outside : int
            What lies outside the hand; see :mod:`sim.fantasy_realms.view`.
        lying : int64 array
            What each card adds to it by lying in the discard area.
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
        self._hands[0].outside = outside - int(lying[cards].sum())
        return int(best_score(self._tables, self._hands[0], cards, len(cards)))

    def view(self, v: Any, rng: random.Random) -> BotView:
        """Return what a compiled policy's view `v` shows, in names."""
        names = self.names
        held_by: dict[int, list[str]] = {seat: [] for seat in range(v.players)}
        for card, name in enumerate(names):
            if v.known[card]:
                held_by[int(v.known[card]) - 1].append(name)
        return BotView(
            kind=_KINDS[int(v.kind)],
            seat=int(v.seat),
            players=int(v.players),
            variant=list(VARIANTS)[v.variant],
            turn=int(v.turn),
            turn_cap=int(v.turn_cap),
            hand=tuple(names[card] for card in v.hand[: v.hand_n]),
            hand_size=int(v.hand_size),
            area=tuple(names[card] for card in v.area[: v.area_n]),
            end_size=int(v.end_size),
            deck_left=int(v.deck_n),
            held=tuple(int(n) for n in v.held[: v.players]),
            known={seat: tuple(cards) for seat, cards in held_by.items()},
            partner=int(v.partner) if v.partner >= 0 else None,
            give=names[v.give] if v.give >= 0 else None,
            get=names[v.get] if v.get >= 0 else None,
            shown=self._shown(v) if v.variant == CHAOS else {},
            cards=self.cards,
            rng=rng,
            score=partial(self.score, int(v.outside), v.lying.copy()),
        )

    def _shown(self, v: Any) -> dict[str, tuple[int, ...]]:
        """Return which seats know of each card of the hand, where any does."""
        bits = {int(card): int(v.shown[card]) for card in v.hand[: v.hand_n]}
        return {
            self.names[card]: tuple(seat for seat in range(v.players) if (known >> seat) & 1)
            for card, known in bits.items()
            if known
        }

    def labels(self, options: np.ndarray) -> list[str]:
        """Return options as a pure-Python policy gets them."""
        return [self.names[card] if card >= 0 else _OPTIONS[int(card)] for card in options]
