"""Shares of the variance against known components, and games needed against statsmodels."""

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.power import TTestIndPower, TTestPower

from analysis.luck import games_table, luck_table, result_sd
from analysis.power import games_needed, power
from analysis.variance_parts import SOURCES, Results, bootstrapped, deal_features

SEATS = 4
SD = {"opening": 9.0, "bot_by_deal": 4.0, "pile": 6.0, "policy": 3.0}
SEAT = np.array([3.0, 1.0, -1.0, -3.0])
BOT = np.array([5.0, 0.0, -2.0, -3.0])


def drawn(rng, deals, bots=4, sd=SD):
    """Results of seats with components of known variance: every rotation of each deal."""
    deal, rotation, seat = (
        a.ravel() for a in np.mgrid[:deals, : (SEATS if bots > 1 else 1), :SEATS]
    )
    bot = (seat + rotation) % bots
    normal = rng.standard_normal
    opening = sd["opening"] * normal((deals, SEATS))[deal, seat]
    taste = sd["bot_by_deal"] * normal((deals, SEATS, bots))[deal, seat, bot]
    pile = sd["pile"] * normal((deal.size, 2))
    noise = sd["policy"] * normal((deal.size, 2, 2))
    fixed = SEAT[seat] + (BOT[bot] if bots > 1 else 0.0)
    value = (fixed + opening + taste)[:, None, None] + pile[:, :, None] + noise
    return Results(deal, seat, bot, value.reshape(deal.size, 4))


def truth(bots=4):
    """The variances by source."""
    own = {name: sd**2 for name, sd in SD.items()}
    between = {"seat": SEAT.var(), "bot": BOT[:bots].var() if bots > 1 else 0.0, "bot_by_seat": 0.0}
    if bots == 1:
        own |= {"opening": own["opening"] + own["bot_by_deal"], "bot_by_deal": 0.0}
    return np.array([(between | own)[source] for source in SOURCES])


@pytest.mark.parametrize("bots", [4, 1])
def test_components_that_are_known_come_out(bots):
    # Ten experiments of 4,000 deals: within four standard errors, which are a few percent.
    rng = np.random.default_rng(3)
    found = np.array([
        bootstrapped(deal_features(drawn(rng, 4000, bots), SEATS, bots), SEATS, bots, draws=50)[0]
        for _ in range(10)
    ])  # fmt: skip
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    assert (error <= 0.02 * truth(bots).sum()).all()
    assert (np.abs(found.mean(axis=0) - truth(bots)) <= 4 * error + 1e-9).all()


def test_few_deals_are_not_biased():
    # The mean over 300 experiments of 30 deals each lies within four of its standard errors.
    rng = np.random.default_rng(4)
    found = np.array([
        bootstrapped(deal_features(drawn(rng, 30), SEATS, 4), SEATS, 4, draws=100)[0]
        for _ in range(300)
    ])  # fmt: skip
    error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    assert (np.abs(found.mean(axis=0) - truth()) < 4 * error).all()


def shares_covered(repetitions, seed, deals=150):
    """How often the interval of each share holds the true one."""
    rng = np.random.default_rng(seed)
    want = truth() / truth().sum()
    hits = np.zeros(len(SOURCES))
    for _ in range(repetitions):
        table = luck_table({"score": deal_features(drawn(rng, deals), SEATS, 4)}, SEATS, 4, 200)
        mine = table.filter(pl.col("source") != "all")
        low, high = mine["share_low"].to_numpy(), mine["share_high"].to_numpy()
        hits += (low <= want) & (want <= high)
    return dict(zip(SOURCES, hits / repetitions, strict=True))


# What is fixed between seats and bots, and what isn't there, is known much better than by a few
# deals' intervals, which the clipping at zero makes conservative.
RANDOM = ("opening", "bot_by_deal", "pile", "policy")


def test_intervals_cover():
    # 95 % in 100 repetitions: 86 or fewer hits in less than one seed in a thousand.
    covered = shares_covered(100, seed=5)
    assert all(share >= 0.87 for share in covered.values()), covered


@pytest.mark.long
def test_intervals_cover_in_2000_repetitions():
    covered = shares_covered(2000, seed=6)
    assert all(0.93 <= covered[source] <= 0.97 for source in RANDOM), covered


def test_a_policy_without_chance_has_no_share():
    rng = np.random.default_rng(7)
    features = deal_features(drawn(rng, 200, sd=SD | {"policy": 0.0}), SEATS, 4)
    table = luck_table({"score": features}, SEATS, 4)
    row = table.row(by_predicate=pl.col("source") == "policy", named=True)
    assert row["share"] == pytest.approx(0, abs=1e-9)
    assert row["share_high"] == pytest.approx(0, abs=1e-9)


def test_shares_add_up_to_one():
    features = deal_features(drawn(np.random.default_rng(8), 500), SEATS, 4)
    table = luck_table({"score": features}, SEATS, 4)
    assert table["share"].sum() == pytest.approx(1)
    assert table["share_too_few"].drop_nulls().any() is False


@pytest.mark.parametrize("deals", [0, 1, 2])
def test_hardly_any_deals_break_nothing(deals):
    features = deal_features(drawn(np.random.default_rng(9), deals), SEATS, 4)
    table = luck_table({"score": features}, SEATS, 4)
    assert not table.select(pl.selectors.float().is_nan().any()).row(0).count(True)
    assert table.height == len(SOURCES) + 1
    games_table(table)


def test_results_that_never_vary():
    results = drawn(np.random.default_rng(1), 50)
    features = deal_features(Results(results.deal, results.seat, results.bot,
                                     np.full_like(results.value, 0.25)), SEATS, 4)  # fmt: skip
    table = luck_table({"win": features}, SEATS, 4)
    assert table["share"].null_count() == table.height
    assert games_table(table, {"win": [0.05]})["games_one"].to_list() == [2]


@pytest.mark.parametrize("effect", [0.05, 0.2, 0.5, 1.0, 2.5])
def test_power_and_games_against_statsmodels(effect):
    for games in (2, 5, 40, 200):
        oracles = (TTestPower(), TTestIndPower())
        for versions, oracle in enumerate(oracles, start=1):
            want = oracle.power(effect, games, 0.05)
            if np.isfinite(want):
                assert power(effect, games, versions) == pytest.approx(want, abs=1e-6)
            else:  # it has no number where the difference can't be missed
                assert power(effect, games, versions) > 0.999
    solved = (
        TTestPower().solve_power(effect, None, 0.05, 0.8),
        TTestIndPower().solve_power(effect, None, 0.05, 0.8),
    )
    for versions, exact in enumerate(solved, start=1):
        assert games_needed(effect * 7, 7.0, versions) == max(2, int(np.ceil(exact - 1e-9)))


def test_no_difference_needs_no_number_of_games():
    assert games_needed(0.0, 3.0) is None
    assert games_needed(1.0, float("nan")) is None
    assert games_needed(1e-9, 1e9) is None
    assert games_needed(1.0, 0.0) == 2


def test_a_players_spread_leaves_out_what_lies_between_bots():
    # Whole sd 13, of which 5 lie between bots: 12.
    table = pl.DataFrame({"measure": ["score"] * 2, "source": ["bot", "all"], "sd": [5.0, 13.0]})
    assert result_sd(table, "score") == pytest.approx(12.0)
    games = games_table(table, {"score": [6.0]})
    assert games["games_one"].to_list() == [games_needed(0.5, 1.0)]
