"""Findings of experiments, kept beside a run and read back only while they are about it."""

import json

import polars as pl
import pytest

from analysis import findings
from analysis.runs import open_run
from sim.errors import RealmvaleError
from tests.support.synthetic_run import by_hand

FRAME = pl.DataFrame({"card": ["a", "b"], "loss": [0.25, None]})


@pytest.fixture
def folder(tmp_path):
    return by_hand(tmp_path / "r", [])


def changed(folder, **keys):
    manifest = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(manifest | keys))


def test_what_is_kept_comes_back_and_the_last_one_counts(folder):
    assert open_run(folder).finding("ban") is None
    findings.keep(folder, "ban", FRAME.head(1))
    findings.keep(folder, "ban", FRAME)
    assert open_run(folder).finding("ban").equals(FRAME)
    assert open_run(folder).finding("luck") is None


@pytest.mark.parametrize(
    "keys", [{"cards_sha256": "other"}, {"players": 3}, {"sets": ["base", "promo"]}]
)
def test_a_finding_about_other_cards_or_rules_is_none_about_this_run(folder, keys):
    findings.keep(folder, "ban", FRAME)
    changed(folder, **keys)
    assert open_run(folder).finding("ban") is None


def test_more_games_of_the_same_keep_the_finding(folder):
    findings.keep(folder, "ban", FRAME)
    changed(folder, planned=8, seed=2, created="2026-01-01T00:00:00Z")
    assert open_run(folder).finding("ban").equals(FRAME)


def test_a_broken_file_and_a_folder_that_is_no_run_are_named(folder, tmp_path):
    findings.keep(folder, "ban", FRAME).write_bytes(b"no parquet")
    with pytest.raises(RealmvaleError, match=r"ban\.parquet can't be read"):
        open_run(folder).finding("ban")
    with pytest.raises(RealmvaleError, match=r"holds no run\.json"):
        findings.keep(tmp_path, "ban", FRAME)
