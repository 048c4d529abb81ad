"""What holds at every decision of every game of Chaos, whoever plays."""

from collections import Counter

import numpy as np
import pytest
from support.recorded_games import BUILT_IN, deciders, stepped_chaos

from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import (
    ACCEPT,
    ANSWER,
    BLANKED,
    DEALT,
    EXTRA,
    FINAL,
    GIVEN,
    MOVE_ACCEPT,
    MOVE_ADD,
    MOVE_LOOK,
    MOVE_OFFER,
    OFFER,
    RECEIVED,
    REFUSE,
)

SEATS = [3, 4, 5, 6, 7]


def check_position(game, options) -> None:
    """Assert what must hold whenever a seat has to decide."""
    s = game.state
    players, active = int(s.players), int(s.active)
    dealt = [card for seat in range(players) for card in game.hand(seat)]
    assert Counter(dealt + game.pile()) == dict.fromkeys(range(len(game.deck.names)), 1)
    assert [len(game.hand(seat)) for seat in range(players)] == [s.hand_size] * players
    assert game.area() == []
    first = sorted(s.deck[: s.hand_size * players])
    assert sorted(dealt) == first, "the cards dealt go round, no others"
    assert 1 <= s.turn <= s.turn_cap
    pair = [int(seat) for seat in s.pair]
    assert len(set(pair)) == 2
    assert active in pair
    assert all(offer < 0 or offer in game.hand(pair[k]) for k, offer in enumerate(s.offer))
    if s.phase == OFFER:
        assert options == game.hand(active)
    else:
        assert s.phase == ANSWER
        assert options == [REFUSE, ACCEPT]
        assert min(s.offer) >= 0
    for seat in range(players):
        seen = game.seen(seat)
        assert not set(seen) & set(game.hand(seat)), "nobody has to remember its own cards"
        assert set(seen.values()) <= set(range(players)) - {seat}
        assert set(seen) <= set(dealt)
    for card in dealt:
        holder = next(seat for seat in range(players) if card in game.hand(seat))
        assert not s.shown[card] >> players
        assert not (s.shown[card] >> holder) & 1


def checked(game, choose):
    """Return a decider that checks the position, and that the policy leaves the game alone."""

    def decide(game, options):
        check_position(game, options)
        before = game.state.tobytes()
        index = choose(game, options)
        assert game.state.tobytes() == before
        return index

    return decide


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", BUILT_IN)
def test_invariants_hold_at_every_decision(deck, players, policy):
    games, ticks = (1, 40) if policy == "greedy" else (3, 60)
    for seed in range(games):
        game = stepped_chaos(deck, players, ticks, meetings=seed)
        game.deal(np.random.default_rng(seed).permutation(len(deck.names)))
        moves = play_on(game, checked(game, deciders(game, [policy] * players, seed)))
        s = game.state
        assert (s.turn, s.end) == (ticks, 3)
        turns = Counter(m.turn for m in moves if m.kind not in (MOVE_LOOK, MOVE_ADD))
        assert turns == dict.fromkeys(range(1, ticks + 1), 4), "two offers and two answers a tick"
        for seat in range(players):
            assert len(game.hand(seat)) == 7 + (s.extra[seat] >= 0)
        assert sum(game.credits()) == pytest.approx(1)
        held = [card for seat in range(players) for card in game.hand(seat)]
        assert Counter(held + game.pile()) == dict.fromkeys(range(len(deck.names)), 1)


@pytest.mark.parametrize("players", SEATS)
def test_log_tells_what_each_seat_met(deck, players):
    """Events, offers and ticks follow from the moves."""
    for seed in range(4):
        game = stepped_chaos(deck, players, meetings=seed)
        game.deal(np.random.default_rng(100 + seed).permutation(len(deck.names)))
        dealt = {(seat, card) for seat in range(players) for card in game.hand(seat)}
        moves = play_on(game, deciders(game, ["random"] * players, seed))
        offered, received, given, first = Counter(), set(), set(), {}
        played = [m for m in moves if m.kind not in (MOVE_LOOK, MOVE_ADD)]
        for k in range(0, len(played), 4):
            one, two, *answers = played[k : k + 4]
            assert (one.kind, two.kind) == (MOVE_OFFER, MOVE_OFFER)
            offered.update([(one.seat, two.card), (two.seat, one.card)])
            if all(m.kind == MOVE_ACCEPT for m in answers):
                for giver, taker in ((one, two), (two, one)):
                    given.add((giver.seat, giver.card))
                    received.add((taker.seat, giver.card))
                    first.setdefault((taker.seat, giver.card), giver.turn)
        extras = {(seat, int(game.state.extra[seat])) for seat in range(players)}
        for seat in range(players):
            for card in range(len(deck.names)):
                events, place = int(game.log.events[seat, card]), (seat, card)
                assert bool(events & DEALT) == (place in dealt)
                assert bool(events & RECEIVED) == (place in received)
                assert bool(events & GIVEN) == (place in given)
                assert bool(events & EXTRA) == (place in extras)
                assert bool(events & FINAL) == (card in game.hand(seat))
                assert not events & ~(DEALT | RECEIVED | GIVEN | EXTRA | FINAL | BLANKED)
                assert game.log.taken_at[seat, card] == first.get(place, 0)
                assert game.log.offered[seat, card] == offered[place]
            assert game.log.points[seat, : len(deck.names)].sum() == game.state.score[seat]
