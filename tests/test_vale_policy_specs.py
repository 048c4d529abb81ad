"""Asking for policies of the second game: parameters, their limits, and words like a family."""

import json

import pytest
from click.testing import CliRunner
from support.vale_bots import GAME, base_deck
from support.vale_games import make_game

from sim.errors import RealmvaleError
from sim.policy import load_policies, numbers_of, parse_spec

FAMILIES = {"family": ["Water", "Fire", "Wind"]}


def load(spec):
    return load_policies([spec], GAME)[0]


@pytest.mark.parametrize(
    ("spec", "label", "numbers"),
    [
        ("family:fire", "family:fire", [1.0, 5.0]),
        ("Family:WIND", "family:wind", [2.0, 5.0]),
        ("family:family=water", "family:water", [0.0, 5.0]),
        ("family:fire,favour=2.5", "family:fire,favour=2.5", [1.0, 2.5]),
        ("family:fire:favour=2", "family:fire,favour=2", [1.0, 2.0]),
    ],
)
def test_a_word_is_read_by_name(spec, label, numbers):
    policy = load(spec)
    assert policy.name == label
    assert numbers_of(policy, FAMILIES) == numbers
    json.dumps(policy.manifest())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("family", "policy 'family': say which family, as in family:FAMILY"),
        ("family:favour=2", "say which family"),
        ("family:fire,family=wind", "parameter family is stated twice"),
        ("family:fire:wind", "'wind' is no parameter; write name=value"),
        ("family:fire,favor=2", "no parameter 'favor'; did you mean favour"),
        ("family:fire,favour=-1", "favour must be from 0 to 100, not -1"),
        ("builder:fire", "'fire' is no parameter; write name=value"),
        ("rusher:zeal=1", "no parameter 'zeal'; it has none"),
        ("seller:cheap=2.5", "cheap must be a whole number from 0 to 20, not 2.5"),
        ("planner:width=0", "width must be a whole number from 1 to 16, not 0"),
        ("planner:trust=2", "trust must be from 0 to 1, not 2"),
        ("planner:depth=3", "no parameter 'depth'; did you mean width|its parameters are width"),
        ("rollout:n=0", "n must be a whole number from 1 to 100000, not 0"),
        ("rollout:n=many", "n must be a number, not 'many'"),
        ("planer", "did you mean planner"),
    ],
)
def test_what_makes_no_sense_is_refused(spec, message):
    with pytest.raises(RealmvaleError, match=message):
        load(spec)


def test_a_family_that_the_deck_has_not_is_refused_before_a_game_is_played():
    game = make_game(base_deck(), ("family:fir",), deals=1)
    with pytest.raises(
        RealmvaleError, match=r"family:fir.* no family named 'fir'; did you mean Fire"
    ):
        game.manifest()
    game = make_game(base_deck(), ("family:fire",), deals=1)
    assert game.manifest()["policies"][0]["params"] == {"family": "fire", "favour": 5.0}


def test_a_word_is_kept_apart_from_parameters():
    spec = parse_spec("family:fire,favour=2")
    assert (spec.name, spec.word, spec.params) == ("family", "fire", {"favour": "2"})
    assert parse_spec("planner:width=2").word == ""
    with pytest.raises(RealmvaleError, match="'3' is no parameter"):
        parse_spec("family:3")


def test_the_list_of_policies_shows_words_to_be_filled_in():
    from analysis.cli import main

    result = CliRunner().invoke(main, ["policies", "vale"])
    assert result.exit_code == 0
    assert "family=FAMILY, favour=5" in result.output
