"""Tolerant words: the same card whether typed with accents, capitals, odd blanks or without."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

from sim.errors import RealmvaleError

# Typographic apostrophes and hyphens that stand for the plain ones of the keyboard.
_PLAIN = str.maketrans(dict.fromkeys("’‘ʼ`´′", "'") | dict.fromkeys("‐‑‒–—−", "-"))

# Up to so many choices are listed when none is near.
_FEW = 5
# Of a wrong word so many characters are shown.
_LONGEST = 80


def normalise(name: str) -> str:
    """Return the form in which two spellings of one name are equal.

    Case, accents, the Unicode form (NFC or NFD), kinds of blanks, of apostrophes and of hyphens
    make no difference, nor do outer and repeated blanks.

    Parameters
    ----------
    name : str
        Any text.

    Returns
    -------
    str
        The folded text; empty if nothing but blanks and accents was there.
    """
    # The plain signs come first: NFKD splits the acute accent into a blank and a mark. Folding may
    # need decomposing before and after: a mathematical capital is one only once decomposed.
    decomposed = unicodedata.normalize("NFC", name).translate(_PLAIN)
    for _ in range(2):
        decomposed = unicodedata.normalize("NFKD", decomposed).casefold()
    decomposed = unicodedata.normalize("NFKD", decomposed)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(bare.translate(_PLAIN).split())


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice that looks most like ``word``, or None if none is near.

    A choice that begins with the word, or whose words do, counts as near too.
    """
    by_form = {normalise(choice): choice for choice in choices}
    form = normalise(word)
    if not form:
        return None
    if form in by_form:
        return by_form[form]
    close = difflib.get_close_matches(form, by_form, n=1, cutoff=0.6)
    if close:
        return by_form[close[0]]
    if len(form) >= 3:
        for candidate, choice in by_form.items():
            if any(part.startswith(form) for part in (candidate, *candidate.split())):
                return choice
    return None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return ``; did you mean X?`` for the nearest choice, or an empty text."""
    choice = nearest(word, choices)
    return "" if choice is None else f"; did you mean {choice}?"


def as_utf8(text: str) -> str:
    """Return what a command line said, read as UTF-8 whatever the locale.

    Where the locale knows only ASCII, Python keeps other bytes as lone surrogates, which can't be
    written to a file.
    """
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shortened(word: str) -> str:
    """Return a wrong word as messages show it: on one line, and cut off where it is very long."""
    shown = " ".join(word.split())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 3]}..."


def match(word: str, choices: Iterable[str], what: str = "card") -> str:
    """Return the choice that ``word`` names, in the spelling of ``choices``.

    Raises
    ------
    RealmvaleError
        If no choice has this name; the message suggests the nearest one, or else lists the
        choices if they are few.
    """
    choices = list(choices)
    form = normalise(word)
    for choice in choices:
        if normalise(choice) == form:
            return choice
    hint = did_you_mean(word, choices)
    if not hint and 2 <= len(choices) <= _FEW:
        hint = f"; expected {', '.join(choices[:-1])} or {choices[-1]}"
    raise RealmvaleError(f"there is no {what} named '{shortened(word)}'{hint}")
