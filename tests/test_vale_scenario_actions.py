"""Actions, answers and what is refused, in scenarios of The Vale of Eternity."""

import pytest
from support.vale_texts_of_scenarios import doing, player, run_text

DESIGN_EXAMPLE = """
sets = ["base"]
seed = 1
round = 5
phase = "action"
first = 0
active = 0
draw = ["Imp", "Troll"]
display = []
discard = ["Goblin"]
[[player]]
score = 10
stones = { red = 1, blue = 1 }
hand = ["Tengu"]
area = ["Agni"]
hunted = ["Salamander"]
[[player]]
score = 12
[[do]]
action = "summon"
card = "Tengu"
pay = { blue = 1 }
"""
RICH = """
round = 9
[[player]]
stones = { red = 2, purple = 2 }
"""


def test_example_of_the_design_runs():
    """Tengu costs 3, a blue: 6 points, and it goes to the top of the draw pile."""
    result = run_text(DESIGN_EXAMPLE)
    assert result["error"] is None
    assert player(result)["score"] == 16
    assert player(result)["stones"] == {"red": 1, "blue": 0, "purple": 0}
    assert result["state"]["draw"][:3] == ["Tengu", "Imp", "Troll"]
    assert player(result)["area"] == ["Agni"]
    assert result["pending"] is None
    assert "sell Salamander" in result["legal"]
    assert "end_turn" not in result["legal"]
    assert result["log"] == [
        "round 5, action: seat 0 summons Tengu for 1 blue: gains 6 points (Tengu), puts Tengu from"
        " the area on top of the draw pile"
    ]


def test_a_state_that_came_out_goes_in_again():
    result = run_text(DESIGN_EXAMPLE)
    state = result["state"]
    lines = [f"{key} = {state[key]!r}".replace("'", '"') for key in ("sets", "draw", "discard")]
    lines += [f"round = {state['round']}", "phase = 'action'", "draw_exact = true"]
    for seat in state["player"]:
        stones = ", ".join(f"{colour} = {n}" for colour, n in seat["stones"].items())
        lines += ["[[player]]", f"score = {seat['score']}", f"stones = {{ {stones} }}"]
        lines += [
            f"{zone} = {seat[zone]!r}".replace("'", '"') for zone in ("hand", "area", "hunted")
        ]
    again = run_text("\n".join(lines))
    assert again["state"] == state
    assert again["legal"] == result["legal"]


# --- Labels and answers ------------------------------------------------------------------------


def test_a_unique_beginning_is_enough():
    before = "round = 3\n[[player]]\nhunted = ['Salamander']"
    assert player(doing(before, "action = 'tame'\ncard = 'sala'"))["hand"] == ["Salamander"]


def test_a_beginning_means_the_card_that_is_legal():
    """Goblin Soldier is hunted, Goblin isn't: `gob` can only be the one of them."""
    before = "round = 3\n[[player]]\nhunted = ['Goblin Soldier']"
    result = doing(before, "action = 'tame'\ncard = 'gob'")
    assert player(result)["hand"] == ["Goblin Soldier"]


def test_a_beginning_of_two_legal_cards_is_refused():
    before = "round = 3\n[[player]]\nhunted = ['Goblin Soldier', 'Goblin']"
    result = doing(before, "action = 'tame'\ncard = 'gobl'")
    assert "could be Goblin or Goblin Soldier" in result["error"]
    # the whole name of one is no mere beginning of the other
    assert player(doing(before, "action = 'tame'\ncard = 'goblin'"))["hand"] == ["Goblin"]


@pytest.mark.parametrize("said", ["red+blue", "blue+red", "Blue + Red", "r+b", "blue+r"])
def test_colours_in_any_order(said):
    """One red, one blue, and four red of a sale: two of six have to go."""
    before = "round = 3\n[[player]]\nstones = { red = 1, blue = 1 }\nhunted = ['Goblin']"
    result = doing(before, f"action = 'sell'\ncard = 'Goblin'\nchoose = ['{said}']")
    assert result["error"] is None
    assert player(result)["stones"] == {"red": 4, "blue": 0, "purple": 0}


@pytest.mark.parametrize("said", ["'seat 1'", "'1'", "1", "'Seat1'", "'seat-1'"])
def test_a_seat_by_its_number(said):
    """Marina: a chosen player discards a fire card, and both have one."""
    before = RICH + "hand = ['Marina']\narea = ['Imp']\n[[player]]\narea = ['Agni']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    waits = doing(before, pay)
    assert waits["pending"]["options"] == ["seat 0", "seat 1"]
    assert waits["pending"]["decision"] == "seat"
    result = doing(before, f"{pay}\nchoose = [{said}]")
    assert player(result, 1)["area"] == []
    assert result["state"]["discard"] == ["Agni"]


