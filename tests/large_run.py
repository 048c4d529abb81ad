"""A large run in a process of its own: its time, peak memory of each process, disk a game.

    python tests/large_run.py fantasy-realms 10_000_000 --policy greedy
    python tests/large_run.py vale 2_000_000 --policy builder

Takes minutes to hours, so no test calls it (``make large`` does). Prints one JSON object; ends with
1 if the run failed or a process used more than ``--most`` MB. Reads ``/proc``: Linux only.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click

PROGRAM = "from analysis.cli import program; program()"


def memory(pid: int) -> tuple[float, float, int]:
    """Return a process's peak and own memory in MB, and its parent; zeros once it ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0.0, 0.0, 0
    told = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    peak, own = (int(told.get(name, "0").split()[0]) / 1024 for name in ("VmHWM", "RssAnon"))
    return peak, own, int(told["PPid"])


def family(root: int) -> set[int]:
    """Return a process and all that descend from it."""
    pids = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    parents = {pid: memory(pid)[2] for pid in pids}
    found: set[int] = set()
    more = {root}
    while more:
        found |= more
        more = {pid for pid, parent in parents.items() if parent in found} - found
    return found


@click.command()
@click.argument("game")
@click.argument("games")
@click.option("--policy", default="greedy", show_default=True)
@click.option("--backend", default="threads", show_default=True)
@click.option("--out", default=Path("runs/large"), type=click.Path(path_type=Path))
@click.option("--most", default=1000, show_default=True, help="MB a process may use.")
@click.option("--stay", is_flag=True, help="Keep the run folder.")
def main(
    game: str, games: str, policy: str, backend: str, out: Path, most: int, stay: bool
) -> None:
    """Play GAMES games of GAME and measure."""
    command = [
        sys.executable,
        "-c",
        "from analysis.cli import program; program()",
        "simulate",
        game,
    ]
    command += ["--games", games, "--policy", policy, "--backend", backend, "--seed", "1"]
    started = time.monotonic()
    run = subprocess.Popen([*command, "--out", str(out), "--overwrite", "--json", "--quiet"],
                           stdout=subprocess.PIPE, text=True)  # fmt: skip
    peaks: dict[int, float] = {}
    trail: list[tuple[int, int]] = []
    while run.poll() is None:
        for pid in family(run.pid):
            peak, own, _ = memory(pid)
            peaks[pid] = max(peaks.get(pid, 0.0), peak)
            if pid == run.pid:
                trail.append((round(time.monotonic() - started), round(own)))
        time.sleep(2)
    seconds = time.monotonic() - started
    said = run.communicate()[0]
    played = json.loads(said)["played"] if run.returncode == 0 else 0
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    told = {
        "game": game, "policy": policy, "backend": backend, "exit": run.returncode,
        "games": played, "seconds": round(seconds, 1), "games_per_second": round(played / seconds),
        "peak_mb": sorted((round(peak) for peak in peaks.values()), reverse=True),
        "own_mb_by_second": trail[:: max(1, len(trail) // 12)],
        "bytes_per_game": round(size / max(1, played), 1),
    }  # fmt: skip
    click.echo(json.dumps(told))
    if not stay:
        shutil.rmtree(out, ignore_errors=True)
    sys.exit(int(run.returncode != 0 or max(peaks.values(), default=0) > most))


if __name__ == "__main__":
    main()
