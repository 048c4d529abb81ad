"""Files that are made to confuse: huge, endless, deeply nested, or any bytes at all."""

import os

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.cli import main
from sim.card_file import COLUMNS, read_rows
from sim.errors import RealmvaleError
from sim.manifest import read_manifest
from sim.policy import parse_spec
from sim.scenario_file import read_scenario

HEADER = ",".join(COLUMNS)
FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def told(*arguments):
    """The sentence of a command that refused its input."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("Error: ")
    assert "internal error" not in done.stderr
    return done.stderr


def test_a_file_too_large_for_a_card_file_or_a_scenario_is_not_read_on(tmp_path):
    large = tmp_path / "large.csv"
    large.write_text(f"{HEADER}\n" + "vale_of_eternity,base,card,a,A,Fire,1,,,,,card,,\n" * 100_000)
    assert "large.csv has more than 4 MB" in told("cards", "check", large)
    with pytest.raises(RealmvaleError, match="has more than 4 MB"):
        read_scenario(large)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file here")
def test_an_endless_file_is_refused():
    assert "/dev/zero has more than 4 MB" in told("cards", "check", "/dev/zero")
    assert "/dev/zero has more than 4 MB" in told("scenario", "/dev/zero")


@pytest.mark.parametrize("game", ["fantasy_realms", "vale_of_eternity"])
@pytest.mark.parametrize("text", ["(" * 900, "choose 1 of (" * 140, "not " * 450, '"' * 999])
def test_deeply_nested_card_texts_are_refused_with_their_place(tmp_path, game, text):
    quoted = text.replace('"', '""')
    cards = tmp_path / "cards.csv"
    cards.write_text(f'{HEADER}\n{game},base,card,a,A,Army,1,,,,"bonus: {quoted}",card,,\n')
    assert "row 2" in told("cards", "check", cards)


def test_deeply_nested_toml_and_json_are_refused(tmp_path):
    path = tmp_path / "deep.toml"
    path.write_text("x = " + "[" * 50_000 + "]" * 50_000)
    with pytest.raises(RealmvaleError, match="nested too deeply"):
        read_scenario(path)
    (tmp_path / "run.json").write_text("[" * 100_000)
    for command in ("report", "verify"):
        assert "run.json can't be read" in told(command, tmp_path)


@FEW
@given(st.binary(max_size=300))
def test_any_bytes_are_a_card_file_a_scenario_or_a_manifest_or_refused(tmp_path, content):
    path = tmp_path / "run.json"
    for before in (b"", HEADER.encode() + b"\n"):
        path.write_bytes(before + content)
        for read in (read_rows, read_scenario, lambda file: read_manifest(file.parent)):
            try:
                read(path)
            except RealmvaleError as error:
                assert str(path) in str(error)  # noqa: PT017


@FEW
@given(st.text(max_size=60))
def test_any_text_is_a_policy_or_refused(text):
    try:
        parse_spec(text)
    except RealmvaleError as error:
        assert "\n" not in str(error)  # noqa: PT017
