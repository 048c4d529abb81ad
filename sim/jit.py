"""Every numba option in one place, and the cache folder the compiled kernels live in.

A file is a kernel source if it imports from this module; a kernel takes constants from no other.
Set ``NUMBA_DISABLE_JIT=1`` and the very same kernels run as plain Python.
"""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.cgutils import get_or_insert_function
from numba.core.imputils import lower_builtin
from numba.core.typeinfer import register_dispatcher
from numba.core.typing.templates import ConcreteTemplate
from numba.core.typing.templates import builtin_registry as typing_registry

from sim.kernel_folder import kernel_folder

OPTIMISE = 1  # level of LLVM's optimisation, unless a kernel says otherwise
# some address, for calls that nobody will make
NOWHERE = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p).value
JITTED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


BOUNDSCHECK = os.environ.get("REALMVALE_BOUNDSCHECK", "") not in ("", "0")
FOLDER = kernel_folder(BOUNDSCHECK) if JITTED else None
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
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
        Explicit types: compilation then happens at import, once, and calls cost no dispatch.
    **options
        Further options of :func:`numba.njit`.
    """
    settings: dict[str, Any] = {
        "cache": FOLDER is not None,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDSCHECK,
    }
    settings.update(options)
    if signature is None:
        return numba.njit(**settings)
    if _DEFERRED is not None:
        return partial(_defer, signature, settings)
    return numba.njit(signature, **settings)


@dataclass
class Unit:
    """A kernel that is compiled, and lies in the cache, by itself."""

    function: Callable[..., Any]
    dispatcher: Any
    signature: Any
    optimise: int

    @property
    def name(self) -> str:
        """Module and name of the function."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def is_cached(self) -> bool:
        """Return whether the cache has it."""
        function, folder = self.function, Path(self.dispatcher.stats.cache_path)
        line = function.__code__.co_firstlineno
        return any(folder.glob(f"*.{function.__qualname__}-{line}.*.nbi"))

    def compile(self) -> None:
        """Compile it, with what it calls, or load it from the cache."""
        # its name stands for nothing yet, as when it's defined: so numba
        # knows recursion
        names, name = self.function.__globals__, self.function.__name__
        own = names.pop(name, None)
        try:
            with _optimised(self.optimise), register_dispatcher(self.dispatcher):
                self.dispatcher.compile(self.signature)
        finally:
            names[name] = own


_DEFERRED: list[Unit] | None = None


def defer() -> list[Unit]:
    """Compile no kernel any more when it is defined, but list it; what has a caller compiled waits.

    For processes that compile kernels for others (:mod:`sim.compiling`) and run none: here calls
    of large kernels, which are compiled apart, lead nowhere.

    Returns
    -------
    list of Unit
        Grows with every kernel that is defined.
    """
    global _DEFERRED
    _DEFERRED = []
    return _DEFERRED


def _defer(signature: Any, settings: dict[str, Any], function: Callable[..., Any]) -> Any:
    """List a kernel; compile it when a kernel that calls it is compiled."""
    dispatcher = numba.njit(**settings)(function)
    unit = Unit(function, dispatcher, signature, numba.config.OPT)  # type: ignore[attr-defined]
    template = dispatcher.get_call_template

    def compiled(args: Any, kws: Any) -> Any:
        unit.compile()
        return template(signature.args, kws)

    dispatcher.get_call_template = compiled
    assert _DEFERRED is not None
    _DEFERRED.append(unit)
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


def inner(signature: Any = None, merged: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that only kernels call: as a part of them, when they are compiled.

    It has no entry of its own in the cache, so that a warm start loads fewer functions, and none
    for Python, which would have to be compiled as well.

    Parameters
    ----------
    signature : numba signature, optional
        The types it is compiled for, once: without it, once more for every literal argument.
    merged : bool
        Put its code in the place of every call, which LLVM by itself does with the smallest
        functions only: for what runs often and is called at one place, or is a line or two.
    """
    settings: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": BOUNDSCHECK,
        # nobody calls it from outside
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "forceinline": merged,
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
        symbol = f"{function.__module__}.{function.__qualname__}"
        llvm.add_symbol(symbol, NOWHERE if _DEFERRED is not None else _address(compiled, signature))

        @wraps(function)
        def call(*args: Any) -> Any:
            return compiled(*args)

        template = type(symbol, (ConcreteTemplate,), {"key": call, "cases": [signature]})
        typing_registry.register_global(call, numba.types.Function(template))

        @lower_builtin(call, *signature.args)
        def lower(context: Any, builder: Any, types: Any, args: Any) -> Any:
            convention = context.call_conv
            shape = convention.get_function_type(types.return_type, types.args)
            callee = get_or_insert_function(builder.module, shape, symbol)
            # what the callee says of errors is not looked at
            return convention.call_function(builder, callee, types.return_type, types.args, args)[1]

        return call

    return decorate


def _address(compiled: Any, signature: Any) -> int:
    """Return where the machine code of a compiled kernel begins."""
    entry = compiled.overloads[signature.args]
    address = entry.library.get_pointer_to_function(entry.fndesc.llvm_func_name)
    return int(address)


def record_type(dtype: np.dtype) -> Any:
    """Return numba's type of one record of `dtype`."""
    return numba.from_dtype(dtype)
