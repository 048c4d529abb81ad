"""A position of Fantasy Realms set up from a scenario file (DESIGN 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sim.card_checks import GAMES
from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import Deck, compile_deck
from sim.fantasy_realms.play import area_ends_game, end_game
from sim.fantasy_realms.position_chaos import (
    Meeting,
    read_meeting,
    refuse_other_keys,
    set_up_meeting,
)
from sim.fantasy_realms.replay import SteppedGame
from sim.fantasy_realms.rules import (
    CHAOS,
    MAX_TURN_CAP,
    TURN_CAP,
    TWO_PLAYER,
    VARIANTS,
    Rules,
    make_rules,
)
from sim.fantasy_realms.state import DISCARD, END_DISCARDS, TURN_BEGINS
from sim.names import match
from sim.scenario_file import Section
from sim.streams import deal_key, fold, run_key

PHASES = ["draw", "discard"]

KEYS = [
    "game", "variant", "sets", "cards", "seed", "players", "active", "turn", "turn_cap", "phase",
    "draw", "draw_exact", "discard", "ticks", "pair", "offer", "answer", "player", "do",
]  # fmt: skip
PLAYER_KEYS = ["hand", "known", "seen"]


@dataclass
class Position:
    """What a scenario states, and what it leaves to the seed, as card indices."""

    deck: Deck
    seed: int
    rules: Rules
    active: int = 0
    turn: int = 1
    phase: str = "draw"
    hands: list[list[int]] = field(default_factory=list)
    known: list[list[int]] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    draw: list[int] = field(default_factory=list)
    meeting: Meeting | None = None


def read_position(top: Section, folder: Path) -> Position:
    """Read the position of a scenario and fill in by the seed what is not stated.

    Parameters
    ----------
    top : Section
        The whole file.
    folder : Path
        The folder that a relative path of a card file starts from.

    Raises
    ------
    RealmvaleError
        For what is unknown, of the wrong type, or impossible in a game.
    """
    cards = top.get("cards", str, "")
    sets = [_set(top, name) for name in top.words("sets") or ["base"]]
    deck = compile_deck(
        load_cards(folder / cards if cards else None).select("fantasy_realms", sets)
    )
    tables = top.sections("player", PLAYER_KEYS, "player")
    rules = _rules(top, len(tables), sets)
    position = Position(deck, top.number("seed", 1, 0, 2**63 - 1), rules)
    refuse_other_keys(top, tables, rules.variant == CHAOS)
    _read_cards(position, top, tables)
    if rules.variant == CHAOS:
        position.turn = top.number("turn", 1, 1, rules.turn_cap)
        position.meeting = read_meeting(
            top, tables, deck, rules, position.hands, position.seed, position.turn
        )
        position.active, position.phase = position.meeting.active, position.meeting.phase
    else:
        _read_turn(position, top)
    _check_sizes(position, top)
    return position


def _set(top: Section, name: str) -> str:
    """Return the set of cards that a word names."""
    try:
        return match(name, GAMES["fantasy_realms"], what="set")
    except RealmvaleError as error:
        raise top.error(f"sets: {error}") from None


def _rules(top: Section, tables: int, sets: Sequence[str]) -> Rules:
    """Return the rules; two players imply the two-player game, as in ``simulate``."""
    variant = top.get("variant", str, "") or None
    stated = top.get("players", int, 0) if "players" in top.table else None
    if stated is None and variant is None:
        stated = tables
    elif stated is None:
        stated = max(tables, VARIANTS.get(variant or "", (tables,))[0])
    limits = []
    for key, default in (("turn_cap", TURN_CAP), ("ticks", 1)):
        stated_limit = top.number(key, default, 1, MAX_TURN_CAP)
        limits.append(stated_limit if key in top.table else None)
    try:
        rules = make_rules(stated, variant, limits[0], limits[1], sets)
    except RealmvaleError as error:
        raise top.error(f"{error}") from None
    if tables > rules.players:
        raise top.error(f"there are {tables} [[player]] tables, but players = {rules.players}")
    return rules


def _read_cards(position: Position, top: Section, tables: list[Section]) -> None:
    """Put every card of the deck where the scenario or else the seed puts it."""
    deck, rules = position.deck, position.rules
    places: dict[int, str] = {}

    def cards(section: Section, key: str, place: str) -> list[int] | None:
        words = section.words(key)
        if words is None:
            return None
        found = [named(section, key, word, deck) for word in words]
        for card in found:
            if card in places:
                raise section.error(
                    f"{deck.names[card]} lies in two places, {places[card]} and {place}; the deck"
                    " has one"
                )
            places[card] = place
        return found

    position.discard = cards(top, "discard", "the discard area") or []
    stated = [cards(t, "hand", f"the hand of seat {s}") for s, t in enumerate(tables)]
    stated += [None] * (rules.players - len(tables))
    top_of_deck = cards(top, "draw", "the deck") or []
    rest = [card for card in deck_order(deck, position.seed) if card not in places]
    size = 0 if rules.variant == TWO_PLAYER else rules.hand_size
    if len(rest) < size * stated.count(None):
        raise top.error(f"{len(rest)} cards are left to deal, {size} for each hand not stated")
    for hand in stated:
        position.hands.append(sorted(rest[:size] if hand is None else hand))
        rest = rest[size:] if hand is None else rest
    exact = top.get("draw_exact", bool, False)
    position.draw = top_of_deck if exact else top_of_deck + rest
    for seat in range(rules.players):
        words = (tables[seat].words("known") or []) if seat < len(tables) else []
        position.known.append([named(tables[seat], "known", word, deck) for word in words])
        for card in position.known[seat]:
            if card not in position.hands[seat]:
                raise tables[seat].error(
                    f"{deck.names[card]} is known to be in a hand that doesn't hold it"
                )


def named(section: Section, key: str, word: str, deck: Deck) -> int:
    """Return the card that a word names; an error says in which list it stood."""
    try:
        return deck.card_set.index(word)
    except RealmvaleError as error:
        raise section.error(f"{key}: {error}") from None


def deck_order(deck: Deck, seed: int) -> list[int]:
    """Return the deck order that deal 0 of a run with this seed has."""
    key = deal_key(run_key(seed), 0)
    keys = [int(fold(key, np.uint64(k))) for k in deck.tables["key"][0, : len(deck.names)]]
    return sorted(range(len(keys)), key=keys.__getitem__)


def _read_turn(position: Position, top: Section) -> None:
    """Read whose turn it is; not stated, the turn is the first at which so much was discarded."""
    players = position.rules.players
    position.active = top.number("active", 0, 0, players - 1)
    played = len(position.discard)
    first = played + 1 + (position.active - played) % players
    cap = position.rules.turn_cap
    position.turn = top.number("turn", min(first, cap), 1, cap)
    full = len(position.hands[position.active]) > position.rules.hand_size
    position.phase = top.word("phase", PHASES, "discard" if full else "draw")


def _check_sizes(position: Position, top: Section) -> None:
    """Refuse numbers of cards that no game can reach."""
    size = position.rules.hand_size
    two = position.rules.variant == TWO_PLAYER
    discarding = position.phase == "discard"
    for seat, hand in enumerate(position.hands):
        if discarding and seat == position.active:
            low, high, when = 1 if two else size + 1, size + 1, "when about to discard"
        else:
            low, high, when = 0 if two else size, size, "when not about to discard"
        if not low <= len(hand) <= high:
            expected = str(high) if low == high else f"{low} to {high}"
            held = f"{len(hand)} card{'s' * (len(hand) != 1)}"
            raise top.error(f"seat {seat} holds {held}; {when} it holds {expected}")
    # With two players the area fills up further only until both hands are full.
    most = (2 * size if two else position.rules.end_size) - discarding
    if len(position.discard) > most:
        raise top.error(
            f"{len(position.discard)} cards lie in the discard area; the game ends before that: at"
            f" most {most} can lie there now"
        )


def set_up(position: Position) -> SteppedGame:
    """Return a game that stands at the position."""
    game = SteppedGame(position.deck, position.rules)
    everything: Sequence[int] = range(len(position.deck.names))
    pile = position.draw
    game.deal([c for c in everything if c not in pile] + pile)
    s = game.state
    s.deck_at = s.deck_size - len(pile)
    for seat, hand in enumerate(position.hands):
        s.hand[seat, : len(hand)] = hand
        s.hand_n[seat] = len(hand)
        for card in position.known[seat]:
            s.known[card] = seat + 1
    s.area[: len(position.discard)] = position.discard
    s.area_n = len(position.discard)
    s.active = position.active
    s.turn = position.turn
    if position.meeting is not None:
        set_up_meeting(game, position.meeting, position.seed, position.turn)
    elif position.phase == "discard":
        s.phase = DISCARD
    elif area_ends_game(s):
        end_game(s, END_DISCARDS)
    else:
        s.phase = TURN_BEGINS
        s.turn -= 1
    return game
