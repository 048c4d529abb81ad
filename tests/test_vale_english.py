"""Plain English of the second game's cards: from the tables, naming zones and amounts."""

import pytest
from support.vale_decks import card_line, card_set

from sim.cards import load_cards
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.english import Reader, explain_artifact, explain_card

CARDS = load_cards().select("vale_of_eternity")
DECK = compile_deck(CARDS)


def said(name):
    return Reader(DECK, DECK.names.index(name)).sentences()


EXPECTED = {
    "Hestia": ["Permanent: you may keep 2 more stones."],
    "Imp": [
        "Instant: gain 2 red stones.",
        "Resolution: recover this card (back to your hand).",
    ],
    "Burning Skull": ["Resolution: discard 1 red stone; if you did, gain 3 points."],
    "Lava Giant": [
        "Instant: gain 2 points for each fire card in your area (itself included).",
    ],
    "Phoenix": [
        "Permanent: whenever you summon another card, gain 1 point for each red stone paid.",
    ],
    "Kappa": [
        "Permanent: whenever you summon another card and pay for it with at least 1 blue stone,"
        " gain 2 points.",
    ],
    "Mimic": ["Resolution: take 1 earth card from the discard pile into your hand."],
    "Harpy": [
        "Resolution: if there are as many cards in your hand as cards in your area, gain 3 points.",
    ],
    "Odin": [
        "Resolution: if there are at most 5 cards in your hand, gain 2 points;"
        " otherwise gain 1 purple stone.",
    ],
    "Aeris": [
        "Instant: recover another card from your area (back to your hand), then gain points equal"
        " to the written cost of that card. It can only be summoned if all of this can be done.",
    ],
    "Hydra": [
        "Instant: choose 2 different ones of: gain 1 purple stone / draw 1 card / gain 2 blue"
        " stones / gain 4 points.",
    ],
    "Hae-tae": [
        "Permanent: the values of your blue and purple stones change places.",
    ],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_cards_as_they_would_be_said(name):
    assert said(name) == EXPECTED[name]


def test_every_card_is_said_in_whole_sentences():
    for name in DECK.names:
        for line in said(name):
            section, _, text = line.partition(": ")
            assert section in ("Instant", "Permanent", "Resolution")
            assert text.endswith(".")
            assert "  " not in text


def test_the_words_come_from_the_tables_not_from_the_text():
    deck = compile_deck(CARDS)
    t = deck.tables[0]
    card = deck.names.index("Poseidon")
    row = t.op[int(t.instant[card])]
    assert row.op == c.POINTS
    row.n = 17
    assert Reader(deck, card).sentences() == [
        "Instant: gain 17 points for each water card in your area (itself included)."
    ]


def test_a_card_of_another_family_does_not_count_itself(tmp_path):
    deck = card_set(
        tmp_path,
        [
            card_line("Mine", "Fire", 3, "instant: 2 points per wind card in your area"),
            card_line("Other", "Wind", 3, ""),
        ],
    )
    assert explain_card(deck, 0) == ["Instant: gain 2 points for each wind card in your area."]


WITH_ARTIFACTS = load_cards().select("vale_of_eternity", ("base", "artifacts"))
TILES = {
    "Book of Thoth": [
        "One of those of which 3 are drawn at random for a game.",
        "Once in your turn: upgrade up to 2 stones by one step (red to blue, blue to purple).",
    ],
    "Seven-League Boots": [
        "In every game of 3 or more players.",
        "When taken: reveal 1 card of the draw pile to the display. Put 1 card from the display"
        " into your shelter.",
    ],
    "Gem of Kukulkan": [
        "One of those of which 3 are drawn at random for a game.",
        "While held: whenever you sell a card, you may discard 1 red stone; if you did, take that"
        " card into your hand.",
    ],
}


@pytest.mark.parametrize("name", TILES)
def test_artifacts_as_they_would_be_said(name):
    places = {tile.name: k for k, tile in enumerate(WITH_ARTIFACTS.artifacts)}
    assert explain_artifact(WITH_ARTIFACTS, places[name]) == TILES[name]


def test_every_card_and_tile_of_artifacts_is_said_in_whole_sentences():
    said = [explain_artifact(WITH_ARTIFACTS, k) for k in range(11)]
    said += [explain_card(WITH_ARTIFACTS, k) for k in range(70, 98)]
    for line in (line for lines in said for line in lines):
        assert line.endswith(".")
        assert line[0].isupper()
