"""What a Fantasy Realms card text means, as plain values: the contract of parser and compiler.

A card's text is a tuple of :class:`Clause`. Every node is frozen, hashable and compares by value,
so that two texts mean the same exactly when their clauses are equal. Words are stored in the
canonical spelling of the card file (suits and card names as printed there).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Section = Literal["bonus", "penalty", "choice", "extra"]
Measure = Literal[
    "flat",  # +15
    "each",  # +5 each FILTER
    "total",  # +total base strength of FILTER
    "highest",  # +highest base strength of FILTER
    "sets",  # sets of different names 3:10 4:40 5:100
    "runs",  # runs of base strength 3:10 4:30 ...
    "each_discard",  # +5 each FILTER in the discard area
    "each_opponent",  # +10 each opponent
    "each_penalty",  # +10 each penalty not cleared
    "each_odd",  # +3 each other card of odd base strength
]


@dataclass(frozen=True)
class Item:
    """One alternative of a filter.

    Attributes
    ----------
    kind : {'suit', 'name', 'card'}
        A suit, a named card, or any card at all.
    word : str
        The suit or the card's name; empty for ``card``.
    other : bool
        True if the card that bears the text does not count (``other Wizard``); never for a name.
    except_names : tuple of str
        Card names that do not match (``Land except "some name"``).
    except_suits : tuple of str
        Suits that do not match; only for kind ``card`` (``all except Flame, "some name"``).
    """

    kind: Literal["suit", "name", "card"]
    word: str = ""
    other: bool = False
    except_names: tuple[str, ...] = ()
    except_suits: tuple[str, ...] = ()


# A suit stands in it at most once; an item of kind ``card`` stands alone.
Filter = tuple[Item, ...]


@dataclass(frozen=True)
class Condition:
    """A condition on the active cards of the hand.

    ``any``: at least one card matches the filter. ``exactly``: just ``n`` match.
    ``suits_differ``: no two active cards share a suit (the filter is empty). ``all_odd``: every
    card of the hand is active and of odd base strength (the filter is empty).
    """

    kind: Literal["any", "exactly", "suits_differ", "all_odd"]
    filter: Filter = ()
    n: int = 0


@dataclass(frozen=True)
class Amount:
    """Points: how many, per what, and when.

    Attributes
    ----------
    value : int
        Signed points; 1 for ``total`` and ``highest`` (so +1 or -1), 0 for ``sets`` and ``runs``.
    measure : Measure
        What the value is multiplied with.
    filter : Filter
        Whom ``each``, ``total``, ``highest`` and ``each_discard`` count; else empty.
    table : tuple of (int, int)
        For ``sets`` and ``runs``: (size, points), sizes rising.
    conditions : tuple of Condition
        All must hold (``with A and B``).
    unless : Filter
        Nothing is scored when any active card matches (``unless any Wizard``); empty: always.
    """

    value: int
    measure: Measure = "flat"
    filter: Filter = ()
    table: tuple[tuple[int, int], ...] = ()
    conditions: tuple[Condition, ...] = ()
    unless: Filter = ()


@dataclass(frozen=True)
class Points:
    """Alternatives of which the best for the owner counts (``+5 each Army, or +20 ...``)."""

    alternatives: tuple[Amount, ...]


@dataclass(frozen=True)
class Blanks:
    """``blanks FILTER``: matching cards of the hand are blanked (a penalty)."""

    filter: Filter


@dataclass(frozen=True)
class BlanksAlone:
    """``first blanks FILTER if alone in their suit``: before all other blanking (a penalty)."""

    filter: Filter


@dataclass(frozen=True)
class Blanked:
    """``blanked unless any FILTER`` or ``blanked with any FILTER`` (a penalty)."""

    when: Literal["unless", "with"]
    filter: Filter


@dataclass(frozen=True)
class Clears:
    """``clears FILTER``: all penalties of matching cards are removed (a bonus)."""

    filter: Filter


@dataclass(frozen=True)
class ClearsWord:
    """``clears Army from penalties [of FILTER]``; an empty filter means all cards (a bonus)."""

    suits: tuple[str, ...]
    filter: Filter = ()


@dataclass(frozen=True)
class Shields:
    """``FILTER cannot be blanked``: matching cards of the hand, by anything (a bonus)."""

    filter: Filter


@dataclass(frozen=True)
class Unblankable:
    """By ``this card cannot be blanked`` nothing blanks it (a bonus)."""


@dataclass(frozen=True)
class Aloof:
    """``neither blanks nor is blanked by other cards`` (a bonus).

    No other card blanks it, and it is no reason for another card to blank itself.
    """


@dataclass(frozen=True)
class CountsAs:
    """``also counts as Flame, Weather``: suits it has in a hand beside its own (a bonus)."""

    suits: tuple[str, ...]


@dataclass(frozen=True)
class KeepsSuit:
    """``keeps its suit``: no choice gives it another (a bonus)."""


@dataclass(frozen=True)
class KeepsSuits:
    """``keeps its suits if blanked``: then only its points and base strength are gone (a bonus)."""


@dataclass(frozen=True)
class CopyCard:
    """``copies name, base strength, suit and penalty of another card in hand`` (a choice)."""


@dataclass(frozen=True)
class CopyFace:
    """``copies name and suit of any FILTER in the game`` (a choice)."""

    filter: Filter


@dataclass(frozen=True)
class GiveSuit:
    """``gives another card any suit [but Wild only if stated]`` (a choice).

    Attributes
    ----------
    only_stated : tuple of str
        Suits that a stated choice may give, but the search for the best choices never does.
    """

    only_stated: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClearOne:
    """``clears one FILTER``: removes the penalty of one matching card (a choice)."""

    filter: Filter


@dataclass(frozen=True)
class ShieldOne:
    """``one FILTER cannot be blanked``: one matching card (a choice)."""

    filter: Filter


@dataclass(frozen=True)
class TakeExtra:
    """``may take one FILTER from the discard area``: an extra card at the game's end."""

    filter: Filter


@dataclass(frozen=True)
class SearchExtra:
    """``takes one FILTER from the deck``: an extra card at the end, before those of the area."""

    filter: Filter


@dataclass(frozen=True)
class DrawExtra:
    """``draws the top card of the deck``: an extra card at the game's end, before all others."""


Verb = (
    Points | Blanks | BlanksAlone | Blanked | Clears | ClearsWord
    | Shields | Unblankable | Aloof | CountsAs | KeepsSuit | KeepsSuits
    | CopyCard | CopyFace | GiveSuit | ClearOne | ShieldOne
    | TakeExtra | SearchExtra | DrawExtra
)  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """One sentence of a card, in its section."""

    section: Section
    verb: Verb


CardText = tuple[Clause, ...]
