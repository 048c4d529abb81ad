"""What may have happened between a seat and a card: the "with" of the card tables.

Which conditions a game has stands in its description, see :mod:`analysis.games`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Reading = Literal["causal", "correlational", "descriptive"]

CAUSAL: Reading = "causal"


@dataclass(frozen=True)
class Condition:
    """What must have happened between a seat and a card for the seat to count as "with".

    Attributes
    ----------
    name : str
        Prefix of its columns in the frames and CSV files.
    events : tuple of str
        Event bits, by their name in the manifest; any one of them is enough.
    header, phrase : str
        As a heading, and inside a sentence ("win credit *when dealt*").
    reading : str
        ``causal`` where chance alone decides who is "with", else ``correlational``.
    caveat : str
        What a difference between seats with and without does not prove.
    never : str
        Heading of the seats without, for the condition whose opposite is shown as well.
    scores : bool
        Whether the card table compares the scores of seats with and without, too.
    """

    name: str
    events: tuple[str, ...]
    header: str
    phrase: str
    reading: Reading
    caveat: str
    never: str = ""
    scores: bool = False


SELECTION = (
    "whoever has it chose to; a seat that does well anyway may choose differently, so the "
    "difference is not what the card itself is worth"
)


def conditions(known: Iterable[Condition], events: dict[str, int]) -> list[tuple[Condition, int]]:
    """Return the conditions a run can answer, each with its bit mask.

    Parameters
    ----------
    known : iterable of Condition
        Those of the game.
    events : dict
        Event name to bit value, from the manifest.
    """
    found = []
    for condition in known:
        mask = 0
        for event in condition.events:
            mask |= events.get(event, 0)
        if mask:
            found.append((condition, mask))
    return found
