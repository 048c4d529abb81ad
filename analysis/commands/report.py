"""`realmvale report`: the designer's report of run folders, or of real playtests."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.options import OutFolder, Points

if TYPE_CHECKING:
    from analysis.part import Tables
    from analysis.runs import Run


@click.command()
@click.argument("runs", nargs=-1, metavar="RUN...", type=click.Path(path_type=Path))
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Instead of a run: a CSV file of playtests, with a row a seat and the columns game, seat,"
    " player (or policy), score, and if you like rank (1 for a winner) and cards (a bar between"
    " two).",
)
@click.option("--game", metavar="GAME", help="With --results: check names against this game's.")
@click.option("--cards", metavar="FILE", help="With --game: your own card file.")
@click.option(
    "--out",
    type=OutFolder(path_type=Path, file_okay=False),
    help="Folder to write to.  [default: reports/NAME OF THE RUN]",
)
@click.option(
    "--margin",
    type=Points(),
    default=1.0,
    show_default=True,
    help="Percentage points of win credit up to which a card is fair; beyond three times as many"
    " it is too strong or too weak.",
)
@click.option(
    "--ban",
    "bans",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Show bans beside the run, from `realmvale ban ... --csv FILE`; where the run deals"
    " nothing, verdicts rest on them.",
)
@click.option(
    "--luck",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Show shares of luck, from `realmvale luck ... --csv FILE`.",
)
@click.option(
    "--exact",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Show exact pairs beside the run's, from the report folder of `realmvale exact`."
    "  [default: reports/exact-fantasy-realms, if it is there]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@click.option("--quiet", is_flag=True, help="Say nothing on stderr unless something is wrong.")
def report(
    runs: tuple[Path, ...],
    results: Path | None,
    game: str | None,
    cards: str | None,
    out: Path | None,
    margin: float,
    bans: Path | None,
    luck: Path | None,
    exact: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write the report of the run folder RUN: an HTML page, the same as Markdown, CSV, PNG and SVG.

    Of several runs the first is reported, and the others are set side by side with it. Prints the
    page's path. A run without games gives a page that says so. A run that was not finished is
    reported as far as it goes, and the exit status is then 1.
    """
    import json
    import tempfile
    import time

    from analysis.more import take_evidence
    from analysis.report import notices, tables_json
    from sim.errors import CheckFailedError

    if bool(runs) == (results is not None):
        raise click.UsageError("state a run folder, or --results FILE")
    if results is None and game is not None:
        raise click.UsageError("--game goes with --results: a run knows its game")
    if cards is not None and game is None:
        raise click.UsageError("--cards goes with --results and --game")
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="realmvale-") if results else nullcontext("") as place:
        first, *beside = (
            [_playtests(results, game, cards, place)] if results else _opened(runs)
        )  # fmt: skip
        take_evidence(first, bans, luck, exact)
        source = results or runs[0]
        folder = out if out is not None else Path("reports") / first.name
        if not quiet:
            click.echo(f"reading {first.games:,} games of {source}", err=True)
            if ignored := first.manifest.get("ignored_columns"):
                click.echo(f"columns not read: {', '.join(map(str, ignored))}", err=True)
        index, tables = _written(first, folder, margin / 100, beside)
    if as_json:
        printed = {"report": str(index), "tables": tables_json(tables)}
        click.echo(json.dumps(printed, allow_nan=False))
    else:
        click.echo(str(index))
    if not first.games:
        click.echo("no games: the run holds none that was finished", err=True)
    elif not quiet:
        click.echo(f"report written in {time.perf_counter() - started:.1f} s", err=True)
    if first.missing_deals():
        raise CheckFailedError(next(text for text in notices(first) if "not complete" in text))


def _opened(folders: tuple[Path, ...]) -> list[Run]:
    from analysis.runs import open_run
    from sim.errors import RealmvaleError

    opened = [open_run(folder) for folder in folders]
    for other in opened[1:]:
        if other.game.id != opened[0].game.id:
            raise RealmvaleError(
                f"{opened[0].path} is {opened[0].game.name} and {other.path} is {other.game.name}:"
                " runs of different games can't be set side by side"
            )
    return opened


def _playtests(results: Path, game: str | None, cards: str | None, place: str) -> Run:
    import shlex

    from analysis.playtest_run import run_of_playtests
    from sim.cards import game_id

    options = [("--results", str(results)), ("--game", game), ("--cards", cards)]
    said = [part for name, value in options if value is not None for part in (name, value)]
    command = shlex.join(["realmvale", "report", *said])
    return run_of_playtests(results, Path(place), command, game and game_id(game), cards)


def _written(run: Run, folder: Path, margin: float, beside: list[Run]) -> tuple[Path, Tables]:
    from analysis.report import write_report
    from sim.disk import is_full, reason
    from sim.errors import RealmvaleError

    try:
        return write_report(run, folder, margin, beside)
    except OSError as error:
        advice = "; free some and run the command again" if is_full(error) else ""
        raise RealmvaleError(
            f"can't write the report to {folder}: {reason(error)}{advice}"
        ) from error
