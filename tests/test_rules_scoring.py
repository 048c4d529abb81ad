"""Every sentence of the guide that concerns scoring, and every ruling, as a test named after it.

Base strengths are printed on the cards; sums are spelt out beside each hand.
"""

import pytest
from support.hands import base_scorer, card, explain, score, totals

from sim.errors import RealmvaleError

GUIDE_HAND = (
    "World Tree, War Dirigible, Elven Archers, Fountain of Life, Warlock Lord, Bell Tower, Dragon"
)


def text_of(name, hand, *choices):
    """Everything said about one card of an explained hand."""
    return "; ".join(reason.text for reason in card(name, hand, *choices).reasons)


# --- Reading a card: blanked -------------------------------------------------------------------


def test_smoke_is_blanked_unless_you_hold_at_least_one_flame():
    assert card("Smoke", "Smoke").blanked
    assert card("Smoke", "Smoke, Knights, Rainstorm").blanked
    assert not card("Smoke", "Smoke, Candle").blanked


def test_smoke_on_its_own_is_worth_nothing():
    assert score("Smoke") == 0


def test_draw_a_flame_and_smoke_is_suddenly_worth_27():
    assert totals("Smoke, Candle") == {"Smoke": 27, "Candle": 2}
    assert totals("Smoke, Forge") == {"Smoke": 27, "Forge": 9}


def test_a_blanked_card_is_stripped_of_its_base_strength():
    # Basilisk blanks the Knights (20).
    assert totals("Basilisk, Knights") == {"Basilisk": 35, "Knights": 0}


def test_a_blanked_card_is_stripped_of_its_suit():
    # The Princess counts the Knights as an Army, but not once the Great Flood blanks them.
    assert totals("Princess, Knights")["Princess"] == 2 + 8
    assert totals("Princess, Knights, Great Flood")["Princess"] == 2


def test_a_blanked_card_is_stripped_of_its_bonus():
    # Forge: 9 + 9 for the Magic Wand; Rainstorm blanks it.
    assert totals("Forge, Magic Wand")["Forge"] == 18
    assert totals("Forge, Magic Wand, Rainstorm")["Forge"] == 0


def test_a_blanked_card_is_stripped_of_its_penalty():
    # Swamp alone loses 3 for the Candle; blanked by Blizzard it loses nothing.
    assert totals("Swamp, Candle")["Swamp"] == 18 - 3
    assert totals("Swamp, Candle, Blizzard")["Swamp"] == 0


def test_treat_a_blanked_card_as_though_it_is_not_in_your_hand_at_all():
    # With the Great Flood blanked, Blizzard and Wildfire score as without it: 30-5 and 40.
    with_it = totals("Wildfire, Blizzard, Great Flood")
    without = totals("Wildfire, Blizzard")
    assert with_it == without | {"Great Flood": 0}
    assert sum(without.values()) == 40 + 25


def test_a_blanked_card_is_not_even_there_by_name():
    # Hydra wants the Swamp: 12 + 28, or 12 if Blizzard blanks the Swamp.
    assert totals("Hydra, Swamp")["Hydra"] == 40
    assert totals("Hydra, Swamp, Blizzard")["Hydra"] == 12


def test_a_blanked_card_stops_inflicting_its_own_penalties():
    # The Basilisk blanks the Unicorn, unless Wildfire blanks the Basilisk.
    assert totals("Basilisk, Unicorn") == {"Basilisk": 35, "Unicorn": 0}
    assert totals("Basilisk, Unicorn, Wildfire") == {"Basilisk": 0, "Unicorn": 9, "Wildfire": 40}


def test_a_blanked_card_stops_counting_toward_cards_that_care_about_suits():
    # World Tree: two Lands share a suit, until both are blanked by Wildfire.
    assert totals("World Tree, Bell Tower, Forest")["World Tree"] == 2
    assert totals("World Tree, Bell Tower, Forest, Wildfire")["World Tree"] == 52


# --- Reading a card: clears --------------------------------------------------------------------


def test_a_card_that_clears_removes_that_penalty_from_your_other_cards():
    # Knights lose 8 without a Leader; the Protection Rune clears that.
    assert totals("Knights, Candle")["Knights"] == 12
    assert totals("Knights, Candle, Protection Rune")["Knights"] == 20


