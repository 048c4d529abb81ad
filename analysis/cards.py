"""Which cards win: seats with a card against seats without it, on the same deals.

For each card and each condition (dealt, drawn, taken, ever held, held at the end) the tally keeps
the sums of the seats *with*, the sums of *all* seats of the same bots on all deals, and the
products between the two within a deal. The seats *without* are all minus with; their squares and
their products with the others follow from the same sums, since
sum (Y - y)^2 = sum Y^2 - 2 sum Yy + sum y^2. So one pass gives both sides and their covariance.
"""

from __future__ import annotations

from typing import Literal

import polars as pl

from analysis.bots import seat_columns
from analysis.conditions import conditions
from analysis.runs import Block, Run
from analysis.tally import (
    deal_sums,
    merge,
    moments,
    product,
    support,
    with_difference,
    with_ratio,
)
from sim.errors import RealmvaleError

By = Literal["pooled", "policy"]

_VALUES = ("seats", "win", "score")
_RATIOS = [("win", "seats"), ("score", "seats")]
_ALL = {column: f"all_{column}" for column in _VALUES}
_OUT = {column: f"out_{column}" for column in _VALUES}
#: A row of the card table's second half: (metric, counted, out of, kind).
_USES: tuple[tuple[str, str, str, Literal["share", "mean"]], ...] = (
    ("kept", "times_taken", "times_offered", "share"),
    ("blanked", "times_blanked", "final_hands", "share"),
    ("points", "points_sum", "final_hands", "mean"),
    ("turn_taken", "turn_sum", "times_turned", "mean"),
)


def _keys(by: By) -> list[str]:
    return ["policy"] if by == "policy" else []


def _with_sums(block: Block, by: By, events: dict[str, int]) -> pl.DataFrame:
    """Tally one block by condition and card: the seats with, and their products with all seats."""
    keys = _keys(by)
    seats = seat_columns(block.seats())
    everyone = deal_sums(seats, keys, _VALUES).rename(_ALL)
    rows = block.table("cards").select("game", "seat", "card", "events")
    rows = rows.join(seats.select("game", "seat", "deal", "policy", *_VALUES), on=["game", "seat"])
    cross = [(a, f"all_{b}") for a in _VALUES for b in _VALUES if {a, b} != {"win", "score"}]
    parts = []
    for condition, mask in conditions(events):
        chosen = rows.filter((pl.col("events").cast(pl.Int32) & mask) != 0)
        deals = deal_sums(chosen, [*keys, "card"], _VALUES).join(everyone, on=[*keys, "deal"])
        # Deals in which every seat has the card leave none to compare with.
        deals = deals.with_columns(
            (pl.col("seats") == pl.col("all_seats")).cast(pl.Int64).alias("full_deals")
        )
        tally = moments(deals, [*keys, "card"], _RATIOS, cross, ["full_deals"])
        parts.append(tally.with_columns(pl.lit(condition.name).alias("condition")))
    return merge(parts, ["condition", *keys, "card"])


def _all_sums(run: Run, by: By) -> pl.DataFrame:
    """Tally all seats, whatever they hold, pooled or by bot."""
    keys = _keys(by)

    def sums(block: Block) -> pl.DataFrame:
        deals = deal_sums(seat_columns(block.seats()), keys, _VALUES).rename(_ALL)
        return moments(deals, keys, [("all_win", "all_seats"), ("all_score", "all_seats")])

    return run.tally(sums, keys)


def _without(tally: pl.DataFrame) -> pl.DataFrame:
    """Add the sums of the seats without, and their products with those of the seats with."""
    name = product
    columns = [(pl.col(f"all_{c}") - pl.col(c)).alias(f"out_{c}") for c in _VALUES]
    columns.append(
        (pl.col(support("all_seats")) - pl.col("full_deals")).alias(support("out_seats"))
    )
    for a in _VALUES:
        for b in _VALUES:
            if {a, b} == {"win", "score"}:
                continue
            both, mixed, other = name(a, b), name(a, f"all_{b}"), name(b, f"all_{a}")
            columns.append((pl.col(mixed) - pl.col(both)).alias(name(a, f"out_{b}")))
            if a <= b:
                out = pl.col(name(f"all_{a}", f"all_{b}")) - pl.col(mixed) - pl.col(other)
                columns.append((out + pl.col(both)).alias(name(f"out_{a}", f"out_{b}")))
    return tally.with_columns(columns)


