"""All sums over card rows that the card tables need, in one pass over a block.

Card rows are by far the most of a run. So they are not joined and grouped: each row belongs to a
cell, bot x card, of its deal, and one compiled loop (:mod:`analysis.card_kernel`) adds up the cells
deal by deal, and then the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.deck import By, check_known, keys_of
from analysis.game import Count
from analysis.runs import Block, Run
from analysis.tally import Pair, product, support

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Frames = dict[str, pl.DataFrame]

VALUES = ("seats", "win", "score")
EFFECTS, USES = "effects", "uses"
CONDITION = "condition"
BYS: tuple[By, By] = ("pooled", "policy")

Level = Literal["card", "suit", "set"]
LEVELS: tuple[Level, ...] = ("card", "suit", "set")


@dataclass(frozen=True)
class Layout:
    """What the compiled loop adds up: values of a cell, products of them, and what equals what.

    The values are seats, win credit and score for each condition, then the counts, then seats, win
    credit and score of everyone.
    """

    conditions: list[str]
    masks: Whole
    counts: list[str]
    columns: list[str]
    how: Whole
    ratios: list[Pair]

    @property
    def wide(self) -> int:
        """Number of values that are added up."""
        return len(VALUES) * len(self.conditions) + len(self.counts)

    @property
    def size(self) -> int:
        """Number of sums: of the values, of deals in which they aren't zero, and the rest."""
        from analysis.card_kernel import PRODUCTS

        per_condition = len(PRODUCTS) + 1
        return 2 * self.wide + per_condition * len(self.conditions) + len(self.count_products)

    @property
    def count_products(self) -> list[Pair]:
        """Products that the ratios of counts need, each once."""
        pairs = [pair for y, n in self.ratios for pair in ((y, y), (y, n), (n, n))]
        return list({product(*pair): pair for pair in pairs}.values())

    @property
    def multiplied(self) -> Whole:
        """Places of the products' factors among the counts."""
        pairs = [[self.counts.index(a), self.counts.index(b)] for a, b in self.count_products]
        return np.array(pairs, np.int64).reshape(-1, 2)

    def count(self, name: str) -> int:
        """Return the place of a count among the values."""
        return len(VALUES) * len(self.conditions) + self.counts.index(name)


