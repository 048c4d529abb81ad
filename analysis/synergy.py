"""Which cards do more together than apart: pairs held at the end against an additive expectation.

What a hand scores is first told as well as can be by a sum: one number for the bot, one for each
card held. A pair's synergy is what seats with both cards score above that sum, on average. Bots
hold cards together because they fit: this describes the hands they end with, it is no experiment.

With few seats a mean is mostly noise, and the largest of a thousand are the luckiest. So each
synergy is drawn towards zero by as much as its own noise weighs against the spread of all pairs
(empirical Bayes, as in Efron and Morris 1975); the raw value and its interval are shown beside it.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis.additive import Hands, expected, inverse_of, spare, terms_of, told_of_pairs
from analysis.card_sums import codes_of
from analysis.intervals import Array, divide, quantile_t
from analysis.runs import Block, Run
from analysis.significance import p_values, q_values

#: Seats that are looked at, at most: from the first deals on, whole blocks.
MOST_SEATS = 200_000
#: Groups of whole deals that the intervals are computed from.
BATCHES = 200
#: Below either a pair's synergy is marked.
ENOUGH_BATCHES, ENOUGH_SEATS = 20, 100
#: Batches for which the spread of all pairs' seats counts beside a pair's own, when it is shrunk.
COMMON_BATCHES = 10


def pair_synergy(run: Run) -> pl.DataFrame:
    """Return one row a pair of cards, the best first.

    Returns
    -------
    DataFrame
        ``card``, ``other`` with their names, ``seats`` that hold both at the end, ``observed``
        (their mean score), ``expected`` (of the additive model), ``synergy`` (the difference)
        with stderr, interval by batches of deals and the mark of too few, ``shrunk``, ``p_value``,
        ``q_value``.
        Pairs never seen together are last, with n = 0 and nulls.
    """
    return run.once("pair_synergy", lambda: synergy_of(run.card_frame(), final_hands(run)))


def final_hands(run: Run) -> Hands:
    """Read what seats held at the end, of the first blocks with up to ``MOST_SEATS`` seats."""
    parts: list[Hands] = []
    for block in run.blocks():
        if parts and sum(len(part.score) for part in parts) >= MOST_SEATS:
            break
        parts.append(_of_block(run, block))
    return Hands(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _of_block(run: Run, block: Block) -> Hands:
    cards, bots = run.card_frame()["card"].to_list(), run.policies
    seats = block.seats().sort("deal", "game", "seat").with_row_index("row")
    final = pl.col("events").cast(pl.Int64) & run.events.get("final", 0)
    met = block.table("cards").filter(final != 0)
    rows = met.join(seats.select("row", "game", "seat"), on=["game", "seat"])
    held = np.zeros((seats.height, len(cards)), np.uint8)
    held[rows["row"].to_numpy(), codes_of(rows["card"], cards)] = 1
    deal, score = seats["deal"].to_numpy(), seats["score"].cast(pl.Float64).to_numpy()
    return Hands(held, codes_of(seats["policy"], bots), deal, score)


def synergy_of(cards: pl.DataFrame, hands: Hands) -> pl.DataFrame:
    """Return the table of :func:`pair_synergy` for some hands.

    Parameters
    ----------
    cards : DataFrame
        ``card`` and ``name``, in the order of the columns of ``hands.held``.
    hands : Hands
    """
    one, two = np.triu_indices(cards.height, 1)
    inverse = inverse_of(hands)
    rest = hands.score - expected(hands, inverse)
    sums, by_term = _batch_sums(hands, rest)
    sums = sums[:, :, one, two]
    n, over, score = sums[:, 0], sums[:, 1], sums[:, 2].sum(axis=0)
    seats = n.sum(axis=0)
    value = divide(over.sum(axis=0), seats)
    batches = (n > 0).sum(axis=0).astype(np.float64)
    # Part of what chance gives to the seats with both the additive model takes for its cards': it
    # is no noise of the pair's (the partialling out of Frisch, Waugh and Lovell).
    own = over - by_term @ told_of_pairs(hands, inverse)[:, one, two]
    spread = ((own - np.nan_to_num(value) * n) ** 2).sum(axis=0) * spare(hands, inverse)
    stderr = np.sqrt(divide(batches * spread, np.maximum(batches - 1, 0) * seats**2))
    half = quantile_t(batches) * stderr
    p = p_values(value, stderr, batches)
    observed = divide(score, seats)
    ids, names = cards["card"].to_numpy(), cards["name"].to_numpy()
    table = pl.DataFrame(
        {
            "card": ids[one], "other": ids[two], "name": names[one], "other_name": names[two],
            "seats": seats.astype(np.int64), "observed": observed, "expected": observed - value,
            "synergy": value, "synergy_stderr": stderr, "synergy_low": value - half,
            "synergy_high": value + half,
            "synergy_too_few": (seats > 0) & ((batches < ENOUGH_BATCHES) | (seats < ENOUGH_SEATS)),
            "shrunk": shrunk(value, moderated(stderr, seats, batches)),
            "p_value": p, "q_value": q_values(p),
        },
        schema_overrides=dict.fromkeys(("card", "other", "name", "other_name"), pl.String),
    ).with_columns(pl.selectors.float().fill_nan(None))  # fmt: skip
    return table.sort("shrunk", descending=True, nulls_last=True, maintain_order=True)


def _batch_sums(hands: Hands, rest: Array) -> tuple[Array, Array]:
    """Add up 1, `rest` and score over the seats with both of two cards, by batch of deals.

    Returns
    -------
    float64 array, shape (batches, 3, cards, cards)
    float64 array, shape (batches, terms)
        `rest`, added up over the seats that have a term of the additive model.
    """
    cards = hands.held.shape[1]
    deals, where = np.unique(hands.deal, return_inverse=True)
    number = min(BATCHES, deals.size)
    batch = where * number // max(1, deals.size)
    order = np.argsort(batch, kind="stable")
    ends = np.searchsorted(batch[order], np.arange(number + 1))
    sums = np.zeros((number, 3, cards, cards))
    by_term = np.zeros((number, terms_of(hands, slice(0, 0)).shape[1]))
    for b in range(number):
        rows = order[ends[b] : ends[b + 1]]
        x = hands.held[rows].astype(np.float64)
        weighted = [x, rest[rows, None] * x, hands.score[rows, None] * x]
        sums[b] = (x.T @ np.hstack(weighted)).reshape(cards, 3, cards).swapaxes(0, 1)
        by_term[b] = rest[rows] @ terms_of(hands, rows)
    return sums, by_term


def moderated(stderr: Array, seats: Array, batches: Array) -> Array:
    """Return standard errors that a few seats, alike by chance, can't make too small.

    The variance of a seat, of a pair's own batches, is averaged with that of all pairs, which
    counts as ``COMMON_BATCHES`` further ones (a moderated variance: Smyth 2004).

    Parameters
    ----------
    stderr, seats, batches : float64 array, one element a pair
    """
    own = stderr**2 * seats
    free = np.maximum(batches - 1, 0)
    known = np.isfinite(own) & (free > 0)
    if not known.any():
        return stderr
    common = np.average(own[known], weights=free[known])
    mixed = np.where(known, own * free, 0.0) + common * COMMON_BATCHES
    return np.asarray(np.sqrt(divide(mixed / (free + COMMON_BATCHES), seats)))


def shrunk(value: Array, stderr: Array) -> Array:
    """Draw estimates towards zero by their noise against the spread of the true values.

    The true values are taken as normal around zero; their variance is what is left of the mean
    square of the estimates after the mean square of the noise, each pair weighing by its precision.
    """
    good = np.isfinite(value) & np.isfinite(stderr) & (stderr > 0)
    noise = np.where(good, stderr, np.nan) ** 2
    if not good.any():
        return np.full(value.shape, np.nan)
    weight = np.where(good, 1 / np.where(good, noise, 1.0), 0.0)
    excess = np.where(good, value**2 - noise, 0.0)
    spread = max(0.0, float((weight * excess).sum() / weight.sum()))
    return np.asarray(value * spread / (spread + noise))
