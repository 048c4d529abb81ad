"""The deck of one game: its cards, what their texts mean, and the hash that identifies it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from sim.card_checks import Problems
from sim.card_file import COLUMNS
from sim.card_model import Card
from sim.cardtext.games import language_of
from sim.cardtext.tokens import CardTextError
from sim.cardtext.vocabulary import Vocabulary
from sim.errors import RealmvaleError
from sim.names import match, normalise

# The clauses of a text, as the syntax tree of its game has them.
CardText = tuple[Any, ...]
# What each kind of row is called.
_KINDS = {"card": "a card", "summoner": "a summoner", "artifact": "an artifact"}


@dataclass(frozen=True)
class CardSet:
    """The deck of one game with the sets in use.

    Attributes
    ----------
    path : Path
        The file it comes from, for messages.
    game : str
        ``fantasy_realms`` or ``vale_of_eternity``.
    sets : tuple of str
        The sets in use.
    cards : list of Card
        The deck in file order, without cards that another one replaces.
    vocabulary : Vocabulary
        Suits and names of all rows of the game, in the deck or not.
    sides : list of Card
        The sides of the summoners of these sets, in file order.
    artifacts : list of Card
        The artifact tiles of these sets, in file order.
    elsewhere : dict of str to Card
        All other rows of the game: of sets not in use, and what is no card, by folded name and id.
    """

    path: Path
    game: str
    sets: tuple[str, ...]
    cards: list[Card]
    vocabulary: Vocabulary = field(repr=False)
    sides: list[Card] = field(default_factory=list)
    artifacts: list[Card] = field(default_factory=list)
    elsewhere: dict[str, Card] = field(default_factory=dict, repr=False)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """Suits of the deck's cards or named in its texts, in the order of the whole file.

        What other sets of the file hold makes no difference to a deck.
        """
        rows = [*self.cards, *self.sides]
        met = {card.suit for card in rows} | set(_words([self.parsed, self.parsed_sides]))
        return tuple(suit for suit in self.vocabulary.suits if suit in met)

    @cached_property
    def deck_suits(self) -> tuple[str, ...]:
        """Suits of the cards of this deck alone, in order of first appearance."""
        return tuple(dict.fromkeys(card.suit for card in self.cards))

    @cached_property
    def parsed(self) -> list[CardText]:
        """What each card's text means, in the order of :attr:`cards`.

        Raises
        ------
        RealmvaleError
            Names the row, column and position of the first texts that cannot be read.
        """
        return parse_texts(self.path, self.cards, self.vocabulary)

    @cached_property
    def parsed_sides(self) -> list[CardText]:
        """What the text of each side of a summoner means; errors as in :attr:`parsed`."""
        return parse_texts(self.path, self.sides, self.vocabulary)

    @cached_property
    def parsed_artifacts(self) -> list[CardText]:
        """What the text of each artifact means; errors as in :attr:`parsed`."""
        return parse_texts(self.path, self.artifacts, self.vocabulary)

    @property
    def assumed(self) -> list[dict[str, str]]:
        """Cards, sides and artifacts with assumed fields, as ``{"id", "assumed"}``."""
        rows = [*self.cards, *self.sides, *self.artifacts]
        return [{"id": card.id, "assumed": card.assumed} for card in rows if card.assumed]

    @cached_property
    def sha256(self) -> str:
        """Hash of everything in the deck that a game can depend on, as 64 hex digits.

        The canonical form of texts is hashed, notes are not: neither the file's bytes nor the
        spelling of a text matter.
        """
        parsed = [*self.parsed, *self.parsed_sides, *self.parsed_artifacts]
        texts = [language_of(self.game).format_text(text) for text in parsed]
        rows = [
            [text, *(getattr(card, column) for column in COLUMNS if column not in ("text", "note"))]
            for card, text in zip([*self.cards, *self.sides, *self.artifacts], texts, strict=True)
        ]
        content = json.dumps([list(self.suits), rows], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()

    def index(self, name: str, more: Sequence[str] = ()) -> int:
        """Return the place in the deck of the card with this name or id (tolerant of spelling).

        Parameters
        ----------
        name : str
        more : sequence of str
            Names that would have done as well, to suggest.

        Raises
        ------
        RealmvaleError
            If there is none; the message says which set has it, or suggests the nearest name.
        """
        form = normalise(name)
        if form in self._places:
            return self._places[form]
        self.refuse(name, more)

    def refuse(self, name: str, more: Sequence[str] = ()) -> NoReturn:
        """Say that the deck has no card of this name: which set has one, or the nearest name.

        Parameters
        ----------
        name : str
        more : sequence of str
            Names that would have done as well as those of the cards.

        Raises
        ------
        RealmvaleError
            Always.
        """
        row = self.elsewhere.get(normalise(name))
        if row is not None and row.set not in self.sets:
            raise RealmvaleError(
                f"{row.name} is {_KINDS[row.kind]} of the set {row.set}, which isn't in use;"
                f" sets in use: {', '.join(self.sets)}"
            )
        if row is not None and row.kind != "card":
            raise RealmvaleError(f"{row.name} is {_KINDS[row.kind]}, not a card")
        match(name, [*(card.name for card in self.cards), *more])
        raise AssertionError("unreachable: every name of the deck has a place")

    @cached_property
    def _places(self) -> dict[str, int]:
        # "Some Card (first edition)" goes by "Some Card" as well, if no other card does
        short = {c.name.partition(" (")[0]: i for i, c in enumerate(self.cards) if " (" in c.name}
        places = {normalise(name): i for name, i in short.items()}
        places |= {normalise(card.id): i for i, card in enumerate(self.cards)}
        return places | {normalise(card.name): i for i, card in enumerate(self.cards)}


def _words(node: Any) -> Iterator[str]:
    """Yield all texts in a tree of tuples, lists and dataclasses."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, (tuple, list)):
        for child in node:
            yield from _words(child)
    elif is_dataclass(node):
        for part in fields(node):
            yield from _words(getattr(node, part.name))


def parse_texts(path: Path, cards: Sequence[Card], vocabulary: Vocabulary) -> list[CardText]:
    """Parse the texts of one game's rows, collecting the errors of all of them.

    Raises
    ------
    RealmvaleError
        With the first few texts that cannot be read.
    """
    problems = Problems(path)
    parsed: list[CardText] = []
    for card in cards:
        language = language_of(card.game)
        try:
            parsed.append(language.parse(card.text, vocabulary))
            language.check(parsed[-1], card.kind)
        except CardTextError as error:
            problems.add(card.row, "text", f"({card.name}) {error}")
    problems.check()
    return parsed