def card_sums(run: Run, what: str, by: By, level: Level = "card") -> pl.DataFrame:
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
    level : {"card", "suit", "set"}
        For each card, or for all cards of a suit or set: their name then stands under ``card``, and
        a seat counts once for each card of the group that it has.

    Raises
    ------
    RealmvaleError
        If the rows name a card that the manifest doesn't list.
    """
    keys = {f"{kind}-{at}-{way}": _keys(kind, way)
            for kind in (EFFECTS, USES) for at in LEVELS for way in BYS}  # fmt: skip
    found = run.once(
        ("card_sums",), lambda: run.tallies("cards", lambda blocks: _sums(run, blocks), keys)
    )
    return found[f"{what}-{level}-{by}"]


def _keys(what: str, by: By) -> list[str]:
    return [*([CONDITION] if what == EFFECTS else []), *keys_of(by), "card"]


def groups(run: Run, level: Level) -> list[str]:
    """Return the cards, suits or sets of the deck, in its order."""
    column = run.card_frame()[level].fill_null("-")
    return list(dict.fromkeys(column.to_list()))


@dataclass(frozen=True)
class Rows:
    """The card rows of a block, sorted by deal, as the compiled loop takes them."""

    ends: Whole
    owner: Whole
    bot: Whole
    card: Whole
    events: Whole
    win: Floats
    score: Floats
    columns: NDArray[np.int32]
    everyone: Floats


def _sums(run: Run, blocks: Sequence[Block]) -> Frames:
    """Add up the sums of some blocks."""
    layout, cards = layout_of(run), run.card_frame()
    names = {level: groups(run, level) for level in LEVELS}
    ends = np.cumsum([0, *(len(found) for found in names.values())])
    first = dict(zip(LEVELS, ends, strict=False))
    of_card = np.array(
        [first[at] + codes_of(cards[at].fill_null("-"), names[at]) for at in LEVELS[1:]], np.int64
    )
    places, bots = int(ends[-1]), len(run.policies)
    sums = {"policy": np.zeros((bots * places, layout.size)),
            "pooled": np.zeros((places, layout.size))}  # fmt: skip
    for block in blocks:
        _add(layout, _rows(run, block, layout), of_card, sums["policy"], sums["pooled"])
    if bots == 1:
        sums["pooled"] = sums["policy"]
    made: Frames = {}
    for by in BYS:
        whole = sums[by].reshape(1 if by == "pooled" else bots, places, layout.size)
        for level, found in names.items():
            mine = whole[:, first[level] : first[level] + len(found)]
            mine = mine.reshape(len(whole) * len(found), layout.size)
            made |= _frames(layout, level, by, _cells(run, found, by), mine)
    return made


def _rows(run: Run, block: Block, layout: Layout) -> Rows:
    """Read a block."""
    seats = _in_order(block.seats())
    met = block.table("cards")
    known = run.card_frame()["card"].to_list()
    if not _all_known(met["card"], known):
        check_known(run, met["card"].unique())
    owner, met = _owned(seats, met)
    number, deal = np.unique(seats["deal"].to_numpy(), return_inverse=True)
    bot = codes_of(seats["policy"], run.policies)
    # copies: the kernel takes arrays that may be written to
    win, score = (np.array(seats[name].cast(pl.Float64)) for name in ("win", "score"))
    bots = len(run.policies)
    place, shape = deal * bots + bot, (number.size, bots)
    totals = [np.bincount(place, w, number.size * bots) for w in (None, win, score)]
    everyone = np.stack([total.reshape(shape).astype(np.float64) for total in totals], axis=2)
    return Rows(
        np.searchsorted(deal[owner], np.arange(number.size + 1)),
        owner,
        bot[owner],
        codes_of(met["card"], known),
        np.array(met["events"].cast(pl.Int64)),
        win,
        score,
        _columns(met, layout.columns),
        np.ascontiguousarray(everyone),
    )


def _add(layout: Layout, rows: Rows, of_card: Whole, by_policy: Floats, pooled: Floats) -> None:
    """Add the rows of a block to the sums of cards and their groups."""
    from analysis.card_kernel import add_deals

    wide, places = layout.wide, len(pooled)
    add_deals(
        rows.ends, rows.owner, rows.bot, rows.card, rows.events, rows.win, rows.score,
        rows.columns, rows.everyone, of_card, layout.masks, layout.how,
        layout.multiplied,
        np.zeros(len(by_policy), np.bool_), np.zeros(len(by_policy), np.int64),
        np.zeros((len(by_policy) + places, wide + len(VALUES))), by_policy, pooled,
    )  # fmt: skip


def _owned(seats: pl.DataFrame, met: pl.DataFrame) -> tuple[Whole, pl.DataFrame]:
    """Return the place of each card row's seat, and the rows in the order of their seats."""
    keys, mine = _seat_keys(seats), _seat_keys(met)
    order = np.argsort(keys, kind="stable")
    # Rows of a seat are neighbours: each such group is looked up once.
    first = np.flatnonzero(np.diff(mine, prepend=-1))
    places = order[np.searchsorted(keys[order], mine[first])]
    owner = np.repeat(places, np.diff(first, append=mine.size))
    if np.any(owner[1:] < owner[:-1]):
        place = np.argsort(owner, kind="stable")
        return owner[place], met[place]
    return owner, met


def _in_order(seats: pl.DataFrame) -> pl.DataFrame:
    """Sort seats by deal, game and seat; as a rule they are."""
    if np.all(np.diff(_seat_keys(seats)) > 0) and np.all(np.diff(seats["deal"].to_numpy()) >= 0):
        return seats
    return seats.sort("deal", "game", "seat")


def _all_known(cards: pl.Series, known: list[str]) -> bool:
    """Tell from the categories of a column alone that all its cards are known."""
    return isinstance(cards.dtype, pl.Enum) and set(cards.dtype.categories) <= set(known)


def _seat_keys(frame: pl.DataFrame) -> Whole:
    game: Whole = frame["game"].to_numpy()
    return (game << 8) + frame["seat"].cast(pl.Int64).to_numpy()


