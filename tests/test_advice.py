"""The guide's advice: bots that differ in one habit only, and the verdicts on their matches."""

import json

import polars as pl
import pytest
from click.testing import CliRunner
from support.games import make_game, played

from analysis.advice import (
    FAILS,
    HOLDS,
    IN_PART,
    NO_DIFFERENCE,
    TIPS,
    UNCLEAR,
    Tip,
    Trial,
    advice,
    judged,
    tip_verdict,
)
from analysis.advice_page import page
from analysis.advice_words import sentences
from analysis.cli import main
from analysis.setting import Setting
from sim.cards import load_cards
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.state import DRAWN, TAKEN

BOTS = TIPS[1].trials[0].ignores.split(":")[0]


def scores(deck, spec):
    tables = played(make_game(deck, (spec,), deals=60))
    return tables["players"].sort("game", "seat").select("game", "seat", "score", "win")


@pytest.mark.parametrize(
    ("habit", "without"),
    [("late:turns=0", "cautious"), ("taker:least=1", "greedy")],
)
def test_without_its_habit_a_bot_is_the_one_it_differs_from(deck, habit, without):
    assert scores(deck, f"{BOTS}:{habit}").equals(scores(deck, without))


@pytest.mark.parametrize("habit", ["late:turns=3", "late:turns=100", "taker:least=-10"])
def test_the_habit_changes_the_games(deck, habit):
    without = "cautious" if habit.startswith("late") else "greedy"
    assert not scores(deck, f"{BOTS}:{habit}").equals(scores(deck, without))


def test_takers_take_never_or_whenever_they_can(deck):
    def met(least):
        tables = played(make_game(deck, (f"{BOTS}:taker:least={least}",), deals=40))
        events = tables["cards"]["events"].cast(pl.Int64).to_numpy()
        return [int(((events & bit) != 0).sum()) for bit in (TAKEN, DRAWN)], tables["games"]

    # Ten cards drawn blind fill the discard area.
    (taken, drawn), games = met(1000)
    assert (taken, drawn) == (0, 400)
    assert set(games["turns"]) == {10}
    # Only the first turn finds nothing to take; the area never grows.
    (taken, drawn), games = met(-1000)
    assert drawn == 40 < taken
    assert set(games["end"].cast(pl.String)) == {"turn_cap"}


def table(*intervals, tip="a"):
    """Matches with these intervals of the difference."""
    rows = [
        {
            "tip": tip, "advice": "Do it.", "difference": "it does", "follows": "x", "ignores": "y",
            "deals": 500, "games": 1000, "share": 0.5, "win_difference": (low + high) / 2,
            "win_difference_stderr": (high - low) / 4, "win_difference_low": low,
            "win_difference_high": high, "win_difference_too_few": False,
        }
        for low, high in intervals
    ]  # fmt: skip
    return judged(pl.DataFrame(rows), 0.01)


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((0.011, 0.05), HOLDS),
        ((0.009, 0.05), UNCLEAR),
        ((-0.01, 0.01), NO_DIFFERENCE),
        ((-0.05, -0.011), FAILS),
        ((-0.05, 0.05), UNCLEAR),
    ],
)
def test_a_verdict_is_about_the_whole_interval(interval, verdict):
    found = table(interval)
    assert found["verdict"].to_list() == found["tip_verdict"].to_list() == [verdict]


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ((HOLDS, HOLDS), HOLDS),
        ((HOLDS, NO_DIFFERENCE), IN_PART),
        ((HOLDS, UNCLEAR), IN_PART),
        ((HOLDS, FAILS), IN_PART),
        ((FAILS, UNCLEAR), FAILS),
        ((NO_DIFFERENCE, UNCLEAR), UNCLEAR),
        ((NO_DIFFERENCE, NO_DIFFERENCE), NO_DIFFERENCE),
    ],
)
def test_a_tip_is_judged_over_its_matches(words, verdict):
    assert tip_verdict(words) == verdict


def test_every_tip_is_told_with_its_numbers():
    found = pl.concat([table((0.02, 0.04), (0.0, 0.005)), table((-0.4, -0.2), tip="b")])
    said = sentences(found)
    assert len(said) == 2
    assert said[0].startswith("Do it. It holds in part: x wins +3.0 points")
    assert "(+2.0 to +4.0)" in said[0]
    assert "It does not hold" in said[1]


def test_the_tips_are_those_of_the_guide():
    assert [tip.name for tip in TIPS] == ["strength", "penalties", "taking", "area"]
    assert all(tip.trials for tip in TIPS)


def test_a_bot_that_ignores_everything_loses_and_a_twin_makes_no_difference():
    setting = Setting("fantasy_realms", load_cards().select("fantasy_realms"), make_rules(4), 2, 2)
    tips = (
        Tip("random", "Think.", (Trial("greedy", "random", "thinks"),)),
        Tip("twin", "Be yourself.", (Trial("cautious", f"{BOTS}:late:turns=0", "nothing"),)),
    )
    found = advice(setting, 400, tips=tips)
    assert found["verdict"][0] == HOLDS
    # Twins play each rotation of a deal alike, and each sits in every seat equally often.
    assert found["win_difference"][1] == pytest.approx(0, abs=1e-12)
    assert found["score_difference"][1] == pytest.approx(0, abs=1e-9)
    assert page(found, 4, "realmvale advice fr").sections[0].tables


def command(*arguments):
    return CliRunner().invoke(main, ["advice", *map(str, arguments)])


def test_the_command_tests_every_tip(tmp_path):
    out = tmp_path / "out"
    done = command("fr", "--games", 12, "--players", 3, "--json", "--quiet", "--out", out)
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert {row["tip"] for row in rows} == {tip.name for tip in TIPS}
    assert str(BOTS) not in {row["ignores"].split(":")[0] for row in rows}
    assert (out / "tables" / "advice.csv").is_file()
    assert (out / "plots" / "advice.svg").is_file()
    assert "Does the guide" in (out / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("vale",), "no guide's advice to test for vale_of_eternity"),
        (("fr", "--variant", "chaos"), "which chaos hasn't"),
        (("fr", "--games", "0"), "0"),
    ],
)
def test_what_is_refused(arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
