"""A position of The Vale of Eternity read from a scenario file (DESIGN 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from sim.card_checks import GAMES
from sim.cards import default_path, load_cards
from sim.errors import RealmvaleError
from sim.names import match
from sim.scenario_file import Section
from sim.vale_of_eternity import position_artifacts as artifacts
from sim.vale_of_eternity.codes import COLOURS
from sim.vale_of_eternity.compile import Deck, compile_deck
from sim.vale_of_eternity.position import ZONES, Position, Seat, deck_order
from sim.vale_of_eternity.rules import FEWEST, MOST, check_sets, make_rules, ruling_name
from sim.vale_of_eternity.sides import find_side
from sim.vale_of_eternity.state import ACTION, HUNT, PHASES, RESOLUTION

GAME = "vale_of_eternity"
STATED_PHASES = PHASES[:5]
LAST_ROUND = 10
MOST_POINTS = 999
MOST_STONES = 30
MOST_TOKENS = 40
WARDS = 3

KEYS = [
    "game", "sets", "cards", "rulings", "seed", "round", "phase", "first", "active", "draw",
    "draw_exact", "display", "discard", "used", *artifacts.KEYS, "player", "do",
]  # fmt: skip
PLAYER_KEYS = [
    "score", "stones", *ZONES, "known", "wards", "curses", "extra_areas", "summoner", "side",
    *artifacts.PLAYER_KEYS,
]  # fmt: skip


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
        For anything that can't be; the message says where.
    """
    sets = [_set(top, name) for name in top.words("sets") or ["base"]]
    cards = top.get("cards", str, "")
    deck = _deck(folder / cards if cards else default_path(), tuple(sets))
    try:
        check_sets(deck.card_set)
    except RealmvaleError as error:
        raise top.error(f"sets: {error}") from None
    tables = top.sections("player", PLAYER_KEYS, "player")
    if not FEWEST <= len(tables) <= MOST:
        there = (
            "is 1 [[player]] table" if len(tables) == 1 else f"are {len(tables)} [[player]] tables"
        )
        raise top.error(f"there {there}; {FEWEST} to {MOST} players can play")
    position = Position(
        deck,
        make_rules(len(tables), _rulings(top)),
        top.number("seed", 1, 0, 2**63 - 1),
        top.number("round", 1, 1, LAST_ROUND),
        STATED_PHASES.index(top.word("phase", STATED_PHASES, PHASES[ACTION])),
    )
    position.first = top.number("first", 0, 0, len(tables) - 1)
    _read_cards(position, top, tables)
    artifacts.read_artifacts(position, top, tables)
    _read_turn(position, top)
    return position


def _deck(path: Path, sets: tuple[str, ...]) -> Deck:
    """Return a deck, compiled once for as long as its file stays as it is."""
    known = path.stat() if path.is_file() else None
    return _compiled(path, sets, (known.st_mtime_ns, known.st_size) if known else None)


@lru_cache(maxsize=8)
def _compiled(path: Path, sets: tuple[str, ...], _state: tuple[int, int] | None) -> Deck:
    return compile_deck(load_cards(path).select(GAME, sets))


def _set(top: Section, name: str) -> str:
    try:
        return match(name, GAMES[GAME], what="set")
    except RealmvaleError as error:
        raise top.error(f"sets: {error}") from None


def _rulings(top: Section) -> dict[str, int]:
    """Return the switches that a scenario sets, ``rulings = { name = true }``."""
    found = {}
    for name, value in top.get("rulings", dict, {}).items():
        if not isinstance(value, bool):
            raise top.error(f"rulings: {name} = {value!r} should be true or false")
        try:
            found[ruling_name(name)] = int(value)
        except RealmvaleError as error:
            raise top.error(f"rulings: {error}") from None
    return found


