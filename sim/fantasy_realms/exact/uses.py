"""Who is blanked in all hands, and which choices are made: counted in blocks, which are kept."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sim.cache_folder import cache_root
from sim.disk import remove_quietly
from sim.fantasy_realms.exact.census import count_uses
from sim.fantasy_realms.exact.hands import AllHands
from sim.fantasy_realms.exact.shares import BLOCK, Range, blocks_of, share_out, steps_of
from sim.fantasy_realms.tables import CHOICE_NONE, MAX_CARDS, TABLE_CARDS, new_hands
from sim.progress import Progress

KEEP_FILES = 8
Counted = tuple[Range, np.ndarray, np.ndarray]


@dataclass
class Uses:
    """What the best choices of all hands are, and whom they leave blanked.

    Of equal scores the one with the fewest choices used counts, then the first in the order of
    the card file (:mod:`sim.fantasy_realms.search`).

    Attributes
    ----------
    choosers : list of int
        Cards that make a choice.
    blanked : int64 array, shape (n_cards,)
        Hands in which a card is blanked.
    uses : int64 array, shape (choosers, n_cards, n_suits + 1)
        Hands in which a chooser picks a card to copy or to clear (place 0 of the last axis), or
        to give it suit s (place s + 1).
    """

    choosers: list[int]
    blanked: np.ndarray
    uses: np.ndarray


def uses_folder() -> Path:
    """Return the folder in which unfinished and finished counts are kept."""
    return cache_root() / "exact"


def all_uses(
    hands: AllHands, workers: int | None = None, quiet: bool = True, folder: Path | None = None
) -> Uses:
    """Score all hands and count who is blanked and what is chosen; enters the scores.

    An interrupted count goes on with the blocks that are missing. It may lack scores in the end,
    if the hand table was made anew in between.

    Parameters
    ----------
    hands : AllHands
    workers : int, optional
        Threads; by default one a core.
    quiet : bool
        Show no progress.
    folder : Path, optional
        By default :func:`uses_folder`.
    """
    t = hands.tables
    n, blocks = int(t.n_cards), blocks_of(hands.total)
    choosers = np.flatnonzero(t.choice[:n] != CHOICE_NONE)
    rows = np.zeros(MAX_CARDS, np.int64)
    rows[choosers] = np.arange(len(choosers))
    kept = _Kept(hands, (max(1, len(choosers)), n, int(t.n_suits) + 1), folder or uses_folder())
    missing = [block for k, block in enumerate(blocks) if not kept.done[k]]

    def work(first: int, last: int, progress: Progress) -> Counted:
        h, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
        blanked, uses = np.zeros_like(kept.blanked), np.zeros_like(kept.uses)
        for start, end in steps_of(first, last, progress):
            count_uses(t, h, start, end, cards, rows, blanked, uses)
        return (first, last), blanked, uses

    done = hands.total - sum(last - first for first, last in missing)
    with Progress(hands.total, done, quiet, "hands") as progress:
        share_out(work, missing, kept.add, workers, progress)
    return Uses(choosers.tolist(), kept.blanked, kept.uses[: len(choosers)])


class _Kept:
    """The counts of finished blocks, in memory and in a file that is replaced as a whole."""

    def __init__(self, hands: AllHands, shape: tuple[int, int, int], folder: Path) -> None:
        self.path = None if hands.key is None else folder / f"{hands.key}-{_hash()}.npz"
        self.done = np.zeros(len(blocks_of(hands.total)), np.bool_)
        self.blanked = np.zeros(shape[1], np.int64)
        self.uses = np.zeros(shape, np.int64)
        with suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            self._read()

    def _read(self) -> None:
        if self.path is None:
            return
        with np.load(self.path) as held:
            found = [held[name] for name in ("done", "blanked", "uses")]
        mine = [self.done, self.blanked, self.uses]
        if all(a.shape == b.shape and a.dtype == b.dtype for a, b in zip(found, mine, strict=True)):
            self.done, self.blanked, self.uses = found

    def add(self, counted: Counted) -> None:
        """Add a block's counts, and keep them if the disk lets us."""
        (first, _), blanked, uses = counted
        self.done[first // BLOCK] = True
        self.blanked += blanked
        self.uses += uses
        if self.path is None:
            return
        draft = self.path.with_suffix(f".{os.getpid()}.{time.monotonic_ns()}.draft")
        try:
            if not self.path.parent.is_dir():
                self.path.parent.mkdir(parents=True)
            with draft.open("xb") as file:
                np.savez(file, done=self.done, blanked=self.blanked, uses=self.uses)
            os.replace(draft, self.path)
            _tidy(self.path.parent)
        except OSError:  # only an interruption would miss it
            remove_quietly(draft)


def _hash() -> str:
    """Return 8 hex digits that change with the way of counting."""
    source = Path(__file__).with_name("census.py").read_bytes()
    return hashlib.blake2b(source, digest_size=4).hexdigest()


def _tidy(folder: Path) -> None:
    """Remove all files but those written last."""
    files = sorted(folder.glob("*.npz"), key=lambda path: path.stat().st_mtime)
    remove_quietly(*files[:-KEEP_FILES])
