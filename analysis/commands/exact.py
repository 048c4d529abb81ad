"""``realmvale exact``: all hands of a deck, counted."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.options import OutFolder, Whole

if TYPE_CHECKING:
    from sim.cards import CardSet


KERNELS = [
    "sim.fantasy_realms.hands", "sim.fantasy_realms.exact.extra", "sim.fantasy_realms.exact.uses"
]  # fmt: skip


@click.command()
@click.argument("game")
@click.option("--cards", metavar="FILE", help="Your own card file.")
@click.option("--sets", default="base", show_default=True, help="Card sets, separated by commas.")
@click.option("--details/--no-details", default=True, show_default=True,
              help="Count choices and blanked cards too. Every hand is scored for that, even if all"
              " scores are known: minutes instead of seconds from the second time on.")  # fmt: skip
@click.option("--workers", type=Whole(1), help="Threads.  [default: cores]")
@click.option("--out", type=OutFolder(path_type=Path, file_okay=False),
              help="Folder to write to.  [default: reports/exact-NAME]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@click.option("--quiet", is_flag=True, help="No progress, no messages but errors.")
@click.pass_context
def exact(ctx: click.Context, **options: Any) -> None:
    """Count all hands of GAME (fantasy-realms or fr): no samples, no intervals.

    Scores every hand of seven with its best choices and writes a report: what a random hand
    scores, what each card and each pair of cards brings, which cards are blanked and which choices
    made, the best and the worst hands. Prints the page's path.

    All 154,143,080 hands of the base set take minutes, once: the scores are kept in the hand table,
    which the other commands use too. Ctrl-C loses nothing that was scored; the same command goes
    on.
    """
    import time

    started = time.perf_counter()
    argv = list((ctx.find_root().obj or {}).get("argv", sys.argv[1:]))
    index, tables = _exact(shlex.join(["realmvale", *argv]), **options)
    if options["as_json"]:
        from analysis.report import tables_json

        printed = {"report": str(index), "tables": tables_json(tables)}
        click.echo(json.dumps(printed, allow_nan=False))
    else:
        click.echo(str(index))
    if not options["quiet"]:
        click.echo(f"report written after {time.perf_counter() - started:.1f} s", err=True)


def _exact(command: str, **options: Any) -> tuple[Path, dict[str, Any]]:
    """Check the options, count, and write the report."""
    from sim.cards import game_id, load_cards
    from sim.disk import is_full, reason
    from sim.errors import RealmvaleError

    name, quiet = game_id(options["game"]), options["quiet"]
    if name != "fantasy_realms":
        raise RealmvaleError(f"the hands of {name} can't be counted; those of fantasy-realms can")
    sets = tuple(part.strip() for part in options["sets"].split(",") if part.strip())
    card_set = load_cards(options["cards"]).select(name, sets)
    _check_sets(card_set)
    folder = options["out"] or Path("reports") / default_name(options["cards"], card_set.sets)
    if folder.exists() and not folder.is_dir():
        raise RealmvaleError(f"{folder} is a file; a report needs a folder")

    from sim.compiling import announce

    announce(KERNELS, quiet)
    from analysis.exact import count_all
    from analysis.exact_report import write_report
    from sim.fantasy_realms.compile import compile_deck

    def say(text: str) -> None:
        if not quiet:
            click.echo(text, err=True)

    try:
        exact = count_all(
            compile_deck(card_set),
            details=options["details"],
            workers=options["workers"],
            quiet=quiet,
            say=say,
        )
    except KeyboardInterrupt:
        say("scores found so far are kept; the same command goes on")
        raise
    try:
        return write_report(exact, folder, command)
    except OSError as error:
        advice = "; free some and run the command again" if is_full(error) else ""
        raise RealmvaleError(
            f"can't write the report to {folder}: {reason(error)}{advice}"
        ) from error


def _check_sets(card_set: CardSet) -> None:
    """Refuse sets that the file has no cards of."""
    from sim.errors import RealmvaleError

    empty = sorted(set(card_set.sets) - {card.set for card in card_set.cards})
    if empty:
        raise RealmvaleError(f"{card_set.path} has no cards of the set {', '.join(empty)}")


def default_name(path: str | None, sets: tuple[str, ...]) -> str:
    """Return the name of the report of a card file and sets: ``exact-fantasy-realms``."""
    name = "fantasy-realms" if path is None else Path(path).stem
    return "-".join(["exact", name, *(sets if sets != ("base",) else ())])
