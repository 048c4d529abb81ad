"""``realmvale trace RUN --game ID``: a game in words."""

import json
import re
import subprocess
import sys

import pytest


def realmvale(*args):
    return subprocess.run(
        [sys.executable, "-m", "analysis.cli", *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trace") / "run"
    played = realmvale(
        "simulate", "fr", "--players", 3, "--games", 12, "--seed", 5,
        "--policy", "cautious", "--policy", "random",
        "--out", folder, "--workers", 1, "--quiet",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    return folder


def stored(run, number):
    import polars as pl

    from sim.store import Run

    opened = Run.open(run)
    wanted = pl.col("game") == number
    return (
        opened.games().filter(wanted).collect().to_dicts()[0],
        opened.players().filter(wanted).sort("seat").collect().to_dicts(),
    )


def test_tells_the_game_turn_by_turn(run):
    result = realmvale("trace", run, "--game", 4)
    assert result.returncode == 0, result.stderr
    game, seats = stored(run, 4)
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"Game 4 of {run}: deal 1, replicate 0, rotation 1; standard game")
    assert sum("starts with" in line for line in lines) == 3
    turns = [line for line in lines if line.startswith("Turn ")]
    assert len(turns) == game["turns"]
    for number, line in enumerate(turns, start=1):
        seat = (number - 1) % 3
        policy = seats[seat]["policy"]
        assert re.fullmatch(
            rf"Turn {number}, seat {seat} \({policy}\): (draws .+ from the deck|takes .+ from the"
            rf" discard area), discards .+ \(discard area: \d+ cards?\)",
            line,
        )
    assert "draws" in turns[0]
    assert turns[-1].endswith("(discard area: 10 cards)")
    assert "The game ends at once: 10 cards lie in the discard area." in lines


def test_ends_in_the_stored_scores(run):
    result = realmvale("trace", run, "--game", 0)
    _, seats = stored(run, 0)
    scores = [
        int(line.split()[1]) for line in result.stdout.splitlines() if line.startswith("Score:")
    ]
    assert scores == [seat["score"] for seat in seats]
    for row in seats:
        assert (
            f"Seat {row['seat']} ({row['policy']}): {row['score']} points, total base strength"
            f" {row['tie_break']}, rank {row['rank']}"
        ) in result.stdout
    assert result.stdout.splitlines()[-1] == "These are the scores stored in the run."


def test_json_holds_the_same(run):
    result = realmvale("trace", run, "--game", 2, "--json")
    content = json.loads(result.stdout)
    game, seats = stored(run, 2)
    assert (content["game"], content["turns"], content["end"]) == (2, game["turns"], game["end"])
    assert [hand["score"] for hand in content["hands"]] == [seat["score"] for seat in seats]
    assert [hand["policy"] for hand in content["hands"]] == [seat["policy"] for seat in seats]
    assert len(content["deck"]) == 53
    assert content["moves"][0]["move"] == "draw"
    assert content["moves"][0]["card"] == content["deck"][21]


def test_a_difference_from_the_run_exits_1(run, tmp_path):
    import shutil

    import polars as pl

    shutil.copytree(run, tmp_path / "spoilt")
    block = next((tmp_path / "spoilt" / "players").glob("*.parquet"))
    rows = pl.read_parquet(block)
    rows.with_columns(pl.col("score") + 1).write_parquet(block)
    result = realmvale("trace", tmp_path / "spoilt", "--game", 1)
    assert result.returncode == 1
    assert "did not end as the run says" in result.stderr
    assert "These are the scores" not in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere", "--game", "0"], "is not a run folder"),
        (["RUN", "--game", "99999"], "has no game 99999"),
        (["RUN", "--game", "-1"], "-1"),
        (["RUN"], "--game"),
    ],
)
def test_bad_requests_exit_2(run, args, said):
    result = realmvale("trace", *[run if arg == "RUN" else arg for arg in args])
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
