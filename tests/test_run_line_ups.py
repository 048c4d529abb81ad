"""Line-ups and game ids (DESIGN 4.1)."""

from collections import Counter

import polars as pl
import pytest

from tests.support.games import assert_same, make_game, played, policies_by_seat

BOTS = ("random", "strongest", "cautious")


@pytest.fixture(scope="module", params=[(4, 2), (4, 3), (3, 3), (6, 3), (4, 1), (2, 2), (5, 2)])
def line_ups(request, deck):
    players, n_policies = request.param
    game = make_game(deck, BOTS[:n_policies], 30, players=players, replicates=2)
    return players, n_policies, policies_by_seat(played(game))


def test_game_ids_follow_the_formula(line_ups):
    players, _, games = line_ups
    formula = (pl.col("deal") * 2 + pl.col("replicate")) * players + pl.col("rotation")
    assert games.select((pl.col("game") == formula).all()).item()
    assert games["game"].is_sorted()
    assert games["game"].n_unique() == games.height


def test_a_deal_is_played_in_each_distinct_rotation_of_one_line_up(line_ups):
    players, _, games = line_ups
    for _, deal in games.group_by("deal", "replicate", maintain_order=True):
        seatings = [tuple(row) for row in deal["policy"].to_list()]
        first = seatings[0]
        turned = [first[k:] + first[:k] for k in range(players)]
        assert len(set(seatings)) == len(seatings)
        assert set(seatings) == set(turned)
        assert seatings == turned[: len(seatings)]
        assert deal["rotation"].to_list() == list(range(len(seatings)))


def test_within_a_deal_each_policy_sits_in_each_seat_equally_often(line_ups):
    players, _, games = line_ups
    for _, deal in games.group_by("deal"):
        by_seat = [Counter(seating[k] for seating in deal["policy"]) for k in range(players)]
        assert all(counts == by_seat[0] for counts in by_seat)


def test_a_line_up_is_the_next_stretch_of_the_cyclic_list(line_ups):
    players, n_policies, games = line_ups
    for (number,), deal in games.group_by("deal"):
        stretch = [BOTS[(number * players + k) % n_policies] for k in range(players)]
        assert Counter(deal["policy"][0]) == Counter(stretch)


def test_both_replicates_have_the_same_line_up(line_ups):
    games = line_ups[2]
    one, two = (games.filter(pl.col("replicate") == r) for r in (0, 1))
    assert one["policy"].to_list() == two["policy"].to_list()


def test_over_whole_cycles_every_policy_plays_equally_often(deck):
    tables = played(make_game(deck, BOTS, 30))  # 30 deals of 4 seats: 10 cycles of 3 deals
    counts = tables["players"].group_by("policy", "seat").len()
    assert counts.height == 12
    assert counts["len"].unique().to_list() == [40]  # 30 deals x 4 rotations / 3 policies


def test_the_first_rotation_is_shuffled(deck):
    games = policies_by_seat(played(make_game(deck, BOTS, 90, players=3)))
    first = Counter(tuple(s) for s in games.filter(pl.col("rotation") == 0)["policy"].to_list())
    assert len(first) == 6
    assert min(first.values()) >= 5  # 15 expected of each


def test_one_policy_everywhere_is_one_game_a_deal(deck):
    games = played(make_game(deck, ("random",), 10))["games"]
    assert games["game"].to_list() == [4 * deal for deal in range(10)]
    twice = played(make_game(deck, ("random", "random"), 10))
    assert_same(twice, played(make_game(deck, ("random",), 10)))


def test_rotations_that_only_exchange_equal_policies_are_one_game(deck):
    listed = ("random", "strongest", "random", "strongest")
    games = policies_by_seat(played(make_game(deck, listed, 60)))
    for _, deal in games.group_by("deal"):
        seatings = [tuple(row) for row in deal["policy"].to_list()]
        assert len(set(seatings)) == len(seatings)
        assert len(seatings) in (2, 4)  # abab turns into itself after two steps, aabb after four
    assert games.group_by("deal").len()["len"].n_unique() == 2
