"""``realmvale verify``: what is whole passes, and each way a folder can be spoilt is found."""

import json
import random
import shutil

import polars as pl
import pytest
from click.testing import CliRunner
from support.games import make_game
from support.vale_games import make_game as make_vale

from analysis.cli import main
from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.run import play_run
from sim.store import TABLES, Run
from sim.vale_of_eternity.compile import compile_deck
from sim.verify import verify_run

MIDDLE = "000000000004.parquet"


@pytest.fixture(scope="module")
def runs(deck, tmp_path_factory):
    """A run of each game, in three blocks of four deals."""
    vale = compile_deck(load_cards().select("vale_of_eternity"))
    folder = tmp_path_factory.mktemp("runs")
    made = {
        "fantasy_realms": make_game(deck, ("random", "cautious"), 12, block_deals=4, replicates=2),
        "vale_of_eternity": make_vale(vale, ("random",), 12, players=3, block_deals=4),
        "chaos": make_game(deck, ("random",), 12, 5, block_deals=4, variant="chaos", ticks=20),
    }
    for name, game in made.items():
        play_run(game, folder / name, workers=1, quiet=True)
    return folder


@pytest.fixture(params=["fantasy_realms", "vale_of_eternity"])
def folder(runs, request, tmp_path):
    """A copy of a run, to be spoilt."""
    return shutil.copytree(runs / request.param, tmp_path / "run")


def problems(folder, blocks=0):
    """The places and what is wrong there."""
    found = verify_run(Run.open(folder), blocks, 1, workers=1, quiet=True).problems
    places = dict.fromkeys(problem.place for problem in found)
    return {
        place: "; ".join(problem.what for problem in found if problem.place == place)
        for place in places
    }


def rewrite(folder, table, change, block=MIDDLE):
    """Change a block's rows, and its hash with them: only what the rows say gives it away."""
    import hashlib

    path = folder / table / block
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    change(pl.read_parquet(path)).write_parquet(path)
    hashes = folder / "hashes" / block.replace("parquet", "sha256")
    now = hashlib.sha256(path.read_bytes()).hexdigest()
    hashes.write_text(hashes.read_text().replace(before, now))


@pytest.mark.parametrize("name", ["fantasy_realms", "vale_of_eternity", "chaos"])
def test_a_whole_run_passes_with_all_blocks_played_again(runs, name):
    verdict = verify_run(Run.open(runs / name), None, 1, workers=2, quiet=True)
    assert verdict.problems == []
    assert verdict.blocks == 3
    assert verdict.replayed == [0, 4, 8]


def test_the_seed_decides_which_blocks_are_played_again(runs):
    run = Run.open(runs / "fantasy_realms")
    chosen = [verify_run(run, 1, seed, workers=1, quiet=True).replayed for seed in range(8)]
    assert all(len(firsts) == 1 for firsts in chosen)
    assert len({firsts[0] for firsts in chosen}) > 1
    assert verify_run(run, 1, 3, workers=1, quiet=True).replayed == chosen[3]


def test_any_flipped_byte_of_any_file_is_found_without_a_replay(folder):
    source = random.Random(5)
    files = [
        path for path in folder.rglob("*") if path.is_file() and "000000000000" not in path.name
    ]
    assert len(files) > 8
    for path in files:
        content = path.read_bytes()
        at = source.randrange(len(content))
        flipped = bytes([content[at] ^ (1 << source.randrange(7))])
        path.write_bytes(content[:at] + flipped + content[at + 1 :])
        place = path.relative_to(folder).as_posix()
        done = CliRunner().invoke(main, ["verify", str(folder), "--blocks", "0", "--quiet"])
        assert done.exit_code in ((1, 2) if place == "run.json" else (1,)), (place, at)
        assert place.split("/")[-1].split(".")[0] in done.stderr
        assert "internal error" not in done.stderr
        path.write_bytes(content)
    assert problems(folder) == {}


@pytest.mark.parametrize("table", ["games", "players", "cards"])
def test_a_missing_file_and_a_missing_block_are_found(folder, table):
    (folder / table / MIDDLE).unlink()
    assert problems(folder)[f"{table}/{MIDDLE}"] == "it is missing"
    for other in (*TABLES, "hashes"):
        for path in (folder / other).glob("000000000004.*"):
            path.unlink()
    assert "the block is missing; `simulate --resume`" in problems(folder)[f"games/{MIDDLE}"]


def test_a_doubled_block_is_found(folder):
    for table in Run.open(folder).tables:  # beside the others, and in the place of another
        shutil.copy(folder / table / MIDDLE, folder / table / "000000000005.parquet")
    found = problems(folder)
    assert found["games/000000000005.parquet"] == "it is no block of this run"
    for table in Run.open(folder).tables:
        (folder / table / "000000000005.parquet").unlink()
        first = pl.read_parquet(folder / table / "000000000000.parquet")
        rewrite(folder, table, lambda _, first=first: first)
    found = problems(folder)
    assert "which games the block has is not what the plan says" in found[f"games/{MIDDLE}"]
    assert "who sits where is not what the plan says" in found[f"players/{MIDDLE}"]


