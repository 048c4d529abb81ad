"""All sums over card rows that the card tables need, in one pass over a block.

Card rows are by far the most of a run. So they are not joined and grouped: each row belongs to a
cell, bot x card, of its deal, and one compiled loop (:mod:`analysis.card_kernel`) adds up the cells
deal by deal, and then the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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

_ALL = tuple(f"all_{name}" for name in VALUES)
_OWN = [("win", "win"), ("win", "seats"), ("seats", "seats"), ("score", "score"),
        ("score", "seats")]  # fmt: skip
_CROSS = [(a, f"all_{b}") for a in VALUES for b in VALUES if {a, b} != {"win", "score"}]


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
    def products(self) -> list[tuple[int, int]]:
        """Places of the values to be multiplied: each condition's, then the counts'."""
        found = []
        for k in range(len(self.conditions)):
            names = {name: len(VALUES) * k + j for j, name in enumerate(VALUES)}
            names |= {name: self.wide + j for j, name in enumerate(_ALL)}
            found += [(names[a], names[b]) for a, b in (*_OWN, *_CROSS)]
        return found + [(self.count(a), self.count(b)) for a, b in self.count_products]

    @property
    def full(self) -> list[tuple[int, int]]:
        """Places of seats with, and of all seats."""
        return [(len(VALUES) * k, self.wide) for k in range(len(self.conditions))]

    @property
    def count_products(self) -> list[Pair]:
        """Products that the ratios of counts need, each once."""
        pairs = [pair for y, n in self.ratios for pair in ((y, y), (y, n), (n, n))]
        return list({product(*pair): pair for pair in pairs}.values())

    def count(self, name: str) -> int:
        """Return the place of a count among the values."""
        return len(VALUES) * len(self.conditions) + self.counts.index(name)


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
    keys = {f"{kind}-{way}": _keys(kind, way) for kind in (EFFECTS, USES) for way in BYS}
    found = run.once(
        ("card_sums",), lambda: run.tallies("cards", lambda block: _block_sums(run, block), keys)
    )
    return found[f"{what}-{by}"]


def _keys(what: str, by: By) -> list[str]:
    return [*([CONDITION] if what == EFFECTS else []), *keys_of(by), "card"]


def _block_sums(run: Run, block: Block) -> Frames:
    """Add up the sums of one block."""
    from analysis.card_kernel import add_deals

    layout = layout_of(run)
    cards, bots = run.card_frame()["card"].to_list(), run.policies
    seats = block.seats().sort("deal", "game", "seat")
    met = block.table("cards")
    check_known(run, met["card"].unique())
    owner, met = _owned(seats, met)
    number, deal = np.unique(seats["deal"].to_numpy(), return_inverse=True)
    bot = codes_of(seats["policy"], bots)
    win, score = seats["win"].to_numpy(), seats["score"].cast(pl.Float64).to_numpy()
    everyone = np.zeros((number.size, len(bots), len(VALUES)))
    for k, weights in enumerate((np.ones(win.size), win, score)):
        np.add.at(everyone[:, :, k], (deal, bot), weights)
    cells, wide = len(bots) * len(cards), layout.wide
    products = np.array(layout.products, np.int64).reshape(-1, 2)
    full = np.array(layout.full, np.int64).reshape(-1, 2)
    size = 2 * wide + len(products) + len(full)
    by_policy, pooled = np.zeros((cells, size)), np.zeros((len(cards), size))
    add_deals(
        np.searchsorted(deal[owner], np.arange(number.size + 1)),
        owner,
        bot[owner] * len(cards) + codes_of(met["card"], cards),
        met["events"].cast(pl.Int64).to_numpy(),
        np.ascontiguousarray(win),
        np.ascontiguousarray(score),
        _columns(met, layout.columns),
        everyone,
        layout.masks,
        layout.how,
        products,
        full,
        len(cards),
        np.zeros(cells, np.bool_),
        np.zeros(cells, np.int64),
        np.zeros((cells + len(cards), wide + len(VALUES))),
        by_policy,
        pooled,
    )
    made: Frames = {}
    for by, sums in (("pooled", pooled), ("policy", by_policy)):
        made |= _frames(run, layout, by, sums)
    return made


def _owned(seats: pl.DataFrame, met: pl.DataFrame) -> tuple[Whole, pl.DataFrame]:
    """Return the place of each card row's seat, and the rows in the order of their seats."""
    keys, mine = _seat_keys(seats), _seat_keys(met)
    order = np.argsort(keys, kind="stable")
    owner = order[np.searchsorted(keys[order], mine)]
    if np.any(owner[1:] < owner[:-1]):
        place = np.argsort(owner, kind="stable")
        return owner[place], met[place]
    return owner, met


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


def _columns(met: pl.DataFrame, names: list[str]) -> Whole:
    """Return columns of numbers as rows of an array."""
    from analysis.card_kernel import EMPTY

    columns = [met[name].cast(pl.Int64).fill_null(EMPTY).to_numpy() for name in names]
    return np.array(columns, np.int64).reshape(len(names), met.height)


def _frames(run: Run, layout: Layout, by: By, sums: Floats) -> Frames:
    """Turn the sums of cells into the tallies of effects and of uses."""
    supports, wide = layout.wide, layout.wide
    at, each = 2 * wide, len(_OWN) + len(_CROSS)
    names = [product(a, b) for a, b in (*_OWN, *_CROSS)]
    last = at + len(layout.products)
    keys = _cells(run, by)
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
        f"{EFFECTS}-{by}": pl.concat(effects),
        f"{USES}-{by}": _frame(keys, columns, layout.counts),
    }


def _cells(run: Run, by: By) -> pl.DataFrame:
    """Return the key columns of the cells, in their order."""
    cards = run.card_frame()["card"].to_list()
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
