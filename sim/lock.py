"""One writer a run folder: a lock that goes with the process that holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sim.errors import RealmvaleError

LOCK = "run.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a run folder.

    The operating system drops the lock when its holder ends, however it ends, so that no lock
    is ever stale; the file only says whose it is.

    Raises
    ------
    RealmvaleError
        If another process holds it.
    """
    path = folder / LOCK
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _try_lock(handle):
            holder = os.read(handle, 20).decode(errors="replace").strip()
            os.close(handle)
            raise RealmvaleError(
                f"{folder} is being written by another process{f' ({holder})' if holder else ''};"
                " wait for it to end, or state another folder with --out"
            )
        # The last holder may have removed the file between our opening and locking it.
        with suppress(OSError):
            if os.path.samestat(os.stat(path), os.fstat(handle)):
                break
        os.close(handle)
    try:
        with suppress(OSError):  # on a full disk the lock holds all the same
            os.truncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        if os.name != "nt":
            path.unlink(missing_ok=True)
        os.close(handle)
        if os.name == "nt":  # an open file can't be removed there
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _try_lock(handle: int) -> bool:
    """Lock an open file; tell whether that worked, or the file system has no locks."""
    if os.name == "nt":
        import msvcrt

        try:
            os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the text, which stays readable
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network file systems have no locks
        return True
    return True
