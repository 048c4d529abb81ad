"""What an experiment plays: the options that say so, and playing it without a run folder."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from analysis.options import Whole

if TYPE_CHECKING:
    import polars as pl

    from sim.cards import CardSet
    from sim.game_run import GameRun

#: Deals that are played at a time, after which an experiment may stop.
BLOCK_DEALS = 200


def setting_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say what is played."""
    from analysis.commands.simulate import Seed

    options = [
        click.option("--players", type=Whole(1), help="Number of players.  [default: 4]"),
        click.option(
            "--seed", type=Seed(), default=1, show_default=True, help="Seed of all chance."
        ),
        click.option("--variant", help="Fantasy Realms: standard, two-player or chaos."),
        click.option(
            "--sets", default="base", show_default=True, help="Card sets, separated by commas."
        ),
        click.option("--cards", metavar="FILE", help="Your own card file."),
        click.option("--turn-cap", type=Whole(), help="As in `realmvale simulate`."),
        click.option("--ticks", type=Whole(), help="As in `realmvale simulate`."),
        click.option("--summoners", metavar="HOW", help="As in `realmvale simulate`."),
        click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE",
                     help="Vale: as in `realmvale simulate`."),
        click.option("--workers", type=Whole(1), help="Threads or processes.  [default: cores]"),
        click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON."),
        click.option("--quiet", is_flag=True, help="No progress, no messages but errors."),
    ]  # fmt: skip
    command = _with_unknown(command)
    for option in reversed(options):
        command = option(command)
    return command


def _with_unknown(command: Callable[..., None]) -> Callable[..., None]:
    """Have a command end with what is unknown of the cards in play, beneath all its tables."""
    from functools import wraps

    @wraps(command)
    def told(**options: Any) -> None:
        command(**options)
        if unknown := unknown_line(options):
            # what is to be read by a machine must stay so
            click.echo(unknown, err=options["as_json"])

    return told


def unknown_line(options: dict[str, Any]) -> str:
    """Return the sentence about cards that the sets of a command's options lack, if they do."""
    from sim.cards import game_id, load_cards
    from sim.games import game_module

    game = game_module(game_id(options["game"]))
    if not hasattr(game, "unknown_of"):
        return ""
    sets = tuple(part.strip() for part in options["sets"].split(",") if part.strip())
    return str(game.unknown_of(load_cards(options["cards"]).select(game.GAME, sets)))


@dataclass(frozen=True)
class Setting:
    """A game with its rules and cards, at which bots can be seated.

    Attributes
    ----------
    game : str
        Id of the game.
    cards : CardSet
        The cards in play.
    rules : Rules
        Seats, variant, limits; those of the game.
    seed : int
        The same seed gives the same deals, whoever plays.
    workers : int or None
        Threads or processes; None for one a core.
    """

    game: str
    cards: CardSet
    rules: Any
    seed: int
    workers: int | None = None

    @property
    def players(self) -> int:
        """Seats in a game."""
        return int(self.rules.players)

    def with_cards(self, cards: CardSet) -> Setting:
        """Return the same game with another deck."""
        return replace(self, cards=cards)

    def seat(
        self,
        specs: Sequence[str],
        games: int,
        keep: str = "players",
        apart: bool = False,
        even: bool = False,
    ) -> GameRun:
        """Return at least so many games between bots, in whole deals.

        Parameters
        ----------
        specs : sequence of str
            The bots as a command line states them.
        games : int
            Games to play.
        keep : str
            ``players``, or ``all`` for what happened to each card too.
        apart : bool
            Tell equal bots apart.
        even : bool
            Make the number of deals even.
        """
        from sim.games import game_module
        from sim.plan import make_plan
        from sim.policy import load_policies

        names = [policy.name for policy in load_policies(tuple(specs), self.game)]
        if apart:
            names = [f"{name} {place}" for place, name in enumerate(names)]
        plan = make_plan(self.seed, games, self.players, names, 1, BLOCK_DEALS)
        if even and plan.deals % 2:
            plan = make_plan(self.seed, plan.games + 1, self.players, names, 1, BLOCK_DEALS)
        made = game_module(self.game).new_game(self.cards, self.rules, specs, plan, keep)
        return made.changed(apart=True) if apart else made


def make_setting(options: dict[str, Any]) -> Setting:
    """Return the setting that a command's options ask for.

    Raises
    ------
    RealmvaleError
        If game, cards and rules don't go together.
    """
    from analysis.commands.simulate import refuse_foreign
    from sim.cards import game_id, load_cards
    from sim.games import game_module

    name = game_id(options["game"])
    game = game_module(name)
    refuse_foreign(name, options)
    rules = game.stated_rules(options)
    sets = tuple(part.strip() for part in options["sets"].split(",") if part.strip())
    cards = load_cards(options["cards"]).select(name, sets)
    game.check_deck(rules, cards)
    return Setting(name, cards, rules, options["seed"], options["workers"])


def played(
    game: GameRun,
    reduce: Callable[[dict[str, pl.DataFrame]], pl.DataFrame],
    workers: int | None = None,
    tick: Callable[[int], None] | None = None,
) -> Iterator[pl.DataFrame]:
    """Play a game's blocks and yield what `reduce` makes of each, in the order of their deals.

    Whoever stops taking them ends the play. A reduced block is all that is kept.

    Parameters
    ----------
    game : GameRun
        What is played.
    reduce : callable
        From the tables of a block to a frame.
    workers : int, optional
        Threads, or processes where a policy is pure Python; by default one a core.
    tick : callable, optional
        Called with the number of games of each block, when it is taken.
    """
    from joblib import delayed

    from sim.backends import MAX_WORKERS, choose_backend, pool

    game.prepare()
    number = min(workers or os.cpu_count() or 1, max(1, len(game.plan.blocks())), MAX_WORKERS)
    blocks = (delayed(_play)(game, reduce, *block) for block in game.plan.blocks())
    with (
        warnings.catch_warnings(),
        pool(choose_backend(None, game), number, True, game) as parallel,
    ):
        # joblib warns of blocks that nobody takes any more, which is how a test stops early.
        warnings.filterwarnings("ignore", message=r"\d+ tasks ")
        with closing(parallel(blocks)) as results:
            for frame, games in results:
                if tick is not None:
                    tick(games)
                yield frame


def _play(
    game: GameRun, reduce: Callable[..., pl.DataFrame], first: int, last: int
) -> tuple[pl.DataFrame, int]:
    from sim.backends import unheard

    with unheard(game):
        tables = game.play(first, last)
    return reduce(tables), tables["games"].height


def deal_scores(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """Add up the seats of each bot in each deal.

    Returns
    -------
    DataFrame
        ``deal``, ``policy``, ``seats``, ``win``, ``score``, ``games`` (of the deal).
    """
    import polars as pl

    games = tables["games"].select("game", "deal")
    seats = tables["players"].select("game", "policy", "win", "score").join(games, on="game")
    count = games.group_by("deal").agg(pl.len().cast(pl.Int64).alias("games"))
    return (
        seats.group_by("deal", pl.col("policy").cast(pl.String))
        .agg(
            pl.len().cast(pl.Int64).alias("seats"),
            pl.col("win").sum(),
            pl.col("score").cast(pl.Int64).sum(),
        )
        .join(count, on="deal")
        .sort("deal", "policy")
    )
