"""What a run says in the end: verdicts on cards and summoners, who is ahead, what a set changes.

Each conclusion is an estimate with its interval and a word. A word has a side: what is strong,
ahead or more points up, its opposite down, and a fair card nowhere; what is unclear has none.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.bots import bot_differences
from analysis.cards import card_table
from analysis.curse import summoner_table
from analysis.runs import Run
from analysis.side_by_side import deals_of, difference_of, measures, share_deals
from analysis.verdicts import SIDES, UNCLEAR, leading, verdict, with_verdicts

CARD, SUMMONER, BOTS, SETS = "card", "summoner", "bots", "sets"
AHEAD, BEHIND, MORE, LESS = "ahead", "behind", "more", "less"
_SIDES = {**SIDES, AHEAD: 1, BEHIND: -1, MORE: 1, LESS: -1}
SCHEMA = {
    "kind": pl.String, "subject": pl.String, "name": pl.String, "about": pl.String,
    "deals": pl.Int64, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "word": pl.String,
}  # fmt: skip


def conclusions(run: Run, base: Run | None, margin: float) -> pl.DataFrame:
    """Return what a run says.

    Parameters
    ----------
    run : Run
        A run that kept its cards.
    base : Run, optional
        The same seed and bots without the sets that are asked about.
    margin : float
        Fraction of win credit up to which a card or a summoner is fair.

    Returns
    -------
    DataFrame
        ``kind`` (card, summoner, bots or sets), ``subject`` (its id), ``name``, ``about`` (what is
        estimated), ``deals``, ``estimate`` with ``low`` and ``high``, ``word``.
    """
    parts = [_bots(run), _cards(run, margin), _summoners(run, margin)]
    if base is not None:
        parts.append(_sets(run, base))
    return pl.concat(parts)


def _frame(rows: Sequence[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA)


def _sign_word(low: float | None, high: float | None, words: tuple[str, str]) -> str:
    if low is None or high is None or low <= 0 <= high:
        return UNCLEAR
    return words[0] if low > 0 else words[1]


def _bots(run: Run) -> pl.DataFrame:
    """Return who is ahead of whom, each pair of the line-up once."""
    names = run.policies
    order = {name: place for place, name in enumerate(names)}
    rows = [
        row for row in bot_differences(run).to_dicts() if order[row["policy"]] < order[row["other"]]
    ]
    return _frame(
        [
            {
                "kind": BOTS,
                "subject": f"{row['policy']} / {row['other']}",
                "name": f"{row['policy']} against {row['other']}",
                "about": "win credit",
                "deals": row["deals"],
                "estimate": row["win_difference"],
                "low": row["win_difference_low"],
                "high": row["win_difference_high"],
                "word": _sign_word(
                    row["win_difference_low"], row["win_difference_high"], (AHEAD, BEHIND)
                ),
            }
            for row in rows
        ]
    )


def _cards(run: Run, margin: float) -> pl.DataFrame:
    """Return the verdicts of the card table, on the condition that says most about each card."""
    table = with_verdicts(run, card_table(run), "pooled", margin)
    lead = leading(run.game, table)
    if lead is None:
        return _frame([])
    effect = f"{lead.name}_effect"
    return table.select(
        pl.lit(CARD).alias("kind"),
        pl.col("card").alias("subject"),
        "name",
        pl.lit(f"win credit {lead.phrase}").alias("about"),
        pl.col(f"{lead.name}_deals").cast(pl.Int64).alias("deals"),
        pl.col(effect).alias("estimate"),
        pl.col(f"{effect}_low").alias("low"),
        pl.col(f"{effect}_high").alias("high"),
        pl.col("verdict").alias("word"),
    )


def _summoners(run: Run, margin: float) -> pl.DataFrame:
    table = summoner_table(run, margin)
    if table.is_empty():
        return _frame([])
    return table.select(
        pl.lit(SUMMONER).alias("kind"),
        pl.col("summoner").alias("subject"),
        pl.col("summoner").alias("name"),
        pl.lit("win credit with it").alias("about"),
        pl.col("deals").cast(pl.Int64),
        pl.col("effect").alias("estimate"),
        pl.col("effect_low").alias("low"),
        pl.col("effect_high").alias("high"),
        pl.col("verdict").alias("word"),
    )


def _sets(run: Run, base: Run) -> pl.DataFrame:
    """Return what the sets change: mean score and length, with them minus without."""
    wanted = [m for m in measures(base) if m.measure in ("score", run.game.length)]
    rows: list[dict[str, object]] = []
    for measure in wanted:
        sides = []
        for one, ends in ((run, ("y", "n")), (base, ("y0", "n0"))):
            columns = [
                pl.col(c).alias(e) for c, e in zip((measure.y, measure.n), ends, strict=True)
            ]
            sides.append(deals_of(one).select("deal", *columns))
        found = difference_of(sides[0], sides[1], measure.kind, share_deals(run, base))
        row = found.row(0, named=True)
        low, high = row["difference_low"], row["difference_high"]
        told = "mean score" if measure.measure == "score" else f"mean {measure.measure}"
        rows.append(
            {
                "kind": SETS,
                "subject": measure.measure,
                "name": told,
                "about": "with the sets minus without",
                "deals": deals_of(run).height,
                "estimate": row["difference"],
                "low": low,
                "high": high,
                "word": _sign_word(low, high, (MORE, LESS)),
            }
        )
    return _frame(rows)


def side_of(word: str | None) -> int | None:
    """Return which way a word points: 1, 0 or -1; None for what is unclear or was not seen."""
    return _SIDES.get(word) if word is not None else None


def leaning(kind: str, estimate: float | None, margin: float) -> int | None:
    """Return which way an estimate points by itself, its interval put aside."""
    if estimate is None:
        return None
    if kind in (CARD, SUMMONER):
        return side_of(verdict(estimate, estimate, None, margin))
    return (estimate > 0) - (estimate < 0)
