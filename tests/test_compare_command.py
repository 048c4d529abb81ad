"""`realmvale compare`."""

import json

import pytest
from click.testing import CliRunner

from analysis.cli import main


def compare(*arguments):
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


def test_tables_on_the_terminal():
    done = compare("fr", "random", "strongest", "--games", 20, "--quiet")
    assert done.exit_code == 0, done.output
    for words in ("Share of the win credit", "random", "No ranking", "Mirror matches"):
        assert words in done.stdout
    assert done.stderr == ""


def test_json_of_a_ranked_comparison():
    done = compare("fr", "random", "strongest", "--games", 300, "--players", 2, "--json", "--quiet")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["ranked"] is True
    assert {bot["rank"] for bot in found["bots"]} == {1, 2}
    shares = [pair["share"] for pair in found["pairs"]]
    assert sum(shares) == pytest.approx(1)
    assert [row["uneven_deals"] for row in found["mirrors"]] == [0, 0]
    assert found["sprt"] is None


def test_json_of_a_sequential_test():
    done = compare("fr", "greedy", "random", "--sprt", "0,20", "--players", 2, "--json", "--quiet")
    assert done.exit_code == 0, done.output
    test = json.loads(done.stdout)["sprt"]
    assert (test["answer"], test["deals"]) == ("higher", 200)
    assert (test["low"], test["high"]) == (0, 0.2)


def test_the_vale():
    done = compare("vale", "random", "random:x=1", "--games", 4)
    assert done.exit_code == 2  # random has no parameters
    assert "random" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fr", "random"), "two or more"),
        (("fr", "random", "random"), "stated twice"),
        (("fr", "random", "greedi"), "greedy"),
        (("fr", "random", "greedy", "--sprt", "2,0"), "the lower one first"),
        (("fr", "random", "greedy", "--sprt", "x"), "the lower one first"),
        (("fr", "random", "greedy", "cautious", "--sprt", "0,2"), "takes two policies, not 3"),
        (("fr", "random", "greedy", "--games", "0"), "0 is not in the range"),
        (("fr", "random", "greedy", "--ruling", "x=true"), "goes with"),
    ],
)
def test_what_is_refused(arguments, sentence):
    done = compare(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
