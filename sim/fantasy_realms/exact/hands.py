"""All hands of a deck with their table, on disk or in memory, and filling it completely."""

from __future__ import annotations

import mmap
from contextlib import suppress
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.exact.shares import Range, blocks_of, share_out, steps_of
from sim.fantasy_realms.hand_table import open_hand_table, why_no_table
from sim.fantasy_realms.lookup import SHIFT, fill_table
from sim.fantasy_realms.tables import TABLE_CARDS, new_hands
from sim.progress import Progress

IN_MEMORY = "it is held in memory, and work that is interrupted starts again from nothing"


@dataclass
class AllHands:
    """All hands of a deck.

    Attributes
    ----------
    deck : Deck
        With tables of its own, to which the hand table is attached.
    stored : int16 array, shape (hands,)
        Score plus ``SHIFT`` by hand number, 0 if not known.
    key : str or None
        What the deck's hand table is kept by; None if it is held in memory.
    """

    deck: Deck
    stored: np.ndarray
    key: str | None

    @property
    def total(self) -> int:
        """Number of hands."""
        return len(self.stored)

    @property
    def tables(self) -> Any:
        """The deck's record of tables."""
        return self.deck.tables[0]

    def scores(self, first: int, last: int) -> np.ndarray:
        """Return the scores of a range of hands."""
        return self.stored[first:last].astype(np.int64) - SHIFT


def open_hands(deck: Deck, folder: Path | None = None) -> tuple[AllHands, str | None]:
    """Open all hands of a deck.

    Parameters
    ----------
    deck : Deck
    folder : Path, optional
        Where hand tables are kept; by default the user's cache folder.

    Returns
    -------
    hands : AllHands
    trouble : str or None
        Why the table can't be kept on disk, as a sentence for people.

    Raises
    ------
    RealmvaleError
        For a deck that has no hand table: too small, too large, or with cards that score by what
        lies outside the hand.
    """
    cards = len(deck.card_set.cards)
    if cards < TABLE_CARDS:
        raise RealmvaleError(f"{_deck(deck)} has {cards} cards; a hand has {TABLE_CARDS}")
    why = why_no_table(deck)
    if why:
        raise RealmvaleError(f"the hands of {_deck(deck)} can't all be counted: {why}")
    table, trouble = open_hand_table(deck, folder, IN_MEMORY)
    mine = Deck(deck.card_set, deck.tables.copy(), deck.suits)
    if table is not None:
        table.attach(mine.tables)
        with suppress(AttributeError, OSError, ValueError):  # it is read from its begin to its end
            table.stored._mmap.madvise(mmap.MADV_NORMAL)  # type: ignore[attr-defined]
        return AllHands(mine, table.stored, table.path.stem), None
    total = comb(cards, TABLE_CARDS)
    try:
        stored = np.zeros(total, np.int16)
    except MemoryError:
        raise RealmvaleError(
            f"{trouble}; but {2 * total / 1e6:,.0f} MB of memory are more than there is"
        ) from None
    mine.tables[0].hands = stored.ctypes.data
    return AllHands(mine, stored, None), trouble


def _deck(deck: Deck) -> str:
    return f"the deck of {', '.join(deck.card_set.sets)} in {deck.card_set.path}"


def fill(hands: AllHands, workers: int | None = None, quiet: bool = True) -> int:
    """Score all hands that the table doesn't hold yet, and return how many these were.

    An interrupted filling goes on where it stopped, since every score is kept at once.

    Parameters
    ----------
    hands : AllHands
    workers : int, optional
        Threads; by default one a core.
    quiet : bool
        Show no progress.

    Raises
    ------
    RealmvaleError
        If a score doesn't fit the table.
    """
    known = [int(np.count_nonzero(hands.stored[a:b])) for a, b in blocks_of(hands.total)]
    missing = [
        block for block, n in zip(blocks_of(hands.total), known, strict=True) if n < _size(block)
    ]
    done = hands.total - sum(map(_size, missing))
    scored: list[int] = []

    def work(first: int, last: int, progress: Progress) -> int:
        h, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
        return sum(
            fill_table(hands.tables, h, start, end, cards)
            for start, end in steps_of(first, last, progress)
        )

    with Progress(hands.total, done, quiet, "hands") as progress:
        share_out(work, missing, scored.append, workers, progress)
    _check_filled(hands)
    return sum(scored)


def _size(block: Range) -> int:
    return block[1] - block[0]


def _check_filled(hands: AllHands) -> None:
    """Check that the table holds every score; one that doesn't fit it is left out."""
    from sim.fantasy_realms.exact.numbers import hands_of

    for first, last in blocks_of(hands.total):
        gone = np.flatnonzero(hands.stored[first:last] == 0)
        if len(gone):
            names = hands.deck.names
            cards = ", ".join(names[c] for c in hands_of(gone[:1] + first)[0])
            raise RealmvaleError(
                f"the hand {cards} of {_deck(hands.deck)} scores more than a table of 16 bits holds"
                f" (-{SHIFT - 1} to {SHIFT - 1})"
            )
