"""Commands as processes of their own: started, watched, stopped and killed."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path


def command(*arguments):
    """A command line of Realmvale, run by this Python."""
    return [sys.executable, "-m", "analysis.cli", *map(str, arguments)]


def start(*arguments, **options):
    """Start a command in a process group of its own, its output captured as text."""
    return subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, **options,
    )  # fmt: skip


def wait_for(there, process, seconds=90):
    """Wait until something is there, while a process goes on."""
    until = time.monotonic() + seconds
    while not there():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.02)


def wait_for_a_block(folder, process):
    """Wait until a run's first block is finished."""
    wait_for(lambda: list((folder / "games").glob("*.parquet")), process)


def children_of(pid):
    """All processes that descend from `pid`, from /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                child = int(stat.parent.name)
                found += [child, *children_of(child)]
    return found


def alive(pid):
    """Whether a process still runs; one that ended and waits to be collected doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids, seconds=30):
    """Whether processes end within some seconds."""
    until = time.monotonic() + seconds
    while (left := [pid for pid in pids if alive(pid)]) and time.monotonic() < until:
        time.sleep(0.05)
    return not left


def interrupt(process):
    """Press Ctrl-C, as a terminal does for all processes of a command; return seconds and output.

    Returns
    -------
    tuple
        Seconds until the command had ended, its stdout, its stderr.
    """
    started = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return time.monotonic() - started, out, err
