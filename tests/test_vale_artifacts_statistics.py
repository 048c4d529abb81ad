"""The table of artifacts, against a count by hand."""

import polars as pl
import pytest

from analysis.artifacts import artifact_table, has_artifacts
from analysis.runs import open_run
from tests.support.synthetic_vale import by_hand

TILES = [{"id": slug, "name": slug.title()} for slug in ("pipe", "book", "ring")]
# game, round, seat -> artifact; "a" wins game 0, "b" wins game 1.
TAKEN = {
    (0, 1, 0): "pipe", (0, 1, 1): "book", (0, 2, 0): "book", (0, 2, 1): "pipe",
    (1, 1, 0): "pipe", (1, 1, 1): None,
}  # fmt: skip


@pytest.fixture
def run(tmp_path):
    games = [
        {"deal": 0, "seats": [("a", 60, 1.0), ("b", 40, 0.0)], "scores": {1: [5, 5], 2: [9, 8]}},
        {"deal": 1, "seats": [("a", 40, 0.0), ("b", 60, 1.0)], "scores": {1: [5, 5]}},
    ]
    folder = by_hand(tmp_path / "r", games, artifacts=TILES)
    for path in (folder / "rounds").glob("*.parquet"):
        rows = pl.read_parquet(path)
        taken = [TAKEN[key] for key in rows.select("game", "round", "seat").iter_rows()]
        rows.with_columns(pl.Series("artifact", taken, pl.String)).write_parquet(path)
    return open_run(folder)


def test_artifacts_by_hand(run):
    """The pipe: 3 of the 6 seats and rounds of both games, whose seats won 1, 0 and 0 times."""
    assert has_artifacts(run)
    table = artifact_table(run)
    assert table["artifact"].to_list() == ["Pipe", "Book", "Ring"]
    pipe, book, ring = table.iter_rows(named=True)
    assert (pipe["times_taken"], pipe["deals"]) == (3, 2)
    assert pipe["taken_share"] == pytest.approx(3 / 6)
    assert pipe["win_taken"] == pytest.approx(1 / 3)
    # the book: twice in the four seats and rounds of game 0, by the winner and by the loser
    assert (book["times_taken"], book["deals"]) == (2, 1)
    assert book["taken_share"] == pytest.approx(2 / 4)
    assert book["win_taken"] == pytest.approx(1 / 2)
    assert (ring["times_taken"], ring["deals"], ring["win_taken"]) == (0, 0, None)


def test_a_run_without_artifacts_has_no_such_table(tmp_path):
    games = [{"deal": 0, "seats": [("a", 60, 1.0), ("b", 40, 0.0)], "scores": {1: [5, 5]}}]
    assert not has_artifacts(open_run(by_hand(tmp_path / "r", games)))
