"""All sums over card rows that the card tables need, in one pass over a block.

Card rows are by far the most of a run. So they are not joined and grouped: each row is one cell of
a dense table deal x bot x card, which it is added to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.conditions import Condition
from analysis.deck import By, check_known, keys_of
from analysis.game import Count
from analysis.runs import Block, Run
from analysis.tally import Pair, product, support

Dense = NDArray[np.float64]
Sums = dict[tuple[str, By], pl.DataFrame]

#: Cells of a dense table that are worked on at a time: 8 MB in float64.
CELLS = 1_000_000
#: Blocks that are read at a time, at most: each takes some 200 MB.
MOST_WORKERS = 3
VALUES = ("seats", "win", "score")
EFFECTS, USES = "effects", "uses"
CONDITION = "condition"


@dataclass(frozen=True)
class Rows:
    """Card rows of some deals, as arrays.

    ``cell`` is the flat place deal x bot x card of each row, ``everyone`` the seats, win credit and
    score of all seats by deal and bot, ``shape`` (deals, bots, cards).
    """

    frame: pl.DataFrame
    events: NDArray[np.int64]
    cell: NDArray[np.int64]
    win: Dense
    score: Dense
    everyone: dict[str, Dense]
    shape: tuple[int, int, int]

    def count(self, chosen: NDArray[np.bool_], weights: Dense | None = None) -> Dense:
        """Add up the chosen rows (or their weights) by deal, bot and card."""
        found = np.bincount(
            self.cell[chosen],
            None if weights is None else weights[chosen],
            int(np.prod(self.shape)),
        )
        return found.reshape(self.shape).astype(np.float64)


def card_sums(run: Run, what: str, by: By) -> pl.DataFrame:
    """Return the tally of a run's card rows, for :func:`analysis.tally.with_ratio` and others.

    Parameters
    ----------
    run : Run
        A run that kept its card rows.
    what : {"effects", "uses"}
        The seats with each card by condition, with their products with all seats; or the counts
        of the game's description.
    by : {"pooled", "policy"}
        Over all bots, or each bot's.

    Raises
    ------
    RealmvaleError
        If the rows name a card that the manifest doesn't list.
    """
    keys = [*([CONDITION] if what == EFFECTS else []), *keys_of(by), "card"]
    return run.once(("card_sums",), lambda: _all_sums(run))[what, by].sort(keys)


def _all_sums(run: Run) -> Sums:
    """Add up the sums of all blocks."""
    from joblib import Parallel, delayed

    total: Sums = {}
    workers = max(1, min(MOST_WORKERS, os.cpu_count() or 1, len(run.blocks())))
    parallel = Parallel(n_jobs=workers, backend="threading", return_as="generator")
    for sums in parallel(delayed(_block_sums)(run, block) for block in run.blocks()):
        _add(total, sums)
    return total


def _block_sums(run: Run, block: Block) -> Sums:
    """Add up the sums of one block."""
    total: Sums = {}
    for rows in _parts(run, block):
        _add(total, _sums(run, rows))
    return total


def _add(total: Sums, sums: Sums) -> None:
    """Add sums to a total. All have the same rows in the same order, so they add as they lie."""
    for key, frame in sums.items():
        if key in total:
            texts = [c for c, dtype in frame.schema.items() if dtype == pl.String]
            numbers = pl.exclude(texts)
            added = total[key].select(numbers) + frame.select(numbers)
            total[key] = total[key].select(texts).hstack(added)
        else:
            total[key] = frame


def _parts(run: Run, block: Block) -> Iterator[Rows]:
    """Cut a block into deals few enough to work on."""
    cards, policies = run.card_frame()["card"].to_list(), run.policies
    seats = block.seats().sort("deal", "game", "seat")
    met = block.table("cards")
    check_known(run, met["card"].unique())
    met = met.with_columns(pl.Series("card_code", codes_of(met["card"], cards)))
    seats = seats.with_columns(pl.Series("bot", codes_of(seats["policy"], policies)))
    number, deal = np.unique(seats["deal"].to_numpy(), return_inverse=True)
    at_a_time = max(1, CELLS // max(1, len(policies) * len(cards)))
    row_of = _Lookup(seats)
    owner = row_of(met)
    order = None if np.all(owner[1:] >= owner[:-1]) else np.argsort(owner, kind="stable")
    if order is not None:
        met, owner = met[order], owner[order]
    ends = np.searchsorted(deal, np.arange(0, number.size + at_a_time, at_a_time))
    for first, last in pairwise(ends):
        a, b = np.searchsorted(owner, [first, last])
        shape = (int(deal[last - 1] - deal[first]) + 1, len(policies), len(cards))
        mine = slice(int(first), int(last))
        yield _rows(seats[mine], deal[mine], met[int(a) : int(b)], owner[a:b] - first, shape)
    if number.size == 0:
        yield _rows(seats, deal, met, owner, (0, len(policies), len(cards)))


def codes_of(words: pl.Series, known: list[str]) -> NDArray[np.int64]:
    """Return the place of each word in a list that holds them all."""
    if isinstance(words.dtype, pl.Enum):
        place = {word: k for k, word in enumerate(known)}
        # A category that no row has may be missing in the list.
        of_category = np.array([place.get(c, -1) for c in words.dtype.categories], np.int64)
        return of_category[words.to_physical().to_numpy()]
    if words.is_empty():
        return np.zeros(0, np.int64)
    text = words.cast(pl.String)
    return text.replace_strict(known, range(len(known)), return_dtype=pl.Int64).to_numpy()


class _Lookup:
    """Finds the row of the seats table that a card row belongs to."""

    def __init__(self, seats: pl.DataFrame) -> None:
        keys = self._keys(seats)
        self._order = np.argsort(keys, kind="stable")
        self._keys_sorted = keys[self._order]

    @staticmethod
    def _keys(frame: pl.DataFrame) -> NDArray[np.int64]:
        return (frame["game"].to_numpy() << 8) + frame["seat"].cast(pl.Int64).to_numpy()

    def __call__(self, rows: pl.DataFrame) -> NDArray[np.int64]:
        """Return the place of each row's seat."""
        return self._order[np.searchsorted(self._keys_sorted, self._keys(rows))]


