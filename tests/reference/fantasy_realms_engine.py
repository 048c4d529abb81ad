"""Fantasy Realms as a plain game that is told every decision: standard and two-player.

Rules: the guide (set-up, turn, end, two players) and the rulings on ties, turn cap and extra cards.
With the Cursed Hoard suits hands hold eight cards and twelve discards end the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from .fantasy_realms_cards import CARDS, NECROMANCER_SUITS, Card
from .fantasy_realms_quick import best_quick
from .fantasy_realms_scorer import Table

HAND_SIZE = 7
END_STANDARD = 10
END_TWO_PLAYER = 12


class Game:
    """One game. Every decision goes through ``options`` and ``apply``, single options too."""

    def __init__(
        self,
        players: int,
        two_player: bool,
        deck: Sequence[str],
        turn_cap: int = 200,
        cards: dict[str, Card] = CARDS,
        hoard: bool = False,
    ):
        self.cards, self.hoard = cards, hoard
        self.hand_size = HAND_SIZE + hoard
        allowed = (2,) if two_player else (3, 4, 5, 6)
        if players not in allowed:
            raise ValueError(f"{players} players, expected one of {allowed}")
        self.two_player = two_player
        self.turn_cap = turn_cap
        self.deck = list(deck)
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.taken: list[set[str]] = [set() for _ in range(players)]
        self.turns = 0
        self.seat = players - 1  # the first turn goes to seat 0
        self.kind = "draw"
        self.over = False
        self.end = ""
        if not two_player:  # two players start without cards
            for hand in self.hands:
                hand += self.from_deck(self.hand_size)
        self.begin_turn()

    def from_deck(self, number: int) -> list[str]:
        drawn, self.deck = self.deck[:number], self.deck[number:]
        return drawn

    # --- a turn --------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        if self.turns == self.turn_cap:
            self.finish("turn_cap")
        elif not self.deck and not self.discard:
            self.finish("exhausted")
        else:
            self.turns += 1
            self.seat = (self.seat + 1) % len(self.hands)
            self.kind = "draw"

    def options(self) -> tuple[str, int, list[str]]:
        """Kind of decision, who decides, and between what.

        The first player must draw from the deck, because nothing lies in the discard area yet.
        """
        if self.over:
            return "over", -1, []
        if self.kind == "draw":
            return "draw", self.seat, (["deck"] if self.deck else []) + self.discard
        return "discard", self.seat, list(self.hands[self.seat])

    def apply(self, choice: str) -> None:
        kind, seat, options = self.options()
        if choice not in options:
            raise ValueError(f"seat {seat} can't {kind} {choice!r}; options: {options}")
        if kind == "discard":
            self.hands[seat].remove(choice)
            self.taken[seat].discard(choice)
            self.discard.append(choice)
            self.end_turn()
            return
        filling = self.two_player and len(self.hands[seat]) < self.hand_size
        if choice == "deck":
            # The last card of a changed deck is drawn alone.
            self.hands[seat] += self.from_deck(2 if filling else 1)
            self.kind = "discard"
            return
        self.discard.remove(choice)
        self.hands[seat].append(choice)
        self.taken[seat].add(choice)
        if filling:  # a card taken to fill the hand costs no discard
            self.end_turn()
        else:
            self.kind = "discard"

    def end_turn(self) -> None:
        """The game ends the instant the last card lies there; two players also need full hands."""
        enough = END_TWO_PLAYER if self.two_player or self.hoard else END_STANDARD
        full = all(len(hand) == self.hand_size for hand in self.hands)
        if len(self.discard) >= enough and (full or not self.two_player):
            self.finish("discards")
        else:
            self.begin_turn()

    def advance(self) -> None:
        """Apply decisions with one option until there is a choice or the game is over."""
        while not self.over and len(self.options()[2]) == 1:
            self.apply(self.options()[2][0])

    def known(self, seat: int) -> set[str]:
        """Cards all players know to be in that hand: taken from the area and not yet discarded."""
        return set(self.taken[seat])

    # --- the end -------------------------------------------------------------------------------

    def finish(self, reason: str) -> None:
        self.over, self.end = True, reason

    @cached_property
    def finals(self) -> list[list[str]]:
        """The hands with their extra cards: Leprechauns draw, then Genies, then Necromancers."""
        if not self.over:
            raise ValueError("nothing scores until the game ends")
        self.left = list(self.discard)  # what stays in the area
        finals = [list(hand) for hand in self.hands]
        for hand in finals:
            if "Leprechaun" in hand:
                hand += self.from_deck(1)
        for hand in finals:
            if "Genie" in hand and self.deck:
                chosen = max(self.deck, key=lambda card: self.foreseen([*hand, card]))
                self.deck.remove(chosen)
                hand.append(chosen)
        for hand in finals:
            extra = self.necromancy(hand)
            if extra is not None:
                hand.append(extra)
        return finals

    def foreseen(self, hand: list[str]) -> int:
        """What a Genie's holder expects of a hand: the Necromancer's card too."""
        return self.best_with_extra(hand)[0]

    def necromancy(self, hand: list[str]) -> str | None:
        """Take the Necromancer's card out of the area."""
        extra = self.best_with_extra(hand)[1]
        if extra is not None:
            self.left.remove(extra)
        return extra

    def table(self, area: Sequence[str]) -> Table:
        return Table(self.cards, tuple(area), len(self.hands) - 1)

    def best_with_extra(self, hand: list[str]) -> tuple[int, str | None]:
        """Best score, and the extra card the Necromancer takes for it.

        One card of its suits lying in the area, only for a gain; of equal ones the first that was
        discarded. A blanked Necromancer keeps it (ruling, high). The card no longer lies there.
        """
        points, extra = best_quick(hand, self.table(self.left))[0], None
        if "Necromancer" in hand:
            suits = NECROMANCER_SUITS + (("Undead",) if self.hoard else ())
            for card in self.left:
                if self.cards[card].suit in suits:
                    rest = [other for other in self.left if other != card]
                    with_card = best_quick([*hand, card], self.table(rest))[0]
                    if with_card > points:
                        points, extra = with_card, card
        return points, extra

    def scores(self) -> list[int]:
        """The best score of each hand beside what is left in the area."""
        finals = self.finals
        return [best_quick(hand, self.table(self.left))[0] for hand in finals]

    @property
    def added(self) -> list[list[str]]:
        """The extra cards of each seat, in their order."""
        return [
            [card for card in final if card not in hand]
            for hand, final in zip(self.hands, self.finals, strict=True)
        ]

    @property
    def extras(self) -> list[str | None]:
        """The last extra card of each seat."""
        return [cards[-1] if cards else None for cards in self.added]

    def tie_breaks(self) -> list[int]:
        """Total printed base strength of all held cards, blanked ones and extra cards too."""
        return [sum(self.cards[card].strength for card in cards) for cards in self.finals]

    @property
    def ranks(self) -> list[int]:
        """1 for the best; seats equal in score and tie-break share a rank (1, 1, 3)."""
        keys = [
            (-points, low) for points, low in zip(self.scores(), self.tie_breaks(), strict=True)
        ]
        return [1 + sum(other < key for other in keys) for key in keys]

    def winners(self) -> list[int]:
        """Seats with the highest score; of these the lowest base strength; then all of them."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def replay(game: Game, decide: Callable[[str, int, list[str]], str]) -> Game:
    """Play to the end; only decisions with two or more options are asked for."""
    game.advance()
    while not game.over:
        game.apply(decide(*game.options()))
        game.advance()
    return game
