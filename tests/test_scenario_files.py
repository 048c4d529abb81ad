"""Scenario files that are read, and those that are refused with one sentence."""

import pytest
from support.scenarios import HERE, doing, hands, names, run_text

from sim.errors import RealmvaleError
from sim.fantasy_realms.scenario import run_scenario
from sim.scenario_file import read_scenario

MINE = "Mountain, Wildfire, Candle, King, Queen, Knights, Swamp"
NINE = "Hydra, Cavern, Island, Rainstorm, Lightning, Rangers, Collector, Empress, Warhorse"

DESIGN_EXAMPLE = """
game = "fantasy_realms"
variant = "standard"
players = 3
active = 0
draw = ["Dragon"]
discard = ["Smoke", "Forest"]
[[player]]
hand = ["Mountain", "Wildfire", "Candle", "King", "Queen", "Knights", "Swamp"]
[[do]]
action = "take"                # list | draw | take | discard | end (score all hands)
card = "Smoke"
[[do]]
action = "discard"
card = "Swamp"
"""


def refused(text: str, folder=HERE) -> str:
    with pytest.raises(RealmvaleError) as caught:
        run_text(text)
    assert caught.value.exit_code == 2
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_example_of_the_design_runs():
    result = run_text(DESIGN_EXAMPLE)
    state = result["state"]
    assert result["error"] is None
    assert set(state["player"][0]["hand"]) == {
        "Mountain", "Wildfire", "Candle", "King", "Queen", "Knights", "Smoke",
    }  # fmt: skip
    assert state["player"][0]["known"] == ["Smoke"]
    assert state["discard"] == ["Forest", "Swamp"]
    assert state["draw"][0] == "Dragon"
    assert (state["active"], state["over"], state["winners"]) == (1, False, [])
    assert result["legal"] == ["draw", "Forest", "Swamp"]
    assert result["pending"] is None
    assert len(result["log"]) == 2


# --- What is not stated ------------------------------------------------------------------------


def test_unstated_cards_follow_from_the_seed():
    first, again, other = (run_text(f"players = 4\nseed = {seed}") for seed in (3, 3, 4))
    assert first == again
    assert first["state"]["draw"] != other["state"]["draw"]
    assert run_text("players = 4") == run_text("players = 4\nseed = 1")


def test_every_card_lies_in_one_place(deck):
    state = run_text(f"players = 5\ndiscard = {names(NINE)}\n" + hands(MINE))["state"]
    cards = sum((p["hand"] for p in state["player"]), state["draw"] + state["discard"])
    assert sorted(cards) == sorted(deck.names)
    assert [len(p["hand"]) for p in state["player"]] == [7] * 5


def test_draw_exact_leaves_nothing_under_the_stated_cards():
    state = run_text(f"players = 3\ndraw = {names('Dragon, Smoke')}\ndraw_exact = true")["state"]
    assert state["draw"] == ["Dragon", "Smoke"]


def test_turn_is_the_first_that_fits_the_discard_area():
    """Two discards took two turns at least: seat 2 is next to act in turn 3, seat 1 in turn 5."""
    for active, turn in ((0, 4), (1, 5), (2, 3)):
        text = f"players = 3\nactive = {active}\ndiscard = ['Smoke', 'Forest']"
        assert run_text(text)["state"]["turn"] == turn


def test_a_state_that_was_printed_can_be_read_again():
    for more in ("", doing("take Smoke"), doing("draw", "discard Swamp")):
        result = run_text(DESIGN_EXAMPLE.split("[[do]]")[0] + more)
        told = {k: v for k, v in result["state"].items() if k not in ("over", "end", "winners")}
        again = run_scenario(told, HERE)
        assert again["state"] == result["state"]
        assert again["legal"] == result["legal"]
        assert again["pending"] == result["pending"]


def test_names_are_read_tolerantly():
    state = run_text('players = 3\ndraw = ["  DOPPELGANGER ", "great  flood"]')["state"]
    assert state["draw"][:2] == ["Doppelgänger", "Great Flood"]


def test_own_card_file_is_looked_for_beside_the_scenario(tmp_path):
    from sim.cards import default_path

    own = default_path().read_text(encoding="utf-8").replace(",Dragon,", ",Drake,")
    (tmp_path / "mine.csv").write_text(own.replace('"Dragon"', '"Drake"'), encoding="utf-8")
    file = tmp_path / "position.toml"
    file.write_text('game = "fr"\nplayers = 3\ncards = "mine.csv"\ndraw = ["Drake"]\n')
    assert run_scenario(read_scenario(file), file)["state"]["draw"][0] == "Drake"


