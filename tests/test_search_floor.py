"""Hands of which only a score above a floor is of interest: left out is what can't reach it.

The bound that tells is compared with all suits that a choice can give, each scored anew; bots that
ask for no more than they need, with bots that score every hand to the end.
"""

from __future__ import annotations

import csv

import numpy as np
import pytest
from support.card_files import deck_of
from support.decks import HEADER, LINES
from support.games import assert_same, played
from support.hands import deck_with_sets
from support.small_decks import small_deck

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.ceiling import ceiling
from sim.fantasy_realms.choices import find_choosers, make_choice
from sim.fantasy_realms.compile import compile_deck
from sim.fantasy_realms.game import FantasyRealms
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.rules import make_rules
from sim.fantasy_realms.scoring import evaluate
from sim.fantasy_realms.search import best_above, best_score
from sim.fantasy_realms.values import (
    WORST,
    hand_value,
    hand_value_above,
    value_with,
    value_with_above,
)
from sim.fantasy_realms.view import new_views
from sim.plan import make_plan

HOARD = "base,cursed_hoard"
BLANKING = tb.F_BLANKS | tb.F_SELF | tb.F_ALONE
CLEARING = tb.F_CLEARS | tb.F_WORDS
# What else a text may say, for cards whose own text it takes the place of.
TEXTS = (
    "penalty: -10 each Leader, other Wizard",
    "penalty: -6 each other card",
    "penalty: -total base strength of Army, Beast",
    "penalty: -13 with any of Land and any of Weapon, Undead",
    "penalty: -9 with exactly 2 Army, Leader; -4 each Flood",
    "penalty: -30 with all suits different",
    "penalty: -3 each penalty not cleared",
    "penalty: -highest base strength of Weapon, Wizard; blanked with any Undead",
    'bonus: +8 each Wizard, or +20 with "Candle", or +5 each all except Army',
    "bonus: +21 each Beast unless any Leader; penalty: -11 unless any of Army, Flame",
    "bonus: runs of base strength 2:4 3:3 5:31",
    "bonus: sets of different names 2:9 3:5 4:40; clears Beast",
    "bonus: +19 with exactly 1 Leader; +7 each other card of odd base strength",
    "bonus: +40 with all base strengths odd; penalty: blanks other Land",
    "bonus: +total base strength of Flood; penalty: -5 each Wizard in the discard area",
)


