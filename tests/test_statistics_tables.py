"""The tables of a run, against hand computations and published cases."""

import numpy as np
import polars as pl
import pytest

from analysis.bots import bot_differences, bot_table, meet_equally
from analysis.headline import sentences
from analysis.length import end_table, length_counts, length_table, tie_table
from analysis.report import make_tables
from analysis.runs import open_run
from analysis.scores import histogram, quantile, score_table
from analysis.seats import seat_table
from analysis.sections import bots_section
from tests.support.synthetic_run import by_hand, drawn_from_model


def duel(deal, winner):
    """A game of two: "a" wins, "b" wins, or both share it."""
    credit = {"a": (1.0, 0.0), "b": (0.0, 1.0), "tie": (0.5, 0.5)}[winner]
    return {"deal": deal, "seats": [("a", 10, credit[0]), ("b", 10, credit[1])]}


def duels(folder, results):
    return open_run(by_hand(folder, [duel(i, winner) for i, winner in enumerate(results)]))


def test_ties_count_half_and_are_shown(tmp_path):
    # Case TL-08: A wins 3, B wins 3, 4 ties.
    bots = bot_table(duels(tmp_path / "r", ["a"] * 3 + ["b"] * 3 + ["tie"] * 4))
    assert bots["win"].to_list() == [0.5, 0.5]
    assert bots["ties"].to_list() == [4, 4]
    assert (bots["win"] * bots["seats"]).sum() == 10


def test_three_tied_for_first_get_a_third_each(tmp_path):
    game = {"deal": 0, "seats": [(p, 50, 1 / 3) for p in "abc"] + [("d", 10, 0.0)]}
    run = open_run(by_hand(tmp_path / "r", [game]))
    assert bot_table(run)["win"].to_list() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert tie_table(run).row(0) == (1, 1, 0, 1)


def test_score_rate_and_strict_wins_are_told_apart(tmp_path):
    # Case TL-09: 3 wins, 2 draws, 1 loss.
    bots = bot_table(duels(tmp_path / "r", ["a"] * 3 + ["tie"] * 2 + ["b"]))
    a = bots.filter(pl.col("policy") == "a").row(0, named=True)
    assert a["win"] == pytest.approx(4 / 6)
    assert a["strict_wins"] / a["seats"] == 0.5


def test_rates_of_two_players_add_to_one(tmp_path):
    # Case TL-10: 10-6.
    bots = bot_table(duels(tmp_path / "r", ["a"] * 10 + ["b"] * 6))
    assert bots["win"].to_list() == [0.625, 0.375]
    gaps = bot_differences(duels(tmp_path / "s", ["a"] * 10 + ["b"] * 6))
    forth, back = (gaps.filter(pl.col("policy") == p).row(0, named=True) for p in "ab")
    assert forth["win_difference"] == 0.25
    assert back["win_difference"] == -0.25
    assert forth["win_difference_low"] == pytest.approx(-back["win_difference_high"])


def test_a_bots_rate_is_over_the_games_it_played(tmp_path):
    # Case TL-11: round robin of four, 10 games a pair, one bot wins all its 30.
    games, pairs = [], [(x, y) for x in "abcd" for y in "abcd" if x < y]
    for x, y in pairs:
        games += [{"deal": len(games) + i, "seats": [(x, 5, 1.0), (y, 3, 0.0)]} for i in range(10)]
    bots = bot_table(open_run(by_hand(tmp_path / "r", games)))
    best = bots.row(0, named=True)
    assert (best["policy"], best["win"], best["games"]) == ("a", 1.0, 30)
    assert best["win_low"] > 0.85


def test_a_bot_that_never_sat_has_n_zero_and_no_rate(tmp_path):
    run = open_run(by_hand(tmp_path / "r", [duel(0, "a")], policies=["a", "b", "absent"]))
    absent = bot_table(run).row(-1, named=True)
    assert (absent["policy"], absent["seats"], absent["win"]) == ("absent", 0, None)


def test_a_published_table_of_scores(tmp_path):
    # Case TL-18: ten games of four seats.
    text = """28 50 0 13 / 20 48 40 35 / 55 13 32 30 / 19 35 9 16 / 10 35 9 6 / 23 34 25 6 /
              57 20 26 0 / 23 24 17 15 / 19 56 0 11 / 20 22 45 30"""
    table = [[int(score) for score in row.split()] for row in text.split("/")]
    games = [
        {"deal": d, "seats": [(f"p{s}", x, float(x == max(row))) for s, x in enumerate(row)]}
        for d, row in enumerate(table)
    ]
    run = open_run(by_hand(tmp_path / "r", games))
    pooled = score_table(run, "pooled").row(0, named=True)
    assert pooled["score"] == pytest.approx(24.4, abs=0.05)
    assert pooled["score_stderr"] == pytest.approx(2.02, abs=0.005)
    seats = seat_table(run)
    assert seats["score"].to_list() == pytest.approx([27.4, 33.7, 20.3, 16.2])
    assert seats["strict_wins"].to_list() == [2, 7, 1, 0]
    assert pooled["score_sd"] == pytest.approx(np.std(np.ravel(table), ddof=1))


def test_the_deal_is_the_unit_of_every_interval(tmp_path):
    # 120 deals played once, and the same 120 with every game twice: no more evidence.
    once = [duel(d, "a" if d % 3 else "b") for d in range(120)]
    twice = [duel(d, "a" if d % 3 else "b") for d in range(120) for _ in range(2)]
    one = bot_table(open_run(by_hand(tmp_path / "one", once)))
    two = bot_table(open_run(by_hand(tmp_path / "two", twice)))
    assert two["seats"].to_list() == [240, 240]
    assert two["deals"].to_list() == [120, 120]
    assert two["win_stderr"].to_list() == pytest.approx(one["win_stderr"].to_list())


