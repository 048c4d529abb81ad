"""Play-outs: worlds agree with all that the seat knows, and tell nothing else."""

import numpy as np
import pytest
from test_planning import at, flat_deck
from test_play_hidden import look, permuted, positions

from sim.fantasy_realms.playouts import N_ROWS, imagine, play_out_options, remember, set_up
from sim.fantasy_realms.state import DISCARD
from sim.fantasy_realms.throws import NEVER
from sim.fantasy_realms.view import fill_view, new_views, view_dtype

SEEN = view_dtype.names[: view_dtype.names.index("tables")]


def world_of(view, seed):
    """Make up a world from a view; return its zones: hands, area, deck."""
    kept = np.zeros((N_ROWS, 128), np.int64)
    remember(view, kept)
    imagine(view, kept, 4, np.array([seed], np.uint64))
    set_up(view, kept)
    w = view.world
    hands = [w.hand[seat, : w.hand_n[seat]].tolist() for seat in range(w.players)]
    return hands, w.area[: w.area_n].tolist(), w.deck[w.deck_at : w.deck_size].tolist()


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_agree_with_all_that_the_seat_knows(deck, players):
    view = new_views(deck.tables, 1)[0]
    differ = 0
    for state, _ in positions(deck, players, "greedy", 12):
        look(view, state)
        hands, area, pile = world_of(view, 3)
        me = int(state.active)
        held = [card for hand in hands for card in hand]
        assert sorted([*held, *area, *pile]) == list(range(len(deck.names)))
        assert hands[me] == state.hand[me, : state.hand_n[me]].tolist()
        assert area == state.area[: state.area_n].tolist()
        assert len(pile) == state.deck_size - state.deck_at
        for seat in range(players):
            assert len(hands[seat]) == state.hand_n[seat]
            assert hands[seat] == sorted(hands[seat])
        for card in range(len(deck.names)):
            if state.known[card]:
                assert card in hands[state.known[card] - 1]
        differ += world_of(view, 4) != (hands, area, pile)
    assert differ > 5


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_do_not_hang_on_what_is_hidden(deck, players):
    one, two = new_views(deck.tables, 1)[0], new_views(deck.tables, 1)[0]
    rng = np.random.default_rng(46)
    for state, _ in positions(deck, players, "greedy", 13):
        look(one, state)
        look(two, permuted(state, rng))
        assert world_of(one, 9) == world_of(two, 9)


def test_a_view_is_the_seats_own_again_after_play_outs(deck):
    view, before = new_views(deck.tables, 2)
    for state, options in positions(deck, 4, "greedy", 14):
        look(view, state)
        look(before, state)
        given = np.resize(options, 130)
        ratings = np.full(130, NEVER)
        ratings[:2] = 0.0
        stream = np.array([1], np.uint64)
        play_out_options(view, given, len(options), 3, 2.6, 0.5, stream, ratings)
        for name in SEEN:
            assert view[name].tobytes() == before[name].tobytes(), name
        assert (ratings[2:] == NEVER).all()


@pytest.mark.parametrize(("margin", "rating"), [(1.0, 35.0), (0.0, 100 * 45 / 55)])
def test_the_outcome_is_the_lead_over_the_best_rival_and_a_smoothed_win(tmp_path, margin, rating):
    """The discard ends the game: 7 * 20 - 7 * 15 = 35; and 1/2 + 1/2 * 35 / (20 + 35) = 45/55."""
    deck = flat_deck(tmp_path, 45, values=dict.fromkeys(range(8), 20), flat=15)
    hands = [range(8), range(8, 15), range(15, 22)]
    game = at(deck, hands, range(22, 31), DISCARD, known=range(8, 22))
    view = new_views(deck.tables, 1)[0]
    fill_view(view, game.state)
    options, stream = np.resize(np.arange(8), 130), np.array([2], np.uint64)
    ratings = np.zeros(130)
    play_out_options(view, options, 8, 4, 2.6, margin, stream, ratings)
    assert ratings[:8] == pytest.approx(rating)
