"""Finding one game of a run folder, and comparing a replay of it with what the run stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import CheckFailedError, RealmvaleError
from sim.game_run import GameRun
from sim.line_ups import line_up
from sim.manifest import another_version
from sim.policy import Policy
from sim.streams import policy_key, run_key

if TYPE_CHECKING:
    import polars as pl

    from sim.store import Run


@dataclass(frozen=True)
class Place:
    """Where a game stands in its run (DESIGN 4.1).

    Attributes
    ----------
    number, deal, replicate, rotation : int
        The game's id and what it is made of.
    policies : list of Policy
        Who sits at each seat.
    keys : list of uint64
        First state of each seat's policy stream.
    """

    number: int
    deal: int
    replicate: int
    rotation: int
    policies: list[Policy]
    keys: list[Any]


def locate(run: Run, game: GameRun, number: int) -> Place:
    """Return where a game stands in its run.

    Raises
    ------
    RealmvaleError
        If the run has no such game.
    """
    m, plan = int(game.rules.players), game.plan
    rest, rotation = divmod(number, m)
    deal, replicate = divmod(rest, plan.replicates)
    if plan.deals == 0:
        raise RealmvaleError(f"{run.path} has no games")
    if not 0 <= deal < plan.deals:
        last = plan.deals * plan.replicates * m - 1
        raise RealmvaleError(f"{run.path} has no game {number}: its games lie between 0 and {last}")
    places = np.zeros(m, np.int64)
    key = run_key(plan.seed)
    rotations = line_up(key, deal, m, game.listed, places, np.zeros(1, np.uint64))
    if rotation >= rotations:
        near = number - rotation
        raise RealmvaleError(
            f"{run.path} has no game {number}: deal {deal} is played in {rotations} of {m}"
            f" rotations, whose games begin at {near}"
        )
    policies = [game.policies[places[(seat + rotation) % m]] for seat in range(m)]
    keys = [policy_key(key, deal, replicate, seat) for seat in range(m)]
    return Place(number, deal, replicate, rotation, policies, keys)


def check_result(
    run: Run, place: Place, ended: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]
) -> None:
    """Check that a game played again ended as the run says.

    Parameters
    ----------
    ended : mapping
        Columns of the table of games, as the replay has them.
    seats : sequence of mapping
        Columns of the table of players, a seat each.

    Raises
    ------
    CheckFailedError
        If anything differs; the message names the first difference.
    RealmvaleError
        If the run hasn't stored the game (yet).
    """
    stored = _stored(run, "games", place)
    if len(stored) != 1:
        raise RealmvaleError(f"{run.path} holds {len(stored)} rows of game {place.number}")
    _compare(run, place, "", stored[0], ended)
    rows = sorted(_stored(run, "players", place), key=lambda row: row["seat"])
    for seat, found in enumerate(seats):
        _compare(run, place, f"seat {seat}: ", rows[seat] if seat < len(rows) else {}, found)


def _compare(
    run: Run, place: Place, who: str, stored: Mapping[str, Any], found: Mapping[str, Any]
) -> None:
    for column, value in found.items():
        if stored.get(column) != value:
            other = another_version(run.manifest)
            why = " (the run was made by another version of Realmvale)" if other else ""
            raise CheckFailedError(
                f"game {place.number} of {run.path} did not end as the run says: {who}{column} is"
                f" {value} in the replay, {stored.get(column)} in the run{why}"
            )


def _stored(run: Run, table: str, place: Place) -> list[dict[str, Any]]:
    """Return the game's rows of a table, read from the one block that holds them."""
    import polars as pl

    blocks = [name for name in run.blocks() if int(name.split(".")[0]) <= place.deal]
    if not blocks:
        raise RealmvaleError(f"{run.path} has not stored game {place.number} yet")
    block: pl.DataFrame = pl.read_parquet(run.path / table / blocks[-1])
    rows = block.filter(pl.col("game") == place.number).to_dicts()
    if not rows:
        raise RealmvaleError(
            f"{run.path} has not stored game {place.number}; `simulate --resume` plays what is"
            " missing"
        )
    return rows
