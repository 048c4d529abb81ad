"""Playtests as a run: their rows in a run folder, so that every analysis reads them as it is.

A playtest is a deal of its own: its games are independent of each other as far as the file says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from analysis.game import Schema
from analysis.games import DESCRIBED
from analysis.games.playtest import FINAL, ID
from analysis.playtests import Playtests, Seat, read_playtests
from analysis.runs import Run, open_run
from sim.cards import load_cards
from sim.manifest import FORMAT_VERSION, versions, write_manifest
from sim.names import match
from sim.store import file_hash, write_block

#: The set whose cards are shown even if nobody held them.
BASE = "base"
_SHOWN = ("id", "name", "suit", "value", "set")
#: Games of a block.
BLOCK = 5_000


def run_of_playtests(
    path: Path, folder: Path, command: str, game: str | None = None, cards: str | None = None
) -> Run:
    """Read a CSV file of playtests as a run.

    Parameters
    ----------
    path : Path
        The file (:func:`analysis.playtests.read_playtests`).
    folder : Path
        Where the run's folder is made; it is read as long as the run is.
    command : str
        The command that makes the report.
    game : str, optional
        Id of the game, to check the cards' names; without, any name is a card.
    cards : str, optional
        The card file; without, the project's own.

    Raises
    ------
    RealmvaleError
        See :func:`analysis.playtests.read_playtests`.
    """
    if game is None:
        tests = read_playtests(path)
        return open_run(write_playtests(tests, folder / path.stem, command))
    rows = [c for c in load_cards(cards).cards if c.game == game and c.kind == "card"]
    names = list(dict.fromkeys(card.name for card in rows))
    tests = read_playtests(path, lambda name: match(name, names))
    held = {name for s in tests.games.values() for seat in s for name in seat.cards or ()}
    deck: dict[str, dict[str, Any]] = {}
    for card in rows:
        if card.set == BASE or card.name in held:
            deck.setdefault(card.name, {key: getattr(card, key) for key in _SHOWN})
    made = write_playtests(tests, folder / path.stem, command, list(deck.values()), game)
    return open_run(made)


def write_playtests(
    tests: Playtests,
    folder: Path,
    command: str,
    deck: list[dict[str, Any]] | None = None,
    game: str | None = None,
) -> Path:
    """Write playtests as a run folder.

    Parameters
    ----------
    tests : Playtests
        What was read.
    folder : Path
        Where to; made if need be.
    command : str
        The command that makes the report.
    deck : list of dict, optional
        ``id``, ``name``, ``suit``, ``value``, ``set`` of the cards that there are; without, the
        cards are those that are named.
    game : str, optional
        Id of the game, for the page's title.

    Returns
    -------
    Path
        The folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cards = deck if deck is not None else _named(tests)
    write_manifest(folder, _manifest(tests, command, cards, game))
    ids = {str(card["name"]): str(card["id"]) for card in cards}
    games = list(tests.games.values())
    for first in range(0, len(games), BLOCK):
        tables = _tables(tests, games[first : first + BLOCK], first, ids)
        write_block(folder, first, tables)
    return folder


def _manifest(
    tests: Playtests, command: str, cards: list[dict[str, Any]], game: str | None
) -> dict[str, Any]:
    described = DESCRIBED[game]({"game": game, "players": 4}) if game else None
    told = {"title": described.name, "suit_word": described.suit} if described else {}
    seats = [len(found) for found in tests.games.values()]
    return {
        "format_version": FORMAT_VERSION,
        "game": ID,
        "command": command,
        "file": str(tests.path),
        "file_sha256": file_hash(tests.path),
        "who": "bot" if tests.who == "policy" else "player",
        "players": max(set(seats), key=seats.count, default=1),
        "sizes": tests.sizes,
        "ignored_columns": list(tests.ignored),
        "even_share": len(seats) / sum(seats) if seats else 1.0,
        "ranked": any(s.rank is not None for found in tests.games.values() for s in found),
        "policies": [{"name": name, "spec": name, "params": {}} for name in tests.players],
        "keep": "all" if tests.has_cards else "players",
        "events": {FINAL: 1},
        "cards": cards,
        "deals": len(seats),
        "games": len(seats),
        "versions": versions(),
        "complete": True,
        **told,
    }


def _named(tests: Playtests) -> list[dict[str, Any]]:
    """Return the cards that some seat held, by name."""
    seats = (seat for found in tests.games.values() for seat in found)
    names = sorted({name for seat in seats for name in seat.cards or ()})
    return [{"id": name, "name": name, "suit": None, "value": None, "set": None} for name in names]


def _tables(
    tests: Playtests, games: list[list[Seat]], first: int, ids: dict[str, str]
) -> dict[str, pl.DataFrame]:
    numbers = range(first, first + len(games))
    seats = [(number, seat, credit, rank)
             for number, found in zip(numbers, games, strict=True)
             for seat, credit, rank in _results(found)]  # fmt: skip
    tables = {
        "games": pl.DataFrame(
            {"game": list(numbers), "deal": list(numbers)},
            schema={"game": pl.Int64, "deal": pl.Int64},
        ),
        "players": pl.DataFrame(
            [
                (number, seat.seat - tests.first_seat, seat.player, seat.score, rank, credit)
                for number, seat, credit, rank in seats
            ],
            schema={
                "game": pl.Int64, "seat": pl.Int8, "policy": pl.Enum(tests.players),
                "score": pl.Int32, "rank": pl.Int8, "win": pl.Float64,
            },
            orient="row",
        ),
    }  # fmt: skip
    if tests.has_cards:
        held = [
            (number, seat.seat - tests.first_seat, ids[name], 1, 0, None, None, None)
            for number, seat, _, _ in seats
            for name in seat.cards or ()
        ]
        schema: Schema = {
            "game": pl.Int64(), "seat": pl.Int8(), "card": pl.Enum(list(ids.values())),
            "events": pl.UInt16(), "offered": pl.Int16(), "turn_drawn": pl.Int16(),
            "turn_taken": pl.Int16(), "points": pl.Int16(),
        }  # fmt: skip
        tables["cards"] = pl.DataFrame(held, schema=schema, orient="row")
    return tables


def _results(seats: list[Seat]) -> Iterator[tuple[Seat, float, int]]:
    """Yield each seat with its win credit and its rank; equal seats share both."""
    scores = [seat.score for seat in seats]
    stated = [seat.rank for seat in seats]
    ranks = [
        rank if rank is not None else 1 + sum(other > seat.score for other in scores)
        for seat, rank in zip(seats, stated, strict=True)
    ]
    winners = ranks.count(1)
    for seat, rank in zip(seats, ranks, strict=True):
        yield seat, 1 / winners if rank == 1 else 0.0, rank
