"""Which cards win: seats with a card against seats without it, on the same deals.

For each card and each condition (dealt, drawn, taken, ever held, held at the end) the tally keeps
the sums of the seats *with*, the sums of *all* seats of the same bots on all deals, and the
products between the two within a deal. The seats *without* are all minus with; their squares and
their products with the others follow from the same sums, since
sum (Y - y)^2 = sum Y^2 - 2 sum Yy + sum y^2. So one pass gives both sides and their covariance.
"""

from __future__ import annotations

import polars as pl

from analysis.bots import seat_columns
from analysis.card_sums import EFFECTS, VALUES, card_sums
from analysis.card_uses import card_uses
from analysis.deck import By, deck, keys_of
from analysis.runs import Block, Run
from analysis.tally import (
    deal_sums,
    moments,
    product,
    support,
    with_difference,
    with_ratio,
)

_ALL = {column: f"all_{column}" for column in VALUES}


def _all_sums(run: Run, by: By) -> pl.DataFrame:
    """Tally all seats, whatever they hold, pooled or by bot."""
    keys = keys_of(by)

    def sums(block: Block) -> pl.DataFrame:
        deals = deal_sums(seat_columns(block.seats()), keys, VALUES).rename(_ALL)
        return moments(deals, keys, [("all_win", "all_seats"), ("all_score", "all_seats")])

    return run.tally(sums, keys, f"everyone-{by}")


def _without(tally: pl.DataFrame) -> pl.DataFrame:
    """Add the sums of the seats without, and their products with those of the seats with."""
    name = product
    columns = [(pl.col(f"all_{c}") - pl.col(c)).alias(f"out_{c}") for c in VALUES]
    columns.append(
        (pl.col(support("all_seats")) - pl.col("full_deals")).alias(support("out_seats"))
    )
    for a in VALUES:
        for b in VALUES:
            if {a, b} == {"win", "score"}:
                continue
            both, mixed, other = name(a, b), name(a, f"all_{b}"), name(b, f"all_{a}")
            columns.append((pl.col(mixed) - pl.col(both)).alias(name(a, f"out_{b}")))
            if a <= b:
                out = pl.col(name(f"all_{a}", f"all_{b}")) - pl.col(mixed) - pl.col(other)
                columns.append((out + pl.col(both)).alias(name(f"out_{a}", f"out_{b}")))
    return tally.with_columns(columns)


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
        ``effect`` (with minus without), ``rate`` (of all seats), ``score_with``,
        ``score_without``, ``score_effect``, each with stderr, 95 % interval and
        the mark of too few. A card never met has n = 0 and nulls.
    """
    return run.once(
        ("card_effects", by),
        lambda: effects_of(run, by, deck(run, by), card_sums(run, EFFECTS, by)),
    )


def effects_of(run: Run, by: By, cards: pl.DataFrame, met: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of :func:`card_effects` for the rows of `cards`, from the tally `met`."""
    keys = keys_of(by)
    everyone = _all_sums(run, by)
    names = [condition.name for condition, _ in run.conditions()]
    wanted = pl.DataFrame({"condition": names}, schema={"condition": pl.String})
    grid = wanted.join(cards, how="cross")
    grid = grid.join(everyone, on=keys, how="left") if keys else grid.join(everyone, how="cross")
    numbers = [c for c in met.columns if c not in ("condition", *keys, "card")]
    tally = _without(
        grid.join(met, on=["condition", *keys, "card"], how="left").with_columns(
            pl.col(numbers).fill_null(0)
        )
    )
    tally = with_ratio(tally, "rate", "seats", "all_seats")
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
        *cards.columns,
        pl.col(support("seats")).alias("deals"),
        "seats",
        pl.col("^rate.*$"),
        pl.col(support("out_seats")).alias("deals_without"),
        pl.col("out_seats").alias("seats_without"),
        *[pl.col(old).alias(new) for old, new in credit.items()],
        pl.col("^win_without.*$"),
        pl.col("^effect.*$"),
        pl.col("^score_(with|without|effect).*$"),
    )


def card_table(run: Run, by: By = "pooled") -> pl.DataFrame:
    """Return the card table: one row a card (and bot), cards never met last.

    Columns, ``C`` being each of the run's conditions (Fantasy Realms: dealt, drawn, taken, held,
    final): ``C_deals``, ``C_seats``, ``C_rate`` (of all seats), ``C_win``, ``C_effect`` (with
    minus without), each with interval; ``never_deals``, ``never_seats``, ``never_win`` (seats that
    never had it); ``score_with``, ``score_without``, ``score_effect`` for cards held at the end;
    and the columns of :func:`card_uses`. See :data:`analysis.metrics.METRICS` for what each is.
    """
    effects = card_effects(run, by)
    on = [*keys_of(by), "card"]
    table = deck(run, by)
    met = ["times_offered"]
    ends = ("", "_low", "_high", "_too_few")
    for condition, _ in run.conditions():
        columns = ["deals", "seats", *(f"{m}{e}" for m in ("rate", "win", "effect") for e in ends)]
        mine = effects.filter(pl.col("condition") == condition.name)
        named = [pl.col(c).alias(f"{condition.name}_{c}") for c in columns]
        if condition.never:
            out = {"deals_without": "never_deals", "seats_without": "never_seats"}
            out |= {f"win_without{e}": f"never_win{e}" for e in ends}
            named += [pl.col(old).alias(new) for old, new in out.items()]
            met.append(f"{condition.name}_seats")
        if condition.scores:
            named += [pl.col(f"score_{m}{e}") for m in ("with", "without", "effect") for e in ends]
        table = table.join(mine.select(*on, *named), on=on, how="left")
    table = table.join(card_uses(run, by), on=on, how="left", maintain_order="left")
    met = [column for column in met if column in table.columns]
    return table.sort(pl.sum_horizontal(met) > 0, descending=True, maintain_order=True)
