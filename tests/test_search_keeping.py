"""Which card to keep from being blanked, where it pays to keep one that nobody blanks.

With three cards that blank others, or themselves, a card that stays anyway may still be worth
keeping: it then counts for certain, before others go in a cycle. The search has to try all cards
there, not only those that are blanked else; here everything is tried.
"""

from __future__ import annotations

import numpy as np
import pytest
from support.card_files import HEADER, deck_of
from support.decks import card_line
from test_search_exhaustive import try_all

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.search import best_score

GUARD = ("Guard", "Outsider", 0, "choice: one other card cannot be blanked")
MASK = ("Mask", "Wild", 0, "choice: copies name and suit of any Wizard, Leader in the game")
# Bear and Fox blank each other, so both go, and the Hawk stays. But if the Hawk cannot be blanked
# by the Fox, it blanks the Bear before that, and the Fox stays too.
BLANKING = [
    ("Hawk", "Army", 5, "penalty: blanks Beast"),
    ("Bear", "Beast", 1, "penalty: blanks Flame"),
    ("Fox", "Flame", 30, "penalty: blanks Beast, Army"),
]
# Root and Brook need each other and stay; Spark, Ash and Dust go together, all for what is there
# before. But if the Root cannot be blanked, it is certain that the Spark goes, and the other two
# need not go after it.
SELFISH = [
    ("Root", "Land", 4, "penalty: blanked unless any Flood"),
    ("Brook", "Flood", 3, "penalty: blanked unless any Land"),
    ("Spark", "Flame", 50, "penalty: blanked with any Land"),
    ("Ash", "Weather", 60, "penalty: blanked with any Flame"),
    ("Dust", "Beast", 60, "penalty: blanked with any Flame"),
]
OTHERS = [("Sage", "Wizard", 6, ""), ("Duke", "Leader", 7, "")]


def made_up(folder, cards):
    """A deck of some cards, to whose suits the mask adds two."""
    lines = [
        card_line(name.lower(), name, suit, value, text)
        for name, suit, value, text in [*cards, *OTHERS]
    ]
    return compile_deck(deck_of(folder, "\n".join([HEADER, *lines]) + "\n"))


def best_and_kept(deck, names):
    """The best score of a hand, the same by trying everything, and which card is kept."""
    t, h = deck.tables[0], tb.new_hands(1)[0]
    hand = np.sort(np.array([deck.names.index(name) for name in names], np.int64))
    tried, picks = try_all(t, h, hand)
    found = int(best_score(t, h, hand, len(hand)))
    assert [tuple(map(int, h.best_pick[k])) for k in range(h.depth)] == picks
    guard = [int(h.card[h.chooser[k]]) for k in range(h.depth)].index(deck.names.index("Guard"))
    return found, tried, deck.names[hand[picks[guard][0]]]


@pytest.mark.parametrize(
    ("cards", "score", "kept"),
    [(BLANKING, 5 + 30, "Hawk"), (SELFISH, 4 + 3 + 60 + 60, "Root")],
    ids=["blank others", "blank themselves"],
)
def test_a_card_that_stays_may_be_worth_keeping_among_three_that_blank(
    tmp_path, cards, score, kept
):
    deck = made_up(tmp_path, [*cards, GUARD, MASK])
    names = [name for name, *_ in [*cards, GUARD, MASK]]
    assert best_and_kept(deck, names) == (score, score, kept)


def test_with_two_the_card_to_keep_is_one_that_is_blanked(tmp_path):
    # The Fox blanks the Hawk, and nobody the Fox.
    deck = made_up(tmp_path, [*BLANKING, GUARD, MASK])
    assert best_and_kept(deck, ["Hawk", "Fox", "Guard", "Mask"]) == (35, 35, "Hawk")
