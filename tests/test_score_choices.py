"""Stated choices: what is legal, and what an illegal one is told."""

import random

import pytest
from reference.fantasy_realms_cards import SUITS
from support.decks import card_line, deck_with
from support.hands import base_scorer, score, unchecked
from test_reference_agreement import random_choices, random_hand

from sim.errors import RealmvaleError
from sim.fantasy_realms.hands import score_hand


def refusal(hand, *choices):
    with pytest.raises(RealmvaleError) as caught:
        score(hand, *choices)
    assert caught.value.exit_code == 2
    return str(caught.value)


@pytest.mark.parametrize(
    ("hand", "choice", "says"),
    [
        ("King, Mirage", "Mirage=Queen", "it can become any Land, Flood, Weather, Flame or Army"),
        ("King, Mirage", "Mirage=Swmap", "no card named 'Swmap'; did you mean Swamp?"),
        ("King, Mirage", "Island=Swamp", "Island can't choose, as it isn't in the hand"),
        ("King, Mirage", "Island=Swamp", "the hand's choices are those of Mirage"),
        (
            "King, Mirage",
            "King=Swamp",
            "King makes no choice; the hand's choices are those of Mirage",
        ),
        ("King, Queen", "King=Swamp", "no card of the hand makes a choice"),
        ("King, Mirage", "Miraje=Swamp", "did you mean Mirage?"),
        ("King, Mirage", "Mirage:Swamp", "written CARD=CHOICE, not 'Mirage:Swamp'"),
        ("King, Mirage", "Mirage=", "written CARD=CHOICE"),
        ("King, Book of Changes", "Book of Changes=King", "written CARD:SUIT, not 'King'"),
        ("King, Book of Changes", "Book of Changes=King:Armee", "did you mean Army?"),
        ("King, Book of Changes", "Book of Changes=Queen:Army", "Queen, which isn't in the hand"),
        ("King, Book of Changes", "Book of Changes=Book of Changes:Army", "itself"),
        (
            "King, Swamp, Island",
            "Island=King",
            "Island can't clear King; it can clear Swamp or Island",
        ),
        ("King, Island", "Island=Swamp", "Swamp, which isn't in the hand"),
        ("King, Doppelgänger", "Doppelgänger=Doppelgänger", "can't copy itself; it can copy King"),
        ("King, Doppelgänger", "Doppelgänger=Dragon", "Dragon, which isn't in the hand"),
    ],
)
def test_an_illegal_choice_is_told_what_is_legal(hand, choice, says):
    assert says in refusal(hand, choice)


def test_a_card_chooses_once():
    assert "Mirage chooses once" in refusal("King, Mirage", "Mirage=Swamp", "MIRAGE=Island")


def test_naming_the_present_suit_changes_nothing():
    assert score("Knights, Book of Changes", "Book of Changes=Knights:Army") == 12 + 3


def test_the_suit_wild_may_be_stated():
    # Wildfire spares cards of suit Wild, but not the Forest as a Land.
    hand = "Forest, Wildfire, Book of Changes"
    assert score(hand, "Book of Changes=Forest:Wild") == 7 + 40 + 3
    assert score(hand) == 40 + 3


def test_a_designers_giver_never_chooses_a_suit_that_is_only_for_statements(tmp_path):
    text = "choice: gives another card any suit but Wizard only if stated"
    deck = deck_with(tmp_path, book_of_changes={"text": text})
    hand = ["Bell Tower", "Book of Changes"]
    # A Wizard is worth 15 to the Bell Tower, but only a statement makes it one.
    assert score_hand(deck, hand) == 8 + 3
    assert score_hand(deck, hand, ["Book of Changes=Bell Tower:Wizard"]) == 8 + 15 + 3
    # Wild is a suit like any other to this card: Wildfire spares the Forest then.
    assert score_hand(deck, ["Forest", "Wildfire", "Book of Changes"]) == 7 + 40 + 3


