"""Comparing bots: cross tables by hand, ratings against their definition, mirror matches."""

import math

import numpy as np
import polars as pl
import pytest

from analysis.compare import bot_ratings, compare, leads, mirror, pair_table
from analysis.compare_words import comparison_json, sentences
from analysis.ratings import POINTS, rating_intervals, ratings
from analysis.setting import Setting
from analysis.sprt import Sprt
from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.fantasy_realms.rules import make_rules


def match(rows, players=2):
    """Sums by deal; rows are (win of a, score of a, score of b) over the two games of a deal."""
    parts = []
    for deal, (win, mine, theirs) in enumerate(rows):
        for policy, w, s in (("a", win, mine), ("b", 2 - win, theirs)):
            parts.append({"deal": deal, "policy": policy, "seats": players, "win": float(w),
                          "score": s, "games": 2})  # fmt: skip
    return pl.DataFrame(parts)


def test_the_share_is_that_of_the_credit_of_all_games():
    table = pair_table({("a", "b"): match([(2, 90, 70), (1, 80, 84), (1.5, 85, 80)])}, 1)
    a, b = table.row(0, named=True), table.row(1, named=True)
    assert (a["policy"], a["other"], a["deals"], a["games"]) == ("a", "b", 3, 6)
    assert a["share"] == pytest.approx(4.5 / 6)
    assert b["share"] == pytest.approx(1.5 / 6)
    # A seat of a wins 0.75, one of b 0.25; scores 255 and 234 in six seats.
    assert a["win_difference"] == pytest.approx(0.5)
    assert a["score_difference"] == pytest.approx((255 - 234) / 6)
    assert b["score_difference"] == pytest.approx(-(255 - 234) / 6)


def test_the_interval_of_a_difference_is_that_of_paired_deals():
    rng = np.random.default_rng(4)
    wins = rng.choice([0.0, 1.0, 2.0], 300)
    rows = [(w, 80 + round(5 * w), 80) for w in wins]
    table = pair_table({("a", "b"): match(rows)}, 1).row(0, named=True)
    x = wins - 1  # by deal: a's win a seat minus b's
    assert table["win_difference"] == pytest.approx(x.mean())
    assert table["win_difference_stderr"] == pytest.approx(x.std(ddof=1) / math.sqrt(300))
    assert leads(match(rows), "a", "b", 1) == pytest.approx(x)


def test_six_to_nothing_is_finite_marked_and_not_ranked():
    # Case TL-08 and its like: a sweep of three deals.
    matches = {("a", "b"): match([(2, 90, -70)] * 3)}
    table = pair_table(matches, 1).row(0, named=True)
    assert (table["share"], table["share_too_few"]) == (1.0, True)
    assert 0 < table["share_low"] < 1
    bots = bot_ratings(["a", "b"], matches, 1, ranked=False)
    assert bots["rank"].null_count() == bots["rating"].null_count() == 2


def test_a_sweep_of_many_deals_still_has_a_finite_rating():
    matches = {("a", "b"): match([(2, 90, 70)] * 200)}
    bots = bot_ratings(["b", "a"], matches, 1, ranked=True)
    assert bots["policy"].to_list() == ["a", "b"]
    assert bots["rank"].to_list() == [1, 2]
    assert np.isfinite(bots["rating"].to_numpy()).all()
    assert bots["rating"][0] > 400


def test_two_bots_ratings_are_the_log_odds():
    # 300 against 100: odds of three, which are 400 * log10(3) points, hardly regularised.
    found = ratings(np.array([[0.0, 300.0], [100.0, 0.0]]))
    assert found[0] - found[1] == pytest.approx(400 * math.log10(3), abs=0.2)
    assert found.sum() == pytest.approx(0)


def test_ratings_reproduce_the_credits_of_a_bradley_terry_world():
    strength = np.array([0.0, 0.4, 1.1])
    odds = np.exp(strength)
    credit = 1000 * odds[:, None] / (odds[:, None] + odds[None, :])
    np.fill_diagonal(credit, 0)
    expected = POINTS * (strength - strength.mean())
    assert ratings(credit) == pytest.approx(expected, abs=0.2)


