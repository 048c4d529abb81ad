"""The order in which several processes compile kernels: who needs whom, what takes longest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from sim import jit

TAKEN_IN = 6  # a byte of Python code takes so many times longer to compile than to take in


class CompileOrder:
    """Kernels and what each of them waits for.

    A kernel that calls another takes its compiled code in, so that it waits for it; large kernels
    that are compiled apart are called where they are, and nobody waits for them.

    Parameters
    ----------
    units : sequence of Unit
        In the order in which they were defined: what a unit takes in stands before it.
    """

    def __init__(self, units: Sequence[jit.Unit]) -> None:
        self.units = list(units)
        self._places = {id(unit.dispatcher): k for k, unit in enumerate(units)}
        self.needs: list[set[int]] = []
        self.work: list[float] = []
        self._measure()
        self.urgency = list(self.work)
        for k in reversed(range(len(units))):  # the longest chain of units that begins with it
            for n in self.needs[k]:
                self.urgency[n] = max(self.urgency[n], self.work[n] + self.urgency[k])

    def _measure(self) -> None:
        """Find what each unit takes in, and about how much there is to compile."""
        parts: list[dict[int, int]] = []  # bytes of each function that a unit's code is made of
        for k, unit in enumerate(self.units):
            own, needs = self._made_of(unit.function)
            needs.discard(k)
            parts.append(own.copy())
            for n in needs:
                parts[k].update(parts[n])
            self.needs.append(needs)
            self.work.append(sum(own.values()) + sum(parts[k].values()) / TAKEN_IN)

    def _made_of(self, function: Callable[..., Any]) -> tuple[dict[int, int], set[int]]:
        """Return the bytes of a function and its inner ones, and the units that these call."""
        sizes: dict[int, int] = {}
        needs: set[int] = set()
        waiting = [function]
        while waiting:
            python = waiting.pop()
            if id(python) in sizes:
                continue
            sizes[id(python)] = sum(len(code.co_code) for code in _parts(python.__code__))
            for stated in _stated(python):
                if id(stated) in self._places:
                    needs.add(self._places[id(stated)])
                elif hasattr(stated, "py_func"):
                    waiting.append(stated.py_func)
        return sizes, needs

    def ready(self, done: set[str], taken: set[str]) -> list[jit.Unit]:
        """Return the units that nobody has taken and that wait for nothing, most urgent first.

        Parameters
        ----------
        done, taken : set of str
            Names of units.
        """
        free = [
            k
            for k, unit in enumerate(self.units)
            if unit.name not in taken and all(self.units[n].name in done for n in self.needs[k])
        ]
        return [self.units[k] for k in sorted(free, key=lambda k: -self.urgency[k])]


def _stated(python: Callable[..., Any]) -> Iterator[Any]:
    """Yield the values of all names that a Python function states."""
    for code in _parts(python.__code__):
        for name in code.co_names:
            yield python.__globals__.get(name)
    for cell in python.__closure__ or ():
        yield cell.cell_contents


def _parts(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _parts(constant)
