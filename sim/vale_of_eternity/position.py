"""A position of The Vale of Eternity, and a game that stands at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sim.streams import deal_key, fold, run_key
from sim.vale_of_eternity.artifacts import lay_out
from sim.vale_of_eternity.compile import Deck
from sim.vale_of_eternity.curse import turn_up
from sim.vale_of_eternity.frames import push
from sim.vale_of_eternity.rules import Rules
from sim.vale_of_eternity.state import ALL_EFFECTS, PARTS
from sim.vale_of_eternity.stepped import SteppedGame, set_cards
from sim.vale_of_eternity.stones import refresh

ZONES = ["hand", "area", "hunted", "soothed", "shelter"]


@dataclass
class Seat:
    """What lies before one player, cards as places in the deck."""

    score: int = 0
    stones: list[int] = field(default_factory=lambda: [0, 0, 0])
    zones: dict[str, list[int]] = field(default_factory=lambda: {zone: [] for zone in ZONES})
    tokens: dict[int, int] = field(default_factory=dict)
    known: list[int] = field(default_factory=list)
    wards: int = 0
    curses: int = 0
    extra_areas: int = 0
    side: int = -1
    artifact: int = -1
    last_artifact: int = -1


@dataclass
class Position:
    """What a scenario states, and what it leaves to the seed."""

    deck: Deck
    rules: Rules
    seed: int
    round_no: int
    phase: int
    first: int = 0
    turn: int = -1
    seats: list[Seat] = field(default_factory=list)
    draw: list[int] = field(default_factory=list)
    display: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    clearing: list[int] | None = None  # artifacts in play; None: as the seed has them
    taken: int = 0


def deck_order(deck: Deck, seed: int) -> list[int]:
    """Return the deck order that deal 0 of a run with this seed has."""
    key = deal_key(run_key(seed), 0)
    keys = [int(fold(key, k)) for k in deck.tables["key"][0, : len(deck.names)].astype("uint64")]
    return sorted(range(len(keys)), key=keys.__getitem__)


def set_up(position: Position) -> SteppedGame:
    """Return a game that stands at the position, paused: nothing has begun yet."""
    from sim.vale_of_eternity.position_artifacts import lay_artifacts

    game = SteppedGame(position.deck, position.rules, pause=True)
    s: Any = game.state
    s.deal = deal_key(run_key(position.seed), 0)
    s.round_no, s.phase, s.first = position.round_no, position.phase, position.first
    s.turn = position.turn
    s.pile_n = len(position.draw)
    s.pile[: len(position.draw)] = position.draw[::-1]
    set_cards(s.display, position.display)
    set_cards(s.discard, position.discard)
    for number, seat in enumerate(position.seats):
        s.score[number] = seat.score
        s.stones[number] = seat.stones
        s.wards[number], s.curses[number] = seat.wards, seat.curses
        s.extra_areas[number] = seat.extra_areas
        for zone in ZONES:
            set_cards(s[zone][number], seat.zones[zone])
        set_cards(s.known[number], seat.known)
        for card, tokens in seat.tokens.items():
            s.tokens[card] = tokens
        if seat.side >= 0:
            turn_up(s, game.tables[0], number, seat.side)
        refresh(s, game.tables[0], number)
    lay_out(s, game.tables[0])
    lay_artifacts(position, game)
    s.active = game.turn_of
    if position.used:
        frame = s.frame[push(s, ALL_EFFECTS, -1, game.turn_of, -1, PARTS)]
        set_cards(frame.picked, position.used)
        s.turn += 1
    return game
