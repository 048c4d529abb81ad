"""The run folder: tables, manifest, resuming, overwriting, and one writer at a time."""

import errno
import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import joblib
import polars as pl
import pytest

from sim.errors import RealmvaleError
from sim.fantasy_realms.game import reopen
from sim.lock import locked
from sim.run import play_run
from sim.store import Run
from tests.support.games import assert_same, make_game, played, stored

END = pl.Enum(["discards", "exhausted", "turn_cap", "time"])


@pytest.fixture(scope="module")
def game(deck):
    return make_game(deck, ("random", "cautious"), 30, block_deals=10)


@pytest.fixture
def folder(game, tmp_path):
    play_run(game, tmp_path / "run", workers=1, quiet=True)
    return tmp_path / "run"


def test_tables_have_the_columns_and_types_of_the_design(deck, folder):
    cards = pl.Enum([card.id for card in deck.card_set.cards])
    policies = pl.Enum(["random", "cautious"])
    expected = {
        "games": {
            "game": pl.Int64, "deal": pl.Int64, "replicate": pl.Int32, "rotation": pl.Int16,
            "turns": pl.Int32, "end": END,
        },
        "players": {
            "game": pl.Int64, "seat": pl.Int8, "policy": policies, "score": pl.Int32,
            "tie_break": pl.Int32, "rank": pl.Int8, "win": pl.Float64,
        },
        "cards": {
            "game": pl.Int64, "seat": pl.Int8, "card": cards, "events": pl.UInt16,
            "offered": pl.Int16, "turn_drawn": pl.Int16, "turn_taken": pl.Int16,
            "points": pl.Int16,
        },
    }  # fmt: skip
    assert {name: dict(table.schema) for name, table in stored(folder).items()} == expected


def test_rows_agree_with_each_other(folder):
    tables = stored(folder)
    games, players, cards = tables["games"], tables["players"], tables["cards"]
    assert players.height == 4 * games.height
    assert players.group_by("game").agg(pl.col("win").sum())["win"].to_list() == pytest.approx(
        [1.0] * games.height
    )
    final = cards.filter(pl.col("events") & 16 == 16)
    points = final.group_by("game", "seat").agg(pl.col("points").cast(int).sum(), pl.len())
    points = points.join(players, on=["game", "seat"])
    assert points.height == players.height
    assert (points["points"] == points["score"]).all()
    assert points["len"].is_in([7, 8]).all()
    # Seven cards dealt a seat, and a turn is stated just where a card was drawn or taken.
    assert (
        cards.filter(pl.col("events") & 1 == 1).group_by("game", "seat").len()["len"] == 7
    ).all()
    for bit, turn in ((2, "turn_drawn"), (4, "turn_taken")):
        assert (cards[turn].is_not_null() == (cards["events"] & bit == bit)).all()
        assert cards[turn].min() >= 1


def test_the_manifest_says_what_was_played(deck, game, tmp_path):
    play_run(
        game, tmp_path, workers=2, quiet=True, command="realmvale simulate ...", argv=["simulate"]
    )
    told = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    expected = {
        "format_version": 1,
        "command": "realmvale simulate ...",
        "argv": ["simulate"],
        "seed": 7,
        "game": "fantasy_realms",
        "variant": "standard",
        "sets": ["base"],
        "players": 4,
        "policies": [{"name": name, "spec": name, "params": {}} for name in ("random", "cautious")],
        "rulings": {},
        "cards_sha256": deck.card_set.sha256,
        "turn_cap": 200,
        "replicates": 1,
        "deals": 30,
        "block_deals": 10,
        "keep": "all",
        "complete": True,
    }
    assert {key: told[key] for key in expected} == expected
    assert told["games"] == stored(tmp_path)["games"].height
    assert told["cards"][0].keys() == {"id", "name", "suit", "value", "set"}
    assert len(told["cards"]) == 53
    assert told["events"]["final"] == 16
    assert {"python", "numba", "numpy", "polars", "realmvale"} <= told["versions"].keys()
    assert told["wall_seconds"] > 0
    assert not list(tmp_path.glob("**/*.part"))
    assert not (tmp_path / "run.lock").exists()


def test_tl_44_a_run_of_no_games_has_readable_empty_tables(deck, game, tmp_path):
    empty = make_game(deck, ("random", "cautious"), 0)
    play_run(empty, tmp_path / "none", quiet=True)
    play_run(game, tmp_path / "some", quiet=True)
    some, none = stored(tmp_path / "some"), stored(tmp_path / "none")
    assert {name: table.schema for name, table in none.items()} == {
        name: table.schema for name, table in some.items()
    }
    assert all(table.height == 0 for table in none.values())


