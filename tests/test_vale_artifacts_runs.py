"""Runs with Artifacts: manifest, tables, every bot's play, trace, verify, report, card commands."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

from analysis.cli import main
from analysis.report import make_tables, notices
from analysis.runs import open_run
from sim.cards import load_cards

BOTS = (
    "random", "seller", "rusher", "builder", "family:fire", "planner:nodes=3,samples=1",
    "rollout:n=1,width=2",
)  # fmt: skip
MORE = ["artifacts_used", "extra_areas", "sheltered"]


def called(*arguments):
    return CliRunner().invoke(main, arguments)


def simulate(folder, *more):
    done = called("simulate", "vale", "--out", str(folder), "--quiet", *more)
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All seven bots at the tables of both expansions."""
    bots = [word for bot in BOTS for word in ("--policy", bot)]
    path = tmp_path_factory.mktemp("runs") / "both"
    return simulate(path, "--sets", "base,curse,artifacts", "--games", "28", *bots)


def table(folder, name):
    return pl.read_parquet(folder / name / "*.parquet")


def test_every_bot_plays_with_artifacts_and_uses_them(folder):
    """`random` and `seller` take whatever comes; all others choose what serves them."""
    rows = table(folder, "players").with_columns(pl.col("policy").cast(pl.String))
    assert rows["policy"].n_unique() == len(BOTS)
    assert rows["score"].min() >= 0
    used = dict(rows.group_by("policy").agg(pl.col("artifacts_used").sum()).iter_rows())
    assert min(used.values()) > 0


def test_each_seat_takes_an_artifact_each_round(folder):
    rounds = table(folder, "rounds")
    assert rounds["artifact"].null_count() == 0
    assert rounds.group_by("game", "round", "artifact").len()["len"].max() == 1
    again = rounds.sort("game", "seat", "round").with_columns(
        pl.col("artifact").shift(1).over("game", "seat").alias("before")
    )
    assert again.filter(pl.col("artifact") == pl.col("before")).height == 0


def test_the_manifest_names_artifacts_and_what_is_not_simulated(folder):
    manifest = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    tiles = [card for card in load_cards().cards if card.kind == "artifact"]
    assert manifest["artifacts"] == [{"id": tile.id, "name": tile.name} for tile in tiles]
    assert manifest["end_points"] == 80
    assert "Burr" in manifest["unknown"]
    assert any("Burr" in line for line in notices(open_run(folder)))


def test_a_report_tells_which_artifacts_are_taken(folder):
    tables = make_tables(open_run(folder))
    taken = tables["artifacts"]
    assert taken["times_taken"].sum() == table(folder, "rounds").height
    assert set(MORE) <= set(tables["seat_counts"].columns)


def test_a_game_can_be_told_and_checked_again(folder):
    told = called("trace", str(folder), "--game", "3")
    assert told.exit_code == 0, told.output
    assert "takes Incense Burner" in told.output
    assert called("trace", str(folder), "--game", "3", "--json").exit_code == 0
    checked = called("verify", str(folder), "--blocks", "1", "--quiet")
    assert checked.exit_code == 0, checked.output


def test_a_trace_says_how_the_score_track_stood_when_the_game_ended(folder):
    """What wards, soothed cards and curses count comes afterwards (Curse rulebook)."""
    ends = table(folder, "games").filter(pl.col("end").cast(pl.String) == "points")
    track = table(folder, "rounds").join(ends, "game").filter(pl.col("round") == pl.col("rounds"))
    track = track.group_by("game").agg(pl.col("score").max().alias("track"))
    final = table(folder, "players").group_by("game").agg(pl.col("score").max())
    both = track.join(final, "game").filter(pl.col("track") != pl.col("score"))
    game, points, _ = both.sort("game").row(0)
    told = called("trace", str(folder), "--game", str(game))
    assert f": {points} points are on the score track, 80 end it." in told.output


def test_artifacts_alone_have_no_curses_and_a_base_run_no_artifacts(tmp_path):
    path = simulate(
        tmp_path / "a", "--sets", "base,artifacts", "--games", "6", "--players", "3",
        "--policy", "random",
    )  # fmt: skip
    assert table(path, "players").columns[-3:] == MORE
    assert "summoner" not in table(path, "players").columns
    manifest = json.loads((path / "run.json").read_text(encoding="utf-8"))
    assert "unknown" not in manifest
    path = simulate(tmp_path / "b", "--games", "4", "--policy", "random")
    assert not set(MORE) & set(table(path, "players").columns)
    assert table(path, "rounds").columns == ["game", "round", "seat", "score"]


def test_cards_of_artifacts_are_shown_and_nothing_is_to_be_filled_in():
    shown = called("cards", "show", "Seven-League Boots")
    assert "In every game of 3 or more players." in shown.output
    shown = called("cards", "show", "Fireblast")
    assert "as soon as you hold 4 or more stones, recover this card" in shown.output
    refused = called("cards", "template", "artifacts")
    assert refused.exit_code == 2
    assert "Burr" in refused.output
