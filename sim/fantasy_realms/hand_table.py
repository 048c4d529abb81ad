"""The hand table on disk: one file a deck in the user's cache folder, shared by all workers.

A file is keyed by what the scores depend on: the cards (in their order) and the scoring rules. It
is made in full size at once, so that a full disk is noticed then and not in the middle of a game.
When a deck is new but another table holds some of its cards, what that one knows is taken over.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from sim.cache_folder import cache_root
from sim.disk import reason, remove_quietly
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.rules import hand_size_of
from sim.jit import JITTED

# The largest table is 0.5 GB: up to 57 cards.
MAX_HANDS = 1 << 28
KEEP_TABLES = 4
# Hands another table must know before they are worth the seconds it takes to copy them.
WORTH_COPYING = 1_000_000
WITHOUT = "hands are scored anew each time, which is slower and changes no result"
_DRAFT_AGE = 3600.0  # seconds after which a draft belongs to nobody any more

# A table is no longer valid when one of these files changes, or one of the game's that they import.
_SCORING = ("compile", "lookup")
_IMPORT = re.compile(r"^from sim\.fantasy_realms\.(\w+) import", re.MULTILINE)


@dataclass
class HandTable:
    """The best scores of all hands of seven of a deck, as far as they were needed yet.

    Attributes
    ----------
    path : Path
        The file.
    hands : int
        Number of hands.
    copied : int
        Hands taken over from another deck's table when this one was made.
    stored : int16 memory map, shape (hands,)
        Score plus ``SHIFT`` by hand number, 0 if not known; see
        :mod:`sim.fantasy_realms.lookup`.
    """

    path: Path
    hands: int
    copied: int
    stored: np.memmap

    @property
    def address(self) -> int:
        """Where the kernels find it; valid as long as this object lives."""
        return int(self.stored.ctypes.data)

    def touch(self) -> None:
        """Count as used just now: the tables used last are kept."""
        with suppress(OSError):
            os.utime(self.path)

    def attach(self, tables: np.recarray) -> None:
        """Let some compiled tables use it; whoever owns them keeps this object alive."""
        tables[0].hands = self.address


def table_folder() -> Path:
    """Return the folder of the hand tables."""
    return cache_root() / "hands"


def why_no_table(deck: Deck) -> str | None:
    """Return why a deck's scores can't be kept in a table, or None if they can."""
    t = deck.tables[0]
    size = hand_size_of(deck.card_set.sets)
    if size != tb.TABLE_CARDS:
        return f"a hand has {size} cards with these sets, and {tb.TABLE_CARDS} in the table"
    if not JITTED:
        return "kernels run as plain Python"
    hands = comb(int(t.n_cards), tb.TABLE_CARDS)
    if hands > MAX_HANDS:
        return f"a deck of {t.n_cards} cards has {hands:,} hands of {tb.TABLE_CARDS}"
    if t.outside:
        return "some cards score by what lies outside the hand"
    return None


def open_hand_table(
    deck: Deck, folder: Path | None = None, without: str = WITHOUT
) -> tuple[HandTable | None, str | None]:
    """Open the hand table of a deck, making it if it isn't there.

    Parameters
    ----------
    deck : Deck
    folder : Path, optional
        By default :func:`table_folder`.
    without : str
        What happens if a table can't be kept.

    Returns
    -------
    table : HandTable or None
        None if the deck has none, or it can't be kept; results are the same, only slower.
    trouble : str or None
        Why a table can't be kept that should be, as a sentence for people.
    """
    if why_no_table(deck):
        return None, None
    folder = folder or table_folder()
    cards = fingerprints(deck)
    told = {"scoring": scoring_hash(), "cards": cards}
    key = hashlib.blake2b(json.dumps(told).encode(), digest_size=8).hexdigest()
    path = folder / f"{key}.i16"
    hands = comb(len(cards), tb.TABLE_CARDS)
    copied = 0
    try:
        if not path.is_file() or path.stat().st_size != 2 * hands:
            folder.mkdir(parents=True, exist_ok=True)
            copied = _make(path, told, hands, deck)
        stored = np.memmap(path, np.int16, "r+", shape=(hands,))
        with suppress(OSError):
            os.utime(path)  # in use: not among the oldest
    except (OSError, ValueError) as error:
        return None, (
            f"the table of hand scores can't be kept in {folder} ({reason(error)}): {without}"
        )
    with suppress(AttributeError, OSError, ValueError):
        stored._mmap.madvise(mmap.MADV_RANDOM)  # type: ignore[attr-defined]
    return HandTable(path, hands, copied, stored), None


def fingerprints(deck: Deck) -> list[str]:
    """Return what a hand's score depends on, card by card: two equal texts score alike.

    Besides what is printed on it, a card that copies faces depends on the faces there are, and
    one that gives a suit on the suits of the deck.
    """
    from sim.cardtext.fantasy_realms_format import format_text

    t: Any = deck.tables[0]
    cards, found = deck.card_set.cards, []
    for i, card in enumerate(cards):
        parts: list[Any] = [card.name, card.suit, card.value, format_text(deck.card_set.parsed[i])]
        if t.choice[i] == tb.CHOICE_COPY_FACE:
            places = t.candidate[t.first_candidate[i] : t.last_candidate[i]]
            parts.append(sorted([cards[k].name, cards[k].suit] for k in places))
        elif t.choice[i] == tb.CHOICE_GIVE_SUIT:
            parts.append(sorted(deck.card_set.deck_suits))
        found.append(json.dumps(parts, ensure_ascii=False))
    return found


@cache
def scoring_hash() -> str:
    """Return 16 hex digits that change with the rules of scoring."""
    sources: dict[str, bytes] = {}
    waiting = list(_SCORING)
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = (Path(__file__).parent / f"{name}.py").read_bytes()
            waiting += _IMPORT.findall(sources[name].decode())
    digest = hashlib.blake2b(digest_size=8)
    for name in sorted(sources):
        digest.update(name.encode() + b"\0" + sources[name])
    return digest.hexdigest()


def _make(path: Path, told: dict[str, Any], hands: int, deck: Deck) -> int:
    """Make an empty table, fill in what others know, and put it in its place at once."""
    _tidy(path.parent)
    draft = path.with_suffix(f".{os.getpid()}.{time.monotonic_ns()}.draft")
    try:
        with draft.open("xb") as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, 2 * hands)
            else:
                for _ in range(0, 2 * hands, 1 << 20):
                    file.write(bytes(1 << 20))
                file.truncate(2 * hands)
        copied = _take_over(draft, told, hands, deck, path.parent)
        path.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")
        os.replace(draft, path)
    except BaseException:
        remove_quietly(draft)
        raise
    return copied


def _take_over(draft: Path, told: dict[str, Any], hands: int, deck: Deck, folder: Path) -> int:
    """Copy into a new table what another one knows; return the number of hands.

    That is the table with most cards in common, of several such the one that knows most hands.
    """
    likely: list[tuple[int, Path, list[int]]] = []
    for about in folder.glob("*.json"):
        try:
            other = json.loads(about.read_text(encoding="utf-8"))
            size = 2 * comb(len(other["cards"]), tb.TABLE_CARDS)
            whole = about.with_suffix(".i16").stat().st_size == size
            if other["scoring"] != told["scoring"] or not whole:
                continue
            place = places_in(told["cards"], other["cards"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        common = sum(p >= 0 for p in place)
        if common >= tb.TABLE_CARDS:
            likely.append((common, about.with_suffix(".i16"), place))
    most = max((common for common, _, _ in likely), default=0)
    found = [(_known(path), path, place) for common, path, place in likely if common == most]
    if not found:
        return 0
    known, source, place = max(found, key=lambda one: one[0])
    stored = np.memmap(source, np.int16, "r")
    if known * (comb(most, tb.TABLE_CARDS) / len(stored)) < WORTH_COPYING:
        return 0
    from sim.fantasy_realms.lookup import take_over

    tables = deck.tables.copy()
    target = np.memmap(draft, np.int16, "r+", shape=(hands,))
    tables[0].hands = int(target.ctypes.data)
    rows = np.full(tb.MAX_CARDS, -1, np.int64)
    rows[: len(place)] = place
    copied = int(take_over(tables[0], int(stored.ctypes.data), rows))
    return copied


def _known(path: Path) -> int:
    """Return the number of hands that a table knows."""
    return int(np.count_nonzero(np.memmap(path, np.int16, "r")))


def places_in(cards: Sequence[str], others: Sequence[str]) -> list[int]:
    """Return the place of each card among `others`, -1 if it is not there; places rise."""
    places, at = [], 0
    for card in cards:
        try:
            found = others.index(card, at)
        except ValueError:
            places.append(-1)
            continue
        places.append(found)
        at = found + 1
    return places


def _tidy(folder: Path) -> None:
    """Remove all tables but the ones used last, and drafts that nobody finished."""
    tables = sorted(folder.glob("*.i16"), key=lambda path: path.stat().st_mtime)
    for path in tables[: -KEEP_TABLES + 1]:
        remove_quietly(path, path.with_suffix(".json"))
    for path in folder.glob("*.draft"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _DRAFT_AGE:
                path.unlink()
