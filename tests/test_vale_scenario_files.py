"""Scenario files of The Vale of Eternity that are read, and those refused with one sentence."""

import re
from pathlib import Path

import pytest
from support.vale_texts_of_scenarios import player, run_text

from sim.errors import RealmvaleError
from sim.vale_of_eternity.scenario import run_scenario


def refused(text: str) -> str:
    with pytest.raises(RealmvaleError) as caught:
        run_text(text)
    assert caught.value.exit_code == 2
    message = str(caught.value)
    assert "\n" not in message
    assert "a.toml" in message
    return message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rond = 3\n[[player]]", "there is no key 'rond' here; did you mean round"),
        ("round = 11\n[[player]]", "round = 11 is out of range: 1 to 10"),
        ("round = 0\n[[player]]", "round = 0 is out of range: 1 to 10"),
        ("round = '3'\n[[player]]", "round = '3' should be a whole number"),
        ("phase = 'hunting'\n[[player]]", "there is no phase named 'hunting'; did you mean hunt"),
        ("active = 2\n[[player]]", "active = 2 is out of range: 0 to 1"),
        ("first = -1\n[[player]]", "first = -1 is out of range: 0 to 1"),
        ("sets = ['bas']\n[[player]]", "sets: there is no set named 'bas'; did you mean base"),
        ("draw = ['Imq']\n[[player]]", "draw: there is no card named 'Imq'; did you mean Imp"),
        ("draw = 'Imp'\n[[player]]", "draw = 'Imp' should be a list"),
        ("[[player]]\nhand = ['Imp']\narea = ['Imp']", "Imp lies in two places"),
        ("display = ['Imp', 'imp']\n[[player]]", "Imp lies in two places"),
        ("[[player]]\nstones = { green = 1 }", "player 1, stones: there is no key 'green'"),
        ("[[player]]\nstones = { red = -1 }", "red = -1 is out of range"),
        ("[[player]]\nstones = 3", "stones = 3 should be a table"),
        ("[[player]]\nscore = -1", "player 1: score = -1 is out of range"),
        ("[[player]]\narea = [3]", "area should list names in quotes, not 3"),
        ("[[player]]\narea = [{ curses = 1 }]", "card = the card's name should be stated"),
        ("[[player]]\nwards = 4", "wards = 4 is out of range: 0 to 3"),
        ("[[player]]\nknown = ['Imp']", "Imp is known to be in a hand that doesn't hold it"),
        ("used = ['Imp']\n[[player]]", "used in the resolution phase only"),
        ("phase = 'resolution'\nused = ['Imp']\n[[player]]", "Imp doesn't lie in the area"),
        ("rulings = { floor = true }\n[[player]]", "there is no ruling named 'floor'"),
        ("rulings = { end_scoring_floor0 = 1 }\n[[player]]", "should be true or false"),
        ("round = 3", "there are 0 [[player]] tables; 2 to 4 players can play"),
        ("[[player]]\n" * 5, "there are 5 [[player]] tables"),
        ("[[player]]\nsummoner = 'Muura'", "the sets in use have no summoners"),
        ("sets = ['base', 'curse']\n[[player]]\nsummoner = 'Mura'", "did you mean Muura"),
        ("sets = ['base', 'curse']\n[[player]]\nside = 'jolly'", "side: whose side?"),
        (
            "sets = ['base', 'curse']\n[[player]]\nsummoner = 'Muura'\nside = 'joly'",
            "no side of Muura named 'joly'; did you mean jolly",
        ),
        (
            "sets = ['base', 'curse']" + "\n[[player]]\nsummoner = 'Muura'" * 2,
            "another player has Muura already",
        ),
        ("[[player]]\nartifact = 'Ring'", "the sets in use have no artifacts"),
        (
            "sets = ['base', 'artifacts']\n[[player]]\nartifact = 'Book of Toth'",
            "did you mean Book of Thoth",
        ),
        (
            "sets = ['base', 'artifacts']" + "\n[[player]]\nartifact = 'Book of Thoth'" * 2,
            "another player holds Book of Thoth",
        ),
        ("sets = ['base', 'artifacts']\nclearing = ['Rink']\n[[player]]", "clearing: there is no"),
        ("sets = ['base', 'artifacts']\ntaken = 5\n[[player]]", "taken = 5 is out of range"),
    ],
)
def test_a_bad_position_is_refused(text, says):
    assert says in refused(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("card = 'Imp'", "an action should be stated: list, hunt"),
        ("action = 'sel'\ncard = 'Imp'", "no action named 'sel'; did you mean sell"),
        ("action = 3", "action = 3 should be a text"),
        ("action = 'sell'", "sell: card = the card's name should be stated"),
        ("action = 'end_turn'\ncard = 'Imp'", "end_turn: takes no card"),
        ("action = 'sell'\ncard = 'Imq'", "there is no card named 'Imq'; did you mean Imp"),
        ("action = 'sell'\ncard = 'Imp'\npay = { red = 1 }", "nothing is paid for this"),
        ("action = 'summon'\ncard = 'Imp'\npay = { gold = 1 }", "there is no key 'gold'"),
        ("action = 'summon'\ncard = 'Imp'\npay = { ward = 2 }", "ward = 2 should be true or false"),
        ("action = 'phase'\nchoose = 'Imp'", "choose = 'Imp' should be a list"),
        ("action = 'phase'\nchoose = [true]", "choose should list names or numbers, not True"),
        ("action = 'phase'\nchose = ['Imp']", "there is no key 'chose' here; did you mean choose"),
    ],
)
def test_a_bad_action_is_refused(text, says):
    message = refused(f"[[player]]\n[[do]]\naction = 'list'\n[[do]]\n{text}")
    assert says in message
    assert "action 2" in message


