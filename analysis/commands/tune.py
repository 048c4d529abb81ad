"""``realmvale tune``: the value that gives a card a wanted effect."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from analysis.options import OutFolder, Points, Range, Target, Whole, into_option
from analysis.setting import setting_options

MAX_GAMES = 10**7
MAX_POINTS = 100
POINTS = 8


@click.command()
@click.argument("game")
@click.option("--card", "name", required=True, metavar="NAME", help="Card to tune.")
@click.option("--column", default="value", show_default=True, metavar="COLUMN",
              help="Column of whole numbers to change: value or curses.")  # fmt: skip
@click.option("--target", type=Target(), default=0.0, show_default=True,
              help="Effect that the card should have, in percentage points of win"
              " credit.")  # fmt: skip
@click.option("--bounds", type=Range(), metavar="A..B",
              help="Least and greatest number to try.  [default: as in the deck]")  # fmt: skip
@click.option("--points", type=Whole(3, MAX_POINTS), default=POINTS, show_default=True,
              help="Numbers to try at most.")  # fmt: skip
@click.option("--policy", "spec", metavar="POLICY",
              help="Bot in all seats.  [default: as in `simulate`]")  # fmt: skip
@click.option("--games", type=Whole(1, MAX_GAMES),
              help="Deals for each number; where a card is banned to learn its effect, each takes"
              " a game more for each seat.  [default: 20000; with a ban 4000]")  # fmt: skip
@click.option("--margin", type=Points(), default=1.0, show_default=True,
              help="Percentage points of win credit up to which a card is fair.")  # fmt: skip
@click.option("--out", type=OutFolder(path_type=Path, file_okay=False),
              help="Write a page, the tables as CSV, and the picture as PNG and SVG to this"
              " folder.")  # fmt: skip
@into_option
@setting_options
@click.pass_context
def tune(ctx: click.Context, **options: Any) -> None:
    """Find the number that brings a card's causal effect in GAME to a target.

    The effect is what it is worth to be dealt the card (fantasy-realms or fr); where no hands are
    dealt, what a seat loses that may not use it. The card is tried with a few numbers on the same
    deals, and the number that meets the target is read off the curve, with its 95 % interval.
    """
    import json

    from analysis.setting import make_setting
    from analysis.tune import tune as find
    from analysis.tune_effects import GAMES, effect_of, games_of
    from analysis.tune_words import print_tuned, tuned_json
    from sim.compiling import announce
    from sim.games import game_module, kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    setting = make_setting(options)
    module = game_module(setting.game)
    spec = options["spec"] or module.DEFAULT_POLICY
    check_names((spec,), setting.game)
    quiet = options["quiet"]
    announce(kernel_modules(setting.game, (spec,)), quiet)
    effect = effect_of(setting, spec)
    games = options["games"] or GAMES[effect]
    total = options["points"] * games_of(effect, games, setting.players)
    with Progress(total, quiet=quiet) as progress:
        found = find(
            setting, options["cards"], options["name"], options["column"],
            options["target"] / 100, spec, games, options["bounds"],
            options["margin"] / 100, options["points"], progress.count,
        )  # fmt: skip
    if options["out"] or options["into"]:
        from analysis.experiment_kept import keep_page
        from analysis.experiment_page import write_page
        from analysis.tune_page import page

        argv = list((ctx.find_root().obj or {}).get("argv", sys.argv[1:]))
        told = shlex.join(["realmvale", *argv])
        made = page(found, told)
        if options["into"]:
            keep_page(options["into"], made, setting.seat((spec,), games).manifest())
        index = write_page(made, options["out"]) if options["out"] else options["into"]
        if not quiet:
            click.echo(f"written: {index}", err=True)
    if options["as_json"]:
        click.echo(json.dumps(tuned_json(found), allow_nan=False))
        return
    from analysis.terminal import table_console

    print_tuned(table_console(100), found)
