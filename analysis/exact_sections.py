"""The sections of the page about all hands: a question, a picture, a table."""

from __future__ import annotations

import polars as pl

from analysis import exact_plots as plots
from analysis.exact import Exact
from analysis.exact_tables import Tables
from analysis.page import Picture, Section
from analysis.present import Column, count, number, signed, table

MOST_PAIRS = 20
MOST_USES = 8
MOST_LISTED = 60

_CARD = Column("name", "policy", "Card", note="printed name")
_SUIT = Column("suit", "policy", "Suit", note="printed suit")
_SPREAD = (
    Column("score", "score", "Mean", note="mean best score of these hands"),
    Column("score_sd", "score", "SD", note="standard deviation of the best score"),
    Column("minimum", "score_quantile", "Lowest", note="lowest best score"),
    *(
        Column(
            name,
            "score_quantile",
            header,
            note="lowest score that at least this share of hands does not exceed",
        )
        for name, header in (
            ("q05", "5 %"), ("q25", "25 %"), ("median", "Median"), ("q75", "75 %"), ("q95", "95 %"),
        )
    ),
    Column("maximum", "score_quantile", "Highest", note="highest best score"),
)  # fmt: skip


def sections(exact: Exact, tables: Tables) -> list[Section]:
    """Return the sections of the page, but for those about single hands."""
    makers = (scores_section, cards_section, pairs_section)
    found = [make(exact, tables) for make in makers]
    if exact.uses is not None:
        found.append(blanked_section(tables))
        if tables["choices"].height:
            found.append(choices_section(tables))
    return found


def scores_section(exact: Exact, tables: Tables) -> Section:
    """Answer what a random hand scores."""
    row = tables["scores"].row(0, named=True)
    hands = Column("hands", "seats", "Hands", note="all hands of seven of the deck")
    shown = tables["score_counts"]
    columns = [
        Column("score", "score_quantile", "Score", note="best score"),
        Column("hands", "seats", "Hands", note="hands whose best score it is"),
        Column("share", "win", "Share", note="of all hands"),
        Column("at_most", "win", "At most", note="share of hands that score this or less"),
    ]
    return Section(
        "scores",
        "What does a random hand score?",
        [
            f"Each of the {count(row['hands'])} hands of seven, with its best choices: "
            f"{number(row['score'])} points on average, with a standard deviation of "
            f"{number(row['score_sd'])}; from {number(row['minimum'], 'whole')} to "
            f"{number(row['maximum'], 'whole')}."
        ],
        "Players choose what they hold: hands at a game's end score far more than random ones.",
        Picture(
            "scores",
            plots.score_histogram(shown, row),
            f"Histogram of the best scores of all hands. Median {row['median']}, "
            f"middle 90 % from {row['q05']} to {row['q95']}.",
        ),
        [table(tables["scores"], [hands, *_SPREAD], "scores")],
        [("How many hands reach each score", [table(shown, columns, "score_counts")])],
    )


def cards_section(exact: Exact, tables: Tables) -> Section:
    """Answer which cards lift a random hand."""
    cards = tables["cards"].sort("lift", descending=True, nulls_last=True, maintain_order=True)
    columns = [
        _CARD,
        _SUIT,
        Column("lift", "score", "Lift", sign=True, note="mean of the hands that hold the card "
               "minus mean of the hands that don't"),
        *_SPREAD,
        Column("without", "score", "Mean without", note="mean of the hands that don't hold it"),
    ]  # fmt: skip
    mean = tables["scores"]["score"][0]
    top = cards["name"].to_list()
    return Section(
        "cards",
        "Which cards lift a random hand?",
        [
            f"Each card is in {count(cards['hands'][0])} hands. Its lift is the mean of the hands "
            "that hold it minus the mean of the hands that don't; the other six cards are random."
        ],
        "Lift is what a card is worth in a hand nobody chose. A card that needs others is worth "
        "more to a player who collects them: the report of played games tells that.",
        Picture(
            "cards",
            plots.card_spreads(cards, mean),
            "Mean, middle half and middle 90 % of the scores of hands with each card. "
            f"Most at the top: {', '.join(top[:3])}; least: {', '.join(top[-3:])}.",
        ),
        [table(cards, columns, "cards")],
    )


