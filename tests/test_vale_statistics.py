"""The Vale of Eternity's tables, against hand computations and their definitions."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analysis.cards import card_effects, card_table
from analysis.games.vale_of_eternity import CONDITIONS
from analysis.length import end_table, length_counts, length_table
from analysis.rounds import change_counts, change_table, leader_table, round_scores
from analysis.runs import open_run
from analysis.seat_counts import seat_count_table
from tests.support.synthetic_vale import EVENTS, by_hand, drawn_from_model


def game(deal, **more):
    """A game of two that "a" wins."""
    return {"deal": deal, "seats": [("a", 60, 1.0), ("b", 40, 0.0)], **more}


def row_of(frame, **where):
    return frame.filter(*(pl.col(k) == v for k, v in where.items())).row(0, named=True)


LIFE = [
    game(
        0,
        met={
            (0, "creature-0"): (
                ("hunted", "tamed", "summoned", "final"),
                {"offered": 3, "pick": 1, "turn_taken": 2, "points": 7},
            ),
            (1, "creature-0"): ((), {"offered": 1}),
            (1, "creature-1"): (
                ("hunted", "sold"),
                {"offered": 2, "pick": 2, "turn_taken": 1},
            ),
        },
    ),
    game(
        1,
        met={
            (0, "creature-0"): (
                ("drawn", "summoned", "recovered"),
                {"turn_drawn": 4, "points": -2},
            ),
            (1, "creature-0"): (
                ("hunted", "tamed"),
                {"offered": 4, "pick": 3, "turn_taken": 6},
            ),
        },
    ),
]


def test_what_becomes_of_a_card_by_hand(tmp_path):
    cards = card_table(open_run(by_hand(tmp_path / "r", LIFE)))
    row = row_of(cards, card="creature-0")
    assert (row["times_offered"], row["times_hunted"], row["hunted_of_offers"]) == (8, 2, 0.25)
    assert (row["pick"], row["round_hunted"], row["round_drawn"]) == (2, 4, 4)
    assert (row["tamed_of_hunted"], row["sold_of_hunted"]) == (1, 0)
    assert (row["times_had"], row["times_summoned"]) == (3, 2)
    assert row["summoned_of_had"] == pytest.approx(2 / 3)
    assert (row["recovered_of_summoned"], row["final_of_summoned"]) == (0.5, 0.5)
    assert row["points_per_game"] == 2.5  # (7 - 2) / 2
    assert (row["hunted_seats"], row["hunted_rate"], row["met_rate"]) == (2, 0.5, 0.75)
    # Seat 1 of the first game let it lie: it never met the card, and lost.
    assert (row["never_seats"], row["never_win"]) == (1, 0)
    assert row_of(cards, card="creature-1")["sold_of_hunted"] == 1


def test_a_creature_never_met_is_last_with_n_zero_and_nothing_else(tmp_path):
    unmet = card_table(open_run(by_hand(tmp_path / "r", LIFE))).row(-1, named=True)
    assert unmet["card"] in ("creature-2", "creature-3")
    assert unmet["times_offered"] == unmet["hunted_seats"] == unmet["summoned_deals"] == 0
    for name in ("hunted_win", "summoned_effect", "pick", "points_per_game", "hunted_of_offers"):
        assert unmet[name] is None
    assert (unmet["hunted_rate"], unmet["never_seats"]) == (0, 4)


def test_points_a_stay_are_over_the_stays_where_the_run_counts_them(tmp_path):
    summoned = ("tamed", "summoned")
    games = [
        game(0, met={(0, "creature-0"): (summoned, {"points": 9, "stays": 3})}),
        game(1, met={(1, "creature-0"): (summoned, {"points": 1, "stays": 1})}),
    ]
    row = row_of(card_table(open_run(by_hand(tmp_path / "r", games))), card="creature-0")
    assert (row["points_per_game"], row["points_per_stay"]) == (5, 2.5)
    without = [game(0, met={(0, "creature-0"): (summoned, {"points": 9})})]
    row = row_of(card_table(open_run(by_hand(tmp_path / "s", without))), card="creature-0")
    assert (row["points_per_game"], row["points_per_stay"]) == (9, None)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return drawn_from_model(tmp_path_factory.mktemp("runs") / "model", deals=40, block_deals=16)


@pytest.mark.parametrize("policy", [None, "builder"])
def test_effects_match_their_definition(model, policy):
    players = pl.read_parquet(model / "players/*.parquet").with_columns(
        pl.col("policy").cast(pl.String)
    )
    players = players.filter(pl.col("policy") == policy) if policy else players
    rows = pl.read_parquet(model / "cards/*.parquet").with_columns(pl.col("card").cast(pl.String))
    effects = card_effects(open_run(model), "policy" if policy else "pooled")
    checked = 0
    for condition in CONDITIONS:
        mask = sum(EVENTS[event] for event in condition.events)
        for card in ("creature-7", "creature-20"):
            having = rows.filter(
                pl.col("card") == card, (pl.col("events").cast(pl.Int32) & mask) != 0
            )
            have = players.join(having, on=["game", "seat"], how="semi")
            lack = players.join(having, on=["game", "seat"], how="anti")
            where = {"policy": policy} if policy else {}
            got = row_of(effects, condition=condition.name, card=card, **where)
            assert (got["seats"], got["seats_without"]) == (have.height, lack.height)
            assert got["rate"] == pytest.approx(have.height / players.height)
            if have.height:
                checked += 1
                gap = have["win"].mean() - lack["win"].mean()
                assert got["effect"] == pytest.approx(gap)
                gap = have["score"].mean() - lack["score"].mean()
                assert got["score_effect"] == pytest.approx(gap)
    # Nobody soothes; some bots never recover or discard one of the two.
    assert checked >= 12


def test_the_creature_made_strong_comes_out_strong(model):
    cards = card_table(open_run(model))
    best = cards.sort("points_per_game", descending=True, nulls_last=True).row(0, named=True)
    assert best["card"] == "creature-7"
    assert best["points_per_game_low"] > 15


RACES = [
    {"deal": 0, "seats": [("a", 10, 0.0), ("b", 12, 1.0)], "end": "rounds", "rounds": 4,
     "scores": {1: (1, 2), 2: (5, 5), 3: (9, 6), 4: (10, 12)}},
    {"deal": 1, "seats": [("a", 4, 1.0), ("b", 2, 0.0)], "rounds": 2,
     "scores": {1: (3, 3), 2: (4, 2)}},
    {"deal": 2, "seats": [("a", 7, 0.5), ("b", 7, 0.5)], "rounds": 2,
     "scores": {1: (3, 3), 2: (7, 7)}},
]  # fmt: skip


def test_leaders_by_hand(tmp_path):
    table = leader_table(open_run(by_hand(tmp_path / "r", RACES)))
    # Round 1: only b of the first game is alone in front, and wins it. Round 2: only a of the
    # second. Round 3: a of the first game, who loses it. Round 4: b again.
    assert table.select("round", "games", "lead_games", "deals", "leader_win").rows() == [
        (1, 3, 1, 1, 1.0),
        (2, 3, 1, 1, 1.0),
        (3, 1, 1, 1, 0.0),
        (4, 1, 1, 1, 1.0),
    ]


def test_lead_changes_by_hand(tmp_path):
    run = open_run(by_hand(tmp_path / "r", RACES))
    # The first game: b, level, a (one), b (two). The others: none; the first lead is no change.
    assert change_counts(run).rows() == [(0, 2), (2, 1)]
    table = change_table(run).row(0, named=True)
    assert (table["games"], table["deals"]) == (3, 3)
    assert table["lead_changes"] == pytest.approx(2 / 3)
    assert table["unchanged"] == pytest.approx(2 / 3)


def test_scores_by_round_are_means_over_the_games_that_reached_it(tmp_path):
    scores = round_scores(open_run(by_hand(tmp_path / "r", RACES)))
    mine = scores.filter(pl.col("policy") == "a").select("round", "seats", "round_score")
    assert mine.rows() == [(1, 3, pytest.approx(7 / 3)), (2, 3, pytest.approx(16 / 3)),
                           (3, 1, 9.0), (4, 1, 10.0)]  # fmt: skip


def test_lengths_and_ends_are_counted_in_rounds(tmp_path):
    run = open_run(by_hand(tmp_path / "r", RACES))
    assert end_table(run).select("end", "games", "end_share", "rounds").rows() == [
        ("points", 2, pytest.approx(2 / 3), 2.0),
        ("rounds", 1, pytest.approx(1 / 3), 4.0),
    ]
    assert length_counts(run).rows() == [(2, 2), (4, 1)]
    assert length_table(run)["rounds"][0] == pytest.approx(8 / 3)


def test_stones_by_hand(tmp_path):
    games = [game(0, stones=[(10, 2), (4, 0)]), game(1, stones=[(20, 1), (0, 0)])]
    table = seat_count_table(open_run(by_hand(tmp_path / "r", games)))
    a, b = (row_of(table, policy=policy) for policy in "ab")
    assert (a["seats"], a["stones_earned"], a["stones_wasted"]) == (2, 15, 1.5)
    assert a["wasted_share"] == pytest.approx(0.1)  # 3 of 30
    assert (b["stones_earned"], b["stones_wasted"], b["wasted_share"]) == (2, 0, 0)
    assert "curses" not in table.columns


def test_what_curse_counts_of_a_seat_is_there_where_the_run_kept_it(tmp_path):
    extra = [{"wards_broken": 2, "soothed": 1, "curses": 3}] * 2
    table = seat_count_table(open_run(by_hand(tmp_path / "r", [game(0, extra=extra)])))
    assert table.select("wards_broken", "soothed", "curses").rows() == [(2, 1, 3)] * 2


def test_a_bot_that_earned_no_stone_has_no_share_wasted(tmp_path):
    table = seat_count_table(
        open_run(by_hand(tmp_path / "r", [game(0)], policies=["a", "b", "absent"]))
    )
    assert table["wasted_share"].to_list() == [None, None, None]
    assert row_of(table, policy="absent")["stones_earned"] is None


@pytest.mark.parametrize(
    "make",
    [card_table, round_scores, leader_table, change_table, change_counts, seat_count_table],
)
def test_tables_do_not_depend_on_the_size_of_blocks(tmp_path, make):
    one, many = (
        open_run(drawn_from_model(tmp_path / str(size), 9, block_deals=size)) for size in (9, 2)
    )
    assert_frame_equal(make(one), make(many), rel_tol=1e-9, abs_tol=1e-12)
