"""What happens when a policy fails: the run stops, or the deal is left out and told.

A deal in which a policy fails is left out with all its games, so that every policy still meets the
same deals in the same seats as the others; leaving out single games would favour whoever sat well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import RealmvaleError

if TYPE_CHECKING:
    import polars as pl

STOP = "stop"
SKIP = "skip"
ON_ERROR = (STOP, SKIP)

#: The table of the run folder with a row for each deal that was left out.
FAILURES = "failures"

RAISED = "raised"
NO_OPTION = "no option"
TIME = "time"
HOW = (RAISED, NO_OPTION, TIME)

# Of what a policy says when it fails so much is kept.
_LONGEST = 200


@dataclass(frozen=True)
class Failure:
    """A policy's failure.

    Attributes
    ----------
    deal, game, seat : int
        Where it happened.
    policy : str
        Its label.
    how : str
        ``raised`` an exception, chose ``no option`` that there is, or took too much ``time``.
    what : str
        The same in words.
    """

    deal: int
    game: int
    seat: int
    policy: str
    how: str
    what: str


class PolicyError(RealmvaleError):
    """A policy failed; its :class:`Failure` is the attribute ``failure``."""

    failure: Failure


def policy_error(failure: Failure, seed: int) -> PolicyError:
    """Return the error that names policy, seed, game and seat."""
    error = PolicyError(
        f"policy {failure.policy} {failure.what}: seed {seed}, game {failure.game},"
        f" seat {failure.seat}"
    )
    error.failure = failure
    return error


def failure_frame(failures: Sequence[Failure], labels: Sequence[str]) -> pl.DataFrame:
    """Return failures as a table, one row for each deal that was left out."""
    import polars as pl

    schema: dict[str, Any] = {
        "deal": pl.Int64,
        "game": pl.Int64,
        "seat": pl.Int8,
        "policy": pl.Enum(list(dict.fromkeys(labels))),
        "how": pl.Enum(HOW),
        "what": pl.String,
    }
    rows = [{**asdict(failure), "what": failure.what[:_LONGEST]} for failure in failures]
    return pl.DataFrame(rows, schema=schema)


def failures_in(folder: Path) -> pl.DataFrame:
    """Return the deals of a run that were left out, because a policy failed in them."""
    import polars as pl

    paths = sorted((folder / FAILURES).glob("*.parquet"))
    return pl.read_parquet(paths) if paths else failure_frame((), ())


def forget_deal(board: Any, first_game: int) -> None:
    """Take back the rows of the deal that begins with `first_game`, the last one on a board."""
    progress = board.progress
    for rows in ("games", "players", "cards", "rounds"):
        if rows in progress.dtype.names:
            there = getattr(board, rows)[: int(progress[rows])]["game"]
            progress[rows] = int(np.searchsorted(there, first_game))
    progress.failed = 0


def told_failures(failures: pl.DataFrame, seed: int) -> list[str]:
    """Return sentences about the deals that were left out: one a policy, with its first failure."""
    said = []
    for (policy,), rows in failures.sort("game").group_by("policy", maintain_order=True):
        first = rows.row(0, named=True)
        deals = f"{rows.height:,} deal{'s were' if rows.height > 1 else ' was'} left out"
        said.append(
            f"{deals}: policy {policy} failed; first it {first['what']}: seed {seed}, game"
            f" {first['game']}, seat {first['seat']}"
        )
    return said
