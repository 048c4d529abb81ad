"""What one worker of a run does: play a block and write it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.disk import is_full, not_written, remove_quietly
from sim.errors import RealmvaleError, WorkerDiedError
from sim.store import block_name, remove_drafts, write_block

if TYPE_CHECKING:
    from sim.run import Game

# Seconds between two looks for the parent.
_LOOK_SECONDS = 0.5
_FULL_ADVICE = "free some and run the command again with --resume"


def start_worker() -> None:
    """Prepare a worker process: it leaves Ctrl-C and stdout to its parent.

    The parent gets Ctrl-C too, and ends the workers; what their policies print goes to stderr. A
    parent that was killed outright ends nobody, so that its workers look for it themselves.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    if os.name != "nt":  # there a process keeps the number of a parent that is gone
        threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process soon after its parent; what it was writing is a draft still."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


def play_block(game: Game, folder: Path, first: int, last: int, tick: Any) -> int:
    """Play a block of deals, write it, and return its number of games.

    Raises
    ------
    RealmvaleError
        If a policy fails, or the block can't be written; no draft of it is left then.
    """
    from polars.exceptions import PolarsError

    tables = game.play(first, last, tick)
    try:
        write_block(folder, first, tables)
    except (RealmvaleError, PolarsError) as error:
        remove_quietly(*folder.glob(f"*/{block_name(first)}.{os.getpid()}.*"))
        if is_full(error) or isinstance(error, PolarsError):
            raise not_written(folder, error, _FULL_ADVICE) from error
        raise
    return len(tables["games"])


def worker_died(folder: Path, manifest: Mapping[str, Any]) -> WorkerDiedError:
    """Clear up after a worker process that ended without a word, and return what to say of it."""
    remove_drafts(folder)
    names = ", ".join(policy["name"] for policy in manifest["policies"])
    return WorkerDiedError(
        f"a worker process died while playing (out of memory, or a policy that ended it); policies:"
        f" {names}; finished blocks are kept in {folder}, --resume plays the rest"
    )
