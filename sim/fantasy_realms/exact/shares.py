"""Sharing out a range of numbers to threads that run kernels."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TypeVar

from sim.progress import Progress

BLOCK = 1 << 20  # numbers a task works on before its result is kept
STEP = 1 << 14  # numbers between two looks at whether the work was stopped
MAX_WORKERS = 256

Range = tuple[int, int]
Result = TypeVar("Result")


def blocks_of(total: int, size: int = BLOCK) -> list[Range]:
    """Return the blocks that make up the numbers from 0 to `total` - 1."""
    return [(first, min(first + size, total)) for first in range(0, total, size)]


def steps_of(first: int, last: int, progress: Progress) -> Iterator[Range]:
    """Yield the steps of a block, telling each to the progress bar when it is done."""
    for start in range(first, last, STEP):
        end = min(start + STEP, last)
        yield start, end
        progress.tick(end - start)


def share_out(
    work: Callable[[int, int, Progress], Result],
    blocks: Iterable[Range],
    collect: Callable[[Result], None],
    workers: int | None,
    progress: Progress,
) -> None:
    """Let threads work on blocks, and collect their results as they come.

    Parameters
    ----------
    work : callable
        ``work(first, last, progress)``; goes by :func:`steps_of`, and has scratch of its own.
    blocks : iterable of (int, int)
    collect : callable
        Called in this thread with each result.
    workers : int, optional
        Threads; by default one a core.
    progress : Progress
        Its switch ends the threads at their next step when this one is interrupted; only then
        does the interruption go on.
    """
    from joblib import Parallel, delayed

    threads = min(workers or os.cpu_count() or 1, MAX_WORKERS)
    parallel = Parallel(
        n_jobs=threads, backend="threading", return_as="generator_unordered", batch_size=1
    )
    running, changed = [0], threading.Condition()

    def tracked(first: int, last: int) -> Result:
        with changed:
            progress.tick(0)  # a block that comes after the stop isn't begun
            running[0] += 1
        try:
            return work(first, last, progress)
        finally:
            with changed:
                running[0] -= 1
                changed.notify_all()

    try:
        with closing(parallel(delayed(tracked)(*block) for block in blocks)) as results:
            for result in results:
                collect(result)
    except BaseException:
        progress.stop()
        # A kernel must not outlive the tables it works on.
        with changed:
            changed.wait_for(lambda: running[0] == 0)
        raise
