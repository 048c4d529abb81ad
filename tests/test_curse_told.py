"""What is unknown of the Curse stands under every table; its summoners are shown in English."""

import json

import pytest
from click.testing import CliRunner

from analysis.cli import main

UNKNOWN = "17 of the 28 cards of Curse are unknown and not in the deck"
FEW = ["random", "seller", "--games", "8", "--quiet"]


def run(*arguments):
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return done


def test_a_comparison_ends_with_what_is_unknown():
    assert UNKNOWN in run("compare", "vale", *FEW, "--sets", "base,curse").stdout
    assert UNKNOWN not in run("compare", "vale", *FEW).output


def test_as_json_it_is_a_field():
    told = run("compare", "vale", *FEW, "--sets", "base,curse", "--json")
    assert UNKNOWN in json.loads(told.stdout)["unknown"]
    assert json.loads(run("compare", "vale", *FEW, "--json").stdout)["unknown"] is None


def test_a_game_without_curse_has_nothing_to_tell():
    assert (
        "unknown"
        not in run("compare", "fr", "random", "strongest", "--games", "8", "--quiet").stdout
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Muura", "Permanent: whenever you summon a card, put 2 curses on yourself."),
        ("Muura", "Permanent: at the start of each round, turn your summoner over."),
        ("tolvar/a", "Start side: begins with 1 curse and 0 active wards."),
        ("Varena", "Set-up: draw 1 card."),
        ("Kang San", "Set-up: put the top 2 cards of the draw pile into your shelter."),
        ("marcosa/tempted", "Resolution: gain 1 blue stone."),
        ("belledin/b", "No effect."),
    ],
)
def test_sides_of_summoners_are_shown_in_english(name, said):
    assert said in run("cards", "show", name).stdout


def test_what_a_side_does_is_in_the_json_too():
    (side,) = json.loads(run("cards", "show", "iwo/a", "--json").stdout)
    assert side["understood"] == [
        "Start side: begins with 1 curse and 0 active wards.",
        "No effect.",
    ]
