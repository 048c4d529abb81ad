"""The Chaos variant as a plain game that is told who meets whom and every decision.

Rules: the guide (Chaos) and the model of its time limit: at each tick two players meet, each offers
a card, both see both cards, and both must accept.
"""

from __future__ import annotations

from collections.abc import Sequence

from .fantasy_realms_cards import CARDS, Card
from .fantasy_realms_engine import HAND_SIZE, Game
from .fantasy_realms_quick import best_quick


class ChaosGame(Game):
    """One game. ``meet`` begins a tick; then two offers and two answers go through ``apply``."""

    def __init__(
        self,
        players: int,
        deck: Sequence[str],
        ticks: int,
        cards: dict[str, Card] = CARDS,
        hoard: bool = False,
    ):
        self.cards, self.hoard = cards, hoard
        self.hand_size = HAND_SIZE + hoard
        if players not in (3, 4, 5, 6, 7):
            raise ValueError(f"{players} players, expected 3 to 7")
        self.deck = list(deck)
        self.discard: list[str] = []  # stays empty: nothing is ever discarded
        self.ticks = ticks
        self.turns = 0
        self.hands = [self.from_deck(self.hand_size) for _ in range(players)]
        self.over, self.end = False, ""
        self.pair: list[int] = []
        self.offers: list[str] = []
        self.answers: list[str] = []
        # What each player saw: card -> player in whose hand it was then.
        self.sights: list[dict[str, int]] = [{} for _ in range(players)]

    def meet(self, one: int, two: int) -> None:
        if self.over or self.pair:
            raise ValueError("time is up, or two are trading already")
        if one == two:
            raise ValueError("nobody trades with himself")
        self.turns += 1
        self.pair, self.offers, self.answers = [one, two], [], []

    def options(self) -> tuple[str, int, list[str]]:
        if self.over or not self.pair:
            return ("over" if self.over else "meeting"), -1, []
        if len(self.offers) < 2:
            seat = self.pair[len(self.offers)]
            return "offer", seat, list(self.hands[seat])
        return "answer", self.pair[len(self.answers)], ["refuse", "accept"]

    def apply(self, choice: str) -> None:
        kind, seat, options = self.options()
        if choice not in options:
            raise ValueError(f"seat {seat} can't {kind} {choice!r}; options: {options}")
        one, two = self.pair
        if kind == "offer":
            self.offers.append(choice)
            if len(self.offers) == 2:
                self.sights[one][self.offers[1]] = two
                self.sights[two][self.offers[0]] = one
            return
        self.answers.append(choice)
        if len(self.answers) < 2:
            return
        if self.answers == ["accept", "accept"]:
            for giver, taker, card in ((one, two, self.offers[0]), (two, one, self.offers[1])):
                self.hands[giver].remove(card)
                self.hands[taker].append(card)
                self.sights[giver][card] = taker
                self.sights[taker].pop(card)
        self.pair = []
        if self.turns == self.ticks:
            self.finish("time")

    def foreseen(self, hand: list[str]) -> int:
        """Nobody knows which three cards a Necromancer will draw."""
        return best_quick(hand, self.table([]))[0]

    def necromancy(self, hand: list[str]) -> str | None:
        """The card the Necromancer adds: the best of three from the deck.

        Any suit; only for a gain; of equal ones the first. The others are out of reach for a
        second holder, whom the base set doesn't have.
        """
        points, extra = best_quick(hand, self.table([]))[0], None
        if "Necromancer" in hand:
            for card in self.from_deck(3):
                with_card = best_quick([*hand, card], self.table([]))[0]
                if with_card > points:
                    points, extra = with_card, card
        return extra
