"""Sections that every run fills: a question, a picture, a table, and what it does not prove."""

from __future__ import annotations

import polars as pl

from analysis import plots
from analysis.bots import all_meet_equally
from analysis.margin_section import first_player_words
from analysis.page import Picture, Section
from analysis.part import Tables
from analysis.present import Column, count, interval, number, table
from analysis.runs import Run

_SEAT_COLUMNS = (
    Column("seats"),
    Column("win"),
    Column("expected"),
    Column("strict_wins"),
    Column("ties"),
    Column("score"),
    Column("score_sd"),
)


def _deals(run: Run) -> list[Column]:
    """Return the column of deals, where a deal is something else than a game."""
    return [Column("deals")] if run.game.simulated else []


def bots_section(run: Run, tables: Tables) -> Section:
    """Answer which bot plays best."""
    bots, ties = tables["bots"], tables["ties"].row(0, named=True)
    labels = bots["policy"].to_list()
    who = run.game.who
    columns = [_who(run), Column("games"), *_deals(run), *_SEAT_COLUMNS]
    gaps = [
        _who(run),
        Column("other", "policy", "Against"),
        Column("deals")
        if run.game.simulated
        else Column("deals", header="Games", note="games in which both sat"),
        Column(
            "win_difference",
            "effect",
            "Win credit, difference",
            sign=True,
            note="win credit of the first minus that of the second, on the deals they share",
        ),
        Column(
            "score_difference",
            "score",
            "Mean score, difference",
            sign=True,
            note="mean score of the first minus that of the second, on the deals they share",
        ),
    ]
    order = {policy: rank for rank, policy in enumerate(labels)}
    ranks = [pl.col(c).replace_strict(order, return_dtype=pl.Int64) for c in ("policy", "other")]
    pairs = tables["bot_differences"].filter(ranks[0] < ranks[1]).sort(ranks)
    more = [(f"Differences between {who}s", [table(pairs, gaps, "bot_differences")])]
    return Section(
        "bots",
        f"Which {who} plays best?" if run.game.simulated else f"Which {who} wins most?",
        [_ties_told(ties), *_meetings_told(run)],
        f"Win credit depends on who else sits at the table: it does not say how a {who} would do "
        "against others, nor how other people play.",
        Picture(
            "bots",
            plots.credit_and_score(bots, labels, run.even_share),
            f"Win credit and mean score of each {who} with 95 % intervals. "
            + _listing(bots, "policy", "win"),
        ),
        [table(bots, columns, "bots")],
        more if pairs.height else (),
    )


def _who(run: Run) -> Column:
    """Return the column of whoever decides for a seat."""
    who = run.game.who
    return Column("policy", header=who.capitalize(), note=f"the {who} that decides for a seat")


def _meetings_told(run: Run) -> list[str]:
    """Warn where bots meet different opponents, so that their order is partly that of these."""
    if all_meet_equally(run):
        return []
    return [
        f"Mind that {len(run.policies)} bots at tables of {run.players} don't all meet equally "
        "often: who meets weaker ones wins more. The differences below are of deals that two bots "
        "shared, and mean scores depend less on opponents; `realmvale compare` lets each pair play "
        "by itself."
    ]


def _ties_told(ties: dict[str, int]) -> str:
    """Say how often the highest score was shared, and what then."""
    games = count(ties["games"])
    if not ties["level_games"]:
        return f"In none of {games} games several seats reached the highest score."
    return (
        f"In {count(ties['level_games'])} of {games} games several seats reached the highest "
        f"score. A tie-break decided {count(ties['broken_games'])} of them; in "
        f"{count(ties['shared_games'])} the win was shared, and each of k winners was credited 1/k."
    )


def _listing(frame: pl.DataFrame, label: str, share: str) -> str:
    """Say the shares of a small table in words, for an alternative text."""
    parts = [
        f"{row[label]} {number(row[share], 'share')} %"
        for row in frame.iter_rows(named=True)
        if row[share] is not None
    ]
    return ", ".join(parts) + "."


_ROTATED = (
    "Every line-up is played in each of its rotations, so all bots sit in each seat equally often: "
    "what differs between seats is not the bots."
)