def test_the_player_attacked_picks_the_card():
    before = RICH + "hand = ['Marina']\n[[player]]\narea = ['Agni', 'Imp']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    waits = doing(before, pay)
    assert waits["pending"] == {"decision": "card", "seat": 1, "options": ["Imp", "Agni"]}
    assert waits["state"]["active"] == 0
    assert player(doing(before, f"{pay}\nchoose = ['Agni']"), 1)["area"] == ["Imp"]


def test_forced_choices_are_silent_and_may_be_said_all_the_same():
    """Only seat 1 has a fire card, and only one: neither is asked for."""
    before = RICH + "hand = ['Marina']\n[[player]]\narea = ['Imp']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    for choose in ("", "\nchoose = ['seat 1', 'Imp']", "\nchoose = ['Imp']"):
        result = doing(before, pay + choose)
        assert result["error"] is None
        assert result["state"]["discard"] == ["Imp"]
        assert player(result)["score"] == 7


def test_too_many_answers_are_an_error():
    before = RICH + "hand = ['Marina']\n[[player]]\narea = ['Imp']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    result = doing(before, f"{pay}\nchoose = ['Imp', 'Agni']")
    assert "nothing is left to decide" in result["error"]


def test_a_wrong_answer_names_the_options():
    before = RICH + "hand = ['Marina']\n[[player]]\narea = ['Agni', 'Imp']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    result = doing(before, f"{pay}\nchoose = ['Troll']")
    assert "'Troll'" in result["error"]
    assert "legal: Imp, Agni" in result["error"]
    assert result["legal"] == result["pending"]["options"] == ["Imp", "Agni"]


def test_another_action_has_to_wait_for_a_decision():
    before = RICH + "hand = ['Marina']\n[[player]]\narea = ['Agni', 'Imp']"
    pay = "action = 'summon'\ncard = 'Marina'\npay = { red = 1, purple = 1 }"
    result = doing(before, pay, "action = 'end_turn'")
    assert "seat 1 has to decide first" in result["error"]


# --- Payments ----------------------------------------------------------------------------------


def test_the_only_payment_need_not_be_said():
    before = "round = 3\n[[player]]\nstones = { red = 3 }\nhand = ['Burning Skull']"
    result = doing(before, "action = 'summon'\ncard = 'Burning Skull'")
    assert player(result)["area"] == ["Burning Skull"]
    assert player(result)["stones"]["red"] == 0


def test_several_payments_wait_for_an_answer():
    before = "round = 3\n[[player]]\nstones = { red = 3, blue = 1 }\nhand = ['Burning Skull']"
    summon = "action = 'summon'\ncard = 'Burning Skull'"
    waits = doing(before, summon)
    assert waits["pending"]["decision"] == "payment"
    assert sorted(waits["pending"]["options"]) == ["blue", "red+red+red"]
    assert player(waits)["area"] == []
    assert player(doing(before, f"{summon}\nchoose = ['blue']"))["stones"]["red"] == 3


@pytest.mark.parametrize(
    ("pay", "reason"),
    [
        ("{}", "it costs 3, and nothing is paid"),
        ("{ red = 1 }", "it costs 3, and red is worth 1"),
        ("{ red = 1, blue = 1 }", "a stone is too many"),
        ("{ purple = 1 }", "it can't pay purple"),
        ("{ red = 1, ward = true }", "no ward can be broken"),
    ],
)
def test_a_payment_that_is_none_is_refused_with_the_reason(pay, reason):
    before = "round = 3\n[[player]]\nstones = { red = 3, blue = 1 }\nhand = ['Burning Skull']"
    result = doing(before, f"action = 'summon'\ncard = 'Burning Skull'\npay = {pay}")
    assert reason in result["error"]
    assert "summon Burning Skull paying blue" in result["legal"]
    assert "legal: " in result["error"]


def test_no_stone_pays_for_nothing():
    before = "round = 3\n[[player]]\nhand = ['Burning Skull']"
    result = doing(before, "action = 'summon'\ncard = 'Burning Skull'")
    assert "it costs 3, and it holds no stone" in result["error"]


def test_a_ward_pays_two():
    """D31, D46: of 3 the ward leaves 1, a red; red and red would be one too many."""
    before = "round = 3\n[[player]]\nwards = 1\nstones = { red = 3 }\nhand = ['Burning Skull']"
    summon = "action = 'summon'\ncard = 'Burning Skull'\npay = "
    result = doing(before, summon + "{ red = 1, ward = true }")
    assert result["error"] is None
    assert player(result)["wards"] == 0
    assert player(result)["stones"]["red"] == 2
    assert "too many" in doing(before, summon + "{ red = 2, ward = true }")["error"]


