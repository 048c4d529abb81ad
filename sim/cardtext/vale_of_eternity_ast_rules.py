"""The permanent rules of a Vale of Eternity text, and its clauses as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.cardtext.vale_of_eternity_ast_actions import Step
from sim.cardtext.vale_of_eternity_ast_counts import Colour, Filter, Stones
from sim.cardtext.vale_of_eternity_ast_when import Event

# `setup` and `flip` are for summoners, `action` is for artifacts.
Section = Literal["instant", "permanent", "resolution", "action", "setup", "flip"]


@dataclass(frozen=True)
class When:
    """``when EVENT, STEP``."""

    event: Event
    step: Step


@dataclass(frozen=True)
class Worth:
    """``blue and purple are worth +1`` (added), or ``red is worth exactly 3`` (fixed)."""

    colours: tuple[Colour, ...]
    n: int
    fixed: bool = False


@dataclass(frozen=True)
class SwapValues:
    """``blue and purple swap values``."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True)
class StoneLimit:
    """``your stone limit is +2``."""

    n: int


@dataclass(frozen=True)
class AreaLimit:
    """``your area limit is +1``: so many more cards fit into the area."""

    n: int


@dataclass(frozen=True)
class CostChange:
    """``your wind cards cost 2 less``: ``n`` is negative for less."""

    filter: Filter
    n: int


@dataclass(frozen=True)
class CostFixed:
    """``your fire cards cost exactly 1``."""

    filter: Filter
    n: int


@dataclass(frozen=True)
class CostStones:
    """``your dragon cards cost exactly 1 blue``: these stones and nothing else."""

    filter: Filter
    stones: Stones


@dataclass(frozen=True)
class AnyFamily:
    """A rule: ``this counts as any family``: in the own turn, as the player likes."""


@dataclass(frozen=True)
class HarmlessCurses:
    """``curses on your cards cost no points``."""


Rule = (
    When | Worth | SwapValues | StoneLimit | AreaLimit | CostChange | CostFixed | CostStones
    | AnyFamily | HarmlessCurses
)  # fmt: skip


@dataclass(frozen=True)
class Flip:
    """``flip: [once] when you break a ward``: when a summoner's tile is turned over."""

    event: Event
    once: bool = False


@dataclass(frozen=True)
class Clause:
    """One sentence of a card, in its section."""

    section: Section
    body: Step | Rule | Flip


CardText = tuple[Clause, ...]
