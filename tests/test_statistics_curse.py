"""Summoners and wards of a run with the Curse, by hand and from a known truth."""

import json

import numpy as np
import polars as pl

from analysis.curse import summoner_table, wards_by_round
from analysis.runs import open_run
from tests.support.synthetic_vale import by_hand

SETS = {"sets": ["base", "curse"], "summoners": "random"}


def write(folder, games, dealt, wards=None, **changes):
    """A run by hand, with a summoner a seat and game, and wards broken by round."""
    path = by_hand(folder, games, **(SETS | changes))
    for number, file in enumerate(sorted((path / "players").glob("*.parquet"))):
        seats = pl.read_parquet(file)
        seats = seats.with_columns(
            pl.Series("summoner", dealt[number], dtype=pl.String),
            *(pl.lit(0, pl.Int32).alias(name) for name in ("wards_broken", "soothed", "curses")),
        )
        seats.write_parquet(file)
    for number, file in enumerate(sorted((path / "rounds").glob("*.parquet"))):
        rounds = pl.read_parquet(file)
        broken = [wards[number][(r, s)] for r, s in rounds.select("round", "seat").iter_rows()] if (
            wards
        ) else [0] * rounds.height  # fmt: skip
        rounds.with_columns(pl.Series("wards_broken", broken, dtype=pl.Int32)).write_parquet(file)
    return open_run(path)


def two_seats(deal, winner):
    return {"deal": deal, "seats": [("a", 60, 1.0 - winner), ("a", 50, float(winner))]}


def test_what_a_summoner_is_worth_by_hand(tmp_path):
    games = [two_seats(0, 0), two_seats(1, 0), two_seats(2, 1)]
    summoners = [["Iwo", "Muura"], ["Muura", "Tolvar"], ["Iwo", "Tolvar"]]
    run = write(tmp_path / "r", games, summoners)
    rows = {row["summoner"]: row for row in summoner_table(run).to_dicts()}
    # Iwo: won 1 of 2; the other four seats won 2
    assert (rows["Iwo"]["win"], rows["Iwo"]["effect"]) == (0.5, 0.0)
    # Tolvar: won 1 of 2 (deal 2); Muura: won deal 1 of 2
    assert rows["Tolvar"]["seats"] == 2
    assert rows["Muura"]["effect"] == 0.0
    assert rows["Iwo"]["reading"] == "causal"


def test_a_known_advantage_is_found(tmp_path):
    rng = np.random.default_rng(5)
    names = ["Iwo", "Muura", "Tolvar", "Varena"]
    games, summoners = [], []
    for deal in range(400):
        taken = [names[k] for k in rng.permutation(4)[:2]]
        chance = 0.5 + 0.2 * ((taken[0] == "Iwo") - (taken[1] == "Iwo"))
        games.append(two_seats(deal, int(rng.random() > chance)))
        summoners.append(taken)
    table = summoner_table(write(tmp_path / "r", games, summoners))
    best = table.row(0, named=True)
    # seats with Iwo win 0.7; of all others, 3 in 2 tables: (0.5 - 0.5 * 0.7) / 1.5 = 0.4333
    assert best["summoner"] == "Iwo"
    assert best["effect_low"] < 0.7 - 0.65 / 1.5 < best["effect_high"]
    assert best["verdict"] == "too strong"


def test_summoners_that_were_chosen_prove_nothing(tmp_path):
    run = write(tmp_path / "r", [two_seats(0, 0)], [["Iwo", "Muura"]], summoners="draft")
    assert summoner_table(run)["reading"].unique().to_list() == ["correlational"]


def test_assumptions_of_both_sides_stand_beside_a_summoner(tmp_path):
    assumed = [{"id": "kang-san/a", "assumed": "curses=1 in 0..3"}, {"id": "kang-san/b",
               "assumed": "text"}, {"id": "ares", "assumed": "suit"}]  # fmt: skip
    run = write(tmp_path / "r", [two_seats(0, 0)], [["Kang San", "Iwo"]], assumed=assumed)
    told = dict(summoner_table(run).select("summoner", "assumed").iter_rows())
    assert told == {"Kang San": "a: curses=1 in 0..3; b: text", "Iwo": ""}


def test_wards_by_round_by_hand(tmp_path):
    games = [two_seats(0, 0) | {"scores": {1: [5, 4], 2: [9, 8]}},
             two_seats(1, 0) | {"scores": {1: [5, 4]}}]  # fmt: skip
    wards = [{(1, 0): 2, (1, 1): 0, (2, 0): 0, (2, 1): 1}, {(1, 0): 1, (1, 1): 0}]
    table = wards_by_round(write(tmp_path / "r", games, [["Iwo", "Muura"]] * 2, wards))
    assert table["round"].to_list() == [1, 2]
    assert table["seats"].to_list() == [4, 2]
    assert table["wards_broken"].to_list() == [0.75, 0.5]  # 3 of 4 seats, 1 of 2
    assert table["ward_share"].to_list() == [0.75, 0.25]


def test_a_base_run_has_neither(tmp_path):
    run = open_run(by_hand(tmp_path / "r", [two_seats(0, 0)]))
    assert summoner_table(run).is_empty()
    assert wards_by_round(run).is_empty()


def test_a_run_without_summoners_has_no_table_of_them(tmp_path):
    run = write(tmp_path / "r", [two_seats(0, 0)], [[None, None]], summoners="none")
    assert summoner_table(run).is_empty()
    assert json.loads((run.path / "run.json").read_text())["summoners"] == "none"
