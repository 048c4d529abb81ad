"""Where rules of the Curse meet each other: summoners, wards and cards at their limits."""

import pytest
from support.vale_curse import card_file, curse
from support.vale_texts_of_scenarios import doing, player

PHASE = "action = 'phase'"


def summon(card, pay="", *answers):
    chosen = f"\nchoose = {list(answers)}" if answers else ""
    return f"action = 'summon'\ncard = '{card}'\npay = {{ {pay} }}{chosen}"


# --- summoners ---


def test_a_free_summon_is_a_summon_for_belledin():
    """Ghost and the dragon it summons for free are both of a new family: two blue stones."""
    before = "[[player]]\nsummoner = 'Belledin'\nhand = ['Ghost', 'Tidal']\n"
    result = curse(
        before + "stones = { red = 2, blue = 1 }", summon("Ghost", "red = 2, blue = 1", "Tidal")
    )
    assert player(result)["stones"] == {"red": 0, "blue": 2, "purple": 0}


def test_a_stone_from_belledin_above_the_limit_goes_before_the_instant():
    """Four red and a blue one: without a red one Yuki Onna counts 3 + 3, without the blue one 4."""
    before = "[[player]]\nsummoner = 'Belledin'\nhand = ['Yuki Onna']\nstones = { red = 4 }"
    waits = curse(before, summon("Yuki Onna"))
    assert (waits["pending"]["decision"], player(waits)["score"]) == ("stones", 0)
    results = [curse(before, summon("Yuki Onna", "", lost)) for lost in ("red", "blue")]
    assert [player(result)["score"] for result in results] == [6, 4]


def test_muura_gains_curses_once_when_he_turns_back_by_the_first_of_two_summons():
    """Ghost turns him over; the dragon it summons for free finds him jolly."""
    before = "[[player]]\nsummoner = 'Muura'\nside = 'tormented'\nhand = ['Ghost', 'Tidal']\n"
    result = curse(
        before + "stones = { red = 2, blue = 1 }", summon("Ghost", "red = 2, blue = 1", "Tidal")
    )
    assert len(player(result)["area"]) == 2
    assert (player(result)["curses"], player(result)["side"]) == (2, "jolly")


def test_marcosa_tempted_stays_so_when_she_breaks_a_second_ward():
    before = "[[player]]\nsummoner = 'Marcosa'\nhand = ['Kappa', 'Horned Salamander']"
    result = curse(
        before, summon("Kappa", "ward = true"), summon("Horned Salamander", "ward = true")
    )
    assert (player(result)["wards"], player(result)["side"]) == (1, "tempted")


def test_tolvar_turned_over_loses_no_points_either():
    before = (
        "phase = 'end'\n[[player]]\nscore = 60\nsummoner = 'Tolvar'\nside = 'b'\nwards = 0\n"
        "area = [{ card = 'Hantu Banyu', curses = 3 }]"
    )
    assert player(curse(before, PHASE))["score"] == 60


# --- curse tokens on cards that go elsewhere ---


@pytest.mark.parametrize("owner", [0, 1])
def test_who_takes_a_cursed_card_to_the_hand_takes_its_tokens(owner):
    """Taniwha takes a dragon card from any area, one's own or another's."""
    area = "area = [{ card = 'Tidal', curses = 2 }]\n"
    before = "[[player]]\nhand = ['Taniwha']\nstones = { red = 2, blue = 1 }\n"
    before += f"{area}[[player]]\n" if owner == 0 else f"[[player]]\n{area}"
    result = curse(before, summon("Taniwha", "red = 2, blue = 1", "Tidal"))
    assert (player(result)["hand"], player(result)["curses"]) == (["Tidal"], 2)
    assert player(result, 1)["curses"] == 0


def test_tokens_stay_on_cards_that_are_swapped():
    before = (
        "[[player]]\nhand = ['Deepdive']\nstones = { purple = 1, red = 1 }\n"
        "[[player]]\narea = [{ card = 'Hantu Banyu', curses = 2 }]"
    )
    sets = "sets = ['base', 'curse', 'artifacts']\nround = 5\n"
    result = doing(sets + before, summon("Deepdive", "purple = 1, red = 1", "1"))
    assert result["error"] is None
    assert player(result)["area"] == [{"card": "Hantu Banyu", "curses": 2}]
    assert player(result, 1)["area"] == ["Deepdive"]
    assert [player(result, seat)["curses"] for seat in (0, 1)] == [0, 0]


def test_the_last_token_leaves_after_the_resolution_effect_was_used():
    """The rulebook's example: three stones in the resolution phase, then it is soothed."""
    before = "phase = 'resolution'\n[[player]]\narea = [{ card = 'Hantu Banyu', curses = 1 }]"
    result = curse(before, PHASE, PHASE)
    assert player(result)["soothed"] == ["Hantu Banyu"]
    assert (player(result)["stones"]["red"], player(result)["curses"]) == (3, 1)


def test_a_soothed_card_does_nothing_any_more():
    """Two red pay for Rock Golem (6) with Mephisto in the area, and not once he is soothed."""
    before = "[[player]]\nhand = ['Rock Golem']\nstones = { red = 2 }\n"
    assert curse(before + "area = ['Mephisto']", summon("Rock Golem", "red = 2"))["error"] is None
    assert curse(before + "soothed = ['Mephisto']", summon("Rock Golem", "red = 2"))["error"]


def test_a_soothed_card_is_not_counted_in_the_area():
    """Anansi (4), Hantu Banyu (4) and Imp (0) are even; a soothed card of cost 4 is not there."""
    before = (
        "[[player]]\nhand = ['Anansi']\nsoothed = ['Ares']\nstones = { red = 1, blue = 1 }\n"
        "area = [{ card = 'Hantu Banyu', curses = 1 }, 'Imp']"
    )
    assert player(curse(before, summon("Anansi", "red = 1, blue = 1")))["score"] == 9


