"""``realmvale compare``: bots against each other on mirrored deals."""

from __future__ import annotations

from typing import Any

import click

from analysis.options import Claims, Whole
from analysis.setting import setting_options

MAX_GAMES = 10**8
GAMES = 2000
#: The most a sequential test plays when nothing is stated.
SPRT_GAMES = 200_000


@click.command()
@click.argument("game")
@click.argument("policies", nargs=-1, required=True, metavar="POLICY POLICY...")
@click.option("--games", type=Whole(1, MAX_GAMES),
              help="Games of each match, rounded up to whole deals; with --sprt the most it may"
              f" take.  [default: {GAMES}; with --sprt {SPRT_GAMES}]")  # fmt: skip
@click.option("--sprt", type=Claims(), metavar="LOW,HIGH",
              help="Two policies: stop when the first one's lead, in percentage points of win"
              " credit a seat, is known to be HIGH rather than LOW or the other way round, as in"
              " 0,2.")  # fmt: skip
@setting_options
def compare(**options: Any) -> None:
    """Let the policies play GAME (fantasy-realms or fr, vale) against each other, two at a time.

    Every match is played on the same deals, and every deal in each rotation of its line-up. Prints
    who is ahead of whom and by how much, with 95 % intervals, and ratings; bots with too few deals
    are not ranked. A mirror match of each bot against itself checks that it plays fair.
    """
    import json

    from analysis.compare import compare as play
    from analysis.compare_words import comparison_json, print_comparison
    from analysis.setting import make_setting, unknown_line
    from analysis.sprt import Sprt
    from sim.compiling import announce
    from sim.games import kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    setting = make_setting(options)
    specs = options["policies"]
    check_names(specs, setting.game)
    test = Sprt(*(points / 100 for points in options["sprt"])) if options["sprt"] else None
    announce(kernel_modules(setting.game), options["quiet"])
    games = options["games"] or (SPRT_GAMES if test else GAMES)
    matches = len(specs) * (len(specs) - 1) // 2
    with Progress(matches * games, quiet=options["quiet"]) as progress:
        found = play(setting, specs, games, test, progress.count)
    if options["as_json"]:
        unknown = unknown_line(options) or None
        told = comparison_json(found, test) | {"unknown": unknown}
        click.echo(json.dumps(told, allow_nan=False))
        return
    from analysis.terminal import table_console

    print_comparison(table_console(100), found, test)