def test_level_games_tell_broken_from_shared(tmp_path):
    games = [
        {"deal": 0, "seats": [("a", 9, 1.0), ("b", 9, 0.0)]},  # decided by the tie-break
        {"deal": 1, "seats": [("a", 9, 0.5), ("b", 9, 0.5)]},  # shared after it
        {"deal": 2, "seats": [("a", 9, 1.0), ("b", 8, 0.0)]},
    ]
    run = open_run(by_hand(tmp_path / "r", games))
    assert tie_table(run).row(0) == (3, 2, 1, 1)


def test_ends_and_lengths_are_counted(tmp_path):
    games = [{**duel(d, "a"), "turns": 30 + d, "end": "discards"} for d in range(3)]
    games.append({**duel(3, "a"), "turns": 200, "end": "turn_cap"})
    run = open_run(by_hand(tmp_path / "r", games))
    ends = end_table(run)
    assert ends.select("end", "games", "end_share", "turns").rows() == [
        ("discards", 3, 0.75, 31.0),
        ("turn_cap", 1, 0.25, 200.0),
    ]
    assert length_table(run)["turns"][0] == (30 + 31 + 32 + 200) / 4
    assert length_counts(run).rows() == [(30, 1), (31, 1), (32, 1), (200, 1)]


def test_share_of_an_end_that_some_blocks_never_saw_is_of_all_games(tmp_path):
    run = open_run(drawn_from_model(tmp_path / "r", deals=40, block_deals=1, draws=1))
    shares = end_table(run)
    assert shares["games"].sum() == 160
    assert shares["end_share"].to_list() == pytest.approx([g / 160 for g in shares["games"]])
    assert shares["end_share"].sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("scores", "bins"),
    [([-74, -4, 0, 0, 0, 397], None), ([120] * 50, 1), ([0] * 900 + [100] * 10, None), ([], 0)],
)
def test_histogram_bins_add_up(scores, bins):
    # Case TL-36.
    values, counts = np.unique(np.array(scores, dtype=np.int64), return_counts=True)
    edges, filled = histogram(values, counts)
    assert filled.sum() == len(scores)
    assert bins is None or len(filled) == bins
    if scores:
        assert edges[0] < min(scores)
        assert edges[-1] > max(scores)
        assert (filled == np.histogram(scores, edges)[0]).all()


def test_quantile_is_the_lowest_score_that_enough_seats_do_not_exceed():
    scores, seats = np.array([-5, 0, 10]), np.array([1, 2, 1])
    assert [quantile(scores, seats, q) for q in (0.25, 0.26, 0.5, 0.75, 0.76, 1)] == [
        -5, 0, 0, 0, 10, 10,
    ]  # fmt: skip


def test_negative_scores_survive(tmp_path):
    game = {"deal": 0, "seats": [("a", -74, 0.0), ("b", -4, 1.0)]}
    table = score_table(open_run(by_hand(tmp_path / "r", [game])), "pooled")
    assert table.select("score", "minimum", "maximum").row(0) == (-39.0, -74, -4)


@pytest.mark.parametrize("by", ["pooled", "policy"])
def test_tables_do_not_depend_on_the_size_of_blocks(tmp_path, by):
    one = open_run(drawn_from_model(tmp_path / "one", deals=60, block_deals=60))
    games = pl.read_parquet(tmp_path / "one/games/*.parquet")
    many = tmp_path / "many"
    many.mkdir()
    (many / "run.json").write_bytes((tmp_path / "one/run.json").read_bytes())
    for table in ("games", "players", "cards"):
        (many / table).mkdir()
        rows = pl.read_parquet(tmp_path / f"one/{table}/*.parquet")
        deal_of = games.select("game", pl.col("deal").alias("d"))
        tagged = rows.join(deal_of, on="game", maintain_order="left")
        for block in range(9):
            part = tagged.filter(pl.col("d") % 9 == block).drop("d")
            part.write_parquet(many / table / f"b{block}.parquet")
    other = open_run(many)
    for make in (seat_table, score_table):
        left, right = make(one, by), make(other, by)
        for column in left.columns:
            if left.schema[column].is_float():
                expected = pytest.approx(left[column].to_list(), rel=1e-9, abs=1e-12)
                assert right[column].to_list() == expected
            else:
                assert right[column].to_list() == left[column].to_list()


@pytest.mark.parametrize(
    ("bots", "players", "equally"),
    [
        ("a", 4, True),
        ("ab", 4, True),
        ("abcd", 4, True),
        ("abcde", 4, True),  # each table lacks one
        ("abcdef", 4, False),
        ("abcdefg", 4, False),  # neighbours in the list share three tables of seven, others one
        ("abc", 2, True),
        ("abcd", 2, False),  # a meets b, c meets d
        ("aab", 2, True),
    ],
)
def test_bots_of_a_list_meet_equally_often_or_not(bots, players, equally):
    assert meet_equally(list(bots), players) is equally


def test_the_report_warns_where_bots_met_different_opponents(tmp_path):
    five = open_run(drawn_from_model(tmp_path / "five", deals=20, policies=tuple("abcde")))
    seven = open_run(drawn_from_model(tmp_path / "seven", deals=20, policies=tuple("abcdefg")))
    for run, warned in ((five, False), (seven, True)):
        made = make_tables(run)
        first, section = sentences(run, made)[0], " ".join(bots_section(run, made).text)
        assert ("didn't all meet equally often" in first) is warned
        assert ("don't all meet equally often" in section) is warned
