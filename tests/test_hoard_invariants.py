"""What holds at every decision of every game with the Cursed Hoard or a promo, whoever plays."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from support.card_files import shuffled_rows
from support.hands import deck_with_sets
from support.recorded_games import (
    BUILT_IN,
    THINKING,
    deciders,
    decisions,
    record,
    stepped,
    stepped_chaos,
)
from test_chaos_invariants import checked as checked_chaos
from test_play_invariants import checked, everything

from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.hands import Hand, HandScorer
from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import (
    ENDS,
    EXTRA,
    FINAL,
    MOVE_ADD,
    MOVE_DISCARD,
    MOVE_EXTRA,
    MOVE_LOOK,
    MOVE_SEARCH,
    MOVE_TAKE,
    MOVE_TOP,
)

HOARD, PROMO, ORIGINAL = "base,cursed_hoard", "base,promo", "base,promo_original"
# Sets: cards of the deck, cards of a full hand, cards in the discard area that end the game of two
# players and the standard game.
RULES = {HOARD: (68, 8, 12, 12), PROMO: (55, 7, 12, 10), ORIGINAL: (54, 7, 12, 10)}
# What each move at the end needs in hand, in the order of the rules.
NEEDS = {MOVE_TOP: "Leprechaun", MOVE_SEARCH: "Genie", MOVE_EXTRA: "Necromancer",
         MOVE_ADD: "Necromancer"}  # fmt: skip
SEATS = [2, 3, 4, 5, 6]
GAMES = {"random": 3, "strongest": 1, "cautious": 1, "greedy": 1}
TABLES = [*product([HOARD], SEATS), *product([PROMO, ORIGINAL], [2, 4])]
# Slow ones play one game at a few tables.
THOUGHT = [*product(THINKING, [HOARD], [4]), ("planner", HOARD, 2), ("planner", PROMO, 4)]


def final_moves(moves) -> list:
    """Return the moves after the last turn, what was only looked at left out."""
    return [move for move in moves if move.kind in NEEDS]


def check_extras(game, moves) -> None:
    """Assert that each extra card was brought by a card held then, in the order of the rules."""
    names = game.deck.names
    last = final_moves(moves)
    order = [list(NEEDS).index(move.kind) for move in last]
    assert order == sorted(order)
    assert len({(move.seat, move.kind) for move in last}) == len(last), "one a seat and a round"
    for seat in range(game.state.players):
        added = [move for move in last if move.seat == seat]
        assert game.extras(seat) == [move.card for move in added]
        held = [names[card] for card in game.hand(seat) if card not in game.extras(seat)]
        for move in added:
            assert NEEDS[move.kind] in held
            held.append(names[move.card])
        flagged = {c for c in range(len(names)) if game.log.events[seat, c] & EXTRA}
        assert flagged == set(game.extras(seat))


def check_end(game, moves, hand_size: int, end_size: int) -> None:
    """Assert that a scored game ended as the rules say."""
    s, cards = game.state, range(len(game.deck.names))
    check_extras(game, moves)
    assert everything(game) == dict.fromkeys(cards, 1)
    lay = [move.kind for move in moves].count(MOVE_DISCARD)
    lay -= [move.kind for move in moves].count(MOVE_TAKE)
    assert len(game.area()) == lay - [move.kind for move in moves].count(MOVE_EXTRA)
    if ENDS[s.end] == "discards":
        assert lay == end_size if s.players > 2 else lay >= end_size
        for seat in range(s.players):
            assert len(game.hand(seat)) == hand_size + len(game.extras(seat))
    else:
        assert (ENDS[s.end], s.turn) == ("turn_cap", 200)
    for seat in range(s.players):
        final = {card for card in cards if game.log.events[seat, card] & FINAL}
        assert final == set(game.hand(seat))
        assert int(game.log.points[seat, : len(cards)].sum()) == s.score[seat]
    assert sum(game.credits()) == pytest.approx(1)
    assert min(s.rank[: s.players]) == 1


def played(sets: str, players: int, policy: str, seed: int):
    """Return a game played on, checked at every decision and at its end."""
    deck = deck_with_sets(sets)
    size, hand_size, of_two, standard = RULES[sets]
    game = stepped(deck, players)
    assert len(deck.names) == size
    assert game.state.hand_size == hand_size
    game.deal(np.random.default_rng(seed).permutation(size))
    moves = play_on(game, checked(game, deciders(game, [policy] * players, seed)))
    check_end(game, moves, hand_size, of_two if players == 2 else standard)
    return game


@pytest.mark.parametrize(("sets", "players"), TABLES)
def test_invariants_hold_at_every_decision(sets, players):
    ends = Counter()
    for policy, seeds in GAMES.items():
        for seed in range(seeds):
            game = played(sets, players, policy, seed)
            ends[ENDS[game.state.end]] += 1
    assert ends["discards"] > ends["turn_cap"]


@pytest.mark.parametrize(("policy", "sets", "players"), THOUGHT)
def test_invariants_hold_when_bots_think_ahead(policy, sets, players):
    played(sets, players, policy, 0)


@pytest.mark.long
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("sets", RULES)
def test_invariants_hold_in_many_games(sets, players):
    kinds, seeds = set(), product(BUILT_IN, range(100, 140))
    for policy, seed in [*seeds, *product(THINKING, range(100, 103))]:
        game = played(sets, players, policy, seed)
        kinds |= {move.kind for move in final_moves(game.moves)}
    assert kinds >= ({MOVE_EXTRA, MOVE_TOP, MOVE_SEARCH} if sets == HOARD else {MOVE_EXTRA})


@pytest.mark.parametrize(
    ("sets", "players"), [*product([HOARD], [3, 5, 7]), (PROMO, 7), (ORIGINAL, 3)]
)
def test_invariants_hold_in_chaos(sets, players):
    """Hands of the size that the sets ask for, no discard area, and the extra cards at the end."""
    deck, (size, hand_size, *_) = deck_with_sets(sets), RULES[sets]
    for policy, seed in [("random", 0), ("cautious", 1), ("greedy", 2)]:
        game = stepped_chaos(deck, players, 16, meetings=seed)
        assert game.state.hand_size == hand_size
        game.deal(np.random.default_rng(seed).permutation(size))
        moves = play_on(game, checked_chaos(game, deciders(game, [policy] * players, seed)))
        check_extras(game, moves)
        assert not {MOVE_EXTRA, MOVE_DISCARD, MOVE_TAKE} & {move.kind for move in moves}
        assert everything(game) == dict.fromkeys(range(size), 1)
        assert game.area() == []
        for seat in range(players):
            assert len(game.hand(seat)) == hand_size + len(game.extras(seat))
            looked = [m for m in moves if m.kind == MOVE_LOOK and m.seat == seat]
            assert len(looked) in (0, min(3, len(game.pile()) + 1))


@pytest.mark.parametrize("sets", RULES)
def test_hands_and_games_score_the_same_in_whatever_order_the_card_file_lists_the_cards(
    sets, tmp_path
):
    deck = deck_with_sets(sets)
    other = compile_deck(shuffled_rows(tmp_path, 5, sets))
    at = {name: k for k, name in enumerate(other.names)}
    place = [at[name] for name in deck.names]
    assert place != list(range(len(place)))
    one, two = HandScorer(deck), HandScorer(other)
    for seed in range(4):
        game = record(deck, ["random", "cautious", "greedy", "strongest"], seed)
        again = stepped(other, 4)
        again.deal([place[card] for card in game.order])
        options = again.options()
        for _, option in decisions(game.moves):
            choice = place[option] if option >= 0 else option
            assert choice in options
            again.apply(choice)
            options = again.options()
        again.finish()
        assert [int(again.state.score[seat]) for seat in range(4)] == game.scores
        assert [int(again.state.tie_break[seat]) for seat in range(4)] == game.tie_breaks
        for seat in range(4):
            assert again.hand(seat) == sorted(place[card] for card in game.hands[seat])
        for hand in game.hands:
            moved = sorted(place[card] for card in hand)
            left = tuple(place[card] for card in game.area)
            here = one.score(Hand(tuple(hand), None, tuple(game.area), 3), None)
            assert here == two.score(Hand(tuple(moved), None, left, 3), None)
