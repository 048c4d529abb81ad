"""Playing on until win credit is known well enough (``simulate --until-error``).

A run is looked at after fixed numbers of deals, in the order of the deals: what it comes to hangs
neither on the workers nor on how often it was interrupted. The error is half the width of the 95 %
interval of a bot's win credit, clustered by deal; of a single bot, whose credit is no matter of
chance, of a seat's. The widest one decides. After each look the run goes on for as many deals as
its error lets expect, errors falling with the root of the deals; that is the two-stage rule of
Stein (1945) taken further, and intervals at the end hold as usual when there are many deals (Chow
and Robbins, 1965).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import polars as pl

from analysis.tally import deal_sums, merge, moments, with_ratio
from sim.plan import Plan
from sim.run import Outcome
from sim.store import Run, block_name

#: Deals before the first look, and in a block.
FIRST_DEALS = 400
BLOCK_DEALS = 200
#: From one look to the next a run grows at most that much: early errors are rough themselves.
MOST_GROWTH = 8
#: Deals more than expected to be needed, so that one step is mostly enough.
SPARE = 1.03
#: Games a run may take if nobody states a number.
MOST_GAMES = 10_000_000


class Stopped(NamedTuple):
    """How a run ended that went on until its error was small enough."""

    outcome: Outcome
    error: float
    looks: int


def widest_error(run: Run, deals: int) -> float:
    """Return half the width of the widest 95 % interval of win credit among a run's bots.

    Of a run of one bot, among its seats; over the run's first `deals` deals, whatever else lies in
    its folder. Infinity if there is none.
    """
    looked_at = {block_name(first) for first in range(0, deals, run.manifest["block_deals"])}
    names = {policy["name"] for policy in run.manifest["policies"]}
    key = "policy" if len(names) > 1 else "seat"
    parts = []
    for block in run.blocks(["games", "players"]):
        if block not in looked_at:
            continue
        games = run.read("games", block, ["game", "deal"])
        seats = run.read("players", block, ["game", key, "win"]).join(games, on="game")
        counted = seats.with_columns(pl.lit(1, pl.Int64).alias("seats"))
        sums = deal_sums(counted, [key], ["win", "seats"])
        parts.append(moments(sums, [key], [("win", "seats")]))
    if not parts:
        return float("inf")
    table = with_ratio(merge(parts, [key]), "credit", "win", "seats")
    widths = (table["credit_high"] - table["credit_low"]) / 2
    widest = widths.fill_null(float("inf")).max()
    return float(widest) if isinstance(widest, float) else float("inf")


def more_deals(deals: int, error: float, wanted: float, block: int) -> int:
    """Return after how many deals to look again, a multiple of a block's."""
    needed = SPARE * deals * (error / wanted) ** 2
    grown = min(needed, MOST_GROWTH * deals)
    return block * max(deals // block + 1, -int(-grown // block))


def play_until(
    plan: Plan,
    wanted: float,
    sized: Callable[[Plan], Plan],
    play: Callable[[Plan, bool], Outcome],
    tell: Callable[[str], None],
    begun: int = 0,
) -> Stopped:
    """Play a run in steps until its widest error is at most `wanted`.

    Parameters
    ----------
    plan : Plan
        The longest run there may be.
    wanted : float
        See :func:`widest_error`.
    sized : callable
        Returns a plan with the number of games that its deals make.
    play : callable
        Plays a plan into the run's folder; its second argument says whether to go on with what
        lies there.
    tell : callable
        Is told after each look but the last what was found.
    begun : int
        Deals of the step that was being played when the run was interrupted, which is taken up;
        0 for a new run.
    """
    block = plan.block_deals
    deals = begun or block * max(1, -(-FIRST_DEALS // block))
    outcome: Outcome | None = None
    looks = 0
    while True:
        deals = min(deals, plan.deals)
        step = play(sized(replace(plan, deals=deals)), bool(begun) or outcome is not None)
        if outcome is not None:
            step = replace(
                step, played=outcome.played + step.played, seconds=outcome.seconds + step.seconds
            )
        outcome = step
        looks += 1
        error = widest_error(Run.open(outcome.folder), deals)
        if error <= wanted or deals >= plan.deals:
            return Stopped(outcome, error, looks)
        deals = more_deals(deals, error, wanted, block)
        tell(
            f"win credit is known to \u00b1{error:.4f} after {outcome.games:,} games; on to"
            f" {sized(replace(plan, deals=min(deals, plan.deals))).games:,}"
        )
