"""The questions and answers of the Curse's rulebook, one test or more an entry."""

import pytest
from support.vale_curse import card_file, curse
from support.vale_texts_of_scenarios import player


def summon(card, pay="", *answers):
    chosen = f"\nchoose = {list(answers)}" if answers else ""
    return f"action = 'summon'\ncard = '{card}'\npay = {{ {pay} }}{chosen}"


RED_BLUE = "red = 1, blue = 1"
STONES = "stones = { red = 1, blue = 1 }"


def test_zero_is_even():
    """Hestia costs 0 and the card itself 4, Kappa 1 and Burning Skull 3: two even ones."""
    before = (
        "[[player]]\nhand = ['Anansi']\narea = ['Hestia', 'Kappa', 'Burning Skull']\n"
        "stones = { red = 1, blue = 1 }"
    )
    result = curse(before, summon("Anansi", RED_BLUE))
    assert player(result)["score"] == 6 + 2  # Kappa: paid with blue


def test_one_more_stone_may_be_kept_at_once():
    """Selling an earth card brings four red stones: five with the one held."""
    before = "[[player]]\nhunted = ['Goblin']\narea = ['{}']\nstones = {{ red = 1 }}"
    kept = curse(before.format("Ares"), "action = 'sell'\ncard = 'Goblin'")
    assert (kept["pending"], player(kept)["stones"]["red"]) == (None, 5)
    over = curse(before.format("Agni"), "action = 'sell'\ncard = 'Goblin'")
    assert player(over)["stones"]["red"] == 4


def test_one_less_stone_takes_effect_immediately(tmp_path):
    """S133: four stones are left after a ward paid for it; one goes before anything else."""
    path = card_file(tmp_path, "axomama", value="2")
    before = f"cards = '{path}'\n[[player]]\nhand = ['Axomama']\nstones = {{ red = 3, blue = 1 }}"
    waits = curse(before, summon("Axomama", "ward = true"))
    assert waits["pending"]["decision"] == "stones"
    assert sorted(waits["pending"]["options"]) == ["blue", "red"]
    result = curse(before, summon("Axomama", "ward = true", "blue"))
    assert player(result)["stones"] == {"red": 3, "blue": 0, "purple": 0}


def test_who_loses_the_effect_discards_before_any_other_action():
    before = "round = 2\n[[player]]\narea = ['Ares']\nstones = { red = 4, blue = 1 }"
    act = "action = 'remove'\ncard = 'Ares'\npay = { ward = true }"
    waits = curse(before, act, "action = 'end_turn'")
    assert "has to wait" in waits["error"]
    assert player(curse(before, f"{act}\nchoose = ['blue']"))["stones"]["red"] == 4


def test_stones_are_not_discarded_voluntarily():
    result = curse("[[player]]\narea = ['Ares']\nstones = { red = 5 }", "action = 'list'")
    assert result["legal"] == [
        "remove Ares paying red+red+red+red+red", "remove Ares paying red+red+red+ward", "end_turn",
    ]  # fmt: skip


def test_overflow_two_red_a_blue_a_purple_and_five_points():
    before = "[[player]]\nhand = ['Inferno']\nstones = { red = 2, purple = 1 }"
    gained = "red+red+blue+purple"
    waits = curse(before, summon("Inferno", "purple = 1", gained))
    assert sum(player(waits)["stones"].values()) == 6
    assert waits["pending"]["decision"] == "stones"
    result = curse(before, summon("Inferno", "purple = 1", gained, "red+red"))
    assert player(result)["score"] == 5
    assert player(result)["stones"] == {"red": 2, "blue": 1, "purple": 1}


def test_any_amount_is_paid_in_stones_and_no_ward():
    before = "[[player]]\nhand = ['Selkie']\ncurses = 5\nstones = { red = 2, blue = 2 }"
    result = curse(before, summon("Selkie", RED_BLUE))
    assert result["pending"]["decision"] == "payment"
    assert sorted(result["pending"]["options"]) == ["blue", "none", "red", "red+blue"]


@pytest.mark.parametrize(("paid", "left"), [("none", 5), ("red", 4), ("blue", 2), ("red+blue", 1)])
def test_one_curse_goes_for_each_one_paid(paid, left):
    before = "[[player]]\nhand = ['Selkie']\ncurses = 5\nstones = { red = 2, blue = 2 }"
    assert player(curse(before, summon("Selkie", RED_BLUE, paid)))["curses"] == left


