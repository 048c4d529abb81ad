"""The tables of a what-if experiment: each number before, after, and how it changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from analysis.contrasts import Moments, Term, contrast
from analysis.intervals import Estimate, Kind, difference, ratio
from analysis.significance import p_values, q_values
from analysis.tally import estimate_columns
from analysis.verdicts import UNSEEN, verdict
from analysis.whatif_overview import MOVED, VALUES, quantities
from analysis.whatif_sums import POOLED, Layout

HIGHER, LOWER, SAME, UNCLEAR = "higher", "lower", "same", "unclear"
#: The most by which one deal changes a share or a mean win credit, and an effect of win credit.
SHARE_MOST, EFFECT_MOST = 1.0, 2.0


def _differences(
    moments: Moments,
    name: str,
    ratios: Sequence[tuple[float, str, str]],
    most: float,
    certain: bool,
) -> list[pl.Series]:
    """Return the columns of an estimate ``NAME_before``, ``NAME_after`` and ``NAME_change``."""
    sides = {
        deck: [Term(weight, f"{y}_{deck}", f"{n}_{deck}") for weight, y, n in ratios]
        for deck in "ab"
    }
    change = [Term(-weight, y, n) for weight, y, n in sides["a"]] + sides["b"]
    kind: Kind = "share" if most else "mean"
    before, after = (_side(moments, sides[deck], kind) for deck in "ab")
    found = contrast(moments, change, paired=True, most=most, certain=certain)
    # The same sum in another order: equal sides differ by exactly nothing.
    off = after.value - before.value - found.value
    found = found._replace(
        value=after.value - before.value, low=found.low + off, high=found.high + off
    )
    return [
        *estimate_columns(f"{name}_before", before),
        *estimate_columns(f"{name}_after", after),
        *estimate_columns(f"{name}_change", found),
    ]


def _side(moments: Moments, terms: Sequence[Term], kind: Kind) -> Estimate:
    """Estimate a ratio, or a difference of two, of one deck as the tables of a run do."""
    ratios = [(y, n) for _, y, n in terms]
    sums = [moments.ratio_sums(y, n) for y, n in ratios]
    if len(sums) == 1:
        return ratio(sums[0], kind)
    one, two = ratios
    return difference(sums[0], sums[1], moments.cross_sums(one, two), kind)


def effect_changes(
    layout: Layout, moments: Moments, names: pl.DataFrame, margin: float, certain: bool
) -> pl.DataFrame:
    """Return one row a bot, condition and card: win credit and score of seats with the card.

    Returns
    -------
    DataFrame
        ``policy`` (null for all bots together), ``condition``, ``card``, ``name``, ``suit``,
        ``deals`` (with the card in that condition, of the deck that had fewer), ``seats_before``,
        ``seats_after``; ``effect`` (win credit with minus without), ``win`` (with), ``score``
        (with), ``rate`` (of all seats), each ``_before``, ``_after`` and ``_change`` with stderr
        and interval; ``judgement`` on the change of the effect, with ``p_value``.
    """
    rates = (
        ("effect", [(1.0, "win", "seats"), (-1.0, "out_win", "out_seats")], EFFECT_MOST),
        ("win", [(1.0, "win", "seats")], SHARE_MOST),
        ("score", [(1.0, "score", "seats")], 0.0),
        ("rate", [(1.0, "seats", "all_seats")], SHARE_MOST),
    )
    conditions = [condition.name for condition, _ in layout.conditions]
    keys = _grid(layout, "condition", conditions).join(names, on="card", maintain_order="left")
    deals = moments.deals(["seats_a", "seats_b"]).astype(np.int64)
    table = keys.with_columns(
        pl.Series("deals", deals),
        *(pl.Series(f"seats_{word}", moments[f"seats_{deck}"].astype(np.int64))
          for deck, word in (("a", "before"), ("b", "after"))),
    )  # fmt: skip
    for name, ratios, most in rates:
        table = table.with_columns(_differences(moments, name, ratios, most, certain))
    return _judged(table, "effect", pl.lit(margin))


def use_changes(
    layout: Layout, moments: Moments, names: pl.DataFrame, margin: float, certain: bool
) -> pl.DataFrame:
    """Return one row a bot, metric and card: what becomes of the card, and the points it brings.

    Returns
    -------
    DataFrame
        ``policy``, ``metric`` (as the card table's), ``card``, ``name``, ``suit``;
        ``value_before``, ``value_after``, ``value_change`` with interval; ``judgement``.
    """
    metrics = [use.metric for use in layout.game.uses]
    keys = _grid(layout, "metric", metrics, inner=False)
    parts = []
    for use in layout.game.uses:
        share = use.kind == "share"
        columns = _differences(
            moments, "value", [(1.0, use.counted, use.over)], SHARE_MOST if share else 0.0, certain
        )
        mine = keys.filter(pl.col("metric") == use.metric).with_columns(columns)
        most = pl.lit(margin) if share else _relative(margin, "value_before")
        parts.append(_judged(mine, "value", most))
    found = pl.concat(parts) if parts else keys
    return found.join(names, on="card", maintain_order="left")


def overview_changes(
    layout: Layout, moments: Moments, margin: float, certain: bool
) -> pl.DataFrame:
    """Return one row a quantity and group of seats or games; see :func:`quantities`.

    Returns
    -------
    DataFrame
        ``quantity``, ``group``, ``n`` (seats, or games), ``value_before``, ``value_after``,
        ``value_change`` with interval, ``judgement``.
    """
    keys = pl.DataFrame(quantities(layout), schema=["quantity", "group"], orient="row")
    y, n = VALUES
    columns = _differences(moments, "value", [(1.0, y, n)], 0.0, certain)
    shares = _differences(moments, "value", [(1.0, y, n)], SHARE_MOST, certain)
    is_share = pl.col("quantity").is_in(["win", "shared", "end", "moved"])
    table = keys.with_columns(pl.Series("n", moments["n_a"].astype(np.int64)))
    table = pl.concat(
        [
            table.with_columns(columns).filter(~is_share),
            table.with_columns(shares).filter(is_share),
        ]
    )
    table = keys.join(table, on=["quantity", "group"], maintain_order="left")
    table = table.filter(
        (pl.col("quantity") != "end") | (pl.col("value_before") > 0) | (pl.col("value_after") > 0)
    )
    most = pl.when(is_share).then(pl.lit(margin)).otherwise(_relative(margin, "value_before"))
    judged = _judged(table, "value", most)
    # How many games moved is a share, not a change.
    word = pl.when(pl.col("quantity") == MOVED).then(pl.lit(UNSEEN)).otherwise(pl.col("judgement"))
    return judged.with_columns(word.alias("judgement"))


def _relative(margin: float, column: str) -> pl.Expr:
    """Return the margin of a number that is no share: that fraction of what it was."""
    return margin * pl.col(column).abs()


def _grid(layout: Layout, key: str, values: Sequence[str], inner: bool = True) -> pl.DataFrame:
    """Return the keys of the moments' rows: bot, `key` (if it is one of theirs), card."""
    bots = [None if bot == POOLED else bot for bot in layout.bots]
    parts = [
        pl.DataFrame({"policy": bots}, schema={"policy": pl.String}),
        pl.DataFrame({key: list(values)}, schema={key: pl.String}),
        pl.DataFrame({"card": layout.cards}, schema={"card": pl.String}),
    ]
    if not inner:
        parts = [parts[1], parts[0], parts[2]]
    grid = parts[0].join(parts[1], how="cross", maintain_order="left_right")
    return grid.join(parts[2], how="cross", maintain_order="left_right").select(
        "policy", key, "card"
    )


def _judged(table: pl.DataFrame, name: str, margin: pl.Expr) -> pl.DataFrame:
    """Add ``judgement``: where the whole interval of the change lies against the margin."""
    low, high = pl.col(f"{name}_change_low"), pl.col(f"{name}_change_high")
    word = (
        pl.when(pl.col(f"{name}_change").is_null())
        .then(pl.lit(UNSEEN))
        .when(low > margin)
        .then(pl.lit(HIGHER))
        .when(high < -margin)
        .then(pl.lit(LOWER))
        .when((low >= -margin) & (high <= margin))
        .then(pl.lit(SAME))
        .otherwise(pl.lit(UNCLEAR))
    )
    return table.with_columns(word.alias("judgement"))


def card_changes(
    layout: Layout,
    effects: pl.DataFrame,
    uses: pl.DataFrame,
    changes: pl.DataFrame,
    margin: float,
) -> pl.DataFrame:
    """Return one row a bot and card, by the condition that says most about cards in this game.

    Returns
    -------
    DataFrame
        ``policy``, ``card``, ``name``, ``suit``, ``changed`` (whether the decks differ in it),
        ``condition`` and its columns of :func:`effect_changes`; ``points_before``,
        ``points_after``, ``points_change`` (what it brings); ``verdict_before``,
        ``verdict_after``; ``p_value`` and ``q_value`` of no change. Sorted by the size of the
        change that is sure (the end of its interval nearest to zero), then by its size.
    """
    lead = leading(layout, effects)
    mine = effects.filter(pl.col("condition") == lead)
    brought = next((use.metric for use in layout.game.uses if use.metric.startswith("points")), "")
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    renamed = [
        pl.col(f"value_{when}{end}").alias(f"points_{when}{end}")
        for when in ("before", "after", "change")
        for end in ends
    ]
    points = uses.filter(pl.col("metric") == brought).select("policy", "card", *renamed)
    table = mine.join(points, on=["policy", "card"], how="left", nulls_equal=True,
                      maintain_order="left")  # fmt: skip
    verdicts = {
        f"verdict_{when}": [
            UNSEEN if row[f"effect_{when}"] is None
            else verdict(row[f"effect_{when}_low"], row[f"effect_{when}_high"], None, margin)
            for row in table.iter_rows(named=True)
        ]
        for when in ("before", "after")
    }  # fmt: skip
    table = table.with_columns(
        pl.col("card").is_in(changes["card"].to_list()).alias("changed"),
        *(pl.Series(name, words, dtype=pl.String) for name, words in verdicts.items()),
    )
    table = pl.concat([_with_q(part) for part in _by_bot(table)])
    low, high = pl.col("effect_change_low"), pl.col("effect_change_high")
    sure = pl.max_horizontal(low, -high, pl.lit(0.0))
    first = ("policy", "card", "name", "suit", "changed")
    return table.sort(
        pl.col("policy").is_not_null(),
        "policy",
        sure,
        pl.col("effect_change").abs(),
        descending=[False, False, True, True],
        nulls_last=True,
        maintain_order=True,
    ).select(*first, pl.exclude(*first))


def _by_bot(table: pl.DataFrame) -> list[pl.DataFrame]:
    return table.partition_by("policy", maintain_order=True)


def _with_q(part: pl.DataFrame) -> pl.DataFrame:
    """Add p- and q-values of no change over the cards of one bot."""
    value, stderr, deals = (
        part[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for name in ("effect_change", "effect_change_stderr", "deals")
    )
    p = np.where(part["effect_change_too_few"].to_numpy(), np.nan, p_values(value, stderr, deals))
    return part.with_columns(
        pl.Series("p_value", p).fill_nan(None), pl.Series("q_value", q_values(p)).fill_nan(None)
    )


def leading(layout: Layout, effects: pl.DataFrame) -> str:
    """Return the condition that says most about cards, of those that any seat met."""
    seen = set(effects.filter(pl.col("seats_before") > 0)["condition"])
    for name in layout.game.leads:
        if name in seen:
            return name
    return layout.game.leads[0]