# --- wards ---


def test_a_ward_alone_pays_for_a_removal_of_round_one():
    """It pays 2 of a cost of 1: the rest is lost."""
    act = "action = 'remove'\ncard = 'Imp'\npay = { ward = true }"
    result = curse("round = 1\n[[player]]\narea = ['Imp']", act)
    assert (result["error"], player(result)["wards"]) == (None, 2)


def test_no_stone_is_spent_beside_a_ward_that_pays_the_whole_cost():
    before = "[[player]]\nhand = ['Horned Salamander']\nstones = { red = 2 }"
    assert curse(before, summon("Horned Salamander", "red = 1, ward = true"))["error"]


@pytest.mark.parametrize(("wards", "points"), [(0, 0), (3, 6)])
def test_strix_counts_the_active_wards(wards, points):
    """With three active wards and no curse nothing is mended, and nobody is asked."""
    before = f"[[player]]\nhand = ['Strix']\nwards = {wards}\nstones = {{ red = 1, blue = 1 }}"
    answers = ["0"] if wards == 0 else []
    result = curse(before, summon("Strix", "red = 1, blue = 1", *answers))
    assert (result["error"], result["pending"]) == (None, None)
    assert (player(result)["score"], player(result)["wards"]) == (points, wards)


def test_the_ward_that_pays_for_strix_is_the_first_it_mends():
    """Two active wards bring 4 points; then one ward and two curses of the player."""
    before = "[[player]]\nhand = ['Strix']\ncurses = 2\nstones = { red = 2 }"
    result = curse(before, summon("Strix", "red = 2, ward = true", "3"))
    found = [player(result)[key] for key in ("score", "wards", "curses")]
    assert found == [4, 3, 0]


# --- cards at their limits ---


def test_selkie_may_be_paid_nothing_by_who_has_no_stone_left():
    before = "[[player]]\nhand = ['Selkie']\ncurses = 3\nstones = { red = 2 }"
    result = curse(before, summon("Selkie", "red = 2, ward = true"))
    assert (result["error"], result["pending"], player(result)["curses"]) == (None, None, 3)


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("Ghost", "round = 5\n[[player]]\nhand = ['Ghost']"),
        ("Taniwha", "round = 5\n[[player]]\nhand = ['Taniwha']"),
        ("Ghost", "round = 1\n[[player]]\nhand = ['Ghost', 'Tidal']"),
    ],
)
def test_an_instant_that_cannot_be_resolved_forbids_the_summon(card, more):
    """No dragon in the hand, none in an area, no room for the second card."""
    result = curse(f"{more}\nstones = {{ red = 2, blue = 1 }}", summon(card, "red = 2, blue = 1"))
    assert "cannot be resolved" in result["error"]


def test_a_limit_that_goes_with_a_discarded_card_goes_at_once():
    """Belledin's blue one is the fifth stone; Tarasque discards Ares, and one stone has to go."""
    before = (
        "[[player]]\nsummoner = 'Belledin'\nhand = ['Tarasque']\narea = ['Ares']\n"
        "stones = { red = 4, purple = 1 }"
    )
    kept = curse(before, summon("Tarasque", "purple = 1, ward = true", "none"))
    assert (kept["pending"], player(kept)["score"]) == (None, 3)
    waits = curse(before, summon("Tarasque", "purple = 1, ward = true", "Ares"))
    assert (waits["pending"]["decision"], player(waits)["score"]) == ("stones", 0)
    result = curse(before, summon("Tarasque", "purple = 1, ward = true", "Ares", "red"))
    assert (player(result)["score"], sum(player(result)["stones"].values())) == (4, 4)


def test_inferno_brings_points_for_what_is_gained_not_for_what_is_kept():
    """Two red stones are left and four come: four stay, and all four that came count."""
    before = "[[player]]\nhand = ['Inferno']\nstones = { red = 3, blue = 1 }"
    act = summon("Inferno", "red = 1, blue = 1, ward = true", "red+red+red+red")
    result = curse(before, act)
    assert (player(result)["score"], player(result)["stones"]["red"]) == (8, 4)


# --- the end ---


def test_curses_of_the_last_curse_phase_count_and_the_end_stays():
    """60 + 3 wards + 1 soothed - 2 x (3 + 2 moved + 2 left): the game ends all the same."""
    before = (
        "phase = 'curse'\n[[player]]\nscore = 60\ncurses = 3\n"
        "area = [{ card = 'Anansi', curses = 1 }, { card = 'Hantu Banyu', curses = 3 }]"
    )
    result = curse(before, PHASE, PHASE)
    assert (result["state"]["over"], player(result)["score"]) == (True, 60 + 3 + 1 - 14)


# --- decks of one's own ---


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "instant: 1 point", "curses": "1"},
        {"text": "instant: put 1 curse on a card in your area"},
    ],
)
def test_a_deck_with_tokens_has_a_curse_phase_without_the_set(tmp_path, changed):
    """By a card's symbols or by a text: the token moves to the player, and the card is soothed."""
    path = card_file(tmp_path, "imp", **changed)
    before = f"cards = '{path}'\nround = 5\n[[player]]\nhand = ['Imp']\n[[player]]\n"
    end = ["action = 'end_turn'"] * 2
    put = doing(before, summon("Imp"), *end, PHASE)
    assert player(put)["area"] == [{"card": "Imp", "curses": 1}]
    result = doing(before, summon("Imp"), *end, PHASE, PHASE)
    assert (result["error"], player(result)["area"]) == (None, [])
    assert (player(result)["curses"], player(result)["soothed"]) == (1, ["Imp"])
