"""Policies that plan: what they expect, and choices that greedy doesn't make."""

import numpy as np
import pytest
from support.card_files import HEADER, deck_of
from support.decks import card_line
from support.recorded_games import deciders, params_of, policies, record, record_chaos, stepped
from support.small_decks import small_deck

from sim.errors import RealmvaleError
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.hand_table import open_hand_table
from sim.fantasy_realms.reach import (
    IN_A_HAND,
    IN_AREA,
    UNSEEN,
    chances,
    expected_best,
    list_others,
)
from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import DISCARD, DRAW
from sim.fantasy_realms.view import fill_view, new_views

PAIR = 'bonus: +100 with "Other half"'
THINKING = ["planner", "denier", "rollout:n=8"]


def flat_deck(folder, size, texts=None, values=None, flat=5):
    """Cards 0 to `size` - 1 without any text, each worth `flat`, but for those that are stated."""
    lines = [HEADER]
    for k in range(size):
        value, text = (values or {}).get(k, flat), (texts or {}).get(k, "")
        name = "Other half" if k == size - 1 else f"Card {k}"
        lines.append(card_line(f"card-{k}", name, "Tide", value, text))
    return compile_deck(deck_of(folder, "\n".join(lines) + "\n"))


def at(deck, hands, area, phase, active=0, known=()):
    """A three-player game at a decision: hands and area as stated, the other cards in the deck."""
    game = stepped(deck, len(hands))
    s = game.state
    seen = [card for hand in hands for card in hand] + list(area)
    s.deck_size = len(deck.names)
    s.deck[: s.deck_size] = [*seen, *(c for c in range(s.deck_size) if c not in seen)]
    s.deck_at = len(seen)
    for seat, hand in enumerate(hands):
        s.hand_n[seat] = len(hand)
        s.hand[seat, : len(hand)] = sorted(hand)
    s.area_n = len(area)
    s.area[: len(area)] = area
    s.known[:] = 0
    for card in known:
        s.known[card] = 1 + next(seat for seat, hand in enumerate(hands) if card in hand)
    s.active, s.phase, s.turn = active, phase, 9
    return game


def chosen(game, spec):
    """The option a policy chooses: a card, or -1 for the deck."""
    policy = policies([spec])[0]
    options = game.options()
    view = new_views(game.deck.tables, 1)[0]
    fill_view(view, game.state)
    given, stream = np.resize(np.array(options, np.int64), 130), np.array([5], np.uint64)
    return options[policy.choose(view, given, len(options), params_of(policy), stream)]


# --- What is expected ---------------------------------------------------------------------------


def test_the_expected_best_is_the_sum_over_which_value_is_the_best_that_comes():
    """20 with 1/4; else 10 with 1/2; else the 8 at hand: 5 + 3/4 (5 + 1/2 8) = 11.75."""
    values, chance = np.array([10, 20, 5]), np.array([0.5, 0.25, 1.0])
    assert expected_best(values, chance, 3, 8.0, np.zeros(3, np.int64)) == pytest.approx(11.75)


def test_a_card_has_the_chance_of_the_place_where_it_is(deck):
    rest = [c for c in range(53) if c >= 21]
    game = at(deck, [range(7), range(7, 14), range(14, 21)], rest[:4], DRAW, known=[9])
    view = new_views(deck.tables, 1)[0]
    fill_view(view, game.state)
    cards, places = np.zeros(128, np.int64), np.zeros(128, np.int64)
    n = list_others(view, cards, places)
    where = dict(zip(cards[:n].tolist(), places[:n].tolist(), strict=True))
    assert set(where) == set(range(7, 53))
    assert {c for c in where if where[c] == IN_AREA} == set(rest[:4])
    assert [c for c in where if where[c] == IN_A_HAND] == [9]
    chance = np.zeros(128)
    chances(view, places, n, 6, 1.0, 0.8, chance)
    by_card = dict(zip(cards[:n].tolist(), chance[:n].tolist(), strict=True))
    assert 0 < by_card[9] < by_card[8] == by_card[52] < by_card[rest[0]] < 0.8
    assert all(by_card[c] == by_card[8] for c in where if where[c] == UNSEEN)
    chances(view, places, n, 0, 1.0, 0.8, chance)
    assert not chance[:n].any(), "nothing comes when the game ends"


