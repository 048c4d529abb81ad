"""What tuning found, in sentences, on the terminal and as plain data."""

from __future__ import annotations

import math
from typing import Any

from rich.console import Console
from rich.table import Table

from analysis.present import count, interval, number, signed
from analysis.tune import Tuned
from analysis.tune_effects import BAN

#: Effect: what it is, after "its effect".
EFFECTS = {
    "dealt": "win credit of seats that were dealt the card minus that of other seats",
    BAN: "win credit that a seat loses when it may not use the card",
}


def tuned_json(found: Tuned) -> dict[str, Any]:
    """Return the answer and the sweep as plain lists of rows."""
    return {"answer": found.answer().row(0, named=True), "sweep": found.sweep().to_dicts()}


def sentences(found: Tuned) -> list[str]:
    """Say the answer, how sure it is, and what the card is worth as it is."""
    name, column = found.card.name, found.column
    target = f"{signed(found.target, 'gain')} percentage points"
    first, last = found.points[0], found.points[-1]
    said = []
    row = found.answer().row(0, named=True)
    if not any(math.isfinite(point.effect) for point in found.points):
        return [f"No seat was dealt {name} in these deals: state more --games."]
    if found.flat:
        return [f"The {column} of {name} makes no difference to who wins any of these games."]
    if found.found is None:
        nearest = min(found.points, key=lambda point: abs(point.effect - found.target))
        said.append(
            f"No {column} from {first.value} to {last.value} brings {name} to {target}; nearest is"
            f" {nearest.value} with {signed(nearest.effect, 'gain')}. --bounds A..B tries others."
        )
    else:
        said.append(
            f"{name} has an effect of {target} with a {column} of about"
            f" {number(row['value'])} ({_range(found)}); the nearest whole number is"
            f" {row['nearest']}."
        )
    now = next((r for r in found.sweep().iter_rows(named=True) if r["now"]), None)
    if now is not None:
        within = interval(now, "effect", "gain", sign=True) or "no interval"
        said.append(
            f"With {found.now}, as it is, its effect is {signed(now['effect'], 'gain')} ({within})."
        )
    said.append(
        f"The effect is {EFFECTS[found.effect]}, in percentage points, at tables of"
        f" {found.policy}, over {count(found.deals)} deals."
    )
    if found.deals < 100:
        said.append("So few deals make the interval unreliable; state more --games.")
    if found.effect == BAN and found.target <= 0:
        said.append(
            "A card that nobody misses has an effect of 0: to make it as good as others, take what"
            " `realmvale ban` tells of these as --target."
        )
    return said


def _range(found: Tuned) -> str:
    """Say the interval of the number."""
    cross = found.found
    if cross is None or (cross.low is None and cross.high is None):
        return "95 % interval: all numbers tried and beyond"
    first, last = found.points[0].value, found.points[-1].value
    low = f"below {first}" if cross.low is None else number(cross.low)
    high = f"above {last}" if cross.high is None else number(cross.high)
    return f"95 % interval {low} to {high}"


def print_tuned(console: Console, found: Tuned) -> None:
    """Print the answer and the sweep."""
    for sentence in sentences(found):
        console.print(sentence)
    table = Table(title=f"{found.card.name}, {found.column}", title_justify="left")
    for heading in ("Number", "Effect, points", "Verdict"):
        table.add_column(heading, justify="left" if heading == "Verdict" else "right")
    for row in found.sweep().iter_rows(named=True):
        within = interval(row, "effect", "gain", sign=True)
        few = "; too few" if row["effect_too_few"] else ""
        shown = f" ({within}{few})" if within else ""
        number_now = f"{row['value']}" + (" (now)" if row["now"] else "")
        table.add_row(number_now, f"{signed(row['effect'], 'gain')}{shown}", row["verdict"])
    console.print(table)
