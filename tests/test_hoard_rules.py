"""Each sentence on the cards of the Cursed Hoard suits, and each ruling; numbers worked by hand."""

import pytest
from support.hoard import card, score

from sim.errors import RealmvaleError
from sim.fantasy_realms.rules import make_rules

HOARD = ("base", "cursed_hoard")


# --- play --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 6])
def test_hands_hold_eight_cards_and_twelve_discards_end_the_game(players):
    rules = make_rules(players, sets=HOARD)
    assert (rules.hand_size, rules.end_size) == (8, 12)


def test_two_players_fill_eight_cards_and_end_at_twelve_discards():
    rules = make_rules(2, sets=HOARD)
    assert (rules.variant, rules.hand_size, rules.end_size) == ("two-player", 8, 12)


def test_chaos_deals_eight_cards():
    rules = make_rules(5, "chaos", sets=HOARD)
    assert (rules.hand_size, rules.end_size) == (8, 0)


@pytest.mark.parametrize("sets", [("base",), ("base", "promo"), ("base", "promo_original")])
def test_promos_change_nothing_of_the_play(sets):
    assert make_rules(4, sets=sets) == make_rules(4)


# --- buildings ---------------------------------------------------------------------------------


def test_dungeon_gives_10_for_the_first_of_each_suit_and_5_for_each_further_card():
    # Basilisk and Hydra: 10 + 5; Lich: 10; 7 + 25, Lich 13, Basilisk 35, Hydra blanked: 7 + 20.
    assert card("Dungeon", "Dungeon, Hydra, Dragon, Lich").total == 7 + 10 + 5 + 10
    assert card("Dungeon", "Dungeon, Shield of Keth").total == 7 + 10
    assert card("Dungeon", "Dungeon, King").total == 7


def test_dungeon_gives_5_for_each_of_three_names():
    assert card("Dungeon", "Dungeon, Necromancer, Warlock Lord").total == 7 + 5 + 5
    # published: 158
    hand = "Dungeon, Lich, Death Knight, Basilisk, Shield of Keth, Gem of Order, Warlock Lord"
    assert score(hand) == 158


def test_castle_gives_10_for_the_first_of_each_kind():
    assert card("Castle", "Castle, King, Queen, Knights, Forest").total == 10 + 10 + 10 + 10


def test_castle_gives_10_for_another_building_and_5_for_each_further_one():
    assert card("Castle", "Castle, Dungeon").total == 10 + 10
    assert card("Castle", "Castle, Dungeon, Chapel, Bell Tower").total == 10 + 10 + 5 + 5


def test_crypt_adds_the_strengths_of_all_undead_and_blanks_leaders():
    # Crypt 21 + 13 + 14; Lich 13 + 10, Death Knight 14; the King is blanked.
    assert score("Crypt, Lich, Death Knight, King") == 21 + 27 + 13 + 10 + 14
    assert card("King", "Crypt, King").blanked_by == ("Crypt",)


@pytest.mark.parametrize(
    ("others", "bonus"),
    [("King", 0), ("King, Collector", 40), ("Lich, Judge", 40), ("King, Queen, Lich", 0)],
)
def test_chapel_gives_40_with_exactly_two_of_four_suits(others, bonus):
    assert card("Chapel", f"Chapel, {others}").total == 2 + bonus


def test_garden_gives_11_for_each_leader_and_beast():
    assert score("Garden, King, Unicorn, Warhorse") == 81  # published


@pytest.mark.parametrize("other", ["Ghoul", "Necromancer", "Demon"])
def test_garden_is_blanked_with_undead_necromancer_or_demon(other):
    assert card("Garden", f"Garden, Forest, {other}").blanked_by == ("Garden",)
    assert not card("Garden", f"Garden, Forest, {other}, Protection Rune").blanked


# --- outsiders ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_genie_gives_10_for_each_opponent(players):
    assert score("Genie", players=players) == -50 + 10 * (players - 1)


def test_judge_gives_10_for_each_card_with_a_penalty():
    # Knights and Dragon have one, the Candle has none.
    assert card("Judge", "Judge, Knights, Dragon, Candle").total == 11 + 20


def test_judge_does_not_count_a_penalty_that_is_cleared():
    assert card("Judge", "Judge, Dragon, Basilisk, Beastmaster").total == 11
    assert card("Judge", "Judge, Swamp, Island", "Island=Swamp").total == 11


def test_judge_counts_a_penalty_that_only_lost_a_word():
    assert card("Judge", "Judge, Dwarvish Infantry, Rangers").total == 11 + 10


def test_judge_does_not_count_a_blanked_card():
    assert card("Judge", "Judge, Crypt, Empress").total == 11 + 10


def test_angel_keeps_one_other_card_from_being_blanked():
    assert score("Angel, Queen, Basilisk", "Angel=Queen") == 57  # published
    assert score("Angel, Queen, Basilisk") == 16 + 35


def test_angel_keeps_a_card_from_blanking_itself():
    assert score("Angel, Smoke", "Angel=Smoke") == 16 + 27


def test_angel_itself_cannot_be_blanked():
    # Wildfire spares no Outsider but this one.
    assert score("Angel, Wildfire, Judge") == 16 + 40


