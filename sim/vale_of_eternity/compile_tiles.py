"""Summoners and artifacts of a deck: their rows in the tables, checked as a whole.

``compiler`` is that of :mod:`sim.vale_of_eternity.compile`, which compiles one tile at a time.
"""

from __future__ import annotations

from typing import Any

from sim.card_checks import Problems
from sim.errors import RealmvaleError
from sim.vale_of_eternity import tables as tb
from sim.vale_of_eternity.compile_counts import CannotPlayError
from sim.vale_of_eternity.sides import summoner_of

MAX_WARDS = 3


def enter_sides(compiler: Any, problems: Problems) -> None:
    """Enter the sides of the summoners; the first row of each lies up at the start."""
    t, card_set = compiler.t, compiler.card_set
    sides = card_set.sides
    if t.n_cards + len(sides) > tb.MOST_CARDS or len(sides) > tb.MAX_SIDES:
        raise RealmvaleError(
            f"{card_set.path}: {t.n_cards} cards and {len(sides)} sides of summoners are too many:"
            f" at most {tb.MOST_CARDS} in all, and {tb.MAX_SIDES} sides, can be played"
        )
    summoners = list(dict.fromkeys(summoner_of(side) for side in sides))
    t.n_sides = len(sides)
    for number, (side, text) in enumerate(zip(sides, card_set.parsed_sides, strict=True)):
        of = summoner_of(side)
        both = [k for k, other in enumerate(sides) if summoner_of(other) == of]
        row = t.side[number]
        row.summoner, row.starts = summoners.index(of), int(number == both[0])
        row.other = both[0] + both[-1] - number if len(both) < 3 else number
        if len(both) > 2:
            problems.add(side.row, "id", f"'{side.id}': a summoner has two sides, not {len(both)}")
        if side.wards > MAX_WARDS:
            problems.add(side.row, "wards", f"a summoner has {MAX_WARDS} wards, not {side.wards}")
        k = int(t.n_cards) + number
        try:
            compiler.side(number, k, side, text)
        except CannotPlayError as error:
            problems.add(side.row, "text", f"({side.name}) {error}")


def enter_artifacts(compiler: Any, problems: Problems) -> None:
    """Enter the artifact tiles."""
    t, card_set = compiler.t, compiler.card_set
    tiles = card_set.artifacts
    if len(tiles) > tb.MAX_ARTIFACTS:
        raise RealmvaleError(
            f"{card_set.path}: there are {len(tiles)} artifacts, at most {tb.MAX_ARTIFACTS} can be"
            " played"
        )
    t.n_artifacts = len(tiles)
    k = int(t.n_cards + t.n_sides)
    for number, (tile, text) in enumerate(zip(tiles, card_set.parsed_artifacts, strict=True)):
        try:
            k = compiler.artifact(number, k, tile, text)
        except CannotPlayError as error:
            column = "value" if "value of an artifact" in str(error) else "text"
            problems.add(tile.row, column, f"({tile.name}) {error}")
    if k > tb.MOST_CARDS:
        raise RealmvaleError(
            f"{card_set.path}: {t.n_cards} cards, {t.n_sides} sides of summoners and"
            f" {k - t.n_cards - t.n_sides} artifacts that last are too many: at most"
            f" {tb.MOST_CARDS} in all can be played"
        )
