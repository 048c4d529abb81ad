"""Parser of the card language of The Vale of Eternity: a text in, the clauses it means out."""

from __future__ import annotations

from lark import Token

from sim.cardtext.language import Language
from sim.cardtext.tokens import phrase, read_number, read_signed
from sim.cardtext.vale_of_eternity_ast import CardText
from sim.cardtext.vale_of_eternity_build import build
from sim.cardtext.vocabulary import Vocabulary

# Forms of keywords that mean the same: the reader says "card", the writer "cards".
_ALIASES = {
    f"{word}s": word
    for word in (
        *("card", "point", "stone", "cost", "curse", "ward", "area", "round", "effect", "value"),
        *("opponent", "player", "colour"),
    )
} | {"families": "family", "an": "a", "are": "is", "color": "colour", "count": "counts"}


def _advice(token: Token, accepted: set[str], before: Token | None) -> tuple[str, str] | None:
    if token.type in ("SIGNED", "SIGN") and "NUMBER" in accepted:
        n = str(token).lstrip("+-")
        return f"'{token}' has a sign too many", f"; write {n}" if n else ""
    if token.type == "NUMBER" and "SIGNED" in accepted:
        return f"'{token}' needs its sign", f"; write +{token} or -{token}"
    return None


LANGUAGE = Language(
    "vale_of_eternity.lark",
    readers=(
        phrase("_THEN", ", then"),
        phrase("_OTHERWISE", ", otherwise"),
        phrase("OR_MORE", "or more"),
        phrase("OR_LESS", "or less"),
        phrase("_AND_WITH", "and with"),
        phrase("_AND_WITHOUT", "and without"),
        read_signed,
        read_number,
    ),
    spoken={
        "SIGNED": "an amount like +1",
        "_THEN": "', then'",
        "_OTHERWISE": "', otherwise'",
        "OR_MORE": "'or more'",
        "OR_LESS": "'or less'",
        "_AND_WITH": "'and with'",
        "_AND_WITHOUT": "'and without'",
    },
    suit="family",
    aliases=_ALIASES,
    advice=_advice,
)


def parse(text: str, vocabulary: Vocabulary) -> CardText:
    """Read a card text.

    Parameters
    ----------
    text : str
        Clauses such as ``instant: gain 2 red; resolution: recover this``; empty for a plain card.
    vocabulary : Vocabulary
        Families and names that the text may use; the result carries their canonical spelling.

    Returns
    -------
    CardText
        One :class:`~sim.cardtext.vale_of_eternity_ast.Clause` for each clause, in order.

    Raises
    ------
    CardTextError
        Names the position (1-based), what is wrong and the nearest valid word.
    """
    return build(LANGUAGE.tree(text, vocabulary))


def keywords() -> frozenset[str]:
    """Return the keywords of the language, in small letters: a family must not consist of them."""
    return frozenset(LANGUAGE.keywords)
