"""Two decks on the same deals: the tables of a block, made into sums that can be compared.

A deck's block becomes dense arrays by deal, and both decks' arrays the moments of
:mod:`analysis.contrasts`: the suffixes ``_a`` and ``_b`` tell the decks apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.card_sums import codes_of
from analysis.conditions import Condition
from analysis.contrasts import Moments, moments_of
from analysis.game import Count, Game
from analysis.intervals import Array

Tables = dict[str, pl.DataFrame]

WITH = ("win", "score", "seats")
#: Variables of a card under a condition: seats with it, seats without it, all seats.
EFFECT = (*WITH, "out_win", "out_score", "out_seats", "all_seats")
POOLED = ""


@dataclass(frozen=True)
class Layout:
    """What the dense arrays have a place for.

    Attributes
    ----------
    game : Game
        The game's description.
    cards : list of str
        Ids of the cards of either deck.
    policies : list of str
        Names of the bots.
    players : int
        Seats in a game.
    conditions : list of (Condition, int)
        With their event bits.
    events : dict
        Event name to bit.
    """

    game: Game
    cards: list[str]
    policies: list[str]
    players: int
    conditions: list[tuple[Condition, int]]
    events: dict[str, int]

    @property
    def bots(self) -> list[str]:
        """The rows by bot: all together, and each if there are several."""
        return [POOLED, *(self.policies if len(self.policies) > 1 else [])]


@dataclass(frozen=True)
class _Seats:
    """The seats of a block: which deal (from 0), bot, win credit and score each has."""

    deals: int
    deal: NDArray[np.int64]
    bot: NDArray[np.int64]
    win: Array
    score: Array


def block_moments(layout: Layout, before: Tables, after: Tables) -> dict[str, Moments]:
    """Return the moments of a block of deals that was played with both decks.

    Returns
    -------
    dict
        ``effects``: rows bot x condition x card, variables ``EFFECT``; ``uses``: rows bot x card,
        variables the counts of the game. Of each variable one for each deck.
    """
    both = [_dense(layout, _completed(layout, tables)) for tables in (before, after)]
    names = [count.name for count in layout.game.counts]
    return {
        # Whether a card's own seats moved says how sure a change of its effect is.
        "effects": _moments(EFFECT, both[0][0], both[1][0], len(WITH)),
        "uses": _moments(names, both[0][1], both[1][1], len(names)),
    }


def _completed(layout: Layout, tables: Tables) -> Tables:
    """Fill columns of the card rows that some games lack with nulls."""
    rows = tables["cards"]
    schema = layout.game.tables["cards"]
    lacking = [pl.lit(None, dtype).alias(name) for name, dtype in schema.items()
               if name not in rows.columns]  # fmt: skip
    return {**tables, "cards": rows.with_columns(lacking)}


def pair_names(names: Sequence[str]) -> list[str]:
    """Return the names of variables of both decks."""
    return [f"{name}_{deck}" for deck in "ab" for name in names]


def _moments(names: Sequence[str], before: Array, after: Array, watched: int) -> Moments:
    """Return the moments of two arrays deals x ... x variables.

    A deal has moved where one of the first `watched` variables differs.
    """
    shape = (before.shape[0], -1, before.shape[-1])
    a, b = before.reshape(shape), after.reshape(shape)
    return moments_of(
        pair_names(names), np.concatenate([a, b], axis=2), (a != b)[..., :watched].any(axis=2)
    )


def _dense(layout: Layout, tables: Tables) -> tuple[Array, Array]:
    """Return effects (deals, bots, conditions, cards, 7), uses (deals, bots, cards, counts)."""
    games, players, rows = tables["games"], tables["players"], tables["cards"]
    order = np.argsort(games["game"].to_numpy(), kind="stable")
    number, deal = np.unique(games["deal"].to_numpy(), return_inverse=True)
    place = np.searchsorted(games["game"].to_numpy()[order], players["game"].to_numpy())
    seats = _Seats(
        number.size,
        deal[order][place],
        codes_of(players["policy"], layout.policies),
        players["win"].to_numpy(),
        players["score"].cast(pl.Float64).to_numpy(),
    )
    keys = _keys(players)
    by_key = np.argsort(keys, kind="stable")
    owner = by_key[np.searchsorted(keys[by_key], _keys(rows))]
    card = codes_of(rows["card"], layout.cards)
    return _effects(layout, seats, rows, owner, card), _uses(layout, seats, rows, owner, card)


def _keys(frame: pl.DataFrame) -> NDArray[np.int64]:
    return (frame["game"].to_numpy() << 8) + frame["seat"].cast(pl.Int64).to_numpy()


def _by_bot(values: Array) -> Array:
    """Put the sum over bots (axis 1) in front of the bots, if there are several."""
    whole = values.sum(axis=1, keepdims=True)
    return whole if values.shape[1] == 1 else np.concatenate([whole, values], axis=1)


def _effects(
    layout: Layout,
    seats: _Seats,
    rows: pl.DataFrame,
    owner: NDArray[np.int64],
    card: NDArray[np.int64],
) -> Array:
    bots, cards = len(layout.policies), len(layout.cards)
    table = seats.deal * bots + seats.bot
    everyone = _binned(table, (seats.win, seats.score, None), (seats.deals, bots))
    events = rows["events"].to_numpy().astype(np.int64)
    cell = table[owner] * cards + card
    win, score = seats.win[owner], seats.score[owner]
    found = []
    for _, mask in layout.conditions:
        met = (events & mask) != 0
        weights = (win[met], score[met], None)
        found.append(_binned(cell[met], weights, (seats.deals, bots, cards)))
    shape = (seats.deals, bots, 0, cards, len(WITH))
    having = _by_bot(np.stack(found, axis=2) if found else np.zeros(shape))
    whole = _by_bot(everyone)[:, :, None, None, :]
    seated = np.broadcast_to(whole[..., 2:], (*having.shape[:-1], 1))
    return np.concatenate([having, whole - having, seated], axis=-1)


def _binned(
    cell: NDArray[np.int64], weights: Sequence[Array | None], shape: tuple[int, ...]
) -> Array:
    """Add up weights (None to count) by cell; the last axis is that of the weights."""
    size = int(np.prod(shape))
    sums = [np.bincount(cell, weight, size).reshape(shape) for weight in weights]
    return np.stack(sums, axis=-1).astype(np.float64)


def _uses(
    layout: Layout,
    seats: _Seats,
    rows: pl.DataFrame,
    owner: NDArray[np.int64],
    card: NDArray[np.int64],
) -> Array:
    bots, cards = len(layout.policies), len(layout.cards)
    cell = (seats.deal * bots + seats.bot)[owner] * cards + card
    shape = (seats.deals, bots, cards)
    counts = []
    for count in layout.game.counts:
        chosen, weights = _counted(count, rows, layout.events)
        part = None if weights is None else weights[chosen]
        counts.append(_binned(cell[chosen], (part,), shape)[..., 0])
    return _by_bot(np.stack(counts, axis=-1))


def _counted(
    count: Count, rows: pl.DataFrame, events: dict[str, int]
) -> tuple[NDArray[np.bool_], Array | None]:
    """Return which rows a count of the game's description takes, and what it adds up."""
    bits = rows["events"].to_numpy().astype(np.int64)
    chosen = np.ones(rows.height, bool)
    for event in count.also:
        chosen &= (bits & events.get(event, 0)) != 0
    if count.events:
        chosen &= (bits & sum(events.get(event, 0) for event in count.events)) != 0
    if count.given:
        chosen &= rows[count.given].is_not_null().to_numpy()
    if not count.column:
        return chosen, None
    column = rows[count.column]
    if count.known:
        return chosen & column.is_not_null().to_numpy(), None
    return chosen, column.cast(pl.Float64).fill_null(0).to_numpy()
