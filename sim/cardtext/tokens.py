"""Split a card text into tokens: keywords of a grammar, suits, quoted names, numbers, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lark import Token

from sim.cardtext.vocabulary import WORD, Vocabulary
from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise

MAX_LENGTH = 2000
MAX_POINTS = 1000
QUOTES = '"“”„‟«»'

_BLANK = re.compile(r"\s+")
_ALT = re.compile(r",\s*or(?![\w'’-])", re.IGNORECASE)
_SIGNED = re.compile(r"([+\-−–])\s*([0-9]+)?")
_RATIO = re.compile(r"([0-9]+)\s*:\s*([0-9]+)")
_NUMBER = re.compile(r"[0-9]+")
_PUNCTUATION = {",": "COMMA", ";": "SEMICOLON", ":": "COLON"}


class CardTextError(RealmvaleError):
    """A card text that cannot be read.

    Attributes
    ----------
    problem : str
        What is wrong, without the place.
    position : int
        1-based character of the text where it is wrong.
    """

    def __init__(self, problem: str, position: int) -> None:
        super().__init__(f"position {position}: {problem}")
        self.problem = problem
        self.position = position


def place(token: Token) -> int:
    """Return the 1-based character at which a token begins."""
    return (token.start_pos or 0) + 1


def tokens(text: str, vocabulary: Vocabulary, keywords: Mapping[str, str]) -> Iterator[Token]:
    """Yield the tokens of a text, one at a time, so that the first mistake is found first.

    Parameters
    ----------
    text : str
        A card text.
    vocabulary : Vocabulary
        Suits and names in their canonical spelling, which the tokens carry.
    keywords : mapping of str to str
        Keyword in small letters -> its terminal in the grammar.

    Yields
    ------
    Token
        With ``start_pos`` and ``end_pos``; an unknown word has the type ``UNKNOWN``.

    Raises
    ------
    CardTextError
        For an unknown or unclosed name, a stray character, a number out of range.
    """
    if len(text) > MAX_LENGTH:
        raise CardTextError(
            f"the text has {len(text)} characters, at most {MAX_LENGTH} are allowed", MAX_LENGTH + 1
        )
    position = 0
    while position < len(text):
        blank = _BLANK.match(text, position)
        if blank is not None:
            position = blank.end()
            continue
        kind, value, end = _token_at(text, position, vocabulary, keywords)
        yield Token(kind, value, start_pos=position, end_pos=end)
        position = end


def _token_at(
    text: str, start: int, vocabulary: Vocabulary, keywords: Mapping[str, str]
) -> tuple[str, str, int]:
    """Return (type, value, end) of the token that begins at ``start``."""
    first = text[start]
    if first in QUOTES:
        return _quoted(text, start, vocabulary)
    if found := _ALT.match(text, start):
        return "ALT", ", or", found.end()
    if found := _SIGNED.match(text, start):
        sign = "+" if found[1] == "+" else "-"
        if found[2] is None:
            return "SIGN", sign, found.start() + 1
        return "SIGNED", sign + _small(found[2], start), found.end()
    if found := _RATIO.match(text, start):
        size, points = _small(found[1], start), _small(found[2], start)
        return "RATIO", f"{size}:{points}", found.end()
    if found := _NUMBER.match(text, start):
        return "NUMBER", _small(found[0], start), found.end()
    if WORD.match(text, start):
        return _word(text, start, vocabulary, keywords)
    if first in _PUNCTUATION:
        return _PUNCTUATION[first], first, start + 1
    raise CardTextError(f"the character '{first}' has no meaning here", start + 1)


def _small(digits: str, start: int) -> str:
    """Return the number in canonical form, refusing one that no card needs."""
    if int(digits) > MAX_POINTS:
        raise CardTextError(f"{digits[:20]} is too large, at most {MAX_POINTS}", start + 1)
    return str(int(digits))


def _quoted(text: str, start: int, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """Read a card name in straight or typographic double quotes."""
    end = next((i for i in range(start + 1, len(text)) if text[i] in QUOTES), None)
    if end is None:
        raise CardTextError("the double quote that opens here is never closed", start + 1)
    inner = " ".join(text[start + 1 : end].split())
    form = normalise(inner)
    if form in vocabulary.name_by_form:
        return "A_NAME", vocabulary.name_by_form[form], end + 1
    for suit in vocabulary.suits:
        if normalise(suit) == form:
            raise CardTextError(
                f"there is no card named '{inner}'; write the suit {suit} without quotes", start + 1
            )
    hint = did_you_mean(inner, vocabulary.names)
    raise CardTextError(f"there is no card named '{inner}'{hint}", start + 1)


def _word(
    text: str, start: int, vocabulary: Vocabulary, keywords: Mapping[str, str]
) -> tuple[str, str, int]:
    """Read the longest suit that begins here, or else a keyword, or else an unknown word."""
    words: list[str] = []
    ends: list[int] = []
    position = start
    while len(words) < vocabulary.longest and (found := WORD.match(text, position)):
        words.append(normalise(found[0]))
        ends.append(found.end())
        blank = _BLANK.match(text, found.end())
        if blank is None:
            break
        position = blank.end()
    for n in range(len(words), 0, -1):
        if n == 1 and words[0] in keywords:
            return keywords[words[0]], words[0], ends[0]
        suit = vocabulary.suit_by_words.get(tuple(words[:n]))
        if suit is not None:
            return "A_SUIT", suit, ends[n - 1]
    for n in range(len(words), 0, -1):
        name = vocabulary.name_by_words.get(tuple(words[:n]))
        if name is not None:
            raise CardTextError(f'card names stand in double quotes: "{name}"', start + 1)
    return "UNKNOWN", text[start : ends[0]], ends[0]
