"""TL-27: Ctrl-C in the midst of a run; and what a run writes to stdout and stderr."""

import os
import signal
import subprocess
import sys
import time

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
