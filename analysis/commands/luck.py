"""``realmvale luck``: how much of a result is luck, and how many games it takes to see past it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analysis.options import OutFile, Points, Whole
from analysis.setting import setting_options

MAX_GAMES = 10**6
GAMES = 2000


@click.command()
@click.argument("game")
@click.option(
    "--policy",
    "specs",
    multiple=True,
    metavar="POLICY",
    help="Bot of the line-up; repeat it for several.  [default: greedy; vale: builder]",
)
@click.option(
    "--games",
    type=Whole(1, MAX_GAMES),
    default=GAMES,
    show_default=True,
    help="Different games, in whole deals. Each is played four times.",
)
@click.option(
    "--see-score",
    type=click.FloatRange(0, min_open=True),
    multiple=True,
    metavar="POINTS",
    help="Difference of mean score that a playtester wants to see.  [default: 2, 5, 10]",
)
@click.option(
    "--see-win",
    type=Points(),
    multiple=True,
    metavar="POINTS",
    help="Difference of win credit, in percentage points.  [default: 2, 5, 10]",
)
@click.option(
    "--csv",
    "csv",
    type=OutFile(),
    metavar="FILE",
    help="Write the shares to FILE too, for `realmvale report RUN --luck FILE`.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="RUN",
    help="Keep the table in the folder RUN of a run with the same game,"
    " players and cards, whose report then shows it.",
)
@setting_options
def luck(**options: Any) -> None:  # fmt: skip
    """Share out what the results of GAME (fantasy-realms or fr, vale) vary by.

    Seat, bot, opening, hidden cards, chance in the bots' play: games are played again with one
    after the other of them drawn anew, and the variance of score and of win credit is shared out.
    Then: how many games a playtester must play to see a difference (alpha 5 %, power 80 %).
    """
    import json

    from analysis.evidence import keep_evidence, write_evidence
    from analysis.games import describe
    from analysis.luck import DIFFERENCES, TIMES, games_table
    from analysis.luck import luck as measure
    from analysis.setting import make_setting
    from sim.compiling import announce
    from sim.games import game_module, kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    setting = make_setting(options)
    specs = options["specs"] or (game_module(setting.game).DEFAULT_POLICY,)
    check_names(specs, setting.game)
    announce(kernel_modules(setting.game, specs), options["quiet"])
    plan = setting.seat(specs, options["games"])
    with Progress(TIMES * plan.plan.games, quiet=options["quiet"]) as progress:
        table = measure(setting, specs, options["games"], progress.count)
    stated = {
        "score": options["see_score"],
        "win": tuple(points / 100 for points in options["see_win"]),
    }
    wanted = {name: stated[name] or usual for name, usual in DIFFERENCES.items()}
    games = games_table(table, wanted)
    if options["csv"]:
        write_evidence(table, options["csv"], "luck", setting.game)
    if options["into"]:
        keep_evidence(options["into"], "luck", table, plan.manifest())
    if options["as_json"]:
        found = {"shares": table.to_dicts(), "games": games.to_dicts()}
        click.echo(json.dumps(found, allow_nan=False))
        return
    from analysis.luck_words import print_luck
    from analysis.terminal import table_console

    print_luck(table_console(100), table, games, describe(plan.manifest()))
