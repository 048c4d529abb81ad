"""The value that gives a card a wanted causal effect (DESIGN section 6).

The card is tried with a few whole numbers in one of its columns, always on the same deals, and the
number at which its effect meets the target is read off the curve; see :mod:`analysis.root`. The
effect is causal: what it is worth to be dealt the card, or, where no hands are dealt, what a seat
loses that may not use it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.intervals import quantile_t
from analysis.root import Crossing, Point, crossing, search
from analysis.setting import Setting
from analysis.tune_effects import measure_for
from analysis.verdicts import MARGIN, verdict
from sim.card_changes import NUMBERS, Change, changeable, changed_deck, named_row
from sim.cards import Card, CardSet
from sim.errors import RealmvaleError

#: Numbers that are tried.
POINTS = 8
#: Curses on a card are tried up to so many at least.
CURSES = 4

Ticker = Callable[[int], None]


@dataclass(frozen=True)
class Tuned:
    """What tuning found.

    Attributes
    ----------
    card : Card
        As it is.
    column : str
    now : int
        What stands there.
    policy : str
        The bot in all seats.
    effect : str
        ``dealt`` or ``ban``.
    target : float
        Fraction of win credit.
    points : list of Point
        The curve.
    found : Crossing or None
        None if no number between the bounds meets the target.
    margin : float
        For the verdicts.
    """

    card: Card
    column: str
    now: int
    policy: str
    effect: str
    target: float
    points: list[Point]
    found: Crossing | None
    margin: float

    @property
    def deals(self) -> int:
        """Deals that were played with each number."""
        return int(self.points[0].influence.size)

    @property
    def flat(self) -> bool:
        """Whether the number makes no difference to any game."""
        first = self.points[0]
        return np.isfinite(first.effect) and all(
            p.effect == first.effect and np.array_equal(p.influence, first.influence)
            for p in self.points
        )

    def sweep(self) -> pl.DataFrame:
        """Return one row a number that was tried.

        Returns
        -------
        DataFrame
            ``card``, ``name``, ``column``, ``policy``, ``estimand`` (``dealt`` or ``ban``),
            ``value``, ``now`` (whether it is what stands on the card), ``deals``, ``effect`` with
            stderr and interval, ``verdict``.
        """
        rows = []
        for point in self.points:
            half = float(quantile_t(np.array([point.influence.size]))[0]) * point.stderr
            low, high = point.effect - half, point.effect + half
            known = bool(np.isfinite(half))
            rows.append({
                "value": point.value,
                "now": point.value == self.now,
                "deals": int(point.influence.size),
                "effect": point.effect if np.isfinite(point.effect) else None,
                "effect_stderr": point.stderr if known else None,
                "effect_low": low if known else None,
                "effect_high": high if known else None,
                "effect_too_few": point.influence.size < 100,
                "verdict": verdict(low, high, None, self.margin) if known else "unclear",
            })  # fmt: skip
        about = {"card": self.card.id, "name": self.card.name, "column": self.column,
                 "policy": self.policy, "estimand": self.effect}  # fmt: skip
        named = [pl.lit(text).alias(name) for name, text in about.items()]
        return pl.DataFrame(rows).select(*named, pl.all())

    def answer(self) -> pl.DataFrame:
        """Return one row: where the effect meets the target.

        Returns
        -------
        DataFrame
            ``card``, ``name``, ``column``, ``policy``, ``estimand``, ``now``, ``target``, ``value``
            (null if the target isn't met), ``value_low`` and ``value_high`` (null where the
            interval goes on beyond the bounds), ``nearest`` (the whole number nearest to it).
        """
        found = self.found
        row = {
            "card": self.card.id, "name": self.card.name, "column": self.column,
            "policy": self.policy, "estimand": self.effect, "now": self.now,
            "target": self.target,
            "value": found.value if found else None,
            "value_low": found.low if found else None,
            "value_high": found.high if found else None,
            "nearest": round(found.value) if found else None,
        }  # fmt: skip
        floats = dict.fromkeys(("target", "value", "value_low", "value_high"), pl.Float64)
        return pl.DataFrame([row], schema_overrides=floats | {"nearest": pl.Int64})


def number_column(column: str) -> str:
    """Return the column of this name, if it holds whole numbers.

    Raises
    ------
    RealmvaleError
        If it doesn't.
    """
    return changeable(column, f"--column {column}", NUMBERS)


def default_bounds(deck: CardSet, card: Card, column: str) -> tuple[int, int]:
    """Return the range of numbers that the column has in the deck."""
    values = [getattr(row, column) for row in (*deck.cards, card) if row.kind == card.kind]
    known = [value for value in values if value is not None]
    least, most = min(known, default=0), max(known, default=0)
    if column != "value":
        least, most = 0, max(most, CURSES)
    return (least, most) if least < most else (least, least + 1)


def tune(
    setting: Setting,
    path: str | None,
    name: str,
    column: str,
    target: float,
    spec: str,
    games: int | None = None,
    bounds: tuple[int, int] | None = None,
    margin: float = MARGIN,
    points: int = POINTS,
    tick: Ticker | None = None,
) -> Tuned:
    """Find the number that brings a card's causal effect to a target.

    Parameters
    ----------
    setting : Setting
        What is played.
    path : str or None
        The card file that the setting's deck comes from; None for the project's own.
    name : str
        Card by name or id.
    column : str
        A column of whole numbers.
    target : float
        Fraction of win credit.
    spec : str
        The bot in all seats.
    games : int, optional
        Deals for each number; by default as many as the effect takes, see
        :data:`analysis.tune_effects.GAMES`.
    bounds : (int, int), optional
        Least and greatest number; by default the range there is in the deck.
    margin : float
        Fraction of win credit, for the verdicts.
    points : int
        Numbers to try at most.
    tick : callable, optional
        Called with numbers of games played.

    Raises
    ------
    RealmvaleError
        If card, column or bounds aren't valid, or the game has no causal effect to tune.
    """
    column = number_column(column)
    card = named_row(setting.cards, name)
    if card.kind != "card":
        raise RealmvaleError(f"{card.id} is a side of a summoner: no effect of it is measured")
    now = getattr(card, column)
    if now is None:
        raise RealmvaleError(f"{card.name} has no {column}")
    first, last = bounds or default_bounds(setting.cards, card, column)
    near = min(max(now, first), last)

    def deck(value: int) -> CardSet:
        change = Change(f"--bounds {first}..{last}", card.id, column, str(value))
        sets = setting.cards.sets
        return changed_deck(path, setting.game, sets, [change])

    for value in (first, last):
        deck(value)  # what can't be is said before anything is played
    measure = measure_for(setting, card.id, spec, games)
    found = search(lambda value: measure.point(value, deck(value), tick), first, last, target,
                   near, max(points, 3))  # fmt: skip
    cross = crossing(found, target, near)
    return Tuned(card, column, now, measure.policy, measure.name, target, found, cross, margin)
