"""Reports of several runs, of the Curse, and of assumptions that were tried."""

import polars as pl
import pytest

from analysis.assumption_section import FINDING, assumptions_section, told
from analysis.curse_section import curse_section, curse_tables
from analysis.findings import keep
from analysis.page import Section
from analysis.part import Subject
from analysis.report import write_report
from analysis.runs import open_run
from analysis.side_section import side_section, side_tables
from tests.support.synthetic_run import by_hand
from tests.support.synthetic_vale import by_hand as vale_by_hand


def games(best, number=6):
    """Games of two of which seat 0 scores `best`."""
    return [
        {
            "deal": deal,
            "seats": [("a", best + deal, 1.0), ("b", 40, 0.0)],
            "held": {(0, "card-0"): (["dealt"], 0, 5)},
        }
        for deal in range(number)
    ]


def words(section: Section) -> str:
    cells = [cell.text for t in section.tables for row in t.rows for cell in row]
    return " ".join([*section.text, *cells])


def test_a_report_of_two_runs_sets_them_side_by_side(tmp_path):
    runs = [open_run(by_hand(tmp_path / n, games(s))) for n, s in (("before", 60), ("after", 70))]
    index, tables = write_report(runs[0], tmp_path / "out", beside=runs[1:])
    page = index.read_text(encoding="utf-8")
    assert 'id="side-by-side"' in page
    assert "How do the runs differ?" in page
    assert {"side_by_side", "side_bots", "side_cards", "side_spread"} <= set(tables)
    assert (tmp_path / "out" / "tables" / "side_by_side.csv").is_file()
    # (70 - 60) / 2 seats
    assert "after against before: mean score +5.0" in page
    # The first screen begins with it, and says whose the rest of it is.
    screen = page[: page.index('id="side-by-side"')]
    assert "after against before: mean score +5.0" in screen
    assert "What follows is of before alone." in screen


def test_a_report_of_one_run_has_no_such_section(tmp_path):
    run = open_run(by_hand(tmp_path / "r", games(60)))
    assert side_tables(Subject(run)) == {}
    assert side_section(Subject(run), {}) is None


def test_runs_of_one_seed_are_said_to_share_their_deals(tmp_path):
    run = open_run(by_hand(tmp_path / "one", games(60)))
    same = open_run(by_hand(tmp_path / "same", games(60)))
    other = open_run(by_hand(tmp_path / "other", games(60), seed=8))
    for beside, wanted in ((same, "the same deals"), (other, "independent deals")):
        subject = Subject(run, beside=(beside,))
        section = side_section(subject, side_tables(subject))
        assert wanted in words(section)


def test_a_run_without_games_beside_breaks_nothing(tmp_path):
    run = open_run(by_hand(tmp_path / "one", games(60)))
    empty = open_run(by_hand(tmp_path / "none", [], policies=["a"]))
    subject = Subject(run, beside=(empty,))
    assert "one" in words(side_section(subject, side_tables(subject)))


@pytest.fixture
def cursed(tmp_path):
    """A run with summoners, and cards that are unknown."""
    path = vale_by_hand(
        tmp_path / "curse",
        [{"deal": 0, "seats": [("a", 60, 1.0), ("b", 40, 0.0)], "scores": {1: [5, 4]}}],
        sets=["base", "curse"],
        summoners="random",
        unknown="17 of the 28 cards of Curse are unknown",
    )
    for file in (path / "players").glob("*.parquet"):
        pl.read_parquet(file).with_columns(
            pl.Series("summoner", ["Iwo", "Muura"]),
            *(pl.lit(1, pl.Int32).alias(name) for name in ("wards_broken", "soothed", "curses")),
        ).write_parquet(file)
    for file in (path / "rounds").glob("*.parquet"):
        rounds = pl.read_parquet(file)
        rounds.with_columns(pl.lit(1, pl.Int32).alias("wards_broken")).write_parquet(file)
    return open_run(path)


def test_the_curse_has_a_section_that_says_what_is_unknown(cursed):
    subject = Subject(cursed)
    tables = curse_tables(subject)
    assert set(tables) == {"summoners", "wards_by_round"}
    said = words(curse_section(subject, tables))
    assert "17 of the 28 cards" in said
    assert "dealt at random" in said
    assert "round 1" in said


def test_a_base_run_beside_a_curse_run_shows_the_curse(tmp_path, cursed):
    base = open_run(vale_by_hand(tmp_path / "b", [{"deal": 0, "seats": [("a", 60, 1.0)] * 2}]))
    subject = Subject(base, beside=(cursed,))
    assert "Of the run curse." in words(curse_section(subject, curse_tables(subject)))
    assert curse_section(Subject(base), curse_tables(Subject(base))) is None


CONCLUSION = {
    "kind": "summoner", "subject": "Iwo", "name": "Iwo", "about": "win credit with it",
    "deals": 100, "estimate": 0.05, "low": 0.03, "high": 0.07, "word": "strong",
    "lowest": -0.02, "highest": 0.06, "alone": 4, "alone_held": 3, "hangs_on": "iwo/a: curses=3",
    "joint": 64, "joint_held": 60, "joint_share": 0.9375, "joint_share_low": 0.85,
    "joint_share_high": 0.975, "moved_by": "iwo/a: curses", "moved_share": 0.8, "no_range": "",
    "result": "hangs on assumptions", "stands": None,
}  # fmt: skip


def test_what_was_tried_is_kept_with_a_run_and_told(cursed):
    keep(cursed.path, FINDING, pl.DataFrame([CONCLUSION]))
    found = open_run(cursed.path).finding(FINDING)
    section = assumptions_section(Subject(cursed), {FINDING: found})
    said = words(section)
    assert "iwo/a: curses=3" in said
    assert "1 hang on an assumption" in said
    assert told(found).startswith("Of 1 conclusions 0 hold throughout")
    assert assumptions_section(Subject(cursed), {}) is None
