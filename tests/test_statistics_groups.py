"""Cards by suit and set: against the definition written out in loops over the rows."""

import math
from collections import defaultdict

import polars as pl
import pytest
from scipy import stats

from analysis.card_groups import group_table
from analysis.cards import card_table
from analysis.runs import open_run
from tests.support.synthetic_run import EVENTS, by_hand, drawn_from_model, made_up_cards


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return drawn_from_model(tmp_path_factory.mktemp("runs") / "r", deals=120, block_deals=23)


def by_definition(folder, cards, policy, mask):
    """Per deal [wins, number] of (seat, card of the group) with and without, in loops."""
    games = pl.read_parquet(folder / "games/*.parquet")
    deal_of = dict(games.select("game", "deal").iter_rows())
    rows = pl.read_parquet(folder / "cards/*.parquet").select("game", "seat", "card", "events")
    having = {(g, s, str(c)) for g, s, c, bits in rows.iter_rows() if bits & mask}
    deals = defaultdict(lambda: {True: [0.0, 0], False: [0.0, 0]})
    players = pl.read_parquet(folder / "players/*.parquet")
    for game, seat, owner, win in players.select("game", "seat", "policy", "win").iter_rows():
        if policy not in (None, owner):
            continue
        for card in cards:
            cell = deals[deal_of[game]][(game, seat, card) in having]
            cell[0] += win
            cell[1] += 1
    return list(deals.values())


@pytest.mark.parametrize("policy", [None, "greedy"])
@pytest.mark.parametrize("condition", ["dealt", "final"])
@pytest.mark.parametrize("suit", ["Army", "Weather"])
def test_a_suit_is_its_average_card(folder, suit, condition, policy):
    run = open_run(folder)
    cards = [card["id"] for card in made_up_cards() if card["suit"] == suit]
    deals = by_definition(folder, cards, policy, EVENTS[condition])
    table = group_table(run, "suit", "policy" if policy else "pooled")
    where = [pl.col("suit") == suit, *([pl.col("policy") == policy] if policy else [])]
    got = table.filter(*where).row(0, named=True)
    n = {side: sum(d[side][1] for d in deals) for side in (True, False)}
    rate = {side: sum(d[side][0] for d in deals) / n[side] for side in n}
    assert got["cards"] == len(cards)
    assert got[f"{condition}_seats"] == n[True]
    assert got[f"{condition}_deals"] == sum(d[True][1] > 0 for d in deals)
    assert got[f"{condition}_win"] == pytest.approx(rate[True])
    assert got[f"{condition}_rate"] == pytest.approx(n[True] / (n[True] + n[False]))
    assert got[f"{condition}_effect"] == pytest.approx(rate[True] - rate[False])
    squares = sum(
        sum(sign * (d[side][0] - rate[side] * d[side][1]) / n[side]
            for side, sign in ((True, 1), (False, -1))) ** 2
        for d in deals
    )  # fmt: skip
    count = min(sum(d[side][1] > 0 for d in deals) for side in (True, False))
    stderr = math.sqrt(count / (count - 1) * squares)
    half = (got[f"{condition}_effect_high"] - got[f"{condition}_effect_low"]) / 2
    assert half == pytest.approx(stderr * stats.t.ppf(0.975, count - 1))


def test_a_suit_of_one_card_is_that_card(tmp_path):
    cards = made_up_cards(3)
    games = [
        {"deal": d, "seats": [("a", 9 + d, 1.0), ("b", 8, 0.0)],
         "held": {(0, "card-0"): (("dealt", "final"), 2, 5), (1, "card-1"): (("final",), 0, 3)}}
        for d in range(4)
    ]  # fmt: skip
    run = open_run(by_hand(tmp_path / "r", games, cards=cards))
    one, group = card_table(run), group_table(run, "suit")
    shared = [c for c in group.columns if c in one.columns and c not in ("suit", "value")]
    for card in ("card-0", "card-1", "card-2"):
        left = one.filter(pl.col("card") == card).row(0, named=True)
        right = group.filter(pl.col("suit") == left["suit"]).row(0, named=True)
        for column in shared:
            want = left[column]
            assert right[column] == (pytest.approx(want) if isinstance(want, float) else want)


def test_sets_and_cards_without_a_suit(tmp_path):
    cards = made_up_cards(4)
    cards[0]["set"] = "promo"
    cards[3]["suit"] = None
    games = [{"deal": 0, "seats": [("a", 9, 1.0), ("b", 8, 0.0)],
              "held": {(0, "card-3"): (("final",), 0, 1)}}]  # fmt: skip
    run = open_run(by_hand(tmp_path / "r", games, cards=cards))
    assert group_table(run, "set")["set"].to_list() == ["promo", "base"]
    suits = group_table(run, "suit")
    assert suits.filter(pl.col("suit") == "-")["final_seats"].to_list() == [1]
    unseen = suits.filter(pl.col("suit") == cards[1]["suit"]).row(0, named=True)
    assert (unseen["final_seats"], unseen["final_win"]) == (0, None)


def test_no_games(tmp_path):
    run = open_run(by_hand(tmp_path / "r", [], policies=["a"]))
    assert group_table(run, "suit")["final_seats"].sum() == 0
