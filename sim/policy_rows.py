"""Policies in the form in which the kernels of either game take them."""

from __future__ import annotations

import dis
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.game_run import MAX_POLICIES
from sim.policy import COMPILED, Policy, numbers_of
from sim.policy_check import MAX_PARAMS


def function_tuple(policies: Sequence[Policy]) -> tuple[Any, ...]:
    """Return compiled policies as the tuple that the kernels take, filled up with the first."""
    functions = [policy.choose for policy in policies]
    return tuple(functions + functions[:1] * (MAX_POLICIES - len(functions)))


def param_rows(
    policies: Sequence[Policy], names: Mapping[str, Sequence[str]] | None = None
) -> np.ndarray:
    """Return the parameters of compiled policies, shape (MAX_POLICIES, MAX_PARAMS).

    Parameters
    ----------
    names : mapping, optional
        What words among the parameters can name (:func:`sim.policy.numbers_of`).
    """
    params = np.zeros((MAX_POLICIES, MAX_PARAMS))
    for row, policy in zip(params, policies, strict=False):
        if policy.kind == COMPILED:
            row[: len(policy.params)] = numbers_of(policy, names or {})
    return params


def reads_view(policy: Policy) -> bool:
    """Return whether a policy may look at its view: all do but compiled ones that never name it."""
    function = getattr(policy.choose, "py_func", policy.choose)
    if policy.kind != COMPILED or not hasattr(function, "__code__"):
        return True
    view = function.__code__.co_varnames[0]
    for step in dis.get_instructions(function):
        named = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        if view in named:
            return True
    return False
