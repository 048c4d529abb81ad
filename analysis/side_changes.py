"""What a run's new cards are, what they do to the old ones, and whether luck counts for more.

The part of the section on runs side by side that a designer asks of an expansion.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.luck_words import MEASURE_NAMES, luck_sentence, source_names
from analysis.present import Column, Table, count, interval, signed, table
from analysis.runs import Run

_MOST = 12  # rows of a table on the page; the whole stands in the CSV file
_NAMED = 5  # cards named in a sentence
_SURE = 0.05

_LUCK = (
    Column("of", "policy", "Of", note="what varies"),
    Column("due_to", "policy", "Due to", note="what was drawn anew, or compared"),
    Column("run"), Column("deals"), Column("share", "variance_share"), Column("sd", "luck_sd"),
)  # fmt: skip


def old_cards(cards: pl.DataFrame) -> pl.DataFrame:
    """Return the cards of both decks in the later runs, those that surely moved first.

    By q, then those with enough deals by the size of their change.
    """
    rows = cards.filter((pl.col("deck") == "both") & pl.col("change").is_not_null())
    return rows.sort(
        pl.col("q_value").fill_null(2.0), "change_too_few", pl.col("change").abs(),
        descending=[False, False, True], maintain_order=True,
    )  # fmt: skip


def new_cards(cards: pl.DataFrame) -> pl.DataFrame:
    """Return the cards that the first run's deck lacks, those that bring most wins first."""
    rows = cards.filter(pl.col("deck").is_in(["new", "new version"]))
    return rows.sort("effect", descending=True, nulls_last=True, maintain_order=True)


def _columns(suit: str) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the columns of new and of old cards."""
    who = (
        Column("name", "policy", "Card"),
        Column("suit", "policy", suit, note=f"its {suit.lower()}"), Column("run"),
    )  # fmt: skip
    seen = (Column("seats"), Column("effect", sign=True))
    became = Column("deck", "policy", "In the deck", note="new, or in place of one of its name")
    return (*who, became, *seen), (*who, *seen, Column("change", sign=True), Column("q_value"))


def change_tables(cards: pl.DataFrame, suit: str = "Suit") -> list[Table]:
    """Return the tables of new and of old cards; none where a run has none of them."""
    told = []
    of_new, of_old = _columns(suit)
    old, new = old_cards(cards), new_cards(cards)
    if new.height:
        told.append(table(new, of_new, "side_cards", "The new cards"))
    if old.height:
        words = "What the new cards do to the old ones" if new.height else "Cards that moved most"
        told.append(table(old.head(_MOST), of_old, "side_cards", words))
    return told


def change_sentences(cards: pl.DataFrame, names: Sequence[str]) -> list[str]:
    """Say for each later run which cards are new and which old ones surely moved."""
    said = []
    gone = cards.filter(pl.col("deck") == "gone")["name"].to_list()
    for name in names[1:]:
        mine = cards.filter(pl.col("run") == name)
        new, old = new_cards(mine), old_cards(mine)
        again = set(new.filter(pl.col("deck") == "new version")["name"])
        fresh = new.height - len(again)
        if new.height:
            parts = [f"{count(fresh)} new"] if fresh else []
            parts += [f"{count(len(again))} in a new version"] if again else []
            lost = [card for card in gone if card not in again]
            if lost and len(names) == 2:
                parts.append(f"without {_listed(lost)}")
            said.append(f"Cards met in {name}: {', '.join(parts)}; {count(old.height)} as before.")
        if old.height:
            said.append(_moved(old, name, names[0]))
    return said


def _moved(old: pl.DataFrame, name: str, first: str) -> str:
    """Say which cards of both decks surely changed their effect."""
    told = f"Of {count(old.height)} cards met in both, {name} against {first},"
    sure = old.filter(pl.col("q_value") <= _SURE)
    judged = old.filter(pl.col("q_value").is_not_null()).height
    if not judged:
        return f"{told} too few deals were played to say which changed their effect."
    if not sure.height:
        rest = "" if judged == old.height else f" ({count(old.height - judged)} met too rarely)"
        return f"{told} none surely changed its effect (q at most 5 %){rest}."
    words = [
        f"{row['name']} by {signed(row['change'], 'gain')}"
        f" ({interval(row, 'change', 'gain', sign=True)})"
        for row in sure.head(_NAMED).iter_rows(named=True)
    ]
    more = f" and {count(sure.height - _NAMED)} more" if sure.height > _NAMED else ""
    return (
        f"{told} {count(sure.height)} surely changed their effect (q at most 5 %), in percentage"
        f" points of win credit: {', '.join(words)}{more}."
    )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {count(more)} more" if more > 0 else "")


def side_luck(runs: Sequence[Run], names: Sequence[str]) -> pl.DataFrame | None:
    """Return what `realmvale luck` found for each run and kept in its folder; None if nothing."""
    found = [
        frame.with_columns(pl.lit(name).alias("run"))
        for name, run in zip(names, runs, strict=True)
        if (frame := run.finding("luck")) is not None
    ]
    return pl.concat(found, how="diagonal_relaxed") if found else None


def luck_table(luck: pl.DataFrame, run: Run) -> Table:
    """Return the table of luck in each run, one measure and source after the other."""
    order = list(source_names(run.game))
    rows = luck.filter(pl.col("source").is_in(order))
    rows = rows.with_columns(
        pl.col("source").replace(source_names(run.game)).alias("due_to"),
        pl.col("measure").replace(MEASURE_NAMES).alias("of"),
        # the sd of win credit in percentage points, like its differences
        pl.when(pl.col("measure") == "win").then(100 * pl.col("sd")).otherwise(pl.col("sd")),
    )
    rows = rows.sort(
        "measure", pl.col("source").cast(pl.Enum(order)), maintain_order=True
    )  # fmt: skip
    return table(rows, _LUCK, "side_luck", "How much is luck in each run")


def luck_sentences(
    luck: pl.DataFrame | None, runs: Sequence[Run], names: Sequence[str]
) -> list[str]:
    """Say how much is luck in each run, or what would tell it."""
    have = set() if luck is None else set(luck["run"])
    said = []
    for name in names:
        if luck is not None and name in have:
            words = luck_sentence(luck.filter(pl.col("run") == name), "win")
            said.append(f"{name}: {words[0].lower()}{words[1:]}" if words else "")
    lacking = [str(run.path) for name, run in zip(names, runs, strict=True) if name not in have]
    if lacking:
        said.append(
            "How much is luck isn't told by a run alone: `realmvale luck`, with the run's players,"
            f" sets and bots and `--into {lacking[0]}`, measures and keeps it"
            + (f"; the same for {', '.join(lacking[1:])}." if lacking[1:] else ".")
        )
    return [sentence for sentence in said if sentence]
