"""The errors Realmvale raises for people: one clear sentence each."""

from __future__ import annotations


class RealmvaleError(Exception):
    """Something the user can mend: bad input, bad usage, a missing file.

    The message is one sentence that says what was wrong, where, and the nearest valid thing. The
    command line prints it without a traceback and exits with :attr:`exit_code`.
    """

    exit_code = 2


class CheckFailedError(RealmvaleError):
    """A check the user asked for did not pass (exit code 1)."""

    exit_code = 1


class WorkerDiedError(RealmvaleError):
    """A worker process ended without a word (exit code 1)."""

    exit_code = 1


def described(error: BaseException) -> str:
    """Return an exception of somebody else's code as its type and what it says, on one line."""
    says = " ".join(str(error).split())
    return f"{type(error).__name__}: {says}" if says else type(error).__name__
