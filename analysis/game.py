"""What the analysis must know of a game: its tables, its events and its words.

One description a game stands in :mod:`analysis.games`; everything else in this package reads from
the description and knows no game by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import polars as pl

from analysis.conditions import Condition
from analysis.present import Column

Schema = dict[str, pl.DataType]

#: Columns that the tables of every game have.
PLAYERS: Schema = {
    "game": pl.Int64(),
    "seat": pl.Int8(),
    "policy": pl.String(),
    "score": pl.Int32(),
    "rank": pl.Int8(),
    "win": pl.Float64(),
}
CARDS: Schema = {
    "game": pl.Int64(),
    "seat": pl.Int8(),
    "card": pl.String(),
    "events": pl.UInt16(),
    "offered": pl.Int16(),
    "turn_drawn": pl.Int16(),
    "turn_taken": pl.Int16(),
    "points": pl.Int16(),
}


@dataclass(frozen=True)
class Count:
    """Something that is added up over card rows.

    Attributes
    ----------
    name : str
        Its column in frames and CSV files.
    column : str
        Column of the card rows to add up; empty to count seats.
    events : tuple of str
        Rows with any of these events are counted; empty for all rows.
    also : tuple of str
        Rows that lack one of these events are left out.
    known : bool
        Count the seats whose `column` isn't empty, instead of adding it up.
    given : str
        Rows whose column of this name is empty are left out.
    """

    name: str
    column: str = ""
    events: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    known: bool = False
    given: str = ""


@dataclass(frozen=True)
class Use:
    """A metric of the card table: one count over another."""

    metric: str
    counted: str
    over: str
    kind: Literal["share", "mean"] = "share"


@dataclass(frozen=True)
class CardTable:
    """A table of cards in the page: its caption, and its columns after name and suit."""

    caption: str
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class End:
    """A way to end: as a table shows it, and as a sentence goes on after "x % of games"."""

    short: str
    clause: str


@dataclass(frozen=True)
class Game:
    """A game as one run plays it.

    Attributes
    ----------
    id, name : str
        As the manifest writes it, and as people do.
    tables : dict
        Table name to the columns that the analysis reads, with their types.
    optional : frozenset of (str, str)
        Table and column that some runs lack; it is then empty.
    conditions : tuple of Condition
        What may have happened between a seat and a card, in the order of the columns.
    leads : tuple of str
        Names of the conditions that say most about a card, the best first: they sort and open.
    counts, uses : tuple
        What becomes of a card: what is added up, and the metrics made of it.
    card_tables, more_card_tables : tuple of CardTable
        How the page shows them; the latter folded away.
    suit : str
        What a card's suit is called.
    length : str
        Column of the games table, and metric, that says how long a game was; empty where nothing
        does, and how a game ended isn't known either.
    length_words : str
        What is counted there, as it stands after a number.
    length_text : tuple of str
        Sentences about the length where its mean says nothing; empty to tell the mean.
    ends : dict
        The value of ``end`` in the games table to its words.
    cap : str
        The way to end that no rule knows, only the simulator; empty for none.
    first_seat, seat_note : str
        What is said behind the name of the first seat; what it means.
    seats_text : tuple of str
        Further sentences about seats.
    seat_counts : tuple of str
        Columns of the players table, and metrics, that are averaged by bot.
    choice : str
        What bots choose when a condition isn't chance, after "bots choose".
    no_chance : str
        Said when no condition of the run is causal.
    judges : tuple of str
        A weak, a middle and a strong bot: in the hands of all three a verdict should hold.
    lead_round : int
        Round after which the leader's chance is told; 0 where no rounds are kept.
    facts : tuple of (str, str)
        What else was played, as label and text.
    forced : tuple of str
        Events by which a card can come to a seat for which it is banned.
    used : str
        The event that says best that a seat made use of a card.
    opening, rest : str
        What a deal lays open before the first decision, and what then still lies hidden.
    simulated : bool
        Whether bots played it here, on deals of a known seed; else people did, at a table.
    who : str
        What decides for a seat: ``bot`` or ``player``.
    """

    id: str
    name: str
    tables: dict[str, Schema]
    conditions: tuple[Condition, ...]
    leads: tuple[str, ...]
    counts: tuple[Count, ...]
    uses: tuple[Use, ...]
    card_tables: tuple[CardTable, ...]
    suit: str
    length: str
    length_words: str
    ends: dict[str, End]
    first_seat: str
    seat_note: str
    choice: str
    no_chance: str
    more_card_tables: tuple[CardTable, ...] = ()
    optional: frozenset[tuple[str, str]] = frozenset()
    cap: str = ""
    length_text: tuple[str, ...] = ()
    seats_text: tuple[str, ...] = ()
    seat_counts: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    lead_round: int = 0
    facts: tuple[tuple[str, str], ...] = ()
    forced: tuple[str, ...] = ("dealt", "drawn", "received")
    used: str = "final"
    opening: str = "the first hands"
    rest: str = "the order of the draw pile"
    simulated: bool = True
    who: str = "bot"

    def end_names(self) -> dict[str, str]:
        """Return a short name for each way to end."""
        return {end: words.short for end, words in self.ends.items()}
