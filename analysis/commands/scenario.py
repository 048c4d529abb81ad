"""``realmvale scenario``: set up a position, try actions, print the result as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import click


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", is_flag=True, expose_value=False, help="Print JSON, as it does anyway.")
@click.option("--quiet", is_flag=True, help="No messages but errors.")
def scenario(file: str, quiet: bool) -> None:
    """Set up the position that FILE (TOML) describes, try its actions, print the result as JSON.

    The exit code is 1 if an action is illegal; the reason and the legal ones are printed then.
    """
    from pathlib import Path

    from sim.cards import game_id
    from sim.errors import CheckFailedError, RealmvaleError
    from sim.scenario_file import read_scenario

    table = read_scenario(file)
    game = table.get("game")
    if not isinstance(game, str):
        raise RealmvaleError(
            f'{file}: game = "fantasy_realms" should be stated, or "vale_of_eternity"'
        )
    try:
        game = game_id(game)
    except RealmvaleError as error:
        raise RealmvaleError(f"{file}: {error}") from None
    result = _run(game, table, Path(file), quiet)
    click.echo(as_json(result))
    if result["error"]:
        raise CheckFailedError(result["error"])


def _run(game: str, table: dict[str, Any], path: Any, quiet: bool) -> dict[str, Any]:
    """Run a scenario of a game; its kernels are compiled first if need be."""
    from sim.compiling import announce
    from sim.games import scenario_module

    announce([f"sim.{game}.scenario"], quiet)
    result: dict[str, Any] = scenario_module(game).run_scenario(table, path)
    return result


def as_json(value: Any, indent: int = 0) -> str:
    """Return JSON with one line a key and a list of plain values on one line.

    Letters beyond ASCII are escaped only where the output can't show them.
    """
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        lines = [f'{inner}"{key}": {as_json(item, indent + 1)}' for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        lines = [inner + as_json(item, indent + 1) for item in value]
        return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text
