"""From a plan to a run folder: blocks are shared out to workers, which write what they played."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sim.backends import BACKENDS, DASK, MAX_WORKERS, choose_backend, in_process, lost_worker, pool
from sim.disk import not_written, remove_quietly
from sim.errors import RealmvaleError
from sim.failures import failures_in, told_failures
from sim.lock import LOCK, locked
from sim.manifest import MANIFEST, difference, make_manifest, read_manifest, write_manifest
from sim.plan import Plan
from sim.progress import Progress
from sim.store import CARD_FILE, block_name, file_hash, finished_blocks, remove_drafts, remove_run
from sim.worker import play_block, worker_died


class Game(Protocol):
    """What the run loop needs of a game; see :class:`sim.fantasy_realms.game.FantasyRealms`."""

    @property
    def plan(self) -> Plan:
        """Deals and blocks."""

    @property
    def tables(self) -> list[str]:
        """The tables a block has."""

    @property
    def card_path(self) -> Path:
        """The card file in use."""

    @property
    def all_compiled(self) -> bool:
        """Whether every policy is compiled."""

    def prepare(self) -> str | None:
        """Make ready what all workers share; return what the user should know, if anything."""

    def full_manifest(self) -> dict[str, Any]:
        """Return the entries of the manifest that say what is played."""

    def play(self, first: int, last: int, tick: Any = None) -> Mapping[str, Any]:
        """Play a block of deals and return its tables."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended: its folder, games planned, played in this sitting, the time taken.

    And how many deals were left out because a policy failed in them.
    """

    folder: Path
    games: int
    played: int
    seconds: float
    failed_deals: int = 0


def play_run(
    game: Game,
    folder: Path,
    *,
    workers: int | None = None,
    backend: str | None = None,
    resume: bool = False,
    overwrite: bool = False,
    quiet: bool = False,
    command: str = "",
    argv: Sequence[str] = (),
    until: Mapping[str, Any] | None = None,
) -> Outcome:
    """Play a run into its folder.

    Parameters
    ----------
    game : Game
        What is played, with its plan.
    folder : Path
        Where to; made if it isn't there.
    workers : int, optional
        Threads or processes; by default one a core. Never more than blocks to play (but two, so
        that a Python policy has a process of its own), nor than ``MAX_WORKERS``.
    backend : str, optional
        ``threads``, ``loky`` or ``dask``; see :func:`sim.backends.choose_backend`.
    resume : bool
        Play only the blocks that are missing in a run with the same manifest.
    overwrite : bool
        Replace the run in the folder.
    quiet : bool
        No progress bar.
    command, argv : str, sequence of str
        For the manifest.
    until : mapping, optional
        For the manifest too: the run is resumed with more deals until this holds; see
        :func:`sim.manifest.make_manifest`.

    Raises
    ------
    RealmvaleError
        If the folder can't be used, another process writes to it, a policy fails, or the disk
        is full.
    WorkerDiedError
        If a worker process ends without a word.
    """
    method = choose_backend(backend, game)
    told = game.full_manifest()
    manifest = make_manifest(game.plan, told, command, list(argv), until)
    check_folder(folder, resume, overwrite)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RealmvaleError(f"{folder} can't be made: {error.strerror}") from error
    # What policies print is no part of the command's output; workers print to stderr as well.
    with locked(folder), redirect_stdout(sys.stderr):
        check_folder(folder, resume, overwrite)
        manifest = _prepare(folder, manifest, game.card_path, resume)
        return _play_blocks(game, folder, manifest, method, workers or os.cpu_count() or 1, quiet)


def check_folder(folder: Path, resume: bool, overwrite: bool) -> None:
    """Check that a run may be written to a folder.

    Raises
    ------
    RealmvaleError
        If something else lies there, or a run that is neither resumed nor overwritten.
    """
    if folder.exists() and not folder.is_dir():
        raise RealmvaleError(f"{folder} is a file; a run needs a folder")
    there = folder.is_dir() and any(path.name != LOCK for path in folder.iterdir())
    is_run = (folder / MANIFEST).is_file()
    if resume and not is_run:
        raise RealmvaleError(
            f"there is no run in {folder} to resume; leave --resume out to start one"
        )
    if not there or resume:
        return
    if not is_run:
        raise RealmvaleError(
            f"{folder} isn't empty and holds no run; state another folder with --out"
        )
    if not overwrite:
        raise RealmvaleError(
            f"{folder} already holds a run; play what is missing with --resume, replace it with"
            " --overwrite, or state another folder with --out"
        )


def _prepare(
    folder: Path, manifest: dict[str, Any], card_path: Path, resume: bool
) -> dict[str, Any]:
    """Clear the folder and write the manifest, or check the one that is there."""
    if resume:
        old = read_manifest(folder)
        differs = difference(old, manifest)
        if differs:
            raise RealmvaleError(
                f"{folder} holds another run than the one to be resumed: {differs}"
            )
        remove_drafts(folder)
        longer = {**old, "deals": manifest["deals"], "games": manifest["games"]}
        if longer != old:  # whoever looks in sees more blocks to come
            write_manifest(folder, {**longer, "complete": False})
        return longer
    remove_run(folder)
    try:
        shutil.copyfile(card_path, folder / CARD_FILE)
        manifest["card_file_sha256"] = file_hash(folder / CARD_FILE)
        write_manifest(folder, manifest)
    except (OSError, RealmvaleError) as error:
        remove_quietly(folder / CARD_FILE)  # or the folder could not be used again
        if isinstance(error, RealmvaleError):
            raise
        raise not_written(folder / CARD_FILE, error, "free some and try again") from error
    return manifest


def _play_blocks(
    game: Game, folder: Path, manifest: dict[str, Any], method: str, workers: int, quiet: bool
) -> Outcome:
    """Play the blocks that are missing and complete the manifest."""
    trouble = game.prepare()
    if trouble and not quiet:
        print(trouble, file=sys.stderr)
    have = finished_blocks(folder, game.tables)
    missing = [block for block in game.plan.blocks() if block_name(block[0]) not in have]
    done = _games_in(folder, have)
    workers = min(workers, max(2, len(missing)), MAX_WORKERS)
    shared = in_process(method, workers)
    manifest["complete"] = False
    with (
        Progress(game.plan.games, done, quiet) as progress,
        pool(method, workers, False, game) as parallel,
    ):
        tasks = _tasks(game, folder, missing, method, progress if shared else None, manifest)
        try:
            with closing(parallel(tasks)) as results:
                for games in results:
                    if games is None:  # a cluster gave the block up
                        raise worker_died(folder, manifest)
                    if not shared:
                        progress.count(games)
            failures = failures_in(folder)
            manifest["failed_deals"] = failures.height
            manifest["complete"] = True
        except Exception as error:
            if not lost_worker(error):
                raise
            raise worker_died(folder, manifest) from error
        finally:
            progress.stop()
            progress.wait()
            manifest["wall_seconds"] = round(manifest["wall_seconds"] + progress.seconds, 3)
            # Of two errors the first is told: it led to the second.
            with nullcontext() if manifest["complete"] else suppress(RealmvaleError):
                write_manifest(folder, manifest)
    if failures.height and not quiet:
        print(*told_failures(failures, game.plan.seed), sep="\n", file=sys.stderr)
    played = progress.done - done
    return Outcome(folder, game.plan.games, played, progress.seconds, failures.height)


def _tasks(
    game: Game,
    folder: Path,
    blocks: Sequence[tuple[int, int]],
    method: str,
    progress: Progress | None,
    manifest: Mapping[str, Any],
) -> Iterator[Any]:
    """Yield a task for each block; those of this process tick."""
    from joblib import delayed

    if method == BACKENDS[DASK]:
        from sim.cluster import play_on_cluster

        where, sources = folder.resolve(), manifest["sources"]
        yield from (delayed(play_on_cluster)(game, where, *block, sources) for block in blocks)
    elif progress is None:
        yield from (delayed(play_block)(game, folder, *block, None) for block in blocks)
    else:
        work = progress.counted(play_block)
        yield from (delayed(work)(game, folder, *block, progress.tick) for block in blocks)


def _games_in(folder: Path, blocks: set[str]) -> int:
    """Return the number of games in some finished blocks."""
    import polars as pl

    if not blocks:
        return 0
    paths = [folder / "games" / name for name in sorted(blocks)]
    return int(pl.scan_parquet(paths).select(pl.len()).collect().item())
