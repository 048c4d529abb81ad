"""What a card is worth to a bot: what a seat loses that may not use it (DESIGN section 6).

The same bot fills all seats. Each deal is played once as it is, and once for each seat with the
card banned for that seat alone. What a seat wins in the first game minus what it wins in the second
is the worth of the card to it, all else being equal: chance is the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import polars as pl

from analysis.game import Game
from analysis.games import describe
from analysis.intervals import ratio
from analysis.setting import Setting, played
from analysis.significance import p_values, q_values
from analysis.tally import (
    deal_sums,
    estimate_columns,
    moments,
    ratio_sums,
    with_difference,
)
from analysis.verdicts import MARGIN, UNSEEN, verdict

Tables = dict[str, pl.DataFrame]
Ticker = Callable[[int], None]

_RATIOS = [("win_lost", "seats"), ("score_lost", "seats"), ("forced", "seats"),
           ("kept_anyway", "seats"), ("used", "seats")]  # fmt: skip


def ban(
    setting: Setting,
    spec: str,
    cards: Sequence[int],
    games: int,
    margin: float = MARGIN,
    tick: Ticker | None = None,
) -> pl.DataFrame:
    """Ban cards one by one, for one seat after the other.

    Parameters
    ----------
    setting : Setting
        What is played.
    spec : str
        The bot in all seats, as a command line states it.
    cards : sequence of int
        Places of the cards in the deck.
    games : int
        Deals; each takes one game, and one more for each card and seat.
    margin : float
        Fraction of win credit, for the verdicts.
    tick : callable, optional
        Called with numbers of games played.

    Returns
    -------
    DataFrame
        One row a card, the one that is worth most first: ``policy``, ``card``, ``name``, ``suit``,
        ``deals``, ``seats``; ``win_lost`` and ``score_lost`` by the ban (paired, with stderr and
        interval); ``used``, the share of seats that hold the card at the end (Vale: summon it)
        without the ban; ``forced``, the share of banned seats to which it came all the same, and
        ``kept_anyway``, of those that have it at the end; ``held_effect``, the correlational
        difference between seats that use it and seats that don't; ``verdict`` with ``p_value`` and
        ``q_value`` of no loss.

    """
    deck = setting.cards.cards
    game = setting.seat((spec,), games, keep="all")
    banned = {place: [game.banning(place, seat) for seat in range(setting.players)]
              for place in cards}  # fmt: skip
    told = game.manifest()
    events = _bits(describe(told), told["events"])
    ids = [deck[place].id for place in cards]
    blocks = played(game, partial(_base, ids=ids, events=events), setting.workers, tick)
    base = pl.concat(list(blocks))
    parts = []
    for place, seats in banned.items():
        reduce = partial(_banned, card=deck[place].id, events=events)
        lost = [
            pl.concat(list(played(seat_game, partial(reduce, seat=seat), setting.workers, tick)))
            for seat, seat_game in enumerate(seats)
        ]
        parts.append(_card(base, pl.concat(lost), deck[place].id))
    table = pl.concat(parts)
    about = {"name": [deck[p].name for p in cards], "suit": [deck[p].suit for p in cards]}
    table = table.with_columns(
        pl.lit(game.labels[0]).alias("policy"), *(pl.Series(k, v) for k, v in about.items())
    )
    first = ("policy", "card", "name", "suit")
    table = _judged(table.select(*first, pl.exclude(*first)), margin)
    return table.sort("win_lost", descending=True, nulls_last=True, maintain_order=True)


def _bits(game: Game, events: dict[str, int]) -> dict[str, int]:
    """Return the bits of how a card comes to a banned seat, of its use, and of having it last."""
    forced = [events[name] for name in game.forced if name in events]
    return {"forced": sum(forced), "used": events[game.used], "final": events["final"]}


def used_words(game: str) -> str:
    """Return what it is called that a seat uses a card."""
    found = describe({"game": game})
    return next(c.header for c in found.conditions if c.name == found.used)


def _flags(tables: Tables, card: str, events: dict[str, int]) -> pl.DataFrame:
    """Return the seats that a card came to, with ``forced``, ``used`` and ``final``."""
    met = tables["cards"].filter(pl.col("card").cast(pl.String) == card)
    bits = pl.col("events").cast(pl.Int64)
    return met.select("game", "seat", *(((bits & bit) != 0).alias(k) for k, bit in events.items()))


def _seats(tables: Tables) -> pl.DataFrame:
    """Return the seats with their deals; one bot everywhere makes a deal one game."""
    games = tables["games"].select("game", "deal")
    return (
        tables["players"]
        .select("game", "seat", "win", pl.col("score").cast(pl.Int64))
        .join(games, on="game")
    )


def _base(tables: Tables, ids: Sequence[str], events: dict[str, int]) -> pl.DataFrame:
    """Keep of a block without ban: what each seat won, and which cards it used."""
    seats = _seats(tables)
    for card in ids:
        held = _flags(tables, card, events).select("game", "seat", pl.col("used").alias(card))
        seats = seats.join(held, on=["game", "seat"], how="left", maintain_order="left")
    return seats.with_columns(pl.col(list(ids)).fill_null(False)).drop("game")


def _banned(tables: Tables, seat: int, card: str, events: dict[str, int]) -> pl.DataFrame:
    """Keep of a block with a ban: what the banned seat won, and whether it held the card."""
    mine = _seats(tables).filter(pl.col("seat") == seat)
    found = _flags(tables, card, events)
    mine = mine.join(found, on=["game", "seat"], how="left", maintain_order="left")
    return mine.with_columns(pl.col("forced", "final").fill_null(False)).drop("game", "used")


def _card(base: pl.DataFrame, lost: pl.DataFrame, card: str) -> pl.DataFrame:
    """Compare both, seat by seat; returns one row."""
    pairs = lost.join(
        base.select("deal", "seat", pl.col("win").alias("base_win"),
                    pl.col("score").alias("base_score"), pl.col(card).alias("used")),
        on=["deal", "seat"],
    )  # fmt: skip
    rows = pairs.select(
        "deal",
        pl.lit(1, pl.Int64).alias("seats"),
        (pl.col("base_win") - pl.col("win")).alias("win_lost"),
        (pl.col("base_score") - pl.col("score")).alias("score_lost"),
        pl.col("forced").cast(pl.Int64),
        pl.col("final").cast(pl.Int64).alias("kept_anyway"),
        pl.col("used").cast(pl.Int64),
    )
    columns = [name for name in rows.columns if name != "deal"]
    tally = moments(deal_sums(rows, [], columns), [], _RATIOS)
    table = tally.select(
        pl.lit(card).alias("card"), pl.col("seats>0").alias("deals"), pl.col("seats")
    )
    # A seat of a banned game may lose or gain up to 1: a mean, not a share.
    for name in ("win_lost", "score_lost"):
        columns_of = estimate_columns(name, ratio(ratio_sums(tally, name, "seats"), "mean"))
        table = table.with_columns(columns_of)
    for name in ("used", "forced", "kept_anyway"):
        table = table.with_columns(estimate_columns(name, ratio(ratio_sums(tally, name, "seats"))))
    return table.hstack(_held_effect(base, card))


def _held_effect(base: pl.DataFrame, card: str) -> pl.DataFrame:
    """Compare, without a ban, seats that use the card with seats that don't."""
    held = pl.col(card).cast(pl.Int64)
    rows = base.select(
        "deal",
        held.alias("held"),
        (1 - held).alias("out"),
        (pl.col("win") * held).alias("held_win"),
        (pl.col("win") * (1 - held)).alias("out_win"),
    )
    columns = ["held", "out", "held_win", "out_win"]
    cross = [(a, b) for a in ("held_win", "held") for b in ("out_win", "out")]
    one, two = ("held_win", "held"), ("out_win", "out")
    tally = moments(deal_sums(rows, [], columns), [], [one, two], cross)
    found = with_difference(tally, "held_effect", one, two)
    return found.select(pl.col("^held_effect.*$"))


def _judged(table: pl.DataFrame, margin: float) -> pl.DataFrame:
    """Add verdicts: a card whose loss costs wins is strong, one whose loss wins is weak."""
    said = [table[c].cast(pl.Float64).fill_null(np.nan).to_numpy()
            for c in ("win_lost", "win_lost_stderr", "deals")]  # fmt: skip
    p = np.where(table["win_lost_too_few"].to_numpy(), np.nan, p_values(*said))
    words = [
        verdict(row["win_lost_low"], row["win_lost_high"], None, margin) if row["seats"] else UNSEEN
        for row in table.iter_rows(named=True)
    ]
    return table.with_columns(
        pl.Series("verdict", words, dtype=pl.String),
        pl.Series("p_value", p).fill_nan(None),
        pl.Series("q_value", q_values(p)).fill_nan(None),
    )
