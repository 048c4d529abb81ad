"""TL-27: Ctrl-C in the midst of a run; and what a run writes to stdout and stderr."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from support import processes
from support.processes import children_of, gone, interrupt, start, wait_for, wait_for_a_block

from analysis.cli import main
from sim.store import Run
from tests.support.games import assert_same, stored

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are other things there")

PROC = Path("/proc/self/stat").exists()
SECONDS = 2.0  # in which a command has to end after Ctrl-C
TRIES = 3  # other programs may hold a machine up; a fault of ours holds up every try

SLOW = """
import time


class Slow:
    def choose(self, view, options):
        time.sleep(30)
        return 0
"""


def command(*arguments):
    return processes.command("simulate", "fr", *arguments)


@pytest.fixture(autouse=True)
def _installed():
    pytest.importorskip("distributed")


@pytest.mark.parametrize("backend", ["threads", "loky", "dask"])
def test_tl_27_an_interrupted_run_stops_within_two_seconds_and_leaves_whole_blocks(
    deck, tmp_path, backend
):
    # Games are so many that the run can't end by itself in the time of the test.
    for attempt in range(TRIES):
        folder = tmp_path / str(attempt)
        arguments = ["--policy", "random", "--games", 400_000, "--out", folder, "--keep", "players"]
        arguments += ["--block-deals", 50, "--workers", 2, "--backend", backend]
        process = start("simulate", "fr", *arguments)
        wait_for_a_block(folder, process)
        children = children_of(process.pid) if PROC else []
        seconds, out, err = interrupt(process)
        assert process.returncode == 130
        assert out == ""
        assert "Traceback" not in err
        assert "Warning" not in err
        assert "--resume" in err
        assert gone(children, 1)
        if seconds < SECONDS:
            break
    else:
        pytest.fail(f"it took {seconds:.1f} s")
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


@pytest.mark.parametrize("policy", ["rollout:n=4096", "slow.py:Slow"])
@pytest.mark.parametrize("wait", [0.0, 1.0])
def test_tl_27_a_bot_that_thinks_for_long_does_not_hold_ctrl_c_up(deck, tmp_path, policy, wait):
    """A game takes minutes: neither a kernel nor a worker process can be asked to stop."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    for attempt in range(TRIES):
        arguments = ["--policy", policy, "--games", 1000, "--out", str(attempt), "--quiet"]
        process = start("simulate", "fr", *arguments, "--workers", 2, cwd=tmp_path)
        wait_for(lambda n=attempt: (tmp_path / f"{n}" / "run.json").exists(), process)
        time.sleep(wait)
        children = children_of(process.pid) if PROC else []
        seconds, out, err = interrupt(process)
        assert process.returncode == 130
        assert out == ""
        assert "Traceback" not in err
        assert gone(children, 1)
        if seconds < SECONDS:
            return
    pytest.fail(f"it took {seconds:.1f} s")


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "fr", "random", "cautious", "--games", "100000000"],
        ["ban", "fr", "--all", "--policy", "random", "--games", "10000000"],
        ["exact", "fr", "--out", "exact"],
    ],
)
def test_tl_27_other_long_commands_stop_as_soon(deck, tmp_path, arguments):
    for _ in range(TRIES):
        process = start(*arguments, cwd=tmp_path)
        time.sleep(5)
        seconds, out, err = interrupt(process)
        assert process.returncode == 130
        assert out == ""
        assert "Traceback" not in err
        if seconds < SECONDS:
            return
    pytest.fail(f"it took {seconds:.1f} s")


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


KILLED = ["--policy", "random", "--games", 6000, "--block-deals", 100, "--quiet", "--seed", 5]
KILLED += ["--workers", 2, "--keep", "players"]


@pytest.fixture(scope="module")
def whole(deck, tmp_path_factory):
    """The tables of the run that the next tests kill, played without a stop."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    played(folder)
    return stored(folder)


def played(folder, *more):
    """Play the run that the next tests kill in this process."""
    arguments = ["simulate", "fr", *KILLED, "--out", folder, *more]
    done = CliRunner().invoke(main, [str(word) for word in arguments])
    assert done.exit_code == 0, done.output


@pytest.mark.skipif(not PROC, reason="there is no /proc here")
@pytest.mark.parametrize("backend", ["threads", "loky", "dask"])
def test_a_run_killed_outright_leaves_no_worker_and_goes_on_to_the_same_tables(
    deck, whole, tmp_path, backend
):
    folder = tmp_path / "run"
    process = start("simulate", "fr", *KILLED, "--out", folder, "--backend", backend)
    wait_for_a_block(folder, process)
    children = children_of(process.pid)
    process.kill()
    process.communicate()
    assert gone(children)
    assert 0 < len(list((folder / "games").glob("*.parquet"))) < 60
    played(folder, "--resume")
    assert_same(stored(folder), whole)
    assert not list(folder.rglob("*.part"))


@pytest.mark.skipif(not PROC, reason="there is no /proc here")
def test_a_worker_killed_outright_ends_the_run_in_a_sentence_and_a_resume_ends_it_well(
    deck, whole, tmp_path
):
    """What a dask cluster does then is tested with it: it costs only time."""
    folder = tmp_path / "run"
    process = start("simulate", "fr", *KILLED, "--out", folder, "--backend", "loky")
    wait_for_a_block(folder, process)
    workers = [pid for pid in children_of(process.pid) if is_worker(pid)]
    os.kill(workers[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == ""
    assert "a worker process died while playing" in err
    assert "Traceback" not in err
    assert gone(workers)
    assert 0 < len(list((folder / "games").glob("*.parquet"))) < 60
    played(folder, "--resume")
    assert_same(stored(folder), whole)


def is_worker(pid):
    """Whether a process is one of loky's workers, not what keeps count of their semaphores."""
    return b"popen_loky_posix" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_a_second_process_on_one_folder_is_refused_and_harms_nothing(deck, tmp_path):
    folder = tmp_path / "run"
    arguments = ["--policy", "random", "--games", 400_000, "--block-deals", 50, "--workers", 1]
    process = start("simulate", "fr", *arguments, "--out", folder)
    wait_for_a_block(folder, process)
    for how in ("--resume", "--overwrite"):
        second = [*map(str, arguments), "--out", str(folder), how]
        done = CliRunner().invoke(main, ["simulate", "fr", *second])
        assert done.exit_code == 2
        assert done.stdout == ""
        assert f"is being written by another process ({process.pid})" in done.stderr
    assert process.poll() is None
    interrupt(process)
    assert Run.open(folder).games().collect().height > 0