@pytest.mark.parametrize("table", [True, False])
@pytest.mark.parametrize("size", [3, 6, 7])
def test_values_with_each_card_are_those_of_the_hands(tmp_path, table, size):
    from sim.fantasy_realms.offers import best_with_each, values_with_each
    from sim.fantasy_realms.search import best_score
    from sim.fantasy_realms.tables import new_hands

    deck = small_deck(tmp_path, 20)
    tables, scratch = deck.tables.copy(), new_hands(1)[0]
    hands = open_hand_table(deck, tmp_path)[0] if table else None
    if hands:
        hands.attach(tables)
    view = new_views(tables, 1)[0]
    view.hand_size = 7
    rng = np.random.default_rng(size)

    def score(cards):
        cards = np.array(sorted(cards), np.int64)
        return best_score(deck.tables[0], scratch, cards, len(cards))

    for _ in range(20):
        order = rng.permutation(20)
        cards, added = np.sort(order[:size]), np.sort(order[size:])
        values, work = np.zeros(20, np.int64), np.zeros(16, np.int64)
        values_with_each(view, cards, size, added, len(added), values, work)
        wanted = [score([*cards, card]) for card in added]
        assert values[: len(added)].tolist() == wanted
        best_with_each(view, cards, size, added, len(added), values)
        if size == 7:
            full = [set(cards.tolist()) | {card} for card in added.tolist()]
            wanted = [max(score(hand - {out}) for out in hand) for hand in full]
        assert values[: len(added)].tolist() == wanted


# --- Choices that greedy doesn't make -----------------------------------------------------------


def halves(folder, known=()):
    """Seat 0 holds one half of a pair, worth 1, and seven cards worth 15; the other is card 44."""
    deck = flat_deck(folder, 45, {0: PAIR}, {0: 1}, flat=15)
    hands = [range(8), [*range(8, 14), 44], range(14, 21)]
    return at(deck, hands, [21, 22], DISCARD, known=known)


@pytest.mark.parametrize("spec", ["planner", "denier"])
def test_a_low_card_is_kept_for_a_combination_that_is_likely_to_come(tmp_path, spec):
    """The half costs 14 points now; its other half, unseen, would bring 100.

    Seven cards go until the game ends, 34 or 35 are unseen: it comes with a chance of about 0.18,
    which counts 0.7 * 0.18 * 100 = 12.6 points; and 0.7 of the 14 come back with any other card.
    """
    game = halves(tmp_path)
    assert chosen(game, "greedy") == 0
    assert chosen(game, spec) != 0


def test_a_low_card_is_thrown_when_its_combination_is_gone(tmp_path):
    """Everybody knows a rival to hold the other half: 1.3 points, less than the 4.2 it costs.

    A denier keeps it all the same: the rival is its left neighbour.
    """
    assert chosen(halves(tmp_path, known=[44]), "planner") == 0
    assert chosen(halves(tmp_path, known=[44]), "denier") != 0


@pytest.mark.parametrize("spec", THINKING)
def test_who_is_ahead_ends_the_game(tmp_path, spec):
    """Nine cards lie there; the others are known to hold 35 points, the seat has 350."""
    deck = flat_deck(tmp_path, 45, values=dict.fromkeys(range(7), 50))
    hands = [range(7), range(7, 14), range(14, 21)]
    game = at(deck, hands, range(21, 30), DRAW, known=range(7, 21))
    assert chosen(game, spec) == -1


