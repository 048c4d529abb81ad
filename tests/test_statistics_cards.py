"""The card table against hand computations, and against its definition written out in loops."""

import math
from collections import defaultdict

import polars as pl
import pytest

from analysis.cards import card_effects, card_table
from analysis.conditions import conditions
from analysis.games.fantasy_realms import CONDITIONS
from analysis.runs import open_run
from tests.support.synthetic_run import EVENTS, by_hand, drawn_from_model, made_up_cards


def seat_games(held, held_wins, without, without_wins):
    """Games of two seats; the first seat holds card-0 in the first `held` of them."""
    games = []
    for i in range(held + without):
        has = i < held
        won = float(i < held_wins if has else i - held < without_wins)
        met = {(0, "card-0"): (("dealt", "final"), 0, 12)} if has else {}
        games.append({"deal": i, "seats": [("a", 50, won), ("b", 40, 1 - won)], "held": met})
    return games


def row_of(frame, **where):
    return frame.filter(*(pl.col(k) == v for k, v in where.items())).row(0, named=True)


def test_effect_is_with_minus_without_and_not_minus_the_average(tmp_path):
    # Case TL-41: held in 40 games (20 wins), not held in 60 (15 wins): +25 points, not +15.
    run = open_run(by_hand(tmp_path / "r", seat_games(40, 20, 60, 15)))
    row = row_of(card_table(run, "policy"), card="card-0", policy="a")
    assert row["final_win"] == 0.5
    assert row["never_win"] == 0.25
    assert row["final_effect"] == pytest.approx(0.25)
    assert row["final_effect_low"] < 0.25 < row["final_effect_high"]
    assert (row["final_seats"], row["never_seats"]) == (40, 60)


def test_each_card_is_divided_by_its_own_count(tmp_path):
    # Case TL-12: held 10, 100 and 1000 times, half of them won.
    games = []
    for i in range(1000):
        held = {(0, "card-0"): (("final",), 0, 1)}
        if i < 100:
            held[0, "card-1"] = (("final",), 0, 1)
        if i < 10:
            held[0, "card-2"] = (("final",), 0, 1)
        won = float(i % 2)
        games.append({"deal": i, "seats": [("a", 9, won), ("b", 8, 1 - won)], "held": held})
    cards = card_table(open_run(by_hand(tmp_path / "r", games)))
    for card, n in (("card-0", 1000), ("card-1", 100), ("card-2", 10)):
        row = row_of(cards, card=card)
        assert (row["final_seats"], row["final_win"]) == (n, 0.5)


def test_a_card_never_seen_is_last_with_n_zero_and_nothing_else(tmp_path):
    # Case TL-13.
    deck = made_up_cards(3)[::-1]  # the unseen ones come first in the deck
    cards = card_table(open_run(by_hand(tmp_path / "r", seat_games(4, 2, 4, 2), cards=deck)))
    assert cards["card"].to_list() == ["card-0", "card-2", "card-1"]
    unseen = cards.row(2, named=True)
    assert unseen["dealt_seats"] == unseen["times_offered"] == unseen["final_deals"] == 0
    for name in ("dealt_win", "dealt_effect", "taken_win", "kept", "blanked", "points"):
        assert unseen[name] is None
    assert unseen["dealt_win_low"] is None
    assert unseen["never_seats"] == 16


def test_a_card_held_once_and_won_is_100_percent_and_too_few(tmp_path):
    # Case TL-14: interval about 21 to 100 %.
    row = row_of(
        card_table(open_run(by_hand(tmp_path / "r", seat_games(1, 1, 9, 3)))), card="card-0"
    )
    assert (row["final_win"], row["final_seats"], row["final_win_too_few"]) == (1.0, 1, True)
    assert row["final_win_low"] == pytest.approx(0.21, abs=0.006)
    assert row["final_win_high"] == 1.0


def test_uses_by_hand(tmp_path):
    taken = ("taken", "final")
    games = [
        {"deal": 0, "seats": [("a", 9, 1.0), ("b", 8, 0.0)],
         "held": {(0, "card-0"): (taken, 3, 20), (1, "card-0"): ((), 2, 0)}},
        {"deal": 1, "seats": [("a", 9, 1.0), ("b", 8, 0.0)],
         "held": {(0, "card-0"): ((*taken, "blanked"), 1, 0),
                  (1, "card-0"): (("drawn", "discarded"), 4, 0)}},
    ]  # fmt: skip
    row = row_of(card_table(open_run(by_hand(tmp_path / "r", games))), card="card-0")
    assert (row["times_taken"], row["times_offered"]) == (2, 10)
    assert row["kept"] == 0.2
    assert (row["final_hands"], row["times_blanked"], row["blanked"]) == (2, 1, 0.5)
    assert row["points"] == 10
    assert row["turn_taken"] == 5
    assert (row["score_with"], row["score_without"], row["score_effect"]) == (9, 8, 1)


