"""Scenarios of Artifacts: every outside fact about them, and each tile and card, by the engine."""

import csv
import tomllib

import pytest
from support.vale_curse_scenarios import disagreements
from support.vale_scenarios import FOLDER as BASE
from support.vale_scenarios import fact_id

from sim.vale_of_eternity.scenario import run_scenario

FOLDER = BASE.parent / "vale_artifacts_scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def read(folder, name):
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_scenario(name):
    result = run_scenario(read(FOLDER, name), FOLDER / f"{name}.toml")
    expected = read(FOLDER / "expected", name)
    wrong = disagreements(result, expected)
    players = zip(expected.get("player", []), result["state"]["player"], strict=False)
    for seat, (want, got) in enumerate(players):
        found = {"artifact": got.get("artifact", ""), "extra_areas": got["extra_areas"]}
        found["shelter"] = sorted(got["shelter"])
        for key, value in found.items():
            if key in want and want[key] != value:
                wrong.append(f"seat {seat} {key}: expected {want[key]}, got {value}")
    assert wrong == []


def test_every_fact_about_artifacts_is_checked():
    path = FOLDER.parent / "vale_scenarios_artifacts.csv"
    with path.open(encoding="utf-8", newline="") as file:
        stated = {row["id"] for row in csv.DictReader(file)}
    assert len(stated) == 12
    assert {fact_id(name) for name in NAMES if name.startswith("S")} == stated


def test_every_tile_and_every_card_has_a_scenario():
    from sim.cards import load_cards

    texts = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml"))
    rows = [card for card in load_cards().cards if card.set == "artifacts"]
    # the other three swap as Deepdive does
    assert [c.name for c in rows if f'"{c.name}"' not in texts] == ["Pyro", "Rockscale", "Whisper"]
