"""Scenario files of the Vale with what outside facts say about them, for any engine that runs them.

``tests/data/vale_scenarios/ID.toml`` is a scenario as a designer writes it, and
``expected/ID.toml`` what must come out of it. Only what is stated there is compared:

- ``title``, ``sure``, and ``ruling`` where the facts are less than highly sure;
- ``error = true``: the last action is refused. Without it no action may be;
- ``phase``, ``round``, ``first``, ``active``, ``over``, ``winners`` of the state after;
- ``discard``, ``display`` as sets; ``display_has`` a part of it; ``display_count``, ``draw_count``;
  ``draw_top``, the top of the draw pile in order;
- ``pending``: the labels of the options that wait, or ``waits = true`` whatever they are; with
  neither nothing may wait but a main action; ``decider``: the seat they wait for, compared if the
  engine says it;
- ``[[player]]``, in seat order: ``score``, ``stones``, and ``hand``, ``area``, ``hunted`` as sets.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "vale_scenarios"
COLOURS = ("red", "blue", "purple")
ZONES = ("hand", "area", "hunted")


def scenario_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def scenario_path(name: str) -> Path:
    return FOLDER / f"{name}.toml"


def read_scenario(name: str) -> dict[str, Any]:
    return tomllib.loads(scenario_path(name).read_text(encoding="utf-8"))


def read_expected(name: str) -> dict[str, Any]:
    path = FOLDER / "expected" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def fact_id(name: str) -> str:
    """Return the fact a scenario belongs to: several scenarios of one have a letter added."""
    return name.rstrip("abcdefgh")


def cards(zone: Iterable[Any]) -> list[str]:
    """Sort the card names of a zone; a card with curses on it is a table."""
    return sorted(card["card"] if isinstance(card, dict) else card for card in zone)


def stones(held: dict[str, int]) -> dict[str, int]:
    return {colour: held.get(colour, 0) for colour in COLOURS}


def disagreements(result: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Say in words where a result (the JSON output of a scenario) differs from what is expected."""
    wrong: list[str] = []

    def compare(what: str, want: Any, got: Any) -> None:
        if want != got:
            wrong.append(f"{what}: expected {want}, got {got}")

    if bool(result["error"]) != expected.get("error", False):
        wrong.append(f"error: {result['error']}")
    state = result["state"]
    for key in ("phase", "round", "first", "active", "over", "winners"):
        if key in expected:
            compare(key, expected[key], state[key])
    for zone in ("discard", "display"):
        if zone in expected:
            compare(zone, sorted(expected[zone]), cards(state[zone]))
    missing = set(expected.get("display_has", ())) - set(state["display"])
    compare("missing in the display", set(), missing)
    for zone in ("draw", "display"):
        if f"{zone}_count" in expected:
            compare(f"{zone}_count", expected[f"{zone}_count"], len(state[zone]))
    top = expected.get("draw_top", [])
    compare("draw_top", top, state["draw"][: len(top)])
    pending = result["pending"] or {"options": []}
    if not expected.get("waits", False):
        compare("pending", sorted(expected.get("pending", [])), sorted(pending["options"]))
    if "decider" in expected and "seat" in pending:
        compare("decider", expected["decider"], pending["seat"])
    players = zip(expected.get("player", []), state["player"], strict=False)
    for seat, (want, got) in enumerate(players):
        if "score" in want:
            compare(f"seat {seat} score", want["score"], got["score"])
        if "stones" in want:
            compare(f"seat {seat} stones", stones(want["stones"]), stones(got["stones"]))
        for zone in ZONES:
            if zone in want:
                compare(f"seat {seat} {zone}", sorted(want[zone]), cards(got[zone]))
    return wrong
