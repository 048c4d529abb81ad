"""``realmvale policies``: the policies that can be asked for by name."""

from __future__ import annotations

import json

import click

# What the table is as wide as when no terminal says how wide it may be.
_PIPE_WIDTH = 100


@click.command()
@click.argument("game", default="fantasy-realms")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def policies(game: str, as_json: bool) -> None:
    """List the policies of GAME, what they do, and their parameters with their defaults.

    A policy of your own lies in a Python file and is asked for as my_bots.py:hoarder.
    """
    from sim.cards import game_id
    from sim.errors import RealmvaleError
    from sim.policy_find import list_policies

    listings = list(list_policies(game_id(game)))
    if not listings:
        raise RealmvaleError(f"there are no policies of {game_id(game)} yet")
    if as_json:
        click.echo(
            json.dumps([vars(listing) for listing in listings], ensure_ascii=False, indent=1)
        )
        return
    from rich.table import Table
    from rich.text import Text

    from analysis.terminal import table_console

    table = Table("policy", "what it does", "parameters", "from", box=None, pad_edge=False)
    for entry in listings:
        params = ", ".join(_stated(key, value) for key, value in entry.params.items()) or "-"
        table.add_row(*(Text(cell) for cell in (entry.name, entry.about, params, entry.source)))
    table_console(_PIPE_WIDTH).print(table)


def _stated(key: str, default: object) -> str:
    """Return a parameter with its default; a word that has to be stated in capitals."""
    if isinstance(default, str):
        return f"{key}={default or key.upper()}"
    return f"{key}={default:g}"
