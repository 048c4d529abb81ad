"""What holds for every command: help, examples, completion, streams, odd terminals."""

import os
import shlex
import sys

import click
import pytest
from click.testing import CliRunner

from analysis.cli import COMMANDS, main
from analysis.examples import EXAMPLES

HAND = "Knights, Elven Archers, Dragon, Mirage, Island, Candle, King"
SCENARIO = """
game = "vale_of_eternity"
phase = "action"
[[player]]
hand = ["Imp"]
[[player]]
[[do]]
action = "list"
"""
# What writes no table that JSON could hold: rows to be filled in, as CSV.
NO_JSON = {"cards template"}


def all_commands():
    """Every command by how it is typed; those of commands too."""
    context = click.Context(main)
    found = {}
    for name in COMMANDS:
        command = main.get_command(context, name)
        found[name] = command
        found |= {f"{name} {inner}": c for inner, c in getattr(command, "commands", {}).items()}
    return found


ALL = all_commands()
LEAVES = [path for path, command in ALL.items() if not hasattr(command, "commands")]


@pytest.mark.parametrize("path", ALL)
def test_help_says_no_python_word_for_what_has_no_bound(path):
    assert "None" not in CliRunner().invoke(main, [*path.split(), "--help"]).stdout


@pytest.mark.parametrize("path", ALL)
def test_help_ends_with_examples_that_can_be_typed(path):
    done = CliRunner().invoke(main, [*path.split(), "--help"])
    assert done.exit_code == 0
    lines = [f"  realmvale {line}\n" for line in EXAMPLES[path]]
    assert "Examples:\n" in done.stdout
    for line in lines:
        assert line in done.stdout
    for line in EXAMPLES[path]:
        words = shlex.split(line.split(" > ")[0])
        typed = " ".join(words[:2]) if " ".join(words[:2]) in ALL else words[0]
        assert typed.startswith(path)
        ALL[typed].make_context(typed, words[len(typed.split()) :])  # refuses what it can't read


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_can_be_quiet_and_give_json(path):
    options = {name for param in ALL[path].params for name in param.opts}
    assert "--quiet" in options
    assert ("--json" in options) == (path not in NO_JSON)


def offered(*words):
    """What a shell is told when Tab is pressed after some words, the last one unfinished."""
    env = {"COMP_WORDS": shlex.join(("realmvale", *words)) if words[-1] else
           shlex.join(("realmvale", *words[:-1])) + " ",
           "COMP_CWORD": str(len(words)), "_REALMVALE_COMPLETE": "bash_complete"}  # fmt: skip
    done = CliRunner(env=env).invoke(main, [], prog_name="realmvale")
    assert done.exit_code == 0
    return [line.split(",", 1) for line in done.stdout.split("\n") if line]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("ver",), {"verify"}),
        (("cards", "sh"), {"show"}),
        (("simulate", ""), {"fantasy-realms", "vale"}),
        (("simulate", "fr", "--pol"), {"--policy"}),
        (("simulate", "fr", "--policy", "gr"), {"greedy"}),
        (("simulate", "vale", "--policy", "bu"), {"builder"}),
        (("compare", "fr", "greedy", "pla"), {"planner"}),
        (("ban", "fr", "--card", "unic"), {"Unicorn"}),
        (("cards", "show", "DRAGON"), {"Dragon", "Dragon Egg"}),
        (("simulate", "fr", "--keep", ""), {"all", "players"}),
        (("simulate", "fr", "--backend", "d"), {"dask"}),
        (("simulate", "no-game", "--policy", ""), set()),
    ],
)
def test_a_shell_completes_commands_options_games_bots_and_cards(words, expected):
    assert {word for _, word in offered(*words)} == expected


@pytest.mark.parametrize("words", [("report", "ru"), ("simulate", "fr", "--cards", "my"),
                                   ("scenario", "po"), ("trace", "ru")])  # fmt: skip
