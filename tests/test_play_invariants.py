"""What holds at every decision of every game, whoever plays."""

from collections import Counter

import numpy as np
import pytest
from support.recorded_games import BUILT_IN, THINKING, deciders, stepped

from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import (
    DECK,
    DISCARD,
    DRAW,
    ENDS,
    MOVE_DISCARD,
    MOVE_EXTRA,
    MOVE_TAKE,
)

SEATS = [2, 3, 4, 5, 6]


def everything(game) -> Counter:
    """Return how often each card lies anywhere."""
    hands = [card for seat in range(game.state.players) for card in game.hand(seat)]
    return Counter(hands + game.area() + game.pile())


def check_position(game, options) -> None:
    """Assert what must hold whenever a seat has to decide."""
    s = game.state
    players, active = int(s.players), int(s.active)
    once = dict.fromkeys(range(len(game.deck.names)), 1)
    assert everything(game) == once, "every card lies in one place"
    assert s.phase in (DRAW, DISCARD)
    for seat in range(players):
        hand = game.hand(seat)
        assert hand == sorted(set(hand))
        assert set(game.known(seat)) <= set(hand)
        acting = s.phase == DISCARD and seat == active
        if players == 2:
            assert len(hand) <= s.hand_size + acting
        else:
            assert len(hand) == s.hand_size + acting
    held = {card for seat in range(players) for card in game.hand(seat)}
    assert all(not s.known[card] for card in once if card not in held)
    full = all(len(game.hand(seat)) >= s.hand_size for seat in range(players))
    assert s.area_n < s.end_size or not full
    assert active == (s.turn - 1) % players
    assert 1 <= s.turn <= s.turn_cap
    assert len(set(options)) == len(options) >= 1
    if s.phase == DISCARD:
        assert options == game.hand(active)
    else:
        assert options == [DECK] * bool(game.pile()) + game.area()


def checked(game, choose):
    """Return a decider that checks the position, and that the policy leaves the game alone."""

    def decide(game, options):
        assert len(options) >= 2
        check_position(game, options)
        before = game.state.tobytes()
        index = choose(game, options)
        assert game.state.tobytes() == before
        assert 0 <= index < len(options)
        return index

    return decide


def check_end(game) -> None:
    """Assert that a scored game ended as the rules say."""
    s = game.state
    extras = [int(s.extra[seat]) for seat in range(s.players) if s.extra[seat] >= 0]
    lay = s.area_n + len(extras)
    assert s.turn <= s.turn_cap
    if ENDS[s.end] == "discards":
        assert lay == s.end_size if s.players > 2 else lay >= s.end_size
    else:
        assert ENDS[s.end] == "turn_cap"
        assert s.turn == s.turn_cap
    for seat in range(s.players):
        full = s.hand_size + (s.extra[seat] >= 0)
        assert len(game.hand(seat)) == full or (ENDS[s.end] == "turn_cap" and s.players == 2)
    assert sum(game.credits()) == pytest.approx(1)
    assert min(s.rank[: s.players]) == 1
    assert everything(game) == dict.fromkeys(range(len(game.deck.names)), 1)


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", BUILT_IN + THINKING)
def test_invariants_hold_at_every_decision(deck, players, policy):
    game = stepped(deck, players)
    games = {"greedy": 3, **dict.fromkeys(THINKING, 1)}.get(policy, 12)
    for seed in range(games):
        game.deal(np.random.default_rng(seed).permutation(len(deck.names)))
        moves = play_on(game, checked(game, deciders(game, [policy] * players, seed)))
        check_end(game)
        turns = [move.turn for move in moves if move.kind != MOVE_EXTRA]
        assert turns == sorted(turns)
        assert set(turns) == set(range(1, game.state.turn + 1)), "each turn makes a move"


@pytest.mark.parametrize("players", SEATS)
def test_invariants_hold_in_games_stopped_by_the_turn_cap(deck, players):
    for cap in (1, 2, 13):
        game = stepped(deck, players, turn_cap=cap)
        game.deal(np.random.default_rng(cap).permutation(len(deck.names)))
        play_on(game, checked(game, deciders(game, ["random"] * players, cap)))
        check_end(game)
        assert game.state.turn == cap or ENDS[game.state.end] == "discards"


@pytest.mark.parametrize("players", SEATS)
def test_log_tells_what_each_seat_met(deck, players):
    """Final hands, and how the cards came into them, follow from the log's events."""
    from sim.fantasy_realms.state import DEALT, DRAWN, EXTRA, FINAL, TAKEN

    game = stepped(deck, players)
    for seed in range(6):
        game.deal(np.random.default_rng(100 + seed).permutation(len(deck.names)))
        play_on(game, deciders(game, ["random"] * players, seed))
        for seat in range(players):
            for card in range(len(deck.names)):
                events = int(game.log.events[seat, card])
                assert bool(events & FINAL) == (card in game.hand(seat))
                if events & FINAL:
                    assert events & (DEALT | DRAWN | TAKEN | EXTRA)
                assert bool(events & DRAWN) == (game.log.drawn_at[seat, card] > 0)
                assert bool(events & TAKEN) == (game.log.taken_at[seat, card] > 0)
                assert game.log.drawn_at[seat, card] <= game.state.turn
            total = int(game.log.points[seat, : len(deck.names)].sum())
            assert total == game.state.score[seat], "the cards' points add up to the score"


@pytest.mark.parametrize("players", SEATS)
def test_log_counts_how_often_each_card_was_offered(deck, players):
    """A card is offered to a seat at each of its turns that begin with the card in the area."""
    game = stepped(deck, players)
    for seed in range(6):
        game.deal(np.random.default_rng(200 + seed).permutation(len(deck.names)))
        moves = play_on(game, deciders(game, ["random"] * players, seed))
        offered, area, turn = Counter(), set(), 0
        for move in moves:
            if move.turn != turn:
                turn = move.turn
                offered.update((move.seat, card) for card in area)
            if move.kind == MOVE_DISCARD:
                area.add(move.card)
            elif move.kind == MOVE_TAKE:
                area.remove(move.card)
        logged = game.log.offered[:players, : len(deck.names)]
        assert {(int(s), int(c)): int(logged[s, c]) for s, c in np.argwhere(logged)} == offered