def test_swamp_loses_3_for_each_army_and_each_flame():
    assert totals("Swamp, Knights, Light Cavalry, Candle")["Swamp"] == 18 - 9


def test_clearing_the_army_penalty_of_the_swamp_leaves_the_flames():
    # Rangers are an Army too; only the Candle still costs 3.
    hand = "Swamp, Knights, Light Cavalry, Candle, Rangers"
    assert totals(hand)["Swamp"] == 18 - 3
    assert card("Swamp", hand).struck == {"Army": ("Rangers",)}


# --- How to win --------------------------------------------------------------------------------


def test_add_up_base_strengths_bonuses_and_penalties():
    # 20 - 8 (no Leader), 17 - 2 (one Land), 4 (no other Land).
    assert score("Knights, Light Cavalry, Earth Elemental") == 12 + 15 + 4


def test_other_players_hands_have_no_effect_on_your_score():
    scorer = base_scorer()
    names = GUIDE_HAND.split(", ")
    assert {scorer.score(scorer.hand(names, players=n)) for n in range(1, 7)} == {216}


def test_blanked_cards_score_nothing():
    explanation = explain("Basilisk, Knights, King, Unicorn, Great Flood, Forest, Candle")
    blanked = {c.card: c.total for c in explanation.cards if c.blanked}
    assert blanked == {"Knights": 0, "King": 0, "Unicorn": 0, "Forest": 0, "Candle": 0}
    assert explanation.score == 35 + 32


# --- The worked example ------------------------------------------------------------------------


def test_the_worked_example_scores_216():
    assert score(GUIDE_HAND) == 216
    assert score(GUIDE_HAND, best=True) == 216


@pytest.mark.parametrize(
    ("name", "base", "total", "said"),
    [
        ("World Tree", 2, 52, "+50, as every active card has a different suit"),
        ("War Dirigible", 35, 35, "needs an Army (Elven Archers)"),
        ("War Dirigible", 35, 35, "Weather would blank it (none)"),
        ("Elven Archers", 10, 15, "+5, as there is no Weather"),
        ("Fountain of Life", 1, 36, "+35, the highest base strength"),
        ("Fountain of Life", 1, 36, "(War Dirigible)"),
        ("Warlock Lord", 25, 25, "0: -10 for each"),
        ("Bell Tower", 8, 23, "+15 with a Wizard (Warlock Lord)"),
        ("Dragon", 30, 30, "no -40, as there is a Wizard (Warlock Lord)"),
    ],
)
def test_the_worked_example_line_by_line(name, base, total, said):
    row = card(name, GUIDE_HAND)
    assert (row.base, row.total) == (base, total)
    assert said in text_of(name, GUIDE_HAND)


def test_with_two_wizards_the_bell_tower_scores_15_once():
    assert totals("Bell Tower, Collector, Enchantress")["Bell Tower"] == 23


# --- Strategy notes and common mistakes --------------------------------------------------------


def test_chasing_high_base_strengths_alone_loses_to_a_hand_that_combos():
    high = "Wildfire, War Dirigible, Basilisk, Great Flood, Blizzard, Dragon, Smoke"
    combo = "King, Queen, Knights, Rangers, Elven Archers, Light Cavalry, Dwarvish Infantry"
    # Blizzard blanks the Great Flood and loses 5 each for Wildfire and the Dragon  (Wildfire
    # blanks the Basilisk); the Dirigible lacks an Army.
    assert score(high) == 40 + 0 + 0 + 0 + (30 - 10) + (30 - 40) + 27
    # King and Queen 20 for each of 5 Armies; Rangers strike out the Infantry's penalty.
    assert score(combo) == (8 + 100) + (6 + 100) + 20 + 5 + (10 + 5) + 17 + 15


def test_a_single_card_can_quietly_cost_you_40_points():
    assert score("Dragon") == 30 - 40


def test_mistake_counting_a_blanked_cards_suit():
    # The Forest counts Beasts; the Unicorn is blanked by the Basilisk, the Basilisk isn't.
    assert totals("Forest, Unicorn, Basilisk")["Forest"] == 7 + 12


