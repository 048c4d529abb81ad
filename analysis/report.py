"""A run folder in, a report out: one page, the tables as CSV, the pictures as PNG and SVG."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analysis import figures, headline
from analysis.artifacts import artifact_table, has_artifacts
from analysis.bots import bot_differences, bot_table
from analysis.cards import card_effects, card_table
from analysis.headline import Tables
from analysis.length import end_table, length_counts, length_table, tie_table
from analysis.metric import Metric
from analysis.metrics import METRICS
from analysis.page import Section
from analysis.present import count
from analysis.rounds import change_counts, change_table, leader_table, round_scores
from analysis.runs import Run
from analysis.scores import score_counts, score_table
from analysis.seat_counts import seat_count_table
from analysis.seats import seat_table
from analysis.sections import sections
from analysis.synergy import pair_synergy
from analysis.verdicts import MARGIN, survival, with_verdicts
from sim.failures import told_failures


def make_tables(run: Run, margin: float = MARGIN) -> Tables:
    """Return every table of the report by the name of its CSV file.

    `margin` is the difference of win credit, a fraction, up to which a card counts as fair.
    """
    tables = {
        "bots": bot_table(run),
        "bot_differences": bot_differences(run),
        "seats": seat_table(run),
        "seats_by_bot": seat_table(run, "policy"),
        "scores": score_table(run),
        "scores_pooled": score_table(run, "pooled"),
        "score_counts": score_counts(run),
        "ends": end_table(run),
        "length": length_table(run),
        run.game.length: length_counts(run),
        "ties": tie_table(run),
    }
    counts = seat_count_table(run)
    if set(run.game.seat_counts) & set(counts.columns):
        tables["seat_counts"] = counts
    if run.has_rounds:
        tables |= {
            "round_scores": round_scores(run),
            "leaders": leader_table(run),
            "lead_changes": change_table(run),
            "lead_change_counts": change_counts(run),
        }
    if has_artifacts(run):
        tables["artifacts"] = artifact_table(run)
    if run.has_cards:
        pooled = with_verdicts(run, card_table(run), "pooled", margin)
        by_bot = with_verdicts(run, card_table(run, "policy"), "policy", margin)
        held = survival(run, pooled, by_bot)
        tables |= {
            "cards": pooled.join(
                held.select("card", "survives"), on="card", how="left", maintain_order="left"
            ),
            "cards_by_bot": by_bot,
            "verdicts": held,
            "pairs": pair_synergy(run),
            "card_effects": card_effects(run),
            "card_effects_by_bot": card_effects(run, "policy"),
        }
    return {name: without_nan(frame) for name, frame in tables.items()}


def without_nan(frame: pl.DataFrame) -> pl.DataFrame:
    """Replace what is not a finite number by null."""
    floats = [name for name, dtype in frame.schema.items() if dtype.is_float()]
    if not floats:
        return frame
    finite = pl.when(pl.col(floats).is_finite()).then(pl.col(floats))
    return frame.with_columns(finite.name.keep())


def csv_safe(frame: pl.DataFrame) -> pl.DataFrame:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    risky = r"^[=+\-@\t\r]"
    return frame.with_columns(
        pl.when(pl.col(name).str.contains(risky))
        .then(pl.lit("'") + pl.col(name))
        .otherwise(pl.col(name))
        .alias(name)
        for name in texts
    )


def write_report(run: Run, out: Path, margin: float = MARGIN) -> tuple[Path, Tables]:
    """Write the report of a run.

    Parameters
    ----------
    run : Run
        An open run; one without games gives a page that says so.
    out : Path
        Folder for ``index.html``, ``tables/*.csv``, ``plots/*.png`` and ``plots/*.svg``; made if
        need be, files in it are written over.
    margin : float
        See :func:`make_tables`.

    Returns
    -------
    (Path, dict)
        The page, and the tables by name.
    """
    tables = make_tables(run, margin) if run.games else {}
    (out / "tables").mkdir(parents=True, exist_ok=True)
    (out / "plots").mkdir(exist_ok=True)
    for name, frame in tables.items():
        csv_safe(frame).write_csv(out / "tables" / f"{name}.csv")
    found = sections(run, tables, margin) if tables else []
    pictures = {}
    for section in found:
        if section.picture is None:
            continue
        name, made = section.picture.name, section.picture.figure
        text = figures.svg(made, name)
        figures.write_png(made, out / "plots" / f"{name}.png")
        (out / "plots" / f"{name}.svg").write_text(text, encoding="utf-8")
        pictures[name] = Markup(figures.inline(text, name, section.picture.alt))
    page = (
        _environment()
        .get_template("report.html.j2")
        .render(
            title=run.game.name,
            run=run,
            headline=headline.sentences(run, tables, margin) if tables else [],
            notices=notices(run),
            facts=facts(run),
            sections=found,
            pictures=pictures,
            metrics=metrics_shown(found),
            conditions=[condition for condition, _ in run.conditions()] if run.has_cards else [],
            tables=list(tables),
            style=_text("report.css"),
            script=_text("sort.js"),
        )
    )
    index = out / "index.html"
    index.write_text(page, encoding="utf-8")
    return index, tables


def metrics_shown(found: list[Section]) -> list[Metric]:
    """Return the metrics that some table of the page shows, in the registry's order."""
    folded = [made for section in found for _, more in section.more for made in more]
    shown = [made for section in found for made in section.tables] + folded
    used = {column.metric or column.name for made in shown for column in made.columns}
    return [metric for name, metric in METRICS.items() if name in used]


def tables_json(tables: Tables) -> dict[str, list[dict[str, Any]]]:
    """Return the tables as plain lists of rows; what cannot be said is None."""
    return {name: frame.to_dicts() for name, frame in tables.items()}


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count"] = count
    return environment


def _text(name: str) -> Markup:
    """Read a file of our own that goes into the page as it is."""
    return Markup(resources.files("analysis").joinpath("templates", name).read_text("utf-8"))


def notices(run: Run) -> list[str]:
    """Return what a reader must know before any number: gaps in the run, assumed facts."""
    said = []
    missing = run.missing_deals()
    if missing:
        ranges = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in missing[:10])
        more = f" and {len(missing) - 10} more ranges" if len(missing) > 10 else ""
        said.append(
            f"The run is not complete: {count(run.games)} of {count(run.planned_games)} games are "
            f"finished; missing deals: {ranges}{more}. "
            "`realmvale simulate ... --resume` plays the rest."
        )
    if unknown := run.manifest.get("unknown"):
        said.append(str(unknown))
    if run.failures.height:
        told = "; ".join(told_failures(run.failures, run.manifest.get("seed", 0)))
        said.append(f"A bot failed, and all numbers are without these deals: {told}.")
    assumed = run.manifest.get("assumed", [])
    if assumed:
        listed = "; ".join(f"{row.get('id')}: {row.get('assumed')}" for row in assumed)
        are = "fact is" if len(assumed) == 1 else "facts are"
        said.append(f"{count(len(assumed))} assumed {are} in play, not read off a card: {listed}.")
    return said


def facts(run: Run) -> list[tuple[str, str]]:
    """Return what was played, as pairs of label and text."""
    m = run.manifest
    bots = [_spec(policy) for policy in m["policies"]]
    rulings = "; ".join(
        f"{name.replace('_', ' ')}: {'yes' if on else 'no'}"
        for name, on in m.get("rulings", {}).items()
    )
    seconds = m.get("wall_seconds") or 0
    pairs = [
        ("Variant", f"{m.get('variant') or 'standard'}, {run.players} players"),
        *run.game.facts,
        ("Sets", ", ".join(m.get("sets", [])) or "-"),
        ("Bots", ", ".join(bots)),
        ("Games", f"{count(run.games)} on {count(len(run.deals))} deals"),
        ("Assumed facts", "none" if not m.get("assumed") else count(len(m["assumed"]))),
        ("Rules version", str(m.get("rules_version", "-"))),
        ("Rulings", rulings or "as printed in the rules"),
        ("Seed", str(m.get("seed", "-"))),
        (
            "Cards",
            f"{count(len(m.get('cards', [])))}, sha256 {str(m.get('cards_sha256', '-'))[:12]}",
        ),
        ("Played", f"{_moment(m.get('created'))}, in {seconds:.1f}\N{NO-BREAK SPACE}s"),
        ("Packages", ", ".join(f"{k} {v}" for k, v in m.get("versions", {}).items()) or "-"),
    ]
    return pairs


def _moment(stamp: object) -> str:
    """Write a time stamp for people: 2026-11-29 22:01 UTC."""
    try:
        return f"{datetime.fromisoformat(str(stamp)).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return "-"


def _spec(policy: dict[str, Any]) -> str:
    name, spec = str(policy["name"]), str(policy.get("spec", policy["name"]))
    return name if spec == name else f"{name} ({spec})"
