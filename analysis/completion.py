"""What a shell offers when somebody presses Tab: games, bots, cards, back ends.

A shell asks by running the command with an environment variable set; nothing heavy may be loaded
for an answer, and nothing that goes wrong is worth a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem


class Offered(click.ParamType):
    """A text with words that a shell may offer; others are taken as well."""

    name = "text"

    def __init__(self, words: Callable[[click.Context], Iterable[str]]) -> None:
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Take any text."""
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin with what was typed, whatever its case."""
        try:
            words = list(self._words(ctx))
        except Exception:  # a card file that can't be read, say: nothing to offer
            return []
        begun = incomplete.casefold()
        return [CompletionItem(word) for word in words if word.casefold().startswith(begun)]


def _games(ctx: click.Context) -> list[str]:
    return ["fantasy-realms", "vale"]


def _stated(ctx: click.Context) -> str | None:
    """Return the game that was typed; before an option without its value it is read by nobody."""
    left = ctx.args[0] if ctx.args else None
    stated: str | None = ctx.params.get("game") or left
    return stated


def _game(ctx: click.Context) -> str:
    from sim.cards import game_id

    return game_id(_stated(ctx) or "fantasy-realms")


def _bots(ctx: click.Context) -> list[str]:
    from sim.policy_find import built_in_names

    return built_in_names(_game(ctx))


def _cards(ctx: click.Context) -> list[str]:
    from sim.card_file import read_rows
    from sim.cards import default_path

    stated = _stated(ctx)
    rows = read_rows(default_path())
    return [r.cells["name"] for r in rows if stated is None or r.cells["game"] == _game(ctx)]


def _backends(ctx: click.Context) -> list[str]:
    return ["threads", "loky", "dask"]


# Name of a parameter in our commands to what it may be.
_OFFERED = {
    "game": Offered(_games),
    "specs": Offered(_bots),
    "spec": Offered(_bots),
    "policies": Offered(_bots),
    "names": Offered(_cards),
    "name": Offered(_cards),
    "backend": Offered(_backends),
}
_FILES = click.Path(dir_okay=True)


def offer(command: click.Command) -> None:
    """Give the parameters of a command that take any text what a shell may offer for them."""
    for param in command.params:
        if param.type is not click.STRING:
            continue
        if param.name in _OFFERED:
            param.type = _OFFERED[param.name]
        elif param.metavar in ("FILE", "RUN") or param.name in ("cards", "file", "path", "run"):
            param.type = _FILES
