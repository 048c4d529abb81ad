"""``realmvale advice``: whether the guide's advice holds."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from analysis.options import OutFolder, Points, Whole, into_option
from analysis.setting import setting_options

MAX_GAMES = 10**8
GAMES = 2000


@click.command()
@click.argument("game")
@click.option("--games", type=Whole(1, MAX_GAMES), default=GAMES, show_default=True,
              help="Games of each match, rounded up to whole deals.")  # fmt: skip
@click.option("--margin", type=Points(), default=1.0, show_default=True,
              help="Percentage points of win credit a seat up to which a habit makes no"
              " difference.")  # fmt: skip
@click.option("--out", type=OutFolder(path_type=Path, file_okay=False),
              help="Write a page, the table as CSV, and the picture as PNG and SVG to this"
              " folder.")  # fmt: skip
@into_option
@setting_options
@click.pass_context
def advice(ctx: click.Context, **options: Any) -> None:
    """Test each tip of the guide to GAME (fantasy-realms or fr) by matches of bots.

    In each match one bot follows the tip and the other one ignores it, on mirrored deals: strength
    alone loses; getting rid of penalties early pays; take only what helps; minding the discard area
    pays. Prints a verdict on each, with what following it wins and its 95 % interval.
    """
    import json

    from analysis.advice import TIPS, check_setting
    from analysis.advice import advice as measure
    from analysis.setting import make_setting
    from sim.compiling import announce
    from sim.games import kernel_modules
    from sim.progress import Progress

    setting = make_setting(options)
    check_setting(setting)
    quiet = options["quiet"]
    announce(kernel_modules(setting.game), quiet)
    total = options["games"] * sum(len(tip.trials) for tip in TIPS)
    with Progress(total, quiet=quiet) as progress:
        table = measure(setting, options["games"], options["margin"] / 100, progress.count)
    if options["out"] or options["into"]:
        from analysis.advice_page import page
        from analysis.experiment_kept import keep_page
        from analysis.experiment_page import write_page

        argv = list((ctx.find_root().obj or {}).get("argv", sys.argv[1:]))
        told = shlex.join(["realmvale", *argv])
        made = page(table, setting.players, told)
        if options["into"]:
            keep_page(options["into"], made, setting.seat(("greedy",), setting.players).manifest())
        index = write_page(made, options["out"]) if options["out"] else options["into"]
        if not quiet:
            click.echo(f"written: {index}", err=True)
    if options["as_json"]:
        click.echo(json.dumps(table.to_dicts(), allow_nan=False))
        return
    from analysis.advice_words import print_advice
    from analysis.terminal import table_console

    print_advice(table_console(120), table)