def test_nothing_is_given_back_for_too_much():
    before = "[[player]]\nhand = ['Selkie']\ncurses = 1\nstones = { red = 1, blue = 2 }"
    result = curse(before, summon("Selkie", RED_BLUE, "blue"))
    assert player(result)["curses"] == 0
    assert sum(player(result)["stones"].values()) == 0


@pytest.mark.parametrize(
    ("mended", "wards", "curses"), [(0, 2, 2), (1, 3, 2), (2, 3, 1), (3, 3, 0)]
)
def test_up_to_a_number_may_be_zero(mended, wards, curses):
    """Two active wards bring four points before any is mended."""
    before = "[[player]]\nhand = ['Strix']\nwards = 2\ncurses = 2\nstones = { red = 1, blue = 1 }"
    result = curse(before, summon("Strix", RED_BLUE, str(mended)))
    found = [player(result)[key] for key in ("score", "wards", "curses")]
    assert found == [4, wards, curses]


def test_up_to_two_cards_may_be_none():
    """Round 5, two cards: three areas are empty."""
    before = "[[player]]\nhand = ['Tarasque']\narea = ['Imp']\nstones = { red = 2, purple = 1 }"
    result = curse(before, summon("Tarasque", "red = 2, purple = 1", "none"))
    assert (player(result)["score"], len(player(result)["area"])) == (3, 2)


def test_an_empty_area_is_one_without_a_card():
    """Round 3, one card in the area: two."""
    before = "round = 3\n[[player]]\nhand = ['Tarasque']\nstones = { red = 2, purple = 1 }"
    assert player(curse(before, summon("Tarasque", "red = 2, purple = 1")))["score"] == 2


def test_a_soothed_card_leaves_an_empty_area():
    before = (
        "round = 3\n[[player]]\nhand = ['Tarasque']\nsoothed = ['Ares']\n"
        "stones = { red = 2, purple = 1 }"
    )
    assert player(curse(before, summon("Tarasque", "red = 2, purple = 1")))["score"] == 2


def test_a_fixed_value_is_not_increased():
    """Two red are worth 6, not 8: with Agni too they just pay for Rock Golem."""
    before = (
        "[[player]]\nhand = ['Rock Golem']\narea = ['Agni', 'Mephisto']\nstones = {{ red = {} }}"
    )
    assert curse(before.format(2), summon("Rock Golem", "red = 2"))["error"] is None
    assert "worth 3" in curse(before.format(1), summon("Rock Golem", "red = 1"))["error"]


TANIWHA = "[[player]]\narea = ['Taniwha', 'Pegasus']\nhand = ['Eternity', 'Tidal', 'Dragon Egg']\n"


@pytest.mark.parametrize(
    ("stones", "pay"),
    [
        ("purple = 1", "purple = 1"),
        ("red = 3", "red = 3"),
        ("blue = 2", "blue = 2"),
        ("blue = 1", "ward = true"),
        ("blue = 1", "blue = 1, ward = true"),
    ],
)
def test_a_fixed_cost_takes_nothing_but_a_blue_stone(stones, pay):
    result = curse(TANIWHA + f"stones = {{ {stones} }}", summon("Eternity", pay))
    assert result["error"]


def test_a_fixed_cost_is_a_blue_stone():
    result = curse(TANIWHA + "stones = { blue = 1 }", summon("Eternity", "blue = 1"))
    assert result["error"] is None


def test_other_families_cost_what_they_did():
    """Odin costs 6, 5 with Pegasus: a blue stone is too little."""
    before = "[[player]]\narea = ['Taniwha', 'Pegasus']\nhand = ['Odin']\nstones = { blue = 1 }"
    assert curse(before, summon("Odin", "blue = 1"))["error"]


def test_dragons_are_still_summoned_for_free():
    free = curse(TANIWHA + "stones = { blue = 1 }", summon("Dragon Egg", "blue = 1", "Tidal"))
    assert free["error"] is None
    assert set(player(free)["area"]) == {"Taniwha", "Pegasus", "Tidal"}


def test_a_summon_is_paid_first_with_a_ward_if_need_be():
    """The instant counts the two wards that the payment left."""
    before = "[[player]]\nhand = ['Strix']\nwards = 3\nstones = { red = 2 }"
    result = curse(before, summon("Strix", "red = 2, ward = true", "0"))
    assert (player(result)["score"], player(result)["wards"]) == (4, 2)


def test_permanents_set_off_by_a_summon_come_before_its_instant():
    before = "[[player]]\nhand = ['Water Giant']\narea = ['Kappa']\n" + STONES
    said = curse(before, summon("Water Giant", RED_BLUE))["log"][0]
    assert 0 < said.index("gains 2 points (Kappa)") < said.index("gains 2 blue")
