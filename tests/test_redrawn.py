"""What lies hidden after the opening, drawn anew: the opening stays, and nothing else does."""

import numpy as np
import polars as pl
import pytest
from support.vale_games import make_game as make_vale

from sim.cards import load_cards
from sim.fantasy_realms.blocks import shuffle
from sim.fantasy_realms.state import DEALT
from sim.fantasy_realms.tables import MAX_CARDS
from sim.streams import redrawn_key, run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.play import deal
from tests.support.games import make_game, played

KEY = run_key(7)


@pytest.fixture(scope="module")
def vale():
    return compile_deck(load_cards().select("vale_of_eternity"))


def orders(deck, players, number, redrawn, variant=None):
    """The deck of a deal, top first, and the key of its meetings."""
    board = make_game(deck, ("greedy",), players=players, variant=variant)._board(1)
    board.state.redrawn = redrawn
    shuffle(board.tables, KEY, number, board.state, np.zeros(MAX_CARDS, np.uint64))
    return list(board.state.deck[: board.state.deck_size]), int(board.state.meetings)


@pytest.mark.parametrize(
    ("players", "variant", "dealt"), [(4, None, 28), (2, None, 0), (5, "chaos", 35)]
)
def test_hands_stay_and_the_rest_of_the_deck_is_drawn_anew(deck, players, variant, dealt):
    for number in range(20):
        (plain, met), (one, met_one), (two, _) = (
            orders(deck, players, number, k, variant) for k in (0, 1, 2)
        )
        assert one[:dealt] == two[:dealt] == plain[:dealt]
        assert sorted(one) == sorted(plain)
        assert len({tuple(order[dealt:]) for order in (plain, one, two)}) == 3
        assert met != met_one


def test_nothing_redrawn_is_the_deal_itself():
    assert redrawn_key(np.uint64(5), 0) == 5
    assert len({int(redrawn_key(np.uint64(5), k)) for k in range(50)}) == 50


def test_every_card_comes_to_every_place(deck):
    # The place of one undealt card over 500 redraws: 25 places, each about 20 times.
    board = make_game(deck, ("greedy",))._board(1)

    def order(redrawn):
        board.state.redrawn = redrawn
        shuffle(board.tables, KEY, 0, board.state, np.zeros(MAX_CARDS, np.uint64))
        return list(board.state.deck[:53])

    card = order(0)[40]
    places = [order(k).index(card) for k in range(1, 501)]
    counts = np.bincount(places, minlength=53)[28:]
    assert counts.sum() == 500
    # chi-square with 24 degrees of freedom: beyond 60 in one of 10,000 seeds
    assert ((counts - 20.0) ** 2 / 20).sum() < 60


def pile(vale, number, redrawn, players=3):
    game = make_vale(vale, ("builder",), players=players)
    board = game._board(1)
    board.state.redrawn = redrawn
    deal(board.state, board.tables, board.scratch, KEY, number)
    return [int(card) for card in board.state.pile[: board.state.pile_n]][::-1]


@pytest.mark.parametrize("players", [2, 4])
def test_vale_the_first_display_stays(vale, players):
    first = 2 * players
    for number in range(20):
        plain, one, two = (pile(vale, number, k, players) for k in (0, 1, 2))
        assert plain[:first] == one[:first] == two[:first]
        assert sorted(one) == sorted(plain) == list(range(70))
        assert len({tuple(order[first:]) for order in (plain, one, two)}) == 3


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_share_their_hands_alone(deck, policy):
    game = make_game(deck, (policy,), deals=40, block_deals=40)
    tables = [played(game.changed(redrawn=k)) for k in (0, 1)]
    dealt = [
        t["cards"]
        .filter((pl.col("events").cast(pl.Int64) & DEALT) != 0)
        .select("game", "seat", pl.col("card").cast(pl.String))
        .sort("game", "seat", "card")
        for t in tables
    ]
    assert dealt[0].equals(dealt[1])
    scores = [t["players"].sort("game", "seat")["score"].to_numpy() for t in tables]
    assert (scores[0] == scores[1]).mean() < 0.5


BOT = '''
class Dice:
    """Any option."""

    def choose(self, view, options):
        return view.rng.randrange(len(options))
'''


def test_stepped_games_are_redrawn_too(deck, vale, tmp_path):
    (tmp_path / "bots.py").write_text(BOT)
    spec = f"{tmp_path / 'bots.py'}:Dice"
    for make, cards in ((make_game, deck), (make_vale, vale)):
        game = make(cards, (spec,), deals=2, players=2)
        scores = [played(game.changed(redrawn=k))["players"]["score"].to_list() for k in (0, 0, 1)]
        assert scores[0] == scores[1] != scores[2]


def test_the_openings_of_the_vale_are_seen_alike(vale):
    game = make_vale(vale, ("builder",), deals=30, block_deals=30, players=2)
    first = [
        played(game.changed(redrawn=k))["cards"].filter(pl.col("turn_taken") == 1) for k in (0, 1)
    ]
    hunted = [
        rows.select("game", "seat", pl.col("card").cast(pl.String)).sort("game", "seat", "card")
        for rows in first
    ]
    # The same display, hunted by bots that see no more of it: the same cards.
    assert hunted[0].height >= 30 * 3
    assert hunted[0].equals(hunted[1])
