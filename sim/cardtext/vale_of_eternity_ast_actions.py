"""The actions of a Vale of Eternity text, and the steps they form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.cardtext.vale_of_eternity_ast_counts import (
    Colour,
    Effect,
    Filter,
    Per,
    Player,
    Stones,
    What,
)
from sim.cardtext.vale_of_eternity_ast_when import Condition


@dataclass(frozen=True)
class Points:
    """``3 points [per COUNT]``."""

    n: int
    per: Per | None = None


@dataclass(frozen=True)
class LosePoints:
    """``lose 2 points [per COUNT]``."""

    n: int
    per: Per | None = None


@dataclass(frozen=True)
class StealPoints:
    """``steal 1 point from a chosen opponent``."""

    n: int
    who: Player


@dataclass(frozen=True)
class Gain:
    """``gain 1 red, 2 blue [per COUNT]``; each colour once, in the order red, blue, purple."""

    stones: Stones
    per: Per | None = None


@dataclass(frozen=True)
class GainAny:
    """``gain 4 of any colour [per COUNT]``."""

    n: int
    per: Per | None = None


@dataclass(frozen=True)
class DiscardStones:
    """``discard 1 red, 1 blue``."""

    stones: Stones


@dataclass(frozen=True)
class DiscardAnyStones:
    """``discard 2 stones``: of any colours."""

    n: int


@dataclass(frozen=True)
class DiscardAllStones:
    """``discard all stones`` or ``discard all blue stones``."""

    colour: Colour | Literal[""] = ""


@dataclass(frozen=True)
class Exchange:
    """``exchange 1 purple for 3 blue``: not a gain of stones."""

    given: Stones
    got: Stones


@dataclass(frozen=True)
class ExchangeAll:
    """``exchange all stones for purple``: one for one."""

    colour: Colour


@dataclass(frozen=True)
class Upgrade:
    """``upgrade [up to] 1 stone [gained]``: red to blue, or blue to purple."""

    n: int
    up_to: bool = False
    gained: bool = False


@dataclass(frozen=True)
class Pay:
    """``pay 3`` in stones without change, or ``pay any amount`` (``n`` is None)."""

    n: int | None


@dataclass(frozen=True)
class Draw:
    """``draw 1 [per COUNT]``."""

    n: int
    per: Per | None = None


@dataclass(frozen=True)
class Move:
    """Cards go from where they are to where the verb says."""

    verb: Literal["discard", "recover", "take", "retrieve", "shelter", "put", "summon", "soothe"]
    what: What


@dataclass(frozen=True)
class Attack:
    """``a chosen player discards one of their dragon cards`` (``their hand`` for the hand)."""

    who: Player
    n: int
    filter: Filter
    zone: Literal["area", "hand"] = "area"


@dataclass(frozen=True)
class Swap:
    """``a chosen player swaps one of their fire cards for this``."""

    who: Player
    filter: Filter


@dataclass(frozen=True)
class TheyLose:
    """``each opponent loses 1 point``."""

    who: Player
    n: int


@dataclass(frozen=True)
class UseEffect:
    """Use effects of other cards.

    ``copy the instant effect of another card in your area`` makes the text's own card do it;
    ``use`` the other card. ``all``: every available one, in the player's order.
    """

    how: Literal["copy", "use", "use all"]
    effect: Effect
    filter: Filter


@dataclass(frozen=True)
class ChooseFamily:
    """``choose a family``."""


@dataclass(frozen=True)
class RevealHand:
    """``reveal your hand``: everybody knows it from now on."""


@dataclass(frozen=True)
class RevealToDisplay:
    """``reveal 1 card to the display``."""

    n: int


@dataclass(frozen=True)
class GainAreas:
    """``gain 1 area``, for the rest of the game."""

    n: int


@dataclass(frozen=True)
class GainCurses:
    """``gain 2 curses [per COUNT]`` on the player."""

    n: int
    per: Per | None = None


@dataclass(frozen=True)
class RemoveCurses:
    """``remove [up to] 1 curse from yourself [per COUNT]``."""

    n: int
    up_to: bool = False
    per: Per | None = None


@dataclass(frozen=True)
class PutCurses:
    """``put [up to] 1 curse on a card in your area``."""

    n: int
    up_to: bool
    filter: Filter


@dataclass(frozen=True)
class TakeCurses:
    """``remove [up to] 1 curse from a card in your area``: to the supply; it may be soothed."""

    n: int
    up_to: bool
    filter: Filter


@dataclass(frozen=True)
class Mend:
    """``mend [up to] 1 ward``."""

    n: int
    up_to: bool = False


@dataclass(frozen=True)
class FlipSummoner:
    """``flip your summoner``."""


@dataclass(frozen=True)
class Choose:
    """``choose 2 of (A | B | C)``: ``least`` to ``most`` different options."""

    least: int
    most: int
    options: tuple[tuple[Step, ...], ...]


Action = (
    Points | LosePoints | StealPoints | Gain | GainAny | DiscardStones | DiscardAnyStones
    | DiscardAllStones | Exchange | ExchangeAll | Upgrade | Pay | Draw | Move | Attack | Swap
    | TheyLose | UseEffect | ChooseFamily | RevealHand | RevealToDisplay | GainAreas | GainCurses
    | RemoveCurses | PutCurses | TakeCurses | Mend | FlipSummoner | Choose
)  # fmt: skip


@dataclass(frozen=True)
class Do:
    """``A and B, then C``: C only if A and B were done in full; ``may``: or nothing of it."""

    actions: tuple[Action, ...]
    then: Step | None = None
    may: bool = False


@dataclass(frozen=True)
class If:
    """``if A and B, X, otherwise Y``; no ``If`` stands in X."""

    conditions: tuple[Condition, ...]
    yes: Do
    no: Step | None = None


Step = Do | If
