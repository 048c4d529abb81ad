"""Tallies are kept by blocks: used again, made again when anything changed, and never needed."""

import json
import shutil

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analysis import tally_cache
from analysis.bots import seat_group_table
from analysis.cards import card_table
from analysis.report import make_tables
from analysis.runs import open_run
from analysis.tally import moments
from analysis.tally_cache import GROUP, TALLIES
from tests.support.synthetic_run import drawn_from_model


@pytest.fixture
def folder(tmp_path):
    """A run of 40 blocks: three groups."""
    return drawn_from_model(tmp_path / "r", deals=40, block_deals=1, draws=1)


def counted(run):
    """A tally that notes which blocks it was made of."""
    made = []

    def sums(block):
        made.extend(one.name for one in getattr(block, "blocks", [block]))
        seats = block.seats().with_columns(pl.lit(1, pl.Int64).alias("seats"))
        return moments(seats.select("deal", "policy", "seats"), ["policy"], [("seats", "seats")])

    return run.tally(sums, ["policy"], "counted"), made


def test_what_was_kept_is_not_made_again_and_is_the_same(folder):
    one, made = counted(open_run(folder))
    assert len(made) == 40
    again, made = counted(open_run(folder))
    assert made == []
    assert_frame_equal(one, again)


def test_a_changed_block_has_its_group_made_again_and_no_other(folder):
    counted(open_run(folder))
    path = sorted((folder / "players").glob("*.parquet"))[20]
    changed = pl.read_parquet(path)
    changed.with_columns((pl.col("score") + 1).cast(pl.Int32)).write_parquet(path)
    _, made = counted(open_run(folder))
    assert made == [f"block-{k:09d}.parquet" for k in range(GROUP, 2 * GROUP)]


def test_a_changed_block_changes_the_tables(folder):
    before = seat_group_table(open_run(folder), [])
    path = sorted((folder / "players").glob("*.parquet"))[3]
    changed = pl.read_parquet(path)
    changed.with_columns((pl.col("score") + 160).cast(pl.Int32)).write_parquet(path)
    after = seat_group_table(open_run(folder), [])
    # 16 of 640 seats score 160 more: 4 points more on average.
    assert after["score"][0] - before["score"][0] == pytest.approx(4.0)


def test_blocks_that_come_later_are_added(folder, tmp_path):
    part = tmp_path / "part"
    shutil.copytree(folder, part)
    late = sorted(path.name for path in (folder / "games").glob("*.parquet"))[30:]
    for table in ("games", "players", "cards"):
        for name in late:
            (part / table / name).unlink()
    counted(open_run(part))
    for table in ("games", "players", "cards"):
        for name in late:
            shutil.copy(folder / table / name, part / table / name)
    whole, made = counted(open_run(part))
    assert len(made) == 40 - GROUP
    assert_frame_equal(whole, counted(open_run(folder))[0])


def test_another_manifest_or_another_version_keeps_its_own(folder, monkeypatch):
    counted(open_run(folder))
    monkeypatch.setattr(tally_cache, "code_hash", lambda: "another")
    assert len(counted(open_run(folder))[1]) == 40
    monkeypatch.undo()
    manifest = json.loads((folder / "run.json").read_text())
    manifest["wall_seconds"] = 99.0
    (folder / "run.json").write_text(json.dumps(manifest))
    counted(open_run(folder))
    assert counted(open_run(folder))[1] == []
    manifest["events"]["dealt"] = 2
    (folder / "run.json").write_text(json.dumps(manifest))
    assert len(counted(open_run(folder))[1]) == 40


def test_a_broken_file_is_made_again(folder):
    want, _ = counted(open_run(folder))
    for path in (folder / TALLIES).iterdir():
        path.write_bytes(b"PAR1 nonsense")
    got, made = counted(open_run(folder))
    assert len(made) == 40
    assert_frame_equal(want, got)


def test_a_folder_that_cannot_be_written_works_and_keeps_nothing(folder):
    # A file in its place stops even a superuser from making the folder.
    (folder / TALLIES).write_text("taken")
    want = card_table(open_run(folder))
    assert (folder / TALLIES).read_text() == "taken"
    (folder / TALLIES).unlink()
    assert_frame_equal(want, card_table(open_run(folder)))


def test_tables_are_the_same_from_what_was_kept(folder):
    one, two = (make_tables(open_run(folder)) for _ in range(2))
    shutil.rmtree(folder / TALLIES)
    three = make_tables(open_run(folder))
    for other in (two, three):
        assert one.keys() == other.keys()
        for name, frame in one.items():
            assert_frame_equal(frame, other[name])
