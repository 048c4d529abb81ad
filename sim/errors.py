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
