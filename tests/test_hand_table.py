"""The hand table: every hand has one number, and what it holds is what scoring finds."""

from __future__ import annotations

import itertools
from math import comb

import numpy as np
import pytest
from support.decks import deck_with
from support.small_decks import small_deck

from sim.fantasy_realms import hand_table as ht
from sim.fantasy_realms.lookup import SHIFT, fill_table, scores_without, table_score
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.tables import TABLE_CARDS, new_hands
from sim.jit import JITTED

jitted = pytest.mark.skipif(not JITTED, reason="plain Python kernels use no table")


def _hands(n_cards, number, size, seed=0):
    rng = np.random.default_rng(seed)
    picks = rng.random((number, n_cards)).argsort(axis=1)[:, :size]
    return np.sort(picks, axis=1).astype(np.int64)


def _attached(deck, folder):
    table, trouble = ht.open_hand_table(deck, folder)
    assert table is not None
    assert trouble is None
    tables = deck.tables.copy()
    table.attach(tables)
    return table, tables


def _number(hand):
    """The number of a hand in the combinatorial number system."""
    return sum(comb(int(card), k + 1) for k, card in enumerate(hand))


def test_hands_are_numbered_without_gap(deck):
    t = deck.tables[0]
    assert t.binomial.reshape(8, -1)[:, :60].tolist() == [
        [comb(card, k + 1) for card in range(60)] for k in range(8)
    ]
    numbers = sorted(_number(cards) for cards in itertools.combinations(range(9), 4))
    assert numbers == list(range(comb(9, 4)))


@jitted
def test_table_holds_the_best_scores(deck, tmp_path):
    table, tables = _attached(deck, tmp_path)
    h = new_hands(1)[0]
    hands = _hands(53, 300, 7)
    for _ in range(2):  # worked out, then looked up
        found = [table_score(tables[0], h, cards, 7) for cards in hands]
        assert found == [best_score(deck.tables[0], h, cards, 7) for cards in hands]
    assert np.count_nonzero(table.stored) == len({tuple(cards) for cards in hands})
    numbers = [_number(cards) for cards in hands]
    assert (table.stored[numbers] - SHIFT).tolist() == found


@jitted
@pytest.mark.parametrize("size", [5, 7, 8, 9])
def test_scores_without_each_card(deck, tmp_path, size):
    _table, tables = _attached(deck, tmp_path)
    h = new_hands(1)[0]
    scores, work = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for cards in _hands(53, 25, size):
        expected = [
            best_score(deck.tables[0], h, np.delete(cards, k), size - 1) for k in range(size)
        ]
        for _ in range(2):
            scores_without(tables[0], h, cards, size, scores, work)
            assert scores.tolist() == expected


