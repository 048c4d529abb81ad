"""What a metric is. The metrics themselves stand in :mod:`analysis.metrics`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analysis.conditions import Reading

Unit = Literal["text", "count", "share", "gain", "score", "whole", "turns", "probability", "number"]


@dataclass(frozen=True)
class Metric:
    """One number of a table.

    Attributes
    ----------
    name : str
        Column (or prefix of the columns ``_stderr``, ``_low``, ``_high``, ``_too_few``) in the
        frames and CSV files.
    header : str
        Heading of the column in a page.
    formula : str
        How it is computed, in words.
    denominator : str
        What it is divided by; empty for a plain count.
    unit : str
        ``share`` is a fraction of 1 shown in percent, ``gain`` a difference of shares shown in
        percentage points, ``score`` game points, ``whole`` the same without
        decimals, ``turns`` turns (or rounds) of play, ``probability`` a p- or q-value.
    reading : str
        ``causal``, ``correlational`` or ``descriptive``.
    caveat : str
        What the number does not prove.
    """

    name: str
    header: str
    formula: str
    denominator: str = ""
    unit: Unit = "number"
    reading: Reading = "descriptive"
    caveat: str = ""
