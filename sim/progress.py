"""The progress bar of long work: on a terminal's stderr only."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

# Seconds to wait for threads that were told to stop.
PATIENCE = 0.5


class RunStopped(Exception):  # noqa: N818 - it is no error
    """Raised inside a worker when the run was stopped."""


class Progress:
    """Counts finished games and shows them; also the switch that stops the workers.

    Parameters
    ----------
    total : int
        Games of the run.
    done : int
        Games that were finished in an earlier sitting.
    quiet : bool
        Show nothing.
    unit : str
        What is counted, if it isn't games.
    """

    def __init__(self, total: int, done: int = 0, quiet: bool = False, unit: str = "games") -> None:
        self.total, self.unit = total, unit
        self.done = self.before = done
        self.started = time.perf_counter()
        self._ended = 0.0
        self._quiet = quiet
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._at_work = 0
        self._bar: Any = None

    def __enter__(self) -> Progress:
        if not self._quiet:
            self._bar = _bar(self)
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        if self._bar is not None:
            self._bar.stop()

    def stop(self) -> None:
        """Let the workers end at their next tick, and the clock stand still."""
        self._stop.set()
        self._ended = self._ended or time.perf_counter()

    def counted(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return `work`, done by a thread of this process, as something to :meth:`wait` for."""

        def counting(*args: Any) -> Any:
            with self._lock:
                self._at_work += 1
            try:
                return work(*args)
            finally:
                with self._lock:
                    self._at_work -= 1

        return counting

    def wait(self) -> None:
        """Wait a moment for threads that were told to stop: their memory must outlive them."""
        until = time.monotonic() + PATIENCE
        while self._at_work and time.monotonic() < until:
            time.sleep(0.01)

    def tick(self, games: int) -> None:
        """Count finished games; called by the workers.

        Raises
        ------
        RunStopped
            If the run was stopped.
        """
        if self._stop.is_set():
            raise RunStopped
        self.count(games)

    def count(self, games: int) -> None:
        """Count finished games."""
        with self._lock:
            self.done += games
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], completed=self.done, rate=self.rate)

    @property
    def seconds(self) -> float:
        """Seconds from the start until now, or until the stop."""
        return (self._ended or time.perf_counter()) - self.started

    @property
    def rate(self) -> float:
        """Games a second of this sitting."""
        return (self.done - self.before) / max(self.seconds, 1e-9)


def _bar(progress: Progress) -> Any:
    """Return a running bar, or None if stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not console.is_terminal:
        return None
    bar = Bar(
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + progress.unit),
        TextColumn("{task.fields[rate]:,.0f} " + progress.unit + "/s"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        refresh_per_second=5,
    )
    bar.add_task(progress.unit, total=progress.total, completed=progress.done, rate=0.0)
    bar.start()
    return bar
