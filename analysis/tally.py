"""Records to mergeable sums, and sums to columns of estimates.

A *tally* is a small frame: some key columns, and for each of its ratios the sums over deals that
its estimate and interval need. Two tallies of different deals merge by adding, so a run is read
block by block, in any order, and memory does not grow with the number of games.

Columns of a tally: ``y`` and ``n`` sums under their own names, ``n>0`` the number of deals in
which n is not zero, and ``a*b`` the sum over deals of the product of a deal's a and b.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from analysis.intervals import CrossSums, Estimate, Kind, RatioSums, difference, ratio

Pair = tuple[str, str]


def product(a: str, b: str) -> str:
    """Return the name of the column that holds the sum of products of `a` and `b`."""
    return "*".join(sorted((a, b)))


def support(n: str) -> str:
    """Return the name of the column that counts the deals in which `n` is not zero."""
    return f"{n}>0"


def _wide(column: str, dtype: pl.DataType) -> pl.Expr:
    """Return the column in 64 bits: sums of 32-bit scores overflow after some games."""
    return pl.col(column).cast(pl.Int64 if dtype.is_integer() else pl.Float64)


def deal_sums(rows: pl.DataFrame, keys: Sequence[str], columns: Sequence[str]) -> pl.DataFrame:
    """Add up `columns` (numbers) within each deal and key: one row a deal and key."""
    wide = rows.select(*keys, "deal", *(_wide(c, rows.schema[c]) for c in columns))
    return wide.group_by(*keys, "deal").agg(pl.col(columns).sum())


def moments(
    deals: pl.DataFrame,
    keys: Sequence[str],
    ratios: Iterable[Pair],
    products: Iterable[Pair] = (),
    sums: Iterable[str] = (),
) -> pl.DataFrame:
    """Turn one row a deal and key into the sums of a tally.

    Parameters
    ----------
    deals : DataFrame
        As :func:`deal_sums` makes them; no deal may be split between two calls.
    keys : sequence of str
        Key columns of the tally; may be empty.
    ratios : pairs of str
        Each (y, n): sum(y) / sum(n) can then be estimated.
    products : pairs of str
        Further products, for differences between ratios.
    sums : iterable of str
        Further columns to add up.
    """
    plain: dict[str, pl.Expr] = {}
    for y, n in ratios:
        for column in (y, n):
            plain[column] = pl.col(column).sum()
        plain[support(n)] = (pl.col(n) > 0).sum().cast(pl.Int64).alias(support(n))
        for a, b in ((y, y), (y, n), (n, n)):
            plain[product(a, b)] = (pl.col(a) * pl.col(b)).sum().alias(product(a, b))
    for a, b in products:
        plain[product(a, b)] = (pl.col(a) * pl.col(b)).sum().alias(product(a, b))
    for column in sums:
        plain[column] = pl.col(column).sum()
    if not keys:
        return deals.select(*plain.values())
    return deals.group_by(*keys).agg(*plain.values())


def merge(parts: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """Add tallies of different deals; key columns come back as text or as they were."""
    text = [pl.col(k).cast(pl.String) for k in keys if _is_category(parts[0].schema[k])]
    whole = pl.concat([part.with_columns(text) for part in parts])
    if not keys:
        return whole.sum()
    return whole.group_by(*keys).agg(pl.all().sum()).sort(*keys)


def _is_category(dtype: pl.DataType) -> bool:
    return dtype in (pl.Categorical, pl.Enum)


def _array(tally: pl.DataFrame, column: str) -> np.ndarray:
    return tally[column].cast(pl.Float64).to_numpy()


def ratio_sums(tally: pl.DataFrame, y: str, n: str) -> RatioSums:
    """Pick the sums of the ratio y / n out of a tally."""
    return RatioSums(
        *(
            _array(tally, column)
            for column in (support(n), y, n, product(y, y), product(y, n), product(n, n))
        )
    )


def cross_sums(tally: pl.DataFrame, one: Pair, two: Pair) -> CrossSums:
    """Pick the products between the ratios `one` and `two`, each (y, n), out of a tally."""
    (y1, n1), (y2, n2) = one, two
    return CrossSums(
        *(
            _array(tally, column)
            for column in (product(y1, y2), product(y1, n2), product(n1, y2), product(n1, n2))
        )
    )


def estimate_columns(prefix: str, estimate: Estimate) -> list[pl.Series]:
    """Return an estimate as columns ``prefix``, ``_stderr``, ``_low``, ``_high``, ``_too_few``.

    What cannot be said is null, never NaN.
    """
    named = {
        prefix: estimate.value,
        f"{prefix}_stderr": estimate.stderr,
        f"{prefix}_low": estimate.low,
        f"{prefix}_high": estimate.high,
    }
    columns = [
        pl.Series(name, np.asarray(values, dtype=np.float64)).fill_nan(None)
        for name, values in named.items()
    ]
    return [*columns, pl.Series(f"{prefix}_too_few", np.asarray(estimate.too_few, dtype=bool))]


def with_ratio(
    tally: pl.DataFrame, name: str, y: str, n: str, kind: Kind = "share"
) -> pl.DataFrame:
    """Add the estimate of y / n to a tally, under `name`."""
    estimate = ratio(ratio_sums(tally, y, n), kind)
    return tally.with_columns(estimate_columns(name, estimate))


def with_difference(
    tally: pl.DataFrame, name: str, one: Pair, two: Pair, kind: Kind = "share"
) -> pl.DataFrame:
    """Add the estimate of the difference of ratios `one` - `two` to a tally, under `name`."""
    estimate = difference(
        ratio_sums(tally, *one), ratio_sums(tally, *two), cross_sums(tally, one, two), kind
    )
    return tally.with_columns(estimate_columns(name, estimate))
