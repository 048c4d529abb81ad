"""Who plays the blocks of a run: threads, processes, or a dask cluster, all through joblib."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from typing import Any, Protocol

from sim.errors import RealmvaleError
from sim.names import did_you_mean, shortened
from sim.worker import start_worker

THREADS = "threads"
LOKY = "loky"
DASK = "dask"
#: Our name of each back end, and joblib's.
BACKENDS = {THREADS: "threading", LOKY: "loky", DASK: "dask"}
# More than this many workers is a slip of the keyboard; nor is there any use in idle ones.
MAX_WORKERS = 256


class Compiled(Protocol):
    """What the choice depends on."""

    @property
    def all_compiled(self) -> bool:
        """Whether every policy is compiled."""


def choose_backend(stated: str | None, game: Compiled) -> str:
    """Return the joblib back end to use: threads, or processes if a policy is pure Python.

    Raises
    ------
    RealmvaleError
        For a back end that doesn't exist.
    """
    if stated is None:
        return BACKENDS[THREADS if game.all_compiled else LOKY]
    if stated not in BACKENDS:
        hint = did_you_mean(stated, BACKENDS) or "; there are threads, loky and dask"
        raise RealmvaleError(f"there is no back end '{shortened(stated)}'{hint}")
    return BACKENDS[stated]


def in_process(method: str, workers: int) -> bool:
    """Tell whether blocks are played in this process, so that they can tick."""
    return method == BACKENDS[THREADS] or (workers == 1 and method == BACKENDS[LOKY])


def lost_worker(error: Exception) -> bool:
    """Tell whether an error is a back end's word for a worker that ended."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    of_cluster = type(error).__module__.split(".")[0] == "distributed"
    return of_cluster or isinstance(error, BrokenProcessPool)


@contextmanager
def pool(method: str, workers: int, ordered: bool, game: Any) -> Iterator[Any]:
    """Give what plays tasks in a ``joblib.Parallel``; their results come one by one.

    Parameters
    ----------
    method : str
        joblib's name of the back end.
    workers : int
        Threads or processes; a cluster that is already there has its own number.
    ordered : bool
        Whether results come in the order of the tasks.
    game : object
        The first argument of all tasks; a cluster gets it once, not with every task.

    Raises
    ------
    RealmvaleError
        If there is no cluster to be had.
    """
    from joblib import Parallel, parallel_config

    options: dict[str, Any] = {
        "n_jobs": workers,
        "backend": method,
        "return_as": "generator" if ordered else "generator_unordered",
        "batch_size": 1,
    }
    if method == BACKENDS[DASK]:
        from sim.cluster import connected

        del options["backend"]
        with (
            connected(workers) as client,
            parallel_config(method, client=client, scatter=[game]),
        ):
            yield Parallel(**options)
    elif method == BACKENDS[LOKY]:
        parallel = Parallel(**options, initializer=start_worker)
        yield lambda tasks: _undisturbed(parallel, tasks)
    else:
        yield Parallel(**options)


def unheard(*games: Compiled) -> AbstractContextManager[Any]:
    """Return what keeps a block's policies from printing to stdout: what they print is no output.

    Those that can print are pure Python, and never share their process with another block.
    """
    compiled = all(game.all_compiled for game in games)
    return nullcontext() if compiled else redirect_stdout(sys.stderr)


def _undisturbed(parallel: Any, tasks: Any) -> Any:
    """Start worker processes that Ctrl-C doesn't reach, not even before their initializer runs.

    A process has the mask of blocked signals of the thread that starts it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        return parallel(tasks)
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as loky_tracker

    for tracker in (resource_tracker, loky_tracker):
        tracker.ensure_running()  # or its start would take our mask back
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return parallel(tasks)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
