"""What may have happened between a seat and a card: the "with" of the card tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reading = Literal["causal", "correlational", "descriptive"]


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
    """

    name: str
    events: tuple[str, ...]
    header: str
    phrase: str
    reading: Reading
    caveat: str


SELECTION = (
    "whoever has it chose to; a seat that does well anyway may choose differently, so the "
    "difference is not what the card itself is worth"
)

CONDITIONS: tuple[Condition, ...] = (
    Condition(
        "dealt",
        ("dealt",),
        "Dealt",
        "when dealt",
        "causal",
        "chance deals the hands, so the difference is what opening with this card instead of a "
        "random other one is worth to these bots; without it, an opponent may hold it",
    ),
    Condition(
        "drawn",
        ("drawn",),
        "Drawn blind",
        "when drawn blind",
        "correlational",
        "chance picks the card, but who draws blind, how often and when is the bot's choice",
    ),
    Condition("taken", ("taken",), "Taken", "when taken", "correlational", SELECTION),
    Condition(
        "received",
        ("received",),
        "Received",
        "when received in a trade",
        "correlational",
        SELECTION,
    ),
    Condition(
        "held",
        ("dealt", "drawn", "taken", "received", "extra"),
        "Ever held",
        "when ever held",
        "correlational",
        "longer games show a seat more cards; " + SELECTION,
    ),
    Condition(
        "final",
        ("final",),
        "Held at the end",
        "when held at the end",
        "correlational",
        SELECTION,
    ),
)


def conditions(events: dict[str, int]) -> list[tuple[Condition, int]]:
    """Return the conditions a run can answer, each with its bit mask.

    Parameters
    ----------
    events : dict
        Event name to bit value, from the manifest.
    """
    found = []
    for condition in CONDITIONS:
        mask = 0
        for event in condition.events:
            mask |= events.get(event, 0)
        if mask:
            found.append((condition, mask))
    return found
