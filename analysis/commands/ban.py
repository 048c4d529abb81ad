"""``realmvale ban``: what a card is worth to a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analysis.options import OutFile, Points, Whole
from analysis.setting import setting_options

MAX_GAMES = 10**7
GAMES = 1000


@click.command()
@click.argument("game")
@click.option("--card", "names", multiple=True, metavar="NAME",
              help="Card to ban; repeat it for several, each banned alone.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Ban each card of the deck in turn.")
@click.option("--policy", "specs", multiple=True, metavar="POLICY",
              help="Bot in all seats; repeat it to ask several, each at tables of its own."
              "  [default: greedy; vale: builder]")  # fmt: skip
@click.option("--games", type=Whole(1, MAX_GAMES), default=GAMES, show_default=True,
              help="Deals. Each takes a game, and one more for each card and seat.")  # fmt: skip
@click.option("--margin", type=Points(), default=1.0, show_default=True,
              help="Percentage points of win credit up to which a card is fair; beyond three times"
              " as many it is too strong or too weak.")  # fmt: skip
@click.option(
    "--csv",
    "csv",
    type=OutFile(),
    metavar="FILE",
    help="Write the table to FILE too: `realmvale report RUN --ban FILE` shows it.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="RUN",
    help="Keep the table in the folder RUN of a run with the same game,"
    " players and cards, whose report then shows it.",
)
@setting_options
def ban(**options: Any) -> None:  # fmt: skip
    """Ban cards of GAME (fantasy-realms or fr, vale) for one seat and see what it loses.

    The banned seat never takes the card (Vale: never hunts, tames or summons it), and gets rid of
    it at once when it was dealt or drawn (Vale: sells it, or discards it first). Every seat is
    banned in turn on the same deals. What it loses is what the card is worth to that bot: a causal
    answer, where the tables of a run mix a card's worth with who chose it. Prints a table, the most
    valuable card first.
    """
    import json

    import polars as pl

    from analysis.ban import ban as measure
    from analysis.ban import used_words
    from analysis.evidence import keep_evidence, write_evidence
    from analysis.setting import make_setting
    from sim.compiling import announce
    from sim.games import game_module, kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    if bool(options["names"]) == options["every"]:
        raise click.UsageError("state the cards with --card NAME, or --all for the whole deck")
    setting = make_setting(options)
    places = list(range(len(setting.cards.cards)))
    if not options["every"]:
        places = list(dict.fromkeys(setting.cards.index(name) for name in options["names"]))
    specs = options["specs"] or (game_module(setting.game).DEFAULT_POLICY,)
    check_names(specs, setting.game)
    announce(kernel_modules(setting.game, specs), options["quiet"])
    games, margin = options["games"], options["margin"] / 100
    total = len(specs) * games * (1 + len(places) * setting.players)
    with Progress(total, quiet=options["quiet"]) as progress:
        parts = [measure(setting, spec, places, games, margin, progress.count) for spec in specs]
    table = pl.concat(parts)
    if options["csv"]:
        write_evidence(table, options["csv"], "ban", setting.game)
    if options["into"]:
        keep_evidence(options["into"], "bans", table, setting.seat(specs[:1], games).manifest())
    if options["as_json"]:
        click.echo(json.dumps(table.to_dicts(), allow_nan=False))
        return
    from analysis.ban_words import print_bans
    from analysis.terminal import table_console

    print_bans(table_console(120), table, used_words(setting.game))
