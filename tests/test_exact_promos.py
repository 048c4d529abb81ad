"""Exact counts over all hands of a deck with promo cards, against direct scoring and reference."""

import itertools
import random

import numpy as np
import pytest
from reference.fantasy_realms_hoard_cards import PRINTED, deck_of
from reference.fantasy_realms_quick import best_quick
from reference.fantasy_realms_scorer import Table
from support.small_decks import CHOOSING, small_deck

from sim.card_changes import changed_deck
from sim.cards import load_cards
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.exact.extra import best_extra_hands
from sim.fantasy_realms.exact.hands import fill, open_hands
from sim.fantasy_realms.exact.scores import all_scores
from sim.fantasy_realms.hands import Hand, HandScorer
from sim.jit import JITTED

pytestmark = pytest.mark.skipif(not JITTED, reason="plain Python kernels use no table")

BASE = [
    "basilisk", "wildfire", "great-flood", "rainstorm", "smoke", "gem-of-order", "beastmaster",
    "necromancer", "doppelganger", "book-of-changes",
]  # fmt: skip
DECKS = {"promo": [*BASE, "jester", "phoenix"], "promo_original": [*BASE, "Phoenix"]}


@pytest.mark.parametrize("promo", DECKS)
def test_hands_with_a_promo_count_as_they_score(promo, tmp_path):
    names = DECKS[promo]
    whole = load_cards().select("fantasy_realms", ["base", promo])
    wanted = {whole.index(name) for name in names}
    others = [card.id for k, card in enumerate(whole.cards) if k not in wanted]
    deck = compile_deck(changed_deck(None, "fantasy_realms", ["base", promo], removed=others))
    size = len(deck.names)
    assert size == len(names)
    hands, _ = open_hands(deck, tmp_path)
    fill(hands)
    every = sorted(itertools.combinations(range(size), 7), key=lambda hand: hand[::-1])
    stored = hands.scores(0, hands.total).tolist()
    scorer = HandScorer(deck)
    assert stored == [scorer.score(Hand(hand)) for hand in every]

    # the plain reference, which knows nothing of tables
    names = [PRINTED.get(name, name) for name in deck.names]
    table = Table(deck_of(f"base,{promo}"), (), 3)
    for place in random.Random(3).sample(range(len(every)), 40):
        assert stored[place] == best_quick([names[c] for c in every[place]], table)[0]

    scores = all_scores(hands)
    by_card = np.zeros(size, np.int64)
    for hand, score in zip(every, stored, strict=True):
        by_card[list(hand)] += score
    assert scores.pairs.diagonal().tolist() == by_card.tolist()

    # the best hand with a card that the Necromancer takes, every one tried
    (best,) = best_extra_hands(hands, scores)
    assert best.score == best_of_eight(deck, deck.names.index("Necromancer"))


def test_the_best_hand_with_an_extra_card_is_found_whatever_a_bonus_counts(tmp_path):
    """Odd base strengths and penalties of other cards, in a deck of one's own."""
    texts = {
        **CHOOSING,
        3: "bonus: +8 each penalty not cleared",
        7: "bonus: +9 each other card of odd base strength, or +40 with all base strengths odd",
    }
    deck = small_deck(tmp_path, 13, texts=texts)
    hands, _ = open_hands(deck, tmp_path)
    fill(hands)
    (best,) = best_extra_hands(hands, all_scores(hands))
    assert best.score == best_of_eight(deck, 10)


def best_of_eight(deck, holder):
    """The best score of a hand of seven with a card that its holder may take, all tried."""
    scorer, t = HandScorer(deck), deck.tables[0]
    return max(
        scorer.score(Hand(hand))
        for hand in itertools.combinations(range(len(deck.names)), 8)
        if holder in hand and any(t.extra[holder, card] for card in hand if card != holder)
    )
