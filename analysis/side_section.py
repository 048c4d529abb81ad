"""The section that sets several runs side by side."""

from __future__ import annotations

import polars as pl

from analysis import side_plots
from analysis.metrics import METRICS
from analysis.page import Picture, Section
from analysis.part import Subject, Tables
from analysis.present import Column, count, interval, number, signed, table
from analysis.side_by_side import run_names, share_deals, side_bots, side_by_side
from analysis.side_cards import side_cards, side_spread
from analysis.side_changes import (
    change_sentences,
    change_tables,
    luck_sentences,
    luck_table,
    side_luck,
)

_SEAT = "seat "
_SHARES = ("shared_wins",)


def side_tables(subject: Subject) -> Tables:
    """Return the frames of runs side by side; none for a single run."""
    if not subject.beside:
        return {}
    runs = (subject.run, *subject.beside)
    made = {
        "side_by_side": side_by_side(runs),
        "side_bots": side_bots(runs),
    }
    if any(run.has_cards for run in runs):
        made |= {"side_cards": side_cards(runs), "side_spread": side_spread(runs)}
    luck = side_luck(runs, run_names(runs))
    if luck is not None:
        made["side_luck"] = luck
    return made


def side_section(subject: Subject, tables: Tables) -> Section | None:
    """Answer how the runs differ."""
    if "side_by_side" not in tables:
        return None
    runs = (subject.run, *subject.beside)
    names = run_names(runs)
    whole = _named(tables["side_by_side"])
    shares = whole.filter(_is_share())
    means = whole.filter(~_is_share())
    told = [
        table(_as(means, "side_mean", "side_difference"), _columns("side_mean", "side_difference"),
              "side_by_side", "Means"),
        table(_as(shares, "side_share", "side_gain"), _columns("side_share", "side_gain"),
              "side_by_side", "Shares"),
    ]  # fmt: skip
    if "side_spread" in tables:
        told.append(table(_spread(tables["side_spread"]), _SPREAD, "side_spread",
                          "How far the effects of cards spread"))  # fmt: skip
    text = [*_played(subject, names), *_changes(whole, names)]
    if "side_cards" in tables:
        told += change_tables(tables["side_cards"], subject.run.game.suit)
        text += change_sentences(tables["side_cards"], names)
    luck = tables.get("side_luck")
    if luck is not None:
        told.append(luck_table(luck, subject.run))
    text += luck_sentences(luck, runs, names)
    more = [("Bots in each run", [table(tables["side_bots"], _BOTS, "side_bots")])]
    if "side_cards" in tables and tables["side_cards"].height:
        more.append(("Each card in each run", [table(_cards(tables), _CARDS, "side_cards")]))
    return Section(
        "side-by-side",
        "How do the runs differ?",
        text,
        "A difference between runs is that of everything that differs between them: sets, bots, "
        "seats and cards. Only where a single thing was changed is it the effect of that thing.",
        Picture(
            "side_by_side",
            side_plots.sides(means, names),
            "Means of each run with 95 % intervals. " + _alt(means),
        ),
        told,
        more,
    )


def side_opening(subject: Subject, tables: Tables) -> list[str]:
    """Say first how the runs differ, and of which of them the rest of the opening speaks."""
    if "side_by_side" not in tables:
        return []
    names = run_names((subject.run, *subject.beside))
    changes = _changes(_named(tables["side_by_side"]), names)
    return [" ".join([*changes, f"What follows is of {names[0]} alone."])]


def _is_share() -> pl.Expr:
    return pl.col("key").is_in(_SHARES) | pl.col("key").str.starts_with(_SEAT)


def _named(frame: pl.DataFrame) -> pl.DataFrame:
    """Call each measure as people do; ``key`` keeps the name of the file."""
    words = {"margin": "Lead of the winner"} | {
        name: "Games with a shared win" if name == "shared_wins" else METRICS[name].header
        for name in frame["measure"].unique()
        if (name in METRICS and name != "margin") or name in _SHARES
    }
    key = pl.col("measure")
    seat = pl.concat_str(pl.lit("Win credit of "), key)
    named = pl.when(key.str.starts_with(_SEAT)).then(seat).otherwise(key.replace(words))
    how = (
        pl.when(pl.col("paired"))
        .then(pl.lit("the same deals"))
        .when(~pl.col("paired"))
        .then(pl.lit("independent deals"))
    )
    return frame.with_columns(named.alias("measure"), key.alias("key"), how.alias("paired"))


