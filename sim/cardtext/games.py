"""The card language of each game: how its texts are read, written and checked.

A game's parser is only imported for one who reads its texts: a run of one game doesn't wait for
the other's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sim.cardtext.language import Language
from sim.cardtext.vocabulary import Vocabulary


@dataclass(frozen=True)
class GameLanguage:
    """What the rest of the package needs of a card language.

    Attributes
    ----------
    language : Language
        Grammar, keywords, error messages.
    words : mapping of str to (str, str)
        Meaning and example of each rule of the grammar.
    parse : callable
        A text and the words of the game -> its clauses (a tuple, empty for a plain card).
    format_text : callable
        Clauses -> their one canonical text.
    check : callable
        Raises a CardTextError if a row of this kind (card, summoner, artifact) cannot have these
        clauses.
    """

    language: Language
    words: dict[str, tuple[str, str]]
    parse: Callable[[str, Vocabulary], tuple[Any, ...]]
    format_text: Callable[[Any], str]
    check: Callable[[Any, str], None]


@cache
def language_of(game: str) -> GameLanguage:
    """Return the card language of ``fantasy_realms`` or ``vale_of_eternity``."""
    if game == "fantasy_realms":
        from sim.cardtext.fantasy_realms import parse as parse_realms
        from sim.cardtext.fantasy_realms_format import format_text as format_realms
        from sim.cardtext.fantasy_realms_words import WORDS as REALMS

        return GameLanguage(
            _language(game), dict(REALMS), parse_realms, format_realms, lambda clauses, kind: None
        )
    from sim.cardtext.vale_of_eternity import parse as parse_vale
    from sim.cardtext.vale_of_eternity_format import format_text as format_vale
    from sim.cardtext.vale_of_eternity_places import check_kind
    from sim.cardtext.vale_of_eternity_words import WORDS as VALE

    return GameLanguage(_language(game), dict(VALE), parse_vale, format_vale, check_kind)


def reserved_words(game: str) -> frozenset[str]:
    """Return the words that a game's language keeps for itself: no suit may consist of them."""
    return _language(game).words


def _language(game: str) -> Language:
    if game == "fantasy_realms":
        from sim.cardtext.fantasy_realms_language import LANGUAGE as REALMS

        return REALMS
    from sim.cardtext.vale_of_eternity_language import LANGUAGE as VALE

    return VALE
