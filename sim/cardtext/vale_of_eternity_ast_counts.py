"""Which cards a Vale of Eternity text speaks of, how many, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Effect = Literal["instant", "permanent", "resolution"]
Colour = Literal["red", "blue", "purple"]
ColourOrStone = Literal["red", "blue", "purple", "stone"]
Stones = tuple[tuple[int, Colour], ...]
COLOURS: tuple[Colour, ...] = ("red", "blue", "purple")
Zone = Literal[
    "your area",
    "your hand",
    "the discard pile",
    "your shelter",
    "the display",
    "any area",
    "an opponent's area",
]
Player = Literal["a chosen player", "a chosen opponent", "each opponent", "each player"]


@dataclass(frozen=True)
class Item:
    """One alternative of a filter; all that it states must hold.

    Attributes
    ----------
    families : tuple of str
        Any of them; empty for any family.
    name : str
        A card's name; then everything else is empty.
    cost_is : {'', 'exactly', 'at most', 'at least', 'even', 'odd'}
        What the written cost has to be.
    cost : int
        The number that ``cost_is`` speaks of, else 0.
    having, lacking : tuple of str
        Of ``instant``, ``permanent``, ``resolution`` (an effect of this kind) and ``curses``
        (Curse tokens on it); in this order, each once.
    chosen_family, new_family : bool
        Of the family chosen before; of a family that the player has no other card of in the area.
    """

    families: tuple[str, ...] = ()
    name: str = ""
    cost_is: Literal["", "exactly", "at most", "at least", "even", "odd"] = ""
    cost: int = 0
    having: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    chosen_family: bool = False
    new_family: bool = False


TRAITS = ("instant", "permanent", "resolution", "curses")


@dataclass(frozen=True)
class Filter:
    """Cards that match any of the items; ``other``: but not the card that bears the text."""

    items: tuple[Item, ...] = (Item(),)
    other: bool = False


@dataclass(frozen=True)
class Selection:
    """Cards to be chosen: ``least`` to ``most`` of those in a zone that match.

    ``most`` is None for any number; ``least`` is None for all there are (no choice).
    """

    least: int | None
    most: int | None
    filter: Filter
    zone: Zone


@dataclass(frozen=True)
class ThisCard:
    """The card that bears the text."""


@dataclass(frozen=True)
class ThatCard:
    """The card (or cards) that the previous action or the event was about."""


@dataclass(frozen=True)
class TopOfDeck:
    """The top ``n`` cards of the draw pile."""

    n: int


What = Selection | ThisCard | ThatCard | TopOfDeck

CountKind = Literal[
    "cards",  # cards that match in a zone
    "families",  # different families among them
    "costs",  # different written costs among them
    "stones",  # stones held, of a colour or of any
    "value",  # their value
    "paid",  # stones of a colour, or of any, in the payment for the summon
    "value paid",  # what the previous action paid, in value
    "gained",  # stones of a colour, or of any, that the previous action gained
    "such cards",  # cards that the previous action moved
    "cost of that card",  # the written cost of these, added up
    "round",
    "areas",
    "empty areas",
    "active wards",
    "broken wards",
    "curses on yourself",
    "curses on your cards",
    "soothed cards",
    "opponents",
    "points",
]


@dataclass(frozen=True)
class Count:
    """A number read off the game.

    Attributes
    ----------
    kind : CountKind
        What is counted.
    filter, zone
        For ``cards``, ``families``, ``costs``; else None.
    colour : Colour or ''
        For ``stones``, ``value``, ``paid``, ``gained``; empty for any.
    theirs : bool
        The zone is the opponent's of whom a comparison speaks.
    """

    kind: CountKind
    filter: Filter | None = None
    zone: Zone | None = None
    colour: Colour | Literal[""] = ""
    theirs: bool = False


@dataclass(frozen=True)
class Per:
    """``per [N] COUNT``: an amount is multiplied with the count, divided by ``each``."""

    count: Count
    each: int = 1