def _deck(run: Run, by: By) -> pl.DataFrame:
    """Return a row for each card of the deck (and bot), met or not, in deck order."""
    deck = run.card_frame()
    if by == "pooled":
        return deck
    bots = pl.DataFrame({"policy": run.policies}, schema={"policy": pl.String})
    return bots.join(deck, how="cross")


def _check_known(run: Run, met: pl.Series) -> None:
    """Refuse cards that the manifest does not list: they would drop out without a word."""
    strangers = sorted(set(met.cast(pl.String)) - set(run.card_frame()["card"]))
    if strangers:
        raise RealmvaleError(
            f"{run.path / 'cards'} names cards that run.json does not list: "
            f"{', '.join(strangers[:5])}"
        )


def card_effects(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return one row a condition and card (and bot): seats with against seats without.

    Parameters
    ----------
    run : Run
        A run that kept its card rows (``run.has_cards``).
    by : {"pooled", "policy"}
        Over all bots, or each bot's seats with against the same bot's seats without.

    Returns
    -------
    DataFrame
        ``condition``, ``policy`` (with ``by="policy"``), the card's columns, ``deals`` and
        ``seats`` with and ``deals_without``, ``seats_without``; ``win``, ``win_without``,
        ``effect`` (with minus without), ``score_with``, ``score_without``, ``score_effect``, each
        with stderr, 95 % interval and the mark of too few. A card never met has n = 0 and nulls.
    """
    return run.once(("card_effects", by), lambda: _card_effects(run, by))


def _card_effects(run: Run, by: By) -> pl.DataFrame:
    keys = _keys(by)
    met = run.tally(lambda block: _with_sums(block, by, run.events), ["condition", *keys, "card"])
    _check_known(run, met["card"])
    everyone = _all_sums(run, by)
    names = [condition.name for condition, _ in conditions(run.events)]
    wanted = pl.DataFrame({"condition": names}, schema={"condition": pl.String})
    grid = wanted.join(_deck(run, by), how="cross")
    grid = grid.join(everyone, on=keys, how="left") if keys else grid.join(everyone, how="cross")
    numbers = [c for c in met.columns if c not in ("condition", *keys, "card")]
    tally = _without(
        grid.join(met, on=["condition", *keys, "card"], how="left").with_columns(
            pl.col(numbers).fill_null(0)
        )
    )
    tally = with_ratio(tally, "credit", "win", "seats")
    tally = with_ratio(tally, "win_without", "out_win", "out_seats")
    tally = with_difference(tally, "effect", ("win", "seats"), ("out_win", "out_seats"))
    tally = with_ratio(tally, "score_with", "score", "seats", "mean")
    tally = with_ratio(tally, "score_without", "out_score", "out_seats", "mean")
    tally = with_difference(
        tally, "score_effect", ("score", "seats"), ("out_score", "out_seats"), "mean"
    )
    credit = {f"credit{end}": f"win{end}" for end in ("", "_stderr", "_low", "_high", "_too_few")}
    return tally.select(
        *wanted.columns,
        *_deck(run, by).columns,
        pl.col(support("seats")).alias("deals"),
        "seats",
        pl.col(support("out_seats")).alias("deals_without"),
        pl.col("out_seats").alias("seats_without"),
        *[pl.col(old).alias(new) for old, new in credit.items()],
        pl.col("^win_without.*$"),
        pl.col("^effect.*$"),
        pl.col("^score_(with|without|effect).*$"),
    )


def card_uses(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return one row a card (and bot): how often kept, blanked, what it brought, when taken.

    Returns
    -------
    DataFrame
        ``policy`` (with ``by="policy"``), ``card``, the counts ``times_offered``, ``times_taken``,
        ``final_hands``, ``times_blanked``, and the metrics ``kept``, ``blanked``, ``points``,
        ``turn_taken`` with intervals.
    """
    return run.once(("card_uses", by), lambda: _card_uses(run, by))


def _card_uses(run: Run, by: By) -> pl.DataFrame:
    keys = [*_keys(by), "card"]
    names = list(dict.fromkeys(c for _, y, n, _ in _USES for c in (y, n)))

    def bit(event: str) -> pl.Expr:
        return (pl.col("events").cast(pl.Int32) & run.events.get(event, 0)) != 0

    def sums(block: Block) -> pl.DataFrame:
        seats = block.seats().select("game", "seat", "deal", "policy")
        rows = block.table("cards").join(seats, on=["game", "seat"])
        counted = rows.with_columns(
            pl.col("offered").cast(pl.Int64).alias("times_offered"),
            (bit("taken") | bit("received")).cast(pl.Int64).alias("times_taken"),
            bit("final").cast(pl.Int64).alias("final_hands"),
            (bit("blanked") & bit("final")).cast(pl.Int64).alias("times_blanked"),
            pl.when(bit("final")).then(pl.col("points")).otherwise(0).alias("points_sum"),
            pl.col("turn_taken").fill_null(0).alias("turn_sum"),
            pl.col("turn_taken").is_not_null().cast(pl.Int64).alias("times_turned"),
        )
        return moments(deal_sums(counted, keys, names), keys, [(y, n) for _, y, n, _ in _USES])

    tally = _deck(run, by).select(*keys).join(run.tally(sums, keys), on=keys, how="left")
    tally = tally.with_columns(pl.exclude(keys).fill_null(0))
    for name, y, n, kind in _USES:
        tally = with_ratio(tally, name, y, n, kind)
    kept = "|".join(name for name, *_ in _USES)
    counts = ("times_offered", "times_taken", "final_hands", "times_blanked")
    return tally.select(*keys, *counts, pl.col(f"^({kept})(_stderr|_low|_high|_too_few)?$"))


def card_table(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return the card table: one row a card (and bot), cards never met last.

    Columns, ``C`` being each of the run's conditions (dealt, drawn, taken, held, final):
    ``C_deals``, ``C_seats``, ``C_win`` with interval, ``C_effect`` (with minus without) with
    interval; ``never_deals``, ``never_seats``, ``never_win`` (seats that never held it);
    ``score_with``, ``score_without``, ``score_effect`` for cards held at the end; and the columns
    of :func:`card_uses`. See :data:`analysis.metrics.METRICS` for what each is.
    """
    effects = card_effects(run, by)
    on = [*_keys(by), "card"]
    table = _deck(run, by)
    ends = ("", "_low", "_high", "_too_few")
    for (condition,) in effects.select("condition").unique(maintain_order=True).iter_rows():
        columns = ["deals", "seats", *(f"{m}{e}" for m in ("win", "effect") for e in ends)]
        mine = effects.filter(pl.col("condition") == condition)
        named = [pl.col(c).alias(f"{condition}_{c}") for c in columns]
        if condition == "held":
            out = {"deals_without": "never_deals", "seats_without": "never_seats"}
            out |= {f"win_without{e}": f"never_win{e}" for e in ends}
            named += [pl.col(old).alias(new) for old, new in out.items()]
        if condition == "final":
            named += [pl.col(f"score_{m}{e}") for m in ("with", "without", "effect") for e in ends]
        table = table.join(mine.select(*on, *named), on=on, how="left")
    table = table.join(card_uses(run, by), on=on, how="left", maintain_order="left")
    met = [c for c in ("held_seats", "times_offered") if c in table.columns]
    seen = pl.sum_horizontal(met) > 0
    return table.sort(seen, descending=True, maintain_order=True)
