"""The parts a report's page is put together from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from analysis.present import Table


@dataclass(frozen=True)
class Picture:
    """A figure, the name of its files, and what it shows for those who can't see it."""

    name: str
    figure: Figure
    alt: str


@dataclass(frozen=True)
class Section:
    """One question and what answers it.

    ``more`` holds tables that are folded away, each with its heading.
    """

    id: str
    question: str
    text: Sequence[str]
    caveat: str
    picture: Picture | None = None
    tables: Sequence[Table] = ()
    more: Sequence[tuple[str, Sequence[Table]]] = ()
