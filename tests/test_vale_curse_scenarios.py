"""Scenarios of the Curse: every outside fact about it, run by the engine."""

import csv
import tomllib

import pytest
from support.vale_curse_scenarios import FOLDER, disagreements
from support.vale_scenarios import fact_id

from sim.vale_of_eternity.scenario import run_scenario

NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
# Facts that no scenario file can state, with the test that checks them instead.
ELSEWHERE = {
    "S119": "test_an_effect_that_mends_needs_a_broken_ward_or_a_curse",
    "S133": "test_one_less_stone_takes_effect_immediately",
    "S146": "test_tolvar_and_iwo_start_with_three_broken_wards",
    "S147": "test_varena_draws_a_card_before_the_first_cards_are_revealed",
    "S148": "test_kang_san_shelters_two_cards_before_the_first_cards_are_revealed",
    "S150": "test_with_artifacts_the_end_is_at_80",
}


def read(folder, name):
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_scenario(name):
    result = run_scenario(read(FOLDER, name), FOLDER / f"{name}.toml")
    assert disagreements(result, read(FOLDER / "expected", name)) == []


def test_every_fact_about_the_curse_is_checked():
    path = FOLDER.parent / "vale_scenarios_curse.csv"
    with path.open(encoding="utf-8", newline="") as file:
        stated = {row["id"] for row in csv.DictReader(file)}
    assert len(stated) == 48
    assert {fact_id(name) for name in NAMES} | set(ELSEWHERE) == stated
