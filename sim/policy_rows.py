"""Policies in the form in which the kernels of either game take them."""

from __future__ import annotations

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
