"""Why a file could not be written, said for people; and what is removed again when it couldn't."""

from __future__ import annotations

import errno
from pathlib import Path

from sim.errors import RealmvaleError

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
# Polars tells the system's reason in words only.
_FULL_WORDS = ("no space left on", "disk quota exceeded")


#: Bytes of the largest file that somebody could have written by hand.
LARGEST = 4_000_000


def read_by_hand(path: Path) -> bytes:
    """Return the bytes of a file that people write: a card file, a scenario.

    Raises
    ------
    RealmvaleError
        If it is larger than any such file could be (an endless one is not read to its end).
    OSError
        If it can't be read.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        size = f"more than {LARGEST // 1_000_000} MB"
        raise RealmvaleError(f"{path} has {size}: it is some other file than was meant")
    return data


def is_full(error: BaseException | None) -> bool:
    """Tell whether an error, or what caused it, is a full disk."""
    while error is not None:
        words = str(error).casefold()
        if getattr(error, "errno", None) in _FULL or any(said in words for said in _FULL_WORDS):
            return True
        error = error.__cause__
    return False


def reason(error: BaseException) -> str:
    """Return why a file could not be written, as the end of a sentence."""
    if is_full(error):
        return "no space left on the device"
    told = getattr(error, "strerror", None) or " ".join(str(error).split())
    return str(told)[:1].lower() + str(told)[1:]


def not_written(what: str | Path, error: BaseException, advice: str = "") -> RealmvaleError:
    """Return the error that says which file or folder could not be written, and why.

    Parameters
    ----------
    what : str or Path
        What was being written.
    error : exception
    advice : str
        What to do about a full disk.
    """
    hint = f"; {advice}" if advice and is_full(error) else ""
    return RealmvaleError(f"{what} can't be written: {reason(error)}{hint}")


def remove_quietly(*paths: Path) -> None:
    """Remove files that may or may not be there; a failure to do so hides no other error."""
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            continue
