"""Hands by name: checking them, and scoring them with the kernels.

Names are read tolerantly (:mod:`sim.names`). What a hand may hold, who may take an extra card and
who may choose what all comes from the compiled tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.errors import RealmvaleError
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.choices import find_choosers
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.explain import Explanation, explain
from sim.fantasy_realms.hand_checks import HandChecks
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.outside import outside_of
from sim.fantasy_realms.rules import hand_size_of
from sim.fantasy_realms.scoring import evaluate
from sim.fantasy_realms.search import best_score, make_best_choices
from sim.fantasy_realms.stated import make_stated_choices, read_choices

# More cards than any discard area of a game has, and as many as the kernels count.
MAX_AREA = tb.FIELD

Choices = Mapping[str, str] | Sequence[str]


@dataclass(frozen=True)
class Hand:
    """A hand that was checked.

    Attributes
    ----------
    cards : tuple of int
        Places in the deck, in the order stated; a stated extra card comes last.
    extra : int or None
        The card that was stated as taken at the game's end.
    discard : tuple of int
        The discard area, for the bonuses that look there.
    opponents : int
        Number of other players, for the bonuses that count them.
    extras : tuple of int
        All cards known to have been added at the game's end.
    """

    cards: tuple[int, ...]
    extra: int | None = None
    discard: tuple[int, ...] = ()
    opponents: int = 0
    extras: tuple[int, ...] = ()


@dataclass
class HandScorer:
    """Checks, scores and explains hands of one deck; nothing is kept from one hand to the next.

    Parameters
    ----------
    deck : Deck
        The compiled deck.
    size : int, optional
        Cards of a full hand; by default as many as with the sets of the deck.
    """

    deck: Deck
    size: int = 0
    _places: dict[str, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._t: Any = self.deck.tables[0]
        self.size = self.size or hand_size_of(self.deck.card_set.sets)
        self._checks = HandChecks(self.deck, self.size)
        self._h: Any = tb.new_hands(1)[0]
        self._cards = np.zeros(tb.MAX_HAND, np.int64)

    def place(self, name: str) -> int:
        """Return the place in the deck of a card by its name or id."""
        if name not in self._places:
            self._places[name] = self.deck.card_set.index(name)
        return self._places[name]

    def hand(
        self,
        names: Sequence[str],
        *,
        extra: str | None = None,
        partial: bool = False,
        discard: Sequence[str] = (),
        players: int = 1,
        from_deck: bool = False,
    ) -> Hand:
        """Check a hand.

        Parameters
        ----------
        names : sequence of str
            Its cards in any order; blank ones are passed over.
        extra : str, optional
            A card taken at the game's end by a card of the hand that allows it.
        partial : bool
            Accept fewer cards than a full hand has.
        discard : sequence of str
            The discard area.
        players : int
            Number of players.
        from_deck : bool
            The extra card was drawn from the deck, as in Chaos, and may have any suit.

        Raises
        ------
        RealmvaleError
            For unknown or repeated cards, a wrong number of them, or an illegal extra card.
        """
        cards = [self.place(name) for name in names if name.strip()]
        area = [self.place(name) for name in discard if name.strip()]
        self._checks.refuse_repeated(cards, "the hand")
        self._checks.refuse_repeated(area, "the discard area")
        taken = self.place(extra) if extra and extra.strip() else None
        if taken is not None:
            self._checks.extra(cards, taken, from_deck)
            area = [card for card in area if card != taken]
        self._checks.size(cards, taken, partial)
        both = [card for card in cards if card in area]
        if both:
            name = self.deck.names[both[0]]
            raise RealmvaleError(f"{name} is both in the hand and in the discard area")
        if len(area) > MAX_AREA:
            raise RealmvaleError(
                f"the discard area has {len(area)} cards, at most {MAX_AREA} are possible"
            )
        if players < 1:
            raise RealmvaleError(f"a game has at least 1 player, not {players}")
        held = (*cards, taken) if taken is not None else tuple(cards)
        extras = () if taken is None else (taken,)
        return Hand(held, taken, tuple(area), players - 1, extras)

    def score(self, hand: Hand, choices: Choices | None = None) -> int:
        """Return the score of a hand.

        Parameters
        ----------
        hand : Hand
            From :meth:`hand`.
        choices : mapping or sequence of str, optional
            Stated choices (see :func:`sim.fantasy_realms.stated.read_choices`); a choice that
            isn't stated is declined. By default the best of all legal choices are made.
        """
        n = self._look_around(hand)
        if choices is None:
            return int(best_score(self._t, self._h, self._cards, n))
        self._make(hand, n, choices)
        return int(evaluate(self._t, self._h))

    def explain(self, hand: Hand, choices: Choices | None = None) -> Explanation:
        """Score a hand as :meth:`score` does and say how the score came about, card by card."""
        t, h = self._t, self._h
        n = self._look_around(hand)
        if choices is None:
            best_score(t, h, self._cards, n)
            score = int(make_best_choices(t, h, self._cards, n))
            picks = h.best_pick
        else:
            self._make(hand, n, choices)
            score = int(evaluate(t, h))
            picks = h.pick
        made = [
            (int(h.chooser[level]), int(picks[level, 0]), int(picks[level, 1]))
            for level in range(int(h.depth))
        ]
        return explain(self.deck, h, score, made, hand.cards, hand.extras)

    def _look_around(self, hand: Hand) -> int:
        """Enter cards in rising order and what lies around the hand; return the number of cards."""
        h, n = self._h, len(hand.cards)
        self._cards[:n] = sorted(hand.cards)
        area = np.array(hand.discard, np.int64)
        h.outside = outside_of(self._t, area, len(area), hand.opponents)
        return n

    def _make(self, hand: Hand, n: int, choices: Choices) -> None:
        """Lay the hand out and make the stated choices."""
        stated = read_choices(self.deck, hand.cards, choices)
        lay_out(self._t, self._h, self._cards, n)
        find_choosers(self._t, self._h)
        make_stated_choices(self.deck, self._h, stated)


def score_hand(
    deck: Deck,
    names: Sequence[str],
    choices: Choices | None = None,
    *,
    extra: str | None = None,
    partial: bool = True,
) -> int:
    """Return the score of one hand; see :class:`HandScorer` for many.

    Parameters
    ----------
    deck : Deck
        The compiled deck.
    names, extra, partial
        As in :meth:`HandScorer.hand`.
    choices
        As in :meth:`HandScorer.score`: by default the best ones; ``()`` declines all.
    """
    scorer = HandScorer(deck)
    return scorer.score(scorer.hand(names, extra=extra, partial=partial), choices)


__all__ = ["Choices", "Explanation", "Hand", "HandScorer", "score_hand"]
