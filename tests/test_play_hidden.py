"""Nothing that a seat may not know reaches its policy (case TL-43)."""

import copy

import numpy as np
import pytest
from support.recorded_games import BUILT_IN, THINKING, deciders, params_of, policies, stepped

from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import DISCARD
from sim.fantasy_realms.view import fill_view, new_views, view_dtype

# Work space of the scoring kernels: what it holds means nothing (sim/fantasy_realms/view.py).
WORK_SPACE = ("scratch", "work", "values", "spare", "memo", "swaps", "world", "log")
SEEN = [name for name in view_dtype.names if name not in (*WORK_SPACE, "tables")]


def permuted(state, rng):
    """Return a copy of the state with all that is hidden from the active seat dealt anew.

    Hidden are the deck's order and the cards of the other hands that were never taken face up.
    """
    other = copy.deepcopy(state)
    seats = [seat for seat in range(state.players) if seat != state.active]
    places = [
        (seat, k)
        for seat in seats
        for k in range(state.hand_n[seat])
        if state.known[state.hand[seat, k]] != seat + 1
    ]
    pile = range(int(state.deck_at), int(state.deck_size))
    cards = [int(state.hand[place]) for place in places] + [int(state.deck[k]) for k in pile]
    dealt = [int(card) for card in rng.permutation(cards)]
    for place, card in zip(places, dealt, strict=False):
        other.hand[place] = card
    for seat in seats:
        n = int(state.hand_n[seat])
        other.hand[seat, :n] = np.sort(other.hand[seat, :n])
    for k, card in zip(pile, dealt[len(places) :], strict=True):
        other.deck[k] = card
    return other


def look(view, state):
    """Fill the one view of a driver as a game does: the other seats have looked before.

    Each of the others looks as it did when it held one card more, about to discard.
    """
    for seat in range(state.players):
        if seat != state.active:
            before = copy.deepcopy(state)
            before.active = seat
            before.phase = DISCARD
            if before.hand_n[seat] >= state.hand_size and before.deck_at < before.deck_size:
                before.hand[seat, before.hand_n[seat]] = before.deck[before.deck_size - 1]
                before.hand_n[seat] += 1
            fill_view(view, before)
    fill_view(view, state)


def positions(deck, players, policy, seed):
    """Return copies of the states at the decisions of a game, every third of them."""
    game = stepped(deck, players)
    game.deal(np.random.default_rng(seed).permutation(len(deck.names)))
    choose = deciders(game, [policy] * players, seed)
    met = []

    def decide(game, options):
        met.append((copy.deepcopy(game.state), np.array(options, np.int64)))
        return choose(game, options)

    play_on(game, decide)
    return met[::3]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_tl43_view_is_the_same_whatever_is_hidden(deck, players):
    one, two = new_views(deck.tables, 1), new_views(deck.tables, 1)
    rng = np.random.default_rng(43)
    changed = 0
    for state, _ in positions(deck, players, "random", players):
        other = permuted(state, rng)
        look(one[0], state)
        look(two[0], other)
        for name in SEEN:
            assert one[name].tobytes() == two[name].tobytes(), f"{name} tells what is hidden"
        changed += state.tobytes() != other.tobytes()
    assert changed > 10, "most positions have something to hide"
    assert one["tables"].tobytes() == deck.tables.tobytes()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("policy", BUILT_IN + THINKING)
def test_tl43_decision_is_the_same_whatever_is_hidden(deck, players, policy):
    one, two = new_views(deck.tables, 1), new_views(deck.tables, 1)
    rng = np.random.default_rng(44)
    found = policies([policy])[0]
    choose, params = found.choose, params_of(found)
    for state, options in positions(deck, players, policy, 5):
        chosen = []
        for view, world in ((one[0], state), (two[0], permuted(state, rng))):
            look(view, world)
            given, stream = np.resize(options, 60), np.array([99], np.uint64)
            chosen.append(choose(view, given, len(options), params, stream))
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("players", [2, 4])
def test_tl43_python_policies_see_no_more(deck, players):
    import random

    from sim.fantasy_realms.python_policy import BotTable

    table, rng, source = BotTable(deck), np.random.default_rng(45), random.Random(0)
    view = new_views(deck.tables, 1)[0]
    for state, _ in positions(deck, players, "random", 6):
        seen = []
        for world in (state, permuted(state, rng)):
            look(view, world)
            seen.append(table.view(view, source))
        assert seen[0] == seen[1]
        assert set(seen[0].hand) == {
            deck.names[c] for c in state.hand[state.active, : state.hand_n[state.active]]
        }
