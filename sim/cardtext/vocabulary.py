"""The words a card text may use of its game: suits, card names, and how they may be spelled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from sim.names import normalise

# A word begins with a letter; hyphens, apostrophes and accents written as marks may follow.
WORD = re.compile(r"[^\W\d_](?:[^\W_]|[\u0300-\u036f]|['’‘ʼ‐‑-](?=\w))*")


def words_of(phrase: str) -> tuple[str, ...]:
    """Return the normalised words of a phrase, as the tokenizer would split it."""
    return tuple(normalise(word) for word in WORD.findall(phrase))


@dataclass(frozen=True)
class Vocabulary:
    """Suits and card names of a game in their canonical spelling.

    Attributes
    ----------
    suits : tuple of str
        In order of first appearance in the card file.
    names : tuple of str
        In the order of the card file, each once.
    """

    suits: tuple[str, ...]
    names: tuple[str, ...]

    @cached_property
    def suit_by_words(self) -> dict[tuple[str, ...], str]:
        """Normalised words of a suit -> the suit."""
        return {words_of(suit): suit for suit in self.suits}

    @cached_property
    def name_by_words(self) -> dict[tuple[str, ...], str]:
        """Normalised words of a card name -> the name (for names somebody left unquoted)."""
        return {words_of(name): name for name in self.names}

    @cached_property
    def name_by_form(self) -> dict[str, str]:
        """Normalised card name -> the name."""
        return {normalise(name): name for name in self.names}

    @cached_property
    def longest(self) -> int:
        """Number of words of the longest suit or name."""
        return max((len(words) for words in [*self.suit_by_words, *self.name_by_words]), default=1)

    def __reduce__(self) -> tuple[type[Vocabulary], tuple[tuple[str, ...], tuple[str, ...]]]:
        """Pickle the words alone, not the tables made from them."""
        return (Vocabulary, (self.suits, self.names))
