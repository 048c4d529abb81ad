"""What a hand may hold: no card twice, the right number of cards, a legal extra card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.errors import RealmvaleError
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.english import listing

BRINGS = tb.F_EXTRA | tb.F_SEARCHES | tb.F_DRAWS


class HandChecks:
    """Refuses hands that the game doesn't allow, with what it would allow.

    Parameters
    ----------
    deck : Deck
        The compiled deck.
    full : int
        Cards of a full hand.
    """

    def __init__(self, deck: Deck, full: int) -> None:
        self.deck, self.full = deck, full
        self.t: Any = deck.tables[0]

    def refuse_repeated(self, cards: Sequence[int], where: str) -> None:
        """Refuse a card that is stated twice."""
        for k, card in enumerate(cards):
            if card in cards[:k]:
                raise RealmvaleError(f"{self.deck.names[card]} is in {where} twice")

    def _takers(self, cards: Sequence[int]) -> list[int]:
        """Return the cards that bring an extra card."""
        return [card for card in cards if self.t.traits[card] & BRINGS]

    def _brings(self, taker: int, extra: int) -> bool:
        """Return whether a card may bring an extra card."""
        drawn = bool(self.t.traits[taker] & tb.F_DRAWS)
        return taker != extra and (drawn or bool(self.t.extra[taker, extra]))

    def extra(self, cards: list[int], extra: int, from_deck: bool = False) -> None:
        """Refuse an extra card that no card of the hand allows; from the deck any suit will do."""
        names = self.deck.names
        takers = self._takers(cards)
        if extra in cards:
            raise RealmvaleError(f"the extra card {names[extra]} is in the hand already")
        if not takers:
            raise RealmvaleError(
                f"{names[extra]} can't be an extra card: no card of the hand allows one"
                f"{self._who_allows()}"
            )
        if not from_deck and not any(self._brings(taker, extra) for taker in takers):
            raise RealmvaleError(
                f"{names[extra]} can't be the extra card of {names[takers[0]]}: it is of suit "
                f"{self._suit(extra)}, and has to be of suit {self._extra_suits(takers)}"
            )

    def size(self, cards: list[int], extra: int | None, partial: bool) -> None:
        """Refuse a hand with too many or too few cards.

        Cards that bring an extra card may bring one another, so a hand is legal if as many of its
        cards can be extras, each brought by another card of the hand, as it holds too many.
        """
        n, names = len(cards), self.deck.names
        if n == 0:
            raise RealmvaleError("the hand is empty: name its cards, separated by commas")
        if n < self.full and not partial:
            raise RealmvaleError(
                f"a hand has {self.full} cards, not {n}; --partial allows fewer cards"
            )
        over = n - self.full
        if over <= 0:
            return
        takers = self._takers(cards)
        allowed = len(takers) - (extra is not None)
        if extra is not None and allowed <= 0:
            raise RealmvaleError(f"a hand has {self.full} cards beside the extra card, not {n}")
        if not takers:
            raise RealmvaleError(f"a hand has {self.full} cards, not {n}{self._who_allows()}")
        if over > allowed:
            raise RealmvaleError(
                f"a hand has {self.full} cards, {self.full + allowed} with "
                f"{listing([names[card] for card in takers], 'and')}, not {n}"
            )
        fit = [c for c in cards if any(self._brings(taker, c) for taker in takers)]
        if len(fit) < over:
            raise RealmvaleError(
                f"a hand has {self.full} cards, and none of these {n} can be the extra card of "
                f"{names[takers[0]]}, which has to be of suit {self._extra_suits(takers)}"
            )

    def _who_allows(self) -> str:
        takers = self._takers(range(len(self.deck.names)))
        if not takers:
            return ""
        return f"; {listing([self.deck.names[card] for card in takers])} would allow one more"

    def _suit(self, card: int) -> str:
        return self.deck.card_set.cards[card].suit

    def _extra_suits(self, takers: list[int]) -> str:
        suits = {
            self._suit(c): None
            for taker in takers
            for c in range(len(self.deck.names))
            if self._brings(taker, c)
        }
        return listing(list(suits))