@pytest.mark.parametrize(
    ("suit", "says"),
    [
        ("Sea", "there is no suit named 'Sea'"),
        ("floods", "there is no suit named 'floods'; did you mean Flood?"),
        ("Flods", "there is no suit named 'Flods'; did you mean Flood?"),
        ("Qqq", "there is no suit named 'Qqq'; expected Land, Flood, "),
    ],
)  # fmt: skip
def test_a_suit_of_a_set_not_in_use_can_not_be_given(tmp_path, suit, says):
    lines = [
        card_line(word.lower(), f"Card of {word}", word, 1, "").replace(",base,", ",cursed_hoard,")
        for word in ("Sea", "Floods")
    ]
    deck = deck_with(tmp_path, *lines)
    assert "Sea" not in deck.suits
    with pytest.raises(RealmvaleError) as caught:
        score_hand(deck, ["Knights", "Book of Changes"], [f"Book of Changes=Knights:{suit}"])
    assert says in str(caught.value)


@pytest.mark.parametrize("target", ["Island", "Candle", "Swamp"])
def test_island_may_be_stated_on_any_flood_or_flame(target):
    # Neither Island nor Candle has a penalty; the Swamp's -3 for the Candle is cleared.
    swamp = 18 if target == "Swamp" else 15
    assert score("Island, Candle, Swamp", f"Island={target}") == 14 + 2 + swamp


def test_island_loses_a_target_that_the_book_took_away():
    says = refusal("Island, Swamp, Book of Changes", "Island=Swamp", "Book of Changes=Swamp:Land")
    assert "Island can't clear Swamp; it can clear Island" in says


def test_a_card_that_its_own_new_suit_blanks_grounds_nobody():
    # The copy is a Weather, and so blanked with any Weather; the Dirigible never meets it.
    hand = "Doppelgänger, War Dirigible, Knights, Book of Changes"
    choices = ("Doppelgänger=War Dirigible", "Book of Changes=Doppelgänger:Weather")
    assert score(hand, *choices) == 35 + (20 - 8) + 3


def test_choices_may_be_a_mapping_and_cards_go_by_their_ids():
    scorer = base_scorer()
    hand = scorer.hand(["bell-tower", "book-of-changes"], partial=True)
    assert scorer.score(hand, {"book-of-changes": "bell-tower:wizard"}) == 8 + 15 + 3
    assert score_hand(scorer.deck, ["Dragon"]) == -10


def test_a_choice_not_stated_is_declined():
    # Mirage as a Flame keeps Smoke alive, but it isn't stated.
    assert score("Mirage, Smoke") == 0
    assert score("Mirage, Smoke", best=True) == 27


def test_the_best_choices_are_never_worse_than_any_legal_ones():
    rng = random.Random("no better")
    for _ in range(500):
        hand = random_hand(rng, 3)
        stated = [f"{who}={what}" for who, what in random_choices(rng, hand, wild=False)]
        assert base_scorer().score(unchecked(hand), stated) <= base_scorer().score(unchecked(hand))


def test_of_equal_choices_the_fewest_are_used():
    # Nothing in this hand gains by any choice.
    explanation = base_scorer().explain(unchecked(["Mirage", "Shapeshifter", "Candle", "Island"]))
    assert explanation.choices == ()
    # One choice is enough here: either Wild card may be the Wizard or the Flame alone.
    explanation = base_scorer().explain(unchecked(["Mirage", "Shapeshifter", "Smoke"]))
    assert len(explanation.choices) == 1


def test_of_equal_choices_the_first_of_the_card_file_is_made():
    # Any Flame will do for Smoke: Wildfire is the first in the file; King the first Leader.
    names = base_scorer().deck.names
    suit = {c.name: c.suit for c in base_scorer().deck.card_set.cards}
    for wild, card, wanted in (("Mirage", "Smoke", "Flame"), ("Shapeshifter", "Knights", "Leader")):
        first = next(name for name in names if suit[name] == wanted)
        (choice,) = base_scorer().explain(unchecked([wild, card])).choices
        assert choice == f"{wild} is {first} ({wanted})"


def test_the_reference_knows_the_same_suits():
    assert [s for s in base_scorer().deck.suits if s != "Wild"] == list(SUITS)