def test_with_and_without_when_every_seat_holds_it(tmp_path):
    everyone = {(s, "card-0"): (("final",), 0, 1) for s in (0, 1)}
    games = [{"deal": d, "seats": [("a", 9, 1.0), ("b", 8, 0.0)], "held": everyone} for d in (0, 1)]
    row = row_of(card_table(open_run(by_hand(tmp_path / "r", games))), card="card-0")
    assert (row["final_seats"], row["never_seats"], row["never_deals"]) == (4, 4, 2)
    effects = card_effects(open_run(tmp_path / "r"))
    final = row_of(effects, card="card-0", condition="final")
    assert (final["seats_without"], final["deals_without"], final["win_without"]) == (0, 0, None)
    assert final["effect"] is None


def by_definition(folder, card, policy, mask):
    """Per deal (win, score, seats) with and without the card, from the rows, in loops."""
    games = pl.read_parquet(folder / "games/*.parquet")
    deal_of = dict(games.select("game", "deal").iter_rows())
    rows = pl.read_parquet(folder / "cards/*.parquet").select("game", "seat", "card", "events")
    having = {(g, s) for g, s, c, bits in rows.iter_rows() if c == card and bits & mask}
    deals = defaultdict(lambda: {True: [0.0, 0.0, 0], False: [0.0, 0.0, 0]})
    players = pl.read_parquet(folder / "players/*.parquet")
    for game, seat, owner, score, win in players.select(
        "game", "seat", "policy", "score", "win"
    ).iter_rows():
        if policy in (None, owner):
            cell = deals[deal_of[game]][(game, seat) in having]
            cell[0] += win
            cell[1] += score
            cell[2] += 1
    return list(deals.values())


@pytest.mark.parametrize("policy", [None, "greedy"])
@pytest.mark.parametrize("condition", [c.name for c, _ in conditions(CONDITIONS, EVENTS)])
@pytest.mark.parametrize("card", ["card-7", "card-20"])
def test_effects_match_their_definition(synthetic, card, condition, policy):
    (mask,) = (mask for c, mask in conditions(CONDITIONS, EVENTS) if c.name == condition)
    deals = by_definition(synthetic, card, policy, mask)
    effects = card_effects(open_run(synthetic), "policy" if policy else "pooled")
    where = {"policy": policy} if policy else {}
    got = row_of(effects, card=card, condition=condition, **where)
    n = {side: sum(d[side][2] for d in deals) for side in (True, False)}
    assert (got["seats"], got["seats_without"]) == (n[True], n[False])
    assert got["deals"] == sum(d[True][2] > 0 for d in deals)
    assert got["deals_without"] == sum(d[False][2] > 0 for d in deals)
    for value, what, with_, without in (
        (0, "effect", "win", "win_without"),
        (1, "score_effect", "score_with", "score_without"),
    ):
        rate = {side: sum(d[side][value] for d in deals) / n[side] for side in n}
        assert got[with_] == pytest.approx(rate[True])
        assert got[without] == pytest.approx(rate[False])
        assert got[what] == pytest.approx(rate[True] - rate[False])
        squares = sum(
            sum(
                sign * (d[side][value] - rate[side] * d[side][2]) / n[side]
                for side, sign in ((True, 1), (False, -1))
            )
            ** 2
            for d in deals
        )
        count = min(got["deals"], got["deals_without"])
        expected = math.sqrt(count / (count - 1) * squares)
        assert got[f"{what}_stderr"] == pytest.approx(expected)


def test_the_card_made_strong_comes_out_strong(synthetic):
    effects = card_effects(open_run(synthetic)).filter(pl.col("condition") == "dealt")
    best = effects.sort("effect", descending=True).row(0, named=True)
    assert best["card"] == "card-7"
    assert best["effect_low"] > 0.2


@pytest.fixture(scope="module")
def synthetic(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "model"
    return drawn_from_model(folder, deals=150, block_deals=40)
