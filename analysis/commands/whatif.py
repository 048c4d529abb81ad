"""``realmvale whatif``: what a change of the deck does."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.options import OutFolder, Points, Whole, into_option
from analysis.setting import setting_options

if TYPE_CHECKING:
    from analysis.setting import Setting
    from sim.cards import CardSet

MAX_GAMES = 10**8
GAMES = 20_000


@click.command()
@click.argument("game")
@click.option("--change", "changes", multiple=True, metavar="NAME.COLUMN=VALUE",
              help='Change a cell, as in "Dragon.value=25" or "Forest.text=bonus: +12 each Beast";'
              " repeat it for several.")  # fmt: skip
@click.option("--add", "added", multiple=True, metavar="CARD",
              help='Add a card as NAME,SUIT,VALUE,TEXT, or the cards of a CSV file.')  # fmt: skip
@click.option("--remove", "removed", multiple=True, metavar="NAME",
              help="Take a card out.")  # fmt: skip
@click.option("--cards-b", metavar="FILE",
              help="The changed deck as a card file, instead of the changes above.")  # fmt: skip
@click.option("--policy", "specs", multiple=True, metavar="POLICY",
              help="Bot; repeat it for several at one table."
              "  [default: as in `simulate`]")  # fmt: skip
@click.option("--games", type=Whole(1, MAX_GAMES), default=GAMES, show_default=True,
              help="Games with each deck, rounded up to whole deals.")  # fmt: skip
@click.option("--margin", type=Points(), default=1.0, show_default=True,
              help="A change up to this is none: percentage points of shares and win credit, per"
              " cent of scores and lengths.")  # fmt: skip
@click.option("--out", type=OutFolder(path_type=Path, file_okay=False),
              help="Write a page, the tables as CSV, and the picture as PNG and SVG to this"
              " folder.")  # fmt: skip
@into_option
@setting_options
@click.pass_context
def whatif(ctx: click.Context, **options: Any) -> None:
    """Compare the deck of GAME (fantasy-realms or fr, vale) with a changed one, on the same deals.

    The same bots play the same deals with both decks; a change of one card leaves the order of all
    others as it is. Prints what became of the cards that were changed, which others moved, what
    stayed the same, and what scores, seats and length do, with paired 95 % intervals by deals.

    Cards are added first, then changed, then taken out.
    """
    import json

    from analysis.setting import make_setting
    from analysis.whatif import whatif as measure
    from sim.compiling import announce
    from sim.games import game_module, kernel_modules
    from sim.policy_find import check_names
    from sim.progress import Progress

    setting = make_setting(options)
    deck = changed(setting, options)
    module = game_module(setting.game)
    specs = options["specs"] or (module.DEFAULT_POLICY,)
    check_names(specs, setting.game)
    quiet = options["quiet"]
    announce(kernel_modules(setting.game, specs), quiet)
    games, margin = options["games"], options["margin"] / 100
    with Progress(2 * games, quiet=quiet) as progress:
        found = measure(setting, deck, specs, games, margin, progress.count)
    if options["out"] or options["into"]:
        from analysis.experiment_kept import keep_page
        from analysis.experiment_page import write_page
        from analysis.whatif_page import page

        argv = list((ctx.find_root().obj or {}).get("argv", sys.argv[1:]))
        told = shlex.join(["realmvale", *argv])
        made = page(found, told)
        if options["into"]:
            keep_page(options["into"], made, setting.seat(specs, games).manifest())
        index = write_page(made, options["out"]) if options["out"] else options["into"]
        if not quiet:
            click.echo(f"written: {index}", err=True)
    if options["as_json"]:
        from analysis.whatif_words import whatif_json

        click.echo(json.dumps(whatif_json(found), allow_nan=False))
        return
    from analysis.terminal import table_console
    from analysis.whatif_words import print_whatif

    print_whatif(table_console(120), found)


def changed(setting: Setting, options: dict[str, Any]) -> CardSet:
    """Return the changed deck that the options ask for."""
    from sim.card_changes import changed_deck, parse_change
    from sim.cards import load_cards
    from sim.errors import RealmvaleError

    stated = [name for name in ("changes", "added", "removed") if options[name]]
    if options["cards_b"] and stated:
        raise RealmvaleError("state the changed deck as --cards-b FILE or by changes, not by both")
    if options["cards_b"]:
        return load_cards(options["cards_b"]).select(setting.game, setting.cards.sets)
    if not stated:
        raise RealmvaleError(
            "state what is to be changed with --change, --add, --remove or --cards-b, as in"
            ' --change "NAME.value=25"'
        )
    changes = [parse_change(change) for change in options["changes"]]
    return changed_deck(
        options["cards"], setting.game, setting.cards.sets, changes, options["added"],
        options["removed"],
    )  # fmt: skip
