"""Colours of suits: seen on light and on dark paper, and never taken for the report's own."""

import pytest

from analysis.figures import _VARIABLES, MUTED
from analysis.suits import _KNOWN, _SPARE, suit_colour
from sim.cards import load_cards

LIGHT, DARK = "#fffffe", "#14181d"
COLOURS = sorted({*_KNOWN.values(), *_SPARE})


def luminance(colour):
    """Relative luminance by WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_stand_out_from_either_paper(colour):
    # WCAG 2.2 asks 3 to 1 of what is no text.
    assert contrast(colour, LIGHT) >= 3
    assert contrast(colour, DARK) >= 3


def test_no_suits_colour_is_one_that_follows_the_readers_mode():
    assert not {*COLOURS} & {colour.lower() for colour in _VARIABLES}


@pytest.mark.parametrize("game", ["fantasy_realms", "vale_of_eternity"])
def test_suits_of_a_game_differ(game):
    suits = {card.suit for card in load_cards().cards if card.game == game and card.suit}
    assert len({suit_colour(suit) for suit in suits}) == len(suits)


def test_a_suit_of_ones_own_always_has_the_same_colour_and_none_is_grey():
    assert suit_colour("Pirate") == suit_colour("pirate") in _SPARE
    assert suit_colour("") == suit_colour(None) == MUTED
