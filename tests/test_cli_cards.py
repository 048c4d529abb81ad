"""The commands ``cards check``, ``cards list``, ``cards show`` and ``cards language``."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from analysis.commands.cards import cards
from sim.errors import RealmvaleError

HEADER = "game,set,kind,id,name,suit,value,curses,wards,replaces,text,source,assumed,note\n"
MINE = HEADER + (
    "fantasy_realms,base,card,wolf,Wolf [red],Beast,5,,,,bonus: +5 each other Beast,card,,a doubt\n"
    "fantasy_realms,cursed_hoard,card,ch-wolf,Wolf [red],Beast,7,,,wolf,bonus: +6,card,,\n"
    "fantasy_realms,base,card,elan,Élan,Wild,0,,,,,assumed,strength=0 in 0..3,\n"
    "vale_of_eternity,base,card,wolf,Wolf [red],Fire,2,1,,,instant: gain 2 red,card,,\n"
)


def run(*arguments):
    """Return what a command prints to stdout; errors for people come through as they are."""
    return CliRunner().invoke(cards, arguments, catch_exceptions=False).stdout


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def test_check_counts_the_cards_of_the_project_file():
    assert (
        run("check")
        == f"{53 + 26 + 70 + 28 + 11} cards, 16 summoners, 11 artifacts in 2 games: ok\n"
    )


def test_check_of_a_file_counts_its_rows_and_games(mine):
    assert run("check", mine) == "4 cards in 2 games: ok\n"
    assert json.loads(run("check", mine, "--json")) == {
        "file": mine,
        "rows": 4,
        "games": ["fantasy_realms", "vale_of_eternity"],
        "ok": True,
    }


def test_check_reads_texts_of_sets_that_no_one_asked_for(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(MINE.replace("bonus: +6", "bonus: +6 each Beest"), encoding="utf-8")
    with pytest.raises(RealmvaleError, match=r"row 3, column text: .*mean Beast") as caught:
        run("check", str(path))
    assert caught.value.exit_code == 2


def test_list_prints_every_card_with_its_text():
    lines = run("list", "fr").splitlines()
    row = next(line for line in lines if "war-dirigible" in line)
    for cell in (
        "War Dirigible",
        "Weapon",
        "35",
        "blanked unless any Army; blanked with any Weather",
    ):
        assert cell in row
    assert f"{53 + 26} cards" in lines[0]


def test_list_takes_a_name_as_it_is_and_shows_sets_where_there_are_several(mine):
    text = run("list", "--cards", mine)
    assert text.count("Wolf [red]") == 3
    assert "cursed_hoard" in text
    assert "vale_of_eternity: 1 card" in text


def test_list_as_json_has_every_column(mine):
    rows = json.loads(run("list", "vale", "--cards", mine, "--json"))
    assert [(row["id"], row["value"], row["curses"], row["row"]) for row in rows] == [
        ("wolf", 2, 1, 5)
    ]
    assert len(json.loads(run("list", "fr", "--json"))) == 53 + 26
    assert len(json.loads(run("list", "--json"))) == 53 + 26 + 70 + 28 + 11 + 11 + 16


@pytest.mark.parametrize("name", ["DOPPELGANGER", "Doppelga\u0308nger", " doppelgänger "])
def test_fr_51_show_finds_a_card_however_it_is_spelled(name):
    text = run("show", name)
    assert "Doppelgänger (card of fantasy_realms, set base, id doppelganger)" in text
    assert "Wild, base strength 0" in text
    assert "copies name, base strength, suit and penalty of another card in hand" in text


def test_show_tells_what_was_understood_and_the_rulings():
    lines = run("show", "Wildfire").splitlines()
    at = lines.index("understood:")
    assert "Mountain" in lines[at + 1]
    assert any(line.startswith("note: Open ruling: cards of suit Wild") for line in lines)


def test_show_prints_all_cards_of_a_name_and_all_facts_of_a_card(mine):
    pages = run("show", "wolf [RED]", "--cards", mine).split("\n\n")
    assert [page.splitlines()[0] for page in pages] == [
        "Wolf [red] (card of fantasy_realms, set base, id wolf)",
        "Wolf [red] (card of fantasy_realms, set cursed_hoard, id ch-wolf)",
        "Wolf [red] (card of vale_of_eternity, set base, id wolf)",
    ]
    assert "note: a doubt" in pages[0]
    assert "replaces: wolf" in pages[1]
    assert "Fire, written cost 2, 1 curse" in pages[2]
    assert "  Instant: gain 2 red stones." in pages[2]
    assert "assumed: strength=0 in 0..3" in run("show", "elan", "--cards", mine)


def test_show_as_json_gives_one_object_a_card(mine):
    found = json.loads(run("show", "ch-wolf", "--cards", mine, "--json"))
    assert [card["value"] for card in found] == [7]
    assert "+6" in " ".join(found[0]["understood"])
    vale = json.loads(run("show", "wolf", "--game", "vale", "--cards", mine, "--json"))
    assert [card["understood"] for card in vale] == [["Instant: gain 2 red stones."]]


def test_an_unknown_name_or_game_is_an_error_with_a_suggestion(tmp_path):
    with pytest.raises(RealmvaleError, match="did you mean Dragon"):
        run("show", "Dragoon")
    with pytest.raises(RealmvaleError, match="did you mean fantasy_realms"):
        run("list", "fantasy-realm")
    only = tmp_path / "only.csv"
    only.write_text(HEADER + MINE.splitlines()[1] + "\n", encoding="utf-8")
    with pytest.raises(RealmvaleError, match="no cards of vale_of_eternity; it has fantasy_realms"):
        run("list", "vale", "--cards", str(only))


@pytest.mark.parametrize("game", ["fr", "vale"])
def test_language_prints_every_rule_with_an_example(game):
    printed = run("language", game)
    rules = json.loads(run("language", game, "--json"))
    assert len(rules) > 30
    for rule in rules:
        assert f"{rule['rule'].upper()}: " in printed
    assert "such as  permanent: when you summon with blue, 2 points" in printed or game == "fr"
    assert "such as  bonus: +5 each Army, or" in printed or game == "vale"
    assert max(len(line) for line in printed.splitlines()) <= 100


def test_language_of_no_known_game_is_an_error():
    with pytest.raises(RealmvaleError, match="did you mean vale_of_eternity"):
        run("language", "vale_of_eternit")


def test_the_commands_import_nothing_heavy_before_they_run():
    code = "import sys, analysis.commands.cards; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "click" in loaded
    assert not {"lark", "rich", "numpy", "numba", "polars", "pandas"} & set(loaded)