@pytest.mark.parametrize("spec", THINKING)
def test_who_is_behind_takes_the_card_that_puts_it_ahead(tmp_path, spec):
    """7 points against 35; the 60 in the area makes it 66, ending the game now would lose it."""
    deck = flat_deck(tmp_path, 45, values={**dict.fromkeys(range(7), 1), 25: 60})
    hands = [range(7), range(7, 14), range(14, 21)]
    game = at(deck, hands, range(21, 30), DRAW, known=range(7, 21))
    assert chosen(game, spec) == 25


def test_denier_does_not_feed_the_left_neighbour(tmp_path):
    """Seat 1 is known to hold a card worth 100 more with card 44, the lowest of seat 0."""
    deck = flat_deck(tmp_path, 45, {8: PAIR}, {44: 1}, flat=15)
    hands = [[0, 1, 2, 3, 4, 5, 6, 44], range(8, 15), range(15, 22)]
    game = at(deck, hands, [22, 23], DISCARD, known=[8])
    assert chosen(game, "planner") == 44
    assert chosen(game, "denier") != 44
    assert chosen(game, "denier:denial=0") == 44
    game.state.area_n = 9
    game.state.area[:9] = range(22, 31)
    assert chosen(game, "denier") == 44, "a discard that ends the game gives nothing"


# --- All variants, parameters -------------------------------------------------------------------


@pytest.mark.parametrize("spec", THINKING)
@pytest.mark.parametrize("players", [2, 3])
def test_thinking_policies_play_decks_of_other_sizes(tmp_path, spec, players):
    for size in (34, 90):
        texts = {k: f"bonus: +{k % 7} each Tide" for k in range(0, size, 5)}
        deck = flat_deck(tmp_path, size, texts)
        game = record(deck, [spec] + ["greedy"] * (players - 1), size)
        assert game.end == "discards"


@pytest.mark.parametrize("spec", THINKING)
def test_thinking_policies_play_chaos(deck, spec):
    game = record_chaos(deck, [spec, "random", "greedy"], 3)
    assert sorted(len(hand) for hand in game.hands)[0] >= 7


@pytest.mark.parametrize("spec", THINKING)
def test_thinking_policies_play_hands_of_eight(deck, spec):
    game = stepped(deck, 3)
    game.state.hand_size, game.state.end_size = 8, 12
    game.deal(np.random.default_rng(8).permutation(len(deck.names)))
    play_on(game, deciders(game, [spec, "greedy", "random"], 8))
    assert all(len(game.hand(seat)) >= 8 for seat in range(3))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rollout:n=0", r"'rollout:n=0': n must be a whole number from 1 to 100000, not 0"),
        ("rollout:n=2.5", r"n must be a whole number from 1 to 100000, not 2.5"),
        ("rollout:margin=nan", "margin must be from 0 to 1, not nan"),
        ("planner:horizon=-1", "horizon must be from 0 to 100, not -1"),
        ("planner:hope=lots", "hope must be a number, not 'lots'"),
        ("planner:horizn=2", "no parameter 'horizn'; did you mean horizon"),
        ("denier:neighbours=0", "neighbours must be a whole number from 1 to 7, not 0"),
    ],
)
def test_parameters_out_of_their_limits_are_refused(spec, message):
    with pytest.raises(RealmvaleError, match=message):
        policies([spec])


def test_every_parameter_has_limits_and_a_default_within():
    from sim.fantasy_realms.policies import denier, planner, rollout

    for module in (planner, denier, rollout):
        assert module.PARAMS.keys() == module.LIMITS.keys()
        for key, (least, greatest) in module.LIMITS.items():
            assert least <= module.PARAMS[key] <= greatest
    shared = {key: denier.PARAMS[key] for key in planner.PARAMS}
    assert shared == planner.PARAMS, "a denier plans like a planner"
    assert list(denier.PARAMS)[: len(shared)] == list(planner.PARAMS)