@pytest.mark.parametrize(
    ("hand", "name", "total"),
    [
        ("Bell Tower, Collector, Beastmaster, Necromancer", "Bell Tower", 8 + 15),
        ("Magic Wand, Collector, Beastmaster", "Magic Wand", 1 + 25),
        ("Warhorse, King, Collector, Queen", "Warhorse", 6 + 14),
        ("Elven Longbow, Elven Archers, Warlord, Beastmaster", "Elven Longbow", 3 + 30),
        ("Cavern, Dwarvish Infantry, Dragon", "Cavern", 6 + 25),
        ("Sword of Keth, King, Queen", "Sword of Keth", 7 + 10),
    ],
)
def test_mistake_stacking_a_bonus(hand, name, total):
    assert totals(hand)[name] == total


def test_mistake_ignoring_penalties_a_minus_40_erases_the_best_card():
    assert score("Dragon, Candle, Magic Wand") == -10 + 2 + 1
    assert score("Dragon, Candle, Necromancer") == 30 + 2 + 3


def test_mistake_watching_other_cards_the_discard_area_never_influences_a_base_hand():
    scorer = base_scorer()
    names = ["Swamp", "Knights", "Hydra", "Warlock Lord", "Collector", "Basilisk", "Forest"]
    rest = [name for name in scorer.deck.names if name not in names]
    alone = scorer.score(scorer.hand(names), ())
    for start in range(0, 40, 9):
        area = rest[start : start + 9]
        assert scorer.score(scorer.hand(names, discard=area, players=6), ()) == alone


def test_a_hand_has_seven_cards_each_only_once():
    with pytest.raises(RealmvaleError, match="a hand has 7 cards, not 6"):
        base_scorer().hand(["King", "Queen", "Knights", "Rangers", "Elven Archers", "Dragon"])
    with pytest.raises(RealmvaleError, match="King is in the hand twice"):
        score("King, Queen, King")


# --- The order of scoring ----------------------------------------------------------------------


def test_a_clearing_card_works_even_if_it_is_blanked_later():
    # The Cavern clears the Blizzard, which else would blank the Great Flood; so the Great Flood
    # lives to blank the Cavern.
    assert totals("Cavern, Great Flood, Blizzard") == {
        "Cavern": 0, "Great Flood": 32, "Blizzard": 30,
    }  # fmt: skip


def test_blanking_starts_with_cards_that_nobody_blanks():
    # Blizzard blanks the Great Flood, which then blanks neither Forest nor Candle.
    hand = "Great Flood, Blizzard, Forest, Candle"
    assert totals(hand) == {"Great Flood": 0, "Blizzard": 30 - 5, "Forest": 7, "Candle": 2}


def test_a_card_that_blanks_itself_stops_counting_for_the_others():
    # Smoke goes without Flame, so the Air Elemental counts no other Weather.
    assert totals("Smoke, Air Elemental") == {"Smoke": 0, "Air Elemental": 4}


def test_self_conditions_are_judged_until_nothing_changes():
    # Weather grounds the Dirigible, which the Book made a Flood; so the Warship lacks a Flood too,
    # and no Weapon is left for the Forge.
    hand = "Warship, War Dirigible, Book of Changes, Light Cavalry, Air Elemental, Forge"
    rows = totals(hand, "Book of Changes=War Dirigible:Flood")
    assert (rows["War Dirigible"], rows["Warship"]) == (0, 0)
    assert rows["Forge"] == 9 + 9  # the Book itself is an Artifact


def test_choices_are_made_in_the_order_of_the_rules_not_of_the_statement():
    hand = "Island, Book of Changes, King, Doppelgänger, Basilisk"
    choices = ["Island=King", "Book of Changes=King:Flood", "Doppelgänger=King"]
    # The copy of the King was made before the Book turned the original, so it is a Leader.
    for order in (choices, choices[::-1]):
        rows = {c.card: c for c in explain(hand, *order).cards}
        assert rows["Doppelgänger"].suit == "Leader"
        assert rows["King"].suit == "Flood"
        assert rows["Doppelgänger"].blanked


