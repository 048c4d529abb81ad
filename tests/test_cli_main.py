"""The command line as a whole: its listing, its start, its errors."""

import os
import subprocess
import sys
import time

import click
import pytest
from click.testing import CliRunner

from analysis import cli
from analysis.cli import COMMANDS, main
from sim import __version__
from sim.errors import CheckFailedError, RealmvaleError

HEAVY = {"numpy", "numba", "polars", "pandas", "matplotlib", "scipy", "rich", "lark", "joblib"}


def realmvale(*arguments, **env):
    return subprocess.run(
        [sys.executable, "-m", "analysis.cli", *arguments],
        capture_output=True, env={**os.environ, **env}, check=False,
    )  # fmt: skip


@pytest.fixture
def failing(monkeypatch):
    """Put a command `fail` beside the others which raises what it is given."""

    def add(error):
        @click.command()
        def fail():
            raise error

        real = cli.CommandLine.get_command
        monkeypatch.setitem(COMMANDS, "fail", "Fail.")
        monkeypatch.setattr(
            cli.CommandLine, "get_command",
            lambda self, ctx, name: fail if name == "fail" else real(self, ctx, name),
        )  # fmt: skip
        cli._accept_debug(fail)

    return add


def test_help_lists_all_commands_at_once():
    code = (
        "import sys\nfrom analysis.cli import main\n"
        "try:\n    main(['--help'])\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    best = 9.0
    for _ in range(3):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        best = min(best, time.perf_counter() - started)
    for name, about in COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert about in done.stdout
    assert not HEAVY & set(done.stderr.split())
    assert best < 1.5  # 0.3 s on an idle machine; tests share theirs


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_has_help_of_its_own(name):
    done = CliRunner().invoke(main, [name, "--help"])
    assert done.exit_code == 0
    assert f"Usage: realmvale {name}" in done.stdout.replace("Usage: main", "Usage: realmvale")


def test_version():
    assert CliRunner().invoke(main, ["--version"]).stdout == f"realmvale, version {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["simulat"],
            "Error: there is no command 'simulat'; did you mean simulate? (see `realmvale --help`)",
        ),
        (
            ["veryfi"],
            "Error: there is no command 'veryfi'; there are simulate, report, score, trace, "
            "scenario, cards, policies and bench (see `realmvale --help`)",
        ),
        (["simulate", "fr", "--gmes", "3"], "'--games'"),
        (["simulate"], "Missing argument 'GAME'"),
        (["cards", "chek"], "check"),
    ],
)
def test_wrong_usage_is_one_sentence_with_a_suggestion(arguments, message):
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RealmvaleError("the hand is empty"), 2, "Error: the hand is empty\n"),
        (CheckFailedError("scores differ"), 1, "Error: scores differ\n"),
        (KeyboardInterrupt(), 130, "Interrupted.\n"),
        (
            KeyError("x"),
            1,
            "Error: internal error: KeyError: 'x'; run again with --debug to see where\n",
        ),
    ],
)
def test_errors_are_sentences_and_exit_codes(failing, error, code, message):
    failing(error)
    done = CliRunner().invoke(main, ["fail"])
    assert done.exit_code == code
    assert done.stdout == ""
    assert done.stderr.lstrip("\n") == message


@pytest.mark.parametrize("arguments", [["--debug", "fail"], ["fail", "--debug"]])
def test_debug_shows_where_before_and_after_the_command(failing, arguments):
    failing(RealmvaleError("the hand is empty"))
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert "Traceback" in done.stderr
    assert done.stderr.endswith("Error: the hand is empty\n")


def test_debug_is_taken_by_commands_of_commands():
    assert CliRunner().invoke(main, ["cards", "check", "--debug"]).exit_code == 0


def test_tl_30_a_terminal_that_cannot_print_a_character():
    for encoding in ("ascii", "cp1252"):
        done = realmvale("cards", "show", "doppelganger", PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        assert b"Traceback" not in done.stderr
        assert b"(card of fantasy_realms, set base, id doppelganger)" in done.stdout
    assert done.stdout.startswith(b"Doppelg\xe4nger")


def test_a_reader_that_stops_reading_gets_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-m", "analysis.cli", "cards", "list", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert b"Traceback" not in err
    assert b"internal error" not in err
