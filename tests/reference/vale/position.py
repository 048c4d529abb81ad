"""A position: every zone, score and stone, and how cards move between the zones (rules 0, 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .cards import family


def no_refill(discard: list[str]) -> list[str]:
    raise ValueError("the draw pile ran out and nobody said in which order it is refilled")


@dataclass
class Player:
    score: int = 0
    stones: list[int] = field(default_factory=lambda: [0, 0, 0])  # red, blue, purple
    hand: list[str] = field(default_factory=list)
    area: list[str] = field(default_factory=list)
    hunted: list[str] = field(default_factory=list)
    # with the Curse
    wards: int = 0
    curses: int = 0
    tokens: dict[str, int] = field(default_factory=dict)  # on cards of the area
    soothed: list[str] = field(default_factory=list)
    shelter: list[str] = field(default_factory=list)
    summoner: str = ""

    def copy(self) -> Player:
        return Player(
            self.score, self.stones[:], self.hand[:], self.area[:], self.hunted[:], self.wards,
            self.curses, dict(self.tokens), self.soothed[:], self.shelter[:], self.summoner,
        )  # fmt: skip

    def of_curse(self) -> dict[str, Any]:
        """What only the Curse has, as a snapshot tells it."""
        return {
            "wards": self.wards,
            "curses": self.curses,
            "tokens": dict(self.tokens),
            "soothed": sorted(self.soothed),
            "shelter": sorted(self.shelter),
            "summoner": self.summoner,
        }

    def gain_points(self, points: int) -> None:
        self.score += points

    def lose_points(self, points: int) -> None:
        self.score = max(0, self.score - points)  # 5: floor 0

    def others(self, card: str) -> list[str]:
        """The other summoned cards of this player."""
        return [other for other in self.area if other != card]

    def of_family(self, wanted: str) -> list[str]:
        return [card for card in self.area if family(card) == wanted]


@dataclass
class Position:
    """The whole table. ``draw`` has its top first; ``display`` holds cards not yet hunted.

    ``refill`` is told the discard pile and returns the order of the new draw pile, top first.
    ``used`` holds the cards whose resolution effect the active player used up this phase.
    """

    players: list[Player]
    round: int = 1
    phase: str = "hunt"  # hunt, action, resolution, end
    first: int = 0
    active: int = 0
    draw: list[str] = field(default_factory=list)
    display: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    over: bool = False
    end: str = ""
    winners: list[int] = field(default_factory=list)
    refill: Callable[[list[str]], list[str]] = no_refill
    cursed: bool = False  # played with the Curse

    def copy(self) -> Position:
        """Return a copy to try something on."""
        return Position(
            players=[player.copy() for player in self.players],
            round=self.round,
            phase=self.phase,
            first=self.first,
            active=self.active,
            draw=self.draw[:],
            display=self.display[:],
            discard=self.discard[:],
            used=set(self.used),
            refill=self.refill,
            cursed=self.cursed,
        )

    @property
    def areas(self) -> int:
        """Number of areas each player has: the round (3.1; nothing buys areas in the base game)."""
        return self.round

    def turn_order(self) -> list[int]:
        """Seats clockwise from the first player."""
        n = len(self.players)
        return [(self.first + step) % n for step in range(n)]

    def opponents(self, seat: int) -> list[int]:
        return [other for other in range(len(self.players)) if other != seat]

    def draw_cards(self, number: int) -> list[str]:
        """Take cards off the draw pile; a pile that ran out is refilled (2.1.4, D24).

        With both piles empty there are fewer cards.
        """
        drawn: list[str] = []
        while len(drawn) < number:
            if not self.draw:
                if not self.discard:
                    break
                self.discard, self.draw = [], list(self.refill(self.discard))
            drawn.append(self.draw.pop(0))
        return drawn

    def draw_to_hand(self, seat: int, number: int = 1) -> None:
        self.players[seat].hand += self.draw_cards(number)

    def discard_from_hand(self, seat: int, card: str) -> None:
        self.players[seat].hand.remove(card)
        self.discard.append(card)

    def snapshot(self) -> dict[str, Any]:
        """Return all that makes two positions the same; zones without an order are sorted."""
        return {
            "round": self.round,
            "phase": self.phase,
            "first": self.first,
            "active": self.active,
            "draw": list(self.draw),
            "display": sorted(self.display),
            "discard": sorted(self.discard),
            "used": sorted(self.used),
            "over": self.over,
            "winners": list(self.winners),
            "players": [
                {
                    "score": player.score,
                    "stones": tuple(player.stones),
                    "hand": sorted(player.hand),
                    "area": sorted(player.area),
                    "hunted": sorted(player.hunted),
                    **(player.of_curse() if self.cursed else {}),
                }
                for player in self.players
            ],
        }


def families_in(cards: Iterable[str]) -> int:
    """Count different families."""
    return len({family(card) for card in cards})