@jitted
def test_filling_all_hands_of_a_small_deck(tmp_path):
    deck = small_deck(tmp_path, 12)
    table, tables = _attached(deck, tmp_path)
    h, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
    half = table.hands // 2
    assert fill_table(tables[0], h, 0, half, cards) == half
    assert fill_table(tables[0], h, half // 2, table.hands, cards) == table.hands - half
    assert fill_table(tables[0], h, 0, table.hands, cards) == 0
    for hand in itertools.combinations(range(12), 7):
        wanted = best_score(deck.tables[0], h, np.array(hand, np.int64), 7)
        at = _number(hand)
        assert table.stored[at] - SHIFT == wanted


@jitted
def test_table_is_kept_between_openings(deck, tmp_path):
    table, tables = _attached(deck, tmp_path)
    cards = np.arange(7, dtype=np.int64)
    score = table_score(tables[0], new_hands(1)[0], cards, 7)
    again, _ = ht.open_hand_table(deck, tmp_path)
    assert again.path == table.path
    assert again.stored[0] - SHIFT == score


@jitted
def test_changed_card_takes_its_hands_out_and_keeps_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(ht, "WORTH_COPYING", 1)
    deck = small_deck(tmp_path, 14)
    changed = small_deck(tmp_path, 14, {3: 31})
    table, tables = _attached(deck, tmp_path)
    h, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
    fill_table(tables[0], h, 0, table.hands, cards)
    other, _ = ht.open_hand_table(changed, tmp_path)
    assert other.path != table.path
    assert other.copied == comb(13, 7)
    for number, hand in enumerate(sorted(itertools.combinations(range(14), 7), key=_colex)):
        if 3 in hand:
            assert other.stored[number] == 0
        else:
            wanted = best_score(changed.tables[0], h, np.array(hand, np.int64), 7)
            assert other.stored[number] - SHIFT == wanted


@jitted
def test_removed_card_keeps_the_hands_of_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(ht, "WORTH_COPYING", 1)
    deck, fewer = small_deck(tmp_path, 14), small_deck(tmp_path, 14, leave_out=frozenset({5}))
    table, tables = _attached(deck, tmp_path)
    h, cards = new_hands(1)[0], np.zeros(TABLE_CARDS + 1, np.int64)
    fill_table(tables[0], h, 0, table.hands, cards)
    other, _ = ht.open_hand_table(fewer, tmp_path)
    assert other.copied == comb(13, 7)
    for number, hand in enumerate(sorted(itertools.combinations(range(13), 7), key=_colex)):
        wanted = best_score(fewer.tables[0], h, np.array(hand, np.int64), 7)
        assert other.stored[number] - SHIFT == wanted


def _colex(hand):
    return hand[::-1]


def test_card_that_copies_faces_depends_on_the_faces_there_are(deck, tmp_path):
    before = ht.fingerprints(deck)
    names = deck.names
    after = ht.fingerprints(deck_with(tmp_path, dragon={"suit": "Wizard"}))
    differ = {names[k] for k in range(53) if before[k] != after[k]}
    assert differ == {"Dragon", "Shapeshifter"}
    stronger = ht.fingerprints(deck_with(tmp_path, dragon={"value": "29"}))
    assert {names[k] for k in range(53) if before[k] != stronger[k]} == {"Dragon"}


@jitted
def test_score_that_a_table_cannot_hold_is_right_all_the_same(tmp_path):
    deck = small_deck(tmp_path, 12, texts=dict.fromkeys(range(7), "bonus: +999 each card"))
    table, tables = _attached(deck, tmp_path)
    h = new_hands(1)[0]
    cards = np.arange(7, dtype=np.int64)
    for _ in range(2):
        score = table_score(tables[0], h, cards, 7)
        assert score == best_score(deck.tables[0], h, cards, 7) > 16_384
    assert table.stored[0] == 0


@jitted
def test_unwritable_folder_gives_a_sentence_and_no_table(deck, tmp_path):
    (tmp_path / "file").write_text("")
    table, trouble = ht.open_hand_table(deck, tmp_path / "file" / "hands")
    assert table is None
    assert "can't be kept" in trouble
    assert "changes no result" in trouble


@jitted
def test_full_disk_gives_a_sentence_and_leaves_nothing(deck, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ht.os, "posix_fallocate", full)
    table, trouble = ht.open_hand_table(deck, tmp_path)
    assert table is None
    assert "no space left" in trouble
    assert list(tmp_path.iterdir()) == []


@jitted
def test_file_of_the_wrong_size_is_made_anew(tmp_path):
    deck = small_deck(tmp_path, 12)
    table, _ = _attached(deck, tmp_path)
    path = table.path
    path.write_bytes(b"short")
    again, trouble = ht.open_hand_table(deck, tmp_path)
    assert trouble is None
    assert len(again.stored) == again.hands


@jitted
def test_oldest_tables_are_removed(tmp_path):
    for value in range(ht.KEEP_TABLES + 3):
        ht.open_hand_table(small_deck(tmp_path, 12, {0: value}), tmp_path)
    assert len(list(tmp_path.glob("*.i16"))) == ht.KEEP_TABLES
    assert len(list(tmp_path.glob("*.json"))) == ht.KEEP_TABLES


def test_deck_too_large_for_a_table_has_none(tmp_path):
    assert "70" in ht.why_no_table(small_deck(tmp_path, 70)) or not JITTED
    assert ht.open_hand_table(small_deck(tmp_path, 70), tmp_path) == (None, None)
