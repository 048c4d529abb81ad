"""Summoners: how they are taken, both sides, and what each is said to do."""

import pytest
from support.vale_curse import curse, dealt
from support.vale_texts_of_scenarios import player

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.rules import check_deck, make_rules

DECK = load_cards().select("vale_of_eternity", ("base", "curse"))
PHASE = "action = 'phase'"
NAMES = ["Tolvar", "Varena", "Iwo", "Muura", "Foros", "Belledin", "Marcosa", "Kang San"]


def summon(card, pay=""):
    return f"action = 'summon'\ncard = '{card}'\npay = {{ {pay} }}"


def test_there_are_eight_summoners_of_two_sides():
    assert [DECK.sides[k].name for k in range(0, 16, 2)] == NAMES
    assert [DECK.sides[k].name for k in range(1, 16, 2)] == NAMES
    t = compile_deck(DECK).tables[0]
    assert list(t.side["other"][:16]) == [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]


def test_a_side_of_which_nothing_is_known_says_so():
    for side in DECK.sides:
        if not side.text:
            assert "text" in side.assumed
            assert "nothing is known" in side.note.lower() or "No ability is known" in side.note


def test_at_random_each_player_has_another_one_and_each_deal_others():
    found = set()
    for number in range(6):
        sides = [int(side) for side in dealt("random", 4, number=number).state.side]
        assert len({side // 2 for side in sides}) == 4
        found.add(tuple(side // 2 for side in sides))
    assert len(found) == 6


def test_by_name_in_seat_order():
    game = dealt("Kang San, varena,iwo", 3)
    assert [NAMES[int(side) // 2] for side in game.state.side[:3]] == ["Kang San", "Varena", "Iwo"]


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ("Muura", "1 summoners are named for 2 players"),
        ("Muura,Muura", "named twice"),
        ("Muura,Varenna", "did you mean Varena"),
        ("Muura,", "names no summoners"),
    ],
)
def test_names_that_cannot_be(stated, says):
    with pytest.raises(RealmvaleError, match=says):
        check_deck(make_rules(2, summoners=stated), DECK)


def test_the_base_game_has_no_summoners():
    base = load_cards().select("vale_of_eternity")
    with pytest.raises(RealmvaleError, match="no summoners"):
        check_deck(make_rules(2, summoners="draft"), base)
    check_deck(make_rules(2), base)


# --- what each does ---


def test_tolvar_and_iwo_start_with_three_broken_wards():
    assert list(dealt("Tolvar,Iwo,Varena", 3).state.wards[:3]) == [0, 0, 3]


def test_tolvar_loses_no_points_for_curses_on_his_cards():
    """20 + 1 ward - 2 x 2 curses on himself = 17; without him the four tokens cost 8 more."""
    before = (
        "round = 10\nphase = 'end'\n[[player]]\nscore = 20\nwards = 1\ncurses = 2\n{}"
        "area = [{{ card = 'Hantu Banyu', curses = 3 }}, {{ card = 'Ares', curses = 1 }}]"
    )
    assert player(curse(before.format("summoner = 'Tolvar'\n"), PHASE))["score"] == 17
    assert player(curse(before.format(""), PHASE))["score"] == 9


def test_varena_draws_a_card_before_the_first_cards_are_revealed():
    game = dealt("Varena,Iwo")
    hand = game.seat_cards("hand", 0)
    assert len(hand) == 1
    assert not game.seat_cards("hand", 1)
    order = dealt("none")
    top = [*order.shared_cards("display"), *order.pile()]
    assert hand[0] in order.shared_cards("display")
    assert set(game.shared_cards("display")) == set(top[:5]) - {*hand}


def test_kang_san_shelters_two_cards_before_the_first_cards_are_revealed():
    game = dealt("Iwo,Kang San")
    sheltered = game.seat_cards("shelter", 1)
    assert len(sheltered) == 2
    assert set(sheltered) <= set(dealt("none").shared_cards("display"))
    assert not game.seat_cards("hand", 1)


def test_nobody_sees_a_shelter():
    from sim.vale_of_eternity.view import fill_view, new_views

    game = dealt("Iwo,Kang San")
    views = new_views(game.tables, 1)
    game.state.active = 0
    fill_view(views[0], game.state)
    assert not views[0].state.shelter.any()
    for card in game.seat_cards("shelter", 1):
        assert int(views[0].unseen[card // 63]) >> card % 63 & 1


def test_muura_tormented_gains_two_curses_then_the_instant_follows():
    before = "[[player]]\nsummoner = 'Muura'\nside = 'tormented'\nhand = ['Ifrit']\n"
    result = curse(before + "stones = { red = 2 }", summon("Ifrit", "red = 2"))
    assert (player(result)["curses"], player(result)["score"]) == (2, 1)
    said = " ".join(result["log"])
    assert said.index("2 curses") < said.index("1 point")


def test_muura_jolly_gains_none():
    before = "[[player]]\nsummoner = 'Muura'\nside = 'Jolly'\nhand = ['Imp']"
    assert player(curse(before, summon("Imp")))["curses"] == 0


def test_muura_jolly_turns_over_at_the_start_of_the_round():
    before = "phase = '{}'\n[[player]]\nsummoner = 'Muura'\nside = 'Jolly'"
    result = curse(before.format("end"), PHASE)
    assert player(result)["side"] == "tormented"
    assert result["state"]["display"] == []
    begun = curse("round = 2\n" + before.format("hunt"), "action = 'list'")
    assert player(begun)["side"] == "tormented"


def test_muura_turns_back_by_the_summon_as_assumed():
    before = "[[player]]\nsummoner = 'Muura'\nside = 'tormented'\nhand = ['Imp', 'Hestia']"
    result = curse(before, summon("Imp"), summon("Hestia"))
    assert (player(result)["side"], player(result)["curses"]) == ("jolly", 2)


CURIOUS = "phase = 'end'\n[[player]]\nsummoner = 'Foros'\nside = 'curious'\narea = {}"


def test_the_curious_side_puts_more_curses_on_a_cursed_card():
    """Three printed, four held; and none may be put."""
    area = "['Imp', { card = 'Hantu Banyu', curses = 3 }]"
    result = curse(CURIOUS.format(area), f"{PHASE}\nchoose = ['1', 'Hantu Banyu']")
    assert {"card": "Hantu Banyu", "curses": 4} in player(result)["area"]
    none = curse(CURIOUS.format(area), f"{PHASE}\nchoose = ['none']")
    assert {"card": "Hantu Banyu", "curses": 3} in player(none)["area"]


def test_the_curious_side_makes_a_card_cursed_which_can_then_be_soothed():
    result = curse(CURIOUS.format("['Imp']"), f"{PHASE}\nchoose = ['1']")
    assert player(result)["area"] == [{"card": "Imp", "curses": 1}]
    soothed = curse("phase = 'curse'\n[[player]]\narea = [{ card = 'Imp', curses = 1 }]", PHASE)
    assert player(soothed)["soothed"] == ["Imp"]


FRIENDLY = "[[player]]\nsummoner = 'Belledin'\nside = 'Friendly'\narea = {}\nhand = ['Yuki Onna']"


def test_belledin_gains_a_blue_stone_for_a_new_family_before_the_instant():
    """The stone is there when the instant counts what the stones are worth: 3 points."""
    assert player(curse(FRIENDLY.format("['Agni']"), summon("Yuki Onna")))["score"] == 3


def test_belledin_gains_nothing_for_a_family_that_is_there():
    assert player(curse(FRIENDLY.format("['Nessie']"), summon("Yuki Onna")))["score"] == 0


def test_marcosa_turns_over_at_once_when_she_breaks_a_ward():
    before = "[[player]]\nsummoner = 'Marcosa'\nhand = ['Kappa']\nstones = { red = 1 }"
    assert player(curse(before, summon("Kappa", "ward = true")))["side"] == "tempted"
    assert player(curse(before, summon("Kappa", "red = 1")))["side"] == "a"


def test_marcosa_turns_over_when_a_removal_breaks_a_ward():
    act = "action = 'remove'\ncard = 'Imp'\npay = { ward = true }"
    before = "round = 2\n[[player]]\nsummoner = 'Marcosa'\narea = ['Imp']"
    assert player(curse(before, act))["side"] == "tempted"


def test_marcosa_tempted_earns_a_blue_stone_in_the_resolution_phase():
    before = "phase = 'resolution'\n[[player]]\nsummoner = 'Marcosa'\nwards = 2\nside = '{}'"
    tempted = curse(before.format("tempted"), PHASE)
    assert (player(tempted)["stones"]["blue"], player(tempted)["wards"]) == (1, 2)
    other = curse(before.format("a"), PHASE)
    assert (player(other)["stones"]["blue"], player(other)["wards"]) == (0, 3)


def test_marcosa_tempted_turns_back_at_the_start_of_the_round():
    before = "phase = 'end'\n[[player]]\nsummoner = 'Marcosa'\nside = 'tempted'"
    assert player(curse(before, PHASE))["side"] == "a"


def test_a_resolution_effect_of_a_summoner_comes_in_any_order():
    before = (
        "phase = 'resolution'\n[[player]]\nsummoner = 'Marcosa'\nside = 'tempted'\n"
        "area = ['Sea Spirit']\nstones = { blue = 1 }"
    )
    first = curse(before, "action = 'use'\ncard = 'Marcosa'", "action = 'use'\ncard = 'Sea Spirit'")
    last = curse(before, "action = 'use'\ncard = 'Sea Spirit'", "action = 'use'\ncard = 'Marcosa'")
    assert [player(result)["score"] for result in (first, last)] == [2, 1]
