"""The same kernels run un-jitted, and with bounds checked, and give the same rows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.block_rows import rows_hash

TESTS = Path(__file__).resolve().parent
SAME = ["random:160:4", "random:40:2", "greedy:1:4", "greedy:1:2"]  # policies:deals:players
CHAOS = ["random,strongest,cautious:2:3:chaos", "random:4:7:chaos", "greedy,random:1:4:chaos"]
CHECKED = [
    "random:300:4",
    "random:200:2",
    "random,strongest,cautious,greedy:6:4",
    "greedy:4:6",
    *CHAOS,
]


def in_process(requests, **environment):
    """Return what a fresh process with these environment variables prints for the requests."""
    path = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    result = subprocess.run(
        [sys.executable, "-m", "support.block_rows", *requests],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def here(deck, requests):
    return [rows_hash(deck, request) for request in requests]


def test_unjitted_games_are_the_jitted_ones(deck):
    """200 `random` games and 2 `greedy` ones, standard and two-player."""
    jitted = here(deck, SAME)
    assert [int(line.split()[0]) for line in jitted] == [160, 40, 1, 1]
    assert in_process(SAME, NUMBA_DISABLE_JIT="1") == jitted


def test_unjitted_games_of_chaos_are_the_jitted_ones(deck):
    jitted = here(deck, CHAOS)
    assert in_process(CHAOS, NUMBA_DISABLE_JIT="1") == jitted


@pytest.mark.long
def test_no_kernel_reads_beyond_an_array(deck):
    assert in_process(CHECKED, REALMVALE_BOUNDSCHECK="1") == here(deck, CHECKED)
