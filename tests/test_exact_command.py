"""`realmvale exact`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from click.testing import CliRunner
from support.small_decks import choosing_deck, small_deck

from analysis.cli import main
from analysis.commands.exact import default_name
from sim.jit import JITTED

pytestmark = pytest.mark.skipif(not JITTED, reason="plain Python kernels use no table")


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """The card file of a small deck, and a cache folder of its own."""
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / "cache"))
    return choosing_deck(tmp_path, 12).card_set.path


def exact(*arguments):
    return CliRunner().invoke(main, ["exact", "fr", *map(str, arguments)])


def told(done):
    """The one sentence of a command that was refused."""
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def files(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "tables").glob("*.csv"))}


def test_a_page_tables_and_plots_are_written(cards, tmp_path):
    done = exact("--cards", cards, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{tmp_path / 'out' / 'index.html'}\n"
    assert "scoring all 792 hands" in done.stderr
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    for question in ("Which cards are worth more together?", "Which choices are made?"):
        assert f"<h2>{question}</h2>" in page
    assert "No number has an interval" in page
    assert "published record" not in page  # of the base set, which this isn't
    names = {"scores", "cards", "pairs", "blanked", "choices"}
    found = {path.name for path in (tmp_path / "out" / "plots").iterdir()}
    assert found == {f"{name}.{kind}" for name in names for kind in ("png", "svg")}
    assert pl.read_csv(tmp_path / "out" / "tables" / "cards.csv").height == 12
    assert len(files(tmp_path / "out")) == 11


def test_one_worker_and_two_and_a_second_time_write_the_same(cards, tmp_path, monkeypatch):
    for name, workers in (("one", 1), ("two", 2)):
        monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / f"cache-{name}"))
        done = exact("--cards", cards, "--workers", workers, "--out", tmp_path / name, "--quiet")
        assert done.exit_code == 0
        assert done.stderr == ""
    exact("--cards", cards, "--out", tmp_path / "again")
    assert files(tmp_path / "one") == files(tmp_path / "two") == files(tmp_path / "again")


def test_no_details_leaves_choices_and_blanked_cards_out(cards, tmp_path):
    done = exact("--cards", cards, "--no-details", "--out", tmp_path / "out")
    assert done.exit_code == 0
    assert not {"choices.csv", "choice_uses.csv"} & files(tmp_path / "out").keys()
    assert "blanked" not in pl.read_csv(tmp_path / "out" / "tables" / "cards.csv").columns
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "were not counted" in page
    exact("--cards", cards, "--out", tmp_path / "full")
    shared = files(tmp_path / "out").keys() - {"cards.csv"}
    full = files(tmp_path / "full")
    assert {name: full[name] for name in shared} == {
        name: files(tmp_path / "out")[name] for name in shared
    }


def test_json_holds_all_tables(cards, tmp_path):
    done = exact("--cards", cards, "--out", tmp_path / "out", "--json", "--quiet")
    printed = json.loads(done.stdout)
    assert printed["report"] == str(tmp_path / "out" / "index.html")
    assert f"{len(printed['tables'])}" == f"{len(files(tmp_path / 'out'))}"
    assert printed["tables"]["scores"][0]["hands"] == 792
    assert len(printed["tables"]["pairs"]) == 66
    assert done.stderr == ""


def test_names_of_reports():
    assert default_name(None, ("base",)) == "exact-fantasy-realms"
    assert default_name("mine/deck_2.csv", ("base",)) == "exact-deck_2"
    assert default_name(None, ("base", "promo")) == "exact-fantasy-realms-base-promo"


@pytest.mark.parametrize(
    ("size", "texts", "message"),
    [
        (6, {}, "has 6 cards; a hand has 7"),
        (70, {}, "70 cards has 1,198,774,720 hands of 7"),
        (12, {3: "bonus: +3 each Ember in the discard area"}, "lies outside the hand"),
        (12, dict.fromkeys(range(7), "bonus: +999 each card"), "more than a table of 16 bits"),
    ],
)
def test_decks_that_have_no_table_are_refused(tmp_path, monkeypatch, size, texts, message):
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / "cache"))
    path = small_deck(tmp_path, size, texts=texts).card_set.path
    assert message in told(exact("--cards", path, "--out", tmp_path / "out", "--quiet"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cards", "nowhere.csv"], "nowhere.csv"),
        (["--sets", "bass"], "did you mean base"),
        (["--sets", "base,cursed_hoard"], "a hand has 8 cards with these sets"),
        (["--workers", "0"], "--workers"),
        (["--out", ""], "the folder has no name"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments, message):
    assert message in told(exact(*arguments))


def test_other_games_are_refused():
    done = CliRunner().invoke(main, ["exact", "vale"])
    assert "the hands of vale_of_eternity can't be counted" in told(done)


def test_a_file_is_no_folder(cards, tmp_path):
    (tmp_path / "out").write_text("")
    done = exact("--cards", cards, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "file" in done.stderr


def test_a_cache_that_cannot_be_written_is_said_and_does_no_harm(cards, tmp_path, monkeypatch):
    exact("--cards", cards, "--out", tmp_path / "one")
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path / "blocked" / "cache"))
    done = exact("--cards", cards, "--out", tmp_path / "two")
    assert done.exit_code == 0
    assert "can't be kept" in done.stderr
    assert "held in memory" in done.stderr
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.skipif(os.name == "nt", reason="signals are other things there")
def test_ctrl_c_keeps_what_was_scored(tmp_path):
    from sim.cache_folder import cache_root

    # 45 million hands can't be scored in the time of the test.
    path = choosing_deck(tmp_path, 45).card_set.path
    hands = cache_root() / "hands"
    before = set(hands.glob("*.i16"))
    command = [sys.executable, "-m", "analysis.cli", "exact", "fr", "--cards", str(path)]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "out")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        table = _table_with_scores(hands, before, process)
        started = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - started < 20
        assert process.returncode == 130, err
        assert out == ""
        assert "Traceback" not in err
        assert "Warning" not in err
        assert "the same command goes on" in err
        assert not (tmp_path / "out").exists()
        assert _first(table) != 0
    finally:
        process.kill()
        for made in set(hands.glob("*.i16")) - before:
            made.unlink()
            made.with_suffix(".json").unlink(missing_ok=True)


def _table_with_scores(hands, before, process):
    """Wait for a new hand table in which the first hand is scored, and return it."""
    for _ in range(1200):
        for table in set(hands.glob("*.i16")) - before:
            if _first(table) != 0:
                return table
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    raise AssertionError("no hand was scored in two minutes")


def _first(table):
    with table.open("rb") as file:
        return int.from_bytes(file.read(2), "little")
