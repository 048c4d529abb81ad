"""The conditions and events of a Vale of Eternity text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.cardtext.vale_of_eternity_ast_counts import ColourOrStone, Count, Filter, ThisCard, Zone


@dataclass(frozen=True)
class Has:
    """``you have`` so much of something: ``is_`` one of exactly, at least, at most."""

    count: Count
    is_: Literal["exactly", "at least", "at most"]
    n: int


@dataclass(frozen=True)
class HasEachCost:
    """``you have each cost 1/2/3/4 in your area``."""

    costs: tuple[int, ...]
    zone: Zone


@dataclass(frozen=True)
class Compare:
    """``you have as many X as Y``: ``is_`` one of more, fewer, as many."""

    count: Count
    is_: Literal["more", "fewer", "as many"]
    with_: Count


@dataclass(frozen=True)
class CompareOpponents:
    """``any opponent has more points than you``."""

    who: Literal["any", "each", "no"]
    is_: Literal["more", "fewer"]
    count: Count


@dataclass(frozen=True)
class RoundIs:
    """``the round is 5 or more``."""

    is_: Literal["exactly", "at least", "at most"]
    n: int


@dataclass(frozen=True)
class ThatCardIs:
    """``that card is a dragon card``."""

    filter: Filter


@dataclass(frozen=True)
class BrokeWard:
    """``you broke a ward this round`` or ``you broke no ward this round``."""

    broke: bool


Condition = Has | HasEachCost | Compare | CompareOpponents | RoundIs | ThatCardIs | BrokeWard


@dataclass(frozen=True)
class YouDo:
    """``when you summon a fire card with blue``; the filter is None for any card.

    ``paid`` (only for summon): a stone of this colour, or any ``stone``, was in the payment.
    """

    verb: Literal["summon", "tame", "sell", "draw", "hunt", "remove"]
    filter: Filter | None = None
    paid: ColourOrStone | Literal[""] = ""


@dataclass(frozen=True)
class YouGain:
    """``when you gain a blue``, or ``a stone`` of any colour."""

    what: ColourOrStone


@dataclass(frozen=True)
class YouLosePoints:
    """``when you lose points``."""


@dataclass(frozen=True)
class YouHold:
    """``when you have 4 or more stones``: as soon as it is so."""

    n: int


@dataclass(frozen=True)
class YouWard:
    """``when you break a ward`` or ``when you mend a ward``."""

    verb: Literal["break", "mend"]


@dataclass(frozen=True)
class ThisWouldBeDiscarded:
    """``when this would be discarded``: what follows happens instead."""


@dataclass(frozen=True)
class CardIs:
    """``when another card is discarded from your area`` (or recovered, or soothed)."""

    what: Filter | ThisCard
    verb: Literal["discarded", "recovered", "soothed"]


@dataclass(frozen=True)
class AtThe:
    """``at the start of the round`` or ``at the end of the round``."""

    moment: Literal["start", "end"]


Event = (
    YouDo | YouGain | YouLosePoints | YouHold | YouWard | ThisWouldBeDiscarded | CardIs | AtThe
)  # fmt: skip
