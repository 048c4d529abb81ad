"""Deals: all different, and the same whatever is changed elsewhere."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from sim.cards import load_cards
from sim.fantasy_realms.blocks import shuffle
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.state import state_dtype
from sim.fantasy_realms.stepping import Stepper
from sim.fantasy_realms.tables import MAX_CARDS
from sim.policy import Policy, load_policies
from sim.streams import run_key
from tests.support.games import make_game, played

DEALT = 1


def orders(deck, seed, deals):
    """Deck orders of some deals as card ids, shape (deals, cards)."""
    state = np.zeros(1, state_dtype).view(np.recarray)[0]
    keys = np.zeros(MAX_CARDS, np.uint64)
    ids = np.array([card.id for card in deck.card_set.cards])
    found = []
    for number in deals:
        shuffle(deck.tables[0], run_key(seed), number, state, keys)
        found.append(ids[state.deck[: state.deck_size]])
    return np.array(found)


@pytest.fixture(scope="module")
def ten_thousand(deck):
    return orders(deck, 7, range(10_000))


def test_every_deal_is_a_permutation_of_the_deck(deck, ten_thousand):
    everything = sorted(card.id for card in deck.card_set.cards)
    assert (np.sort(ten_thousand, axis=1) == everything).all()


def test_tl_03_ten_thousand_deals_are_all_different(ten_thousand):
    assert len({tuple(order) for order in ten_thousand}) == 10_000
    # So are the first four hands of seven: no two games begin alike.
    assert len({tuple(order[:28]) for order in ten_thousand}) == 10_000


@pytest.mark.parametrize("place", [0, 1, 27, 52])
def test_every_card_is_equally_likely_at_every_place(ten_thousand, place):
    _, counts = np.unique(ten_thousand[:, place], return_counts=True)
    assert len(counts) == 53
    chi_square = ((counts - 10_000 / 53) ** 2 / (10_000 / 53)).sum()
    assert chi_square < stats.chi2.ppf(1 - 1e-5, 52)


def test_neighbours_are_independent(ten_thousand):
    ids = {card: k for k, card in enumerate(np.unique(ten_thousand))}
    first, second = (np.array([ids[c] for c in ten_thousand[:, k]]) for k in (0, 1))
    ahead = (first < second).sum()
    assert abs(ahead - 5_000) < 5 * np.sqrt(10_000 / 4)


def test_changing_a_policy_does_not_change_the_deals(deck):
    def dealt(policy):
        tables = played(make_game(deck, (policy,), 50))
        hands = tables["cards"].filter(pl.col("events") & DEALT == DEALT)
        return hands.select("game", "seat", "card").sort("game", "seat", "card")

    hands = dealt("random")
    assert hands.height == 50 * 4 * 7
    assert dealt("cautious").equals(hands)
    assert dealt("strongest").equals(hands)


def test_no_bot_disturbs_another_ones_chance(deck):
    drawn = {}

    class Noter:
        def choose(self, view, options):
            notes.setdefault(view.seat, []).append(view.rng.random())
            return 0

    noter = Policy("noter", "noter", {}, "python", Noter)
    for other in ("random", "strongest"):
        notes = drawn[other] = {}
        board = make_game(deck, ("random", other), deals=1)._board(1)
        policies = [noter, *load_policies([other], "fantasy_realms")]
        stepper = Stepper(board, policies, np.arange(2), np.zeros((16, 16)))
        stepper.play_deals(run_key(7), 0, 1, 1)
    for seat in range(4):
        one, two = drawn["random"][seat], drawn["strongest"][seat]
        shared = min(len(one), len(two))
        assert shared > 3
        assert one[:shared] == two[:shared]


@pytest.fixture
def changed(tmp_path):
    """A deck made of the project's card file after `change(lines)`."""

    def make(change):
        source = load_cards().path.read_text(encoding="utf-8-sig").splitlines()
        path = tmp_path / "changed.csv"
        path.write_text("\n".join(change(source)) + "\n", encoding="utf-8")
        return compile_deck(load_cards(path).select("fantasy_realms"))

    return make


def without(orders, card):
    return np.array([order[order != card] for order in orders])


def test_changing_a_cards_number_keeps_the_deck_order(changed, ten_thousand):
    def stronger(lines):
        return [line.replace(",Dragon,Beast,30,", ",Dragon,Beast,25,") for line in lines]

    deck = changed(stronger)
    assert deck.tables[0].strength[deck.card_set.index("Dragon")] == 25
    assert (orders(deck, 7, range(300)) == ten_thousand[:300]).all()


def test_removing_a_card_keeps_the_order_of_the_others(changed, ten_thousand):
    # A card that no other card's text names.
    deck = changed(lambda lines: [line for line in lines if ",collector," not in line])
    assert len(deck.card_set.cards) == 52
    assert (orders(deck, 7, range(300)) == without(ten_thousand[:300], "collector")).all()


def test_adding_a_card_keeps_the_order_of_the_others(changed, ten_thousand):
    row = "fantasy_realms,base,card,griffin,Griffin,Beast,11,,,,bonus: +5 each Land,card,,"
    # In the midst of the file: the order hangs on the id, not on the row.
    deck = changed(lambda lines: [*lines[:20], row, *lines[20:]])
    now = orders(deck, 7, range(300))
    assert now.shape == (300, 54)
    assert (without(now, "griffin") == ten_thousand[:300]).all()
    assert len({int(np.flatnonzero(order == "griffin")[0]) for order in now}) > 45


def test_moving_a_row_keeps_the_deck_order(changed, ten_thousand):
    deck = changed(lambda lines: [lines[0], *reversed(lines[1:])])
    assert (orders(deck, 7, range(300)) == ten_thousand[:300]).all()