def test_angel_may_not_choose_itself():
    with pytest.raises(RealmvaleError, match="can't protect itself"):
        score("Angel, Smoke", "Angel=Angel")


def test_the_best_card_is_kept():
    # Basilisk blanks Queen 6 and Empress 15 - 5: the Angel keeps the Empress, 15 without a Leader.
    assert score("Angel, Queen, Empress, Basilisk", best=True) == 16 + 35 + 15


def test_demon_blanks_cards_alone_in_their_suit():
    assert score("Demon, Warship, Water Elemental, Swamp, Elven Archers, Light Cavalry") == 114
    assert card("Warship", "Demon, Warship, Swamp, Island").blanked_by == ("Demon",)


def test_demon_blanks_no_outsider():
    assert score("Demon, Genie", players=4) == 45 - 50 + 30
    assert score("Demon") == 45


def test_demon_comes_before_all_other_blanking():
    # published: King and Queen are two Leaders when the Demon looks, and so are the Armies.
    hand = "Demon, Leprechaun, King, Queen, Knights, Elven Archers, Wildfire"
    assert score(hand) == 194


def test_demon_judges_all_at_once():
    # The Forest is alone and the two Flames are not; Wildfire then blanks the Demon, no Flame.
    assert score("Demon, Wildfire, Candle, Forest") == 40 + 2
    # Neither Land is alone, though the other one ends up blanked.
    assert not card("Garden", "Demon, Garden, Forest, Protection Rune").blanked


def test_demon_spares_whom_the_angel_keeps():
    assert score("Demon, Angel, King, Knights, Elven Archers", "Angel=King") == 114  # published


def test_the_penalty_of_demon_can_be_cleared():
    # Protection Rune 1, King 8, Demon 45
    assert score("Demon, King, Protection Rune") == 54


# --- undead ------------------------------------------------------------------------------------

AREA = "Forest, Swamp, Candle, Smoke, Unicorn, Knights, King, Collector, Magic Wand, Gem of Order"


@pytest.mark.parametrize(
    ("name", "base", "bonus"),
    [
        ("Dark Queen", 10, 5 * 5),  # Forest, Swamp, Candle, Smoke, Unicorn
        ("Ghoul", 8, 4 * 4),  # Collector, King, Knights, Unicorn
        ("Specter", 12, 6 * 2),  # Collector, Gem of Order
        ("Death Knight", 14, 7 * 2),  # Magic Wand, Knights
    ],
)
def test_undead_count_cards_of_the_discard_area(name, base, bonus):
    assert score(name, area=AREA) == base + bonus
    assert score(name) == base


def test_ghoul_counts_undead_and_specter_outsiders_in_the_discard_area():
    assert score("Ghoul", area="Lich, Specter") == 8 + 8
    assert score("Specter", area="Angel, Judge") == 12 + 12


def test_lich_gives_10_for_each_other_undead_and_10_for_the_necromancer():
    assert card("Lich", "Lich, Ghoul, Specter, Necromancer").total == 13 + 10 + 10 + 10


@pytest.mark.parametrize("keeper", ["Lich", "Necromancer"])
def test_undead_cannot_be_blanked_beside_lich_or_necromancer(keeper):
    assert card("Ghoul", "Ghoul, Wildfire").blanked
    assert not card("Ghoul", f"Ghoul, Wildfire, {keeper}").blanked


def test_a_blanked_necromancer_still_protects_undead():
    # Book: the Necromancer becomes a Beast, which Wildfire blanks.
    choice = "Book of Changes=Necromancer:Beast"
    hand = "Necromancer, Book of Changes, Wildfire, Ghoul"
    assert card("Necromancer", hand, choice).blanked
    assert not card("Ghoul", hand, choice).blanked


# --- cards that replace another ----------------------------------------------------------------


def test_bell_tower_is_a_building_and_pays_once_for_wizard_or_undead():
    assert card("Bell Tower", "Bell Tower, Ghoul, Collector").total == 8 + 15
    assert card("Bell Tower", "Bell Tower").suit == "Building"


def test_fountain_of_life_adds_a_building_too():
    assert card("Fountain of Life", "Fountain of Life, Crypt").total == 1 + 21


def test_great_flood_blanks_buildings():
    assert card("Castle", "Great Flood, Castle").blanked_by == ("Great Flood",)


def test_rangers_give_10_for_each_building():
    assert card("Rangers", "Rangers, Castle, Forest").total == 5 + 20


def test_world_tree_gives_70():
    assert score("World Tree, Mountain, Lightning, Knights, Collector") == 111  # published


def test_shapeshifter_may_be_undead_and_mirage_a_building():
    assert card("Crypt", "Crypt, Shapeshifter", "Shapeshifter=Lich").total == 21
    hand = "Castle, Mirage"
    assert card("Castle", hand, "Mirage=Dungeon").total == 10 + 10
    with pytest.raises(RealmvaleError, match="can't become"):
        score("Castle, Mirage", "Mirage=Lich")


def test_the_book_may_give_the_suits_of_the_hoard():
    # The Dragon, now an Undead, is kept by the Lich; Wildfire blanks Undead else.
    hand = "Hydra, Book of Changes, Wildfire, Lich"
    assert score(hand, "Book of Changes=Hydra:Undead") == 12 + 3 + 40 + 13 + 10
