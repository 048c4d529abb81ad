"""Runs of The Vale of Eternity: the same rows however they are played, and rows that add up."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from support.games import assert_same, played, stored
from support.vale_decks import card_line, card_set
from support.vale_games import make_game

from sim.cards import load_cards
from sim.errors import RealmvaleError
from sim.games import reopen
from sim.policy_rows import param_rows
from sim.run import play_run
from sim.store import Run
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.stepping import Stepper

HUNTED, TAMED, SOLD, DRAWN, SUMMONED, FINAL = 1, 2, 4, 8, 16, 256
DEALS = 40


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


@pytest.fixture(scope="module")
def tables(vale):
    """The whole run as one block, played in this thread."""
    return played(make_game(vale, deals=DEALS, block_deals=DEALS))


# --- The same rows -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("backend", "workers", "block_deals"),
    [("threads", 1, 17), ("threads", 2, 17), ("threads", 2, 40), ("loky", 2, 17)],
)
def test_workers_back_end_and_block_size_make_no_difference(
    vale, tables, tmp_path, backend, workers, block_deals
):
    game = make_game(vale, deals=DEALS, block_deals=block_deals)
    outcome = play_run(game, tmp_path / "run", workers=workers, backend=backend, quiet=True)
    assert outcome.games == outcome.played == tables["games"].height
    assert_same(stored(tmp_path / "run"), tables)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stepping_and_blocks_give_the_same_rows(vale, players):
    game = make_game(vale, deals=6, players=players, replicates=2)
    board = game._board(6)
    game._play_deals(board, 0, 6)
    stepped = make_game(vale, deals=6, players=players, replicates=2)._board(6)
    stepper = Stepper(stepped, game.policies, game.listed, param_rows(game.policies))
    assert stepper.play_deals(run_key(game.plan.seed), 0, 6, 2) == 0
    for rows in ("games", "players", "cards", "rounds"):
        filled = int(board.progress[rows])
        assert filled == stepped.progress[rows] > 0
        assert np.array_equal(getattr(board, rows)[:filled], getattr(stepped, rows)[:filled])


@pytest.mark.parametrize("lost", ["games", "players", "cards", "rounds"])
def test_a_resumed_run_equals_an_uninterrupted_one(vale, tmp_path, lost):
    game = make_game(vale, deals=15, block_deals=5)
    play_run(game, tmp_path, workers=1, quiet=True)
    expected = stored(tmp_path)
    (tmp_path / lost / "000000000005.parquet").unlink()
    outcome = play_run(game, tmp_path, resume=True, workers=1, quiet=True)
    assert 0 < outcome.played < outcome.games
    assert_same(stored(tmp_path), expected)


def test_keep_players_leaves_out_cards_and_rounds_and_nothing_else(vale, tables, tmp_path):
    lean = make_game(vale, deals=DEALS, keep="players")
    play_run(lean, tmp_path, workers=1, quiet=True)
    assert_same(stored(tmp_path), {name: tables[name] for name in ("players", "games")})


def test_a_run_can_be_played_again_from_its_folder_alone(vale, tmp_path):
    game = make_game(vale, deals=6, rulings={"lose_requires_points": 0})
    play_run(game, tmp_path, workers=1, quiet=True)
    again = reopen(Run.open(tmp_path))
    assert again.rules == game.rules
    assert_same(played(again), stored(tmp_path))


# --- The manifest ------------------------------------------------------------------------------


def test_the_manifest_tells_the_game_and_its_rulings(vale, tmp_path):
    game = make_game(vale, deals=1, rulings={"allow_superfluous_stones": 1})
    play_run(game, tmp_path, workers=1, quiet=True)
    told = Run.open(tmp_path).manifest
    assert (told["game"], told["players"], told["end_points"], told["last_round"]) == (
        "vale_of_eternity", 4, 60, 10,
    )  # fmt: skip
    assert told["rulings"]["allow_superfluous_stones"] is True
    assert told["rulings"]["lose_requires_points"] is True
    assert told["events"] == {
        "hunted": 1, "tamed": 2, "sold": 4, "drawn": 8, "summoned": 16, "recovered": 32,
        "discarded": 64, "soothed": 128, "final": 256,
    }  # fmt: skip
    assert len(told["cards"]) == 70


def test_another_ruling_is_another_run(vale, tmp_path):
    game = make_game(vale, deals=2)
    play_run(game, tmp_path, workers=1, quiet=True)
    rules = replace(game.rules, rulings={**game.rules.rulings, "lose_requires_points": 0})
    with pytest.raises(RealmvaleError, match="another run than the one to be resumed: rulings"):
        play_run(replace(game, rules=rules), tmp_path, resume=True, quiet=True)


def test_rulings_make_other_games(vale, tables):
    """With superfluous stones allowed a random player has more payments to choose from."""
    loose = make_game(vale, deals=DEALS, rulings={"allow_superfluous_stones": 1})
    assert not played(loose)["players"]["score"].equals(tables["players"]["score"])


# --- Rows that add up --------------------------------------------------------------------------


def test_tables_have_the_columns_and_types_of_the_design(vale, tables):
    cards = pl.Enum([card.id for card in vale.card_set.cards])
    expected = {
        "games": {
            "game": pl.Int64, "deal": pl.Int64, "replicate": pl.Int32, "rotation": pl.Int16,
            "rounds": pl.Int32, "end": pl.Enum(["points", "rounds"]),
        },
        "players": {
            "game": pl.Int64, "seat": pl.Int8, "policy": pl.Enum(["random"]), "score": pl.Int32,
            "tie_break": pl.Int32, "rank": pl.Int8, "win": pl.Float64,
            "stones_earned": pl.Int32, "stones_wasted": pl.Int32,
        },
        "cards": {
            "game": pl.Int64, "seat": pl.Int8, "card": cards, "events": pl.UInt16,
            "offered": pl.Int16, "pick": pl.Int16, "turn_drawn": pl.Int16,
            "turn_taken": pl.Int16, "points": pl.Int16,
        },
        "rounds": {"game": pl.Int64, "round": pl.Int8, "seat": pl.Int8, "score": pl.Int32},
    }  # fmt: skip
    assert {name: dict(table.schema) for name, table in tables.items()} == expected


def test_points_of_the_cards_and_the_start_make_the_score(tables):
    """Seat s begins with s + 1 points, every other one comes from a card's effect."""
    brought = tables["cards"].group_by("game", "seat").agg(pl.col("points").cast(int).sum())
    both = tables["players"].join(brought, on=["game", "seat"], how="left")
    assert (both["score"] == both["seat"] + 1 + both["points"]).all()


