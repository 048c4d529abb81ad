"""What a change does, in sentences, on the terminal and as plain data."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from analysis.conditions import CAUSAL
from analysis.deck_changes import ADDED, REMOVED
from analysis.present import DASH, SETTLED, count, interval, number, percentage_points, signed
from analysis.significance import SURE
from analysis.whatif import WhatIf
from analysis.whatif_overview import EVERYONE, MARGIN, MOVED, SHARED
from analysis.whatif_tables import HIGHER, LOWER, SAME, UNCLEAR

SHOWN = 12
#: Columns of the terminal's card table: heading, name, unit.
_SIDES = (("Before", "before"), ("After", "after"), ("Change", "change"))


def whatif_json(found: WhatIf) -> dict[str, Any]:
    """Return all tables as plain lists of rows; what cannot be said is None."""
    plain: dict[str, Any] = {"deals": found.deals, "games": found.games, "margin": found.margin}
    return plain | {name: table.to_dicts() for name, table in found.tables().items()}


def change_sentences(found: WhatIf) -> list[str]:
    """Say in what the decks differ, a sentence a cell."""
    if found.same_decks:
        return ["Both decks are the same: nothing can differ."]
    said = []
    suits = {card.suit for card in found.before.cards}
    for row in found.changes.iter_rows(named=True):
        if row["column"] == ADDED:
            said.append(f"{row['name']} is added ({row['after']}).")
        elif row["column"] == REMOVED:
            said.append(f"{row['name']} is taken out ({row['before']}).")
        else:
            new = row["column"] == "suit" and row["after"] not in suits
            note = ", which no card had before" if new else ""
            was, now = row["before"] or "nothing", row["after"] or "nothing"
            said.append(f"{row['name']}, {row['column']}: {was} becomes {now}{note}.")
    return said


def headline(found: WhatIf) -> list[str]:
    """Say the answer: what the change does to the cards changed, to others, and to the game."""
    said = change_sentences(found)
    if not found.games:
        return [*said, "No games were played."]
    whole = found.cards.filter(pl.col("policy").is_null())
    condition = next(c for c, _ in found.layout.conditions if c.name == whole["condition"][0])
    said += [_of_card(found, row) for row in whole.filter("changed").iter_rows(named=True)]
    if not found.same_decks:
        said.append(_others(whole.filter(~pl.col("changed"))))
    said.append(_stayed(found, whole))
    said.append(_games(found))
    if condition.reading != CAUSAL:
        said.append(
            f"Who has a card here chose to: win credit {condition.phrase} is no causal effect of"
            " the card, though what changed comes from the changed deck."
        )
    return said


def phrase(found: WhatIf, condition: str) -> str:
    """Return a condition as it stands inside a sentence."""
    return next(c.phrase for c, _ in found.layout.conditions if c.name == condition)


def _of_card(found: WhatIf, row: dict[str, Any]) -> str:
    """Say what became of a card that was changed."""
    when = phrase(found, row["condition"])
    if row["effect_change"] is None:
        side = "before" if row["effect_before"] is not None else "after"
        if row[f"effect_{side}"] is None:
            return f"{row['name']}: no seat had it {when}, so nothing can be said of it."
        told = _with_interval(row, f"effect_{side}", "gain")
        return f"{row['name']} {when} is worth {told} points of win credit ({side} the change)."
    moved = "" if row["verdict_before"] == row["verdict_after"] else (
        f" Verdict: {row['verdict_before']} becomes {row['verdict_after']}."
    )  # fmt: skip
    points = ""
    if row["points_change"] is not None:
        points = f" It brings {_with_interval(row, 'points_change', 'score')} points each time."
    return (
        f"{row['name']} {when} goes from {signed(row['effect_before'], 'gain')} to"
        f" {signed(row['effect_after'], 'gain')} percentage points of win credit, a change of"
        f" {_with_interval(row, 'effect_change', 'gain')}.{moved}{points}"
    )


def _others(others: pl.DataFrame) -> str:
    sure = others.filter(pl.col("q_value") <= SURE)
    if sure.is_empty():
        return f"No other card surely moved (q at most {100 * SURE:.0f} %)."
    listed = ", ".join(
        f"{row['name']} {_with_interval(row, 'effect_change', 'gain')}"
        for row in sure.head(5).iter_rows(named=True)
    )
    more = f" and {count(sure.height - 5)} more" if sure.height > 5 else ""
    return f"Other cards that surely moved (q at most {100 * SURE:.0f} %): {listed}{more}."


def _stayed(found: WhatIf, whole: pl.DataFrame) -> str:
    words = whole["judgement"]
    margin = percentage_points(found.margin)
    if found.same_decks:
        return f"All {count(whole.height)} cards stayed as they were."
    unclear = int((words == UNCLEAR).sum())
    more = f"; of {count(unclear)} it isn't clear yet (state more --games)" if unclear else ""
    return (
        f"{count(int((words == SAME).sum()))} of {count(whole.height)} cards stayed the same within"
        f" \N{PLUS-MINUS SIGN}{margin} of win credit{more}."
    )


def _games(found: WhatIf) -> str:
    rows = {(r["quantity"], r["group"]): r for r in found.overview.iter_rows(named=True)}
    score, length = rows["score", EVERYONE], rows[found.layout.game.length, EVERYONE]
    moved = number(rows[MOVED, EVERYONE]["value_after"], "share")
    return (
        f"{moved} % of {count(found.games)} games came out differently. Mean score:"
        f" {number(score['value_before'])} to {number(score['value_after'])}"
        f" ({_with_interval(score, 'value_change', 'score')}); length:"
        f" {number(length['value_before'])} to {number(length['value_after'])}"
        f" {found.layout.game.length_words} ({_with_interval(length, 'value_change', 'score')})."
    )


def _with_interval(row: dict[str, Any], name: str, unit: Any) -> str:
    """Write a difference with its interval, as in ``+1.2 (+0.9 to +1.5)``."""
    if row[name] is None:
        return DASH
    within = interval(row, name, unit, sign=True)
    few = "; too few" if row.get(f"{name}_too_few") else ""
    return f"{signed(row[name], unit)} ({within}{few})" if within else signed(row[name], unit)


def print_whatif(console: Console, found: WhatIf) -> None:
    """Print the answer, the biggest movers, and scores, seats and length."""
    for sentence in headline(found):
        console.print(sentence)
    for cards in found.cards.partition_by("policy", maintain_order=True):
        console.print(_card_table(found, cards))
    console.print(_overview_table(found))
    console.print(
        "Judgement: higher or lower when the whole 95 % interval of the change lies beyond the"
        f" margin ({percentage_points(found.margin)}, or per cent of scores and lengths),"
        " same when it lies inside, else unclear."
    )


def _card_table(found: WhatIf, cards: pl.DataFrame) -> Table:
    shown = pl.concat([cards.filter("changed"), cards.filter(~pl.col("changed"))]).head(SHOWN)
    bot = cards["policy"][0] or "all bots"
    when = phrase(found, cards["condition"][0])
    title = f"{bot}: win credit {when}, with minus without, percentage points; biggest movers first"
    table = Table(title=title, title_justify="left")
    for heading in ("Card", "Judgement", *(heading for heading, _ in _SIDES), "q", "Points"):
        table.add_column(heading, justify="left" if heading in ("Card", "Judgement") else "right")
    for row in shown.iter_rows(named=True):
        table.add_row(
            row["name"] + (" *" if row["changed"] else ""),
            row["judgement"],
            signed(row["effect_before"], "gain"),
            signed(row["effect_after"], "gain"),
            _with_interval(row, "effect_change", "gain"),
            number(row["q_value"], "probability"),
            signed(row["points_change"], "score"),
        )
    left = cards.height - shown.height
    if left > 0:
        words = cards["judgement"]
        told = ", ".join(f"{(words == w).sum()} {w}" for w in (HIGHER, LOWER, SAME, UNCLEAR))
        table.caption = f"{count(left)} cards more; of all: {told}. * changed"
    return table


#: Quantity: its words; the game's length stands in the game's description.
WORDS = {
    "score": "mean score",
    "win": "win credit, %",
    MARGIN: "lead of the winner, points",
    SHARED: "games with a shared win, %",
    "end": "games that ended so, %",
    MOVED: "games that came out differently, %",
}
SHARES = ("win", SHARED, "end", MOVED)


def settled(overview: pl.DataFrame) -> pl.DataFrame:
    """Take the mark of too few from shares that are known, of both decks, to the printed digit."""
    sides = ("value_before", "value_after")
    narrow = [pl.col(f"{side}_high") - pl.col(f"{side}_low") < SETTLED for side in sides]
    known = pl.all_horizontal(pl.col("quantity").is_in(SHARES), *narrow).fill_null(False)
    return overview.with_columns(pl.col("^value_.*_too_few$") & ~known)


def _overview_table(found: WhatIf) -> Table:
    table = Table(title="Scores, seats, length", title_justify="left")
    for heading in ("What", "Of", "Judgement", *(heading for heading, _ in _SIDES)):
        table.add_column(heading, justify="right" if heading in dict(_SIDES) else "left")
    ends = found.layout.game.end_names()
    for row in settled(found.overview).iter_rows(named=True):
        unit: Any = "gain" if row["quantity"] in SHARES else "score"
        table.add_row(
            WORDS.get(row["quantity"], found.layout.game.length_words),
            ends.get(row["group"], row["group"]),
            row["judgement"],
            number(row["value_before"], unit),
            number(row["value_after"], unit),
            _with_interval(row, "value_change", unit),
        )
    return table
