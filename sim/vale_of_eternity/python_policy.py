"""Pure-Python policies: what they see, and how they are asked.

A policy is a class with one method::

    class Hoarder:
        def choose(self, view, options):
            return len(options) - 1

``options`` is a list of texts (see :func:`sim.vale_of_eternity.labels.option_label`): main actions
as ``"sell NAME"``, ``"tame NAME"``, ``"summon NAME paying red+blue"``, ``"remove NAME paying red"``
and ``"end_turn"``, with Artifacts ``"use NAME"``; in effects names of cards, families or artifacts,
``"seat 1"``, stones as ``"red+blue"``, the number of a part, or ``"none"``.

``choose`` returns the index of one. Each seat of each game gets an object of
its own, so that nothing leaks from one game into the next and results don't depend on the workers.
Chance comes from ``view.rng``, which hangs on the run's seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from sim.vale_of_eternity.codes import COLOURS
from sim.vale_of_eternity.compile import Deck
from sim.vale_of_eternity.labels import option_label, read_option
from sim.vale_of_eternity.state import DECISIONS, PHASES
from sim.vale_of_eternity.stepped import cards_in


@dataclass(frozen=True)
class CardFacts:
    """What is printed on a card: its name, family, written cost and text in the card language."""

    name: str
    family: str
    cost: int
    text: str


@dataclass(frozen=True)
class SeatView:
    """What everybody knows about one seat.

    Attributes
    ----------
    score : int
        Its points.
    stones : dict
        Number of its stones by colour.
    values : dict
        What a stone of each colour is worth to it.
    limit : int
        How many stones it may keep.
    area, hunted : tuple of str
        Its summoned cards, and the cards that carry its markers.
    held : int
        Number of cards in its hand.
    known : tuple of str
        Cards of its hand that everybody knows of; of one's own hand all cards.
    artifact : str or None
        The artifact it holds.
    areas : int
        How many cards its area has room for.
    sheltered : int
        Number of cards in its shelter.
    """

    score: int
    stones: dict[str, int]
    values: dict[str, int]
    limit: int
    area: tuple[str, ...]
    hunted: tuple[str, ...]
    held: int
    known: tuple[str, ...]
    artifact: str | None = None
    areas: int = 0
    sheltered: int = 0


@dataclass(frozen=True)
class BotView:
    """What a pure-Python policy may know when it decides.

    Attributes
    ----------
    kind : str
        The decision: ``hunt``, ``action``, ``stones`` (which to discard, down to the limit),
        ``card``, ``seat``, ``part``, ``effect`` (the resolution effect to use next), ``trigger``,
        with Curse ``token``, ``gain``, ``payment``, ``number``, ``summoner``, and with Artifacts
        ``artifact`` (which to take), ``family`` (which to name), ``upgrade`` (which stones).
    source : str or None
        The card whose effect asks, if one does.
    seat, players : int
        The seat that decides, and the number of seats.
    round : int
        1 to 10; also the number of areas, but for extra ones.
    phase : str
        ``hunt``, ``action``, ``resolution`` ...
    first : int
        The round's first player.
    hand : tuple of str
        Names of the cards in hand, in the order of the card file.
    seats : tuple of SeatView
        What lies before each seat, this one included.
    display, discard : tuple of str
        Cards to be hunted, and the discard pile.
    pile_left : int
        Cards left in the draw pile.
    pile_top : tuple of str
        Cards on top of it that everybody knows, top first.
    shelter : tuple of str
        Names of the cards in one's own shelter.
    cards : mapping
        The facts of every card of the deck in use, by name.
    rng : random.Random
        The seat's own source of chance in this game.
    """

    kind: str
    source: str | None
    seat: int
    players: int
    round: int
    phase: str
    first: int
    hand: tuple[str, ...]
    seats: tuple[SeatView, ...]
    display: tuple[str, ...]
    discard: tuple[str, ...]
    pile_left: int
    pile_top: tuple[str, ...]
    shelter: tuple[str, ...]
    cards: Mapping[str, CardFacts] = field(repr=False)
    rng: random.Random = field(repr=False)


class BotTable:
    """What all pure-Python policies of a run share: the cards by name."""

    def __init__(self, deck: Deck) -> None:
        self.names = deck.all_names
        self.labelled = deck.labels
        cards = deck.card_set.cards
        facts = {c.name: CardFacts(c.name, c.suit, int(c.value or 0), c.text) for c in cards}
        self.cards: Mapping[str, CardFacts] = MappingProxyType(facts)

    def named(self, words: Any) -> tuple[str, ...]:
        """Return the names of a set of cards of two words."""
        return tuple(self.names[card] for card in cards_in(words))

    def view(self, v: Any, rng: random.Random) -> BotView:
        """Return what a compiled policy's view `v` shows, in names."""
        s = v.state
        seat = int(v.seat)
        depth, top = int(s.depth), int(s.pile_n)
        source = int(s.frame[depth - 1].card) if depth else -1
        known = [self.names[card] for card in s.pile[top - int(s.pile_known) : top]]
        return BotView(
            kind=DECISIONS[int(v.kind)],
            source=self.names[source] if source >= 0 else None,
            seat=seat,
            players=int(s.players),
            round=int(s.round_no),
            phase=PHASES[int(s.phase)],
            first=int(s.first),
            hand=self.named(s.hand[seat]),
            seats=tuple(self._seat(v, p) for p in range(int(s.players))),
            display=self.named(s.display),
            discard=self.named(s.discard),
            pile_left=top,
            pile_top=tuple(reversed(known)),
            shelter=self.named(s.shelter[seat]),
            cards=self.cards,
            rng=rng,
        )

    def _seat(self, v: Any, seat: int) -> SeatView:
        s = v.state
        held = int(s.artifact[seat])
        return SeatView(
            score=int(s.score[seat]),
            stones=dict(zip(COLOURS, (int(n) for n in s.stones[seat]), strict=True)),
            values=dict(zip(COLOURS, (int(n) for n in s.value[seat]), strict=True)),
            limit=int(s.limit[seat]),
            area=self.named(s.area[seat]),
            hunted=self.named(s.hunted[seat]),
            held=int(v.held[seat]),
            known=self.named(s.hand[seat]),
            artifact=self.labelled.artifacts[held] if held >= 0 else None,
            areas=int(s.round_no + s.extra_areas[seat] + s.more_areas[seat]),
            sheltered=int(v.sheltered[seat]),
        )

    def labels(self, options: np.ndarray) -> list[str]:
        """Return options as a pure-Python policy gets them."""
        return [option_label(read_option(code), self.labelled) for code in options]
