"""Artifacts in a scenario file: who holds which, which lie in the clearing, who has to take one.

``artifact`` and ``last_artifact`` of a player are names; ``clearing`` lists the artifacts in play,
by default those of a game with this seed; ``taken`` is the number of players, in turn order, that
have taken one in this round's hunt: by default all of them once cards are revealed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.errors import RealmvaleError
from sim.names import match, normalise
from sim.scenario_file import Section
from sim.vale_of_eternity.artifacts import hold
from sim.vale_of_eternity.compile import Deck
from sim.vale_of_eternity.position import Position
from sim.vale_of_eternity.state import ACTION, HUNT
from sim.vale_of_eternity.stepped import SteppedGame

KEYS = ["clearing", "taken"]
PLAYER_KEYS = ["artifact", "last_artifact"]


def find_artifact(deck: Deck, word: str) -> int:
    """Return the place of the artifact with a name or id.

    Raises
    ------
    RealmvaleError
        If there is none; the message suggests the nearest.
    """
    tiles = deck.card_set.artifacts
    form = normalise(word)
    for place, tile in enumerate(tiles):
        if form in (normalise(tile.name), normalise(tile.id)):
            return place
    if not tiles:
        raise RealmvaleError("the sets in use have no artifacts; the set artifacts has them")
    return deck.artifact_names.index(match(word, deck.artifact_names, what="artifact"))


def _artifact(table: Section, key: str, deck: Deck) -> int:
    word = table.get(key, str, "")
    if not word:
        return -1
    try:
        return find_artifact(deck, word)
    except RealmvaleError as error:
        raise table.error(f"{key}: {error}") from None


def read_artifacts(position: Position, top: Section, tables: Sequence[Section]) -> None:
    """Read what a scenario says of artifacts into a position whose cards are read already."""
    deck = position.deck
    for seat, table in zip(position.seats, tables, strict=True):
        held = _artifact(table, "artifact", deck)
        seat.last_artifact = held if held >= 0 else _artifact(table, "last_artifact", deck)
        seat.artifact = held if position.phase in (HUNT, ACTION) else -1
        if held >= 0 and any(
            other.artifact == held for other in position.seats if other is not seat
        ):
            raise table.error(f"artifact: another player holds {deck.artifact_names[held]}")
    stated = top.words("clearing")
    if stated is not None:
        try:
            position.clearing = [find_artifact(deck, word) for word in stated]
        except RealmvaleError as error:
            raise top.error(f"clearing: {error}") from None
    players = position.rules.players
    begun = bool(position.display) or any(seat.zones["hunted"] for seat in position.seats)
    holding = 0
    while holding < players and _in_turn(position, holding).artifact >= 0:
        holding += 1
    default = players if begun or position.phase != HUNT or not deck.artifact_names else holding
    position.taken = top.number("taken", default, 0, players)
    if position.taken < players and (begun and not position.display):
        raise top.error("taken: cards were hunted, so every player has taken an artifact")


def _in_turn(position: Position, place: int) -> Any:
    return position.seats[(position.first + place) % position.rules.players]


def lay_artifacts(position: Position, game: SteppedGame) -> None:
    """Lay the artifacts of a position out in a game that holds its cards already."""
    s, t = game.state, game.tables[0]
    if position.clearing is not None:
        s.clearing = sum(1 << k for k in set(position.clearing))
    for number, seat in enumerate(position.seats):
        s.last_artifact[number] = seat.last_artifact
        if seat.last_artifact >= 0:
            s.clearing |= 1 << seat.last_artifact
        if seat.artifact >= 0:
            hold(s, t, number, seat.artifact)
    s.taken = position.taken if s.clearing else position.rules.players


def describe_artifacts(position: Position, game: SteppedGame) -> dict[str, Any]:
    """Return what a result says of artifacts at its top; nothing if there are none."""
    names = position.deck.artifact_names
    if not names:
        return {}
    s = game.state
    lying = [name for k, name in enumerate(names) if int(s.clearing) >> k & 1]
    return {"clearing": lying, "taken": int(s.taken)}


def describe_seat(position: Position, game: SteppedGame, seat: int) -> dict[str, Any]:
    """Return what a result says of a player's artifacts."""
    names = position.deck.artifact_names
    s = game.state
    told = {"artifact": int(s.artifact[seat]), "last_artifact": int(s.last_artifact[seat])}
    if told["artifact"] >= 0:
        del told["last_artifact"]
    return {key: names[place] for key, place in told.items() if place >= 0}