def test_final_cards_are_the_tie_break(tables):
    final = tables["cards"].filter(pl.col("events") & FINAL > 0)
    counted = tables["players"].join(
        final.group_by("game", "seat").len(), on=["game", "seat"], how="left"
    )
    assert (counted["tie_break"] == counted["len"].fill_null(0)).all()


def test_what_was_hunted_was_sold_or_tamed(tables):
    cards = tables["cards"]
    hunted = (cards["events"] & HUNTED) > 0
    assert (hunted == (cards["events"] & (SOLD | TAMED) > 0)).all()
    assert (hunted == cards["pick"].is_not_null()).all()
    assert (hunted == cards["turn_taken"].is_not_null()).all()
    assert (((cards["events"] & DRAWN) > 0) == cards["turn_drawn"].is_not_null()).all()
    assert cards["pick"].drop_nulls().is_between(1, 8).all()
    assert cards["turn_taken"].drop_nulls().is_between(1, 10).all()


def test_every_card_of_the_display_was_offered(tables):
    """Seat k of 4 picks first from 8 - k cards and then from k + 1: together 9 a round."""
    offered = tables["cards"].group_by("game", "seat").agg(pl.col("offered").cast(int).sum())
    rounds = offered.join(tables["games"], on="game")
    assert (rounds["offered"] == 9 * rounds["rounds"]).all()


def test_rounds_end_in_the_final_score(tables):
    last = (
        tables["rounds"]
        .join(tables["games"], on="game")
        .filter(pl.col("round") == pl.col("rounds"))
    )
    both = last.join(tables["players"], on=["game", "seat"], suffix="_at_the_end")
    assert both.height == tables["players"].height
    assert (both["score"] == both["score_at_the_end"]).all()
    assert tables["rounds"].height == 4 * tables["games"]["rounds"].sum()


def test_a_game_ends_by_points_or_after_ten_rounds(tables):
    best = tables["players"].group_by("game").agg(pl.col("score").max())
    ended = tables["games"].join(best, on="game")
    by_points = ended.filter(pl.col("end") == "points")
    assert (by_points["score"] >= 60).all()
    by_rounds = ended.filter(pl.col("end") == "rounds")
    assert (by_rounds["score"] < 60).all()
    assert (by_rounds["rounds"] == 10).all()


def test_wins_are_shared_by_the_first_ranked(tables):
    winners = tables["players"].filter(pl.col("rank") == 1)
    shares = winners.with_columns(share=1 / pl.len().over("game"))
    assert shares["win"].to_list() == pytest.approx(shares["share"].to_list())
    assert tables["players"].group_by("game").agg(pl.col("win").sum())["win"].to_list() == (
        pytest.approx([1.0] * tables["games"].height)
    )


def test_no_more_stones_are_wasted_than_earned(tables):
    players = tables["players"]
    assert (players["stones_wasted"] <= players["stones_earned"]).all()
    # four stones may be kept: nobody sells 20 cards without an overflow ever happening
    assert players["stones_wasted"].sum() > 0
    assert players["stones_earned"].min() > 0


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(vale, players):
    with pytest.raises(RealmvaleError, match=f"takes 2 to 4 players, not {players}"):
        make_game(vale, players=players)


@pytest.mark.parametrize("cards", [8, 21, 126])
@pytest.mark.parametrize("players", [2, 4])
def test_decks_of_ones_own_of_any_size(tmp_path, cards, players):
    """With few cards both piles run dry: fewer are revealed then, and the game goes on."""
    texts = ["instant: 2 points", "resolution: draw 1", "instant: gain 2 red", ""]
    families = ["fire", "water", "earth", "wind", "dragon"]
    deck = compile_deck(
        card_set(
            tmp_path,
            [card_line(f"Card {k}", families[k % 5], k % 9, texts[k % 4]) for k in range(cards)],
        )
    )
    own = played(make_game(deck, deals=30, players=players))
    assert own["games"]["rounds"].is_between(1, 10).all()
    assert own["cards"]["card"].n_unique() == cards


def test_a_deck_too_small_for_a_first_round_is_refused(tmp_path):
    deck = compile_deck(
        card_set(tmp_path, [card_line(f"Card {k}", "fire", 1, "") for k in range(7)])
    )
    with pytest.raises(RealmvaleError, match="has 7 cards; 4 players need at least 8, 2 each"):
        make_game(deck, players=4)