def plus(name, by, row=3):
    return lambda table: table.with_columns(
        pl.when(pl.int_range(pl.len()) == row)
        .then(pl.col(name) + by)
        .otherwise(pl.col(name))
        .cast(table.schema[name])
        .alias(name)
    )


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        ("players", plus("win", 0.5), "win is not the winner's share"),
        ("players", plus("rank", 7), "rank doesn't follow the score"),
        ("players", plus("score", 1000), "rank doesn't follow the score"),
        ("players", plus("seat", 1), "who sits where is not what the plan says"),
        ("players", lambda t: t.head(t.height - 1), "who sits where is not what the plan says"),
        ("games", plus("game", 1), "which games the block has is not what the plan says"),
        ("games", lambda t: pl.concat([t, t.tail(1)]), "which games the block has is not"),
        ("cards", plus("game", 10**6), "the block has no such seat"),
        ("cards", plus("events", 1 << 15), "an event that is none"),
        ("cards", lambda t: pl.concat([t, t.tail(1)]), "it stands there twice"),
        ("cards", lambda t: t.drop("points"), "its columns are game"),
    ],
)
def test_rows_that_cannot_be_are_found_without_a_replay(folder, table, change, message):
    rewrite(folder, table, change)
    assert message in problems(folder)[f"{table}/{MIDDLE}"]


@pytest.mark.parametrize("table", ["games", "players", "cards"])
def test_rows_that_could_be_but_were_not_are_found_by_a_replay(folder, table):
    column = {"games": "turns", "players": "tie_break", "cards": "points"}[table]
    if column not in pl.read_parquet(folder / table / MIDDLE).columns:
        column = "rounds"
    rewrite(folder, table, plus(column, -1, row=0), block="000000000000.parquet")
    place = f"{table}/000000000000.parquet"
    assert "in the replay" in problems(folder, blocks=None)[place]
    assert column in problems(folder, blocks=None)[place]


def test_a_changed_card_is_found(folder):
    cards = folder / "cards.csv"
    text = cards.read_text(encoding="utf-8")
    assert ",30," in text
    cards.write_text(text.replace(",Dragon,Beast,30,", ",Dragon,Beast,31,"), encoding="utf-8")
    found = problems(folder)
    assert "not those of the run's cards" in found["cards.csv"]
    if Run.open(folder).manifest["game"] == "fantasy_realms":
        assert "another cards sha256" in found["run.json"]


def noticed(folder) -> bool:
    """Whether a run is found faulty, by verify or as soon as it is opened."""
    try:
        return bool(problems(folder))
    except RealmvaleError as error:
        return "run.json" in str(error)


def test_another_entry_of_the_manifest_is_found(folder):
    told = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    for entry, value in (("games", 11), ("seed", 8), ("players", "x"), ("deals", 13)):
        (folder / "run.json").write_text(json.dumps({**told, entry: value}), encoding="utf-8")
        assert noticed(folder), entry
    del told["deals"]
    (folder / "run.json").write_text(json.dumps(told), encoding="utf-8")
    assert (
        "its entries don't fit" in verify_run(Run.open(folder), 0, 1, quiet=True).problems[-1].what
    )


def test_an_unfinished_run_is_checked_as_far_as_it_goes(folder):
    for table in (*TABLES, "hashes"):
        for path in (folder / table).glob("000000000008.*"):
            path.unlink()
    (folder / "games" / "000000000008.parquet.99.part").write_bytes(b"half")
    assert list(problems(folder)) == ["games/000000000008.parquet"]


def test_the_command_says_what_was_done_and_where_it_is_wrong(runs, folder):
    done = CliRunner().invoke(main, ["verify", str(folder), "--all"])
    assert done.exit_code == 0
    assert (
        done.stdout
        == f"{folder}: 3 blocks checked, all of them played again: all as it should be\n"
    )
    done = CliRunner().invoke(
        main, ["verify", str(folder), "--blocks", "2", "--seed", "7", "--json"]
    )
    told = json.loads(done.stdout)
    assert (told["ok"], told["blocks"], told["seed"], len(told["replayed"])) == (True, 3, 7, 2)
    (folder / "players" / MIDDLE).write_bytes(b"PAR1 nonsense")
    done = CliRunner().invoke(main, ["verify", str(folder)])
    assert done.exit_code == 1
    assert done.stdout == ""
    assert f"players/{MIDDLE}: it can't be read" in done.stderr
    done = CliRunner().invoke(main, ["verify", str(folder), "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["ok"] is False


def test_the_hashes_are_those_that_sha256sum_reads(folder):
    import subprocess

    if not shutil.which("sha256sum"):
        pytest.skip("there is no sha256sum here")
    names = sorted(path.name for path in (folder / "hashes").iterdir())
    assert names == [f"{first:012d}.sha256" for first in (0, 4, 8)]
    command = ["sha256sum", "--check", "--quiet", *(f"hashes/{name}" for name in names)]
    assert subprocess.run(command, cwd=folder, check=False).returncode == 0
