"""The tables of all hands: whole numbers as counted, and the means and shares made of them."""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np
import polars as pl

from analysis.exact import Exact
from analysis.exact_hands import hand_cards, hand_rows
from analysis.scores import QUANTILES, quantile
from sim.fantasy_realms import tables as tb

Tables = dict[str, pl.DataFrame]

HOW = {
    tb.CHOICE_COPY_CARD: "copies",
    tb.CHOICE_COPY_FACE: "is",
    tb.CHOICE_GIVE_SUIT: "gives a suit to",
    tb.CHOICE_CLEAR_ONE: "clears the penalty of",
}


def make_tables(exact: Exact) -> Tables:
    """Return every table by the name of its CSV file."""
    tables = {
        "scores": pl.DataFrame([spread(exact.scores.values, exact.scores.hands)]),
        "score_counts": score_counts(exact),
        "cards": card_table(exact),
        "pairs": pair_table(exact),
    }
    if exact.uses is not None:
        tables |= {"choices": choice_table(exact), "choice_uses": use_table(exact)}
    for name, end in (("best_hands", exact.best), ("worst_hands", exact.worst)):
        tables[name] = hand_rows(exact, end)
        tables[f"{name}_cards"] = hand_cards(exact, end)
    if exact.extras:
        tables["extra_hands"] = extra_table(exact)
    return tables


def spread(values: np.ndarray, counts: np.ndarray) -> dict[str, Any]:
    """Return count, sums, mean, standard deviation and quantiles of scores.

    Parameters
    ----------
    values, counts : int64 array
        Distinct scores in rising order, and how many hands score them (0 is possible).
    """
    values, counts = values[counts > 0], counts[counts > 0]
    hands = int(counts.sum())
    pairs = list(zip(values.tolist(), counts.tolist(), strict=True))
    total, squares = sum(v * n for v, n in pairs), sum(v * v * n for v, n in pairs)
    return {
        "hands": hands,
        "score_sum": total,
        "score_square_sum": squares,
        "score": total / hands,
        # In whole numbers up to here: nothing cancels out.
        "score_sd": sqrt(hands * squares - total * total) / hands,
        "minimum": int(values[0]),
        **{name: quantile(values, counts, share) for name, share in QUANTILES.items()},
        "maximum": int(values[-1]),
    }


def score_counts(exact: Exact) -> pl.DataFrame:
    """Return how many hands score how much: score, hands, share, at_most (share)."""
    counts = exact.scores.hands
    total = int(counts.sum())
    frame = pl.DataFrame({"score": exact.scores.values, "hands": counts})
    return frame.filter(pl.col("hands") > 0).with_columns(
        (pl.col("hands") / total).alias("share"),
        (pl.col("hands").cum_sum() / total).alias("at_most"),
    )


def card_table(exact: Exact) -> pl.DataFrame:
    """Return one row a card: what hands that hold it score, and how often it is blanked.

    Returns
    -------
    DataFrame
        ``card`` (id), ``name``, ``suit``, the columns of :func:`spread` for the hands that hold
        the card, ``without`` (mean of the hands that don't), ``lift`` (difference of the two),
        and with details ``blanked_hands`` and ``blanked`` (their share).
    """
    whole, rows = exact.scores.hands, []
    hands, total = int(whole.sum()), int(whole @ exact.scores.values)
    for i, card in enumerate(exact.deck.card_set.cards):
        row: dict[str, Any] = {"card": card.id, "name": card.name, "suit": card.suit}
        row |= spread(exact.scores.values, exact.scores.counts[i])
        others = hands - row["hands"]
        row["without"] = (total - row["score_sum"]) / others if others else None
        row["lift"] = row["score"] - row["without"] if others else None
        if exact.uses is not None:
            row["blanked_hands"] = int(exact.uses.blanked[i])
            row["blanked"] = row["blanked_hands"] / row["hands"]
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def pair_table(exact: Exact) -> pl.DataFrame:
    """Return one row a pair of cards: mean of hands with both, minus the additive expectation.

    The additive expectation is the mean of hands with the one alone, plus the mean with the other
    alone, minus the mean with neither: what both together would score if each brought the same
    with and without the other. The difference is the interaction contrast of the two cards.

    Returns
    -------
    DataFrame
        ``card``, ``other`` (ids), ``name``, ``other_name``, ``hands`` (with both), ``score_sum``,
        ``score``, ``additive``, ``interaction``; null where no hand has neither card.
    """
    cards, pairs = exact.deck.card_set.cards, exact.scores.pairs
    n, total = len(cards), int(exact.scores.hands @ exact.scores.values)
    both, one, neither = comb(n - 2, 5), comb(n - 2, 6), comb(n - 2, 7)
    rows: list[dict[str, Any]] = []
    for i in range(n):
        for j in range(i + 1, n):
            ab, a, b = (int(pairs[x, y]) for x, y in ((i, j), (i, i), (j, j)))
            additive = None
            if neither:
                additive = (a + b - 2 * ab) / one - (total - a - b + ab) / neither
            score = ab / both
            rows.append({
                "card": cards[i].id, "other": cards[j].id,
                "name": cards[i].name, "other_name": cards[j].name,
                "hands": both, "score_sum": ab, "score": score, "additive": additive,
                "interaction": None if additive is None else score - additive,
            })  # fmt: skip
    numbers = dict.fromkeys(("score", "additive", "interaction"), pl.Float64)
    return pl.DataFrame(rows, schema_overrides=numbers)


