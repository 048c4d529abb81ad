"""Small runs of Fantasy Realms for tests."""

import numpy as np
import polars as pl

from sim.fantasy_realms.game import FantasyRealms
from sim.fantasy_realms.rules import make_rules
from sim.line_ups import first_places, games_in_deals
from sim.plan import Plan
from sim.store import Run
from sim.streams import run_key


def make_game(
    deck,
    policies=("random",),
    deals=20,
    players=4,
    seed=7,
    replicates=1,
    block_deals=10,
    keep="all",
    variant=None,
    ticks=None,
):
    """A game of so many deals."""
    seats, stream = np.zeros(players, np.int64), np.zeros(1, np.uint64)
    games = games_in_deals(run_key(seed), 0, deals, players, first_places(policies), seats, stream)
    plan = Plan(seed, deals, int(games) * replicates, replicates, block_deals)
    rules = make_rules(players, variant, ticks=ticks)
    return FantasyRealms(deck, rules, tuple(policies), plan, keep)


def played(game):
    """All tables of a game, played here and now."""
    blocks = [game.play(*block) for block in game.plan.blocks()]
    return {table: pl.concat([block[table] for block in blocks]) for table in game.tables}


def stored(folder):
    """All tables of a run folder."""
    run = Run.open(folder)
    return {table: run.scan(table).collect() for table in run.tables}


def assert_same(tables, others):
    """Fail unless both have the same tables, row for row, and some rows."""
    assert tables.keys() == others.keys()
    for name, table in tables.items():
        assert table.height > 0
        assert table.equals(others[name]), name


def policies_by_seat(tables):
    """One row a game: deal, rotation, and the list of policies by seat."""
    seats = tables["players"].sort("game", "seat").group_by("game", maintain_order=True)
    line_ups = seats.agg(pl.col("policy").cast(pl.String))
    return tables["games"].join(line_ups, on="game")
