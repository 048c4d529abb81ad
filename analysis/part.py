"""A part of the report: what it computes of a run, and the section that tells it.

The parts themselves stand in :mod:`analysis.parts`, in the order of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from analysis.page import Section
from analysis.runs import Run
from analysis.verdicts import MARGIN

#: Frames by the name of their CSV file.
Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Subject:
    """What a report is about.

    Attributes
    ----------
    run : Run
        The run that the page tells of.
    margin : float
        Difference of win credit, a fraction, up to which a card counts as fair.
    beside : tuple of Run
        Further runs, to be set side by side with it.
    """

    run: Run
    margin: float = MARGIN
    beside: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Part:
    """One question of the report.

    Attributes
    ----------
    tables : callable
        From the subject to the frames that the part needs, by the name of their CSV file; empty
        where the run can't answer. A frame that another part made already must not be made anew.
    section : callable
        From the subject and the frames of all parts to the section; None where there is nothing
        to tell.
    opening : callable, optional
        From the same to one sentence for the top of the page; empty for none.
    """

    tables: Callable[[Subject], Tables]
    section: Callable[[Subject, Tables], Section | None]
    opening: Callable[[Subject, Tables], str] | None = None
