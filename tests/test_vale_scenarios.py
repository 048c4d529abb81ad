"""The runner of scenarios against what outside facts say, and the scenarios of each card."""

import pytest
from support.vale_scenarios import (
    disagreements,
    read_expected,
    read_scenario,
    scenario_names,
    scenario_path,
)

from sim.vale_of_eternity.scenario import run_scenario


@pytest.mark.parametrize("name", scenario_names())
def test_scenario(name):
    result = run_scenario(read_scenario(name), scenario_path(name))
    assert disagreements(result, read_expected(name)) == []


def test_there_are_enough():
    assert len(scenario_names()) >= 250
