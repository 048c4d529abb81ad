"""`realmvale report`: what it prints, and what it refuses."""

import json

import pytest
from click.testing import CliRunner

from analysis.commands.report import report
from sim.errors import CheckFailedError, RealmvaleError
from tests.support.synthetic_run import by_hand, drawn_from_model

GAME = {"deal": 0, "seats": [("a", 9, 1.0), ("b", 7, 0.0)]}


def call(*arguments):
    return CliRunner().invoke(report, [str(a) for a in arguments])


def refused(*arguments):
    """Return the sentence of the error that the arguments meet."""
    result = call(*arguments)
    assert isinstance(result.exception, RealmvaleError)
    assert result.exception.exit_code == 2
    return str(result.exception)


def test_prints_the_page_to_stdout_and_the_rest_to_stderr(tmp_path):
    run = by_hand(tmp_path / "r", [GAME])
    result = call(run, "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path / 'out' / 'index.html'}\n"
    assert "reading 1 games" in result.stderr


def test_default_folder_is_reports_and_the_name_of_the_run(tmp_path, monkeypatch):
    by_hand(tmp_path / "my-run", [GAME])
    monkeypatch.chdir(tmp_path)
    result = call("my-run", "--quiet")
    assert result.stdout.strip() == "reports/my-run/index.html"
    assert result.stderr == ""
    assert (tmp_path / "reports/my-run/tables/bots.csv").is_file()


def test_json_holds_the_tables(tmp_path):
    result = call(by_hand(tmp_path / "r", [GAME]), "--out", tmp_path / "out", "--json")
    printed = json.loads(result.stdout)
    assert printed["tables"]["bots"][0]["policy"] == "a"
    assert printed["tables"]["cards"][0]["dealt_win"] is None
    assert printed["report"].endswith("index.html")


def test_no_games_is_no_error(tmp_path):
    result = call(by_hand(tmp_path / "r", []), "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert "no games" in result.stderr


def test_an_unfinished_run_is_reported_and_fails(tmp_path):
    # Case TL-24: finished 3xx of 400, the missing ids listed, exit status not 0.
    run = drawn_from_model(tmp_path / "r", deals=100, block_deals=10)
    for table in ("games", "players", "cards"):
        (run / table / "block-000000030.parquet").unlink()
    (run / "players" / "block-000000090.parquet").unlink()
    result = call(run, "--out", tmp_path / "out")
    assert isinstance(result.exception, CheckFailedError)
    assert "320 of 400 games are finished; missing deals: 30–39, 90–99" in str(result.exception)
    html = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert html.index("320 of 400 games") < html.index("plays best")


def test_what_is_not_there(tmp_path):
    by_hand(tmp_path / "other", [GAME])
    sentence = refused(tmp_path / "none")
    assert "there is no run folder" in sentence
    assert "other" in sentence


def test_what_is_not_a_run_folder(tmp_path):
    assert "holds no run.json" in refused(tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "not valid JSON"),
        ("[]", "must hold a JSON object"),
        ('{"format_version": 99}', "format version 99"),
        ('{"game": "fantasy_realms"}', "lacks the key 'players'"),
    ],
)
def test_a_broken_manifest(tmp_path, text, sentence):
    (tmp_path / "run.json").write_text(text)
    assert sentence in refused(tmp_path)


def test_a_missing_table(tmp_path):
    run = by_hand(tmp_path / "r", [GAME])
    (run / "players" / "block-0.parquet").unlink()
    (run / "players").rmdir()
    assert "lacks its players/ table" in refused(run)


def test_a_broken_file(tmp_path):
    run = by_hand(tmp_path / "r", [GAME])
    (run / "players" / "block-0.parquet").write_bytes(b"not parquet")
    sentence = refused(run, "--out", tmp_path / "out")
    assert "block-0.parquet can't be read as the players table" in sentence


def test_a_card_that_the_manifest_does_not_list(tmp_path):
    held = {(0, "card-0"): (("final",), 0, 1)}
    run = by_hand(tmp_path / "r", [{**GAME, "held": held}])
    manifest = json.loads((run / "run.json").read_text())
    manifest["cards"] = manifest["cards"][1:]
    (run / "run.json").write_text(json.dumps(manifest))
    assert "does not list: card-0" in refused(run, "--out", tmp_path / "out")


def test_a_place_that_cannot_be_written(tmp_path):
    run = by_hand(tmp_path / "r", [GAME])
    (tmp_path / "file").write_text("")
    assert "there is no run folder" in refused("x" * 400)
    assert "can't write the report" in refused(run, "--out", tmp_path / "file" / "out")
