"""A card banned for one seat: what the seat may still do, and what the loss is computed from."""

import json
import math

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from analysis.ban import _card, ban
from analysis.cli import main
from analysis.setting import Setting
from sim.cards import load_cards
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.state import (
    CHAOS_EVENTS,
    DEALT,
    DISCARDED,
    DRAWN,
    EXTRA,
    FINAL,
    GIVEN,
    RECEIVED,
    TAKEN,
)
from tests.support.games import make_game, played

EXTRA_TAKER = "necromancer"


def met(tables, card, seat):
    """Events of a card at a seat by game, 0 where it met it not at all."""
    rows = tables["cards"].filter(
        (pl.col("card").cast(pl.String) == card) & (pl.col("seat") == seat)
    )
    games = tables["games"].select("game").join(rows, on="game", how="left")
    return games.sort("game")["events"].fill_null(0).to_numpy().astype(int)


def index(deck, card):
    return deck.card_set.index(card)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_banned_card_is_never_taken_and_goes_at_once(deck, policy, seat):
    game = make_game(deck, (policy,), deals=300, block_deals=300)
    card = deck.card_set.cards[20].id
    tables = played(game.banning(20, seat))
    events = met(tables, card, seat)
    assert not (events & (TAKEN | EXTRA)).any()
    got = (events & (DEALT | DRAWN)) != 0
    assert got.sum() > 30
    # Whoever got it discards it, unless the game ended before the seat's next turn.
    assert (((events & DISCARDED) != 0) | ((events & FINAL) != 0))[got].all()
    assert ((events & FINAL) != 0)[got].mean() < 0.05
    others = sum(((met(tables, card, p) & TAKEN) != 0).sum() for p in range(4) if p != seat)
    assert others > 0


def test_a_dealt_card_is_the_first_discard(deck):
    game = make_game(deck, ("greedy",), deals=200, block_deals=200)
    tables = played(game.banning(5, 0))
    card = deck.card_set.cards[5].id
    dealt = (met(tables, card, 0) & DEALT) != 0
    # Seat 1 sees it in the area on its first turn, as nobody can have taken it before.
    offered = tables["cards"].filter(
        (pl.col("card").cast(pl.String) == card) & (pl.col("seat") == 1)
    )
    games = tables["games"].select("game").join(offered, on="game", how="left").sort("game")
    assert dealt.sum() > 10
    assert (games["offered"].fill_null(0).to_numpy()[dealt] >= 1).all()


def test_the_extra_card_is_not_the_banned_one(deck):
    game = make_game(deck, ("greedy",), deals=1500, block_deals=1500)
    free = played(game)["cards"].filter((pl.col("events").cast(pl.Int64) & EXTRA) != 0)
    # The card most often added at the end.
    card = free["card"].cast(pl.String).value_counts(sort=True)["card"][0]
    assert free.filter((pl.col("card").cast(pl.String) == card) & (pl.col("seat") == 1)).height
    tables = played(game.banning(index(deck, card), 1))
    assert not (met(tables, card, 1) & EXTRA).any()
    assert sum(((met(tables, card, p) & EXTRA) != 0).sum() for p in (0, 2, 3)) > 0


def test_a_ban_changes_nothing_where_the_seat_never_had_the_card(deck):
    game = make_game(deck, ("greedy",), deals=300, block_deals=300, players=3)
    tables = played(game)
    card = deck.card_set.cards[11].id
    banned = played(game.banning(11, 1))
    had = (met(tables, card, 1) & (DEALT | DRAWN | TAKEN | EXTRA)) != 0
    assert 20 < had.sum() < 280
    pivot = [t["players"].sort("game", "seat")["score"].to_numpy().reshape(-1, 3)
             for t in (tables, banned)]  # fmt: skip
    same = (pivot[0] == pivot[1]).all(axis=1)
    assert same[~had].all()
    assert not same[had].all()


def test_other_seats_are_not_banned_and_no_ban_is_left_behind(deck):
    game = make_game(deck, ("greedy",), deals=50)
    before = played(game)
    played(game.banning(3, 0))
    again = played(game)
    assert before["players"].equals(again["players"])


def test_two_players(deck):
    game = make_game(deck, ("greedy",), deals=200, players=2, block_deals=200)
    events = met(played(game.banning(20, 1)), deck.card_set.cards[20].id, 1)
    assert not (events & TAKEN).any()
    drawn = (events & DRAWN) != 0
    assert ((events & DISCARDED) != 0)[drawn].mean() > 0.95


