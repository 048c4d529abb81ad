"""How a printed face matches a filter, and how the kernels match it word by word, are the same.

The compiler enters the matches of printed cards as pairs; faces that choices make are matched by
composing suits and names. Both must agree on every card as printed.
"""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from support import card_filters
from support.hands import base_deck

from sim.card_model import Card
from sim.card_set import CardSet
from sim.cardtext import fantasy_realms_ast as ast
from sim.cardtext.fantasy_realms_format import format_text
from sim.cardtext.vocabulary import Vocabulary
from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck, compile_deck
from sim.fantasy_realms.matching import match_face

SUITS = ("Army", "Land", "Wild", "Flood")
NAMES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm")
OWN = 1 << (4 * tb.FLAT)


def in_section(cards: ast.Filter, section: str) -> ast.Clause:
    """A clause whose only term is the filter; words are entered for penalties alone."""
    if section == "penalty":
        return ast.Clause("penalty", ast.Blanks(cards))
    return ast.Clause("bonus", ast.Points((ast.Amount(1, "each", cards),)))


@st.composite
def decks(draw) -> Deck:
    """Two to five cards of any suits, each with up to three filters over all suits and names."""
    sections = st.sampled_from(["bonus", "penalty"])
    clause = st.builds(in_section, card_filters.filters(SUITS, NAMES), sections)
    cards = []
    for row, name in enumerate(NAMES[: draw(st.integers(2, len(NAMES)))], 2):
        text = format_text(tuple(draw(st.lists(clause, max_size=3))))
        suit = draw(st.sampled_from(SUITS))
        cards.append(
            Card("fantasy_realms", "base", "card", name.lower(), name, suit, 1, 0, 0, "", text,
                 "card", "", "", row)
        )  # fmt: skip
    vocabulary = Vocabulary(SUITS, NAMES)
    return compile_deck(
        CardSet(Path("made-up.csv"), "fantasy_realms", ("base",), cards, vocabulary)
    )


def mismatches(deck: Deck) -> list[tuple[str, str]]:
    """Pairs of cards whose match by words is not the one that was entered."""
    t, n = deck.tables[0], len(deck.names)
    wrong = []
    for rule in range(n):
        for card in range(n):
            face = (int(t.name[card]), int(t.suits[card]))
            itself = int(rule == card)
            pair = int(t.pair[rule * n + card])
            by_words = match_face(t, rule, itself, *face, 0)
            same = by_words & ~OWN == pair & ~OWN
            if itself:
                same &= match_face(t, rule, 0, *face, 0) == int(t.twin[rule])
            if not same:
                wrong.append((deck.names[rule], deck.names[card]))
    return wrong


@settings(deadline=None)
@given(decks())
def test_words_match_as_the_printed_cards_do(deck):
    assert mismatches(deck) == []


def test_words_match_as_the_printed_cards_do_in_the_base_set():
    assert mismatches(base_deck()) == []


def test_a_wrong_word_would_be_found():
    deck = base_deck()
    deck = Deck(deck.card_set, deck.tables.copy(), deck.suits)
    t = deck.tables[0]
    swamp, army = deck.names.index("Swamp"), deck.suits.index("Army")
    t.by_suit[swamp * t.n_suits + army] = 0
    armies = {card.name for card in deck.card_set.cards if card.suit == "Army"}
    assert set(mismatches(deck)) == {("Swamp", army) for army in armies}
