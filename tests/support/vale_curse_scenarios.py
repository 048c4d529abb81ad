"""Scenario files with curses, wards and summoners, and what outside facts say of them.

As :mod:`support.vale_scenarios`; of a player also ``wards``, ``curses``, ``side``, ``soothed`` as a
set, and ``tokens``, the curse tokens on each cursed card of the area.
"""

from __future__ import annotations

from typing import Any

from support import vale_scenarios

FOLDER = vale_scenarios.FOLDER.parent / "vale_curse_scenarios"


def disagreements(result: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Say in words where a result differs from what is expected."""
    wrong = vale_scenarios.disagreements(result, expected)
    players = zip(expected.get("player", []), result["state"]["player"], strict=False)
    for seat, (want, got) in enumerate(players):
        found = {key: got.get(key) for key in ("wards", "curses", "side")}
        found["soothed"] = sorted(got["soothed"])
        found["tokens"] = {
            card["card"]: card["curses"] for card in got["area"] if isinstance(card, dict)
        }
        for key, value in found.items():
            stated = sorted(want[key]) if key == "soothed" and key in want else want.get(key)
            if key in want and stated != value:
                wrong.append(f"seat {seat} {key}: expected {stated}, got {value}")
    return wrong