def _rows(
    seats: pl.DataFrame,
    deal: NDArray[np.int64],
    met: pl.DataFrame,
    owner: NDArray[np.int64],
    shape: tuple[int, int, int],
) -> Rows:
    deals, bots, cards = shape
    table = (deal - deal[0] if deal.size else deal) * bots + seats["bot"].to_numpy()
    win = seats["win"].to_numpy()
    score = seats["score"].cast(pl.Float64).to_numpy()
    everyone = {
        name: np.bincount(table, weights, deals * bots).reshape(deals, bots).astype(np.float64)
        for name, weights in (("seats", None), ("win", win), ("score", score))
    }
    cell = table[owner] * cards + met["card_code"].to_numpy()
    events = met["events"].to_numpy().astype(np.int64)
    return Rows(met, events, cell, win[owner], score[owner], everyone, shape)


def _sums(run: Run, rows: Rows) -> Sums:
    effects: dict[By, list[pl.DataFrame]] = {"pooled": [], "policy": []}
    from analysis.card_kernel import add_rows

    found = run.conditions()
    masks = np.array([mask for _, mask in found], np.int64)
    dense = np.zeros((masks.size, len(VALUES), int(np.prod(rows.shape))))
    add_rows(rows.cell, rows.events, rows.win, rows.score, masks, dense)
    for (condition, _), values in zip(found, dense, strict=True):
        for by, frame in _effects(run, rows, condition, values):
            effects[by].append(frame)
    made: Sums = {(EFFECTS, by): pl.concat(frames) for by, frames in effects.items()}
    counts = _counts(rows, run.game.counts, run.events)
    ratios = [(use.counted, use.over) for use in run.game.uses]
    for by in effects:
        columns = {name: _by(values, by) for name, values in counts.items()}
        sums = _moments(columns, ratios) | {k: v.sum(axis=0) for k, v in columns.items()}
        whole = pl.col(list(columns)).cast(pl.Int64)
        made[USES, by] = _frame(run, by, sums).with_columns(whole)
    return made