def pairs_section(exact: Exact, tables: Tables) -> Section:
    """Answer which cards are worth more together."""
    pairs = tables["pairs"].sort("interaction", descending=True, nulls_last=True)
    columns = [
        _CARD,
        Column("other_name", "policy", "With", note="the other card"),
        Column("interaction", "score", "Interaction", sign=True,
               note="mean of hands with both minus the additive expectation"),
        Column("score", "score", "Mean with both", note="mean of the hands that hold both"),
        Column("additive", "score", "Additive expectation", note="mean of hands with the one alone "
               "plus mean with the other alone minus mean with neither"),
    ]  # fmt: skip
    if pairs["interaction"].null_count():
        said = "The deck is too small: no hand lacks both cards of a pair."
        return Section("pairs", "Which cards are worth more together?", [said], "")
    best, worst = pairs.row(0, named=True), pairs.row(-1, named=True)
    return Section(
        "pairs",
        "Which cards are worth more together?",
        [
            f"{count(best['hands'])} hands hold a given pair. Their mean is compared with the "
            "additive expectation: the mean with the one card alone, plus the mean with the other "
            "alone, minus the mean with neither. The difference, the interaction contrast, is 0 "
            "where each card brings the same with and without the other."
        ],
        "The other five cards are random: a pair that needs a third card shows only a part of what "
        "all three bring.",
        Picture(
            "pairs",
            plots.pair_map(tables["pairs"], exact.deck.names),
            f"Interaction of each pair of cards. Most: {best['name']} with {best['other_name']} "
            f"({signed(best['interaction'], 'score')}); least: {worst['name']} with "
            f"{worst['other_name']} ({signed(worst['interaction'], 'score')}).",
        ),
        [
            table(pairs.head(MOST_PAIRS), columns, "pairs", "Worth most together"),
            table(pairs.reverse().head(MOST_PAIRS), columns, "pairs", "Worth least together"),
        ],
    )


def blanked_section(tables: Tables) -> Section:
    """Answer which cards are blanked."""
    hit = tables["cards"].filter(pl.col("blanked_hands") > 0)
    hit = hit.sort("blanked", descending=True, maintain_order=True)
    columns = [
        _CARD,
        _SUIT,
        Column("hands", "seats", "Hands", note="hands that hold the card"),
        Column("blanked_hands", "seats", "Blanked in", note="hands in which it is blanked"),
        Column("blanked", "win", "Share", note="of the hands that hold it"),
    ]
    if hit.is_empty():
        return Section("blanked", "Which cards are blanked?", ["No card ever is."], "")
    others = tables["cards"].height - hit.height
    text = (
        "A card counts as blanked in a hand if it is so after the best choices. Of equal scores "
        "the one with the fewest choices used counts, then the first in the order of the card file."
    )
    if others:
        text += f" {count(others)} card{'s are' if others > 1 else ' is'} never blanked."
    return Section(
        "blanked",
        "Which cards are blanked?",
        [text],
        "Who holds a card that is easily blanked keeps away from what blanks it.",
        Picture(
            "blanked",
            plots.blanked_bars(hit),
            "Share of hands in which each card is blanked. Most often: "
            + ", ".join(f"{row['name']} {number(row['blanked'], 'share')} %"
                        for row in hit.head(3).iter_rows(named=True)) + ".",
        ),
        [table(hit, columns, "cards")],
    )  # fmt: skip


def choices_section(tables: Tables) -> Section:
    """Answer which choices are made."""
    choosers = tables["choices"]
    uses = tables["choice_uses"].with_columns(_what().alias("what"))
    columns = [
        Column("what", "policy", "Choice", note="what it copies, becomes, gives or clears"),
        Column("hands", "seats", "Hands", note="hands in which this is the best use"),
        Column("share", "win", "Share", note="of the hands that hold the chooser"),
    ]
    used = [
        _CARD,
        Column("hands", "seats", "Hands", note="hands that hold the card"),
        Column("used_hands", "seats", "Used in", note="hands in which its choice is used"),
        Column("used", "win", "Share", note="of the hands that hold it"),
    ]
    more = []
    for name in choosers["name"]:
        mine = uses.filter(pl.col("name") == name)
        if mine.height:
            shown = mine.head(MOST_LISTED)
            heading = f"{name}: {shown.height} of {count(mine.height)} uses, the most usual first"
            more.append((heading, [table(shown, columns, "choice_uses")]))
    pairs = list(zip(choosers["name"], choosers["used"], strict=True))
    return Section(
        "choices",
        "Which choices are made?",
        [
            "A choice counts as used if the best score needs it: of equal scores the one with the "
            "fewest choices used counts, then the first in the order of the card file. So of "
            "several copies that do the same, the first in the file gets all of them."
        ],
        "",
        Picture(
            "choices",
            plots.choice_bars(uses, pairs, MOST_USES),
            "The most usual uses of each choice. "
            + ", ".join(f"{name} is used in {number(share, 'share')} % of its hands"
                        for name, share in pairs) + ".",
        ),
        [table(choosers, used, "choices")],
        more,
    )  # fmt: skip


def _what() -> pl.Expr:
    """Say a use of a choice in a few words."""
    given = pl.col("target_name") + pl.lit(": ") + pl.col("suit")
    suit = (pl.lit(" (") + pl.col("suit") + pl.lit(")")).fill_null("")
    taken = pl.col("how") + pl.lit(" ") + pl.col("target_name") + suit
    return pl.when(pl.col("how").str.starts_with("gives")).then(given).otherwise(taken)
