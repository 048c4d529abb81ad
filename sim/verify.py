"""Whether a run folder holds what its manifest says: files, rows, and blocks played again."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.backends import MAX_WORKERS, choose_backend, in_process, pool
from sim.errors import RealmvaleError
from sim.failures import failures_in
from sim.game_run import GameRun
from sim.games import reopen
from sim.manifest import MANIFEST, another_version, manifest_text
from sim.progress import Progress
from sim.store import CARD_FILE, HASHES, TABLES, Run, block_name, file_hash, hash_name
from sim.verify_block import Problem, check_block


@dataclass(frozen=True)
class Verdict:
    """What came of verifying a run.

    Attributes
    ----------
    blocks : int
        Blocks the run has by its plan.
    replayed : list of int
        First deals of the blocks that were played again.
    problems : list of Problem
        What is wrong, in the order of the files; empty if nothing is.
    """

    blocks: int
    replayed: list[int]
    problems: list[Problem]


def verify_run(
    run: Run,
    blocks: int | None,
    seed: int,
    *,
    workers: int | None = None,
    quiet: bool = False,
) -> Verdict:
    """Check a whole run folder, and play some of its blocks again.

    Parameters
    ----------
    run : Run
    blocks : int or None
        Blocks to play again, chosen at random; None for all.
    seed : int
        Decides which ones.
    workers : int, optional
        Threads or processes; by default one a core.
    quiet : bool
        No progress bar.

    Raises
    ------
    RealmvaleError
        If a bot can't be found.
    """
    problems = _manifest(run)
    try:
        game = reopen(run)
    except (RealmvaleError, KeyError, TypeError, ValueError) as error:
        why = str(error) if isinstance(error, RealmvaleError) else f"its entries don't fit: {error}"
        return Verdict(0, [], [*problems, Problem(MANIFEST, why)])
    problems += _entries(run, game)
    planned = game.plan.blocks()
    there, strange = _files(run.path, game, planned)
    problems += strange
    firsts = sorted(random.Random(seed).sample(there, min(len(there), blocks or len(there))))
    if blocks == 0:
        firsts = []
    last = dict(planned)
    tasks = [(first, last[first], first in firsts) for first in there]
    with redirect_stdout(sys.stderr):
        problems += _check_blocks(game, run.path, tasks, workers or os.cpu_count() or 1, quiet)
    if another_version(run.manifest) and problems:
        why = "the run was made by another version of Realmvale, which may be the whole reason"
        problems.append(Problem(MANIFEST, why))
    return Verdict(len(planned), firsts, problems)


def _manifest(run: Run) -> list[Problem]:
    """Check the manifest's text and the copy of the card file against their hashes."""
    problems = []
    if (run.path / MANIFEST).read_text(encoding="utf-8") != manifest_text(run.manifest):
        problems.append(Problem(MANIFEST, "it is not as it was written (its hash differs)"))
    try:
        if file_hash(run.card_file) != run.manifest.get("card_file_sha256"):
            what = "its bytes are not those of the run's cards (SHA-256 differs)"
            problems.append(Problem(CARD_FILE, what))
    except OSError:
        problems.append(Problem(CARD_FILE, "it is missing or can't be read"))
    return problems


def _entries(run: Run, game: GameRun) -> list[Problem]:
    """Compare the manifest's entries with what the run is by its cards, policies and plan."""
    from sim.plan import games_of

    told = run.manifest
    names = [policy.name for policy in game.policies]
    games = games_of(game.plan, int(game.rules.players), names)
    now: dict[str, Any] = {**game.full_manifest(), "games": games}
    if told.get("complete"):
        now["failed_deals"] = failures_in(run.path).height
    return [
        Problem(MANIFEST, f"{entry} is {str(told.get(entry))[:60]}, it should be {str(value)[:60]}")
        for entry, value in now.items()
        if told.get(entry) != value
    ]


def _files(
    folder: Path, game: GameRun, planned: Sequence[tuple[int, int]]
) -> tuple[list[int], list[Problem]]:
    """Return the blocks that are there at least in part, and what is missing or too much."""
    problems = []
    there = set()
    for table in (*game.tables, HASHES):
        name_of = hash_name if table == HASHES else block_name
        names = {name_of(first): first for first, _ in planned}
        place = folder / table
        found = {path.name for path in place.iterdir()} if place.is_dir() else set()
        for name in sorted(found - names.keys()):
            if not name.endswith(".part"):  # what an interrupted writer left says nothing
                problems.append(Problem(f"{table}/{name}", "it is no block of this run"))
        if table != HASHES:
            there |= {names[name] for name in found & names.keys()}
    for table in sorted(set(TABLES) - set(game.tables)):
        if (folder / table).exists():
            problems.append(Problem(table, "it is no table of this run"))
    missing = [first for first, _ in planned if first not in there]
    if missing:
        more = f", and so are {len(missing) - 1} more of {len(planned)} blocks"
        what = f"the block is missing{more if len(missing) > 1 else ''}"
        advice = "`simulate --resume` plays what is missing"
        problems.append(Problem(f"games/{block_name(missing[0])}", f"{what}; {advice}"))
    return sorted(there), problems


def _check_blocks(
    game: GameRun,
    folder: Path,
    tasks: Sequence[tuple[int, int, bool]],
    workers: int,
    quiet: bool,
) -> list[Problem]:
    """Check blocks in threads or processes; the problems come in the order of the blocks."""
    from joblib import delayed

    game.prepare()
    method = choose_backend(None, game)
    workers = max(1, min(workers, len(tasks), MAX_WORKERS))
    shared = in_process(method, workers)
    problems: list[Problem] = []
    with (
        Progress(len(tasks), quiet=quiet, unit="blocks") as progress,
        pool(method, workers, True, game) as parallel,
    ):
        tick = _Stoppable(progress) if shared else None
        work = progress.counted(check_block) if shared else check_block
        made = (delayed(work)(game, folder, *task, tick) for task in tasks)
        try:
            with closing(parallel(made)) as results:
                for found in results:
                    problems += found
                    progress.count(1)
        finally:
            progress.stop()
            progress.wait()
    return problems


class _Stoppable:
    """Ends a replay when the whole was stopped, without counting its games."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, games: int) -> None:
        self._progress.tick(0)
