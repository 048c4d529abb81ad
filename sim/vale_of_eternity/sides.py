"""Summoners and their sides, as the card file has them: one row a side, the start side first."""

from __future__ import annotations

from collections.abc import Sequence

from sim.cards import Card
from sim.errors import RealmvaleError
from sim.names import match, normalise


def summoner_of(side: Card) -> str:
    """Return the slug of the summoner that a row is a side of: its id up to the slash."""
    return side.id.partition("/")[0]


def side_slug(side: Card) -> str:
    """Return what tells a side from the other one: its id behind the slash."""
    return side.id.partition("/")[2]


def side_names(sides: Sequence[Card]) -> list[str]:
    """Return what each side is called in words, as ``NAME (SIDE)``."""
    return [f"{side.name} ({side_slug(side)})" if side_slug(side) else side.name for side in sides]


def summoner_names(sides: Sequence[Card]) -> list[str]:
    """Return the names of the summoners, each once."""
    return list({summoner_of(side): side.name for side in sides}.values())


def find_sides(sides: Sequence[Card], name: str) -> list[int]:
    """Return the places of the sides of a summoner with this name or slug, the start side first.

    Raises
    ------
    RealmvaleError
        If there is none; the message suggests the nearest.
    """
    form = normalise(name)
    found = [
        place
        for place, side in enumerate(sides)
        if form in (normalise(side.name), normalise(summoner_of(side)))
    ]
    if not found:
        match(name, summoner_names(sides), what="summoner")
        raise RealmvaleError(f"there is no summoner named '{name}'")
    return found


def find_side(sides: Sequence[Card], name: str, side: str) -> int:
    """Return the place of a side of a summoner: the start side if none is named.

    Raises
    ------
    RealmvaleError
        If there is no such summoner or side; the message says which there are.
    """
    both = find_sides(sides, name)
    if not side:
        return both[0]
    slugs = [side_slug(sides[place]) for place in both]
    return both[slugs.index(match(side, slugs, what=f"side of {sides[both[0]].name}"))]