def _by(values: Dense, by: By) -> Dense:
    """Keep bots apart, or add them up within each deal."""
    return values if by == "policy" else values.sum(axis=1, keepdims=True)


def _effects(
    run: Run, rows: Rows, condition: Condition, values: Dense
) -> Iterator[tuple[By, pl.DataFrame]]:
    """Make the tally of one condition, pooled and by bot."""
    found = dict(zip(VALUES, values.reshape(len(VALUES), *rows.shape), strict=True))
    everyone = {f"all_{k}": v[:, :, None] for k, v in rows.everyone.items()}
    cross = [(a, f"all_{b}") for a in VALUES for b in VALUES if {a, b} != {"win", "score"}]
    bys: tuple[By, By] = ("pooled", "policy")
    for by in bys:
        columns = {k: _by(v, by) for k, v in (found | everyone).items()}
        sums = _moments(columns, [("win", "seats"), ("score", "seats")], cross)
        full = (columns["seats"] == columns["all_seats"]) & (columns["seats"] > 0)
        sums["full_deals"] = full.sum(axis=0).astype(np.float64)
        frame = _frame(run, by, sums)
        yield by, frame.select(pl.lit(condition.name).alias(CONDITION), pl.all())


def _moments(
    columns: dict[str, Dense], ratios: Iterable[Pair], products: Iterable[Pair] = ()
) -> dict[str, Dense]:
    """As :func:`analysis.tally.moments`, of dense tables with deals along the first axis."""
    sums: dict[str, Dense] = {}
    pairs = [*products]
    for y, n in ratios:
        sums |= {c: columns[c].sum(axis=0) for c in (y, n)}
        sums[support(n)] = (columns[n] > 0).sum(axis=0).astype(np.float64)
        pairs += [(y, y), (y, n), (n, n)]
    for a, b in pairs:
        if product(a, b) not in sums:
            sums[product(a, b)] = _inner(columns[a], columns[b])
    return sums


def _inner(a: Dense, b: Dense) -> Dense:
    """Add up products over deals, without a table of them; one side may lack the cards."""
    if a.shape == b.shape:
        return np.asarray(np.einsum("dpc,dpc->pc", a, b))
    if b.shape[2] == 1:
        return np.asarray(np.einsum("dpc,dp->pc", a, b[:, :, 0]))
    return _inner(b, a)


def _frame(run: Run, by: By, sums: dict[str, Dense]) -> pl.DataFrame:
    """Turn arrays bots x cards into rows."""
    cards = run.card_frame()["card"].to_list()
    bots = run.policies if by == "policy" else [""]
    keys = {"policy": [bot for bot in bots for _ in cards], "card": [*cards] * len(bots)}
    if by == "pooled":
        del keys["policy"]
    named = pl.DataFrame(keys, schema=dict.fromkeys(keys, pl.String))
    whole = {"seats", support("seats"), "full_deals"}
    return named.with_columns(
        pl.Series(k, v.ravel()).cast(pl.Int64 if k in whole else pl.Float64)
        for k, v in sums.items()
    )


def _counts(rows: Rows, counts: Iterable[Count], events: dict[str, int]) -> dict[str, Dense]:
    """Add up what becomes of each card, by deal, bot and card."""
    return {count.name: _counted(rows, count, events) for count in counts}


def _counted(rows: Rows, count: Count, events: dict[str, int]) -> Dense:
    """Add up one count of the game's description."""
    chosen = np.ones(rows.events.size, dtype=bool)
    for event in count.also:
        chosen &= (rows.events & events.get(event, 0)) != 0
    if count.events:
        mask = 0
        for event in count.events:
            mask |= events.get(event, 0)
        chosen &= (rows.events & mask) != 0
    if count.given:
        chosen &= rows.frame[count.given].is_not_null().to_numpy()
    if not count.column:
        return rows.count(chosen)
    column = rows.frame[count.column]
    if count.known:
        return rows.count(chosen & column.is_not_null().to_numpy())
    return rows.count(chosen, column.fill_null(0).cast(pl.Float64).to_numpy())
