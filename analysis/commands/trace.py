"""``realmvale trace``: one game of a run replayed turn by turn, in words."""

from __future__ import annotations

from importlib import import_module

import click

from analysis.options import Whole


@click.command()
@click.argument("run", metavar="RUN")
@click.option(
    "--game", "number", type=Whole(0), required=True, help="Id of the game, as in the run."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--quiet", is_flag=True, help="No messages on stderr.")
def trace(run: str, number: int, as_json: bool, quiet: bool) -> None:
    """Replay one game of the run folder RUN turn by turn, in words.

    In Fantasy Realms the final hands are explained card by card. Scores that differ from those
    stored in the run are an error (exit code 1).
    """
    from sim.compiling import announce
    from sim.games import game_of
    from sim.store import Run

    opened = Run.open(run)
    module = f"analysis.traces.{game_of(opened)}"
    announce([module], quiet)
    game = import_module(module)
    replayed = game.replay_game(opened, number)
    if as_json:
        from analysis.commands.scenario import as_json as to_json

        click.echo(to_json(game.content(opened, replayed)))
    else:
        game.print_game(opened, replayed)
    game.check_replay(opened, replayed)
    if not as_json:
        click.echo("These are the scores stored in the run.")
