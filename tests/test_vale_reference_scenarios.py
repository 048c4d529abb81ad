"""The reference of the Vale against facts from outside: scenarios S001 to S091, cases VE-*."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from reference.vale import Game, Player, Position, new_game
from reference.vale.cards import CARDS
from support.vale_reference_runner import run_reference
from support.vale_scenarios import (
    disagreements,
    fact_id,
    read_expected,
    read_scenario,
    scenario_names,
)

DATA = Path(__file__).parent / "data"
NO_SCENARIO_FILE = {"S001", "S019", "VE-27"}  # about set-up and about what is no action: below


def facts() -> dict[str, str]:
    """Return the id of each fact and how sure it is."""
    sure = {}
    for name in ("vale_scenarios_base.csv", "cases_vale.csv"):
        with (DATA / name).open(encoding="utf-8", newline="") as file:
            sure |= {row["id"]: row["confidence"] for row in csv.DictReader(file)}
    return sure


@pytest.mark.parametrize("name", scenario_names())
def test_scenario(name):
    assert disagreements(run_reference(read_scenario(name)), read_expected(name)) == []


def test_every_fact_is_a_scenario():
    stated = facts()
    assert len(stated) == 91 + 23
    own = {name for name in scenario_names() if name.startswith("R")}
    covered = {fact_id(name) for name in scenario_names() if name not in own}
    assert covered | NO_SCENARIO_FILE == set(stated)


@pytest.mark.parametrize("name", scenario_names())
def test_an_expectation_that_is_not_highly_sure_names_its_ruling(name):
    expected = read_expected(name)
    if fact_id(name) in facts():
        assert expected["sure"] == facts()[fact_id(name)]
    assert ("ruling" in expected) == (expected["sure"] != "high")


def test_S001_start_points():
    position = new_game(4, list(CARDS)).position
    assert [player.score for player in position.players] == [1, 2, 3, 4]
    for player in position.players:
        assert (player.stones, player.hand, player.area) == ([0, 0, 0], [], [])


def test_S019_stones_are_never_discarded_without_an_effect():
    """Four red, nothing else: whatever may be done, giving a stone away is not among it."""
    game = Game(Position([Player(stones=[4, 0, 0]), Player()], phase="action", round=5))
    assert game.options() == (("end turn",),)


def test_VE27_start_points_by_seat():
    assert [player.score for player in new_game(2, list(CARDS)).position.players] == [1, 2]
    assert [player.score for player in new_game(3, list(CARDS)).position.players] == [1, 2, 3]