def codes_of(words: pl.Series, known: list[str]) -> Whole:
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


def layout_of(run: Run) -> Layout:
    """Return what is added up of a run's card rows."""
    found, counts = run.conditions(), run.game.counts
    columns = dict.fromkeys(c for count in counts for c in (count.column, count.given) if c)
    how = [_how(count, list(columns), run.events) for count in counts]
    return Layout(
        [condition.name for condition, _ in found],
        np.array([mask for _, mask in found], np.int64),
        [count.name for count in counts],
        list(columns),
        np.array(how, np.int64).reshape(len(counts), -1),
        [(use.counted, use.over) for use in run.game.uses],
    )


#: No row has this bit: it stands for an event that the run doesn't know.
_NEVER = 1 << 62


def _how(count: Count, columns: list[str], events: dict[str, int]) -> list[int]:
    """Return a count as :func:`analysis.card_kernel.counted` takes it."""
    wanted = also = 0
    for event in count.events:
        wanted |= events.get(event, _NEVER)
    for event in count.also:
        also |= events.get(event, _NEVER)
    given = columns.index(count.given) if count.given else -1
    column = columns.index(count.column) if count.column else -1
    return [wanted, also, given, column, int(count.known)]


def _columns(met: pl.DataFrame, names: list[str]) -> NDArray[np.int32]:
    """Return columns of numbers as rows of an array."""
    from analysis.card_kernel import EMPTY

    columns = np.empty((len(names), met.height), np.int32)
    for k, name in enumerate(names):
        columns[k] = met[name].cast(pl.Int32).fill_null(EMPTY).to_numpy()
    return columns


def _frames(layout: Layout, level: Level, by: By, keys: pl.DataFrame, sums: Floats) -> Frames:
    """Turn the sums of cells into the tallies of effects and of uses."""
    from analysis.card_kernel import PRODUCTS

    supports, wide = layout.wide, layout.wide
    at, each = 2 * wide, len(PRODUCTS)
    names = [product(a, b) for a, b in PRODUCTS]
    last = at + each * len(layout.conditions) + len(layout.count_products)
    effects = []
    for k, condition in enumerate(layout.conditions):
        columns = {name: sums[:, len(VALUES) * k + j] for j, name in enumerate(VALUES)}
        columns[support("seats")] = sums[:, supports + len(VALUES) * k]
        columns |= {name: sums[:, at + each * k + j] for j, name in enumerate(names)}
        columns["full_deals"] = sums[:, last + k]
        effects.append(_frame(keys, columns, ["seats", support("seats"), "full_deals"], condition))
    place = {name: layout.count(name) for name in layout.counts}
    columns = {name: sums[:, k] for name, k in place.items()}
    columns |= {support(n): sums[:, supports + place[n]] for _, n in layout.ratios}
    first = at + each * len(layout.conditions)
    pairs = enumerate(layout.count_products)
    columns |= {product(a, b): sums[:, first + j] for j, (a, b) in pairs}
    return {
        f"{EFFECTS}-{level}-{by}": pl.concat(effects),
        f"{USES}-{level}-{by}": _frame(keys, columns, layout.counts),
    }


def _cells(run: Run, cards: list[str], by: By) -> pl.DataFrame:
    """Return the key columns of the cells, in their order."""
    bots = run.policies if by == "policy" else [""]
    keys = {"policy": [bot for bot in bots for _ in cards], "card": [*cards] * len(bots)}
    if by == "pooled":
        del keys["policy"]
    return pl.DataFrame(keys, schema=dict.fromkeys(keys, pl.String))


def _frame(
    keys: pl.DataFrame, columns: dict[str, Floats], whole: Sequence[str], condition: str = ""
) -> pl.DataFrame:
    """Turn arrays into rows; the columns `whole` hold counts."""
    frame = keys.with_columns(
        pl.Series(name, values).cast(pl.Int64 if name in whole else pl.Float64)
        for name, values in columns.items()
    )
    if not condition:
        return frame
    return frame.select(pl.lit(condition).alias(CONDITION), pl.all())
