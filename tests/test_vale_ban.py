"""A Vale card banned for one seat: what the seat may still do, and verdicts that rest on bans."""

import polars as pl
import pytest
from support.vale_games import make_game

from sim.cards import load_cards
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.state import (
    DRAWN,
    HUNTED_EVENT,
    RECOVERED,
    SOLD,
    SUMMONED,
    TAMED,
)
from tests.support.games import played

DEALS = 150


def met(tables, card, seat):
    """Events of a card at a seat by game, 0 where it met it not at all."""
    rows = tables["cards"].filter(
        (pl.col("card").cast(pl.String) == card) & (pl.col("seat") == seat)
    )
    games = tables["games"].select("game").join(rows, on="game", how="left")
    return games.sort("game")["events"].fill_null(0).to_numpy().astype(int)


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


@pytest.fixture(scope="module", params=["builder", "random"])
def games(vale, request):
    """A game of one bot, its tables, and the place of the card that it summons most."""
    game = make_game(vale, (request.param,), deals=DEALS, block_deals=DEALS, players=3)
    tables = played(game)
    bits = pl.col("events").cast(pl.Int64)
    summoned = tables["cards"].filter((bits & SUMMONED) != 0)
    card = summoned["card"].cast(pl.String).value_counts(sort=True)["card"][0]
    return game, tables, vale.card_set.index(card), card


@pytest.mark.parametrize("seat", [0, 2])
def test_a_banned_card_is_hunted_only_when_nothing_else_is_left(games, seat):
    game, tables, place, card = games
    banned = played(game.banning(place, seat))
    free, now = met(tables, card, seat), met(banned, card, seat)
    assert ((free & HUNTED_EVENT) != 0).sum() > 20
    hunted = (now & HUNTED_EVENT) != 0
    # The last card of the display is nobody's choice: the sixth pick of three players' two each.
    mine = (pl.col("card").cast(pl.String) == card) & (pl.col("seat") == seat)
    picks = banned["cards"].filter(mine & (pl.col("pick").fill_null(0) > 0))["pick"]
    assert (picks == 6).all()
    assert hunted.sum() == picks.len()
    assert not (now & TAMED).any()
    assert not (now & RECOVERED).any()
    # A hunted one is sold.
    assert ((now & SOLD) != 0)[hunted].all()
    others = [met(banned, card, p) for p in range(3) if p != seat]
    assert sum(((events & SUMMONED) != 0).sum() for events in others) > 20


@pytest.mark.parametrize("seat", [1])
def test_one_that_was_drawn_is_not_summoned(games, seat):
    game, tables, place, card = games
    now = met(played(game.banning(place, seat)), card, seat)
    drawn = (now & DRAWN) != 0
    free = (met(tables, card, seat) & SUMMONED) != 0
    assert free.sum() > 20
    # An effect that summons the only card there is may still have to bring it.
    assert ((now & SUMMONED) != 0).sum() <= 0.05 * free.sum()
    assert drawn.sum() < len(now)


def test_a_ban_changes_nothing_where_the_seat_had_nothing_to_do_with_the_card(games):
    game, tables, place, card = games
    banned = played(game.banning(place, 1))
    rows = tables["cards"].filter((pl.col("card").cast(pl.String) == card) & (pl.col("seat") == 1))
    seen = tables["games"].select("game").join(rows, on="game", how="left").sort("game")
    never = (seen["events"].fill_null(0) == 0) & (seen["offered"].fill_null(0) == 0)
    scores = [t["players"].sort("game", "seat")["score"].to_numpy().reshape(-1, 3)
              for t in (tables, banned)]  # fmt: skip
    same = (scores[0] == scores[1]).all(axis=1)
    # Nor can an effect have offered it: where it lay in the discard pile it was offered before.
    assert same[never.to_numpy()].mean() > 0.9
    assert not same.all()


def test_no_ban_is_left_behind(games):
    game, tables, place, _ = games
    played(game.banning(place, 0))
    assert tables["players"].equals(played(game)["players"])