def choice_table(exact: Exact) -> pl.DataFrame:
    """Return one row a card that chooses: card, name, hands, used_hands, used (share)."""
    assert exact.uses is not None
    cards, rows = exact.deck.card_set.cards, []
    for row, chooser in enumerate(exact.uses.choosers):
        hands, used = int(exact.scores.counts[chooser].sum()), int(exact.uses.uses[row].sum())
        rows.append({
            "card": cards[chooser].id, "name": cards[chooser].name,
            "hands": hands, "used_hands": used, "used": used / hands,
        })  # fmt: skip
    schema = {"card": pl.String, "name": pl.String, "hands": pl.Int64, "used_hands": pl.Int64,
              "used": pl.Float64}  # fmt: skip
    return pl.DataFrame(rows, schema=schema)


def use_table(exact: Exact) -> pl.DataFrame:
    """Return one row a way to use a choice, the most usual first.

    Returns
    -------
    DataFrame
        ``card`` (id of the chooser), ``name``, ``how``, ``target`` (id), ``target_name``, ``suit``
        (given, or that of the face taken; null for a card cleared), ``hands``, ``share`` (of the
        hands that hold the chooser).
    """
    assert exact.uses is not None
    cards, suits, rows = exact.deck.card_set.cards, exact.deck.suits, []
    for row, chooser in enumerate(exact.uses.choosers):
        held = int(exact.scores.counts[chooser].sum())
        kind = int(exact.hands.tables.choice[chooser])
        for target, place in zip(*np.nonzero(exact.uses.uses[row]), strict=True):
            suit = suits[place - 1] if place else cards[target].suit
            hands = int(exact.uses.uses[row, target, place])
            rows.append({
                "card": cards[chooser].id, "name": cards[chooser].name, "how": HOW[kind],
                "target": cards[target].id, "target_name": cards[target].name,
                "suit": None if kind == tb.CHOICE_CLEAR_ONE else suit,
                "hands": hands, "share": hands / held,
            })  # fmt: skip
    texts = ("card", "name", "how", "target", "target_name", "suit")
    schema = {**dict.fromkeys(texts, pl.String), "hands": pl.Int64, "share": pl.Float64}
    return pl.DataFrame(rows, schema=schema).sort(
        "card", "hands", descending=[False, True], maintain_order=True
    )


def extra_table(exact: Exact) -> pl.DataFrame:
    """Return one row a card that takes an extra card: the best hand with it."""
    names = exact.deck.names
    return pl.DataFrame([
        {
            "card": exact.deck.card_set.cards[found.holder].id,
            "name": names[found.holder],
            "score": found.score,
            "hand": " | ".join(names[c] for c in found.cards if c != found.extra),
            "extra": names[found.extra],
            "level": found.level,
            "hands": found.hands,
            "scored": found.scored,
        }
        for found in exact.extras
    ])  # fmt: skip
