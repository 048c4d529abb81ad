"""Where a curve that is known only by estimates crosses a target, and how sure that is.

The curve is estimated at a few whole numbers, always on the same deals, and drawn straight between
neighbours. Each estimate comes with its *influence*: what every deal adds to its error. So the
error of the curve at any number is known too, errors of neighbours that are nearly the same
included, and the interval of the crossing holds all numbers at which the curve may meet the target
(Fieller, "Some problems in interval estimation", 1954; here piece by piece).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from analysis.intervals import Array, quantile_t


@dataclass(frozen=True)
class Point:
    """The curve at one number.

    Attributes
    ----------
    value : int
    effect : float
        The estimate.
    influence : float64 array, shape (deals,)
        What each deal adds to its error; they sum to zero.
    """

    value: int
    effect: float
    influence: Array

    @property
    def stderr(self) -> float:
        """Standard error over deals; NaN below two."""
        return float(np.sqrt(_variance(self.influence, self.influence)))


@dataclass(frozen=True)
class Crossing:
    """Where the curve crosses the target.

    Attributes
    ----------
    value : float
    low, high : float or None
        The 95 % interval; None where it goes on beyond the numbers tried.
    """

    value: float
    low: float | None
    high: float | None


def _variance(a: Array, b: Array) -> float:
    n = a.size
    return float(a @ b) * n / (n - 1) if n >= 2 else float("nan")


def bracket(points: Sequence[Point], target: float, near: float) -> tuple[Point, Point] | None:
    """Return two neighbours between which the curve crosses the target, those nearest to `near`.

    None if it crosses nowhere; points must be in rising order.
    """
    found = [
        (a, b)
        for a, b in pairwise(points)
        if (a.effect - target) * (b.effect - target) <= 0 and a.effect != b.effect
    ]
    if not found:
        return None
    return min(found, key=lambda pair: abs((pair[0].value + pair[1].value) / 2 - near))


def between(a: Point, b: Point, target: float) -> float:
    """Return where the straight line through two points meets the target."""
    return a.value + (b.value - a.value) * (target - a.effect) / (b.effect - a.effect)


def crossing(points: Sequence[Point], target: float, near: float) -> Crossing | None:
    """Return where the curve through some points crosses the target, with its interval.

    Parameters
    ----------
    points : sequence of Point
        In rising order, on the same deals.
    target : float
    near : float
        Of several crossings the one nearest to this is meant.

    Returns
    -------
    Crossing or None
        None if the curve crosses nowhere between the points.
    """
    pair = bracket(points, target, near)
    if pair is None:
        return None
    root = between(*pair, target)
    reach = float(quantile_t(np.array([pair[0].influence.size]))[0])
    if not np.isfinite(reach):
        return Crossing(root, None, None)
    inside = _joined([piece for a, b in pairwise(points) for piece in _piece(a, b, target, reach)])
    low, high = next((p for p in inside if p[0] - 1e-9 <= root <= p[1] + 1e-9), (root, root))
    first, last = points[0].value, points[-1].value
    return Crossing(root, None if low <= first else low, None if high >= last else high)


def _piece(a: Point, b: Point, target: float, reach: float) -> list[tuple[float, float]]:
    """Return the parts between two neighbours at which the target can't be ruled out.

    At a + w (b - a) the curve is off by e_a + w (e_b - e_a), with the variance of the influences
    mixed in the same way: |off| <= reach * stderr is a quadratic inequality in w.
    """
    off, slope = a.effect - target, b.effect - a.effect
    step = b.influence - a.influence
    c2 = slope**2 - reach**2 * _variance(step, step)
    c1 = 2 * (off * slope - reach**2 * _variance(a.influence, step))
    c0 = off**2 - reach**2 * _variance(a.influence, a.influence)
    ends = [0.0, *sorted(w for w in _roots(c2, c1, c0) if 0 < w < 1), 1.0]
    width = b.value - a.value
    parts = []
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        if c0 + middle * (c1 + middle * c2) <= 0:
            parts.append((a.value + low * width, a.value + high * width))
    return parts


def _roots(c2: float, c1: float, c0: float) -> list[float]:
    """Return the real roots of a polynomial of degree two at most."""
    found = np.roots(np.array([c2, c1, c0]))
    return [float(root.real) for root in found if abs(root.imag) < 1e-12]


def _joined(parts: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join parts that touch."""
    joined: list[tuple[float, float]] = []
    for low, high in parts:
        if joined and low <= joined[-1][1] + 1e-9:
            joined[-1] = joined[-1][0], high
        else:
            joined.append((low, high))
    return joined


def search(
    evaluate: Callable[[int], Point],
    first: int,
    last: int,
    target: float,
    near: int,
    most: int,
) -> list[Point]:
    """Evaluate the curve at whole numbers that tell where it crosses the target.

    Both ends and `near` come first. Then the number at which the line between two neighbours meets
    the target, until they are neighbours among the whole numbers; then the ends of the crossing's
    interval. Without a crossing the widest gaps are halved, in case there is one inside.

    Parameters
    ----------
    evaluate : callable
        The curve at a whole number.
    first, last : int
        Ends of the range.
    target : float
    near : int
        Tried too; of several crossings the one nearest to it is followed.
    most : int
        Numbers to try, at least both ends and `near`.

    Returns
    -------
    list of Point
        In rising order.
    """
    points: dict[int, Point] = {}

    def tried() -> list[Point]:
        return [points[value] for value in sorted(points)]

    for value in (near, first, last):
        if value not in points:
            points[value] = evaluate(value)
    while len(points) < most:
        wanted = _next(tried(), target, near)
        if wanted is None:
            break
        points[wanted] = evaluate(wanted)
    return tried()


def _next(points: Sequence[Point], target: float, near: int) -> int | None:
    """Return the number to try next, None if nothing is left to learn."""
    pair = bracket(points, target, near)
    have = {point.value for point in points}
    if pair is None:
        gap, low = max((b.value - a.value, a.value) for a, b in pairwise(points))
        return low + gap // 2 if gap > 1 and len(points) < 5 else None
    a, b = pair
    if b.value - a.value > 1:
        guess = round(between(a, b, target))
        return min(max(guess, a.value + 1), b.value - 1)
    found = crossing(points, target, near)
    if found is None:
        return None
    for end, rounded in ((found.low, np.floor), (found.high, np.ceil)):
        if end is not None and int(rounded(end)) not in have:
            return int(rounded(end))
    return None
