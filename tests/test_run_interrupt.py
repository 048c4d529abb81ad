"""TL-27: Ctrl-C in the midst of a run; and what a run writes to stdout and stderr."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sim.store import Run
from tests.support.games import assert_same, stored

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are other things there")


def command(*arguments):
    return [sys.executable, "-m", "analysis.cli", "simulate", "fr", *map(str, arguments)]


def wait_for_a_block(folder, process):
    for _ in range(1200):
        if list((folder / "games").glob("*.parquet")):
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("no block was written in a minute")


@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_tl_27_an_interrupted_run_stops_soon_and_leaves_whole_blocks(deck, tmp_path, backend):
    # Blocks are so many that the run can't end by itself in the time of the test.
    folder = tmp_path / "run"
    arguments = ["--policy", "random", "--games", 400_000, "--out", folder, "--keep", "players"]
    arguments += ["--block-deals", 50, "--workers", 2, "--backend", backend]
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    wait_for_a_block(folder, process)
    started = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - started < 10
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "--resume" in err
    run = Run.open(folder)
    assert run.manifest["complete"] is False
    assert not (folder / "run.lock").exists()
    games = run.games().collect()
    assert 0 < games.height < 400_000
    assert games.height % 50 == 0
    assert run.players().collect().height == 4 * games.height
    # Nothing of it goes on writing.
    before = len(list(folder.glob("games/*.parquet")))
    time.sleep(0.5)
    assert len(list(folder.glob("games/*.parquet"))) == before


def test_tl_05_and_tl_37_hash_seed_and_clean_streams(deck, tmp_path):
    tables = []
    for hash_seed in ("0", "12345"):
        folder = tmp_path / hash_seed
        arguments = ["--policy", "random", "--policy", "cautious", "--games", 50, "--seed", 3]
        done = subprocess.run(
            command(*arguments, "--out", folder, "--workers", 2, "--quiet"),
            env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert done.stdout == f"{folder}\n"
        assert done.stderr == ""
        tables.append(stored(folder))
    assert_same(*tables)
    noisy = subprocess.run(
        command("--policy", "random", "--games", 50, "--out", tmp_path / "c", "--json"),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert '"games": 50' in noisy.stdout
    assert "games/s" in noisy.stderr
    assert "\r" not in noisy.stdout + noisy.stderr


def children_of(pid):
    """The processes whose parent is `pid`, from /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@pytest.mark.parametrize("backend", ["threads", "loky"])
def test_a_run_killed_outright_leaves_no_worker_and_goes_on_to_the_same_tables(
    deck, tmp_path, backend
):
    folder, whole = tmp_path / "run", tmp_path / "whole"
    arguments = ["--policy", "random", "--games", 6000, "--block-deals", 100, "--quiet"]
    arguments += ["--workers", 2, "--backend", backend, "--seed", 5]
    process = subprocess.Popen(command(*arguments, "--out", folder), start_new_session=True)
    wait_for_a_block(folder, process)
    children = children_of(process.pid)
    process.kill()
    process.wait()
    until = time.monotonic() + 30
    while (left := [pid for pid in children if alive(pid)]) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left
    have = len(list((folder / "games").glob("*.parquet")))
    assert 0 < have < 60
    subprocess.run(command(*arguments, "--out", folder, "--resume"), check=True)
    subprocess.run(command(*arguments, "--out", whole), check=True)
    assert_same(stored(folder), stored(whole))
    assert not list(folder.rglob("*.part"))


def alive(pid):
    """Whether a process still runs; one that ended and waits to be collected doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
