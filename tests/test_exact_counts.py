"""Exact counts over all hands are those of trying every hand, one after the other."""

from __future__ import annotations

import itertools
from collections import Counter
from math import comb

import numpy as np
import pytest
from support.decks import dealt_anew
from support.hands import base_deck
from support.small_decks import choosing_deck, small_deck

from sim.errors import RealmvaleError
from sim.fantasy_realms import hand_table as ht
from sim.fantasy_realms.exact import hands as exact_hands
from sim.fantasy_realms.exact import shares
from sim.fantasy_realms.exact.ends import find_end
from sim.fantasy_realms.exact.extra import best_extra_hands
from sim.fantasy_realms.exact.hands import fill, open_hands
from sim.fantasy_realms.exact.numbers import hands_of
from sim.fantasy_realms.exact.pair_bounds import most_points, pair_bounds
from sim.fantasy_realms.exact.scores import all_scores
from sim.fantasy_realms.exact.uses import all_uses
from sim.fantasy_realms.hands import Hand, HandScorer
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import new_hands
from sim.jit import JITTED

pytestmark = pytest.mark.skipif(not JITTED, reason="plain Python kernels use no table")

SIZE = 13


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    return choosing_deck(tmp_path_factory.mktemp("deck"), SIZE)


@pytest.fixture(scope="module")
def tried(deck):
    """The best score of every hand of seven, by the hand."""
    scorer = HandScorer(deck)
    return {c: scorer.score(Hand(c)) for c in itertools.combinations(range(SIZE), 7)}