def seats_section(run: Run, tables: Tables) -> Section:
    """Answer whether it matters where one sits."""
    game = run.game
    seats = _seat_names(tables["seats"], game.first_seat)
    columns = [Column("place", "policy", "Seat", note=game.seat_note),
               *_deals(run), *_SEAT_COLUMNS]  # fmt: skip
    by_bot = _seat_names(tables["seats_by_bot"], game.first_seat)
    return Section(
        "seats",
        "Does it matter where one sits?",
        [
            *([_ROTATED, *first_player_words(run, tables)] if game.simulated else []),
            *game.seats_text,
        ],
        f"An advantage of a seat among these {game.who}s need not be one among other people.",
        Picture(
            "seats",
            plots.credit_and_score(seats, seats["place"].to_list(), run.even_share),
            "Win credit and mean score of each seat with 95 % intervals. "
            + _listing(seats, "place", "win"),
        ),
        [table(seats, columns, "seats")],
        [(f"Seats of each {game.who}", [table(by_bot, [_who(run), *columns], "seats_by_bot")])],
    )


def _seat_names(frame: pl.DataFrame, first_seat: str) -> pl.DataFrame:
    """Name seats as people count them; the files keep 0 for the first."""
    place = pl.lit("Seat ") + (pl.col("seat") + 1).cast(pl.String)
    first = pl.when(pl.col("seat") == 0).then(pl.lit(first_seat)).otherwise(pl.lit(""))
    return frame.with_columns((place + first).alias("place"))


def scores_section(run: Run, tables: Tables) -> Section:
    """Answer how scores spread."""
    scores, counts = tables["scores"], tables["score_counts"]
    whole = tables["scores_pooled"].row(0, named=True)
    spread = [
        Column("minimum", "score_minimum"),
        Column("q05", "score_quantile", "5 %"),
        Column("q25", "score_quantile", "25 %"),
        Column("median", "score_quantile", "Median"),
        Column("q75", "score_quantile", "75 %"),
        Column("q95", "score_quantile", "95 %"),
        Column("maximum", "score_maximum"),
    ]
    columns = [
        _who(run), *_deals(run), Column("seats"), Column("score"), Column("score_sd"),
        *spread,
    ]  # fmt: skip
    policies = scores["policy"].to_list()
    return Section(
        "scores",
        "How do scores spread?",
        [
            f"Final scores of {count(int(counts['seats'].sum()))} seats, from "
            f"{number(whole['minimum'], 'whole')} to {number(whole['maximum'], 'whole')}."
        ],
        "A spread of scores mixes luck of the deal with how the others played; it does not say how "
        "much of it is luck.",
        Picture(
            "scores",
            plots.score_histograms(counts, policies),
            f"Histogram of final scores of each {run.game.who}. Medians: "
            + ", ".join(f"{p} {m}" for p, m in zip(policies, scores["median"], strict=True))
            + ".",
        ),
        [table(scores, columns, "scores")],
    )


def length_section(run: Run, tables: Tables) -> Section:
    """Answer how long games last, and how they end."""
    game, names = run.game, run.game.end_names()
    ends, whole = tables["ends"], tables["length"].row(0, named=True)
    shown = ends.with_columns(pl.col("end").replace(names).alias("how"))
    columns = [Column("how", "end"), Column("games"), Column("end_share"), Column(game.length)]
    text = list(game.length_text)
    if not text:
        within = interval(whole, game.length, "turns")
        mean = f"A game takes {number(whole[game.length])} {game.length_words}"
        text.append(f"{mean} (95 % interval {within})." if within else f"{mean}.")
    if game.cap:
        cap = run.manifest.get(game.cap)
        capped = int(ends.filter(pl.col("end") == game.cap)["games"].sum())
        limit = f" of {cap} turns" if cap else ""
        text.append(
            f"{count(capped)} of {count(whole['games'])} games hit the {names[game.cap]}{limit}; "
            "they are scored as they stood and count everywhere."
        )
    return Section(
        "length",
        "How long do games last, and how do they end?",
        text,
        "How long bots take says little about minutes at a table, and bots that never stall hide "
        "what a stalling player could do.",
        Picture(
            "length",
            plots.lengths(tables[game.length], ends, names, game.length, game.length_words),
            f"Shares of the ways to end, with 95 % intervals, and a histogram of {game.length}. "
            + _listing(shown, "how", "end_share"),
        ),
        [table(shown, columns, "ends")],
    )
