"""Fantasy Realms as a plain game that is told every decision: standard and two-player.

Rules: the guide (set-up, turn, end, two players) and the rulings on ties, turn cap and extra card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from .fantasy_realms_cards import CARDS, NECROMANCER_SUITS
from .fantasy_realms_quick import best_quick

HAND_SIZE = 7
END_STANDARD = 10
END_TWO_PLAYER = 12


class Game:
    """One game. Every decision goes through ``options`` and ``apply``, single options too."""

    def __init__(self, players: int, two_player: bool, deck: Sequence[str], turn_cap: int = 200):
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
                hand += self.from_deck(HAND_SIZE)
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
        filling = self.two_player and len(self.hands[seat]) < HAND_SIZE
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
        enough = END_TWO_PLAYER if self.two_player else END_STANDARD
        full = all(len(hand) == HAND_SIZE for hand in self.hands)
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
    def results(self) -> list[tuple[int, str | None]]:
        """Score and extra card of each seat, once the game is over."""
        if not self.over:
            raise ValueError("nothing scores until the game ends")
        return [self.final(hand) for hand in self.hands]

    def final(self, hand: list[str]) -> tuple[int, str | None]:
        """Best score, and the eighth card the Necromancer takes for it.

        One Army, Leader, Wizard or Beast lying in the area, only for a gain; of equal ones the
        first that was discarded. A blanked Necromancer keeps it (ruling, high).
        """
        points, extra = best_quick(hand)[0], None
        if "Necromancer" in hand:
            for card in self.discard:
                if CARDS[card].suit in NECROMANCER_SUITS:
                    with_card = best_quick([*hand, card])[0]
                    if with_card > points:
                        points, extra = with_card, card
        return points, extra

    def scores(self) -> list[int]:
        return [points for points, _ in self.results]

    @property
    def extras(self) -> list[str | None]:
        return [extra for _, extra in self.results]

    def tie_breaks(self) -> list[int]:
        """Total printed base strength of all held cards, blanked ones and the extra card too."""
        held = [[*hand, extra] if extra else hand
                for hand, extra in zip(self.hands, self.extras, strict=True)]  # fmt: skip
        return [sum(CARDS[card].strength for card in cards) for cards in held]

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
