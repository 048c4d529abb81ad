"""The tables of all hands: means, lifts and pairs as the lists of hands give them."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from math import comb, sqrt

import polars as pl
import pytest
from support.small_decks import choosing_deck, small_deck

from analysis.exact import count_all
from analysis.exact_report import record, write_report
from analysis.exact_tables import make_tables
from sim.fantasy_realms.hands import Hand, HandScorer
from sim.jit import JITTED

pytestmark = pytest.mark.skipif(not JITTED, reason="plain Python kernels use no table")

SIZE = 12


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    return choosing_deck(tmp_path_factory.mktemp("deck"), SIZE)


@pytest.fixture(scope="module")
def told(deck):
    """The explanation of every hand of seven, by the hand."""
    scorer = HandScorer(deck)
    return {c: scorer.explain(Hand(c)) for c in itertools.combinations(range(SIZE), 7)}


@pytest.fixture(scope="module")
def exact(deck, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REALMVALE_CACHE", str(tmp_path_factory.mktemp("cache")))
        return count_all(deck, quiet=True)


@pytest.fixture(scope="module")
def tables(exact):
    return make_tables(exact)


def mean(told, held=(), lacking=()):
    """The mean score of the hands that hold some cards and lack others."""
    held, lacking = set(held), set(lacking)
    return statistics.fmean(
        hand.score
        for cards, hand in told.items()
        if held <= set(cards) and not lacking & set(cards)
    )


def test_spread_of_all_scores(told, tables):
    scores = sorted(hand.score for hand in told.values())
    row = tables["scores"].row(0, named=True)
    assert row["hands"] == comb(SIZE, 7) == len(scores)
    assert row["score_sum"] == sum(scores)
    assert row["score_square_sum"] == sum(s * s for s in scores)
    assert row["score"] == pytest.approx(statistics.fmean(scores))
    assert row["score_sd"] == pytest.approx(statistics.pstdev(scores))
    assert (row["minimum"], row["maximum"]) == (scores[0], scores[-1])
    # 792 hands: the lowest score that 39.6 of them don't exceed is the 40th, and so on.
    quantiles = [row[name] for name in ("q05", "q25", "median", "q75", "q95")]
    assert quantiles == [scores[place - 1] for place in (40, 198, 396, 594, 753)]


def test_counts_of_scores(told, tables):
    scores, frame = Counter(hand.score for hand in told.values()), tables["score_counts"]
    assert dict(zip(frame["score"], frame["hands"], strict=True)) == scores
    assert frame["share"].sum() == pytest.approx(1)
    assert frame["at_most"][-1] == pytest.approx(1)
    assert frame["score"].is_sorted()


def test_means_and_lifts_of_cards(told, tables):
    for card, row in enumerate(tables["cards"].iter_rows(named=True)):
        held = [hand.score for cards, hand in told.items() if card in cards]
        with_it, without = mean(told, {card}), mean(told, lacking={card})
        assert row["hands"] == len(held) == comb(SIZE - 1, 6)
        assert row["score"] == pytest.approx(with_it)
        assert row["without"] == pytest.approx(without)
        assert row["lift"] == pytest.approx(with_it - without)
        assert row["score_sd"] == pytest.approx(statistics.pstdev(held))
        assert (row["minimum"], row["maximum"]) == (min(held), max(held))
        assert row["median"] == statistics.median_low(held)


def test_shares_of_blanked_cards_and_of_choices(told, tables):
    blanked, used, held = Counter(), Counter(), comb(SIZE - 1, 6)
    for hand in told.values():
        blanked.update(card.card for card in hand.cards if card.blanked)
        used.update(text[: len("Card 0")] for text in hand.choices)
    assert blanked
    for row in tables["cards"].iter_rows(named=True):
        assert row["blanked_hands"] == blanked[row["name"]]
        assert row["blanked"] == pytest.approx(blanked[row["name"]] / held)
    choices = tables["choices"]
    assert choices["name"].to_list() == ["Card 2", "Card 6", "Card 8", "Card 9"]
    assert dict(zip(choices["name"], choices["used_hands"], strict=True)) == used
    uses = tables["choice_uses"]
    per_card = uses.group_by("name").agg(pl.col("hands").sum(), pl.col("share").sum())
    for row in per_card.iter_rows(named=True):
        assert row["hands"] == used[row["name"]]
        assert row["share"] == pytest.approx(used[row["name"]] / held)


def test_interactions_of_pairs_are_contrasts_of_four_means(told, tables):
    assert tables["pairs"].height == comb(SIZE, 2)
    for row in tables["pairs"].iter_rows(named=True):
        a, b = (int(row[end].removeprefix("card-")) for end in ("card", "other"))
        both = mean(told, {a, b})
        one = mean(told, {a}, {b})
        other = mean(told, {b}, {a})
        neither = mean(told, lacking={a, b})
        assert row["hands"] == comb(SIZE - 2, 5)
        assert row["score"] == pytest.approx(both)
        assert row["additive"] == pytest.approx(one + other - neither)
        assert row["interaction"] == pytest.approx(both - one - other + neither)


def test_cards_that_bring_the_same_with_whatever_have_no_interaction(tmp_path, monkeypatch):
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path))
    deck = small_deck(tmp_path, 11, texts=dict.fromkeys(range(11), ""))
    pairs = make_tables(count_all(deck, quiet=True))["pairs"]
    assert pairs["interaction"].abs().max() < 1e-9


def test_best_and_worst_hands_with_their_explanation(told, tables):
    scores = sorted(hand.score for hand in told.values())
    best, worst = tables["best_hands"], tables["worst_hands"]
    assert best["score"].to_list() == scores[:-101:-1]
    assert worst["score"].to_list() == scores[:100]
    for name in ("best_hands", "worst_hands"):
        cards = tables[f"{name}_cards"]
        assert cards.height == 700
        total = cards.group_by("rank", maintain_order=True).agg(pl.col("total").sum())
        assert total["total"].to_list() == tables[name]["score"].to_list()


def test_best_hand_with_an_extra_card(deck, told, exact, tables):
    row = tables["extra_hands"].row(0, named=True)
    assert row["name"] == "Card 10"
    cards = [int(name.removeprefix("Card ")) for name in [*row["hand"].split(" | "), row["extra"]]]
    assert HandScorer(deck).score(Hand(tuple(cards))) == row["score"]
    assert row["hands"] == comb(SIZE - 1, 7)
    assert 1 <= row["scored"] <= row["hands"]
    (said,) = record(exact)  # nothing was published about this deck
    assert f"can score is {row['score']}" in said


@pytest.mark.parametrize("size", [7, 8, 9])
def test_smallest_decks(tmp_path, monkeypatch, size):
    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path))
    exact = count_all(choosing_deck(tmp_path, size), quiet=True)
    tables = make_tables(exact)
    assert tables["scores"]["hands"][0] == comb(size, 7)
    assert tables["cards"]["lift"].null_count() == (size if size == 7 else 0)
    assert (tables["pairs"]["interaction"].null_count() > 0) == (size < 9)
    index, _ = write_report(exact, tmp_path / "report", "realmvale exact")
    assert "None" not in index.read_text(encoding="utf-8")


def test_estimates_from_dealt_hands_agree(tmp_path, monkeypatch):
    """Random hands of a run of games lie about the exact numbers as chance has it."""
    from dataclasses import replace

    from support.games import played

    from sim.fantasy_realms.game import FantasyRealms
    from sim.fantasy_realms.rules import make_rules
    from sim.fantasy_realms.state import DEALT
    from sim.plan import Plan

    monkeypatch.setenv("REALMVALE_CACHE", str(tmp_path))
    deck, deals = choosing_deck(tmp_path, 20), 2000
    tables = make_tables(count_all(deck, quiet=True))
    # Two seats with full hands from the start, so that twenty cards are enough.
    rules = replace(make_rules(3), players=2, end_size=4)
    cards = played(FantasyRealms(deck, rules, ("random",), Plan(3, deals, deals, 1, 500)))["cards"]
    # The hands of one seat: those of different deals are independent of each other.
    dealt = cards.filter((pl.col("events") & DEALT == DEALT) & (pl.col("seat") == 0))
    places = {card.id: k for k, card in enumerate(deck.card_set.cards)}
    scorer, hands = HandScorer(deck), []
    for _, hand in dealt.group_by("game", maintain_order=True):
        held = tuple(sorted(places[card] for card in hand["card"]))
        assert len(held) == 7
        hands.append(scorer.explain(Hand(held)))
    assert len(hands) == deals

    def agree(estimate, exact, stderr):
        assert abs(estimate - exact) <= 4 * stderr + 1e-12

    def share_agrees(found, of, exact):
        agree(found / of, exact, sqrt(exact * (1 - exact) / of))

    whole = tables["scores"].row(0, named=True)
    scores = [hand.score for hand in hands]
    agree(statistics.fmean(scores), whole["score"], whole["score_sd"] / sqrt(deals))
    at_most = dict(zip(*tables["score_counts"].select("score", "at_most"), strict=True))
    for name in ("q05", "q25", "median", "q75", "q95"):
        below = sum(score <= whole[name] for score in scores)
        share_agrees(below, deals, at_most[whole[name]])
    for row in tables["cards"].iter_rows(named=True):
        held = [hand for hand in hands if row["name"] in {card.card for card in hand.cards}]
        share_agrees(len(held), deals, 7 / 20)
        found = statistics.fmean(hand.score for hand in held)
        agree(found, row["score"], row["score_sd"] / sqrt(len(held)))
        blanked = sum(c.blanked for hand in held for c in hand.cards if c.card == row["name"])
        share_agrees(blanked, len(held), row["blanked"])
    for row in tables["choices"].iter_rows(named=True):
        held = [hand for hand in hands if row["name"] in {card.card for card in hand.cards}]
        used = sum(any(c.startswith(row["name"] + " ") for c in hand.choices) for hand in held)
        share_agrees(used, len(held), row["used"])
