"""The rules of the Curse, one test a sentence of its rulebook, in the rulebook's order."""

import pytest
from support.vale_curse import card_file, curse, dealt
from support.vale_texts_of_scenarios import doing, player

from sim.cards import load_cards
from sim.vale_of_eternity.state import PHASES

SUMMON = "action = 'summon'\ncard = '{}'\npay = {{ {} }}"
PHASE = "action = 'phase'"
HANTU = "{{ card = 'Hantu Banyu', curses = {} }}"


def summon(card, pay=""):
    return SUMMON.format(card, pay)


def tokens(result, seat=0):
    return {
        card["card"]: card["curses"]
        for card in player(result, seat)["area"]
        if isinstance(card, dict)
    }


# --- setting up ---


def test_the_cards_are_shuffled_with_those_of_the_base_game():
    deck = load_cards().select("vale_of_eternity", ("base", "curse"))
    assert [card.set for card in deck.cards].count("base") == 70
    assert [card.set for card in deck.cards].count("curse") == 11


def test_each_player_takes_three_wards_active_side_up():
    game = dealt("none", 3)
    assert list(game.state.wards[:3]) == [3, 3, 3]


def test_the_base_game_has_no_wards():
    deck = dealt("none").deck
    assert deck.tables[0].wards == 3
    from sim.vale_of_eternity.compile import compile_deck

    assert compile_deck(load_cards().select("vale_of_eternity")).tables[0].wards == 0


def test_summoners_are_taken_from_the_last_player_on_clockwise():
    game = dealt("draft", 4)
    seats = []
    while game.options and game.state.phase == PHASES.index("setup"):
        seats.append(int(game.state.active))
        game.choose(0)
    assert seats == [3, 0, 1, 2]
    assert len({int(side) for side in game.state.side}) == 4


def test_a_summoner_is_taken_once():
    game = dealt("draft", 2)
    first = {option.card for option in game.options}
    taken = game.options[3].card
    game.choose(3)
    assert {option.card for option in game.options} == first - {taken}


def test_a_player_takes_the_curses_of_the_start_side():
    """Muura's assumed one; a file that says three gives three."""
    assert list(dealt("Muura,Varena").state.curses[:2]) == [1, 1]


def test_the_curses_of_the_start_side_are_data(tmp_path):
    from sim.vale_of_eternity.compile import compile_deck

    path = card_file(tmp_path, "varena/a", curses="3")
    deck = compile_deck(load_cards(path).select("vale_of_eternity", ("base", "curse")))
    assert list(dealt("Muura,Varena", deck=deck).state.curses[:2]) == [1, 3]


# --- gameplay ---


def test_a_curse_phase_follows_the_resolution_phase():
    result = curse(f"phase = 'resolution'\n[[player]]\narea = [{HANTU.format(2)}]", PHASE)
    assert result["state"]["phase"] == "curse"
    assert tokens(result) == {"Hantu Banyu": 2}


def test_each_curse_on_a_player_or_a_card_costs_two_points():
    """20 + 3 wards - 2 x (2 + 1) = 17; the soothed card of the other seat: 20 + 3 + 1."""
    result = curse(
        f"round = 10\nphase = 'end'\n[[player]]\nscore = 20\ncurses = 2\narea = [{HANTU.format(1)}]"
        "\n[[player]]\nscore = 20\nsoothed = ['Ares']",
        PHASE,
    )
    assert [player(result, seat)["score"] for seat in (0, 1)] == [17, 24]


# --- cursed cards ---


def test_a_summoned_card_takes_as_many_tokens_as_it_has_symbols():
    result = curse("[[player]]\nhand = ['Hantu Banyu']\nstones = { red = 1, blue = 1 }", summon(
        "Hantu Banyu", "red = 1, blue = 1"
    ))  # fmt: skip
    assert tokens(result) == {"Hantu Banyu": 3}
    assert player(result)["curses"] == 0


def test_a_card_without_symbols_is_not_cursed():
    result = curse("[[player]]\nhand = ['Imp']", summon("Imp"))
    assert tokens(result) == {}


def test_tokens_never_run_out():
    """40 tokens lie on the player already; three more are put on the card."""
    before = "[[player]]\ncurses = 40\nhand = ['Hantu Banyu']\nstones = { red = 1, blue = 1 }"
    result = curse(before, summon("Hantu Banyu", "red = 1, blue = 1"))
    assert tokens(result) == {"Hantu Banyu": 3}


@pytest.mark.parametrize(
    ("before", "act"),
    [
        ("stones = { purple = 1 }",
         "action = 'remove'\ncard = 'Hantu Banyu'\npay = { purple = 1 }"),
        ("hand = ['Tarasque']\nstones = { red = 2, purple = 1 }\nextra_areas = 1",
         summon("Tarasque", "red = 2, purple = 1") + "\nchoose = ['Hantu Banyu']"),
    ],
)  # fmt: skip
def test_the_tokens_of_a_discarded_card_return_to_the_supply(before, act):
    """Through an action, or through an effect."""
    result = curse(f"[[player]]\narea = [{HANTU.format(2)}]\n{before}", act)
    assert result["error"] is None
    assert result["state"]["discard"] == ["Hantu Banyu"]
    assert player(result)["curses"] == 0
    assert tokens(result).keys() <= {"Tarasque"}


def test_who_recovers_a_cursed_card_takes_its_tokens():
    result = curse(
        "phase = 'resolution'\n[[player]]\ncurses = 1\narea = [{ card = 'Undine', curses = 2 }]",
        PHASE,
    )
    assert (player(result)["hand"], player(result)["curses"]) == (["Undine"], 3)


def test_a_card_that_loses_its_last_token_is_soothed():
    result = curse(f"phase = 'curse'\n[[player]]\narea = [{HANTU.format(1)}, 'Imp']", PHASE)
    assert player(result)["soothed"] == ["Hantu Banyu"]
    assert (player(result)["area"], player(result)["hand"]) == (["Imp"], [])


def test_a_card_without_tokens_is_not_soothed():
    result = curse("phase = 'curse'\n[[player]]\narea = ['Imp']", PHASE)
    assert (player(result)["area"], player(result)["soothed"]) == (["Imp"], [])


def test_a_soothed_card_stays_to_the_end():
    result = curse("round = 9\nphase = 'hunt'\n[[player]]\nsoothed = ['Ares']", "action = 'list'")
    assert player(result)["soothed"] == ["Ares"]
    assert all("Ares" not in label for label in result["legal"])


def test_a_soothed_card_frees_a_space():
    """Round 2: two areas, both taken until one card is soothed."""
    before = f"\n[[player]]\nhand = ['Imp']\narea = [{HANTU.format(1)}, 'Agni']"
    full = curse("round = 2" + before, summon("Imp"))
    assert "its area is full" in full["error"]
    soothed = curse("round = 2\nphase = 'curse'" + before, PHASE)
    assert player(soothed)["area"] == ["Agni"]
    free = curse("round = 2\n[[player]]\nhand = ['Imp']\narea = ['Agni']\nsoothed = ['Ares']",
                 summon("Imp"))  # fmt: skip
    assert free["error"] is None


# --- curse phase ---


def test_one_token_of_each_cursed_card_goes_to_its_player():
    result = curse(
        f"phase = 'curse'\n[[player]]\narea = [{HANTU.format(3)}, {{ card = 'Agni', curses = 2 }}]"
        "\n[[player]]\narea = [{ card = 'Kappa', curses = 4 }]",
        PHASE,
    )
    assert tokens(result) == {"Hantu Banyu": 2, "Agni": 1}
    assert tokens(result, 1) == {"Kappa": 3}
    assert [player(result, seat)["curses"] for seat in (0, 1)] == [2, 1]


def test_each_player_chooses_the_order():
    """Ares (+1) before Axomama (-1) costs a stone, the other way round none."""
    before = (
        "phase = 'curse'\n[[player]]\nstones = { red = 4 }\n"
        "area = [{ card = 'Ares', curses = 1 }, { card = 'Axomama', curses = 1 }]"
    )
    asked = curse(before, PHASE)
    assert asked["pending"]["decision"] == "token"
    assert asked["pending"]["options"] == ["Ares", "Axomama"]
    kept = curse(before, f"{PHASE}\nchoose = ['Axomama']")
    lost = curse(before, f"{PHASE}\nchoose = ['Ares']")
    assert [player(result)["stones"]["red"] for result in (kept, lost)] == [4, 3]


def test_an_order_that_changes_nothing_may_be_stated_or_not():
    before = (
        f"phase = 'curse'\n[[player]]\narea = [{HANTU.format(1)}, {{ card = 'Agni', curses = 1 }}]"
    )
    silent, said = curse(before, PHASE), curse(before, f"{PHASE}\nchoose = ['Hantu', 'Agni']")
    assert silent["state"] == said["state"]
    assert silent["pending"] is None


# --- wards ---


def test_a_ward_pays_two_of_a_summon():
    before = "[[player]]\nwards = 1\nhand = ['Taniwha']\nstones = { blue = 1 }\n[[player]]\n"
    result = curse(before + "area = ['Tidal']", summon("Taniwha", "blue = 1, ward = true"))
    assert (result["error"], player(result)["wards"]) == (None, 0)
    assert sum(player(result)["stones"].values()) == 0


def test_a_ward_pays_two_of_a_removal():
    act = "action = 'remove'\ncard = 'Imp'\npay = { red = 2, ward = true }"
    result = curse("round = 4\n[[player]]\narea = ['Imp']\nstones = { red = 2 }", act)
    assert (result["error"], player(result)["wards"]) == (None, 2)


def test_a_single_ward_a_payment():
    """Three wards and one red are worth three at most, not seven."""
    before = "[[player]]\nhand = ['Hantu Banyu']\nstones = { red = 1 }"
    assert curse(before, summon("Hantu Banyu", "red = 1, ward = true"))["error"]


def test_a_ward_may_be_broken_where_stones_would_do():
    before = "[[player]]\nhand = ['Horned Salamander']\nstones = { red = 2 }"
    result = curse(before, summon("Horned Salamander", "ward = true"))
    assert (result["error"], player(result)["stones"]["red"]) == (None, 2)


def test_a_broken_ward_pays_nothing():
    before = "[[player]]\nwards = 0\nhand = ['Horned Salamander']"
    assert "no ward" in curse(before, summon("Horned Salamander", "ward = true"))["error"]


def test_no_ward_is_broken_for_a_cost_of_nothing():
    assert curse("[[player]]\nhand = ['Imp']", summon("Imp", "ward = true"))["error"]


MENDING = "phase = 'resolution'\n[[player]]\nsummoner = 'Marcosa'\nwards = {}\ncurses = {}"


def test_mending_turns_a_broken_ward_active():
    result = curse(MENDING.format(1, 2), PHASE)
    assert (player(result)["wards"], player(result)["curses"]) == (2, 2)


def test_mending_with_three_active_wards_removes_a_curse():
    result = curse(MENDING.format(3, 2), PHASE)
    assert (player(result)["wards"], player(result)["curses"]) == (3, 1)


def test_a_mending_effect_can_be_used_only_if_there_is_something_to_mend():
    """The use is an option with two curses, and none with three active wards and no curse."""
    able = curse(MENDING.format(3, 2), "action = 'use'\ncard = 'Marcosa'")
    unable = curse(MENDING.format(3, 0), "action = 'use'\ncard = 'Marcosa'")
    assert able["error"] is None
    assert "use Marcosa is no action" in unable["error"]


def test_an_effect_that_mends_needs_a_broken_ward_or_a_curse(tmp_path):
    """S119: an instant that must mend; the ward of the payment itself may be the broken one."""
    path = card_file(tmp_path, "imp", text="instant: mend 1 ward", value="1")
    before = f"cards = '{path}'\n[[player]]\nhand = ['Imp']\nstones = {{ red = 1 }}\n"
    assert curse(before, summon("Imp", "red = 1"))["error"]
    for more in ("curses = 1", "wards = 2"):
        assert curse(before + more, summon("Imp", "red = 1"))["error"] is None
    mended = curse(before, summon("Imp", "ward = true"))
    assert (mended["error"], player(mended)["wards"]) == (None, 3)


# --- the end ---


def test_the_game_ends_even_if_curses_take_players_under_60():
    """61 + 3 - 8 = 56."""
    result = curse("phase = 'end'\n[[player]]\nscore = 61\ncurses = 4", PHASE)
    assert (result["state"]["over"], player(result)["score"]) == (True, 56)


def test_the_winner_is_determined_after_wards_and_curses():
    """60 + 3 - 4 = 59 against 58 + 3 = 61."""
    before = "phase = 'end'\n[[player]]\nscore = 60\ncurses = 2\n[[player]]\nscore = 58"
    assert curse(before, PHASE)["state"]["winners"] == [1]


def test_the_final_score_is_floored_once():
    """5 + 3 - 2 x 6 = -4: 0 by our ruling (D30), -4 without it."""
    before = "round = 10\nphase = 'end'\n{}[[player]]\nscore = 5\ncurses = 6"
    assert player(curse(before.format(""), PHASE))["score"] == 0
    loose = before.format("rulings = { end_scoring_floor0 = false }\n")
    assert player(curse(loose, PHASE))["score"] == -4


def test_with_artifacts_the_end_is_at_80(tmp_path):
    """S150: 65 points end nothing where a deck has Artifacts too, here one plain card of it."""
    path = card_file(tmp_path, "ghost", set="artifacts", text="")
    before = f"cards = '{path}'\nphase = 'end'\n[[player]]\nscore = {{}}"
    both = "sets = ['base', 'curse', 'artifacts']\n"
    for score, over in ((65, False), (80, True)):
        result = doing(both + before.format(score), PHASE)
        assert (result["error"], result["state"]["over"]) == (None, over)


def test_the_score_track_that_ends_the_game_is_told_as_it_stood_before_curses_count():
    # 61 ends the game; three wards and five curses then leave 61 + 3 - 10.
    result = curse("phase = 'end'\n[[player]]\nscore = 61\ncurses = 5", PHASE)
    assert player(result)["score"] == 54
    assert any("61 points are on the score track, 60 end it" in line for line in result["log"])


def test_what_happens_at_the_end_of_a_round_comes_after_the_curse_phase():
    """The token put on a card at the end of the round has not moved yet."""
    before = (
        "phase = 'curse'\n[[player]]\nsummoner = 'Foros'\nside = 'curious'\n"
        f"area = [{HANTU.format(2)}]"
    )
    result = curse(before, PHASE, f"{PHASE}\nchoose = ['1']")
    assert (tokens(result), player(result)["curses"]) == ({"Hantu Banyu": 2}, 1)
