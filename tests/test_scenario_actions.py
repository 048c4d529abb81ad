"""Actions of scenarios: what is legal, what is reported, what is never done by itself."""

import pytest
from support.scenarios import doing, hands, names, run_text

from sim.errors import RealmvaleError

MINE = "Mountain, Wildfire, Candle, King, Queen, Knights, Swamp"
START = f"players = 3\ndiscard = {names('Smoke, Forest')}\ndraw = {names('Dragon, Hydra')}\n"
POSITION = START + hands(MINE)


def test_no_actions_print_the_position_and_what_is_legal():
    result = run_text(POSITION)
    assert result["log"] == []
    assert result["legal"] == ["draw", "Smoke", "Forest"]
    assert result["pending"] is None
    assert result["error"] is None


def test_list_changes_nothing_and_says_what_is_legal():
    listed = run_text(POSITION + doing("list"))
    assert listed["state"] == run_text(POSITION)["state"]
    assert listed["log"] == ["turn 4: seat 0 may draw or take one of Smoke, Forest"]


def test_draw_leaves_the_discard_pending():
    result = run_text(POSITION + doing("draw"))
    assert result["pending"] == {"decision": "discard", "options": result["legal"]}
    assert sorted(result["legal"]) == sorted([*MINE.split(", "), "Dragon"])
    assert result["state"]["phase"] == "discard"


def test_a_main_action_is_never_made_by_itself():
    """The first player can only draw, and a two-player hand of one only discard: both wait."""
    first = run_text("players = 3\n" + hands(MINE))
    assert (first["legal"], first["log"]) == (["draw"], [])
    last = f"draw = {names('Dragon')}\ndraw_exact = true\n"
    one = run_text("players = 2\n" + last + doing("draw"))
    assert one["legal"] == ["Dragon"]
    assert one["pending"]["decision"] == "discard"
    assert one["state"]["discard"] == []


def test_log_says_what_happened_in_words():
    result = run_text(POSITION + doing("take Smoke", "discard Swamp", "draw", "discard Dragon"))
    assert result["log"] == [
        "turn 4: seat 0 takes Smoke from the discard area (discard area: 1 card)",
        "turn 4: seat 0 discards Swamp (discard area: 2 cards)",
        "turn 5: seat 1 draws Dragon from the deck (discard area: 2 cards)",
        "turn 5: seat 1 discards Dragon (discard area: 3 cards)",
    ]


def test_two_player_cards_drawn_together_are_logged_together():
    result = run_text(f"players = 2\ndraw = {names('Dragon, Hydra')}\n" + doing("draw"))
    assert result["log"] == [
        "turn 1: seat 0 draws Dragon and Hydra from the deck (discard area: 0 cards)"
    ]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["take Dragon"], "action 1: seat 0 cannot take Dragon: it is not in the discard area"),
        (["discard Swamp"], "action 1: seat 0 cannot discard now: it has to draw or take first"),
        (["draw", "draw"], "action 2: seat 0 cannot draw now: it has to discard a card first"),
        (["draw", "discard Smoke"], "action 2: seat 0 cannot discard Smoke: it is not in its hand"),
        (["draw", "end"], "seat 0 has to discard one of"),
    ],
)
def test_an_illegal_action_is_reported_with_reason_and_legal_ones(actions, said):
    result = run_text(POSITION + doing(*actions))
    assert said in result["error"]
    assert all(label in result["error"] for label in result["legal"])
    before = run_text(POSITION + doing(*actions[:-1]))
    assert result["state"] == before["state"]
    assert result["legal"] == before["legal"]


def test_actions_after_an_illegal_one_are_not_tried():
    result = run_text(POSITION + doing("take Dragon", "draw"))
    assert result["log"] == []
    assert "draw" in result["legal"]


def test_a_unique_prefix_is_enough():
    result = run_text(POSITION + doing("take Smo", "discard Swa"))
    assert result["error"] is None
    assert result["state"]["discard"] == ["Forest", "Swamp"]


def test_a_prefix_that_is_unique_among_legal_cards_is_enough():
    """`S` begins several names; in the discard area only Smoke's."""
    assert run_text(POSITION + doing("take S"))["error"] is None


def test_a_prefix_that_several_legal_cards_share_is_not():
    result = run_text(POSITION + doing("draw", "discard K"))
    assert "'K' could be Knights and King" in result["error"]


def test_an_exact_name_wins_over_longer_ones():
    """King is a card; Knights begins with K only."""
    assert run_text(POSITION + doing("draw", "discard King"))["error"] is None


def test_end_scores_all_hands_as_they_are():
    result = run_text(POSITION + doing("end"))
    state = result["state"]
    assert (state["over"], state["end"], state["phase"]) == (True, "stopped", "end")
    assert result["legal"] == []
    assert len(state["winners"]) >= 1
    # Mountain 9; Wildfire 40 blanks Swamp, Knights, King and Queen; Candle 2: 51.
    assert state["player"][0]["score"] == 51
    assert result["log"][0] == "The hands are scored as they are."
    assert result["log"][1].startswith("seat 0 scores 51 (total base strength 103): rank ")


def test_total_base_strength_is_as_printed():
    """9 + 40 + 2 + 8 + 6 + 20 + 18 = 103."""
    state = run_text(POSITION + doing("end"))["state"]
    assert state["player"][0]["tie_break"] == 103


def test_end_after_the_end_changes_nothing():
    once, twice = (run_text(POSITION + doing(*["end"] * n)) for n in (1, 2))
    assert once == twice
    assert run_text(POSITION + doing("end", "list"))["log"][-1].endswith("the game is over")


def test_two_players_without_cards_can_be_scored():
    state = run_text("players = 2\n" + doing("end"))["state"]
    assert [p["score"] for p in state["player"]] == [0, 0]
    assert state["winners"] == [0, 1]


def test_a_position_with_ten_discards_is_over_at_once():
    ten = (
        "Hydra, Cavern, Island, Rainstorm, Lightning, Rangers, Collector, Empress, Warhorse, Forge"
    )
    result = run_text(f"players = 3\ndiscard = {names(ten)}\n" + hands(MINE))
    assert result["log"][0] == "The game ends at once: 10 cards lie in the discard area."
    assert result["state"]["over"]


def test_unknown_cards_in_actions_are_found_before_anything_is_done():
    with pytest.raises(RealmvaleError, match="action 2: there is no card named 'Smoek'"):
        run_text(POSITION + doing("draw", "discard Smoek"))
