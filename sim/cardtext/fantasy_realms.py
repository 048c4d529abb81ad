"""Parser of the card language of Fantasy Realms: a text in, the clauses it means out."""

from __future__ import annotations

from lark import Token

from sim.cardtext.fantasy_realms_ast import CardText
from sim.cardtext.fantasy_realms_build import build
from sim.cardtext.language import Language
from sim.cardtext.tokens import phrase, read_number, read_ratio, read_signed
from sim.cardtext.vocabulary import Vocabulary


def _advice(token: Token, accepted: set[str], before: Token | None) -> tuple[str, str] | None:
    if token.type == "A_NAME" and before is not None and before.type == "OTHER":
        return (
            "'other' stands before a suit or 'card', never before a name",
            f'; write "{token}" alone',
        )
    if token.type == "NUMBER" and "SIGNED" in accepted:
        return f"'{token}' needs its sign", f"; write +{token} or -{token}"
    return None


LANGUAGE = Language(
    "fantasy_realms.lark",
    readers=(phrase("ALT", ", or"), read_signed, read_ratio, read_number),
    spoken={
        "SIGNED": "an amount like +5",
        "SIGN": "an amount like +5",
        "RATIO": "a pair like 3:10",
        "ALT": "', or'",
    },
    suit="suit",
    advice=_advice,
)


def parse(text: str, vocabulary: Vocabulary) -> CardText:
    """Read a card text.

    Parameters
    ----------
    text : str
        Clauses such as ``penalty: blanks Flood; -5 each Army, Leader``; empty for a plain card.
    vocabulary : Vocabulary
        Suits and names that the text may use; the result carries their canonical spelling.

    Returns
    -------
    CardText
        One :class:`~sim.cardtext.fantasy_realms_ast.Clause` for each clause, in order.

    Raises
    ------
    CardTextError
        Names the position (1-based), what is wrong and the nearest valid word.
    """
    return build(LANGUAGE.tree(text, vocabulary))


def keywords() -> frozenset[str]:
    """Return the keywords of the language, in small letters: a suit must not consist of them."""
    return frozenset(LANGUAGE.keywords)