def test_chaos_the_card_is_offered_first_and_never_received(deck):
    game = make_game(deck, ("greedy",), deals=200, block_deals=200, variant="chaos")
    assert set(CHAOS_EVENTS.values()) >= {RECEIVED, GIVEN}
    card = deck.card_set.cards[20].id
    free, banned = (met(played(g), card, 1) for g in (game, game.banning(20, 1)))
    assert ((free & RECEIVED) != 0).any()
    assert not (banned & RECEIVED).any()
    dealt = (banned & DEALT) != 0
    assert (dealt == ((free & DEALT) != 0)).all()
    kept = [((events & FINAL) != 0)[dealt].mean() for events in (free, banned)]
    assert kept[1] < kept[0]


BOT = '''
class Dice:
    """Any option."""

    def choose(self, view, options):
        return view.rng.randrange(len(options))
'''


def test_a_policy_in_pure_python(deck, tmp_path):
    (tmp_path / "bots.py").write_text(BOT)
    game = make_game(deck, (f"{tmp_path / 'bots.py'}:Dice",), deals=25)
    card = deck.card_set.cards[20].id
    free, banned = (met(played(g), card, 0) for g in (game, game.banning(20, 0)))
    assert (free & TAKEN).any()
    assert not (banned & TAKEN).any()


def test_the_loss_is_paired_by_deal():
    rng = np.random.default_rng(2)
    deals, seats = 200, 4
    base_win, win = rng.random((2, deals, seats))
    score = rng.integers(50, 150, (2, deals, seats))
    held = rng.random((deals, seats)) < 0.2
    place = {"deal": np.repeat(np.arange(deals), seats), "seat": np.tile(np.arange(seats), deals)}
    base = pl.DataFrame(place | {"win": base_win.ravel(), "score": score[0].ravel(),
                                 "x": held.ravel()})  # fmt: skip
    lost = pl.DataFrame(place | {"win": win.ravel(), "score": score[1].ravel(),
                                 "forced": held.ravel(), "final": ~held.ravel()})  # fmt: skip
    row = _card(base, lost, "x").row(0, named=True)
    means = (base_win - win).mean(axis=1)
    assert row["win_lost"] == pytest.approx(means.mean())
    assert row["win_lost_stderr"] == pytest.approx(means.std(ddof=1) / math.sqrt(deals))
    scores = (score[0] - score[1]).mean(axis=1)
    assert row["score_lost"] == pytest.approx(scores.mean())
    assert row["score_lost_stderr"] == pytest.approx(scores.std(ddof=1) / math.sqrt(deals))
    assert row["forced"] == row["used"] == pytest.approx(held.mean())
    assert row["kept_anyway"] == pytest.approx(1 - held.mean())
    assert row["held_effect"] == pytest.approx(base_win[held].mean() - base_win[~held].mean())


def test_banning_is_the_same_for_any_number_of_workers():
    cards = load_cards().select("fantasy_realms")
    tables = [
        ban(Setting("fantasy_realms", cards, make_rules(3), 5, workers), "cautious", [0, 9], 250)
        for workers in (1, 2)
    ]
    assert tables[0].equals(tables[1])
    assert tables[0]["deals"].to_list() == [250, 250]
    assert tables[0]["seats"].to_list() == [750, 750]


def command(*arguments):
    return CliRunner().invoke(main, ["ban", *map(str, arguments)])


def test_the_command(tmp_path):
    done = command("fr", "--card", "Dragon", "--card", "dragon", "--games", 20, "--json",
                   "--players", 3, "--policy", "random", "--quiet")  # fmt: skip
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)
    assert (row["card"], row["seats"], row["policy"]) == ("dragon", 60, "random")
    assert row["win_lost_too_few"] is True
    done = command("fr", "--card", "Dragon", "--games", 1, "--policy", "random", "--quiet")
    assert done.exit_code == 0, done.output
    assert "causal" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("fr",), "--card NAME, or --all"),
        (("fr", "--all", "--card", "Dragon"), "--card NAME, or --all"),
        (("fr", "--card", "Dragoon"), "Dragon"),
        (("vale", "--card", "Dragon"), "Dragon"),
        (("fr", "--card", "Dragon", "--csv", "no-such-folder/x.csv"), "no folder no-such-folder"),
        (("fr", "--card", "Dragon", "--margin", "0"), "percentage points"),
    ],
)
def test_what_is_refused(arguments, sentence):
    done = command(*arguments)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr
