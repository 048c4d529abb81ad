"""Small made-up decks, with choices, blanking and counts, whose hands can all be tried."""

from pathlib import Path

from support.card_files import HEADER, deck_of
from support.decks import card_line

from sim.fantasy_realms.compile import Deck, compile_deck

SUITS = ("Tide", "Ember", "Root", "Gale")
TEXTS = (
    "bonus: +6 each Ember",
    "penalty: blanks Gale; -3 each Root",
    "choice: copies name, base strength, suit and penalty of another card in hand",
    "",
    "bonus: +11 with any Tide, or +3 each Gale",
    "penalty: blanked unless any Root",
    "choice: copies name and suit of any Tide, Root in the game",
    "bonus: sets of different names 3:10 4:40; clears Ember",
)


def small_deck(
    folder: Path,
    size: int,
    values: dict[int, int] | None = None,
    leave_out: frozenset[int] = frozenset(),
    texts: dict[int, str] | None = None,
) -> Deck:
    """A deck of `size` cards, with base strengths or texts of some changed and some left out."""
    lines = [HEADER]
    for k in range(size):
        if k in leave_out:
            continue
        value = (values or {}).get(k, (7 * k) % 23)
        suit = SUITS[k % len(SUITS)]
        text = TEXTS[k % len(TEXTS)] if k < 2 * len(TEXTS) else f"bonus: +{k % 9} each {suit}"
        text = (texts or {}).get(k, text)
        lines.append(card_line(f"card-{k}", f"Card {k}", suit, value, text))
    return compile_deck(deck_of(folder, "\n".join(lines) + "\n"))


#: Texts that give a small deck every kind of choice, and a card that takes an extra one.
CHOOSING = {
    8: "choice: gives another card any suit",
    9: "choice: clears one Ember, Gale",
    10: "extra: may take one Tide, Ember from the discard area",
    11: "penalty: -17 unless any Gale; bonus: runs of base strength 3:9 4:21",
}


def choosing_deck(folder: Path, size: int, **changes: dict[int, int]) -> Deck:
    """A small deck in which every kind of choice is made and an extra card may be taken."""
    return small_deck(folder, size, texts=CHOOSING, **changes)