def _as(frame: pl.DataFrame, value: str, difference: str) -> pl.DataFrame:
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    names = {f"value{end}": f"{value}{end}" for end in ends}
    names |= {f"difference{end}": f"{difference}{end}" for end in ends}
    return frame.rename({old: new for old, new in names.items() if old in frame.columns})


def _columns(value: str, difference: str) -> list[Column]:
    return [
        Column("measure"), Column("run"), Column("deals"), Column("n", "side_n"), Column(value),
        Column(difference, sign=True), Column("paired"),
    ]  # fmt: skip


_SPREAD = (
    Column("run"), Column("condition", "verdict_on", "Effect"), Column("cards", "cards_n"),
    Column("spread_seen"), Column("noise"), Column("spread"),
    Column("highest", "policy", "Highest effect"), Column("lowest", "policy", "Lowest effect"),
)  # fmt: skip
_BOTS = (
    Column("policy"), Column("run"), Column("deals"), Column("seats"), Column("win"),
    Column("expected"), Column("score"),
)  # fmt: skip
_CARDS = (
    Column("name", "policy", "Card"), Column("run"), Column("condition", "verdict_on", "Effect"),
    Column("seats"), Column("effect", sign=True), Column("change", sign=True),
)  # fmt: skip


def _spread(frame: pl.DataFrame) -> pl.DataFrame:
    """Write the effect behind the names of the extreme cards."""
    rows = frame.to_dicts()
    for row in rows:
        for end in ("highest", "lowest"):
            if row[end] is not None:
                row[end] = f"{row[end]} ({signed(row[f'{end}_effect'], 'gain')})"
    return pl.DataFrame(rows, schema=frame.schema)


def _cards(tables: Tables) -> pl.DataFrame:
    """Sort cards by how much they change, those with too few deals, or of one run alone, last."""
    frame = tables["side_cards"]
    sure = pl.when(~pl.col("change_too_few")).then(pl.col("change").abs()).max().over("card")
    most = pl.col("change").abs().max().over("card")
    return frame.sort(sure, most, descending=True, nulls_last=True, maintain_order=True)


def _played(subject: Subject, names: list[str]) -> list[str]:
    """Say what each run is, and on which deals they are compared."""
    runs = (subject.run, *subject.beside)
    parts = []
    for name, run in zip(names, runs, strict=True):
        sets = ", ".join(run.manifest.get("sets", [])) or "-"
        parts.append(
            f"{name}: {run.players} players, sets {sets}, {', '.join(run.policies)}, "
            f"{count(run.games)} games"
        )
    shared = [name for name, run in zip(names[1:], subject.beside, strict=True)
              if share_deals(subject.run, run)]  # fmt: skip
    told = [". ".join(parts) + "."]
    if shared:
        told.append(
            f"{', '.join(shared)} and {names[0]} have one seed: differences are those of the same "
            "deals, and their intervals leave out what the luck of a deal gives to both."
        )
    return told


def _changes(whole: pl.DataFrame, names: list[str]) -> list[str]:
    """Say how score and length differ from the first run, with their intervals."""
    said = []
    for name in names[1:]:
        mine = whole.filter((pl.col("run") == name) & ~_is_share()).head(2)
        for row in mine.iter_rows(named=True):
            if row.get("difference") is None:
                continue
            sure = row["difference_low"] is not None and not (
                row["difference_low"] <= 0 <= row["difference_high"]
            )
            within = interval(row, "difference", "score", sign=True)
            said.append(
                f"{name} against {names[0]}: {row['measure'].lower()} "
                f"{signed(row['difference'], 'score')} (95 % interval {within or 'not known'})"
                + ("." if sure else ", which may be chance.")
            )
    return said


def _alt(means: pl.DataFrame) -> str:
    parts = [
        f"{row['measure']} in {row['run']} {number(row['value'], 'score')}"
        for row in means.iter_rows(named=True)
        if row["value"] is not None
    ]
    return "; ".join(parts) + "."