def test_games_of_a_bot_against_itself_do_not_count():
    credit = np.array([[0.0, 30.0], [10.0, 0.0]])
    with_own = credit + np.diag([500.0, 7.0])
    assert ratings(with_own) == pytest.approx(ratings(credit))


def test_no_credit_at_all():
    assert ratings(np.zeros((3, 3))).tolist() == [0.0, 0.0, 0.0]


def test_rating_intervals_shrink_with_the_deals_and_hold_the_rating():
    rng = np.random.default_rng(9)
    won = rng.binomial(2, 0.6, 1600).astype(float)
    credit = np.zeros((1600, 2, 2))
    credit[:, 0, 1], credit[:, 1, 0] = won, 2 - won
    low, high = rating_intervals(credit)
    few_low, few_high = rating_intervals(credit[:100])
    rating = ratings(credit.sum(axis=0))[0]
    assert low[0] < rating < high[0]
    assert (few_high - few_low)[0] == pytest.approx(4 * (high - low)[0], rel=0.35)
    # Delta method: half the logit (the mean is 0) has stderr POINTS / 2 / sqrt(n p (1 - p)).
    p = won.mean() / 2
    expected = POINTS / 2 / math.sqrt(3200 * p * (1 - p))
    assert (high - low)[0] / 3.92 == pytest.approx(expected, rel=0.2)


def setting(players=4, seed=3, workers=1):
    cards = load_cards().select("fantasy_realms")
    return Setting("fantasy_realms", cards, make_rules(players), seed, workers)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "cautious"])
def test_a_mirror_match_is_even_on_each_deal(players, bot):
    row = mirror(setting(players), bot, bot).row(0, named=True)
    assert row["uneven_deals"] == 0
    assert row["deals"] >= 25
    assert row["win_difference"] == pytest.approx(0)


FICKLE = '''
import itertools

TURN = itertools.count()


class Fickle:
    """Plays by what happened before, which no policy may."""

    def choose(self, view, options):
        return next(TURN) % len(options)
'''


def test_a_bot_that_remembers_other_games_fails_its_mirror_match(tmp_path):
    (tmp_path / "bots.py").write_text(FICKLE)
    row = mirror(setting(3), "fickle", f"{tmp_path / 'bots.py'}:Fickle").row(0, named=True)
    assert row["uneven_deals"] > 0


def test_both_bots_sit_equally_often_at_an_odd_table():
    found = compare(setting(3), ("random", "strongest"), 10)
    ((_, played),) = found.matches.items()
    seats = played.group_by("policy").agg(pl.col("seats").sum())["seats"]
    assert seats.n_unique() == 1
    assert found.unit == 2


def test_the_answer_does_not_depend_on_the_workers():
    one = compare(setting(workers=1), ("random", "cautious"), 1500, Sprt(0, 0.4))
    two = compare(setting(workers=2), ("random", "cautious"), 1500, Sprt(0, 0.4))
    assert comparison_json(one, None) == comparison_json(two, None)
    assert one.answer == two.answer
    assert one.answer.n == 200
    assert one.deals == 200


def test_too_few_deals_are_compared_but_not_ranked():
    found = compare(setting(), ("random", "strongest", "cautious"), 20)
    assert not found.ranked
    assert found.pairs().height == 6
    said = " ".join(sentences(found, found.bots(), None))
    assert "No ranking" in said


@pytest.mark.parametrize(
    ("specs", "test", "sentence"),
    [
        (("random",), None, "two or more"),
        (("random", "random"), None, "random is stated twice"),
        (("random", "cautious", "strongest"), Sprt(0, 0.02), "takes two policies, not 3"),
    ],
)
def test_what_cannot_be_compared(specs, test, sentence):
    with pytest.raises(RealmvaleError, match=sentence):
        compare(setting(), specs, 10, test)