def test_keep_players_leaves_the_cards_out_and_nothing_else(deck, folder, tmp_path):
    lean = make_game(deck, ("random", "cautious"), 30, keep="players")
    play_run(lean, tmp_path / "lean", quiet=True)
    full = stored(folder)
    assert not (tmp_path / "lean" / "cards").exists()
    del full["cards"]
    assert_same(stored(tmp_path / "lean"), full)
    with pytest.raises(RealmvaleError, match="no table 'cards'; it has games, players"):
        Run.open(tmp_path / "lean").cards()


@pytest.mark.parametrize("lost", ["games", "players", "cards"])
def test_a_resumed_run_equals_an_uninterrupted_one(game, folder, lost):
    expected = stored(folder)
    files = {path: path.read_bytes() for path in folder.glob("*/*.parquet")}
    # Of the middle block one file is missing, of the last all; a draft was left behind.
    (folder / lost / "000000000010.parquet").unlink()
    for table in expected:
        (folder / table / "000000000020.parquet").unlink()
    (folder / "games" / "000000000020.parquet.99.part").write_bytes(b"half a block")
    kept = folder / "players" / "000000000000.parquet"
    written = kept.stat().st_mtime_ns
    outcome = play_run(game, folder, resume=True, workers=2, quiet=True)
    assert outcome.played < outcome.games == expected["games"].height
    assert kept.stat().st_mtime_ns == written
    assert_same(stored(folder), expected)
    assert {path: path.read_bytes() for path in folder.glob("*/*.p*")} == files


def test_resuming_a_finished_run_plays_nothing(game, folder):
    assert play_run(game, folder, resume=True, quiet=True).played == 0


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        (lambda g: replace(g, plan=replace(g.plan, seed=8)), "seed: it was 7, now it is 8"),
        (lambda g: replace(g, plan=replace(g.plan, block_deals=7)), "block_deals: it was 10"),
        (lambda g: replace(g, specs=("random", "strongest"), _local={}), "policies: it was"),
        (lambda g: replace(g, rules=replace(g.rules, turn_cap=9)), "turn_cap: it was 200"),
    ],
)
def test_another_run_is_not_resumed_and_the_entry_that_differs_is_named(
    game, folder, change, entry
):
    with pytest.raises(RealmvaleError, match=f"another run than the one to be resumed: {entry}"):
        play_run(change(game), folder, resume=True, quiet=True)


def test_a_folder_that_holds_something_is_not_written_to(game, folder, tmp_path):
    with pytest.raises(RealmvaleError, match=r"already holds a run; .*--resume.*--overwrite"):
        play_run(game, folder, quiet=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    for overwrite in (False, True):
        with pytest.raises(RealmvaleError, match="isn't empty and holds no run"):
            play_run(game, tmp_path / "mine", overwrite=overwrite, quiet=True)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
    with pytest.raises(RealmvaleError, match="is a file"):
        play_run(game, tmp_path / "mine" / "thesis.txt", quiet=True)
    with pytest.raises(RealmvaleError, match=r"no run in .* to resume"):
        play_run(game, tmp_path / "nowhere", resume=True, quiet=True)
    assert not (tmp_path / "nowhere").exists()


def test_overwriting_replaces_the_run_and_leaves_other_files_alone(deck, folder):
    (folder / "notes.txt").write_text("mine")
    small = make_game(deck, ("random",), 5, block_deals=5, keep="players")
    play_run(small, folder, overwrite=True, quiet=True)
    assert_same(stored(folder), played(small))
    assert sorted(path.name for path in folder.iterdir()) == [
        "cards.csv", "games", "hashes", "notes.txt", "players", "run.json",
    ]  # fmt: skip


def test_a_second_writer_is_refused(game, folder):
    with locked(folder), pytest.raises(RealmvaleError, match=r"written by another process \(\d+\)"):
        play_run(game, folder, overwrite=True, quiet=True)
    assert play_run(game, folder, overwrite=True, quiet=True).played > 0


def test_a_killed_writer_leaves_no_lock_that_holds(game, folder):
    code = (
        "import os, pathlib; from sim.lock import locked\n"
        f"with locked(pathlib.Path({str(folder)!r})): os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert (folder / "run.lock").exists()
    assert play_run(game, folder, resume=True, quiet=True).played == 0
    assert not (folder / "run.lock").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "holds no run.json"),
        ("{", "can't be read"),
        ("[]", "is not the manifest"),
        ('{"format_version": 99}', "a newer one wrote it"),
    ],
)
def test_what_is_no_run_folder_is_refused(tmp_path, text, message):
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(RealmvaleError, match=message):
        Run.open(tmp_path)
    with pytest.raises(RealmvaleError, match="doesn't exist"):
        Run.open(tmp_path / "nowhere")