# --- What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("action = 'sell'\ncard = 'Imp'", "it is none of its hunted cards"),
        ("action = 'tame'\ncard = 'Agni'", "it is none of its hunted cards"),
        ("action = 'summon'\ncard = 'Troll'", "it is not in its hand"),
        ("action = 'summon'\ncard = 'Surtr'", "it costs 4, and red is worth 1"),
        ("action = 'summon'\ncard = 'Forest Spirit'", "it costs 2"),
        ("action = 'remove'\ncard = 'Troll'", "it is not in its area"),
        ("action = 'remove'\ncard = 'Imp'", "it costs 2, and red is worth 1"),
        ("action = 'end_turn'", "Salamander has to be sold or tamed first"),
        ("action = 'hunt'\ncard = 'Imp'", "is no action of the action phase"),
        ("action = 'use'\ncard = 'Imp'", "is no action of the action phase"),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(action, reason):
    before = """
        round = 2
        [[player]]
        stones = { red = 1 }
        hand = ['Surtr', 'Forest Spirit']
        hunted = ['Salamander']
        area = ['Imp']
    """
    result = doing(before, "action = 'list'", action, "action = 'list'")
    assert reason in result["error"]
    assert result["error"].startswith("action 2: ")
    assert result["legal"] == ["sell Salamander", "tame Salamander"]
    assert len(result["log"]) == 1


def test_a_full_area_is_a_reason():
    before = "round = 1\n[[player]]\nhand = ['Imp']\narea = ['Agni']"
    result = doing(before, "action = 'summon'\ncard = 'Imp'")
    assert "its area is full (1 of 1)" in result["error"]


def test_an_instant_that_cannot_be_resolved_is_a_reason():
    """Forest Spirit discards a card of the hand, and there is none."""
    before = "round = 3\n[[player]]\nstones = { red = 2 }\nhand = ['Forest Spirit']"
    result = doing(before, "action = 'summon'\ncard = 'Forest Spirit'\npay = { red = 2 }")
    assert "a part of its instant effect cannot be resolved" in result["error"]


def test_the_first_illegal_action_ends_the_scenario():
    before = "round = 2\n[[player]]\nhunted = ['Salamander', 'Imp']"
    result = doing(
        before,
        "action = 'sell'\ncard = 'Imp'",
        "action = 'sell'\ncard = 'Imp'",
        "action = 'sell'\ncard = 'Salamander'",
    )
    assert result["error"].startswith("action 2: ")
    assert player(result)["hunted"] == ["Salamander"]
    assert player(result)["stones"]["red"] == 3


# --- Phases ------------------------------------------------------------------------------------


def test_a_main_action_is_never_made_by_itself():
    """Nothing can be done but end the turn, and that is for the player to say."""
    before = "round = 2\n[[player]]"
    result = doing(before, "action = 'list'")
    assert result["legal"] == ["end_turn"]
    assert result["state"]["active"] == 0
    result = doing(before, "action = 'end_turn'")
    assert result["state"]["active"] == 1
    assert result["legal"] == ["end_turn"]
    result = doing(before, "action = 'end_turn'", "action = 'end_turn'")
    assert (result["state"]["phase"], result["pending"]) == ("resolution", None)


def test_a_resolution_effect_is_never_used_by_itself():
    before = "round = 2\nphase = 'resolution'\n[[player]]\narea = ['Horned Salamander']"
    waits = doing(before, "action = 'list'")
    assert waits["legal"] == ["Horned Salamander"]
    assert player(waits)["stones"]["red"] == 0
    used = doing(before, "action = 'use'\ncard = 'Horned Salamander'")
    assert player(used)["stones"]["red"] == 4
    assert used["state"]["phase"] == "end"


def test_a_phase_is_run_whole():
    before = "round = 2\nphase = 'resolution'\n[[player]]\narea = ['Horned Salamander', 'Griffon']"
    result = doing(before, "action = 'phase'\nchoose = ['Griffon']")
    assert result["error"] is None
    assert player(result)["stones"]["red"] == 4
    assert len(player(result)["hand"]) == 1
    assert result["state"]["phase"] == "end"


def test_a_phase_waits_where_it_has_no_answer():
    before = "round = 2\nphase = 'resolution'\n[[player]]\narea = ['Horned Salamander', 'Griffon']"
    result = doing(before, "action = 'phase'")
    assert result["pending"]["options"] == ["Horned Salamander", "Griffon"]
    assert result["pending"]["decision"] == "effect"