# --- What is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players = 3\ndisplay = []", "no key 'display'"),
        ("players = 3\ndiscrad = []", "did you mean discard"),
        ("players = 3\n[[player]]\nhnad = []", "player 1: there is no key 'hnad'"),
        ("players = 3\n[[do]]\naction = 'draw'\npay = 1", "action 1: there is no key 'pay'"),
        ("players = 3\ndraw = ['Dragn']", "draw: there is no card named 'Dragn'; did you"),
        ("players = 3\ndiscard = ['Smoke', 'smoke']", "Smoke lies in two places"),
        ("players = 3\ndraw = ['Smoke']\ndiscard = ['Smoke']", "the discard area and the deck"),
        ("players = 3\ndraw = 'Smoke'", "draw = 'Smoke' should be a list"),
        ("players = 3\ndraw = [1]", "should list names in quotes"),
        ("players = 3\ndraw_exact = 1", "should be true or false"),
        ("players = '3'", "should be a whole number"),
        ("players = true", "should be a whole number"),
        ("players = 7", "3 to 6 players, not 7"),
        ("players = 1", "3 to 6 players, not 1"),
        ("", "players"),
        ("variant = 'standard'\nplayers = 2", "two-player"),
        ("variant = 'two-player'\nplayers = 3", "exactly 2 players"),
        ("variant = 'standrad'\nplayers = 3", "did you mean standard"),
        ("variant = 'chaos'\nplayers = 8", "3 to 7 players, not 8"),
        ("players = 3\nsets = ['bass']", "did you mean base"),
        ("players = 3\nactive = 3", "active = 3 is out of range: 0 to 2"),
        ("players = 3\nactive = -1", "out of range"),
        ("players = 3\nturn = 0", "turn = 0 is out of range"),
        ("players = 3\nturn = 201", "1 to 200"),
        ("players = 3\nseed = -1", "seed = -1 is out of range"),
        ("players = 3\nphase = 'hunt'", "no phase named 'hunt'"),
        ("players = 3\nplayer = 4", "player = 4 should be a list"),
        ("players = 3\nplayer = [4]", "[[player]] tables"),
        ("players = 3\n[[do]]\ncard = 'Smoke'", "an action should be stated"),
        ("players = 3\n[[do]]\naction = 'dicsard'", "did you mean discard"),
        ("players = 3\n[[do]]\naction = 'phase'", "expected one of list, draw, take"),
        ("players = 3\n[[player]]\nhand = ['Smoke']", "seat 0 holds 1 card; when"),
        ("players = 3\n[[do]]\naction = 'take'", "card"),
        ("players = 3\n[[do]]\naction = 'draw'\ncard = 'Smoke'", "draw: takes no card"),
        ("players = 3\n[[do]]\naction = 'take'\ncard = 'Smoek'", "did you mean Smoke"),
    ],
)  # fmt: skip
def test_refused_with_one_sentence_that_says_where(text, said):
    message = refused(text)
    assert said in message
    assert message.startswith("scenario.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (hands(f"{MINE}, Dragon, Hydra"), "seat 0 holds 9 cards"),
        (hands("Mountain, Wildfire, Candle"), "seat 0 holds 3 cards"),
        (hands(MINE, "Dragon, Hydra, Smoke, Forge, Forest, Island, Cavern, Unicorn"), "1 holds 8"),
        ("phase = 'discard'\n" + hands(MINE), "7 cards; when about to discard it holds 8"),
        ("phase = 'draw'\n" + hands(f"{MINE}, Dragon"), "seat 0 holds 8 cards"),
        (f"discard = {names(NINE + ', Dragon, Smoke')}", "at most 10"),
        (f"discard = {names(NINE + ', Dragon')}\n" + hands(f"{MINE}, Smoke"), "at most 9"),
        ("[[player]]\nknown = ['Smoke']\n" + hands(MINE), "in a hand that doesn't hold it"),
        (hands("", "", "", ""), "there are 4 [[player]] tables, but players = 3"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(text, said):
    assert said in refused("players = 3\n" + text)


def test_a_two_player_hand_of_nine_is_refused():
    assert "seat 1 holds 9" in refused("players = 2\n" + hands("", f"{MINE}, Dragon, Hydra"))


def test_a_deck_too_small_to_deal_is_refused(tmp_path):
    from sim.cards import default_path

    header, *rows = default_path().read_text(encoding="utf-8").splitlines()
    rows = [row for row in rows if row.startswith("fantasy_realms,")]
    rows[20:] = [row.replace(",base,", ",promo,", 1) for row in rows[20:]]
    file = tmp_path / "few.toml"
    (tmp_path / "few.csv").write_text("\n".join([header, *rows]), encoding="utf-8")
    file.write_text('game = "fr"\nplayers = 3\ncards = "few.csv"\n')
    with pytest.raises(RealmvaleError, match="20 cards are left to deal"):
        run_scenario(read_scenario(file), file)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"players = ", "is not TOML"),
        (b"players = 3\nplayers = 4", "is not TOML"),
        (b"draw = ['Doppelg\xe4nger']", "is not UTF-8"),
        (b"x = " + b"[" * 100_000, "."),
    ],
)
def test_unreadable_files_are_refused(tmp_path, content, said):
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(RealmvaleError) as caught:
        read_scenario(file)
    assert "bad.toml" in str(caught.value)
    assert said in str(caught.value)


def test_missing_files_and_folders_are_refused(tmp_path):
    with pytest.raises(RealmvaleError, match="there is no scenario file"):
        read_scenario(tmp_path / "none.toml")
    with pytest.raises(RealmvaleError, match="is a folder"):
        read_scenario(tmp_path)


def test_a_byte_order_mark_and_windows_lines_are_harmless(tmp_path):
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + DESIGN_EXAMPLE.replace("\n", "\r\n").encode())
    assert run_scenario(read_scenario(file), file)["error"] is None
