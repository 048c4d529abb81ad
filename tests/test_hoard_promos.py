"""The promo cards: facts on them, rulings, and scores that a public scorer's tests assert."""

import pytest
from support.hoard import HOARD, ORIGINAL, PROMO, card, score

from sim.cards import load_cards
from sim.errors import RealmvaleError

BOTH = f"{HOARD},promo"
BOTH_ORIGINAL = f"{HOARD},promo_original"
CURRENT = "Phoenix"
FIRST = "Phoenix (original promo)"

# Hand, choices, sets, score: assertions of the public scorer's own tests, in its repository
# fantasy-realms/fantasy-realms.github.io, by the names of the cards. One is as its issue 62 has it
# since (the Great Flood doesn't blank the Phoenix whose penalty the Beastmaster cleared).
PUBLISHED = [
    ("Phoenix, Basilisk, Wildfire, Rainstorm, Angel, Book of Changes",
     ("Angel=Wildfire", "Book of Changes=Basilisk:Wizard"), BOTH, 116),
    ("Phoenix, Demon", (), BOTH, 59),
    ("Phoenix, Demon, Forge, Air Elemental", (), BOTH, 87),
    ("Great Flood, Phoenix, Beastmaster", (), BOTH, 64),
    ("Phoenix, War Dirigible, Elven Archers", (), BOTH, 59),
    (f"{FIRST}, Water Elemental, Fire Elemental, Air Elemental, Unicorn, Warhorse, Collector,"
     " Garden", (), BOTH_ORIGINAL, 132),
]  # fmt: skip
# The same for either Phoenix.
PUBLISHED_OF_BOTH = [
    ("Cavern, Fountain of Life, Air Elemental, Elven Archers, Collector, Rainstorm", (), 114),
    ("Smoke, Fire Elemental, Candle, Collector", (), 94),
    ("Fire Elemental, Candle, Collector, Lightning, Air Elemental, Whirlwind, Smoke", (), 252),
    ("Enchantress", (), 29),
    ("Blizzard", (), 34),
    ("World Tree, Air Elemental", (), 35),
    ("Fire Elemental, Air Elemental, Shapeshifter, Doppelgänger, Collector, Beastmaster",
     ("Shapeshifter={}", "Doppelgänger={}"), 109),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "choices", "sets", "points"), PUBLISHED)
def test_published_hands_with_a_phoenix(hand, choices, sets, points):
    assert score(hand, *choices, sets=sets) == points


@pytest.mark.parametrize(("phoenix", "sets"), [(CURRENT, BOTH), (FIRST, BOTH_ORIGINAL)])
@pytest.mark.parametrize(("others", "choices", "points"), PUBLISHED_OF_BOTH)
def test_published_hands_with_either_phoenix(phoenix, sets, others, choices, points):
    stated = [choice.format(phoenix) for choice in choices]
    assert score(f"{phoenix}, {others}", *stated, sets=sets) == points


@pytest.mark.parametrize(("phoenix", "sets"), [(CURRENT, PROMO), (FIRST, ORIGINAL)])
def test_a_phoenix_blanks_itself_with_a_flood(phoenix, sets):
    assert card(phoenix, f"{phoenix}, Swamp", sets=sets).blanked_by == (phoenix,)
    assert score(f"{phoenix}, Swamp, Protection Rune", sets=sets) == 14 + 18 + 1
    # its penalty is that of a Weather and of a Beast
    assert not card(phoenix, f"{phoenix}, Swamp, Cavern", sets=sets).blanked


def test_the_current_phoenix_is_blanked_by_no_other_card():
    assert score("Phoenix, Basilisk, Rainstorm", sets=PROMO) == 14 + 35 + 8


def test_the_first_phoenix_is_blanked_as_beast_and_as_flame():
    assert card(FIRST, f"{FIRST}, Basilisk", sets=ORIGINAL).blanked_by == ("Basilisk",)
    assert card(FIRST, f"{FIRST}, Rainstorm", sets=ORIGINAL).blanked_by == ("Rainstorm",)


def test_the_book_cannot_change_the_current_phoenix():
    with pytest.raises(RealmvaleError, match="can't give a suit to Phoenix"):
        score("Phoenix, Book of Changes", "Book of Changes=Phoenix:Army", sets=PROMO)


def test_the_book_changes_the_first_phoenix_which_stays_flame_and_weather():
    # An Army now: King +5; Air Elemental +15 and Fire Elemental +15 for it as before.
    hand = f"{FIRST}, Book of Changes, King, Air Elemental, Fire Elemental, Beastmaster"
    given = f"Book of Changes={FIRST}:Army"
    assert score(hand, given, sets=ORIGINAL) == 14 + 3 + 8 + 5 + 4 + 15 + 4 + 15 + 9


def test_the_island_may_clear_a_phoenix():
    # 14 + Island 14
    assert score("Phoenix, Island", "Island=Phoenix", sets=PROMO) == 28


def test_a_blanked_first_phoenix_keeps_its_suits_for_smoke_but_has_no_strength():
    # Swamp 18 - 3 for the Flame; Smoke 27 stays; the Fountain adds the 27.
    assert score(f"{FIRST}, Swamp, Smoke, Fountain of Life", sets=ORIGINAL) == 15 + 27 + 1 + 27


def test_a_blanked_first_phoenix_does_not_count_where_active_suits_must_differ():
    # World Tree 2 + 50; Swamp 18 - 3; Warhorse 6, a Beast as well
    assert score(f"{FIRST}, Swamp, World Tree, Warhorse", sets=ORIGINAL) == 52 + 15 + 6


def test_in_the_discard_area_a_phoenix_is_a_beast_only():
    assert score("Ghoul", sets=BOTH, area="Phoenix") == 8 + 4
    assert score("Dark Queen", sets=BOTH, area="Phoenix") == 10


def test_jester_gives_3_for_each_other_odd_card():
    # Gem of Order 5 and Rangers 5 are odd, Queen 6 is not.
    assert card("Jester", "Jester, Gem of Order, Rangers, Queen", sets=PROMO).total == 3 + 6


def test_jester_gives_50_if_every_card_is_odd():
    assert card("Jester", "Jester, Gem of Order, Rangers", sets=PROMO).total == 3 + 50


def test_a_blanked_card_is_not_odd_for_jester():
    # Smoke 27 is blanked: the Gem alone counts.
    assert card("Jester", "Jester, Gem of Order, Smoke", sets=PROMO).total == 3 + 3


def test_jester_looks_at_the_strength_a_copy_took():
    hand = "Jester, Rangers, Doppelgänger"
    assert card("Jester", hand, sets=PROMO).total == 3 + 3
    assert card("Jester", hand, "Doppelgänger=Rangers", sets=PROMO).total == 3 + 50


def test_one_phoenix_is_in_play_if_both_sets_are_in_use():
    cards = load_cards().select("fantasy_realms", ["base", "promo", "promo_original"]).cards
    assert [card.name for card in cards if card.name.startswith("Phoenix")] == [FIRST]


def test_the_first_phoenix_goes_by_its_short_name_too():
    assert score("Phoenix", sets=ORIGINAL) == 14
