"""What a change does, as sections of a page."""

from __future__ import annotations

import polars as pl
from matplotlib.figure import Figure

from analysis.experiment_page import ExperimentPage
from analysis.figures import BLUE, INK, MUTED, VERMILLION, figure, styled
from analysis.page import Picture, Section
from analysis.plots import row_axis, whiskers
from analysis.present import Column, count, percentage_points, table
from analysis.whatif import WhatIf
from analysis.whatif_tables import HIGHER, LOWER, SAME
from analysis.whatif_words import (
    SHARES,
    WORDS,
    change_sentences,
    headline,
    phrase,
    settled,
)

DRAWN = 20
_JUDGED = (
    "the whole 95 % interval of the change against the margin: higher or lower beyond it, same "
    "inside it, else unclear"
)
_GAIN = (("before", "Before", True), ("after", "After", True), ("change", "Change", True))
_COLOURS = {HIGHER: BLUE, LOWER: VERMILLION, SAME: MUTED}
_CAVEAT = (
    "It tells what these bots make of the change, who don't know that anything changed but what "
    "they read on the cards; people may adapt further, and differently."
)


def page(found: WhatIf, command: str) -> ExperimentPage:
    """Return the page of a what-if experiment."""
    bots = ", ".join(found.layout.policies)
    played = (
        f"{found.layout.game.name} · {found.layout.players} players · {bots} · "
        f"{count(found.games)} games on {count(found.deals)} deals with each deck"
    )
    method = [
        "The same bots play the same deals with both decks, in the same seats and with the same "
        "random streams. A deal sorts its deck by a random key of each card, so that a changed, "
        "added or missing card leaves the order of all others as it is: whatever differs comes "
        "from the change.",
        "A change is the difference between the two decks' estimates; its 95 % interval takes the "
        "deal as the unit and is computed from the joint residuals of both decks. Where fewer than "
        "ten deals moved it is widened by the share of deals that may move all the same.",
    ]
    return ExperimentPage(
        "What if?", played, headline(found), sections(found), method, command, found.tables()
    )


def sections(found: WhatIf) -> list[Section]:
    """Return the sections: which cards moved, and scores, seats and length."""
    return [cards_section(found), games_section(found)]


def cards_section(found: WhatIf) -> Section:
    """Answer which cards moved, and which stayed the same."""
    whole = found.cards.filter(pl.col("policy").is_null())
    by_bot = found.cards.filter(pl.col("policy").is_not_null())
    when = phrase(found, whole["condition"][0])
    columns = [
        Column("name", "policy", "Card", note="printed name"),
        Column("judgement", "verdict", "Change is", note=_JUDGED),
        *_columns("effect", "effect", "Win credit, with minus without"),
        Column("q_value"),
        *_columns("points", "points", "Points brought"),
        Column("verdict_before", "verdict", "Verdict before"),
        Column("verdict_after", "verdict", "Verdict after"),
        Column("seats_before", "seats", "Seats before"),
        Column("seats_after", "seats", "Seats after"),
    ]
    shown = drawn(whole)
    picture = Picture("whatif", movers(shown, when), _alt(shown)) if shown.height else None
    more = []
    if by_bot.height:
        bots = [Column("policy"), *columns]
        more.append(("Each bot", [table(by_bot, bots, "cards")]))
    more.append((
        "Every condition",
        [table(_whole(found.effects), _effect_columns(), "effects", _JUDGED.capitalize())],
    ))  # fmt: skip
    return Section(
        "movers",
        "Which cards moved, and which stayed the same?",
        [*change_sentences(found), f"Win credit is that of seats {when}."],
        _CAVEAT,
        picture,
        [table(whole, columns, "cards")],
        more,
    )


def _whole(effects: pl.DataFrame) -> pl.DataFrame:
    seen = (pl.col("seats_before") > 0) | (pl.col("seats_after") > 0)
    return effects.filter(pl.col("policy").is_null() & seen)


def _columns(name: str, metric: str, group: str) -> list[Column]:
    return [
        Column(f"{name}_{side}", metric, header, group, sign=sign) for side, header, sign in _GAIN
    ]


def _effect_columns() -> list[Column]:
    return [
        Column("name", "policy", "Card", note="printed name"),
        Column("condition", "policy", "When", note="what happened between seat and card"),
        Column("judgement", "verdict", "Change is", note=_JUDGED),
        *_columns("effect", "effect", "Win credit, with minus without"),
        Column("score_change", "score", "Mean score with, change", sign=True),
        Column("rate_change", "effect", "Share of seats, change", sign=True),
    ]


def games_section(found: WhatIf) -> Section:
    """Answer what becomes of scores, seats and length."""
    ends = found.layout.game.end_names()
    words = WORDS | {found.layout.game.length: found.layout.game.length_words}
    named = settled(found.overview).with_columns(
        pl.col("quantity").replace(words).alias("what"), pl.col("group").replace(ends).alias("of")
    )
    is_share = pl.col("quantity").is_in(SHARES)
    first = [
        Column("what", "policy", "What", note="what is compared"),
        Column("of", "policy", "Of", note="seats or games"),
        Column("judgement", "verdict", "Change is", note=_JUDGED),
        Column("n", "seats", "n", note="seats or games, with each deck"),
    ]
    return Section(
        "games",
        "What becomes of scores, seats and the length of games?",
        [
            f"Scores and lengths count as the same up to {100 * found.margin:g} % of what they"
            f" were, shares up to {percentage_points(found.margin)}."
        ],
        _CAVEAT,
        None,
        [
            table(
                named.filter(~is_share),
                [*first, *_levels("score", "score", "Points, or length")],
                "overview",
            ),
            table(
                named.filter(is_share), [*first, *_levels("win", "effect", "Shares")],
                "overview",
            ),
        ],
    )  # fmt: skip


def _levels(metric: str, change: str, group: str) -> list[Column]:
    """Return the columns of something with each deck, and of its change."""
    notes = ("with the deck as it is", "with the changed deck", "after minus before")
    kinds = (("before", metric), ("after", metric), ("change", change))
    return [
        Column(f"value_{side}", kind, side.capitalize(), group, sign=side == "change", note=note)
        for (side, kind), note in zip(kinds, notes, strict=True)
    ]


def drawn(whole: pl.DataFrame) -> pl.DataFrame:
    """Return the cards of the picture: the changed ones, then the biggest movers."""
    seen = whole.filter(pl.col("effect_change").is_not_null())
    return pl.concat([seen.filter("changed"), seen.filter(~pl.col("changed"))]).head(DRAWN)


def _alt(shown: pl.DataFrame) -> str:
    first = ", ".join(
        f"{row['name']} {100 * row['effect_change']:+.1f}"
        for row in shown.head(5).iter_rows(named=True)
    )
    return f"Changes of win credit in percentage points with 95 % intervals, first {first}."


@styled
def movers(shown: pl.DataFrame, when: str) -> Figure:
    """Draw the change of win credit of each card (a row each) with its interval."""
    fig, ax = figure(8.4, 1.0 + 0.24 * shown.height)
    names = [row["name"] + (" (changed)" if row["changed"] else "")
             for row in shown.iter_rows(named=True)]  # fmt: skip
    y = row_axis(ax, names)
    ax.axvline(0, color=INK, lw=0.9)
    colours = [_COLOURS.get(word, INK) for word in shown["judgement"]]
    whiskers(ax, shown, "effect_change", y, 100, colours, 5)
    ax.set_xlabel(
        f"change of win credit {when}, with minus without, percentage points\n"
        "(blue: higher, orange: lower, grey: the same, black: unclear)"
    )
    return fig
