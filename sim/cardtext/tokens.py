"""Split a card text into tokens: keywords of a grammar, suits, quoted names, and its signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from lark import Token

from sim.cardtext.vocabulary import WORD, Vocabulary
from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise

MAX_LENGTH = 2000
MAX_POINTS = 1000
QUOTES = '"“”„‟«»'

# Reads what begins at a place of a text: (type, value, end), or None if it is something else.
Reader = Callable[[str, int], tuple[str, str, int] | None]

_BLANK = re.compile(r"\s+")
_SIGNED = re.compile(r"([+\-−–])\s*([0-9]+)?")
_RATIO = re.compile(r"([0-9]+)\s*:\s*([0-9]+)")
_NUMBER = re.compile(r"[0-9]+")
_PUNCTUATION = {
    **{",": "COMMA", ";": "SEMICOLON", ":": "COLON"},
    **{"(": "LPAR", ")": "RPAR", "|": "VBAR", "/": "SLASH"},
}


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


def tokens(
    text: str, vocabulary: Vocabulary, keywords: Mapping[str, str], readers: Sequence[Reader]
) -> Iterator[Token]:
    """Yield the tokens of a text, one at a time, so that the first mistake is found first.

    Parameters
    ----------
    text : str
        A card text.
    vocabulary : Vocabulary
        Suits and names in their canonical spelling, which the tokens carry.
    keywords : mapping of str to str
        Keyword in small letters -> its terminal in the grammar.
    readers : sequence of Reader
        The signs and numbers of the language; the first that reads something counts.

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
        kind, value, end = _token_at(text, position, vocabulary, keywords, readers)
        yield Token(kind, value, start_pos=position, end_pos=end)
        position = end


def _token_at(
    text: str,
    start: int,
    vocabulary: Vocabulary,
    keywords: Mapping[str, str],
    readers: Sequence[Reader],
) -> tuple[str, str, int]:
    """Return (type, value, end) of the token that begins at ``start``."""
    first = text[start]
    if first in QUOTES:
        return _quoted(text, start, vocabulary)
    for reader in readers:
        if found := reader(text, start):
            return found
    if WORD.match(text, start):
        return _word(text, start, vocabulary, keywords)
    if first in _PUNCTUATION:
        return _PUNCTUATION[first], first, start + 1
    raise CardTextError(f"the character '{first}' has no meaning here", start + 1)


def phrase(kind: str, words: str) -> Reader:
    """Return the reader of a token that is several words, such as ``, or``."""
    parts = [re.escape(part) for part in words.split()]
    pattern = re.compile(
        r"\s+".join(parts).replace(r",\s+", r",\s*") + r"(?![\w'’-])", re.IGNORECASE
    )

    def read(text: str, start: int) -> tuple[str, str, int] | None:
        found = pattern.match(text, start)
        return (kind, words, found.end()) if found else None

    return read


def read_signed(text: str, start: int) -> tuple[str, str, int] | None:
    """Read ``+5`` or ``-5`` (SIGNED), or a sign alone (SIGN)."""
    found = _SIGNED.match(text, start)
    if found is None:
        return None
    sign = "+" if found[1] == "+" else "-"
    if found[2] is None:
        return "SIGN", sign, found.start() + 1
    return "SIGNED", sign + _small(found[2], start), found.end()


def read_ratio(text: str, start: int) -> tuple[str, str, int] | None:
    """Read ``3:10``."""
    found = _RATIO.match(text, start)
    if found is None:
        return None
    return "RATIO", f"{_small(found[1], start)}:{_small(found[2], start)}", found.end()


def read_number(text: str, start: int) -> tuple[str, str, int] | None:
    """Read a whole number."""
    found = _NUMBER.match(text, start)
    return None if found is None else ("NUMBER", _small(found[0], start), found.end())


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
