"""Parser of the card language of Fantasy Realms: a text in, the clauses it means out."""

from __future__ import annotations

from sim.cardtext.fantasy_realms_ast import CardText
from sim.cardtext.fantasy_realms_build import build
from sim.cardtext.fantasy_realms_language import LANGUAGE
from sim.cardtext.vocabulary import Vocabulary


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
    return LANGUAGE.words
