"""Scenarios written in tests: TOML in, the result as a dict."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from sim.fantasy_realms.scenario import run_scenario

HERE = Path("scenario.toml")


def run_text(text: str) -> dict[str, Any]:
    """Run a scenario of Fantasy Realms; the line that names the game may be left out."""
    return run_scenario({"game": "fantasy_realms", **tomllib.loads(text)}, HERE)


def doing(*actions: str) -> str:
    """Return ``[[do]]`` tables for actions such as ``draw`` or ``take Smoke``."""
    tables = []
    for action in actions:
        kind, _, card = action.partition(" ")
        tables.append(f'[[do]]\naction = "{kind}"\n' + (f'card = "{card}"\n' if card else ""))
    return "\n".join(tables)


def hands(*lists: str) -> str:
    """Return ``[[player]]`` tables with these hands: names joined by commas."""
    split = [[name.strip() for name in names.split(",") if name.strip()] for names in lists]
    return "\n".join(f"[[player]]\nhand = {json.dumps(names)}" for names in split) + "\n"


def names(text: str) -> str:
    """Return a TOML list of the names that commas separate."""
    return json.dumps([name.strip() for name in text.split(",") if name.strip()])
