"""``realmvale verify``: whether a run folder holds what it should."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.options import Seed, Whole
from sim.errors import CheckFailedError

if TYPE_CHECKING:
    from sim.verify import Verdict

SHOWN = 10


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--blocks", type=Whole(0), default=5, show_default=True,
              help="Blocks to play again, chosen at random; 0 for none.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Play all blocks again.")
@click.option("--seed", type=Seed(), help="Which blocks are chosen.  [default: others each time]")
@click.option("--workers", type=Whole(1), help="Threads or processes.  [default: cores]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", is_flag=True, help="No progress; nothing but what is wrong.")
def verify(
    run: Path,
    blocks: int,
    every: bool,
    seed: int | None,
    workers: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Check the run folder RUN; exit code 1 and the places if anything is wrong.

    Of all blocks: the hashes of their files, which games and seats they hold, ranks, win credits
    and cards. Of some blocks, chosen at random, all deals are played again and every row compared.
    Naming a run of a policy file runs that file's code.
    """
    from sim.compiling import announce
    from sim.games import game_of, kernel_modules
    from sim.store import Run

    opened = Run.open(run)
    announce(kernel_modules(game_of(opened)), quiet)

    from sim.verify import verify_run

    chosen = secrets.randbelow(10**6) if seed is None else seed
    verdict = verify_run(opened, None if every else blocks, chosen, workers=workers, quiet=quiet)
    if as_json:
        click.echo(json.dumps(_told(run, verdict, chosen), ensure_ascii=False))
    elif not quiet and not verdict.problems:
        again = "all of them" if every else f"{len(verdict.replayed)} of them (seed {chosen})"
        click.echo(
            f"{run}: {verdict.blocks} block{'s' if verdict.blocks != 1 else ''} checked, {again}"
            " played again: all as it should be"
        )
    if verdict.problems:
        raise CheckFailedError(_failed(run, verdict))


def _told(run: Path, verdict: Verdict, seed: int) -> dict[str, Any]:
    return {
        "run": str(run),
        "blocks": verdict.blocks,
        "replayed": verdict.replayed,
        "seed": seed,
        "ok": not verdict.problems,
        "problems": [vars(problem) for problem in verdict.problems],
    }


def _failed(run: Path, verdict: Verdict) -> str:
    """Return what is wrong, a line for each place."""
    n = len(verdict.problems)
    lines = [f"{run}: {n} thing{'s are' if n > 1 else ' is'} wrong"]
    lines += [f"  {problem.place}: {problem.what}" for problem in verdict.problems[:SHOWN]]
    if n > SHOWN:
        lines.append(f"  and {n - SHOWN} more; --json tells all")
    return "\n".join(lines)
