"""A position: every zone, score and stone, and how cards move between the zones (rules 0, 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .cards import FAMILIES, family


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
    # with Artifacts
    artifact: str = ""  # held
    last_artifact: str = ""
    extra_areas: int = 0
    my_turn: bool = False
    instants: list[str] = field(default_factory=list)  # own cards whose instant is in progress
    late: set[str] = field(default_factory=set)  # of these, what comes back afterwards

    def copy(self) -> Player:
        return Player(
            self.score, self.stones[:], self.hand[:], self.area[:], self.hunted[:], self.wards,
            self.curses, dict(self.tokens), self.soothed[:], self.shelter[:], self.summoner,
            self.artifact, self.last_artifact, self.extra_areas, self.my_turn, self.instants[:],
            set(self.late),
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
        lost = min(points, self.score)  # 5: floor 0
        self.score -= lost
        if lost:
            self.comes_back("Wendigo")

    def comes_back(self, card: str) -> None:
        """Recover a card that reacts so, after its own instant if that is in progress (D45)."""
        if card not in self.area:
            return
        if card in self.instants:
            self.late.add(card)
            return
        self.area.remove(card)
        self.hand.append(card)
        self.curses += self.tokens.pop(card, 0)

    def of_artifacts(self) -> dict[str, Any]:
        """What only Artifacts have, as a snapshot tells it."""
        return {
            "shelter": sorted(self.shelter),
            "artifact": self.artifact,
            "extra_areas": self.extra_areas,
        }

    def others(self, card: str) -> list[str]:
        """The other summoned cards of this player."""
        return [other for other in self.area if other != card]

    def of_family(self, wanted: str) -> list[str]:
        """Its summoned cards of a family; in the own turn Loki may be of any."""
        return [card for card in self.area if family(card) == wanted or self.is_wild(card)]

    def is_wild(self, card: str) -> bool:
        return card == "Loki" and self.my_turn

    def families(self) -> int:
        """Different families of its summoned cards; Loki may be one that is missing."""
        plain = {family(card) for card in self.area if not self.is_wild(card)}
        return min(len(FAMILIES), len(plain) + sum(self.is_wild(card) for card in self.area))


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
    clearing: list[str] = field(default_factory=list)  # artifacts in play, held ones too
    takers: int = 0  # players that have taken one this round

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
            clearing=self.clearing[:],
            takers=self.takers,
        )

    def areas(self, seat: int) -> int:
        """Number of areas a player has: the round, and extra ones (3.1, 6)."""
        return self.round + self.players[seat].extra_areas

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
        drawn = self.draw_cards(number)
        self.players[seat].hand += drawn
        if drawn:
            self.players[seat].comes_back("Banshee")

    def watch(self) -> None:
        """Fireblast comes back as soon as its owner holds four stones or more (D45)."""
        for player in self.players:
            if sum(player.stones) >= 4 and "Fireblast" not in player.instants:
                player.comes_back("Fireblast")

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
                    **(player.of_artifacts() if self.clearing else {}),
                }
                for player in self.players
            ],
        }


def families_in(cards: Iterable[str]) -> int:
    """Count different families."""
    return len({family(card) for card in cards})