# --- Rulings, row by row of the table ----------------------------------------------------------


def test_ruling_a_bonus_with_any_counts_once():
    assert score("Magic Wand, Collector, Enchantress") == 26 + 7 + 5


def test_ruling_rangers_clear_the_word_army_from_all_penalties():
    # War Dirigible needs no Army then (the Rangers were turned into a Land, so there is none).
    hand = "Rangers, War Dirigible, Book of Changes"
    assert totals(hand, "Book of Changes=Rangers:Land") == {
        "Rangers": 15, "War Dirigible": 35, "Book of Changes": 3,
    }  # fmt: skip
    # Dwarvish Infantry loses nothing for other Armies, Blizzard nothing for them.
    assert totals("Rangers, Dwarvish Infantry, Knights")["Dwarvish Infantry"] == 15
    assert totals("Rangers, Blizzard, Knights")["Blizzard"] == 30


def test_ruling_the_warship_clears_the_word_army_from_floods_only():
    # Swamp: no -3 for the Knights. Dwarvish Infantry is no Flood: it keeps its -2.
    hand = "Warship, Swamp, Knights, Dwarvish Infantry"
    assert totals(hand)["Swamp"] == 18
    assert totals(hand)["Dwarvish Infantry"] == 13


def test_ruling_all_runs_of_the_gem_score():
    # 3-4-5 and 7-8-9-10: +10 and +30.
    hand = (
        "Elven Archers, King, Unicorn, Sword of Keth, Elven Longbow, Shield of Keth, Gem of Order"
    )
    assert totals(hand)["Gem of Order"] == 5 + 10 + 30


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Gem of Order, Shield of Keth, Elven Longbow", 10),  # 3-4-5
        ("Gem of Order, Shield of Keth, Elven Longbow, Candle", 30),  # 2-5
        ("Gem of Order, Shield of Keth, Elven Longbow, Candle, Magic Wand", 60),  # 1-5
        ("Gem of Order, Shield of Keth, Elven Longbow, Candle, Magic Wand, Warhorse", 100),  # 1-6
        ("Gem of Order, Shield of Keth, Elven Longbow, Candle, Magic Wand, Warhorse, Forest", 150),
        ("Gem of Order, Shield of Keth", 0),
    ],
)
def test_ruling_run_sizes_3_to_7_give_10_30_60_100_150(hand, points):
    assert totals(hand)["Gem of Order"] == 5 + points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("Collector, Beastmaster", 0),
        ("Collector, Beastmaster, Necromancer", 10),
        ("Collector, Beastmaster, Necromancer, Enchantress", 40),
        ("Collector, Beastmaster, Necromancer, Enchantress, Warlock Lord", 100),
        # Three Wizards and three Leaders: both suits score.
        ("Collector, Beastmaster, Necromancer, King, Queen, Princess", 20),
    ],
)
def test_ruling_sets_of_3_4_5_names_give_10_40_100_and_all_suits_score(hand, points):
    assert totals(hand)["Collector"] == 7 + points


def test_ruling_a_copied_name_counts_once_for_the_collector():
    hand = "Collector, Knights, Rangers, Doppelgänger"
    assert totals(hand, "Doppelgänger=Knights")["Collector"] == 7
    hand = "Collector, Knights, Rangers, Mirage"
    assert totals(hand, "Mirage=Light Cavalry")["Collector"] == 17
    assert totals(hand, "Mirage=Rangers")["Collector"] == 7


def test_ruling_doppelganger_copies_as_printed_and_never_the_bonus():
    row = card("Doppelgänger", "Doppelgänger, Elven Archers", "Doppelgänger=Elven Archers")
    assert (row.name, row.suit, row.base, row.total) == ("Elven Archers", "Army", 10, 10)
    # The penalty comes along: two Dragons without Wizard cost 40 each.
    assert score("Doppelgänger, Dragon", "Doppelgänger=Dragon") == 2 * (30 - 40)


def test_ruling_doppelganger_may_decline():
    assert score("Doppelgänger, Dragon", best=True) == -10
    assert score("Doppelgänger, Dragon") == -10


