"""The card language of each game: how its texts are read, written and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sim.cardtext import fantasy_realms, vale_of_eternity
from sim.cardtext.fantasy_realms_format import format_text as format_fantasy_realms
from sim.cardtext.fantasy_realms_words import WORDS as FANTASY_REALMS
from sim.cardtext.language import Language
from sim.cardtext.reference import Words
from sim.cardtext.vale_of_eternity_format import format_text as format_vale
from sim.cardtext.vale_of_eternity_places import check_kind
from sim.cardtext.vale_of_eternity_words import WORDS as VALE
from sim.cardtext.vocabulary import Vocabulary


@dataclass(frozen=True)
class GameLanguage:
    """What the rest of the package needs of a card language.

    Attributes
    ----------
    language : Language
        Grammar, keywords, error messages.
    words : mapping
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
    words: Words
    parse: Callable[[str, Vocabulary], tuple[Any, ...]]
    format_text: Callable[[Any], str]
    check: Callable[[Any, str], None] = lambda clauses, kind: None


LANGUAGES = {
    "fantasy_realms": GameLanguage(
        fantasy_realms.LANGUAGE, FANTASY_REALMS, fantasy_realms.parse, format_fantasy_realms
    ),
    "vale_of_eternity": GameLanguage(
        vale_of_eternity.LANGUAGE, VALE, vale_of_eternity.parse, format_vale, check_kind
    ),
}
