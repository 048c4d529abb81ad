"""A disk that is full, and folders that may not be written to."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from support.games import assert_same, stored
from support.processes import command

from analysis.cli import main
from sim.store import Run
from sim.verify import verify_run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux does")

# What fits into the small disk below in part only.
PLAY = ["simulate", "fr", "--policy", "random", "--games", "4000", "--block-deals", "100",
        "--seed", "3"]  # fmt: skip


def as_root(*words):
    """Run a command that only root may; skip the test where that isn't us."""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"{words[0]} isn't allowed here: {done.stderr.strip()}")


@pytest.fixture
def disk(tmp_path):
    """A disk of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    as_root("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place)
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def refused(*arguments):
    """The sentence of a command that couldn't do what it was asked for."""
    done = CliRunner().invoke(main, [str(word) for word in arguments])
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(told) == 1
    return told[0]


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_a_full_disk_costs_the_block_in_hand_and_a_resume_goes_on(deck, disk, backend):
    run = disk / "run"
    told = refused(*PLAY, "--out", run, "--workers", 2, "--backend", backend)
    assert "can't be written: no space left on the device" in told
    assert "--resume" in told
    assert not list(run.rglob("*.part"))
    opened = Run.open(run)
    assert opened.manifest["complete"] is False
    finished = opened.games().collect().height
    assert 0 < finished < 4000
    missing = verify_run(opened, 1, 1, quiet=True, workers=1).problems
    assert len(missing) == 1
    assert "is missing" in missing[0].what
    as_root("mount", "-o", "remount,size=20m", disk)
    done = CliRunner().invoke(main, [*PLAY, "--out", str(run), "--resume"])
    assert done.exit_code == 0, done.stderr
    CliRunner().invoke(main, [*PLAY, "--out", str(disk / "whole")])
    assert_same(stored(run), stored(disk / "whole"))


def test_a_disk_that_is_full_from_the_start_or_for_a_report_is_a_sentence(deck, disk, tmp_path):
    (disk / "filler").write_bytes(bytes(2**20 - 4096))
    assert "no space left on the device" in refused(*PLAY, "--out", disk / "run")
    (disk / "filler").unlink()
    assert not (disk / "run" / "games").exists()
    few = ["simulate", "fr", "--policy", "random", "--games", "8", "--out", str(tmp_path / "few")]
    assert CliRunner().invoke(main, few).exit_code == 0
    told = refused("report", tmp_path / "few", "--out", disk / "report")
    assert "no space left on the device" in told


@pytest.fixture
def read_only(tmp_path):
    """A folder on a disk that may only be read: root may write into any other."""
    place = tmp_path / "read-only"
    place.mkdir()
    as_root("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place)
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_read_only_folder_is_a_sentence_and_can_be_reported_and_verified(
    deck, read_only, tmp_path, monkeypatch
):
    few = ["simulate", "fr", "--policy", "random", "--games", "8"]
    run = read_only / "run"
    assert CliRunner().invoke(main, [*few, "--out", str(run)]).exit_code == 0
    as_root("mount", "-o", "remount,ro", read_only)
    said = "read-only file system"
    assert said in refused(*few, "--out", read_only / "new").lower()
    assert said in refused(*few, "--out", run, "--resume").lower()
    assert said in refused(*few, "--out", run, "--overwrite").lower()
    assert said in refused("report", run, "--out", read_only / "report").lower()
    assert CliRunner().invoke(main, ["verify", str(run)]).exit_code == 0
    report = CliRunner().invoke(main, ["report", str(run), "--out", str(tmp_path / "report")])
    assert report.exit_code == 0, report.stderr
    # a cache that can't be written to makes things slower, not impossible
    hand = "Knights, Elven Archers, Dragon, Mirage, Island, Candle, King"
    done = subprocess.run(
        command("score", hand, "--quiet"), capture_output=True, text=True, check=False,
        env={**os.environ, "REALMVALE_CACHE": str(read_only / "cache"), "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Score: " in done.stdout


def test_a_file_that_may_not_grow_on_is_a_sentence(deck, tmp_path):
    """A limit of the system on the size of files: it is told like a full disk."""
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
    code = f"{limited} from analysis.cli import program; program()"
    done = subprocess.run(
        [sys.executable, "-c", code, *PLAY, "--out", str(tmp_path / "run"), "--quiet"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("Error: ")
    assert "can't be written" in done.stderr
    assert "Traceback" not in done.stderr
