"""The kernel cache notices an edited helper, and is used when nothing was edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import sim

FILES = (
    "__init__.py",
    "cache_folder.py",
    "kernel_folder.py",
    "errors.py",
    "jit.py",
    "streams.py",
    "line_ups.py",
)
# `line_up` calls `below` of another file: numba itself wouldn't notice that one's edit.
SCRIPT = """
import numpy as np
from sim.line_ups import line_up
out = np.zeros(6, np.int64)
found = []
for deal in range(20):
    line_up(np.uint64(5), deal, 6, np.arange(6), out, np.zeros(1, np.uint64))
    found.append("".join(map(str, out)))
print(" ".join(found), sum(line_up.stats.cache_hits.values()))
"""


def run(folder, cache):
    """Return the line-ups that a copy of the sources gives, and whether the cache was used."""
    env = {**os.environ, "PYTHONPATH": str(folder), "REALMVALE_CACHE": str(cache)}
    env.pop("NUMBA_DISABLE_JIT", None)
    arguments = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        arguments, cwd=folder, env=env, capture_output=True, text=True, check=True
    )
    *line_ups, hits = done.stdout.split()
    return line_ups, int(hits)


def test_an_edited_helper_is_compiled_anew(tmp_path):
    source, copy = Path(sim.__file__).parent, tmp_path / "sim"
    copy.mkdir()
    for name in FILES:
        shutil.copy(source / name, copy / name)
    cache = tmp_path / "cache"
    first, hits = run(tmp_path, cache)
    assert hits == 0
    assert len(set(first)) > 15
    assert run(tmp_path, cache) == (first, 1)
    helper = copy / "streams.py"
    text = helper.read_text(encoding="utf-8")
    edited = text.replace("    return np.int64(product >> _S32)", "    return n - 1")
    assert edited != text
    helper.write_text(edited, encoding="utf-8")
    # Every draw is now the last place: Fisher and Yates leave all where it was.
    expected = ["".join(str((deal * 6 + k) % 6) for k in range(6)) for deal in range(20)]
    assert run(tmp_path, cache) == (expected, 0)
    helper.write_text(text, encoding="utf-8")
    assert run(tmp_path, cache)[0] == first