@pytest.fixture(scope="module")
def told(deck):
    """How often each card is blanked, and how often each choice is made, by what is said of it."""
    scorer, blanked, chosen = HandScorer(deck), Counter(), Counter()
    for hand in itertools.combinations(range(SIZE), 7):
        explanation = scorer.explain(Hand(hand))
        blanked.update(card.card for card in explanation.cards if card.blanked)
        chosen.update(explanation.choices)
    return blanked, chosen


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks and steps so small that the few hands of a small deck make many."""
    for name, size in {"BLOCK": 100, "STEP": 30}.items():
        monkeypatch.setattr(shares, name, size)
    monkeypatch.setattr(shares.blocks_of, "__defaults__", (100,))
    monkeypatch.setattr("sim.fantasy_realms.exact.uses.BLOCK", 100)


def filled(deck, folder, **options):
    hands, trouble = open_hands(deck, folder)
    assert trouble is None
    fill(hands, **options)
    return hands


def test_hands_of_numbers_are_in_the_order_of_the_table():
    wanted = sorted(itertools.combinations(range(11), 7), key=lambda hand: hand[::-1])
    assert hands_of(np.arange(comb(11, 7))).tolist() == [list(hand) for hand in wanted]


@pytest.mark.parametrize("workers", [1, 2])
def test_counts_of_scores_are_those_of_every_hand(deck, tried, tmp_path, small_blocks, workers):
    hands = filled(deck, tmp_path, workers=workers)
    scores = all_scores(hands, workers)
    assert dict(zip(scores.values.tolist(), scores.hands.tolist(), strict=True)) == {
        s: Counter(tried.values())[s] for s in range(min(tried.values()), max(tried.values()) + 1)
    }
    for card in range(SIZE):
        held = Counter(score for hand, score in tried.items() if card in hand)
        assert {
            s: n
            for s, n in zip(scores.values.tolist(), scores.counts[card].tolist(), strict=True)
            if n
        } == held
        for other in range(SIZE):
            both = sum(score for hand, score in tried.items() if {card, other} <= set(hand))
            assert scores.pairs[card, other] == both


@pytest.mark.parametrize("workers", [1, 2])
def test_uses_and_blanked_cards_are_those_of_every_hand(
    deck, told, tmp_path, small_blocks, workers
):
    hands, _ = open_hands(deck, tmp_path)
    uses = all_uses(hands, workers, folder=tmp_path)
    names, suits = deck.names, deck.suits
    blanked, chosen = told
    assert {n: c for n, c in zip(names, uses.blanked.tolist(), strict=True) if c} == blanked
    found = Counter()
    for row, chooser in enumerate(uses.choosers):
        for target, place in zip(*np.nonzero(uses.uses[row]), strict=True):
            how = {
                8: f"gives {names[target]} the suit {suits[place - 1]}",
                9: f"clears the penalty of {names[target]}",
                2: f"copies {names[target]} ({deck.card_set.cards[target].suit})",
                6: f"is {names[target]} ({deck.card_set.cards[target].suit})",
            }[chooser]
            found[f"{names[chooser]} {how}"] = int(uses.uses[row, target, place])
    assert found == chosen
    assert {text.split(" ")[1] for text in chosen} == {"2", "6", "8", "9"}


def test_counting_uses_fills_the_table_too(deck, tried, tmp_path, small_blocks):
    hands, _ = open_hands(deck, tmp_path)
    all_uses(hands, 2, folder=tmp_path)
    order = sorted(tried, key=lambda hand: hand[::-1])
    assert hands.scores(0, hands.total).tolist() == [tried[hand] for hand in order]
    assert fill(hands) == 0


class _InterruptedError(Exception):
    pass


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed_is_as_uninterrupted(
    deck, tmp_path, small_blocks, monkeypatch, workers
):
    from sim.fantasy_realms.exact import uses as module

    whole = all_uses(open_hands(deck, tmp_path / "whole")[0], 2, folder=tmp_path / "whole")
    add, counted = module._Kept.add, []

    def interrupt(kept, block):
        if len(counted) == 5:
            raise _InterruptedError
        counted.append(block[0])
        add(kept, block)

    folder = tmp_path / "parts"
    monkeypatch.setattr(module._Kept, "add", interrupt)
    with pytest.raises(_InterruptedError):
        all_uses(open_hands(deck, folder)[0], workers, folder=folder)
    assert len(counted) == 5
    resumed = []

    def note(kept, block):
        resumed.append(block[0])
        add(kept, block)

    monkeypatch.setattr(module._Kept, "add", note)
    again = all_uses(open_hands(deck, folder)[0], workers, folder=folder)
    assert sorted(counted + resumed) == shares.blocks_of(comb(SIZE, 7))
    assert again.blanked.tolist() == whole.blanked.tolist()
    assert again.uses.tolist() == whole.uses.tolist()
    resumed.clear()
    all_uses(open_hands(deck, folder)[0], workers, folder=folder)
    assert resumed == []


def test_filling_goes_on_where_it_was_interrupted(deck, tried, tmp_path, small_blocks, monkeypatch):
    hands, _ = open_hands(deck, tmp_path)
    tick, ticks = exact_hands.Progress.tick, []

    def interrupt(progress, number):
        ticks.append(number)
        if len(ticks) == 20:
            raise _InterruptedError
        tick(progress, number)

    monkeypatch.setattr(exact_hands.Progress, "tick", interrupt)
    with pytest.raises(_InterruptedError):
        fill(hands, 1)
    known = np.count_nonzero(hands.stored)
    assert 0 < known < hands.total
    monkeypatch.undo()
    again, _ = open_hands(deck, tmp_path)
    assert fill(again, 2) == hands.total - known
    order = sorted(tried, key=lambda hand: hand[::-1])
    assert again.scores(0, again.total).tolist() == [tried[hand] for hand in order]


@pytest.mark.parametrize("best", [True, False])
@pytest.mark.parametrize("holding", [None, 4])
def test_ends_of_the_ranking_are_those_of_all_hands(
    deck, tried, tmp_path, small_blocks, best, holding
):
    hands = filled(deck, tmp_path)
    found = find_end(hands, all_scores(hands), 40, best, holding)
    strength = [card.value for card in deck.card_set.cards]

    def rank(hand):
        tie_break = sum(strength[card] for card in hand)
        key = (-tried[hand], tie_break) if best else (tried[hand], -tie_break)
        return *key, hand[::-1]

    wanted = sorted((hand for hand in tried if holding is None or holding in hand), key=rank)[:40]
    assert found.hands.tolist() == [list(hand) for hand in wanted]
    assert found.scores.tolist() == [tried[hand] for hand in wanted]
    held = [tried[hand] for hand in tried if holding is None or holding in hand]
    assert found.level == held.count(tried[wanted[-1]])


def test_more_hands_asked_for_than_there_are(tmp_path):
    deck = choosing_deck(tmp_path, 8)
    hands = filled(deck, tmp_path)
    assert len(find_end(hands, all_scores(hands), 100, True).hands) == 8


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("values", [{}, {10: -9, 0: 25}, dict.fromkeys(range(13), 5)])
def test_best_hand_with_an_extra_card_is_that_of_all_hands(tmp_path, small_blocks, workers, values):
    deck = choosing_deck(tmp_path, SIZE, values=values)
    hands = filled(deck, tmp_path)
    (found,) = best_extra_hands(hands, all_scores(hands), workers)
    scorer, suits = HandScorer(deck), [card.suit for card in deck.card_set.cards]
    tried = {
        hand: scorer.score(Hand(hand))
        for hand in itertools.combinations(range(SIZE), 8)
        if 10 in hand and any(suits[c] in ("Tide", "Ember") for c in hand if c != 10)
    }
    assert found.holder == 10
    assert found.score == max(tried.values())
    assert found.level == list(tried.values()).count(found.score)
    assert tried[found.cards] == found.score
    assert suits[found.extra] in ("Tide", "Ember")
    assert found.extra in found.cards
    assert found.extra != 10


@pytest.mark.parametrize("size", [7, 8])
def test_no_hand_exceeds_its_bound(deck, size):
    own, both = pair_bounds(deck, size)
    t, h = deck.tables[0], new_hands(1)[0]
    for hand in itertools.combinations(range(SIZE), size):
        cards = np.array(hand, np.int64)
        bound = own[cards].sum() + both[np.ix_(cards, cards)].sum() // 2
        assert best_score(t, h, cards, size) <= bound


def check_bounds(deck, number, seed):
    """Compare the bounds of hands that often hold cards which choose with what they score."""
    own, both = pair_bounds(deck, 8)
    t, h = deck.tables[0], new_hands(1)[0]
    rng = np.random.default_rng(seed)
    n = int(t.n_cards)
    weight = np.where(t.choice[:n] > 0, 5.0, 1.0)
    for _ in range(number):
        cards = np.sort(rng.choice(n, 8, replace=False, p=weight / weight.sum()))
        bound = own[cards].sum() + both[np.ix_(cards, cards)].sum() // 2
        assert best_score(t, h, cards, 8) <= bound, [deck.names[c] for c in cards]


def test_no_hand_of_the_base_deck_exceeds_its_bound():
    check_bounds(base_deck(), 2000, 5)


@pytest.mark.parametrize("seed", range(8))
def test_no_hand_exceeds_its_bound_in_decks_that_do_not_exist(tmp_path, seed):
    texts = [
        "choice: copies name, base strength, suit and penalty of another card in hand",
        "choice: gives another card any suit",
        "bonus: +3 each other Weapon, or +20 with any Land and any Army",
        "bonus: +total base strength of Beast",
    ]
    check_bounds(dealt_anew(tmp_path, seed, texts), 500, seed)


def test_most_points_of_sets_and_runs():
    points = [0, 0, 0, 10, 40, 100, 100, 100, 100]
    # 8 cards make a set of five and one of three; 7 a set of five, or 4 and 3.
    assert [most_points(points, size) for size in (2, 3, 6, 7, 8)] == [0, 10, 100, 100, 110]


def test_table_that_cannot_be_kept_is_held_in_memory(deck, tried, tmp_path):
    (tmp_path / "file").write_text("")
    hands, trouble = open_hands(deck, tmp_path / "file" / "hands")
    assert "can't be kept" in trouble
    assert "held in memory" in trouble
    uses = all_uses(hands, 2, folder=tmp_path)
    assert max(all_scores(hands).values) == max(tried.values())
    assert uses.uses.sum() > 0
    assert not list(tmp_path.glob("*.npz"))


def test_damaged_counts_are_made_again(deck, tmp_path):
    hands, _ = open_hands(deck, tmp_path)
    whole = all_uses(hands, folder=tmp_path)
    (path,) = tmp_path.glob("*.npz")
    path.write_bytes(path.read_bytes()[:100])
    assert all_uses(hands, folder=tmp_path).uses.tolist() == whole.uses.tolist()


def test_decks_without_a_table_are_refused(tmp_path):
    with pytest.raises(RealmvaleError, match="has 6 cards; a hand has 7"):
        open_hands(small_deck(tmp_path, 6), tmp_path)
    with pytest.raises(RealmvaleError, match=r"can't all be counted: .* 70 cards"):
        open_hands(small_deck(tmp_path, 70), tmp_path)
    outside = small_deck(tmp_path, 12, texts={3: "bonus: +3 each Ember in the discard area"})
    with pytest.raises(RealmvaleError, match="lies outside the hand"):
        open_hands(outside, tmp_path)


def test_score_too_large_for_the_table_is_an_error(tmp_path):
    deck = small_deck(tmp_path, 12, texts=dict.fromkeys(range(7), "bonus: +999 each card"))
    hands, _ = open_hands(deck, tmp_path)
    with pytest.raises(RealmvaleError, match=r"the hand Card 0, .* scores more than a table"):
        fill(hands)


def test_table_with_a_changed_card_is_opened_with_the_files_of_both(tmp_path, monkeypatch):
    monkeypatch.setattr(ht, "WORTH_COPYING", 1)
    fill(open_hands(choosing_deck(tmp_path, SIZE), tmp_path)[0])
    changed = choosing_deck(tmp_path, SIZE, values={3: 31})
    hands, _ = open_hands(changed, tmp_path)
    copied = np.count_nonzero(hands.stored)
    assert copied > 0
    assert fill(hands) == hands.total - copied
    scorer = HandScorer(changed)
    numbers = np.arange(0, hands.total, 17)
    for number, hand in zip(numbers, hands_of(numbers).tolist(), strict=True):
        assert hands.scores(number, number + 1)[0] == scorer.score(Hand(tuple(hand)))
