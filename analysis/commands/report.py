"""`realmvale report`: the designer's report of a run folder."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.options import OutFolder, Points


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
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
    run: Path,
    out: Path | None,
    margin: float,
    bans: Path | None,
    luck: Path | None,
    exact: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:  # fmt: skip
    """Write the report of the run folder RUN: one HTML page, tables as CSV, plots as PNG and SVG.

    Prints the page's path. A run without games gives a page that says so. A run that was not
    finished is reported as far as it goes, and the exit status is then 1.
    """
    import json
    import time

    from analysis.more import Evidence
    from analysis.report import notices, tables_json, write_report
    from analysis.runs import open_run
    from sim.disk import is_full, reason
    from sim.errors import CheckFailedError, RealmvaleError

    started = time.perf_counter()
    opened = open_run(run)
    folder = out if out is not None else Path("reports") / opened.name
    if not quiet:
        click.echo(f"reading {opened.games:,} games of {run}", err=True)
    try:
        evidence = Evidence(bans, luck, exact)
        index, tables = write_report(opened, folder, margin / 100, evidence)
    except OSError as error:
        advice = "; free some and run the command again" if is_full(error) else ""
        raise RealmvaleError(
            f"can't write the report to {folder}: {reason(error)}{advice}"
        ) from error
    if as_json:
        printed = {"report": str(index), "tables": tables_json(tables)}
        click.echo(json.dumps(printed, allow_nan=False))
    else:
        click.echo(str(index))
    if not opened.games:
        click.echo("no games: the run holds none that was finished", err=True)
    elif not quiet:
        click.echo(f"report written in {time.perf_counter() - started:.1f} s", err=True)
    if opened.missing_deals():
        raise CheckFailedError(notices(opened)[0])
