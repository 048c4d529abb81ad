"""Whether what was found can be called as a policy, said before a run starts."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from numba.core.types import unliteral

from sim.errors import RealmvaleError
from sim.jit import JITTED, kernel
from sim.policy import Spec

MAX_PARAMS = 16
ARGUMENTS = ("view", "options", "n", "params", "stream")


def check_compiled(
    spec: Spec,
    game: str,
    found: Any,
    params: Mapping[str, Any],
    words: Mapping[str, str] | None = None,
) -> Any:
    """Return a compiled policy with the right signature, compiled now if it isn't yet.

    Arguments, result and parameters are checked; a wrong type of result would be cast silently,
    and a wrong number of arguments would give a message that nobody can read.

    Raises
    ------
    RealmvaleError
        If it doesn't fit the game's ``CHOOSE`` signature.
    """
    wanted = f"choose({', '.join(ARGUMENTS)}) -> int64"
    function = getattr(found, "py_func", found)
    n_arguments = len(inspect.signature(function).parameters)
    if n_arguments != len(ARGUMENTS):
        raise RealmvaleError(
            f"policy '{spec.text}' takes {n_arguments} arguments; a compiled policy is a function"
            f" {wanted}"
        )
    if len(params) > MAX_PARAMS:
        raise RealmvaleError(
            f"policy '{spec.text}' has {len(params)} parameters; a compiled policy has at most"
            f" {MAX_PARAMS}"
        )
    for key, value in params.items():
        if not isinstance(value, int | float) and key not in (words or {}):
            raise RealmvaleError(
                f"policy '{spec.text}': the compiled policy's parameter {key} must be a number,"
                f" not {value!r}"
            )
    if not JITTED:
        return found
    return _with_signature(spec, found, importlib.import_module(f"sim.{game}.view").CHOOSE, wanted)


def _with_signature(spec: Spec, found: Any, choose: Any, wanted: str) -> Any:
    """Return a dispatcher that has exactly the signature `choose`."""
    if choose.args not in found.overloads:
        if found.overloads:
            have = ", ".join(str(signature) for signature in found.nopython_signatures)
            raise RealmvaleError(
                f"policy '{spec.text}' is compiled for other types ({have[:120]}); decorate it with"
                " @kernel(CHOOSE)"
            )
        try:
            found.compile(choose.args)
        except Exception as error:
            reason = " ".join(str(error).split())[:300]
            raise RealmvaleError(
                f"policy '{spec.text}' can't be compiled as {wanted}: {reason}"
            ) from error
    result = found.overloads[choose.args].signature.return_type
    if unliteral(result) != choose.return_type:
        raise RealmvaleError(
            f"policy '{spec.text}' returns {result}, it must return int64, the index of an option;"
            " wrap the result in int(...) if it is a whole number"
        )
    # A function that returns a constant has that constant's own type: compile it once more.
    return found if result == choose.return_type else kernel(choose)(found.py_func)


def check_python(spec: Spec, found: Any) -> None:
    """Check that a pure-Python policy has a method ``choose(view, options)``.

    Raises
    ------
    RealmvaleError
        If it hasn't, or is a plain function.
    """
    if inspect.isfunction(found):
        raise RealmvaleError(
            f"policy '{spec.text}' is a plain function: decorate it with @kernel(CHOOSE) to have it"
            " compiled, or write a class with a method choose(self, view, options)"
        )
    choose = getattr(found, "choose", None)
    if not callable(choose):
        raise RealmvaleError(
            f"policy '{spec.text}' is neither a compiled function nor a class with a method"
            " choose(self, view, options)"
        )
    arguments = (None,) * (3 if inspect.isclass(found) else 2)
    try:
        inspect.signature(choose).bind(*arguments)
    except TypeError:
        raise RealmvaleError(
            f"policy '{spec.text}': its method must be choose(self, view, options), not"
            f" choose{inspect.signature(choose)}"
        ) from None
