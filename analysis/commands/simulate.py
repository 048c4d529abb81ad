"""``realmvale simulate``: plays games into a run folder."""

from __future__ import annotations

import json
import math
import shlex
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from analysis.options import Error, OutFolder, Seconds, Seed, Whole
from sim.failures import ON_ERROR, STOP
from sim.names import as_utf8

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.run import Outcome

MAX_GAMES = 10**9


@click.command()
@click.argument("game")
@click.option("--players", type=Whole(1), help="Number of players.  [default: 4]")
@click.option("--games", type=Whole(0, MAX_GAMES), default=1000, show_default=True,
              help="Games to play, rounded up to whole deals; 100_000 is fine.")  # fmt: skip
@click.option("--until-error", type=Error(),
              help="Go on until each bot's win credit (of a single bot: each seat's) is known to"
              " within so much, half its 95 % interval, as 0.002; --games is the most then."
              "  [with it: 10_000_000 games]")  # fmt: skip
@click.option("--policy", "specs", multiple=True, metavar="POLICY",
              help="Who plays: a name (see `realmvale policies`), or FILE.py:NAME. Repeat it for"
              " several.  [default: greedy; Vale: builder]")  # fmt: skip
@click.option("--seed", type=Seed(), default=1, show_default=True, help="Seed of all chance.")
@click.option("--out", type=OutFolder(path_type=Path),
              help="Folder to write to.  [default: runs/GAME-PLAYERSp-SEED]")  # fmt: skip
@click.option("--variant", help="Fantasy Realms: standard, two-player (which --players 2 implies)"
              " or chaos.")  # fmt: skip
@click.option("--sets", default="base", show_default=True, help="Card sets, separated by commas.")
@click.option("--cards", metavar="FILE", help="Your own card file.")
@click.option("--replicates", type=Whole(1, 10_000), default=1, show_default=True,
              help="Times each deal is played with other choices of its policies.")  # fmt: skip
@click.option("--turn-cap", type=Whole(),
              help="Fantasy Realms: turns after which a game is stopped and scored as it stands."
              "  [default: 200]")  # fmt: skip
@click.option("--ticks", type=Whole(),
              help="Fantasy Realms: meetings of two players in a game of chaos, its time limit."
              "  [default: 30 a player]")  # fmt: skip
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE",
              help="Vale: decide an open point of the rules otherwise, true or false; repeatable."
              )  # fmt: skip
@click.option("--summoners", metavar="HOW",
              help="Vale with the set curse: random, draft, none, or names separated by commas,"
              " one a seat.  [default: random]")  # fmt: skip
@click.option("--keep", type=click.Choice(["all", "players"]), default="all", show_default=True,
              help="players: leave out cards (and scores by round).")  # fmt: skip
@click.option("--workers", type=Whole(1), help="Threads or processes.  [default: cores]")
@click.option(
    "--backend",
    help="threads, loky, or dask for a cluster.  [default: threads, loky for a Python policy]",
)
@click.option("--on-error", type=click.Choice(ON_ERROR), default=STOP, show_default=True,
              help="When a policy fails: stop the run, or skip the deal, which is told and counted."
              )  # fmt: skip
@click.option("--bot-seconds", type=Seconds(), default=60.0, show_default=True,
              help="Seconds a pure-Python policy may think over a decision; 0 for no limit."
              )  # fmt: skip
@click.option("--block-deals", type=Whole(1), help="Deals a file.  [default: by size]")
@click.option("--resume", is_flag=True, help="Play what is missing in the folder.")
@click.option("--overwrite", is_flag=True, help="Replace the run in the folder.")
@click.option("--quiet", is_flag=True, help="No progress, no messages but errors.")
@click.option("--json", "as_json", is_flag=True, help="Print a summary as JSON.")
@click.pass_context
def simulate(ctx: click.Context, **options: Any) -> None:
    """Play games of GAME (fantasy-realms or fr, vale) into a run folder and print its path.

    The same seed, cards and policies give the same games, for any number of workers. Ctrl-C loses
    only the blocks in hand; run the same command with --resume to go on.
    """
    stated = (ctx.find_root().obj or {}).get("argv", sys.argv[1:])
    argv = [as_utf8(word) for word in stated]
    if options["until_error"] and ctx.get_parameter_source("games") is ParameterSource.DEFAULT:
        from analysis.stopping import MOST_GAMES

        options["games"] = MOST_GAMES
    outcome, error = _simulate(argv, **options)
    speed = outcome.played / max(outcome.seconds, 1e-9)
    if not options["quiet"]:
        played = f"{outcome.played:,} games in {outcome.seconds:.1f} s, {speed:,.0f} games/s"
        click.echo(played, err=True)
        if error is not None:
            click.echo(_known(error, options["until_error"], outcome.games), err=True)
    summary = _summary(outcome, speed)
    if error is not None:
        summary["error"] = error if math.isfinite(error) else None
    click.echo(json.dumps(summary) if options["as_json"] else str(outcome.folder))


