"""Runs on a dask cluster, through joblib's own back end for it.

The run folder, the policy files and the user's cache folder are found by the same paths on every
machine: a shared file system, or one machine.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import RealmvaleError, WorkerDiedError
from sim.manifest import another_version
from sim.store import tries_file
from sim.worker import play_block

if TYPE_CHECKING:
    from sim.game_run import GameRun

#: Times that a block is begun; dask itself gives a task up when four workers died over it.
MOST_TRIES = 3
#: Seconds in which a scheduler has to answer.
ANSWER_SECONDS = 15


@contextmanager
def connected(workers: int) -> Iterator[Any]:
    """Give a client of a cluster.

    That is the program's current client; else one of the scheduler that dask's configuration
    names (``DASK_SCHEDULER_ADDRESS``); else one of a cluster of worker processes on this machine,
    which ends with the run.

    Raises
    ------
    RealmvaleError
        If dask isn't installed, or no scheduler answers.
    """
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        raise RealmvaleError(
            "the back end dask needs the packages dask and distributed, which"
            " `pip install 'realmvale[dask]'` brings"
        ) from error
    try:
        current = Client.current()
    except ValueError:
        address = dask.config.get("scheduler-address", None)
        with _client(Client, address, workers) as client:
            try:
                yield client
            except KeyboardInterrupt:
                if address is None:
                    _end_workers(client.cluster)
                raise
    else:
        yield current


def _client(made: Any, address: str | None, workers: int) -> Any:
    if address is None:
        local = {"processes": True, "threads_per_worker": 1, "dashboard_address": None}
        return made(n_workers=workers, set_as_default=False, **local)
    try:
        return made(address, set_as_default=False, timeout=ANSWER_SECONDS)
    except (OSError, ValueError) as error:
        raise RealmvaleError(f"no dask scheduler answers at {address}") from error


def _end_workers(cluster: Any) -> None:
    """End the worker processes of a cluster of this machine at once: dask gives them seconds."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        with suppress(OSError, TypeError):  # it is gone, or there is none yet
            os.kill(nanny.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def play_on_cluster(game: GameRun, folder: Path, first: int, last: int, sources: str) -> int:
    """Play a block of deals on a worker of a cluster, as :func:`sim.worker.play_block` does.

    Parameters
    ----------
    sources : str
        Hash of Realmvale's own code where the run was started.

    Raises
    ------
    RealmvaleError
        If this machine has another Realmvale, or no such folder.
    WorkerDiedError
        If the block was begun so often before that it seems to kill its workers.
    """
    if another_version({"sources": sources}):
        raise RealmvaleError(
            "a worker of the cluster has another version of Realmvale than the one that started"
            " the run"
        )
    if not folder.is_dir():
        raise RealmvaleError(f"a worker of the cluster can't see the folder {folder}")
    tries = tries_file(folder, first)
    tries.parent.mkdir(exist_ok=True)
    with tries.open("ab") as file:
        file.write(b".")
    if tries.stat().st_size > MOST_TRIES:
        names = ", ".join(policy.name for policy in game.policies)
        raise WorkerDiedError(
            f"{MOST_TRIES} workers of the cluster died over deals {first} to {last - 1} (out of"
            f" memory, or a policy that ended them); policies: {names}; finished blocks are kept in"
            f" {folder}, --resume plays the rest"
        )
    with redirect_stdout(sys.stderr):  # what policies print is no output
        games = play_block(game, folder, first, last, None)
    tries.unlink(missing_ok=True)
    return games
