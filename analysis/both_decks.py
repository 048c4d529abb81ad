"""Playing two decks on the same deals, block by block."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import polars as pl

    from sim.game_run import GameRun

R = TypeVar("R")
Tables = dict[str, "pl.DataFrame"]
Reduce = Callable[[Tables, Tables], R]
Ticker = Callable[[int], None]

#: Below as many hands in a deck's hand table it is filled by playing before the other deck's table
#: is made, which takes over what both decks have in common.
KNOWN_HANDS = 4_000_000
#: Games that teach a table enough to be worth playing twice.
WORTH_LEARNING = 3000


def played_both(
    before: GameRun,
    after: GameRun,
    reduce: Reduce[R],
    workers: int | None = None,
    tick: Ticker | None = None,
) -> Iterator[R]:
    """Play two decks' games on the same deals and yield what `reduce` makes of each block.

    Parameters
    ----------
    before, after : GameRun
        Runs of one plan: same seed, deals, bots and seats.
    reduce : callable
        From the tables of a block of each; blocks come in the order of their deals.
    workers : int, optional
        Threads, or processes where a policy is pure Python; by default one a core.
    tick : callable, optional
        Called with the number of games of both, after each block.
    """
    from joblib import delayed

    from sim.backends import BACKENDS, LOKY, THREADS, pool

    blocks = before.plan.blocks()
    compiled = before.all_compiled and after.all_compiled
    number = min(workers or os.cpu_count() or 1, max(1, len(blocks)))
    before.prepare()
    with pool(BACKENDS[THREADS if compiled else LOKY], number, True, before) as parallel:
        if before.plan.games >= WORTH_LEARNING and knows_little(before):
            with closing(parallel(delayed(_learn)(before, *block) for block in blocks)) as learned:
                for _ in learned:
                    pass
        after.prepare()
        tasks = (delayed(_play)(before, after, reduce, *block) for block in blocks)
        with closing(parallel(tasks)) as results:
            for made, games in results:
                if tick is not None:
                    tick(games)
                yield made


def knows_little(game: GameRun) -> bool:
    """Tell whether a game's hand table holds few hands; a game without a table never does."""
    import numpy as np

    hands = getattr(game, "hands", None)
    return hands is not None and int(np.count_nonzero(hands.stored)) < KNOWN_HANDS


def _learn(game: GameRun, first: int, last: int) -> None:
    game.play(first, last)


def _play(
    before: GameRun, after: GameRun, reduce: Reduce[R], first: int, last: int
) -> tuple[R, int]:
    from sim.backends import unheard

    with unheard(before, after):
        tables = before.play(first, last), after.play(first, last)
    return reduce(*tables), sum(each["games"].height for each in tables)