def test_what_is_not_stated_follows_from_the_seed():
    first, again, other = (run_text(f"seed = {seed}\n[[player]]") for seed in (3, 3, 4))
    assert first == again
    assert first["state"]["draw"] != other["state"]["draw"]
    assert sorted(first["state"]["draw"]) == sorted(other["state"]["draw"])
    assert len(first["state"]["draw"]) == 70
    state = first["state"]
    assert (state["round"], state["phase"], state["first"], state["active"]) == (1, "action", 0, 0)
    assert player(first) == {
        "score": 0, "stones": {"red": 0, "blue": 0, "purple": 0}, "hand": [], "area": [],
        "hunted": [], "soothed": [], "shelter": [], "known": [], "wards": 0, "curses": 0,
        "extra_areas": 0,
    }  # fmt: skip


def test_an_exact_draw_pile_is_only_what_is_stated():
    result = run_text("draw = ['Imp', 'Troll']\ndraw_exact = true\n[[player]]")
    assert result["state"]["draw"] == ["Imp", "Troll"]


def test_the_rest_of_the_pile_follows_shuffled():
    result = run_text("draw = ['Imp', 'Troll']\n[[player]]\nhand = ['Agni']")
    pile = result["state"]["draw"]
    assert pile[:2] == ["Imp", "Troll"]
    assert len(pile) == 69
    assert "Agni" not in pile


@pytest.mark.parametrize(
    ("hunted", "display", "active", "who"),
    [
        ("[]", 4, None, 1),
        ("['Ember']", 3, None, 0),
        ("[]", 2, 0, 0),
        ("[]", 1, 1, 1),
        ("[]", 4, 0, 0),
    ],
)
def test_whose_pick_it_is(hunted, display, active, who):
    """First is seat 1, so the picks are 1, 0, 0, 1; the display tells what hunts don't."""
    cards = ["Imp", "Troll", "Agni", "Goblin"][:display]
    stated = "" if active is None else f"active = {active}\n"
    text = f"phase = 'hunt'\nfirst = 1\n{stated}display = {cards}\n[[player]]\n[[player]]\n"
    result = run_text(f"{text}hunted = {hunted}\n[[do]]\naction = 'list'")
    assert result["pending"]["seat"] == result["state"]["active"] == who


def test_curse_tokens_stay_on_their_card():
    result = run_text("round = 3\n[[player]]\narea = ['Agni', { card = 'Imp', curses = 2 }]")
    assert player(result)["area"] == [{"card": "Imp", "curses": 2}, "Agni"]


def test_the_readme_tells_what_runs():
    """Salamander sells for three red; Hydra costs 4; 10 points and 4 are 14."""
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    result = run_text(re.search(r"^```toml\n(game = \"vale.*?)^```$", readme, re.S | re.M)[1])
    assert result["error"] is None
    assert player(result)["score"] == 14
    assert player(result)["stones"] == {"red": 0, "blue": 2, "purple": 0}


def test_sets_without_cards_are_refused(tmp_path):
    from sim.cards import load_cards

    lines = load_cards().path.read_text("utf-8").splitlines(True)
    path = tmp_path / "mine.csv"
    path.write_text("".join(line for line in lines if ",artifacts," not in line), "utf-8")
    assert "has no cards of the set artifacts" in refused(
        f"cards = '{path}'\nsets = ['base', 'artifacts']\n[[player]]"
    )


def test_cards_of_ones_own(tmp_path):
    from sim.cards import load_cards

    path = tmp_path / "mine.csv"
    text = load_cards().path.read_text(encoding="utf-8")
    path.write_text(text.replace("Horned Salamander", "Horned Newt"), encoding="utf-8")
    result = run_text(f"cards = '{path}'\nround = 3\n[[player]]\nhunted = ['Horned Newt']")
    assert "sell Horned Newt" in result["legal"]


def test_a_ruling_switched():
    """D2: with superfluous stones allowed, red and blue pay for a cost of 3."""
    before = "round = 3\n[[player]]\nstones = { red = 1, blue = 1 }\nhand = ['Burning Skull']"
    do = "\n[[do]]\naction = 'summon'\ncard = 'Burning Skull'\npay = { red = 1, blue = 1 }"
    assert run_text(before + do)["error"]
    loose = run_text("rulings = { allow_superfluous_stones = true }\n" + before + do)
    assert loose["error"] is None
    assert player(loose)["area"] == ["Burning Skull"]


def test_one_player_is_too_few():
    with pytest.raises(RealmvaleError, match=r"there is 1 \[\[player\]\] table; 2 to 4 players"):
        run_scenario({"game": "vale_of_eternity", "player": [{}]}, Path("a.toml"))