def test_a_shell_completes_names_of_files_itself(words):
    assert offered(*words)[0][0] in ("file", "dir")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell, monkeypatch):
    monkeypatch.setattr(click.shell_completion.BashComplete, "_check_version", lambda self: None)
    done = CliRunner(env={"_REALMVALE_COMPLETE": f"{shell}_source"}).invoke(
        main, [], prog_name="realmvale"
    )
    assert done.exit_code == 0
    assert f"_REALMVALE_COMPLETE={shell}_complete" in done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a short run of each game and a scenario."""
    place = tmp_path_factory.mktemp("everywhere")
    for game in ("fr", "vale"):
        arguments = ["simulate", game, "--games", "8", "--policy", "random"]
        done = CliRunner().invoke(main, [*arguments, "--out", str(place / game)])
        assert done.exit_code == 0
    (place / "position.toml").write_text(SCENARIO, encoding="utf-8")
    (place / "hands.csv").write_text(f"card_names\n{HAND.replace(', ', '|')}\n", encoding="utf-8")
    return place


PRINTING = {
    "cards list": ["cards", "list"],
    "cards list as JSON": ["cards", "list", "--json"],
    "cards show": ["cards", "show", "doppelganger"],
    "cards check": ["cards", "check"],
    "cards language": ["cards", "language", "vale"],
    "cards template": ["cards", "template", "curse"],
    "policies": ["policies"],
    "score": ["score", HAND],
    "score as JSON": ["score", HAND, "--json"],
    "score --csv": ["score", "--csv", "{}/hands.csv"],
    "simulate": ["simulate", "fr", "--games", "4", "--policy", "random", "--out", "{}/again",
                 "--overwrite"],
    "compare": ["compare", "fr", "random", "cautious", "--games", "8"],
    "ban": ["ban", "fr", "--card", "Dragon", "--policy", "random", "--games", "4"],
    "trace": ["trace", "{}/fr", "--game", "0"],
    "trace of Vale": ["trace", "{}/vale", "--game", "0"],
    "verify": ["verify", "{}/fr"],
    "scenario": ["scenario", "{}/position.toml"],
    "report": ["report", "{}/fr", "--out", "{}/report"],
    "help": ["--help"],
    "help of a command": ["simulate", "--help"],
}  # fmt: skip
# What prints a table, whose lines have to fit; a terminal wraps text by itself.
TABLES = {"cards list", "policies", "score", "compare", "ban"}


def arguments(name, folder):
    return [word.format(folder) for word in PRINTING[name]]


@pytest.mark.parametrize("name", PRINTING)
def test_a_narrow_terminal_that_knows_ascii_only_gets_all_without_colours(name, folder):
    env = {"COLUMNS": "40", "NO_COLOR": "1"}
    done = CliRunner(charset="ascii", env=env).invoke(main, arguments(name, folder))
    assert done.exit_code == 0, done.stderr
    assert done.stdout_bytes.isascii()
    assert done.stderr_bytes.isascii()
    assert b"\x1b" not in done.stdout_bytes
    if name in TABLES:
        assert max(map(len, done.stdout.splitlines())) <= 40


@pytest.mark.parametrize("name", PRINTING)
def test_a_log_file_gets_no_progress_bar_and_quiet_means_silence(name, folder):
    if name != "report":  # which takes long, and says on stderr what it does in two lines
        done = CliRunner().invoke(main, arguments(name, folder))
        assert done.exit_code == 0
        assert "\r" not in done.stdout + done.stderr
        assert "\x1b" not in done.stdout + done.stderr
    if "--help" not in PRINTING[name]:
        quiet = CliRunner().invoke(main, ["--quiet", *arguments(name, folder)])
        assert quiet.exit_code == 0
        assert quiet.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes close in another way there")
@pytest.mark.parametrize("name", PRINTING)
def test_a_reader_that_stops_reading_ends_a_command_in_silence(name, folder, monkeypatch):
    """As in `realmvale cards list | head -1`, at its worst: nobody reads a line."""
    reader, writer = os.pipe()
    os.close(reader)
    monkeypatch.setattr(sys, "stdout", open(writer, "w", encoding="utf-8"))  # noqa: SIM115
    err, behind = os.pipe()
    monkeypatch.setattr(sys, "stderr", open(behind, "w", encoding="utf-8"))  # noqa: SIM115
    with pytest.raises(SystemExit) as left:
        main(["--quiet", *arguments(name, folder)])
    sys.stdout.flush()  # as Python does at its end: not a word of it either
    sys.stderr.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), writer)
    with os.fdopen(err, encoding="utf-8") as said:
        assert said.read() == ""
    assert left.value.code in (0, 1)
