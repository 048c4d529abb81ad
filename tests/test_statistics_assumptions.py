"""Which conclusions hang on an assumption: by hand on made-up effects, and on games played."""

import csv
import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from scipy import stats

from analysis.assumptions import (
    ALL,
    AS_FILED,
    HANGS,
    HOLDS,
    NO_RANGE,
    ONE,
    OPEN,
    Assumptions,
    Case,
    make_cases,
    most_moving,
)
from analysis.cli import main
from analysis.conclusions import SCHEMA
from sim.assumed import AssumedField
from sim.cards import load_cards

COST = AssumedField("wisp", "Wisp", 2, "value", "3", ("2", "3", "4"), "cost=3 in 2..4")
SUIT = AssumedField("wisp", "Wisp", 2, "suit", "Fire", ("Fire", "Water"), "suit")
TEXT = AssumedField("mote", "Mote", 3, "text", "", (), "text")


def effects(*rows):
    """Rows of (case, kind, subject, estimate, low, high, word)."""
    made = [
        {"case": case, "kind": kind, "subject": subject, "name": subject, "about": "x",
         "deals": 100, "estimate": estimate, "low": low, "high": high, "word": word}
        for case, kind, subject, estimate, low, high, word in rows
    ]  # fmt: skip
    return pl.DataFrame(made, schema={"case": pl.Int64, **SCHEMA})


def judge(fields, cases, *rows):
    found = Assumptions(fields, cases, effects(*rows), 100, 0.01)
    return {row["subject"]: row for row in found.conclusions.iter_rows(named=True)}


CASES = [
    Case(0, AS_FILED, {}),
    Case(1, ONE, {COST: "2"}),
    Case(2, ONE, {COST: "4"}),
    Case(3, ONE, {SUIT: "Water"}),
    Case(4, ALL, {COST: "2", SUIT: "Fire"}),
    Case(5, ALL, {COST: "4", SUIT: "Water"}),
]


def card(subject, *estimates, half=0.005):
    """A card with an estimate in each case; its words are those of the verdict by hand."""
    rows = []
    for case, e in enumerate(estimates):
        low, high = e - half, e + half
        word = "unclear"
        if low > 0.01:
            word = "too strong" if low > 0.03 else "strong"
        elif high < -0.01:
            word = "too weak" if high < -0.03 else "weak"
        elif low >= -0.01 and high <= 0.01:
            word = "fair"
        rows.append((case, "card", subject, e, low, high, word))
    return rows


def test_every_other_value_is_tried_alone_and_all_are_drawn_at_once():
    cases = make_cases([COST, SUIT, TEXT], 1, joint=64)
    assert [case.kind for case in cases].count(ALL) == 64
    alone = [case.stated for case in cases if case.kind == ONE]
    assert alone == [{COST: "2"}, {COST: "4"}, {SUIT: "Water"}]
    joint = [case.stated for case in cases if case.kind == ALL]
    assert all(set(stated) == {COST, SUIT} for stated in joint)
    assert {stated[COST] for stated in joint} == {"2", "3", "4"}
    assert [c.stated for c in make_cases([COST, SUIT, TEXT], 1)] == [c.stated for c in cases]
    assert [c.stated for c in make_cases([COST, SUIT], 2)] != [c.stated for c in cases]


def test_nothing_to_vary_is_the_file_alone():
    assert [case.kind for case in make_cases([TEXT], 1)] == [AS_FILED]


def test_a_verdict_of_one_side_everywhere_holds():
    # strong, too strong and strong again are one side
    row = judge([COST, SUIT], CASES, *card("a", 0.02, 0.05, 0.02, 0.03, 0.02, 0.06))["a"]
    assert (row["result"], row["stands"], row["hangs_on"]) == (HOLDS, "strong", "")
    assert (row["alone"], row["alone_held"], row["joint"], row["joint_held"]) == (3, 3, 2, 2)
    assert (row["lowest"], row["highest"]) == (0.02, 0.06)


def test_a_verdict_that_one_value_overturns_hangs_on_it():
    row = judge([COST, SUIT], CASES, *card("a", 0.02, 0.02, -0.02, 0.02, 0.02, 0.02))["a"]
    assert (row["result"], row["stands"]) == (HANGS, None)
    assert row["hangs_on"] == "wisp: value=4"
    assert row["alone_held"] == 2


def test_an_unclear_case_is_judged_by_its_estimate():
    wide = [(1, "card", "a", 0.02, -0.01, 0.05, "unclear")]
    base = card("a", 0.02, 0.02, 0.02, 0.02, 0.02, 0.02)
    kept = judge([COST, SUIT], CASES, *[base[0], *wide, *base[2:]])["a"]
    assert kept["result"] == HOLDS
    wide = [(1, "card", "a", 0.005, -0.01, 0.05, "unclear")]  # within the margin: fair
    lost = judge([COST, SUIT], CASES, *[base[0], *wide, *base[2:]])["a"]
    assert (lost["result"], lost["hangs_on"]) == (HANGS, "wisp: value=2")


def test_what_only_joint_draws_overturn_hangs_too():
    row = judge([COST, SUIT], CASES, *card("a", 0.02, 0.02, 0.02, 0.02, 0.02, 0.0))["a"]
    assert (row["result"], row["hangs_on"], row["joint_held"]) == (HANGS, "", 1)
    low, high = stats.binomtest(1, 2).proportion_ci(method="wilson")
    assert (row["joint_share_low"], row["joint_share_high"]) == pytest.approx((low, high))


