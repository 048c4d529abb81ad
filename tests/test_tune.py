"""The value that gives a card a wanted effect: curves of known truth, and games."""

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats
from support.small_decks import small_deck

from analysis.ban import ban
from analysis.cli import main
from analysis.root import Point, crossing, search
from analysis.setting import Setting
from analysis.tune import default_bounds, tune
from analysis.tune_effects import Ban, dealt_point
from analysis.tune_words import sentences, tuned_json
from sim.cards import load_cards
from sim.fantasy_realms.rules import make_rules
from sim.games import game_module

PLAIN = dict.fromkeys((2, 6, 10, 14), "")


def curve(effect, spread=0.0, deals=200, seed=1, tilt=0.0):
    """A curve whose truth is `effect`; deals err alike at all numbers, and a little by number."""
    rng = np.random.default_rng(seed)
    luck, slope = rng.normal(0, spread, deals), rng.normal(0, tilt, deals)
    tried = []

    def point(value):
        tried.append(value)
        each = effect(value) + luck + slope * (value - 20)
        return Point(value, float(each.mean()), (each - each.mean()) / deals)

    return point, tried


def test_a_line_without_noise_is_crossed_where_it_is():
    point, tried = curve(lambda v: 0.01 * (v - 17.25))
    found = search(point, 0, 40, 0.0, 30, 8)
    cross = crossing(found, 0.0, 30)
    assert cross.value == pytest.approx(17.25)
    assert (cross.low, cross.high) == (pytest.approx(17.25), pytest.approx(17.25))
    assert {0, 40, 30, 17, 18} >= set(tried)
    assert len(tried) == len(set(tried)) <= 8


def test_another_target_is_another_number():
    point, _ = curve(lambda v: 0.01 * (v - 17.25))
    assert crossing(search(point, 0, 40, 0.1, 30, 8), 0.1, 30).value == pytest.approx(27.25)


def test_a_falling_curve_is_crossed_too():
    point, _ = curve(lambda v: 0.02 * (5.5 - v))
    assert crossing(search(point, 0, 12, 0.0, 4, 8), 0.0, 4).value == pytest.approx(5.5)


def test_between_neighbours_the_interval_is_fieller_s():
    # One straight piece: the roots of (a + w s)^2 = t^2 Var(a + w s), written out.
    rng = np.random.default_rng(3)
    n = 150
    y = np.stack([rng.normal(-0.5, 2, n), rng.normal(1.0, 2, n)])
    points = [
        Point(v, row.mean(), (row - row.mean()) / n) for v, row in zip((0, 10), y, strict=True)
    ]
    t = stats.t.ppf(0.975, n - 1)
    v = np.cov(y) / n
    a, s = y[0].mean(), y[1].mean() - y[0].mean()
    v01 = v[0, 1] - v[0, 0]
    v11 = v[0, 0] + v[1, 1] - 2 * v[0, 1]
    roots = np.roots([s**2 - t**2 * v11, 2 * (a * s - t**2 * v01), a**2 - t**2 * v[0, 0]])
    cross = crossing(points, 0.0, 5)
    assert cross.value == pytest.approx(-10 * a / s)
    assert [cross.low, cross.high] == pytest.approx(10 * np.sort(roots))


def test_an_interval_that_goes_on_beyond_the_numbers_tried_has_no_end():
    point, _ = curve(lambda v: 0.001 * (v - 20), spread=1.0, deals=50, seed=5)
    found = search(point, 19, 21, 0.0, 20, 8)
    cross = crossing([Point(p.value, 0.001 * (p.value - 20), p.influence) for p in found], 0.0, 20)
    assert (cross.low, cross.high) == (None, None)


def test_a_curve_that_misses_the_target_crosses_nowhere():
    point, tried = curve(lambda v: 0.01 * (v + 5))
    found = search(point, 0, 40, 0.0, 30, 8)
    assert crossing(found, 0.0, 30) is None
    assert len(tried) <= 8
    flat, _ = curve(lambda v: 0.3)
    assert crossing(search(flat, 0, 40, 0.0, 30, 8), 0.0, 30) is None


def test_a_dip_between_the_ends_is_found():
    point, _ = curve(lambda v: 0.001 * ((v - 20) ** 2 - 100))
    found = search(point, 0, 40, 0.0, 5, 8)
    assert crossing(found, 0.0, 5).value == pytest.approx(10, abs=0.5)


@pytest.mark.parametrize("slope", [0.02, -0.02])
def test_intervals_cover_the_truth(slope):
    # 300 repetitions: between 270 and 297 should cover (binomial, 99.9 %).
    covered = 0
    for seed in range(300):
        point, _ = curve(lambda v: slope * (v - 17.4), 0.6, 120, seed, tilt=0.02)
        cross = crossing(search(point, 0, 40, 0.0, 25, 8), 0.0, 25)
        low = -math.inf if cross.low is None else cross.low
        high = math.inf if cross.high is None else cross.high
        covered += low <= 17.4 <= high
    least, most = stats.binom.interval(0.999, 300, 0.95)
    assert least <= covered <= most


def test_one_deal_has_no_interval():
    points = [Point(0, -1.0, np.zeros(1)), Point(4, 1.0, np.zeros(1))]
    cross = crossing(points, 0.0, 0)
    assert (cross.value, cross.low, cross.high) == (2.0, None, None)


def test_the_effect_of_being_dealt_a_card():
    wins = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
    dealt = np.array([[True, False], [True, False], [False, False], [False, True]])
    point = dealt_point(3, wins, dealt)
    # With: 1, 0, 0 of three seats; without: 0, 1, 0.5, 0.5, 1 of five.
    assert point.effect == pytest.approx(1 / 3 - 3 / 5)
    assert point.influence.sum() == pytest.approx(0)
    nobody = dealt_point(3, wins, np.zeros((4, 2), bool))
    assert math.isnan(nobody.effect)


