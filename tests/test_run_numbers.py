"""Large numbers, and what a run must not depend on: hash seed, locale, encoding, time zone."""

import os
import subprocess
import sys

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import make_game
from support.vale_games import make_game as make_vale

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.plan import Plan
from sim.seeds import MAX_SEED, seed_of
from sim.store import block_name
from sim.vale_of_eternity.compile import compile_deck

FAR = 3_000_000_000  # deals, and so games, beyond 2**31


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63 - 1])
def test_games_far_beyond_2_to_the_31_keep_their_numbers(deck, vale, seed):
    for game in (make_game(deck, seed=seed), make_vale(vale, seed=seed)):
        tables = game.play(FAR, FAR + 2)
        assert tables["games"]["deal"].to_list() == [FAR, FAR + 1]
        assert tables["games"]["game"].to_list() == [4 * FAR, 4 * (FAR + 1)]
        assert set(tables["players"]["game"]) == set(tables["games"]["game"])
        assert set(tables["cards"]["game"]) == set(tables["games"]["game"])
        assert tables["games"].schema["game"] == pl.Int64


def test_far_deals_differ_from_near_ones_of_equal_low_bits(deck):
    game = make_game(deck)
    near, far = (game.play(first, first + 1)["cards"] for first in (5, 5 + 2**32))
    assert not near.drop("game").equals(far.drop("game"))


def test_blocks_of_a_run_of_10_to_the_10_games_sort_as_deals_do():
    plan = Plan(1, 10**10, 10**10, 1, 5 * 10**8)
    names = [block_name(first) for first, _ in plan.blocks()]
    assert names == sorted(names)
    assert len(set(names)) == 20


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_seed_in_range_or_refused(text):
    try:
        seed = seed_of(text)
    except RealmvaleError:
        return
    assert 0 <= seed <= MAX_SEED
    assert seed == seed_of(f" {text} ")


@given(st.integers(0, MAX_SEED))
def test_a_whole_number_is_taken_as_it_is(number):
    assert seed_of(str(number)) == number


def test_hash_seed_locale_encoding_and_time_zone_make_no_difference(deck, tmp_path):
    """Every file of the run folder has the same bytes, but for when and how long it was played."""
    worlds = {
        "plain": {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        "strange": {
            "PYTHONHASHSEED": "4242", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Asia/Kathmandu",
            "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii", "LANG": "tr_TR.ISO8859-9",
        },
    }  # fmt: skip
    for name, world in worlds.items():
        subprocess.run(
            [sys.executable, "-m", "analysis.cli", "simulate", "fr", "--policy", "random",
             "--policy", "cautious", "--games", "40", "--seed", "früh", "--quiet",
             "--out", str(tmp_path / name / "run"), "--workers", "2", "--block-deals", "3"],
            env={**os.environ, **world}, check=True, capture_output=True,
        )  # fmt: skip
    folders = [tmp_path / name / "run" for name in worlds]
    files = [
        {p.relative_to(f): p.read_bytes() for p in f.rglob("*.*") if p.name != "run.json"}
        for f in folders
    ]
    assert len(files[0]) > 10
    assert files[0] == files[1]
    seeds = {line for f in folders for line in (f / "run.json").read_text("utf-8").splitlines()
             if line.startswith(' "seed"')}  # fmt: skip
    assert len(seeds) == 1
