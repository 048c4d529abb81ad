"""Verdicts: by their definition, on tiny runs, and q-values against published figures."""

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.cards import card_table
from analysis.report import make_tables
from analysis.runs import open_run
from analysis.significance import p_values, q_values
from analysis.verdict_words import explained, verdict_words
from analysis.verdicts import survival, verdict, with_verdicts
from tests.support.synthetic_run import by_hand, drawn_from_model, made_up_cards


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.009, 0.009, "fair"),
        (-0.010, 0.010, "fair"),  # the margin itself is inside
        (0.011, 0.029, "strong"),
        (0.029, 0.080, "strong"),  # may be beyond three margins, isn't shown to be
        (0.031, 0.080, "too strong"),
        (-0.029, -0.011, "weak"),
        (-0.080, -0.031, "too weak"),
        (-0.011, 0.009, "unclear"),
        (0.005, 0.050, "unclear"),  # significant, but not shown to matter
        (None, None, "unclear"),
    ],
)
def test_the_interval_against_the_margin(low, high, word):
    assert verdict(low, high) == word


def test_the_margin_is_the_designers():
    assert verdict(0.011, 0.019, margin=0.02) == "fair"
    assert verdict(0.011, 0.019, margin=0.003) == "too strong"


def test_dead_is_a_card_that_nobody_keeps_unless_it_brings_wins():
    assert verdict(-0.005, 0.005, kept_high=0.019) == "dead"
    assert verdict(-0.5, 0.5, kept_high=0.019) == "dead"
    assert verdict(-0.5, 0.5, kept_high=0.021) == "unclear"
    assert verdict(0.02, 0.025, kept_high=0.0) == "strong"


def test_too_few_deals_give_no_verdict_however_far_the_interval_lies(tmp_path):
    found = {}
    for deals in (8, 400):
        run = open_run(drawn_from_model(tmp_path / str(deals), deals=deals))
        table = card_table(run)
        table = table.with_columns(dealt_effect_low=pl.lit(0.2), dealt_effect_high=pl.lit(0.4))
        found[deals] = with_verdicts(run, table)
    few, many = found[8], found[400]
    assert few["dealt_effect_too_few"].all()
    assert set(few["verdict"]) == {"unclear"}
    assert not many["dealt_effect_too_few"].any()
    assert set(many["verdict"]) == {"too strong"}


def test_p_values_are_those_of_students_t():
    value, stderr, deals = np.array([0.3, -0.02]), np.array([0.1, 0.02]), np.array([12, 400])
    expected = [2 * stats.t.sf(3, 11), 2 * stats.t.sf(1, 399)]
    assert p_values(value, stderr, deals) == pytest.approx(expected)


def test_p_values_say_nothing_where_nothing_can_be_said():
    nan = math.nan
    got = p_values(np.array([0.1, 0.1, nan]), np.array([0.0, nan, 0.1]), np.array([9, 9, 1]))
    assert np.isnan(got).all()


# The fifteen p-values of Benjamini and Hochberg's own example (1995, section 4).
BH_1995 = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
    0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
]  # fmt: skip


def test_q_values_reject_the_four_hypotheses_of_the_paper():
    q = q_values(np.array(BH_1995))
    assert (q <= 0.05).sum() == 4
    assert q[3] == pytest.approx(0.0095 * 15 / 4)


def test_q_values_count_only_what_can_be_said():
    q = q_values(np.array([0.01, np.nan, 0.04]))
    assert q[0] == pytest.approx(0.02)
    assert np.isnan(q[1])
    assert q[2] == pytest.approx(0.04)
    assert q_values(np.array([])).size == 0
    assert np.isnan(q_values(np.array([np.nan]))).all()


def test_q_values_against_another_library():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    p = np.random.default_rng(3).random(53) ** 3
    expected = multitest.multipletests(p, method="fdr_bh")[1]
    assert q_values(p) == pytest.approx(expected)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "model"
    return open_run(drawn_from_model(folder, deals=400, policies=("cautious", "greedy", "planner")))


def test_the_strong_card_is_too_strong_and_the_weak_one_too_weak(model):
    table = with_verdicts(model, card_table(model))
    found = dict(table.select("card", "verdict").iter_rows())
    assert found["card-7"] == "too strong"
    row = table.row(by_predicate=pl.col("card") == "card-7", named=True)
    assert (row["verdict_on"], row["verdict_reading"]) == ("dealt", "causal")
    assert row["q_value"] < 1e-6
    assert row["q_value"] >= row["p_value"]


def test_a_wide_margin_makes_every_judged_card_fair(model):
    table = with_verdicts(model, card_table(model), margin=0.9)
    assert set(table["verdict"]) == {"fair"}


def test_q_values_by_bot_are_taken_within_each_bot(model):
    table = with_verdicts(model, card_table(model, "policy"), "policy")
    for policy in model.policies:
        mine = table.filter(pl.col("policy") == policy)
        p = mine["p_value"].to_numpy()
        expected = stats.false_discovery_control(p[np.isfinite(p)])
        assert mine["q_value"].drop_nulls().to_numpy() == pytest.approx(expected)


def test_what_survives_points_the_same_way_in_three_hands(model):
    held = survival(
        model,
        with_verdicts(model, card_table(model)),
        with_verdicts(model, card_table(model, "policy"), "policy"),
    )
    sides = {"too strong": 1, "strong": 1, "fair": 0, "weak": -1, "too weak": -1, "dead": -1}
    for row in held.iter_rows(named=True):
        mine = [sides.get(row[f"verdict_{bot}"]) for bot in ("cautious", "greedy", "planner")]
        side = sides.get(row["verdict"])
        expected = None if side is None else "yes" if mine == [side] * 3 else "no"
        assert row["survives"] == expected
    assert {"yes", "no"} & set(held["survives"])


def test_survival_is_unknown_when_a_bot_did_not_play(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=20, policies=("greedy", "cautious")))
    tables = make_tables(run)
    assert tables["verdicts"]["survives"].count() == 0
    assert "planner did not play" in " ".join(explained(run, tables["cards"], 0.01))


def test_unseen_cards_have_a_dash_and_nothing_else(tmp_path):
    held = {(0, "card-0"): (("dealt",), 0, 0)}
    games = [{"deal": d, "seats": [("a", 5, 1.0), ("b", 4, 0.0)], "held": held} for d in range(3)]
    run = open_run(by_hand(tmp_path / "r", games, cards=made_up_cards(3)))
    table = with_verdicts(run, card_table(run))
    unseen = table.row(by_predicate=pl.col("card") == "card-2", named=True)
    assert unseen["verdict"] == "-"
    assert unseen["verdict_on"] is None
    assert unseen["q_value"] is None
    assert table["verdict"][0] == "unclear"


@pytest.mark.parametrize("games", [0, 1])
def test_hardly_any_games_break_nothing(tmp_path, games):
    rows = [{"deal": 0, "seats": [("a", -5, 0.5), ("b", -5, 0.5)]}] * games
    run = open_run(by_hand(tmp_path / "r", rows))
    table = with_verdicts(run, card_table(run))
    assert set(table["verdict"]) == {"-"}
    assert verdict_words(run, table, 0.01) == ""


def test_the_opening_names_the_suspects(model):
    tables = make_tables(model)
    said = verdict_words(model, tables["cards"], 0.01)
    strong = tables["cards"].filter(pl.col("verdict") == "too strong").sort("dealt_effect")
    assert strong["name"][-1] in said
    assert "too strong" in said
