"""Scenarios of The Vale of Eternity written in tests."""

import tomllib
from pathlib import Path
from typing import Any

from sim.vale_of_eternity.scenario import run_scenario

HERE = Path(__file__).parent


def run_text(text: str) -> dict[str, Any]:
    """Run a scenario; the game need not be stated, and a second player is added if need be."""
    table = tomllib.loads(text)
    table.setdefault("game", "vale_of_eternity")
    if len(table.get("player", [])) == 1:
        table["player"].append({})
    return run_scenario(table, HERE / "a.toml")


def doing(before: str, *actions: str) -> dict[str, Any]:
    """Run a scenario with actions, each written as the lines of a ``[[do]]`` table."""
    return run_text(before + "".join(f"\n[[do]]\n{action}" for action in actions))


def player(result: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """What lies before a player at the end."""
    found: dict[str, Any] = result["state"]["player"][seat]
    return found