def test_ruling_mirage_and_shapeshifter_take_name_and_suit_only():
    row = card("Mirage", "Mirage, Candle", "Mirage=Rainstorm")
    # Base strength 0, no bonus; the Rainstorm's penalty doesn't blank the Candle.
    assert (row.name, row.suit, row.base, row.total) == ("Rainstorm", "Weather", 0, 0)
    assert score("Mirage, Candle", "Mirage=Rainstorm") == 2
    assert totals("Shapeshifter, Knights", "Shapeshifter=King") == {
        "Shapeshifter": 0,
        "Knights": 20,
    }


def test_ruling_mirage_and_shapeshifter_name_cards_held_or_not_of_the_listed_suits():
    assert score("Mirage, Lightning", "Mirage=Rainstorm") == 41
    assert score("Mirage, Swamp, Hydra", "Mirage=Swamp") == 18 + 40
    with pytest.raises(RealmvaleError, match=r"can't become King, .*any Land, Flood, Weather"):
        score("Mirage, Lightning", "Mirage=King")
    with pytest.raises(RealmvaleError, match=r"can't become Swamp, .*Wizard, Leader, Beast"):
        score("Shapeshifter, Lightning", "Shapeshifter=Swamp")


def test_ruling_the_book_gives_a_suit_and_keeps_everything_else():
    row = card("Knights", "Knights, Book of Changes", "Book of Changes=Knights:Leader")
    # Base strength, name and penalty stay; it is its own Leader now, so no -8.
    assert (row.name, row.suit, row.base, row.total) == ("Knights", "Leader", 20, 20)
    row = card("Knights", "Knights, Book of Changes", "Book of Changes=Knights:Beast")
    assert row.total == 12


def test_ruling_island_may_clear_a_card_that_became_flood_or_flame():
    hand = "Island, Book of Changes, Basilisk, King"
    with pytest.raises(RealmvaleError, match="Island can't clear Basilisk"):
        score(hand, "Island=Basilisk")
    choices = ("Island=Basilisk", "Book of Changes=Basilisk:Flame")
    assert score(hand, *choices) == 14 + 3 + 35 + 8
    assert card("Basilisk", hand, *choices).cleared_by == ("Island",)


def test_ruling_bystanders_of_a_mutual_blanking_survive():
    hand = "Basilisk, Doppelgänger, King, Unicorn"
    assert totals(hand, "Doppelgänger=Basilisk") == {
        "Basilisk": 0, "Doppelgänger": 0, "King": 8, "Unicorn": 9,
    }  # fmt: skip


def test_ruling_what_is_left_in_a_cycle_is_blanked_and_blanks_nothing():
    # Great Flood > Wildfire > Blizzard (a Beast now) > Great Flood.
    hand = "Wildfire, Fire Elemental, Great Flood, Blizzard, Book of Changes, Forest"
    rows = totals(hand, "Book of Changes=Blizzard:Beast")
    assert {name for name, points in rows.items() if points} == {
        "Fire Elemental", "Book of Changes", "Forest",
    }  # fmt: skip
    assert sum(rows.values()) == 4 + 3 + 7


def test_ruling_cards_that_blank_themselves_or_each_other_go_before_longer_cycles():
    # The Rainstorm, an Army now, and Wildfire blank each other: a cycle of two. Wildfire > Basilisk
    # > Rainstorm > Wildfire is one of three; it is gone once the two are blanked. So the Basilisk
    # lives (35) and blanks the Princess; the Warship has no Flood; the Enchantress (5) finds no
    # Land, Weather, Flood or Flame; the Book brings 3.
    hand = "Wildfire, Book of Changes, Princess, Rainstorm, Basilisk, Enchantress, Warship"
    assert totals(hand, "Book of Changes=Rainstorm:Army") == {
        "Wildfire": 0, "Book of Changes": 3, "Princess": 0, "Rainstorm": 0, "Basilisk": 35,
        "Enchantress": 5, "Warship": 0,
    }  # fmt: skip
    assert score(hand, "Book of Changes=Rainstorm:Army") == 43