def _tell(quiet: bool, said: str) -> None:
    if not quiet:
        click.echo(said, err=True)


def _known(error: float, wanted: float, games: int) -> str:
    """Say how well win credit is known at the end of a run that went on for it."""
    if not math.isfinite(error):
        return f"nothing is known of win credit: --games allows {games:,}"
    said = f"win credit is known to ±{error:.4f} (95 %)"
    return said if error <= wanted else f"{said}, not to ±{wanted:g}: --games allows {games:,}"


def _simulate(argv: list[str], **options: Any) -> tuple[Outcome, float | None]:
    """Set up what the options ask for and play it; return the error too if one was asked for."""
    from sim.cards import game_id, load_cards
    from sim.games import game_module, kernel_modules
    from sim.policy_find import check_names

    name = game_id(options["game"])
    game = game_module(name)
    if options["resume"] and options["overwrite"]:
        raise click.UsageError("--resume and --overwrite exclude each other")
    refuse_foreign(name, options)
    rules = game.stated_rules(options)
    sets = tuple(part.strip() for part in options["sets"].split(",") if part.strip())
    specs = options["specs"] or (game.DEFAULT_POLICY,)
    check_names(specs, name)
    card_set = load_cards(options["cards"]).select(name, sets)
    game.check_deck(rules, card_set)
    folder = options["out"] or Path("runs") / f"{game.run_name(rules)}-{options['seed']}"

    from sim.run import check_folder, play_run

    check_folder(folder, options["resume"], options["overwrite"])

    from sim.compiling import announce
    from sim.manifest import MANIFEST, UNTIL_ERROR, read_manifest
    from sim.plan import games_of, make_plan
    from sim.policy import load_policies

    announce(kernel_modules(name, specs), options["quiet"])
    wanted, block_deals = options["until_error"], options["block_deals"]
    if options["resume"] and block_deals is None:
        block_deals = read_manifest(folder)["block_deals"]
    if wanted and block_deals is None:
        from analysis.stopping import BLOCK_DEALS

        block_deals = BLOCK_DEALS
    seed, games, replicates = options["seed"], options["games"], options["replicates"]
    listed = [policy.name for policy in load_policies(specs, name)]
    plan = make_plan(seed, games, rules.players, listed, replicates, block_deals)
    played = replace(
        game.new_game(card_set, rules, specs, plan, options["keep"]),
        on_error=options["on_error"],
        bot_seconds=options["bot_seconds"],
    )

    def play(plan: Plan, resume: bool) -> Outcome:
        return play_run(
            replace(played, plan=plan),
            folder,
            workers=options["workers"],
            backend=options["backend"],
            resume=resume,
            overwrite=options["overwrite"] and not resume,
            quiet=options["quiet"],
            command=shlex.join(["realmvale", *argv]),
            argv=argv,
            until={UNTIL_ERROR: wanted, "most_games": games} if wanted else None,
        )

    def sized(plan: Plan) -> Plan:
        return replace(plan, games=games_of(plan, rules.players, listed))

    try:
        if not wanted:
            return play(plan, options["resume"]), None
        from analysis.stopping import play_until

        tell = partial(_tell, options["quiet"])
        begun = read_manifest(folder).get("deals", 0) if options["resume"] else 0
        stopped = play_until(plan, wanted, sized, play, tell, begun)
        return stopped.outcome, stopped.error
    except KeyboardInterrupt:
        if (folder / MANIFEST).is_file():
            click.echo(f"finished games are in {folder}; --resume plays the rest", err=True)
        raise


def refuse_foreign(name: str, options: dict[str, Any]) -> None:
    """Refuse what only another game has a use for: nothing is asked for and silently not done."""
    from sim.card_checks import GAMES
    from sim.games import game_module

    own = game_module(name).OPTIONS
    for other in GAMES:
        for option in game_module(other).OPTIONS:
            if option not in own and options[option]:
                flag = "ruling" if option == "rulings" else option.replace("_", "-")
                raise click.UsageError(f"--{flag} goes with {other} only, not with {name}")


def _summary(outcome: Outcome, speed: float) -> dict[str, Any]:
    return {
        "run": str(outcome.folder),
        "games": outcome.games,
        "played": outcome.played,
        "failed_deals": outcome.failed_deals,
        "seconds": round(outcome.seconds, 3),
        "games_per_second": round(speed, 1),
    }
