"""``realmvale bench``: how fast everything is on this machine."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

REPEATS = 5
COLD_REPEATS = 1
MEMORY_GAMES = 20_000
CALIBRATION_STEPS = 20_000_000
HAND = "Knights, Elven Archers, Dragon, Mirage, Island, Candle, King"


@click.command()
@click.argument("game", required=False)
@click.option("--quick", is_flag=True, help="Skip what takes long.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write the figures, machine and versions as JSON to this folder.",
)
@click.option("--quiet", is_flag=True, help="No messages but errors.")
def bench(game: str | None, quick: bool, as_json: bool, save: Path | None, quiet: bool) -> None:
    """Measure speed: hands scored, games played and written, and start-up times.

    Figures of one run can be compared with each other; `calibrate`, a fixed loop of integer steps,
    tells how fast this machine was at the time.
    """
    from sim.cards import game_id

    games = list(MEASURES) if game is None else [game_id(game)]
    about = machine()
    if not as_json:
        click.echo(f"{about['cpu']}, {about['cores']} cores, {about['system']}")
        click.echo(", ".join(f"{name} {version}" for name, version in about["versions"].items()))
    rows = []
    for row in measure(games, quick, quiet):
        rows.append(row)
        if not as_json:
            value = f"{row['value']:,.3f}" if row["value"] < 100 else f"{row['value']:,.0f}"
            click.echo(
                f"{row['name']:<22}{value:>12} {row['unit']:<8} "
                f"{row['threads']} thread{'s' if row['threads'] > 1 else ' '}  "
                f"median of {row['repeats']}"
            )
    if as_json:
        click.echo(json.dumps(rows, indent=1))
    if save:
        save_figures(save, about, rows)


def machine() -> dict[str, Any]:
    """Return what the figures depend on: processor, cores, system, versions."""
    from importlib.metadata import version

    cpu = platform.processor() or platform.machine()
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
                break
    versions = {"Python": platform.python_version()}
    versions.update({name: version(name) for name in ("numba", "numpy", "polars", "realmvale")})
    return {
        "cpu": cpu,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "versions": versions,
    }


def save_figures(folder: Path, about: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """Write the figures of one run to a file named by the time."""
    from sim.disk import not_written

    now = datetime.now(UTC)
    path = folder / f"{now:%Y-%m-%d-%H%M%S}.json"
    told = {"date": f"{now:%Y-%m-%d}", **about, "figures": rows}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise not_written(path, error) from error


def measure(games: list[str], quick: bool, quiet: bool = False) -> Iterator[dict[str, Any]]:
    """Yield one figure after the other: name, value, unit, threads, repeats."""
    repeats = 3 if quick else REPEATS
    yield _row("calibrate", calibrate(repeats), "ns", repeats)
    for game in games:
        yield from MEASURES[game](quick, quiet, repeats)
    yield _row("start.help", start(["--help"], repeats), "s", repeats)


def measure_fantasy_realms(quick: bool, quiet: bool, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of Fantasy Realms."""
    from sim.cards import load_cards
    from sim.compiling import announce
    from sim.fantasy_realms.compile import compile_deck
    from sim.games import kernel_modules

    announce(kernel_modules("fantasy_realms"), quiet)
    from sim.fantasy_realms.bench import measure_games, measure_scoring, measure_table

    deck = compile_deck(load_cards().select("fantasy_realms"))
    yield from measure_scoring(deck, repeats)
    if not quick:
        yield from measure_table(deck, min(3, repeats))
    yield from measure_games(deck, quick, min(3, repeats))
    if not quick and sys.platform != "win32":
        yield _row("fr.memory", peak_memory(), "MB", 1)
    yield _row("start.warm", start(["score", HAND], repeats), "s", repeats)
    if not quick:
        yield _row("start.cold_score", start_cold(["score", HAND]), "s", COLD_REPEATS)
        yield _row("start.cold", start_cold(["simulate", "fr", "--games", "4"]), "s", COLD_REPEATS)


def measure_vale(quick: bool, quiet: bool, repeats: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of The Vale of Eternity."""
    from sim.cards import load_cards
    from sim.compiling import announce
    from sim.games import kernel_modules
    from sim.vale_of_eternity.bench import POLICIES, measure_games
    from sim.vale_of_eternity.compile import compile_deck

    announce(kernel_modules("vale_of_eternity", POLICIES), quiet)
    deck = compile_deck(load_cards().select("vale_of_eternity"))
    yield from measure_games(deck, quick, min(3, repeats))
    play = ["simulate", "vale", "--games", "4"]
    with tempfile.TemporaryDirectory() as out:
        again = [*play, "--out", f"{out}/run", "--overwrite"]
        yield _row("start.warm_vale", start(again, repeats), "s", repeats)
    if not quick:
        yield _row("start.cold_vale", start_cold(play), "s", COLD_REPEATS)


MEASURES = {"fantasy_realms": measure_fantasy_realms, "vale_of_eternity": measure_vale}


def calibrate(repeats: int) -> float:
    """Return the nanoseconds of one step of a fixed loop: shift, exclusive or, multiply, add."""
    from sim.streams import walk

    walk(1)
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        walk(CALIBRATION_STEPS)
        times.append(time.perf_counter() - started)
    return statistics.median(times) / CALIBRATION_STEPS * 1e9


def start(arguments: list[str], repeats: int, environment: dict[str, str] | None = None) -> float:
    """Return the median seconds of a command from its start to its end, in a new process."""
    command = [sys.executable, "-c", "from analysis.cli import main; main()", *arguments]
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, **(environment or {})}
        )
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def start_cold(arguments: list[str]) -> float:
    """Return the seconds of a command that finds no compiled kernels."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as out:
        stated = ["--out", f"{out}/run"] if arguments[0] == "simulate" else []
        return start([*arguments, *stated], COLD_REPEATS, {"REALMVALE_CACHE": cache})


def peak_memory() -> float:
    """Return the megabytes that a run of `greedy` needs at most, the hand table included.

    Linux tells them of the program alone in ``/proc``; what ``getrusage`` tells there begins with
    what the process that started it held.
    """
    code = (
        "import atexit; from analysis.commands.bench import own_peak; "
        "atexit.register(lambda: print(own_peak())); from analysis.cli import main; main()"
    )
    with tempfile.TemporaryDirectory() as out:
        play = ["simulate", "fr", "--games", str(MEMORY_GAMES), "--policy", "greedy"]
        done = subprocess.run(
            [sys.executable, "-c", code, *play, "--out", f"{out}/run", "--quiet"],
            check=True,
            capture_output=True,
            text=True,
        )
    return float(done.stdout.split()[-1])


def own_peak() -> float:
    """Return the most memory this process has held so far, in megabytes."""
    import resource

    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return float(line.split()[1]) / 1e3
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def _row(name: str, value: float, unit: str, repeats: int) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "threads": 1, "repeats": repeats}
