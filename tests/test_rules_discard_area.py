"""Amounts that count cards of the discard area: for decks that have them; the base set has none."""

import numpy as np
from support.decks import card_line, deck_with

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.outside import outside_of
from sim.fantasy_realms.scoring import plain_score

MOURNS = "bonus: +4 each Army, Beast in the discard area"
MOURNER = card_line("mourner", "Mourner", "Wizard", 10, MOURNS)
DEBTOR = card_line("debtor", "Debtor", "Beast", 20, "penalty: -5 each Army in the discard area")
ENVOY = card_line("envoy", "Envoy", "Leader", 3, "bonus: +10 each opponent")


def score(deck, hand, area=(), opponents=3):
    """The score of a hand with every choice declined, beside a discard area."""
    index = {name: i for i, name in enumerate(deck.names)}
    h = tb.new_hands(1)[0]
    places = np.array([index[name] for name in area], np.int64)
    h.outside = outside_of(deck.tables[0], places, len(places), opponents)
    cards = np.sort(np.array([index[name] for name in hand]))
    return plain_score(deck.tables[0], h, cards, len(cards))


def test_a_bonus_counts_matching_cards_of_the_area_only(tmp_path):
    deck = deck_with(tmp_path, MOURNER)
    assert score(deck, ["Mourner", "Hydra"]) == 10 + 12
    assert score(deck, ["Mourner", "Hydra"], ["Knights", "Dragon", "Candle"]) == 10 + 2 * 4 + 12


def test_a_word_struck_out_of_penalties_counts_nothing_in_the_area(tmp_path):
    deck = deck_with(tmp_path, DEBTOR)
    area = ["Knights", "Light Cavalry", "Candle"]
    assert score(deck, ["Debtor"], area) == 20 - 2 * 5
    assert score(deck, ["Debtor", "Rangers"], area) == 20 + 5  # Rangers: no Land, so 5 alone
    assert score(deck, ["Debtor", "Protection Rune"], area) == 20 + 1


def test_a_bonus_counts_opponents(tmp_path):
    assert score(deck_with(tmp_path, ENVOY), ["Envoy"], opponents=4) == 3 + 4 * 10