@pytest.fixture
def setting(tmp_path):
    deck = small_deck(tmp_path, 33, texts=PLAIN)
    return Setting("fantasy_realms", deck.card_set, make_rules(3), 7, 2)


def test_a_card_of_a_game_is_tuned(setting):
    found = tune(
        setting, setting.cards.path, "card 3", "value", 0.0, "greedy", 250, (-40, 60), points=5
    )
    sweep = found.sweep()
    assert sweep["value"].is_sorted()
    assert sweep["effect"][0] < 0 < sweep["effect"][-1]
    cross = found.found
    assert cross.low < cross.value < cross.high
    row = found.answer().row(0, named=True)
    assert row["nearest"] == round(cross.value)
    assert sweep.filter("now")["value"].to_list() == [21]
    again = tune(Setting("fantasy_realms", setting.cards, setting.rules, 7, 1), setting.cards.path,
                 "card 3", "value", 0.0, "greedy", 250, (-40, 60), points=5)  # fmt: skip
    assert again.sweep().equals(sweep)
    said = " ".join(sentences(found))
    assert f"nearest whole number is {row['nearest']}" in said
    json.dumps(tuned_json(found), allow_nan=False)


def test_a_number_that_plays_no_part_is_told(setting):
    found = tune(setting, setting.cards.path, "card 3", "curses", 0.0, "random", 100)
    assert found.flat
    assert "makes no difference" in sentences(found)[0]


def test_a_card_that_nobody_was_dealt_has_no_effect(setting):
    # One deal of 33 cards leaves 12 undealt.
    for card in setting.cards.cards:
        found = tune(setting, setting.cards.path, card.id, "value", 0.0, "random", 1, (0, 2))
        json.dumps(tuned_json(found), allow_nan=False)
        if "No seat was dealt" in sentences(found)[0]:
            return
    raise AssertionError("every card was dealt")


def test_without_a_crossing_the_nearest_is_told(setting):
    found = tune(setting, setting.cards.path, "card 3", "value", 0.9, "random", 50, (-90, 90))
    assert found.found is None
    assert "No value from -90 to 90 brings Card 3 to +90.0" in sentences(found)[0]
    assert found.answer()["value"].to_list() == [None]


def test_where_nothing_is_dealt_a_ban_tells(tmp_path):
    deck = small_deck(tmp_path, 33, texts=PLAIN)
    setting = Setting("fantasy_realms", deck.card_set, make_rules(2), 7, 2)
    row = ban(setting, "strongest", [21], 150).row(0, named=True)
    point = Ban(setting, "card-21", "strongest", 150).point(1, setting.cards, None)
    assert point.effect == pytest.approx(row["win_lost"])
    assert point.stderr == pytest.approx(row["win_lost_stderr"])
    found = tune(setting, setting.cards.path, "Card 21", "value", 0.1, "strongest", 100, (0, 40))
    assert found.effect == "ban"
    # This bot wants the strongest card more than the weakest.
    assert found.sweep()["effect_low"][-1] > found.sweep()["effect"][0]


def test_default_bounds_are_those_of_the_deck(setting):
    card = setting.cards.cards[3]
    assert default_bounds(setting.cards, card, "value") == (0, 22)
    assert default_bounds(setting.cards, card, "curses") == (0, 4)


def test_a_card_of_the_vale_is_tuned_by_its_ban():
    rules = game_module("vale_of_eternity").stated_rules(
        {"players": 2, "rulings": (), "summoners": None}
    )
    setting = Setting("vale_of_eternity", load_cards().select("vale_of_eternity"), rules, 1, 1)
    found = tune(setting, None, "Imp", "value", 0.0, "random", 10, (0, 3), points=3)
    assert found.effect == "ban"
    assert {0, 3} <= set(found.sweep()["value"].to_list()) <= {0, 1, 2, 3}


def command(*arguments):
    return CliRunner().invoke(main, ["tune", *map(str, arguments)])


def test_the_command_writes_all_there_is(setting, tmp_path):
    out = tmp_path / "out"
    arguments = ("fr", "--cards", setting.cards.path, "--card", "Card 3", "--games", 40,
                 "--players", 3, "--policy", "strongest", "--quiet", "--points", 4)  # fmt: skip
    done = command(*arguments, "--json", "--out", out)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["answer"]["now"] == 21
    assert 3 <= len(told["sweep"]) <= 4
    assert {p.name for p in (out / "plots").iterdir()} == {"tune.png", "tune.svg"}
    assert {p.name for p in (out / "tables").iterdir()} == {"answer.csv", "sweep.csv"}
    assert "What should the value of Card 3 be?" in (out / "index.html").read_text("utf-8")
    assert "Card 3, value" in command(*arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fr",), "--card"),
        (("fr", "--card", "Dragoon"), "did you mean Dragon?"),
        (("fr", "--card", "Dragon", "--column", "text"), "expected value, curses or wards"),
        (("fr", "--card", "Dragon", "--column", "strength"), "did you mean value?"),
        (("fr", "--card", "Dragon", "--bounds", "9"), "as in 0..40"),
        (("fr", "--card", "Dragon", "--bounds", "9..3"), "the lower one first"),
        (("fr", "--card", "Dragon", "--bounds", "0..2000"), "--bounds 0..2000, value: '2000'"),
        (("fr", "--card", "Dragon", "--target", "nan"), "percentage points"),
        (("fr", "--card", "Dragon", "--target", "101"), "percentage points"),
    ],
)  # fmt: skip
def test_what_is_refused(arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
