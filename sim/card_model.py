"""One row of the card file as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A card, a side of a summoner or an artifact tile, as the file has it.

    Attributes
    ----------
    game, set, kind, id, name, suit : str
        As the columns; ``kind`` is ``card``, ``summoner`` or ``artifact``.
    value : int or None
        Base strength or written summoning cost; None for what has none.
    curses, wards : int
        Curse symbols or starting curses; wards of a summoner.
    replaces : str
        Id of the card that leaves the deck when this one is in it, or empty.
    text : str
        The rules in the card language.
    source : str
        ``card``, ``rulebook``, ``derived`` or ``assumed``.
    assumed, note : str
        Which fields are assumed and their range; rulings and doubts.
    row : int
        1-based row of the file, as a spreadsheet shows it.
    """

    game: str
    set: str
    kind: str
    id: str
    name: str
    suit: str
    value: int | None
    curses: int
    wards: int
    replaces: str
    text: str
    source: str
    assumed: str
    note: str
    row: int