def made_up(folder, seed):
    """A deck of base and hoard whose texts, suits and strengths are dealt anew, some texts new."""
    rows = [row for row in csv.DictReader([HEADER, *LINES]) if row["game"] == "fantasy_realms"]
    rng = np.random.default_rng(seed)
    usual = [row for row in rows if row["set"] in ("base", "cursed_hoard") and not row["replaces"]]
    usual = [row for row in usual if not row["text"].startswith(("choice", "extra"))]
    for column in ("suit", "value", "text"):
        values = [usual[k][column] for k in rng.permutation(len(usual))]
        for row, value in zip(usual, values, strict=True):
            row[column] = value
    for row in rng.choice(usual, len(usual) // 3, replace=False):
        row["text"] = str(rng.choice(TEXTS))
    text = [
        ",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in r.values()) for r in rows
    ]
    return compile_deck(deck_of(folder, "\n".join([HEADER, *text]) + "\n", HOARD.split(",")))


def decks(folder):
    """The deck of all sets but promos, and three that are made up."""
    return [deck_with_sets(HOARD), *(made_up(folder, seed) for seed in range(3))]


def random_hands(deck, number, seed, held=(), without=0):
    """Hands of 4 to 9 cards in rising order, with some cards always and with choices often."""
    t, rng = deck.tables[0], np.random.default_rng(seed)
    cards = [c for c in range(int(t.n_cards)) if c not in held and not t.traits[c] & without]
    weight = np.where(t.choice[cards] > 0, 3.0, 1.0)
    for _ in range(number):
        n = int(rng.integers(4, 10)) - len(held)
        yield np.sort([*held, *rng.choice(cards, n, replace=False, p=weight / weight.sum())])


def look_around(t, h, rng):
    """Put a random discard area and three opponents around the hand."""
    area = rng.choice(int(t.n_cards), 8, replace=False)
    h.outside = int(t.in_area[area].sum()) | 3 << tb.OPPONENTS


def choose_some(t, h, rng, final):
    """Make some of the choices other than the final one: copied cards and faces, what is kept."""
    for level in range(int(h.depth)):
        slot = int(h.chooser[level])
        kind, card = int(t.choice[h.card[slot]]), int(h.card[slot])
        if level == final or rng.random() < 0.4:
            continue
        if kind == tb.CHOICE_COPY_FACE:
            at = rng.integers(t.first_candidate[card], t.last_candidate[card])
            make_choice(t, h, slot, int(t.candidate[at]), -1)
        else:
            make_choice(t, h, slot, int(rng.choice([j for j in range(h.n) if j != slot])), -1)


def scores_of_suits(t, hands, slot):
    """Scores of the first hand with every suit that a slot can give to any other, and with none."""
    h = hands[0]
    hands[1] = h
    yield int(evaluate(t, h))
    suits = [suit for suit in range(int(t.n_suits)) if (t.givable[h.card[slot]] >> suit) & 1]
    for j in range(int(h.n)):
        for suit in suits:
            if j != slot and not h.fixed >> j & 1:
                hands[0] = hands[1]
                make_choice(t, h, slot, j, suit)
                yield int(evaluate(t, h))


@pytest.mark.parametrize(
    ("kind", "without"),
    [("all", 0), ("nobody is blanked", BLANKING), ("nor cleared", BLANKING | CLEARING)],
)
def test_no_suit_brings_more_than_the_bound(tmp_path, kind, without):
    tight = 0
    for number, deck in enumerate(decks(tmp_path)):
        t, hands = deck.tables[0], tb.new_hands(2)
        h, rng = hands[0], np.random.default_rng(number)
        book = deck.names.index("Book of Changes")
        for hand in random_hands(deck, 50, number, [book], without):
            look_around(t, h, rng)
            lay_out(t, h, hand, len(hand))
            find_choosers(t, h)
            choosers = [int(h.card[h.chooser[k]]) for k in range(h.depth)]
            h.final = choosers.index(book)
            choose_some(t, h, rng, int(h.final))
            bound = int(ceiling(t, h))
            best = max(scores_of_suits(t, hands, int(h.chooser[h.final])))
            assert best <= bound, [deck.names[c] for c in hand]
            tight += bound <= best + 20
    assert tight > 20  # it is no bound that says nothing


def test_a_score_above_the_floor_is_exact_and_so_are_its_choices(tmp_path):
    above = 0
    for number, deck in enumerate(decks(tmp_path)):
        t, h = deck.tables[0], tb.new_hands(1)[0]
        rng = np.random.default_rng(number)
        for hand in random_hands(deck, 150, 10 + number):
            look_around(t, h, rng)
            score = int(best_score(t, h, hand, len(hand)))
            picks = h.best_pick[: int(h.depth)].tolist()
            for floor in (score - 1, score, score + 5, score - int(rng.integers(1, 60))):
                found = int(best_above(t, h, hand, len(hand), floor))
                if score > floor:
                    above += 1
                    assert found == score
                    assert h.best_pick[: int(h.depth)].tolist() == picks
                else:
                    assert found <= floor
    assert above > 1000


@pytest.mark.parametrize("sets", [HOARD, "base,cursed_hoard,promo"])
def test_what_is_remembered_of_a_hand_is_right_for_every_floor(sets):
    deck = deck_with_sets(sets)
    t, rng = deck.tables[0], np.random.default_rng(3)
    view, exact = new_views(deck.tables, 2)
    areas = [rng.choice(int(t.n_cards), 6, replace=False) for _ in range(2)]
    hands = [rng.choice(int(t.n_cards), 8, replace=False) for _ in range(6)]
    found = 0
    for _ in range(400):
        hand = hands[rng.integers(6)]
        area = [card for card in areas[rng.integers(2)] if card not in hand]
        for v in (view, exact):
            v.hand_n = v.hand_size = 8
            v.hand[:8] = np.sort(hand)
            v.lying[:] = 0
            v.lying[area] = t.in_area[area]
            v.outside = int(t.in_area[area].sum()) | 3 << tb.OPPONENTS
        for name in ("memo", "mixed", "swaps"):
            exact[name][:, 0] = -1  # nothing is remembered there
        card = int(rng.choice(area))
        want = int(value_with(exact, card))
        floor = want + int(rng.integers(-40, 20))
        got = int(value_with_above(view, card, floor))
        assert got == want if want > floor else got <= floor
        found += want > floor
        assert hand_value_above(view, view.hand[:], 8, WORST) == hand_value(exact, exact.hand[:], 8)
        if rng.random() < 0.1:
            assert value_with(view, card) == want
    assert 50 < found < 350


THOROUGH = """
from sim.fantasy_realms.trading import any_untried, partner_knows
from sim.fantasy_realms.values import WORST, hand_value, swap_into, value_with, values_without
from sim.fantasy_realms.view import CHAOS, CHOOSE, DRAW, OFFER
from sim.jit import kernel


@kernel(CHOOSE)
def thorough(view, options, n, params, stream):
    chosen = 0
    best = WORST
    if view.kind == DRAW:
        best = hand_value(view, view.hand[:], view.hand_n)
        for k in range(n):
            if options[k] >= 0:
                value = value_with(view, options[k])
                if value > best:
                    best = value
                    chosen = k
        return chosen
    if view.variant == CHAOS:
        if view.kind == OFFER:
            if not any_untried(view):
                return view.turn % view.hand_n
            for k in range(view.hand_n):
                if not partner_knows(view, view.hand[k]):
                    size = swap_into(view.hand[:], view.hand_n, -1, view.hand[k], view.work[:])
                    value = hand_value(view, view.work[:], size)
                    if value > best:
                        best = value
                        chosen = k
            return chosen
        size = swap_into(view.hand[:], view.hand_n, view.get, view.give, view.work[:])
        now = hand_value(view, view.hand[:], view.hand_n)
        return 1 if hand_value(view, view.work[:], size) > now else 0
    values_without(view, view.hand[:], view.hand_n, view.values[:], view.work[:])
    for k in range(n):
        if view.values[k] > best:
            best = view.values[k]
            chosen = k
    return chosen
"""


def games_of(deck, policy, players, variant, deals):
    """All rows of some games but who played them."""
    rules = make_rules(players, variant, sets=deck.card_set.sets)
    plan = make_plan(5, deals, players, (policy,), 1, None)
    tables = played(FantasyRealms(deck, rules, (policy,), plan))
    tables["players"] = tables["players"].drop("policy")
    return tables


@pytest.mark.parametrize(
    ("sets", "players", "variant"),
    [(HOARD, 4, None), (HOARD, 2, None), (HOARD, 5, "chaos"), ("base,cursed_hoard,promo", 6, None)],
)
def test_greedy_plays_as_if_every_hand_were_scored_to_the_end(tmp_path, sets, players, variant):
    (tmp_path / "mine.py").write_text(THOROUGH)
    deck, thorough = deck_with_sets(sets), f"{tmp_path}/mine.py:thorough"
    assert_same(
        games_of(deck, "greedy", players, variant, 40),
        games_of(deck, thorough, players, variant, 40),
    )


def test_greedy_plays_so_with_a_deck_too_large_for_a_table_and_with_nothing_outside(tmp_path):
    (tmp_path / "mine.py").write_text(THOROUGH)
    giver = {8: "choice: gives another card any suit", 9: "choice: clears one Ember, Gale"}
    deck = small_deck(tmp_path, 70, texts=giver)
    assert not deck.tables[0].outside
    greedy = games_of(deck, "greedy", 4, None, 60)
    assert_same(greedy, games_of(deck, f"{tmp_path}/mine.py:thorough", 4, None, 60))
