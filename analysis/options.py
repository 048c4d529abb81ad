"""Types of options whose mistakes are said in words of our own."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from sim.errors import RealmvaleError
from sim.names import shortened
from sim.seeds import seed_of


class Whole(click.IntRange):
    """A whole number in a range; nothing else is turned into one silently."""

    name = "integer"

    def _describe_range(self) -> str:
        """Say the range in the help; nothing, not "x<=None", if there is none."""
        return "" if self.min is None and self.max is None else super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number."""
        try:
            int(value)
        except ValueError:
            self.fail(f"'{shortened(str(value))}' is not a whole number", param, ctx)
        return super().convert(value, param, ctx)


class OutFolder(click.Path):
    """A folder to write to, which is not nameless."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a folder's path."""
        if not str(value).strip():
            self.fail("the folder has no name; state one, as in --out runs/mine", param, ctx)
        return super().convert(value, param, ctx)


class OutFile(click.Path):
    """A file to write to, whose folder is there: better said before an hour of play than after."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a file's path."""
        path = super().convert(value, param, ctx)
        if not str(value).strip():
            self.fail("the file has no name; state one, as in --csv bans.csv", param, ctx)
        folder = Path(str(path)).parent
        if not folder.is_dir():
            self.fail(f"there is no folder {folder} to write it to", param, ctx)
        return path


class Seconds(click.FloatRange):
    """A number of seconds from 0 to a day."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, 86_400)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number of seconds."""
        try:
            finite = math.isfinite(float(value))
        except ValueError:
            finite = False
        if not finite:
            self.fail(f"'{shortened(str(value))}' is no number of seconds", param, ctx)
        return super().convert(value, param, ctx)


class Seed(click.ParamType):
    """A whole number from 0 to 2**63 - 1, or words that stand for one."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a seed."""
        try:
            return seed_of(str(value))
        except RealmvaleError as error:
            self.fail(str(error), param, ctx)


class Points(click.ParamType):
    """Percentage points of win credit: more than 0, at most 100."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number of percentage points."""
        try:
            points = float(value)
        except ValueError:
            points = float("nan")
        if not 0 < points <= 100:
            wanted = "a number of percentage points above 0 and up to 100, as in 1 or 0.5"
            self.fail(f"'{shortened(str(value))}' is not {wanted}", param, ctx)
        return points


class Error(click.ParamType):
    """Half the width of an interval of win credit: more than 0, less than 0.5."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a share of win credit."""
        try:
            error = float(value)
        except ValueError:
            error = float("nan")
        if not 0 < error < 0.5:
            wanted = "a share of win credit above 0 and below 0.5, as in 0.002"
            self.fail(f"'{shortened(str(value))}' is not {wanted}", param, ctx)
        return error


class Claims(click.ParamType):
    """Two claims about a lead in percentage points, the lower one first, as in 0,2."""

    name = "low,high"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            low, high = (float(part) for part in str(value).split(","))
        except ValueError:
            low = high = float("nan")
        if not -100 <= low < high <= 100:
            wanted = "two numbers of percentage points, the lower one first, as in 0,2"
            self.fail(f"'{shortened(str(value))}' is not {wanted}", param, ctx)
        return low, high


class Range(click.ParamType):
    """Two whole numbers, the lower one first, as in 0..40."""

    name = "a..b"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read two whole numbers."""
        if isinstance(value, tuple):
            return value
        try:
            first, last = (int(part) for part in str(value).split(".."))
        except ValueError:
            first = last = 0
        if not first < last:
            wanted = "two whole numbers, the lower one first, as in 0..40"
            self.fail(f"'{shortened(str(value))}' is not {wanted}", param, ctx)
        return first, last


class Target(click.ParamType):
    """Percentage points of win credit, positive or negative."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number of percentage points."""
        try:
            points = float(value)
        except ValueError:
            points = float("nan")
        if not -100 <= points <= 100:
            wanted = "a number of percentage points of win credit, as in 0 or -1.5"
            self.fail(f"'{shortened(str(value))}' is not {wanted}", param, ctx)
        return points


into_option = click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="RUN",
    help="Keep the answer in the folder RUN of a run with the same game, players and cards, whose"
    " report then shows it.",
)
