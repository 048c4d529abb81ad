"""The sequential test: its formula, when it looks, and how often it errs."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.sprt import HIGHER, LOWER, UNDECIDED, Sprt, decide


def test_bounds_are_walds():
    low, high = Sprt(0, 0.02).bounds
    assert high == pytest.approx(math.log(19))
    assert low == pytest.approx(-math.log(19))


def test_log_ratio_is_that_of_two_normal_likelihoods():
    x = np.random.default_rng(1).normal(0.03, 0.4, 500)
    sd = math.sqrt(x.var(ddof=1))
    expected = stats.norm.logpdf(x, 0.02, sd).sum() - stats.norm.logpdf(x, 0, sd).sum()
    got = Sprt(0, 0.02).log_ratio(x.size, x.mean(), x.var(ddof=1))
    assert got == pytest.approx(expected)


def test_it_looks_after_each_two_hundred_and_never_between():
    assert decide(Sprt(0, 0.02), np.ones(199)).word == UNDECIDED
    assert decide(Sprt(0, 0.02), np.ones(199)).n == 0
    answer = decide(Sprt(0, 0.02), np.ones(399))
    assert (answer.word, answer.n) == (HIGHER, 200)


def test_what_comes_after_the_answer_does_not_matter():
    x = np.random.default_rng(2).normal(0.2, 0.5, 4000)
    answer = decide(Sprt(0, 0.02), x)
    assert answer.word == HIGHER
    rest = x.copy()
    rest[answer.n :] = -50
    assert decide(Sprt(0, 0.02), rest) == answer


@pytest.mark.parametrize(("value", "word"), [(0.0, LOWER), (0.02, HIGHER), (0.01, UNDECIDED)])
def test_observations_that_are_all_the_same(value, word):
    assert decide(Sprt(0, 0.02), np.full(400, value)).word == word


def test_nothing_to_look_at():
    answer = decide(Sprt(0, 0.02), np.array([]))
    assert (answer.word, answer.n, answer.log_ratio) == (UNDECIDED, 0, 0.0)
    assert math.isnan(answer.mean)


def matches(rng, lead, deals):
    """Leads of two-player deals: both games won, one each, both lost; with such a mean lead."""
    split = 0.5
    both = (1 - split) / 2
    odds = [both - lead / 2, split, both + lead / 2]
    return rng.choice([-1.0, 0.0, 1.0], size=deals, p=odds)


def error_rates(repeats, low, high, deals):
    """How often the test answers wrongly when the lead is `low`, and when it is `high`."""
    rng = np.random.default_rng(5)
    test = Sprt(low, high)
    wrong = []
    for lead, error in ((low, HIGHER), (high, LOWER)):
        words = [decide(test, matches(rng, lead, deals)).word for _ in range(repeats)]
        assert words.count(UNDECIDED) <= 0.02 * repeats
        wrong.append(words.count(error))
    return wrong


def test_errors_are_at_most_five_percent():
    repeats = 400
    # Of 400 tests, more than 33 errors are seen once in a thousand times if 5 % are wrong.
    most = stats.binom.ppf(0.999, repeats, 0.05)
    for errors in error_rates(repeats, 0.0, 0.05, 12_000):
        assert errors <= most


@pytest.mark.long
def test_errors_are_at_most_five_percent_and_not_far_below():
    repeats = 2000
    for errors in error_rates(repeats, 0.0, 0.02, 60_000):
        assert 0.02 * repeats <= errors <= stats.binom.ppf(0.999, repeats, 0.05)
