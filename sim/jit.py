"""Every numba option in one place, and the cache folder the compiled kernels live in.

The folder carries a hash of all kernel sources: numba itself notices an edit only in the file of
the function it loads, not in a helper of another file, so any edit starts a new folder. A file is
a kernel source if it imports from this module; a kernel takes constants from no other.
Set ``NUMBA_DISABLE_JIT=1`` and the very same kernels run as plain Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core.cgutils import get_or_insert_function
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate
from numba.core.typing.templates import builtin_registry as typing_registry

from sim.cache_folder import cache_root

KEEP_CACHES = 4
OWN_PACKAGES = ("sim", "analysis")
OPTIMISE = 1  # level of LLVM's optimisation, unless a kernel says otherwise
SOURCE_ROOT = Path(__file__).resolve().parent
JITTED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def source_hash(root: Path = SOURCE_ROOT) -> str:
    """Return 16 hex digits that change with any Python source under `root`."""
    return _hash(sorted(root.rglob("*.py")), root)


def kernel_sources(root: Path = SOURCE_ROOT) -> list[Path]:
    """Return the files under `root` that kernels and their constants stand in."""
    return [path for path in sorted(root.rglob("*.py")) if b"sim.jit" in path.read_bytes()]


def kernel_hash(root: Path = SOURCE_ROOT) -> str:
    """Return 16 hex digits that change with any kernel source under `root`."""
    return _hash([root / "jit.py", *kernel_sources(root)], root)


def _hash(paths: list[Path], root: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in paths:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path | None:
    """Make this version's kernel folder and drop the oldest ones; None if nothing is writable."""
    folder = cache_root() / "kernels" / f"{kernel_hash()}-{'checked' if BOUNDSCHECK else 'plain'}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            others = sorted(folder.parent.iterdir(), key=lambda p: p.stat().st_mtime)
            for old in others[:-KEEP_CACHES]:
                shutil.rmtree(old, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)  # in use: not among the oldest
    except OSError:
        return None
    return folder


BOUNDSCHECK = os.environ.get("REALMVALE_BOUNDSCHECK", "") not in ("", "0")
_FOLDER = _cache_folder() if JITTED else None
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]
# Hands have seven cards: vectorised loops cost more than they save, and compile slower. The first
# level of LLVM's optimisation gives kernels as fast as the third in less time.
numba.config.OPT = type(numba.config.OPT)(OPTIMISE)  # type: ignore[attr-defined]
numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
numba.config.SLP_VECTORIZE = 0  # type: ignore[attr-defined]
if not JITTED:
    np.seterr(over="ignore")  # the streams wrap around in 64 bits on purpose
warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)