def test_a_run_can_be_played_again_from_its_folder_alone(game, folder):
    again = reopen(Run.open(folder))
    assert again.plan == game.plan
    assert_same(played(again), stored(folder))


def test_a_run_whose_cards_were_edited_is_not_played_again(folder):
    cards = folder / "cards.csv"
    text = cards.read_text(encoding="utf-8").replace(",Dragon,Beast,30,", ",Dragon,Beast,31,")
    cards.write_text(text, encoding="utf-8")
    with pytest.raises(RealmvaleError, match="another cards sha256"):
        reopen(Run.open(folder))


def test_a_folder_that_can_no_longer_be_written_to_is_named(game, folder):
    (folder / "games" / "000000000010.parquet").unlink()
    for block in (folder / "players").iterdir():
        block.unlink()
    (folder / "players").rmdir()
    (folder / "players").write_text("in the way")
    with pytest.raises(RealmvaleError, match=r"run can't be written to: "):
        play_run(game, folder, resume=True, quiet=True)


@pytest.mark.parametrize(
    "full",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError("No space left on device (os error 28)"),  # as polars has it
        pl.exceptions.ComputeError("parquet: underlying IO error: No space left on device"),
    ],
)
def test_a_full_disk_is_one_sentence_and_the_run_can_be_resumed(
    game, folder, tmp_path, monkeypatch, full
):
    write = pl.DataFrame.write_parquet

    def half(self, draft, **options):
        if "000000000010" in str(draft) and "players" in str(draft):
            draft.write_bytes(b"half a block")
            raise full
        write(self, draft, **options)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", half)
    cut = tmp_path / "cut"
    with pytest.raises(RealmvaleError, match=r"cut can't be written: no space left .*--resume$"):
        play_run(game, cut, workers=1, quiet=True)
    assert not list(cut.glob("**/*.part"))
    monkeypatch.undo()
    play_run(game, cut, resume=True, quiet=True)
    assert_same(stored(cut), stored(folder))


@pytest.mark.parametrize("name", ["cards.csv", "run.json"])
def test_a_disk_that_is_full_from_the_start_leaves_a_folder_that_can_be_used(
    game, tmp_path, monkeypatch, name
):
    def full(path, *_, **__):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    where = (shutil, "copyfile") if name == "cards.csv" else (Path, "write_text")
    monkeypatch.setattr(*where, full)
    with pytest.raises(RealmvaleError, match=rf"run.{name} can't be written: no space left"):
        play_run(game, tmp_path / "run", workers=1, quiet=True)
    monkeypatch.undo()
    assert not list((tmp_path / "run").iterdir())
    assert play_run(game, tmp_path / "run", workers=1, quiet=True).played > 0


@pytest.mark.parametrize(("stated", "used"), [(1, 1), (2, 2), (100_000, 3)])
def test_no_more_workers_are_started_than_blocks_are_to_be_played(
    game, tmp_path, monkeypatch, stated, used
):
    asked, real = [], joblib.Parallel

    def noted(n_jobs, **options):
        asked.append(n_jobs)
        return real(n_jobs=n_jobs, **options)

    monkeypatch.setattr(joblib, "Parallel", noted)
    play_run(game, tmp_path / "run", workers=stated, quiet=True)
    assert asked == [used]


def test_a_run_of_another_version_whose_cards_cannot_be_read_is_called_so(folder):
    (folder / "cards.csv").write_text("a,b\n1,2\n")
    with pytest.raises(RealmvaleError, match=r"row 1: the header is missing"):
        reopen(Run.open(folder))
    told = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    (folder / "run.json").write_text(json.dumps({**told, "sources": "0"}), encoding="utf-8")
    with pytest.raises(RealmvaleError, match="made by another version of Realmvale, and this one"):
        reopen(Run.open(folder))
