"""Several processes compile kernels side by side; whoever needs them then finds them compiled."""

import json
import os
import subprocess
import sys
import textwrap
import time

import pytest

from sim.compiling import DONE, _running, _wait_for, announce
from sim.jit import JITTED

jitted = pytest.mark.skipif(not JITTED, reason="nothing is compiled")

TOY = """
    from numba import int64
    from sim.jit import apart, inner, kernel

    @inner(int64(int64))
    def add_one(n):
        return n + 1

    @kernel(int64(int64))
    def twice(n):
        return add_one(n) + add_one(n) - 2

    @apart(int64(int64))
    def sum_below(n):  # calls itself
        if n <= 0:
            return 0
        return n - 1 + sum_below(n - 1)

    @inner()
    def four_times(n):
        return twice(twice(n))

    @kernel(int64(int64))
    def all_together(n):
        return sum_below(n) + four_times(n)
"""


@pytest.fixture
def toy(tmp_path):
    """Return a folder with a module of kernels, and one whose kernel can't be compiled."""
    (tmp_path / "toy.py").write_text(textwrap.dedent(TOY), encoding="utf-8")
    (tmp_path / "broken.py").write_text(
        textwrap.dedent(TOY).replace("return sum_below(n) +", "return 'a' +"), encoding="utf-8"
    )
    return tmp_path


def python(toy, code, *arguments):
    """Run Python code with a cache of its own, and with the toy's folder to import from."""
    path = [str(toy), *sys.path]
    environment = os.environ | {"REALMVALE_CACHE": str(toy / "cache")}
    environment.pop("REALMVALE_BOUNDSCHECK", None)
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {path!r}\n{code}", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
    )


@jitted
def test_what_processes_compiled_together_is_only_loaded_afterwards(toy):
    code = """
import json
from sim.compiling import compile_together
together = compile_together(["toy"], 2)
import toy
hits = {k.py_func.__name__: sum(k.stats.cache_hits.values()) for k in (toy.twice, toy.all_together)}
misses = sum(sum(k.stats.cache_misses.values()) for k in (toy.twice, toy.all_together))
print(json.dumps([together, hits, misses, toy.all_together(5), toy.sum_below(4)]))
"""
    done = python(toy, code)
    assert done.returncode == 0, done.stderr
    together, hits, misses, five, four = json.loads(done.stdout)
    assert together
    assert misses == 0
    assert hits == {"twice": 1, "all_together": 1}
    assert (five, four) == (0 + 1 + 2 + 3 + 4 + 4 * 5, 0 + 1 + 2 + 3)


@jitted
def test_a_kernel_that_cannot_be_compiled_is_told_where_it_is_imported(toy):
    code = """
from sim.compiling import compile_together, announce
print(compile_together(["broken"], 2))
announce(["broken"], quiet=True)
"""
    done = python(toy, code)
    assert done.stdout.strip() == "False"
    assert "TypingError" in done.stderr
    assert "broken.py" in done.stderr


@jitted
def test_a_process_that_waits_for_others_ends_with_the_one_that_started_it(toy):
    claims = toy / "claims"
    claims.mkdir()
    (claims / "toy.twice").touch()  # somebody took it and never did it
    code = f"""
import os, subprocess
share = "import sys; sys.path[:] = " + repr(sys.path) + "; from sim.compiling import share; share()"
waiting = subprocess.Popen(
    [sys.executable, "-c", share, {str(claims)!r}, str(os.getpid()), "toy"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
import time
while not os.path.exists({str(claims / ("toy.sum_below" + DONE))!r}):
    time.sleep(0.05)
assert waiting.poll() is None
print(waiting.pid)
"""
    done = python(toy, code)
    assert done.returncode == 0, done.stderr
    pid = int(done.stdout)
    until = time.monotonic() + 20
    while running(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not running(pid)


def running(pid):
    """Return whether a process runs; one that ended and was not waited for doesn't."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_processes_end_when_one_fails_or_the_block_is_left():
    wait = [sys.executable, "-c", "import time; time.sleep(60)"]
    fail = [sys.executable, "-c", "raise SystemExit(3)"]
    with _running([wait, fail]) as both:
        assert not _wait_for(both)
    assert both[0].returncode != 0
    assert both[1].returncode == 3
    with _running([[sys.executable, "-c", ""]] * 2) as both:
        assert _wait_for(both)


@jitted
def test_units_wait_for_what_they_take_in_and_the_longest_chain_comes_first(toy):
    code = """
import json
from sim import jit
units = jit.defer()
import toy
from sim.compile_order import CompileOrder
order = CompileOrder(units)
names = [unit.name for unit in units]
needs = {unit.name: sorted(names[n] for n in order.needs[k]) for k, unit in enumerate(units)}
ready = lambda done, taken: [unit.name for unit in order.ready(done, taken)]
work = dict(zip(names, order.work))
print(json.dumps([needs, ready(set(), set()), ready({"toy.twice"}, {"toy.twice", "toy.sum_below"}),
                  ready(set(), {"toy.twice"}), order.urgency[0] > order.work[0], work]))
"""
    done = python(toy, code)
    assert done.returncode == 0, done.stderr
    needs, first, then, blocked, chained, work = json.loads(done.stdout)
    assert needs == {
        "toy.twice": [],
        "toy.sum_below": [],  # compiled apart: calls itself, and nobody waits for it
        "toy.all_together": ["toy.twice"],
    }
    assert first[0] == "toy.twice"  # something waits for it
    assert sorted(first) == ["toy.sum_below", "toy.twice"]
    assert then == ["toy.all_together"]
    assert blocked == ["toy.sum_below"]
    assert chained
    assert min(work.values()) > 0


def test_what_is_compiled_already_is_not_announced(capsys):
    announce(["sim.plan"], quiet=False)
    capsys.readouterr()
    announce(["sim.plan"], quiet=False)
    assert capsys.readouterr().err == ""
