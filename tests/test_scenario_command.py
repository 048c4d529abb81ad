"""``realmvale scenario FILE``: JSON on stdout, one sentence on stderr, exit codes."""

import json
import subprocess
import sys

import pytest

GOOD = """
game = "fantasy_realms"
players = 3
draw = ["Doppelgänger"]
[[do]]
action = "draw"
"""


def realmvale(*args, **environment):
    import os

    return subprocess.run(
        [sys.executable, "-m", "analysis.cli", *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        timeout=120,
        check=False,
    )


@pytest.fixture
def write(tmp_path):
    def written(text):
        file = tmp_path / "position.toml"
        file.write_text(text, encoding="utf-8")
        return file

    return written


def test_prints_json(write):
    result = realmvale("scenario", write(GOOD))
    assert result.returncode == 0, result.stderr
    content = json.loads(result.stdout)
    assert list(content) == ["state", "log", "legal", "pending", "error"]
    assert "Doppelgänger" in content["state"]["player"][0]["hand"]
    assert content["error"] is None
    assert "Doppelgänger" in result.stdout


def test_ascii_terminals_get_json_that_means_the_same(write):
    result = realmvale("scenario", write(GOOD), PYTHONIOENCODING="ascii")
    assert result.stdout.isascii()
    assert "Doppelgänger" in json.loads(result.stdout)["state"]["player"][0]["hand"]


def test_an_illegal_action_exits_1_and_prints_the_result(write):
    result = realmvale("scenario", write(GOOD.replace('"draw"\n', '"take"\ncard = "Smoke"\n')))
    content = json.loads(result.stdout)
    assert result.returncode == 1
    assert "cannot take Smoke" in content["error"]
    assert content["legal"] == ["draw"]
    assert "cannot take Smoke" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players = 3", 'game = "fantasy_realms" should be stated'),
        ('game = "vale"', "0 [[player]] tables"),
        ('game = "fantasy_relms"', "did you mean"),
        ('game = "fr"\nplayers = 3\ndrw = []', "did you mean draw"),
        ('game = "fr', "is not TOML"),
    ],
)
def test_bad_files_exit_2_with_one_sentence(write, text, said):
    result = realmvale("scenario", write(text))
    assert result.returncode == 2
    assert result.stdout == ""
    message = result.stderr.strip().splitlines()[-1]
    assert message.startswith("Error:")
    assert said in message
    assert "position.toml" in message
    assert "Traceback" not in result.stderr