class _Places:
    """Where each card lies, so that none lies in two places."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.taken: dict[int, str] = {}

    def put(self, section: Section, key: str, word: str, place: str) -> int:
        """Return the card that a word names, and note its place."""
        card = named(section, key, word, self.deck)
        if card in self.taken:
            raise section.error(
                f"{self.deck.names[card]} lies in two places, {self.taken[card]} and {place}; the"
                " deck has one"
            )
        self.taken[card] = place
        return card

    def zone(self, section: Section, key: str, place: str) -> list[int]:
        """Return the cards of a list of names."""
        return [self.put(section, key, word, place) for word in section.words(key) or []]


def named(section: Section, key: str, word: str, deck: Deck) -> int:
    """Return the card that a word names; an error says in which list it stood."""
    try:
        return deck.card_set.index(word)
    except RealmvaleError as error:
        raise section.error(f"{key}: {error}") from None


def _read_cards(position: Position, top: Section, tables: list[Section]) -> None:
    """Put every card of the deck where the scenario or else the seed puts it."""
    deck = position.deck
    places = _Places(deck)
    position.display = places.zone(top, "display", "the display")
    position.discard = places.zone(top, "discard", "the discard pile")
    for number, table in enumerate(tables):
        position.seats.append(_read_seat(position, places, table, number))
    position.draw = places.zone(top, "draw", "the draw pile")
    if not top.get("draw_exact", bool, False):
        position.draw += [
            card for card in deck_order(deck, position.seed) if card not in places.taken
        ]
    position.used = [named(top, "used", word, deck) for word in top.words("used") or []]


def _read_seat(position: Position, places: _Places, table: Section, number: int) -> Seat:
    """Read one ``[[player]]`` table."""
    side = _side(table, position.deck)
    has_curses = "curse" in position.deck.card_set.sets
    wards = WARDS if has_curses else 0
    if side >= 0:
        wards = int(position.deck.tables[0].side[side].wards)
        taken = [other.side for other in position.seats if other.side >= 0]
        both = position.deck.tables[0].side["summoner"]
        if any(both[other] == both[side] for other in taken):
            raise table.error(f"summoner: another player has {table.table['summoner']} already")
    seat = Seat(
        score=table.number("score", 0, 0, MOST_POINTS),
        stones=read_stones(table, "stones"),
        wards=table.number("wards", wards, 0, WARDS),
        curses=table.number("curses", 0, 0, MOST_TOKENS),
        extra_areas=table.number("extra_areas", 0, 0, LAST_ROUND),
        side=side,
    )
    for zone in ZONES:
        place = f"the {zone} of seat {number}" if zone != "hunted" else f"seat {number}'s hunt"
        for word, tokens in _with_tokens(table, zone):
            card = places.put(table, zone, word, place)
            seat.zones[zone].append(card)
            if tokens:
                seat.tokens[card] = tokens
    seat.known = [named(table, "known", word, position.deck) for word in table.words("known") or []]
    for card in seat.known:
        if card not in seat.zones["hand"]:
            name = position.deck.names[card]
            raise table.error(f"{name} is known to be in a hand that doesn't hold it")
    return seat


def _side(table: Section, deck: Deck) -> int:
    """Return the row of the side that lies up before a player, -1 if none is stated."""
    name, side = table.get("summoner", str, ""), table.get("side", str, "")
    if not name:
        if side:
            raise table.error("side: whose side? summoner = the name should be stated")
        return -1
    if not deck.card_set.sides:
        raise table.error("summoner: the sets in use have no summoners; the set curse has them")
    try:
        return find_side(deck.card_set.sides, name, side)
    except RealmvaleError as error:
        raise table.error(f"summoner: {error}") from None


def _with_tokens(table: Section, zone: str) -> list[tuple[str, int]]:
    """Return the names of a zone's cards, with the curse tokens on summoned ones."""
    if zone != "area":
        return [(word, 0) for word in table.words(zone) or []]
    found = []
    for entry in table.get("area", list, []):
        if isinstance(entry, dict):
            inside = Section(entry, f"{table.where}, area", ["card", "curses"])
            if "card" not in entry:
                raise inside.error("card = the card's name should be stated")
            tokens = inside.number("curses", 0, 0, MOST_TOKENS)
            found.append((inside.get("card", str, ""), tokens))
        elif isinstance(entry, str):
            found.append((entry, 0))
        else:
            raise table.error(f"area should list names in quotes, not {entry!r}")
    return found


def read_stones(section: Section, key: str, more: Sequence[str] = ()) -> list[int]:
    """Return stones stated as ``{ red = 1, blue = 2 }``; `more` names other keys it may have."""
    table = section.get(key, dict, {})
    inside = Section(table, f"{section.where}, {key}", [*COLOURS, *more])
    return [inside.number(colour, 0, 0, MOST_STONES) for colour in COLOURS]


def _read_turn(position: Position, top: Section) -> None:
    """Read whose turn it is, by default the first player's (in a hunt: whose pick is next)."""
    players = position.rules.players
    first = position.first
    if position.phase == HUNT:
        position.turn = _pick(position, top)
        return
    active = top.number("active", first, 0, players - 1)
    position.turn = (active - first) % players if position.phase in (ACTION, RESOLUTION) else 0
    if position.used and position.phase != RESOLUTION:
        raise top.error("used: effects are used in the resolution phase only")
    for card in position.used:
        if card not in position.seats[active].zones["area"]:
            name = position.deck.names[card]
            raise top.error(f"used: {name} doesn't lie in the area of seat {active}")


def _pick(position: Position, top: Section) -> int:
    """Return how many picks were made; -1 if nothing is revealed yet.

    While artifacts are taken, ``active`` says whose turn that is.

    Cards hunted are picks made. Where they don't fit the seat stated to be active, the display
    tells, and then the seat alone.
    """
    players = position.rules.players
    hunted = sum(len(seat.zones["hunted"]) for seat in position.seats)
    if not hunted and not position.display:
        return -1
    if position.taken < players:
        if "active" in top.table:
            active = top.number("active", position.first, 0, players - 1)
            position.taken = (active - position.first) % players
        return 0
    picks = [min(hunted, 2 * players), max(0, 2 * players - len(position.display))]
    picks += range(2 * players)
    if "active" not in top.table:
        return picks[0]
    active = top.number("active", position.first, 0, players - 1)
    snake = [*range(players), *reversed(range(players))]
    fits = [k for k in picks if k < len(snake) and (position.first + snake[k]) % players == active]
    return picks[0] if picks[0] == len(snake) else fits[0]