def test_ruling_a_card_that_would_blank_itself_is_blanked_and_blanks_nothing():
    hand = "Rainstorm, Candle, Book of Changes"
    rows = totals(hand, "Book of Changes=Rainstorm:Flame")
    assert rows == {"Rainstorm": 0, "Candle": 2, "Book of Changes": 3}


def test_ruling_wildfire_spares_cards_of_suit_wild():
    explanation = explain("Wildfire, Mirage, Shapeshifter, Doppelgänger")
    assert not any(c.blanked for c in explanation.cards)


def test_ruling_forest_with_two_elven_archers_adds_12_once():
    hand = "Forest, Elven Archers, Doppelgänger"
    assert totals(hand, "Doppelgänger=Elven Archers")["Forest"] == 19
    assert totals("Forest, Elven Archers")["Forest"] == 19


def test_ruling_fountain_of_life_takes_one_card_the_highest_even_itself():
    assert totals("Fountain of Life, Swamp, Island")["Fountain of Life"] == 1 + 18
    assert totals("Fountain of Life, King")["Fountain of Life"] == 1 + 1
    # Basilisk (35) is a Beast and doesn't qualify.
    assert totals("Fountain of Life, Basilisk, Candle")["Fountain of Life"] == 1 + 2


def test_ruling_world_tree_looks_only_at_cards_that_are_not_blanked():
    assert score("World Tree, Wildfire, Bell Tower, Forest") == 52 + 40


def test_ruling_a_blanked_necromancer_keeps_its_eighth_card():
    names = "Necromancer, Book of Changes, Basilisk, Candle, Magic Wand, Forge, Fire Elemental"
    scorer = base_scorer()
    hand = scorer.hand(names.split(", "), extra="Dragon")
    choice = ["Book of Changes=Necromancer:Beast"]
    # The Basilisk blanks Necromancer (a Beast) and Dragon alike: 3+35+2+1+(9+18)+(4+30).
    assert scorer.score(hand, choice) == 3 + 35 + 2 + 1 + 27 + 34
    rows = {c.card: c for c in scorer.explain(hand, choice).cards}
    assert len(rows) == 8
    assert rows["Dragon"].blanked_by == rows["Necromancer"].blanked_by == ("Basilisk",)
    # An eighth card that survives scores: the Collector finds three names of Flame.
    hand = scorer.hand(names.split(", "), extra="Collector")
    assert scorer.score(hand, choice) == 3 + 35 + 2 + (1 + 25) + 27 + 34 + (7 + 10)


@pytest.mark.parametrize("extra", ["Island", "Candle", "Mirage", "Forest", "Warship"])
def test_ruling_the_necromancers_extra_is_an_army_leader_wizard_or_beast(extra):
    names = ["Necromancer", "Smoke", "Basilisk", "King", "Warhorse", "Bell Tower", "Forge"]
    with pytest.raises(RealmvaleError, match=f"{extra} can't be the extra card of Necromancer"):
        base_scorer().hand(names, extra=extra)
    for fine in ("Knights", "Queen", "Collector", "Hydra"):
        assert base_scorer().hand(names, extra=fine).extra is not None


def test_ruling_smoke_without_flame_goes_first_and_the_dirigible_stays():
    assert totals("Smoke, War Dirigible, Elven Archers") == {
        "Smoke": 0, "War Dirigible": 35, "Elven Archers": 15,
    }  # fmt: skip


def test_ruling_cards_in_doubt_that_depend_on_each_other_are_taken_as_all_active():
    # The Dirigible is the only Flame; Smoke grounds it, and then lacks a Flame itself.
    hand = "Smoke, War Dirigible, Knights, King, Book of Changes"
    rows = totals(hand, "Book of Changes=War Dirigible:Flame")
    assert rows == {"Smoke": 0, "War Dirigible": 0, "Knights": 20, "King": 13, "Book of Changes": 3}


def test_ruling_a_card_that_is_its_own_condition_stays():
    assert score("Smoke, Book of Changes", "Book of Changes=Smoke:Flame") == 30
    assert score("Warship, Book of Changes", "Book of Changes=Warship:Flood") == 26
    assert score("War Dirigible, Book of Changes", "Book of Changes=War Dirigible:Army") == 38
