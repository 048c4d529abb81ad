"""Hands scored as sets of cards against the same hands scored slot by slot."""

from typing import Any

import numpy as np
import pytest
from support.decks import card_line, dealt_anew, deck_with

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.scoring import evaluate, plain_score

# Rules no card of the base set has, or not in this form.
RARE = [
    "bonus: +7 each Army with exactly 2 Land",
    "bonus: +30 with exactly 1 Weather and any Flood",
    "penalty: -total base strength of Beast, Leader",
    "penalty: -highest base strength of other Weapon",
    "penalty: -9 each Army, Weather unless any Wizard",
    "penalty: -5 each Army, or -12 each Land",
    "penalty: -8 unless any Army; -3 each Flame",
    "bonus: +4 each Army; +6 each Land; +8 each Flood",
    "bonus: +20 with any Army and any Land and any Flood and any Flame",
    "bonus: +60 with all suits different; +2 each card",
    "bonus: sets of different names 2:5 3:17; clears Flame from penalties",
    "bonus: runs of base strength 2:4 4:30; clears Army, Land",
    "penalty: blanked unless any Army, Flood; blanked unless any Land; blanked with any Leader",
    "penalty: blanked with any Artifact; -2 each other card",
    "penalty: blanked unless any Army; blanked unless any Flame; blanked unless any Weather",
    "penalty: blanks other card except Land, Wizard",
    "penalty: blanks Army, Land; blanked with any Beast",
    "bonus: clears Army from penalties of Land, Weather; +5 each Weapon",
]


def hands_of(deck: Deck, number: int, seed: int) -> list[np.ndarray]:
    """Random hands of one to nine cards, cards rising."""
    rng = np.random.default_rng(seed)
    n = int(deck.tables[0].n_cards)
    return [np.sort(rng.choice(n, int(rng.integers(1, 10)), False)) for _ in range(number)]


def slot_by_slot(t: Any, h: Any, hand: np.ndarray) -> int:
    lay_out(t, h, hand, len(hand))
    h.depth = 0
    return int(evaluate(t, h))


def check(deck: Deck, number: int, seed: int) -> None:
    t, h = deck.tables[0], tb.new_hands(1)[0]
    for hand in hands_of(deck, number, seed):
        want = slot_by_slot(t, h, hand)
        assert int(plain_score(t, h, hand, len(hand))) == want, [deck.names[c] for c in hand]


def test_the_masks_hold_the_whole_base_deck(deck):
    masks = deck.tables[0].masks
    assert (masks.usable, masks.slow) == (1, 0)
    check(deck, 3_000, seed=1)


@pytest.mark.parametrize("seed", range(3))
def test_decks_that_do_not_exist(tmp_path, seed):
    check(dealt_anew(tmp_path, seed), 1_000, seed)


@pytest.mark.parametrize("seed", range(4))
def test_rules_no_base_card_has(tmp_path, seed):
    check(dealt_anew(tmp_path, seed, RARE), 1_500, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_many_decks_with_rare_rules(tmp_path, seed):
    check(dealt_anew(tmp_path, 100 + seed, RARE if seed % 3 else ()), 4_000, seed)


def test_cards_the_masks_cannot_hold_are_known_to_be_slow(tmp_path):
    """A card that looks outside the hand is scored slot by slot, the others aren't."""
    deck = deck_with(tmp_path, knights={"text": "bonus: +5 each Army in the discard area"})
    assert int(deck.tables[0].masks.slow) == 1 << deck.names.index("Knights")


def test_strengths_outside_a_word_make_runs_slow(tmp_path):
    deck = deck_with(tmp_path, knights={"value": "75"})
    assert int(deck.tables[0].masks.slow) == 1 << deck.names.index("Gem of Order")
    check(deck, 500, seed=5)


def test_a_deck_too_large_for_a_word_does_without_masks(tmp_path):
    more = [
        card_line(f"more-{k}", f"More {k}", "Army", k, "bonus: +3 each Land") for k in range(11)
    ]
    deck = deck_with(tmp_path, *more)
    assert int(deck.tables[0].n_cards) == tb.MASK_CARDS + 1
    assert not int(deck.tables[0].masks.usable)
    check(deck, 500, seed=6)
