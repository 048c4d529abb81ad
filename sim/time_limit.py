"""A time limit for pure-Python policies: a bot that thinks for ever is stopped and named.

In the main thread of a process (a worker process of a run, or a run with one worker) an alarm
signal ends even a bot that sleeps or waits. In other threads a watch raises the exception when the
bot next runs a line of Python. Neither ends a bot inside a long call of compiled code; the limit
strikes when that call returns.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Seconds after which a bot that goes on in spite of the limit is stopped again.
AGAIN = 0.2
#: Times it is stopped before its process is ended.
MOST = 50

_local = threading.local()


class TimeUpError(BaseException):
    """A bot's time is over; no ``Exception``, so that ``except Exception`` doesn't hide it."""


@contextmanager
def bots_limited(seconds: float, about: str) -> Iterator[None]:
    """Give the bots that this thread asks so many seconds for each decision; 0 for no limit.

    Parameters
    ----------
    about : str
        What is said of the run, should a bot not let itself be stopped.
    """
    _local.seconds, _local.about = seconds, about
    try:
        yield
    finally:
        _local.seconds = 0.0


def seconds_left() -> float:
    """Return the seconds that a bot has for a decision in this thread; 0 for no limit."""
    return float(getattr(_local, "seconds", 0.0))


def in_time(who: str, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function; raise :class:`TimeUpError` in it when its time is over.

    Parameters
    ----------
    who : str
        Names the bot and its game, should it not let itself be stopped.
    """
    seconds = seconds_left()
    if not seconds:
        return function(*args)
    main = threading.current_thread() is threading.main_thread()
    timer: _Alarm | _Watched = _Alarm(who) if main and _HAS_ALARM else _Watched(who)
    try:
        try:
            timer.start(seconds)
            return function(*args)
        finally:
            timer.stop()
    except TimeUpError:
        timer.stop()  # once more: it may have struck while it was being stopped
        raise


_HAS_ALARM = hasattr(signal, "setitimer")


class _Stopping:
    """Counts how often a bot was stopped, and loses patience."""

    def __init__(self, who: str) -> None:
        self._who = f"{who}: {getattr(_local, 'about', '')}"
        self._times = 0

    def strike(self) -> None:
        """Count once more; end the process of a bot that swallows every exception."""
        self._times += 1
        if self._times > MOST:
            message = f"Error: {self._who}: it is over its time and doesn't let itself be stopped\n"
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, message.encode())
            os._exit(1)


class _Alarm(_Stopping):
    """Stops what runs in the main thread."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self._on = False
        self._before: Any = signal.SIG_DFL

    def start(self, seconds: float) -> None:
        self._on = True
        self._before = signal.signal(signal.SIGALRM, self._struck)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    def stop(self) -> None:
        self._on = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _struck(self, *_: Any) -> None:
        if self._on:
            self.strike()
            raise TimeUpError


class _Watched(_Stopping):
    """Stops what runs in any other thread."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self._thread = threading.get_ident()
        self.until = 0.0
        self._struck = False

    def start(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds
        with _watching:
            _watched[self._thread] = self
            _start_watch()

    def stop(self) -> None:
        with _watching:
            _watched.pop(self._thread, None)
            if self._struck:  # it may be on its way still
                _raise_in(self._thread, None)

    def look(self, now: float) -> None:
        """Stop the bot if its time is over."""
        if now >= self.until:
            self._struck = True
            self.until = now + AGAIN
            self.strike()
            _raise_in(self._thread, TimeUpError)


_watched: dict[int, _Watched] = {}
_watching = threading.RLock()
_watch: threading.Thread | None = None


def _start_watch() -> None:
    global _watch
    if _watch is None or not _watch.is_alive():
        _watch = threading.Thread(target=_look, name="bot-watch", daemon=True)
        _watch.start()


def _look() -> None:
    """Look at all bots that are thinking, several times a second."""
    while True:
        time.sleep(AGAIN / 4)
        with _watching:
            now = time.monotonic()
            for bot in list(_watched.values()):
                bot.look(now)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have an exception raised in a thread, or take it back."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
