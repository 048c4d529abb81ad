"""``realmvale trace`` and the other commands on runs of The Vale of Eternity."""

import json
import re
import subprocess
import sys

import polars as pl
import pytest
from support.vale_scenarios import scenario_path

from sim.store import Run


def realmvale(*args):
    return subprocess.run(
        [sys.executable, "-m", "analysis.cli", *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        timeout=400,
        check=False,
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trace") / "run"
    played = realmvale(
        "simulate", "vale", "--players", 3, "--games", 12, "--seed", 5,
        "--ruling", "end-scoring-floor0=no", "--out", folder, "--workers", 1, "--quiet",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    return folder


def scores(run, number):
    players = Run.open(run).players().filter(pl.col("game") == number).sort("seat")
    return players.collect()["score"].to_list()


def test_a_run_from_the_command_line_records_its_ruling(run):
    told = Run.open(run).manifest
    assert told["rulings"]["end_scoring_floor0"] is False
    assert told["argv"][:2] == ["simulate", "vale"]
    assert told["games"] == 12


def test_tells_the_game_round_by_round_and_ends_in_the_stored_scores(run):
    result = realmvale("trace", run, "--game", 3)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith(
        f"Game 3 of {run}: deal 1, replicate 0, rotation 0; 3 players, seed 5"
    )
    rounds = [line for line in lines if re.fullmatch(r"Round \d+", line)]
    assert rounds == [f"Round {k}" for k in range(1, len(rounds) + 1)]
    # each of three seats hunts two cards a round, and sells or tames them
    assert result.stdout.count(" hunts ") == 6 * len(rounds)
    assert len(re.findall(r"\) (?:sells|tames) ", result.stdout)) == 6 * len(rounds)
    assert result.stdout.count("ends the turn") == 3 * len(rounds)
    last = re.findall(r"^Seat \d \(builder\): (\d+) points?,", result.stdout, re.M)
    said = [int(points) for points in last]
    assert said == scores(run, 3)
    assert lines[-1] == "These are the scores stored in the run."


def test_json_tells_the_same(run):
    result = realmvale("trace", run, "--game", 3, "--json")
    content = json.loads(result.stdout)
    assert [player["score"] for player in content["players"]] == scores(run, 3)
    assert len(content["deck"]) == 70
    gained = [0, 0, 0]
    for move in content["moves"]:
        if move["move"] == "points":
            gained[move["seat"]] += move["number"]
    assert [seat + 1 + n for seat, n in enumerate(gained)] == scores(run, 3)


def test_another_score_in_the_run_is_an_error(run, tmp_path):
    import shutil

    shutil.copytree(run, tmp_path / "run")
    path = next((tmp_path / "run" / "players").iterdir())
    pl.read_parquet(path).with_columns(pl.col("score") + 1).write_parquet(path)
    result = realmvale("trace", tmp_path / "run", "--game", 0)
    assert result.returncode == 1
    assert "did not end as the run says: seat 0: score is" in result.stderr


def test_a_game_that_is_not_there(run):
    result = realmvale("trace", run, "--game", 36)
    assert result.returncode == 2
    assert "has no game 36: its games lie between 0 and 35" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--players", 5), "takes 2 to 4 players, not 5"),
        (("--variant", "chaos"), "--variant goes with fantasy_realms only"),
        (("--turn-cap", 3), "--turn-cap goes with fantasy_realms only"),
        (("--ruling", "lose_points=yes"), "did you mean lose_requires_points"),
        (("--ruling", "lose_requires_points"), "write name=true or name=false"),
        (("--policy", "randm"), "did you mean random"),
        (("--sets", "hoard"), "the sets are base"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(tmp_path, arguments, says):
    result = realmvale("simulate", "vale", *arguments, "--out", tmp_path / "x")
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "x").exists()


def test_policies_are_listed():
    assert "random" in realmvale("policies", "vale").stdout


def test_a_scenario_from_the_command_line():
    result = realmvale("scenario", scenario_path("S002"))
    assert result.returncode == 0
    assert json.loads(result.stdout)["state"]["player"][0]["hunted"] == ["Goblin", "Harpy"]


def test_an_illegal_action_is_told_and_exits_1(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(
        'game = "vale"\n[[player]]\n[[player]]\n[[do]]\naction = "sell"\ncard = "Imp"\n'
    )
    result = realmvale("scenario", path)
    assert result.returncode == 1
    content = json.loads(result.stdout)
    assert "it is none of its hunted cards" in content["error"]
    assert content["legal"] == ["end_turn"]
    assert "it is none of its hunted cards" in result.stderr
