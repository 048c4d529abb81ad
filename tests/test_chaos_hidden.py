"""Nothing that a seat may not know reaches its policy in Chaos (case TL-43)."""

import copy

import numpy as np
import pytest
from support.recorded_games import BUILT_IN, THINKING, deciders, params_of, policies, stepped_chaos

from sim.fantasy_realms.python_policy import BotTable
from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import OFFER
from sim.fantasy_realms.view import fill_view, new_views, view_dtype

WORK_SPACE = ("scratch", "work", "values", "spare", "memo", "swaps", "world", "log")
SEEN = [name for name in view_dtype.names if name not in (*WORK_SPACE, "tables")]


def permuted(state, rng):
    """Return a copy of the state in which all that is hidden from the active seat is dealt anew.

    Hidden are the deck, the other hands but for a card that the partner shows, what the others
    have seen, what is shown of cards of others, an offer not shown yet, the first answer, and
    who will meet.
    """
    other, me = copy.deepcopy(state), int(state.active)
    place = 0 if state.pair[0] == me else 1
    shown = int(state.offer[1 - place]) if state.phase != OFFER else -1
    seats = [seat for seat in range(state.players) if seat != me]
    places = [
        (seat, k) for seat in seats for k in range(state.hand_n[seat])
        if state.hand[seat, k] != shown
    ]  # fmt: skip
    pile = range(int(state.deck_at), int(state.deck_size))
    cards = [int(state.hand[p]) for p in places] + [int(state.deck[k]) for k in pile]
    dealt = [int(card) for card in rng.permutation(cards)]
    for p, card in zip(places, dealt, strict=False):
        other.hand[p] = card
    for seat in seats:
        other.hand[seat, :7] = np.sort(other.hand[seat, :7])
    for k, card in zip(pile, dealt[len(places) :], strict=True):
        other.deck[k] = card
    mask = 15 << (4 * me)
    mine = set(map(int, state.hand[me, : state.hand_n[me]]))
    for card in range(state.deck_size):
        others = int(rng.integers(0, 1 << 32)) & ~mask
        other.seen[card] = (int(state.seen[card]) & mask) | others
        if card not in mine:
            other.shown[card] = rng.integers(0, 1 << state.players)
    other.meetings, other.chance[0] = rng.integers(0, 1 << 62), 5
    if state.phase == OFFER and state.offer[1 - place] >= 0:
        other.offer[1 - place] = other.hand[int(state.pair[1 - place]), 0]
    if state.phase != OFFER and place == 1:
        other.answer = -7 - state.answer  # REFUSE to ACCEPT and back
    return other


def look(view, state):
    """Fill the one view of a driver as a game does: the other seats have looked before."""
    for seat in range(state.players):
        before = copy.deepcopy(state)
        if seat in state.pair:
            before.active = seat
            before.phase = OFFER
            fill_view(view, before)
    fill_view(view, state)


def positions(deck, players, policy, seed, every=7):
    """Return copies of the states at some decisions of a game."""
    game = stepped_chaos(deck, players, 45, meetings=seed)
    game.deal(np.random.default_rng(seed).permutation(len(deck.names)))
    choose, met = deciders(game, [policy] * players, seed), []

    def decide(game, options):
        met.append((copy.deepcopy(game.state), np.array(options, np.int64)))
        return choose(game, options)

    play_on(game, decide)
    return met[::every]


@pytest.mark.parametrize("players", [3, 5, 7])
def test_tl43_view_is_the_same_whatever_is_hidden(deck, players):
    one, two = new_views(deck.tables, 1), new_views(deck.tables, 1)
    rng = np.random.default_rng(43)
    table, source = BotTable(deck), None
    remembered = 0
    for state, _ in positions(deck, players, "random", players):
        other = permuted(state, rng)
        assert state.tobytes() != other.tobytes()
        look(one[0], state)
        look(two[0], other)
        for name in SEEN:
            assert one[name].tobytes() == two[name].tobytes(), f"{name} tells what is hidden"
        assert table.view(one[0], source) == table.view(two[0], source)
        remembered += int((one[0].known > 0).sum())
    assert remembered > 20


@pytest.mark.parametrize("policy", BUILT_IN + THINKING)
def test_tl43_decision_is_the_same_whatever_is_hidden(deck, policy):
    one, two = new_views(deck.tables, 1), new_views(deck.tables, 1)
    rng = np.random.default_rng(44)
    found = policies([policy])[0]
    choose, params = found.choose, params_of(found)
    kinds = set()
    for state, options in positions(deck, 4, policy, 5):
        chosen = []
        for view, world in ((one[0], state), (two[0], permuted(state, rng))):
            look(view, world)
            given, stream = np.resize(options, 60), np.array([99], np.uint64)
            chosen.append(choose(view, given, len(options), params, stream))
        assert chosen[0] == chosen[1]
        kinds.add(int(state.phase))
    assert len(kinds) == 2


def test_what_a_seat_is_told_of_a_trade_is_what_it_saw(deck):
    """`known`, `shown`, `give` and `get` follow from the offers a seat itself took part in."""
    players = 4
    game = stepped_chaos(deck, players, meetings=3)
    game.deal(np.random.default_rng(3).permutation(len(deck.names)))
    choose = deciders(game, ["random"] * players, 3)
    view, table = new_views(deck.tables, 1)[0], BotTable(deck)
    memory = [{} for _ in range(players)]
    shown = [{} for _ in range(players)]
    offers, answers = [], []

    def decide(game, options):
        seat, index = int(game.state.active), choose(game, options)
        fill_view(view, game.state)
        seen = table.view(view, None)
        names = deck.names
        held = {card: where for where, cards in seen.known.items() for card in cards}
        assert held == memory[seat]
        assert seen.shown == {card: tuple(sorted(who)) for card, who in shown[seat].items()}
        if seen.kind == "offer":
            assert (seen.give, seen.get) == (None, None)
            offers.append((seat, names[options[index]]))
            if len(offers) == 2:
                for (a, card), (b, _) in (offers, offers[::-1]):
                    memory[b][card] = a
                    shown[a].setdefault(card, set()).add(b)
            return index
        (a, one), (b, two) = offers
        mine = (one, two) if seat == a else (two, one)
        assert (seen.partner, seen.give, seen.get) == (b if seat == a else a, *mine)
        answers.append(index)
        if len(answers) == 2:
            if answers == [1, 1]:
                for giver, taker, card in ((a, b, one), (b, a, two)):
                    memory[giver][card] = taker
                    del memory[taker][card], shown[giver][card]
                    shown[taker][card] = {giver}
            offers.clear()
            answers.clear()
        return index

    play_on(game, decide)
    assert any(memory)
