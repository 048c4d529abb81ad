"""Decks of the second game made in tests: the project's base cards with a card more or changed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sim.cards import CardSet, load_cards
from sim.cardtext.vale_of_eternity_ast import CardText
from sim.errors import RealmvaleError
from sim.vale_of_eternity.compile import Deck, compile_deck

HEADER = "game,set,kind,id,name,suit,value,curses,wards,replaces,text,source,assumed,note\n"


def card_line(name: str, family: str, cost: int, text: str) -> str:
    """Return a line of a card file for a base card."""
    slug = name.lower().replace(" ", "-")
    quoted = text.replace('"', '""')
    return f'vale_of_eternity,base,card,{slug},{name},{family},{cost},,,,"{quoted}",card,,\n'


def card_set(tmp_path: Path, lines: Sequence[str]) -> CardSet:
    """Return the deck of these lines."""
    path = tmp_path / "mine.csv"
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    return load_cards(path).select("vale_of_eternity")


def base_and(tmp_path: Path, *lines: str) -> Deck:
    """Return the compiled base deck with more cards."""
    path = tmp_path / "mine.csv"
    path.write_text(load_cards().path.read_text(encoding="utf-8") + "".join(lines), "utf-8")
    return compile_deck(load_cards(path).select("vale_of_eternity"))


def with_text(deck: CardSet, text: CardText) -> CardSet:
    """Return a deck whose first card has other clauses."""
    return _with_parsed(deck, [text, *deck.parsed[1:]])


def with_texts(deck: CardSet, texts: Sequence[CardText]) -> tuple[Deck, int]:
    """Return a deck with other texts on its first cards as far as they compile, and how many."""
    parsed = list(deck.parsed)
    for k, text in enumerate(texts):
        before, parsed[k] = parsed[k], text
        try:
            compile_deck(_with_parsed(deck, parsed))
        except RealmvaleError:
            parsed[k] = before
    new = sum(a is not b for a, b in zip(parsed, deck.parsed, strict=True))
    return compile_deck(_with_parsed(deck, parsed)), new


def _with_parsed(deck: CardSet, parsed: Sequence[CardText]) -> CardSet:
    changed = replace(deck)
    vars(changed)["parsed"] = list(parsed)
    return changed
