"""Runs with the Curse: what the manifest says and which columns the tables of players have."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.cli import main
from analysis.report import notices
from analysis.runs import open_run

NAMES = ["Tolvar", "Varena", "Iwo", "Muura", "Foros", "Belledin", "Marcosa", "Kang San"]
MORE = ["summoner", "wards_broken", "soothed", "curses"]


def simulate(folder, *more):
    arguments = ["simulate", "vale", "--games", "40", "--out", str(folder), "--quiet", *more]
    return CliRunner().invoke(main, arguments)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "curse"
    done = simulate(path, "--sets", "base,curse")
    assert done.exit_code == 0, done.output
    return path


def players(folder):
    return pl.read_parquet(folder / "players" / "*.parquet")


def test_the_manifest_says_what_is_unknown_and_assumed(folder):
    manifest = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert manifest["summoners"] == "random"
    assert manifest["unknown"].startswith("17 of the 28 cards of Curse are unknown")
    assert {"muura/jolly", "ares"} <= {row["id"] for row in manifest["assumed"]}


def test_a_report_says_so_in_a_line(folder):
    said = notices(open_run(folder))
    assert sum("17 of the 28 cards" in line and "no verdict" in line for line in said) == 1


def test_players_have_their_summoner(folder):
    found = players(folder)
    assert found.columns[-4:] == MORE
    assert set(found["summoner"].unique()) <= set(NAMES)
    for _, game in found.group_by("game"):
        assert game["summoner"].n_unique() == 4
    assert found["wards_broken"].sum() > 0
    assert found["soothed"].sum() > 0


def test_summoners_named_are_those_of_the_seats(tmp_path):
    stated = "Muura,Marcosa,Kang San,Tolvar"
    done = simulate(tmp_path / "run", "--sets", "base,curse", "--summoners", stated)
    assert done.exit_code == 0, done.output
    found = players(tmp_path / "run").sort("game", "seat")
    assert found["summoner"].to_list()[:4] == stated.split(",")


def test_drafted_summoners_differ(tmp_path):
    done = simulate(
        tmp_path / "run", "--sets", "base,curse", "--summoners", "draft", "--policy", "random"
    )
    assert done.exit_code == 0, done.output
    assert players(tmp_path / "run")["summoner"].n_unique() == 8


def test_a_base_run_has_none_of_it(tmp_path):
    done = simulate(tmp_path / "run")
    assert done.exit_code == 0, done.output
    assert not set(MORE) & set(players(tmp_path / "run").columns)
    manifest = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert not {"summoners", "unknown"} & manifest.keys()


def test_a_game_can_be_told_again(folder):
    game = int(players(folder)["game"].max())
    told = CliRunner().invoke(main, ["trace", str(folder), "--game", str(game)])
    assert told.exit_code == 0, told.output
    assert "plays" in told.output
