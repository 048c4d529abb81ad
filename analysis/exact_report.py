"""What was counted of all hands as a report: one page, tables as CSV, pictures as PNG and SVG."""

from __future__ import annotations

from pathlib import Path

from analysis.exact import Exact
from analysis.exact_hands import explained, explained_extras
from analysis.exact_sections import sections
from analysis.exact_tables import Tables, make_tables
from analysis.present import count, number, signed
from analysis.rendering import render
from analysis.report_files import without_nan, write_pictures
from analysis.spreadsheet import csv_safe
from sim import __version__
from sim.cards import default_path
from sim.fantasy_realms.explain import Explanation

#: The highest score anybody published for the base set: eight cards, one of them taken at the end.
PUBLISHED_RECORD = 397


def write_report(exact: Exact, out: Path, command: str) -> tuple[Path, Tables]:
    """Write the report.

    Parameters
    ----------
    exact : Exact
    out : Path
        Folder for ``index.html``, ``tables/*.csv``, ``plots/*.png`` and ``plots/*.svg``; made if
        need be, files in it are written over.
    command : str
        What makes this report again.

    Returns
    -------
    (Path, dict)
        The page, and the tables by name.
    """
    tables = {name: without_nan(frame) for name, frame in make_tables(exact).items()}
    (out / "tables").mkdir(parents=True, exist_ok=True)
    (out / "plots").mkdir(exist_ok=True)
    for name, frame in tables.items():
        csv_safe(frame).write_csv(out / "tables" / f"{name}.csv")
    found = sections(exact, tables)
    page = render(
        "exact.html.j2",
        hands=exact.hands.total,
        card_set=exact.deck.card_set,
        headline=headline(exact, tables),
        sections=found,
        pictures=write_pictures(
            [one.picture for one in found if one.picture is not None], out / "plots"
        ),
        ends=_ends(exact),
        extras=explained_extras(exact),
        record=record(exact),
        details=exact.uses is not None,
        command=command,
        version=__version__,
        tables=list(tables),
    )
    index = out / "index.html"
    index.write_text(page, encoding="utf-8")
    return index, tables


def _ends(exact: Exact) -> list[tuple[str, str, list[Explanation]]]:
    """Return id, heading and hands of both ends of the ranking."""
    return [
        (name, f"Which hands are the {name}?", explained(exact, end))
        for name, end in (("best", exact.best), ("worst", exact.worst))
    ]


def headline(exact: Exact, tables: Tables) -> list[str]:
    """Return the report's opening: a random hand, the extreme cards, the best hands."""
    row, best = tables["scores"].row(0, named=True), tables["best_hands"].row(0, named=True)
    said = [
        f"A random hand of seven scores {number(row['score'])} points on average with its best "
        f"choices; half of all hands score {row['q25']} to {row['q75']}."
    ]
    cards = tables["cards"].drop_nulls("lift").sort("lift", descending=True)
    if cards.height > 1:
        high, low = cards.row(0, named=True), cards.row(-1, named=True)
        said.append(
            f"{high['name']} lifts a random hand most ({signed(high['lift'], 'score')} points), "
            f"{low['name']} least ({signed(low['lift'], 'score')})."
        )
    said.append(f"The best hand of seven scores {best['score']}: {_listed(best['hand'])}.")
    return said + record(exact)


def record(exact: Exact) -> list[str]:
    """Say the most any hand can score, and how that compares with what was published."""
    said = []
    names = exact.deck.names
    for found in exact.extras:
        hand = ", ".join(names[c] for c in found.cards if c != found.extra)
        level = f" ({count(found.level)} hands score as much)" if found.level > 1 else ""
        said.append(
            f"With the extra card of {names[found.holder]} the most that any hand can score is "
            f"{found.score}{level}: {hand}, with {names[found.extra]} as the extra card."
        )
    most = max([int(exact.scores.values[-1]), *(found.score for found in exact.extras)])
    if is_base(exact):
        verdict = "reaches" if most == PUBLISHED_RECORD else "lies above"
        if most < PUBLISHED_RECORD:
            verdict = "stays below"
        said.append(
            f"So {most} is the true maximum under our rulings: it {verdict} the published record "
            f"of {PUBLISHED_RECORD}."
        )
    return said


def is_base(exact: Exact) -> bool:
    """Tell whether the deck is the base set of the project's own card file."""
    card_set = exact.deck.card_set
    return tuple(card_set.sets) == ("base",) and card_set.path == default_path()


def _listed(hand: str) -> str:
    return hand.replace(" | ", ", ")
