"""The games and where each keeps what the commands need of it.

A game's ``game`` module has ``DEFAULT_POLICY``, ``OPTIONS`` (those of ``simulate`` that are its
own), ``stated_rules``, ``check_deck``, ``run_name``, ``new_game`` and ``reopen``; importing it
compiles nothing. Its ``scenario`` module has ``run_scenario``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.card_checks import GAMES
from sim.errors import RealmvaleError
from sim.failures import STOP

if TYPE_CHECKING:
    from sim.card_set import CardSet
    from sim.game_run import GameRun
    from sim.store import Run

SHORT_NAMES = {"fantasy_realms": "fantasy-realms", "vale_of_eternity": "vale"}


def game_module(game: str) -> Any:
    """Return the module that sets up runs of a game (its id)."""
    return import_module(f"sim.{game}.game")


def scenario_module(game: str) -> Any:
    """Return the module that runs scenarios of a game; importing it loads the kernels."""
    return import_module(f"sim.{game}.scenario")


def check_playable(deck: CardSet) -> None:
    """Compile a deck, which raises an error for what parses and cannot be played."""
    import_module(f"sim.{deck.game}.compile").compile_deck(deck)


def kernel_modules(game: str, specs: Sequence[str] | None = None) -> list[str]:
    """Return the modules that import the kernels of a game; importing them compiles or loads these.

    Parameters
    ----------
    game : str
        Id of the game.
    specs : sequence of str, optional
        The policies whose kernels are needed too; by default all that come along.
    """
    from sim.policy import parse_spec
    from sim.policy_find import built_in_names

    names = built_in_names(game)
    if specs is not None:
        wanted = {spec.name for spec in map(parse_spec, specs) if spec.file is None}
        names = [name for name in names if name in wanted]
    return [f"sim.{game}.blocks", *(f"sim.{game}.policies.{name}" for name in names)]


def game_of(run: Run) -> str:
    """Return the id of the game that a run is of.

    Raises
    ------
    RealmvaleError
        If this Realmvale doesn't know it.
    """
    game = str(run.manifest.get("game"))
    if game not in GAMES:
        raise RealmvaleError(f"{run.path} is a run of {game}; known are {', '.join(GAMES)}")
    return game


def reopen(run: Run) -> GameRun:
    """Return the game of a run folder, so that its games can be played again."""
    game: GameRun = game_module(game_of(run)).reopen(run)
    told = run.manifest
    return replace(
        game, on_error=told.get("on_error", STOP), bot_seconds=told.get("bot_seconds", 0)
    )
