"""Replaying a game recorded elsewhere, decision by decision, and comparing both sides.

The other side says at each decision who decides, between what, what was chosen, and (if it likes)
how the table looked before. Descriptions are the plain tuples of ``decisions.py``; the order of
the options doesn't matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .decisions import Option
from .game import Game


@dataclass(frozen=True)
class Step:
    """One decision of the other side; ``before`` holds any part of ``Position.snapshot()``."""

    seat: int
    options: frozenset[Option]
    chosen: Option
    before: dict[str, Any] | None = None


class DisagreementError(AssertionError):
    """The two sides differ: where, and how."""


def replay(game: Game, steps: Iterable[Step], skip_single: bool = True) -> Game:
    """Follow the other side to the end of its record.

    With ``skip_single`` the other side doesn't ask when there is just one option.
    """
    number = -1
    for number, step in enumerate(steps):
        if skip_single:
            game.skip_single()
        compare(game, step, number)
        game.choose(step.chosen)
    if skip_single:
        game.skip_single()
    if game.decision is not None:
        raise DisagreementError(f"after decision {number} the record ends, but {game.decision}")
    return game


def compare(game: Game, step: Step, number: int) -> None:
    position, decision = game.position, game.decision
    where = f"decision {number}, round {position.round}, {position.phase}"
    if decision is None:
        raise DisagreementError(f"{where}: the game is over here, the record has {step}")
    if decision.seat != step.seat:
        raise DisagreementError(f"{where}: seat {decision.seat} here, {step.seat} in the record")
    here = set(decision.options)
    if here != step.options:
        raise DisagreementError(
            f"{where}: {decision.kind} of seat {decision.seat} {decision.source}: "
            f"only here {sorted(map(str, here - step.options))}, "
            f"only in the record {sorted(map(str, step.options - here))}; {position.snapshot()}"
        )
    for part, there in (step.before or {}).items():
        if position.snapshot()[part] != there:
            raise DisagreementError(
                f"{where}: {part} is {position.snapshot()[part]} here, {there} in the record"
            )
