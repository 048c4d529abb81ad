"""The games that the analysis can describe, one description a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analysis.game import Game
from analysis.games import fantasy_realms, playtest, vale_of_eternity
from sim.errors import RealmvaleError

#: Game to the function that describes a run of it, given its manifest.
DESCRIBED: dict[str, Callable[[dict[str, Any]], Game]] = {
    "fantasy_realms": fantasy_realms.describe,
    "vale_of_eternity": vale_of_eternity.describe,
}


def describe(manifest: dict[str, Any]) -> Game:
    """Describe the game of a run.

    Raises
    ------
    RealmvaleError
        If the manifest names none that is known.
    """
    name = manifest.get("game")
    if name == playtest.ID:
        return playtest.describe(manifest)
    if not isinstance(name, str) or name not in DESCRIBED:
        raise RealmvaleError(
            f"the run's manifest says game = {name!r}; expected {' or '.join(DESCRIBED)}"
        )
    return DESCRIBED[name](manifest)
