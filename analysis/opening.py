"""How a report opens: the answer, the most suspicious cards, and what to try."""

from __future__ import annotations

from dataclasses import dataclass

from analysis import headline
from analysis.page import Picture
from analysis.part import Part, Subject, Tables
from analysis.present import Table
from analysis.side_section import side_opening
from analysis.suspects import suspects, suspects_picture, suspects_table
from analysis.what_to_try import Try, to_try


@dataclass(frozen=True)
class Opening:
    """The first screen of a report.

    Attributes
    ----------
    sentences : list of str
        The answer: how runs differ, if there are several, then bots, cards, and how games go; a
        paragraph each.
    more : list of str
        What further parts have to say at the top.
    picture, table : Picture and Table, or None
        The most suspicious cards; None where no card can be suspected.
    tries : list of Try
        What to try next.
    """

    sentences: list[str]
    more: list[str]
    picture: Picture | None
    table: Table | None
    tries: list[Try]


def opening(subject: Subject, tables: Tables, parts: tuple[Part, ...]) -> Opening:
    """Return how the report opens."""
    found = suspects(subject, tables)
    more = [part.opening(subject, tables) for part in parts if part.opening is not None]
    return Opening(
        [
            *side_opening(subject, tables),
            *headline.sentences(subject.run, tables, subject.margin),
        ],
        [sentence for sentence in more if sentence],
        suspects_picture(subject, found) if found.height else None,
        suspects_table(subject, found) if found.height else None,
        to_try(subject, tables, found),
    )
