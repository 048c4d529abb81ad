"""Scenarios of Chaos: what may be stated, what is refused, and positions that come out go in."""

import json

import pytest
from support.scenarios import HERE, doing, hands, run_text

from sim.errors import RealmvaleError
from sim.fantasy_realms.scenario import run_scenario

ONE = "Mountain, Wildfire, Candle, King, Queen, Knights, Warlord"
TWO = "Swamp, Forest, Cavern, Bell Tower, Rangers, Collector, Empress"
START = 'variant = "chaos"\nplayers = 4\n'
POSITION = START + "pair = [1, 0]\n" + hands(ONE, TWO)


def test_no_actions_print_the_position_and_what_is_legal():
    result = run_text(START)
    state = result["state"]
    assert (state["variant"], state["turn"], state["ticks"]) == ("chaos", 1, 120)
    assert [len(player["hand"]) for player in state["player"]] == [7] * 4
    assert (state["phase"], state["offer"], state["discard"]) == ("offer", [], [])
    assert state["active"] == state["pair"][0]
    assert sorted(result["legal"]) == sorted(state["player"][state["active"]]["hand"])
    assert (result["pending"], result["error"], result["log"]) == (None, None, [])


def test_who_is_not_stated_to_meet_is_drawn_by_the_seed():
    pairs = {tuple(run_text(f"{START}seed = {seed}")["state"]["pair"]) for seed in range(60)}
    assert len(pairs) > 8
    assert {len(set(pair)) for pair in pairs} == {2}
    assert run_text(f"{START}seed = 5")["state"] == run_text(f"{START}seed = 5")["state"]


def test_the_seats_that_meet_hang_on_seed_and_tick_alone():
    """Whatever is done at tick 1: at tick 2 the same two meet as in a position of tick 2."""
    stated = run_text(START + "turn = 2\n" + hands(ONE, TWO))["state"]["pair"]
    for answer in ("accept", "refuse"):
        done = doing("offer Swamp", "offer King", answer, "accept")
        assert run_text(POSITION + done)["state"]["pair"] == stated


def test_the_pair_is_asked_in_the_order_stated():
    result = run_text(POSITION + doing("offer Swamp", "offer King", "accept", "refuse"))
    assert result["log"] == [
        "tick 1: seat 1 offers Swamp",
        "tick 1: seat 0 offers King",
        "tick 1: seat 1 accepts King",
        "tick 1: seat 0 refuses Swamp",
        "tick 1: no trade",
    ]


def test_active_turns_the_pair_round():
    result = run_text(POSITION.replace("pair", "active = 0\npair"))
    assert result["state"]["pair"] == [0, 1]
    assert result["state"]["active"] == 0


def test_a_position_with_offers_and_an_answer():
    made = "offer = ['Swamp', 'King']\n"
    result = run_text(POSITION.replace("pair", made + "pair"))
    assert (result["state"]["phase"], result["state"]["active"]) == ("answer", 1)
    assert result["pending"] == {"decision": "answer", "options": ["refuse", "accept"]}
    result = run_text(POSITION.replace("pair", made + "answer = 'accept'\npair"))
    assert result["state"]["active"] == 0
    done = run_text(POSITION.replace("pair", made + "answer = 'accept'\npair") + doing("accept"))
    assert "King" in done["state"]["player"][1]["hand"]
    assert done["log"][-1] == "tick 1: they trade: seat 1 gives Swamp, seat 0 gives King"


def test_list_says_who_may_do_what():
    asked = run_text(POSITION + doing("list", "offer Swamp", "offer King", "list"))
    assert asked["log"][0].startswith("tick 1: seat 1 may offer one of ")
    assert asked["log"][3] == "tick 1: seat 1 may refuse or accept King for Swamp"


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["offer King"], "action 1: seat 1 cannot offer King: it is not in its hand"),
        (["accept"], "action 1: seat 1 cannot accept now: it has to offer a card first"),
        (["offer Swamp", "refuse"], "seat 0 cannot refuse now: it has to offer a card first"),
        (["offer Swamp", "offer King", "offer Forest"], "cannot offer now: both cards are offered"),
        (["draw"], "seat 1 cannot draw: in chaos cards are traded"),
    ],
)
def test_an_illegal_action_is_reported_with_reason_and_legal_ones(actions, said):
    result = run_text(POSITION + doing(*actions))
    assert said in result["error"]
    assert all(label in result["error"] for label in result["legal"])
    before = run_text(POSITION + doing(*actions[:-1]))
    assert result["state"] == before["state"]


