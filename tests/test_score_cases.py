"""Hands that players asked about in public: FR-* by their ids, in every order of the cards."""

import csv
import itertools
import random
from pathlib import Path

import pytest
from support.hands import base_scorer, card, score

from sim.errors import RealmvaleError

with open(Path(__file__).parent / "data" / "cases_fantasy_realms.csv", encoding="utf-8") as _file:
    CASES = list(csv.DictReader(_file))

EXAMPLE_I = "Mountain, Great Flood, Smoke, Whirlwind, Air Elemental, Wildfire, Mirage"
LOWEST = "Necromancer, Warlock Lord, King, Queen, Warlord, Empress, Shapeshifter, Doppelgänger"


def orders(names: list[str]) -> list[list[str]]:
    """All orders of up to four cards, some of more."""
    if len(names) <= 4:
        return [list(order) for order in itertools.permutations(names)]
    rng = random.Random(len(names))
    return [names, names[::-1], *(rng.sample(names, len(names)) for _ in range(20))]


def test_all_30_cases_of_hands_are_here():
    assert len(CASES) == 30


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    choices = [choice for choice in case["choices"].split("|") if choice]
    scores = {score(names, *choices) for names in orders(case["card_names"].split("|"))}
    assert scores == {int(case["score"])}


def test_fr_18_naming_a_card_that_is_not_held_gives_the_collector_a_fifth_name():
    hand = "Island, Great Flood, Fountain of Life, Wildfire, Book of Changes, Mirage, Collector"
    assert score(hand, "Island=Wildfire", "Book of Changes=Wildfire:Flood", "Mirage=Swamp") == 237


def test_fr_24_the_best_choice_is_found_and_the_worst_is_205():
    assert score(EXAMPLE_I, best=True) == 260
    faces = [
        c.name
        for c in base_scorer().deck.card_set.cards
        if c.suit in ("Army", "Land", "Weather", "Flood", "Flame")
    ]
    assert len(faces) == 25
    assert min(score(EXAMPLE_I, f"Mirage={face}") for face in faces) == 205


def test_fr_27_the_best_choices_of_the_lowest_hand_give_minus_4():
    assert score(LOWEST, best=True) == -4


def test_fr_29_an_unused_island_leaves_59():
    hand = "Book of Changes, Basilisk, Island, Dragon, Collector"
    assert score(hand, "Book of Changes=Basilisk:Flood") == 59


def test_fr_30_the_breakdown_says_who_blanked_what():
    hand = "Book of Changes, Candle, Necromancer, Mirage, Great Flood, Cavern, Collector"
    choices = ("Book of Changes=Necromancer:Artifact", "Mirage=Bell Tower")
    for name in ("Candle", "Mirage", "Cavern"):
        assert card(name, hand, *choices).blanked_by == ("Great Flood",)
    assert score(hand.replace("Great Flood, ", ""), *choices) == 121


def test_fr_34_without_the_candle_the_other_three_score_50():
    assert score("Smoke, Dwarvish Infantry, War Dirigible") == 50


def test_fr_35_without_wildfire_two_lands_spoil_the_world_tree():
    assert score("World Tree, Bell Tower, Forest") == 17


def test_fr_46_eight_cards_without_a_necromancer_name_the_limit():
    hand = "Wildfire, Blizzard, Great Flood, Smoke, Rainstorm, Mountain, Forest, Queen"
    with pytest.raises(RealmvaleError, match="a hand has 7 cards, not 8") as caught:
        base_scorer().hand(hand.split(", "))
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    "name",
    ["Doppelganger", "Doppelg\u00e4nger", "Doppelga\u0308nger", "DOPPELGÄNGER", "  dOPPELgANGER\t"],
)
def test_fr_51_any_spelling_of_a_name_will_do(name):
    assert score(["Basilisk", name], f"{name} = basilisk ") == 0
    assert score([" BASILISK ", name]) == 35


def test_fr_51_an_unknown_name_is_an_error_that_suggests_the_nearest():
    with pytest.raises(RealmvaleError, match="no card named 'Basilisc'; did you mean Basilisk"):
        score("Basilisc, Doppelganger")


def test_fr_52_nothing_is_left_over_from_the_hand_before():
    scores = [score(EXAMPLE_I, "Mirage=Rainstorm"), score(EXAMPLE_I),
              score(EXAMPLE_I, "Mirage=Rainstorm")]  # fmt: skip
    assert scores == [260, 205, 260]