def test_an_effect_used_already_is_not_used_again():
    before = """
        round = 2
        phase = 'resolution'
        used = ['Horned Salamander']
        [[player]]
        area = ['Horned Salamander', 'Griffon']
    """
    result = doing(before, "action = 'list'")
    assert result["legal"] == ["Griffon"]
    assert result["state"]["used"] == ["Horned Salamander"]
    result = doing(before, "action = 'use'\ncard = 'Horned Salamander'")
    assert "was used already" in result["error"]


def test_the_end_check_moves_on_to_a_hunt_without_cards():
    before = "round = 2\nfirst = 1\nphase = 'end'\n[[player]]\nscore = 59"
    result = doing(before, "action = 'phase'")
    state = result["state"]
    assert (state["round"], state["first"], state["active"], state["phase"]) == (3, 0, 0, "hunt")
    assert (state["display"], state["over"], result["legal"]) == ([], False, [])


def test_sixty_points_end_the_game():
    before = "round = 2\nphase = 'end'\n[[player]]\nscore = 60\n[[player]]\nscore = 61"
    result = doing(before, "action = 'phase'")
    assert result["state"]["over"]
    assert result["state"]["winners"] == [1]
    assert result["state"]["end"] == "points"
    assert result["log"][0].startswith("The game ends after round 2: 61 points")
    again = doing(before, "action = 'phase'", "action = 'end_turn'")
    assert "the game is over" in again["error"]


def test_a_hunt_reveals_cards_first():
    before = "phase = 'hunt'\ndraw = ['Imp', 'Troll', 'Agni', 'Goblin']\n[[player]]"
    result = doing(before, "action = 'hunt'\ncard = 'Troll'")
    assert player(result)["hunted"] == ["Troll"]
    assert result["state"]["active"] == 1
    assert result["pending"]["options"] == ["Imp", "Agni", "Goblin"]
    whole = doing(before, "action = 'phase'\nchoose = ['Imp', 'Agni', 'Goblin']")
    assert [player(whole, seat)["hunted"] for seat in (0, 1)] == [
        ["Imp", "Troll"],
        ["Agni", "Goblin"],
    ]
    last = doing(before, "action = 'phase'\nchoose = ['Imp', 'Agni', 'Goblin', 'Troll']")
    assert last["error"] is None
    assert last["state"] == whole["state"]


def test_no_cards_are_hunted_if_there_are_none():
    before = "phase = 'hunt'\ndraw = ['Imp']\ndraw_exact = true\n[[player]]"
    result = doing(before, "action = 'hunt'\ncard = 'Imp'")
    assert result["error"] is None
    assert result["state"]["phase"] == "action"


UNUSABLE = "round = 5\nphase = 'resolution'\n[[player]]\narea = ['Troll']\nhand = ['Imp']"
ENDING = UNUSABLE.replace("resolution", "end")


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        (UNUSABLE, "use'\ncard = 'Troll", "seat 0 cannot use Troll: its effect was used already"),
        (UNUSABLE, "use'\ncard = 'Imp", "Imp cannot be used: it lies in no area"),
        (UNUSABLE, "summon'\ncard = 'Imp", "summon Imp is no action of the resolution phase"),
        (UNUSABLE, "end_turn", "end_turn is no action of the resolution phase"),
        (
            UNUSABLE.replace("resolution", "end"),
            "summon'\ncard = 'Imp",
            "no action of the end phase",
        ),
    ],
)
def test_what_is_refused_leaves_the_phase(before, action, reason):
    """Nothing is left to decide in the phase, but a refused action doesn't go on to the next."""
    stood = run_text(before)["state"]
    result = doing(before, f"action = '{action}'")
    assert reason in result["error"]
    assert (result["state"], result["log"], result["legal"]) == (stood, [], [])


def test_a_last_round_is_not_ended_by_what_is_refused():
    before = "round = 10\nphase = 'end'\n[[player]]\nhand = ['Imp']"
    result = doing(before, "action = 'summon'\ncard = 'Imp'")
    assert result["error"]
    assert not result["state"]["over"]


def test_a_hunt_is_what_follows_the_end_of_a_round():
    """A card that isn't revealed is refused among those that are, as the round had to begin."""
    before = "round = 3\nphase = 'end'\ndraw = ['Imp', 'Gust', 'Kappa', 'Agni']\n[[player]]"
    assert player(doing(before, "action = 'hunt'\ncard = 'Gust'"), 1)["hunted"] == ["Gust"]
    refused = doing(before, "action = 'hunt'\ncard = 'Troll'")
    assert "it is not in the display" in refused["error"]
    assert sorted(refused["legal"]) == ["Agni", "Gust", "Imp", "Kappa"]