@pytest.mark.parametrize("action", ["offer King", "accept", "refuse"])
def test_games_with_turns_know_no_trades(action):
    result = run_text("players = 3\n" + hands(ONE) + doing(action))
    assert "only in chaos cards are traded" in result["error"]


def test_a_prefix_that_is_unique_among_the_hand_is_enough():
    assert run_text(POSITION + doing("offer Sw", "offer Kin"))["error"] is None
    assert "could be" in run_text(POSITION + doing("offer Swamp", "offer K"))["error"]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("pair = [1, 1]", "two different seats of 0 to 3"),
        ("pair = [0, 4]", "two different seats"),
        ("pair = [0]", "two different seats"),
        ("pair = [0, true]", "two different seats"),
        ("pair = 1", "should be a list"),
        ("pair = [0, 1]\noffer = ['Swamp']", "seat 0 does not hold Swamp"),
        ("pair = [0, 1]\noffer = ['Kign']", "did you mean King"),
        ("pair = [0, 1]\noffer = ['King', 'Swamp', 'Queen']", "offer lists 3 cards"),
        ("pair = [0, 1]\nanswer = 'accept'", "both have to offer a card first"),
        ("pair = [0, 1]\noffer = ['King', 'Swamp']\nanswer = 'acept'", "did you mean accept"),
        ("pair = [0, 1]\nphase = 'answer'", "does not fit 0 cards offered"),
        ("pair = [0, 1]\nphase = 'draw'", "no phase named 'draw'"),
        ("pair = [0, 1]\nactive = 2", "seats 0 and 1 meet"),
        ("pair = [0, 1]\noffer = ['King']\nactive = 0", "seat 1 has to offer"),
        ("turn = 121", "1 to 120"),
        ("ticks = 0", "ticks = 0 is out of range"),
        ("turn_cap = 9", "no turns, so no turn cap"),
        ("discard = ['Dragon']", "discard cannot be stated here"),
        ("player = [{hand = [], known = ['King']}]", "state what each has seen"),
        ("player = [{seen = {Kign = 1}}]", "did you mean King"),
        ("player = [{seen = {Dragon = 0}}]", "Dragon = 0 should be another seat"),
        ("player = [{seen = {Dragon = 4}}]", "should be another seat"),
        ("player = [{hand = ['Dragon'], seen = {Dragon = 1}}]", "seat 0 holds Dragon itself"),
        ("player = [{hand = ['Dragon']}]", "seat 0 holds 1 card; when not about to discard"),
    ],
)
def test_what_cannot_be_is_refused(stated, said):
    text = START + stated + "\n" + (hands(ONE, TWO) if "player" not in stated else "")
    with pytest.raises(RealmvaleError) as error:
        run_text(text)
    assert said in str(error.value)


@pytest.mark.parametrize("key", ["ticks = 5", "pair = [0, 1]", "offer = ['King']"])
def test_games_with_turns_refuse_what_belongs_to_chaos(key):
    with pytest.raises(RealmvaleError, match=r"chaos|no trading ticks"):
        run_text("players = 3\n" + key)


@pytest.mark.parametrize("actions", [
    [], ["offer Swamp"], ["offer Swamp", "offer King"], ["offer Swamp", "offer King", "accept"],
    ["offer Swamp", "offer King", "accept", "accept"],
])  # fmt: skip
def test_a_position_that_comes_out_goes_in(actions):
    result = run_text(POSITION + doing(*actions))
    state = json.loads(json.dumps(result["state"]))
    for key in ("over", "end", "winners"):
        del state[key]
    again = run_scenario(state, HERE)
    assert again["state"] == result["state"]
    assert again["legal"] == result["legal"]
    assert again["pending"] == result["pending"]


def test_end_scores_all_hands_as_they_are():
    """Mountain 9, Wildfire 40, Candle 2: 51; Wildfire blanks Leaders and Army."""
    state = run_text(POSITION + doing("offer Swamp", "end"))["state"]
    assert (state["over"], state["end"]) == (True, "stopped")
    assert state["player"][0]["score"] == 51
