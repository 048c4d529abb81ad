"""The column ``assumed`` of the card file: which facts of a row are assumed, and within what range.

Entries are separated by ``; ``. What each may look like:

======================================  ============================================================
entry                                   meaning
======================================  ============================================================
``cost=4 in 2..6``                      a whole number, anything from 2 to 6 (``cost``, ``strength``
                                        and ``value`` are the column ``value``; ``curses``,
                                        ``wards``)
``suit`` (or ``family``)                any suit of the deck; ``suit=Fire in Fire|Water`` one of
                                        these
``start side``                          which side of a summoner lies up at the start
``text=PHRASE in PHRASE|OTHER|none``    a phrase that stands once in the column ``text``, and what
                                        may stand in its place; ``none``: the clause isn't there
``text``, or anything else              assumed without a range: nothing can be tried
======================================  ============================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.cards import Card, CardSet
from sim.errors import RealmvaleError
from sim.names import match, normalise

#: A longer range of whole numbers is tried at so many values, its ends among them.
MOST_VALUES = 7
NONE = "none"
_NUMBERS = {
    "cost": "value", "strength": "value", "value": "value", "curses": "curses", "wards": "wards",
}  # fmt: skip
_SUITS = ("suit", "family")
_ENTRY = re.compile(r"(?P<name>[^=]*?)(?:=(?P<now>.*?))?(?:\s+in\s+(?P<range>.*))?", re.DOTALL)
_SPAN = re.compile(r"([+-]?\d+)\s*\.\.\s*([+-]?\d+)")
START_SIDE = "start side"


@dataclass(frozen=True)
class AssumedField:
    """One assumed fact of a row.

    Attributes
    ----------
    id, name : str
        The row's id and printed name.
    row : int
        1-based row of the file.
    field : str
        What is assumed: ``value``, ``curses``, ``wards``, ``suit``, ``start side``, ``text``, or
        the entry as it stands.
    now : str
        What it is in the file.
    values : tuple of str
        What it may be, the present one among them; empty where no range is stated.
    entry : str
        The entry as the file has it.
    """

    id: str
    name: str
    row: int
    field: str
    now: str
    values: tuple[str, ...]
    entry: str

    @property
    def key(self) -> str:
        """What tells the field from all others of its deck: row, field, and phrase of a text."""
        phrase = f" '{self.now}'" if self.field == "text" and self.values else ""
        return f"{self.id}: {self.field}{phrase}"

    @property
    def varied(self) -> bool:
        """Whether there is anything else it may be."""
        return len(self.values) > 1

    @property
    def others(self) -> tuple[str, ...]:
        """What it may be besides what it is."""
        return tuple(value for value in self.values if value != self.now)


def assumed_fields(card_set: CardSet) -> list[AssumedField]:
    """Return the assumed fields of a deck's cards and sides, in file order.

    Raises
    ------
    RealmvaleError
        Naming row and entry, if a range can't be read or lacks what stands in the file.
    """
    rows = [*card_set.cards, *card_set.sides]
    return [
        _field(card, entry.strip(), card_set)
        for card in rows
        for entry in _entries(card.assumed)
        if entry.strip()
    ]


def _entries(text: str) -> list[str]:
    """Split at semicolons that don't stand inside double quotes."""
    return re.findall(r'(?:[^;"]|"[^"]*")+', text)


def _field(card: Card, entry: str, card_set: CardSet) -> AssumedField:
    found = _ENTRY.fullmatch(entry)
    name = normalise(found["name"]) if found else ""
    now, range_ = ((found[part] or "").strip() for part in ("now", "range")) if found else ("", "")

    def made(field: str, present: str, values: tuple[str, ...]) -> AssumedField:
        if values and present not in values:
            raise _wrong(
                card, entry, f"its range does not hold {present}, which stands in the file"
            )
        return AssumedField(card.id, card.name, card.row, field, present, values, entry)

    if name in _NUMBERS:
        column = _NUMBERS[name]
        value = getattr(card, column)
        present = str(0 if value is None else value)
        if now and now != present:
            raise _wrong(card, entry, f"the column {column} has {present}")
        return made(column, present, _numbers(card, entry, range_, int(present)) if range_ else ())
    if name in _SUITS and card.suit:
        suits = _alternatives(range_) or card_set.deck_suits
        return made("suit", card.suit, tuple(match(suit, card_set.suits) for suit in suits))
    if name == START_SIDE and card in card_set.sides:
        sides = [side.id for side in sides_of(card_set, card)]
        return made(START_SIDE, sides[0], tuple(sides))
    if name == "text" and now:
        values = tuple(_alternatives(range_))
        if card.text.count(now) != 1 and now != NONE:
            raise _wrong(card, entry, f"'{now}' does not stand once in the text {card.text}")
        return made("text", now, values)
    return AssumedField(
        card.id, card.name, card.row, name if name == "text" else entry, "", (), entry
    )


def _wrong(card: Card, entry: str, why: str) -> RealmvaleError:
    return RealmvaleError(f"row {card.row}, column assumed: '{entry}' ({card.name}): {why}")


def _alternatives(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split("|") if part.strip()))


def _numbers(card: Card, entry: str, text: str, present: int) -> tuple[str, ...]:
    """Return the whole numbers of a range, the present one among them; a long one is thinned."""
    span = _SPAN.fullmatch(text.strip())
    if not span:
        parts = _alternatives(text)
        if not all(re.fullmatch(r"[+-]?\d+", part) for part in parts):
            raise _wrong(card, entry, "a range of numbers is written as in 2..6")
        return tuple(str(int(part)) for part in parts)
    low, high = int(span[1]), int(span[2])
    if not low <= present <= high:
        raise _wrong(card, entry, f"its range does not hold {present}, which stands in the file")
    wide = high - low
    steps = min(wide, MOST_VALUES - 1)
    values = {low + round(k * wide / steps) for k in range(steps + 1)} if steps else {low}
    return tuple(str(value) for value in sorted(values | {present}))


def sides_of(card_set: CardSet, card: Card) -> list[Card]:
    """Return the sides of the summoner that a row is a side of, the start side first."""
    slug = card.id.partition("/")[0]
    return [side for side in card_set.sides if side.id.partition("/")[0] == slug]
