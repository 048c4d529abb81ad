"""``realmvale assumptions``: which conclusions hang on what had to be assumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analysis.options import OutFolder, Points, Whole
from analysis.setting import setting_options

MAX_GAMES = 10**7
GAMES = 4000
#: Who plays unless stated: bots that are quick, weak to middling.
LINE_UPS = {
    "fantasy_realms": ("strongest", "cautious", "greedy"),
    "vale_of_eternity": ("seller", "rusher", "builder"),
}


@click.command()
@click.argument("game")
@click.option("--policy", "specs", multiple=True, metavar="POLICY",
              help="Who plays, as in `realmvale simulate`; repeat it for several."
              "  [default: strongest, cautious, greedy; Vale: seller, rusher,"
              " builder]")  # fmt: skip
@click.option("--games", type=Whole(1, MAX_GAMES), default=GAMES, show_default=True,
              help="Games of each case, rounded up to whole deals.")  # fmt: skip
@click.option("--joint", type=Whole(0, 10_000), default=64, show_default=True,
              help="Draws of all assumed facts at once.")  # fmt: skip
@click.option("--margin", type=Points(), default=1.0, show_default=True,
              help="Percentage points of win credit up to which a card is fair.")  # fmt: skip
@click.option("--out", type=OutFolder(path_type=Path, file_okay=False),
              help="Write the tables to this folder as CSV.")  # fmt: skip
@click.option("--run", type=click.Path(path_type=Path), metavar="RUN",
              help="Keep the result with this run folder, for its report.")  # fmt: skip
@setting_options
def assumptions(**options: Any) -> None:
    """Try every assumed fact of GAME's cards over its range (fantasy-realms or fr, vale).

    The same deals are played with the facts as the card file has them, with each other value of
    each fact alone, and with all facts drawn at random at once. Tells for each conclusion (verdicts
    on cards and summoners, who is ahead, what the sets with assumed facts do to scores and length)
    whether it holds throughout, and what it hangs on. What hangs on an assumption is no verdict.
    """
    import json

    from analysis.assumption_words import assumptions_json, print_assumptions, write_tables
    from analysis.assumptions import assumptions as measure
    from analysis.assumptions import planned_cases
    from analysis.setting import make_setting
    from sim.compiling import announce
    from sim.games import kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    setting = make_setting(options)
    specs = options["specs"] or LINE_UPS[setting.game]
    check_names(specs, setting.game)
    if options["run"] is not None:
        check_run(options["run"], setting, specs)
    cases = planned_cases(setting, options["joint"])
    announce(kernel_modules(setting.game), options["quiet"])
    games, margin = options["games"], options["margin"] / 100
    with Progress(cases * games, quiet=options["quiet"]) as progress:
        found = measure(setting, specs, games, margin, options["joint"], progress.count)
    if options["out"] is not None:
        write_tables(found, options["out"])
    if options["run"] is not None:
        from analysis.assumption_section import FINDING
        from analysis.findings import keep

        keep(options["run"], FINDING, found.conclusions)
    if options["as_json"]:
        click.echo(json.dumps(assumptions_json(found), allow_nan=False))
        return
    from analysis.terminal import table_console

    print_assumptions(table_console(130), found)


def check_run(folder: Path, setting: Any, specs: Any) -> None:
    """Check that a run folder is one of this game, rules and cards.

    Raises
    ------
    RealmvaleError
        If it isn't: what is found out here says nothing about it.
    """
    from analysis.findings import about
    from analysis.runs import open_run
    from sim.errors import RealmvaleError

    told = open_run(folder).manifest
    if about(setting.seat(specs, 1).full_manifest()) != about(told):
        raise RealmvaleError(
            f"{folder} was played with another game, other rules, sets or cards than stated here:"
            " its report can't show this result"
        )