def kernel(signature: Any = None, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function the way all kernels are compiled.

    Parameters
    ----------
    signature : numba signature, optional
        Explicit types: compilation then happens at import, once, and calls cost no dispatch. One
        of Realmvale's own that the cache has is loaded when it is first needed.
    **options
        Further options of :func:`numba.njit`.
    """
    settings: dict[str, Any] = {
        "cache": _FOLDER is not None,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDSCHECK,
    }
    settings.update(options)
    if signature is None:
        return numba.njit(**settings)

    def compiled(function: Callable[..., Any]) -> Any:
        if settings["cache"] and function.__module__.partition(".")[0] in OWN_PACKAGES:
            waiting = numba.njit(**settings)(function)
            if _is_cached(waiting, signature):
                return _load_when_needed(waiting, signature)
        return numba.njit(signature, **settings)(function)

    return compiled


def _is_cached(dispatcher: Any, signature: Any) -> bool:
    """Tell whether the cache has a function as its source is now, compiled for these types."""
    try:
        cache = dispatcher._cache
        compiled = cache._cache_file._load_index()  # empty if it is of another source
        name = compiled.get(cache._index_key(signature, dispatcher.targetctx.codegen()))
        return name is not None and os.path.isfile(cache._cache_file._data_path(name))
    except Exception:  # what numba keeps to itself may change: load it at once, as it does
        return False


def _load_when_needed(dispatcher: Any, signature: Any) -> Any:
    """Let a compiled function be loaded from the cache when Python or a kernel first calls it.

    Most kernels are called by other kernels alone, whose machine code holds theirs: a warm start
    needs few of them. What is loaded is what numba would have loaded at once.
    """
    template = dispatcher.get_call_template

    def load() -> None:
        if dispatcher._can_compile:
            dispatcher.compile(signature)
            dispatcher.disable_compile()

    def get_call_template(args: Any, kws: Any) -> Any:
        load()
        return template(args, kws)

    def called(*args: Any, **kwargs: Any) -> Any:
        load()
        return dispatcher  # numba calls what it gets, with the arguments

    dispatcher.get_call_template = get_call_template
    dispatcher._compile_for_args = called
    return dispatcher


@contextmanager
def _optimised(level: int) -> Iterator[None]:
    """Compile what is compiled meanwhile with a level of LLVM's optimisation."""
    usual = numba.config.OPT  # type: ignore[attr-defined]
    numba.config.OPT = type(usual)(level)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.OPT = usual  # type: ignore[attr-defined]


def inner(signature: Any = None) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that only kernels call: as a part of them, when they are compiled.

    It has no entry of its own in the cache, so that a warm start loads fewer functions, and none
    for Python, which would have to be compiled as well.

    Parameters
    ----------
    signature : numba signature, optional
        The types it is compiled for, once: without it, once more for every literal argument.
    """
    settings: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDSCHECK,
        # nobody calls it from outside
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }

    def compiled(function: Callable[..., Any]) -> Any:
        dispatcher = numba.njit(**settings)(function)
        if signature is not None and JITTED:
            template = dispatcher.get_call_template
            dispatcher.get_call_template = lambda args, kws: template(signature.args, kws)
        if JITTED:
            dispatcher.add_overload = lambda result: dispatcher.overloads.update(
                {tuple(result.signature.args): result}
            )
            dispatcher._compile_for_args = partial(_refuse, function.__qualname__)
        return dispatcher

    return compiled


def _refuse(name: str, *args: Any, **kwargs: Any) -> None:
    """Refuse a call from Python, for which an inner function has no entry."""
    raise TypeError(f"{name} is an inner function: only kernels call it")


def apart(signature: Any, optimise: int = OPTIMISE) -> Callable[[Callable[..., Any]], Any]:
    """Compile a large kernel once and for all: its callers call its machine code.

    A kernel that calls another normally takes its code in and optimises it again, which makes a
    large one cost as much in every caller. Only for kernels that never raise: an error inside
    would be printed and passed over. With bounds checked or un-jitted it is a usual kernel.

    Parameters
    ----------
    signature : numba signature
        Explicit types.
    optimise : int
        Level of LLVM's optimisation, 0 to 3: more for what runs most often.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        with _optimised(optimise):
            compiled = kernel(signature)(function)
            if not JITTED or BOUNDSCHECK:
                return compiled
            if signature.args not in compiled.overloads:  # it waits, but its address is needed
                compiled.compile(signature)
                compiled.disable_compile()
        entry = compiled.overloads[signature.args]
        symbol = f"{function.__module__}.{function.__qualname__}"
        wrapper = entry.fndesc.llvm_cfunc_wrapper_name
        llvm.add_symbol(symbol, entry.library.get_pointer_to_function(wrapper))

        @wraps(function)
        def call(*args: Any) -> Any:
            return compiled(*args)

        template = type(symbol, (ConcreteTemplate,), {"key": call, "cases": [signature]})
        typing_registry.register_global(call, numba.types.Function(template))

        @lower_builtin(call, *signature.args)
        def lower(context: Any, builder: Any, types: Any, args: Any) -> Any:
            parameters = [context.get_value_type(one) for one in types.args]
            shape = ir.FunctionType(context.get_value_type(types.return_type), parameters)
            return builder.call(get_or_insert_function(builder.module, shape, symbol), args)

        return call

    return decorate


def record_type(dtype: np.dtype) -> Any:
    """Return numba's type of one record of `dtype`."""
    return numba.from_dtype(dtype)


def announce(load: Callable[[], None], quiet: bool = False, parts: Sequence[str] = ()) -> None:
    """Run `load`, which imports kernels; say so on stderr when they have to be compiled first.

    Parameters
    ----------
    load : callable
        Imports kernel modules. Called in the parent, before any worker starts.
    quiet : bool
        Say nothing.
    parts : sequence of str
        Names of what is imported beside the module of `load` and may not be compiled yet.
    """
    marks = []
    if _FOLDER is not None:
        names = [load.__module__, *(f"{load.__module__}-{part}" for part in parts)]
        marks = [_FOLDER / f"{name}.compiled" for name in names]
    cold = JITTED and not (marks and all(mark.exists() for mark in marks))
    started = time.perf_counter()
    if cold and not quiet:
        why = "" if marks else f" ({cache_root()} is not writable, so this repeats every time)"
        print(f"compiling kernels, once: about 30 s{why} ...", end="", file=sys.stderr, flush=True)
    load()
    if cold:
        if not quiet:
            print(f" done in {time.perf_counter() - started:.0f} s", file=sys.stderr)
        for mark in marks:
            mark.touch()
