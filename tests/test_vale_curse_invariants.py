"""What must hold at every decision of random games with the Curse, and with cards of one's own."""

import numpy as np
import pytest
from support.vale_decks import HEADER
from support.vale_tables import cards_of

from sim.cards import load_cards
from sim.streams import run_key
from sim.vale_of_eternity.compile import compile_deck
from sim.vale_of_eternity.play import advance, apply
from sim.vale_of_eternity.rules import make_rules
from sim.vale_of_eternity.state import MAX_DEPTH
from sim.vale_of_eternity.stepped import SteppedGame

DECK = compile_deck(load_cards().select("vale_of_eternity", ("base", "curse")))
# Texts with everything that touches curses, wards and summoners, reactions among them.
TEXTS = [
    "instant: gain 1 curse and mend 1 ward",
    "instant: put up to 2 curses on a card in your area",
    "instant: put 2 curses on another card in your area",
    "instant: remove 1 curse from a card with curses in your area",
    "instant: remove 2 curses from yourself, then 3 points",
    "instant: soothe another card from your area; 1 point per soothed card",
    "instant: flip your summoner; 1 point per broken ward",
    "instant: pay 3, then 4 points",
    "resolution: mend up to 2 wards; 1 point per curse on your cards",
    "resolution: if you broke a ward this round, 2 points",
    "resolution: remove up to 2 curses from yourself",
    "resolution: pay any amount, then 1 point per 1 paid",
    "permanent: when you break a ward, gain 1 red",
    "permanent: when you mend a ward, 1 point",
    "permanent: when a card is soothed from your area, draw 1",
    "permanent: when this is soothed from your area, 3 points",
    "permanent: at the start of the round, gain 1 curse",
    "permanent: at the end of the round, gain 1 red",
    "permanent: your stone limit is -1",
    "instant: a chosen player swaps one of their water cards for this",
]


def zones(s):
    """Return all zones of a state as lists of card numbers."""
    found = [cards_of(s.display), cards_of(s.discard), [int(c) for c in s.pile[: s.pile_n]]]
    for p in range(s.players):
        found += [cards_of(zone[p]) for zone in (s.hand, s.area, s.hunted, s.soothed, s.shelter)]
    return found


def check(s, t):
    """Check one decision."""
    assert sorted(card for zone in zones(s) for card in zone) == list(range(t.n_cards))
    lying = {card for p in range(s.players) for card in cards_of(s.area[p])}
    assert {card for card in range(t.n_cards) if s.tokens[card]} <= lying, "tokens lie in areas"
    assert min(s.tokens) >= 0
    for p in range(s.players):
        assert 0 <= s.wards[p] <= 3
        assert s.curses[p] >= 0
        assert min(s.stones[p]) >= 0
        assert len(cards_of(s.area[p])) <= s.round_no
        assert cards_of(s.tile[p]) == [t.n_cards + s.side[p]]
    assert s.depth < MAX_DEPTH


def play(deck, seed, players):
    """Play a random game, checked at every decision; return it at its end."""
    game = SteppedGame(deck, make_rules(players))
    game.deal(run_key(31), seed)
    s, t, w = game.state, game.tables[0], game.scratch
    rng = np.random.default_rng([seed, players])
    n = advance(s, t, w)
    while n:
        check(s, t)
        options = [int(option) for option in w.options[:n]]
        assert len(set(options)) == n >= 2
        apply(s, t, w, int(rng.integers(n)))
        n = advance(s, t, w)
    check(s, t)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_rules_at_every_decision(players):
    for seed in range(6):
        game = play(DECK, seed, players)
        assert game.state.depth == 0
        assert game.scratch.wards_broken[:players].sum() > 0


@pytest.fixture(scope="module")
def own_deck(tmp_path_factory):
    """Return a deck of two copies of each text, in all families, with up to three curses."""
    families = ("Fire", "Water", "Earth", "Wind", "Dragon")
    lines = [
        f'vale_of_eternity,curse,card,own-{k},Own {k},{families[k % 5]},{k % 4},{k % 4},,,"{text}"'
        ",card,,\n"
        for k, text in enumerate(TEXTS * 2)
    ]
    path = tmp_path_factory.mktemp("own") / "mine.csv"
    sides = [
        line for line in load_cards().path.read_text("utf-8").splitlines(True) if "summoner" in line
    ]
    path.write_text(HEADER + "".join(lines + sides), encoding="utf-8")
    return compile_deck(load_cards(path).select("vale_of_eternity", ("curse",)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_of_ones_own_keep_them_too(own_deck, players):
    for seed in range(6):
        game = play(own_deck, seed, players)
        assert sum(len(game.seat_cards("soothed", seat)) for seat in range(players)) > 0


def test_final_scores_are_those_of_the_last_round_and_one_net_sum():
    for seed in range(8):
        game = play(DECK, seed, 3)
        s, t, w = game.state, game.tables[0], game.scratch
        for p in range(3):
            tolvar = DECK.card_set.sides[int(s.side[p])].id.startswith("tolvar")
            on_cards = 0 if tolvar else sum(int(s.tokens[card]) for card in cards_of(s.area[p]))
            net = s.wards[p] + len(cards_of(s.soothed[p])) - 2 * (s.curses[p] + on_cards)
            assert s.score[p] == max(0, w.round_score[s.round_no, p] + net)
        assert s.round_no == 10 or max(w.round_score[s.round_no, :3]) >= t.end_score
