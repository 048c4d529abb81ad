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
from analysis.terminal import table_console
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
        cli._complete(fail, "fail")

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
            ["juggle"],
            "Error: there is no command 'juggle'; there are "
            + " and ".join(", ".join(COMMANDS).rsplit(", ", 1))
            + " (see `realmvale --help`)",
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


@pytest.mark.parametrize("arguments", [[], ["cards"]])
def test_a_command_line_that_says_nothing_gets_plain_help(arguments):
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert done.output.startswith("Usage: ")
    assert "Error" not in done.output


def test_a_very_long_wrong_word_is_not_repeated_in_full():
    done = CliRunner().invoke(main, ["x" * 500])
    assert done.exit_code == 2
    assert f"there is no command '{'x' * 77}...'" in done.stderr
    policy = CliRunner().invoke(main, ["simulate", "fr", "--policy", "y" * 500])
    assert policy.exit_code == 2
    assert f"'{'y' * 77}...'" in policy.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "fr", "--games", "1e3"], "'--games': '1e3' is not a whole number"),
        (["trace", "x", "--game", "one"], "'--game': 'one' is not a whole number"),
        (["simulate", "fr", "--out", ""], "'--out': the folder has no name"),
        (["report", "x", "--out", " "], "'--out': the folder has no name"),
        (["simulate", "fr", "--policy", "bots.txt:Mine"], "policy's file must end in .py"),
    ],
)
def test_values_that_make_no_sense_are_refused_in_words(arguments, message):
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", [["policies"], ["cards", "list", "--json"], ["--help"]])
def test_an_output_that_is_full_is_one_sentence(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "analysis.cli", *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.stderr == "Error: the output can't be written: no space left on the device\n"
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("columns", "width"),
    [("0", 100), ("-5", 100), ("wide", 100), ("", 100), ("30", 40), ("80", 80), ("9" * 9, 500)],
)
def test_columns_that_are_no_sensible_width_are_not_taken(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert table_console(100).width == width


def test_a_narrow_terminal_keeps_the_totals_of_a_hand():
    hand = "Knights, Elven Archers, Dragon, Mirage, Island, Candle, King"
    done = CliRunner(env={"COLUMNS": "30"}).invoke(main, ["score", hand, "--decline"])
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[0].split() == ["Card", "Base", "Adjustment", "Total"]
    # Dragon 30 - 40 without a Wizard; Candle 2.
    assert any(line.startswith("Dragon") and line.endswith(" -10") for line in lines)
    assert any(line.startswith("Candle") and line.endswith(" 2") for line in lines)


def test_an_interrupt_before_there_is_a_run_speaks_of_none(monkeypatch, tmp_path):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.compiling.announce", interrupted)
    done = CliRunner().invoke(main, ["simulate", "fr", "--out", str(tmp_path / "run")])
    assert done.exit_code == 130
    assert done.stderr.strip() == "Interrupted."


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
