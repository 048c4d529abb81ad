"""Compile kernels that aren't in the cache, in several processes at once, and then load them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from sim import jit
from sim.cache_folder import cache_root

MOST_PROCESSES = 4  # more find nothing to do: a few large kernels take most of the time
PAUSE = 0.02  # seconds between two looks at what others have done
DONE = ".done"


def announce(modules: Sequence[str], quiet: bool = False) -> None:
    """Import modules of kernels; say so on stderr when they have to be compiled first.

    Called in the parent, before any worker starts.

    Parameters
    ----------
    modules : sequence of str
        Names of modules that import kernels.
    quiet : bool
        Say nothing.
    """
    marks = [jit.FOLDER / f"{name}.compiled" for name in modules] if jit.FOLDER else []
    cold = jit.JITTED and not (marks and all(mark.exists() for mark in marks))
    started = time.perf_counter()
    if cold and not quiet:
        why = "" if marks else f" ({cache_root()} is not writable, so this repeats every time)"
        print(
            f"compiling kernels, once: about half a minute{why} ...",
            end="",
            file=sys.stderr,
            flush=True,
        )
    if cold and marks:
        compile_together(modules, min(MOST_PROCESSES, processors()))
    for name in modules:
        import_module(name)  # compiles what is missing yet
    if cold:
        if not quiet:
            print(f" done in {time.perf_counter() - started:.0f} s", file=sys.stderr)
        for mark in marks:
            mark.touch()


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def compile_together(modules: Sequence[str], processes: int) -> bool:
    """Compile the kernels of modules into the cache, in processes that share them out.

    Parameters
    ----------
    modules : sequence of str
        Names of modules that import kernels.
    processes : int
        Less than two compile nothing: that is done where the kernels are needed.

    Returns
    -------
    bool
        Whether all are compiled. If not, importing the modules compiles what is missing and tells
        what is wrong.
    """
    if processes < 2 or not sys.executable:
        return False
    code = f"import sys; sys.path[:] = {sys.path!r}; from sim.compiling import share; share()"
    try:
        with tempfile.TemporaryDirectory(prefix="realmvale-") as claims:
            command = [sys.executable, "-c", code, claims, str(os.getpid()), *modules]
            with _running([command] * processes) as running:
                return _wait_for(running)
    except OSError:
        return False


@contextmanager
def _running(commands: Sequence[Sequence[str]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run commands side by side; end those that still run when the block is left."""
    running: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            nothing = subprocess.DEVNULL
            running.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing))
        yield running
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def _wait_for(running: Sequence[subprocess.Popen[bytes]]) -> bool:
    """Return whether all processes end well; return at once when one doesn't."""
    while True:
        codes = [process.poll() for process in running]
        if any(codes):
            return False
        if all(code == 0 for code in codes):
            return True
        time.sleep(PAUSE)


def share() -> None:
    """Compile kernels of the modules on the command line, those that no other process has taken.

    The first argument is the folder in which the processes tell each other what they have taken
    and done, the second the process that started this one: without it this one ends by itself.
    """
    claims, parent, modules = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    units = jit.defer()
    for name in modules:
        import_module(name)
    from sim.compile_order import CompileOrder

    order = CompileOrder(units)
    known = {unit.name for unit in units if unit.is_cached()}
    while os.getppid() == parent:
        names = set(os.listdir(claims))
        done = known | {name.removesuffix(DONE) for name in names if name.endswith(DONE)}
        taken = known | names
        ready = order.ready(done, taken)
        if ready and _claim(claims / ready[0].name):
            ready[0].compile()
            (claims / (ready[0].name + DONE)).touch()
        elif all(unit.name in taken for unit in units):
            return
        elif not ready:
            time.sleep(PAUSE)


def _claim(path: Path) -> bool:
    """Return whether this process, and no other, has taken a unit."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