def test_unclear_to_begin_with_stays_without_verdict():
    row = judge([COST, SUIT], CASES, *card("a", 0.01, 0.02, 0.02, 0.02, 0.02, 0.02))["a"]
    assert (row["word"], row["result"], row["stands"]) == ("unclear", OPEN, None)
    assert row["alone_held"] is None
    assert row["joint_held"] is None


def test_a_card_of_unknown_text_gets_no_verdict():
    rows = [*card("mote", *[0.02] * 6), *card("wisp", *[0.02] * 6)]
    found = judge([COST, SUIT, TEXT], CASES, *rows)
    assert (found["mote"]["result"], found["mote"]["stands"]) == (NO_RANGE, None)
    assert found["mote"]["no_range"] == "mote: text"
    assert found["wisp"]["result"] == HOLDS


def test_who_is_ahead_hangs_on_the_sign():
    rows = [(case, "bots", "x / y", e, e - 0.01, e + 0.01, "ahead" if e > 0.01 else "unclear")
            for case, e in enumerate([0.1, 0.005, 0.2, 0.1, 0.1, 0.1])]  # fmt: skip
    assert judge([COST, SUIT], CASES, *rows)["x / y"]["result"] == HOLDS
    rows[1] = (1, "bots", "x / y", -0.005, -0.02, 0.01, "unclear")
    assert judge([COST, SUIT], CASES, *rows)["x / y"]["hangs_on"] == "wisp: value=2"


def test_the_fact_that_moves_a_conclusion_most_is_found():
    rng = np.random.default_rng(3)
    cases = [
        Case(k, ALL, {COST: str(rng.integers(2, 5)), SUIT: str(rng.choice(["Fire", "Water"]))})
        for k in range(64)
    ]
    y = {c.number: 0.1 * int(c.stated[COST]) + rng.normal(0, 0.05) for c in cases}
    best, share = most_moving(cases, y)
    groups = [[y[c.number] for c in cases if c.stated[COST] == v] for v in "234"]
    f = stats.f_oneway(*groups).statistic
    # epsilon squared from the F ratio of the analysis of variance (k = 3 groups, n = 64)
    assert best == COST.key
    assert share == pytest.approx((f - 1) / (f + 61 / 2))


def test_nothing_moves_what_stays_the_same():
    cases = [Case(k, ALL, {COST: v}) for k, v in enumerate("2342")]
    assert most_moving(cases, dict.fromkeys(range(4), 0.5)) == (None, None)
    assert most_moving([], {}) == (None, None)


def small_file(tmp_path, assumed):
    """The project's base cards, two of them with something assumed."""
    path = tmp_path / "mine.csv"
    with load_cards().path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file)
                if r["game"] == "vale_of_eternity" and r["set"] == "base"]  # fmt: skip
    rows[0]["assumed"] = assumed.format(rows[0]["value"])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


QUICK = ["--games", "24", "--joint", "3", "--policy", "random", "--policy", "seller", "--quiet"]


def test_the_command_tries_a_file_of_ones_own(tmp_path):
    path = small_file(tmp_path, "cost={} in {}..9")
    arguments = ["assumptions", "vale", "--cards", str(path), *QUICK, "--json"]
    done = CliRunner().invoke(main, [*arguments, "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["games"] >= 24
    assert told["without"] == []  # nothing is left to compare with
    assert [case["kind"] for case in told["cases"]].count("joint") == 3
    assert {row["kind"] for row in told["conclusions"]} == {"bots", "card"}
    assert told["fields"][0]["values"].endswith("9")
    written = pl.read_csv(tmp_path / "out" / "assumptions.csv")
    assert written.height == len(told["conclusions"])
    again = CliRunner().invoke(main, arguments)
    assert json.loads(again.stdout) == told


def test_a_file_without_assumptions_is_told_so():
    done = CliRunner().invoke(main, ["assumptions", "vale", *QUICK])
    assert done.exit_code == 2
    assert "nothing is assumed of the sets base" in done.output


def curse_file(tmp_path):
    """The project's cards of the game, with a single fact assumed."""
    path = tmp_path / "curse.csv"
    with load_cards().path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["game"] == "vale_of_eternity"]
    for row in rows:
        row["assumed"] = "cost=4 in 3..4" if row["id"] == "mephisto" else ""
        row["source"] = "rulebook" if row["source"] == "assumed" else row["source"]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def test_the_curse_is_compared_with_the_base_game_and_kept_with_a_run(tmp_path):
    from analysis.assumption_section import FINDING
    from analysis.runs import open_run

    cards, run = curse_file(tmp_path), str(tmp_path / "run")
    setting = ["--sets", "base,curse", "--cards", cards, "--games", "24", "--policy", "random"]
    played = CliRunner().invoke(main, ["simulate", "vale", *setting, "--out", run, "--quiet"])
    assert played.exit_code == 0, played.output
    tried = ["assumptions", "vale", *setting, "--joint", "1", "--quiet", "--run", run]
    done = CliRunner().invoke(main, tried)
    assert done.exit_code == 0, done.output
    assert "17 of the 28 cards of Curse are unknown" in done.output
    kept = open_run(run).finding(FINDING)
    assert set(kept["kind"]) == {"card", "sets", "summoner"}
    assert kept.filter(pl.col("kind") == "sets")["subject"].to_list() == ["score", "rounds"]
    other = CliRunner().invoke(main, [*tried, "--players", "3"])
    assert other.exit_code == 2
    assert "was played with another game, other rules, sets or cards" in other.output
