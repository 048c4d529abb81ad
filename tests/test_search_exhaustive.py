"""The search for the best choices against trying everything, on the base deck and on others.

The search leaves out options no rule can tell apart and scores some by the difference they make;
here nothing is left out. Decks with suits, strengths and texts dealt out anew among the cards show
that this holds for cards that don't exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.decks import dealt_anew, deck_with
from support.hands import deck_with_sets

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.choices import find_choosers, make_choice
from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.scoring import evaluate
from sim.fantasy_realms.search import best_score

Pick = tuple[int, int]
DECLINED = (-1, -1)
MOST_COMBINATIONS = 4_000
WITH_MORE = ["base,cursed_hoard", "base,cursed_hoard,promo", "base,cursed_hoard,promo_original"]


def options_of(t: Any, h: Any, slot: int) -> Iterator[Pick]:
    """Yield all legal choices of a slot in the order of the card file, declined first."""
    yield DECLINED
    card = int(h.card[slot])
    kind = t.choice[card]
    others = [j for j in range(h.n) if j != slot]
    if kind == tb.CHOICE_COPY_CARD:
        yield from ((j, -1) for j in others)
    elif kind == tb.CHOICE_COPY_FACE:
        for k in range(t.first_candidate[card], t.last_candidate[card]):
            yield int(t.candidate[k]), -1
    elif kind == tb.CHOICE_GIVE_SUIT:
        suits = [s for s in range(t.n_suits) if (t.givable[card] >> s) & 1]
        free = [j for j in others if not t.traits[h.card[j]] & tb.F_FIXED]
        yield from ((j, s) for j in free for s in suits)
    else:
        yield from ((j, -1) for j in range(h.n) if h.match[0, slot, j] & t.choice_term[card])


def lay_out_with(t: Any, h: Any, cards: np.ndarray, picks: list[Pick]) -> None:
    """Lay a hand out and make the first choices."""
    lay_out(t, h, cards, len(cards))
    find_choosers(t, h)
    for level, (a, b) in enumerate(picks):
        if (a, b) != DECLINED:
            make_choice(t, h, int(h.chooser[level]), a, b)


def combinations(t: Any, h: Any, cards: np.ndarray, picks: list[Pick]) -> Iterator[list[Pick]]:
    """Yield all combinations of choices in the order in which they are made."""
    lay_out_with(t, h, cards, picks)
    if len(picks) == h.depth:
        yield picks
        return
    for pick in list(options_of(t, h, int(h.chooser[len(picks)]))):
        yield from combinations(t, h, cards, [*picks, pick])


def try_all(t: Any, h: Any, cards: np.ndarray) -> tuple[int, list[Pick]]:
    """Return the best score and the first of the shortest combinations that reach it."""
    best, chosen = -(10**9), []
    for picks in combinations(t, h, cards, []):
        lay_out_with(t, h, cards, picks)
        score = int(evaluate(t, h))
        used = sum(pick != DECLINED for pick in picks)
        if score > best or (score == best and used < sum(p != DECLINED for p in chosen)):
            best, chosen = score, picks
    return best, chosen


def size(t: Any, cards: np.ndarray) -> int:
    """Return about how many combinations of choices a hand has."""
    ways = {tb.CHOICE_COPY_CARD: 7, tb.CHOICE_COPY_FACE: 26, tb.CHOICE_GIVE_SUIT: 61}
    product = 1
    for card in cards:
        if t.choice[card]:
            product *= ways.get(int(t.choice[card]), 4)
    return product


def check_hands(deck: Deck, number: int, seed: int) -> None:
    """Compare search and exhaustion on random hands that hold choice cards and blankers often."""
    t, h = deck.tables[0], tb.new_hands(1)[0]
    cards = np.arange(int(t.n_cards))
    weight = np.where(t.choice[cards] > 0, 6.0, 1.0)
    weight[(t.traits[cards] & (tb.F_BLANKS | tb.F_SELF | tb.F_WORDS | tb.F_READS_SUITS)) != 0] *= 2
    rng = np.random.default_rng(seed)
    checked = 0
    while checked < number:
        n = int(rng.integers(3, 9))
        hand = np.sort(rng.choice(cards, n, replace=False, p=weight / weight.sum()))
        if not 1 < size(t, hand) <= MOST_COMBINATIONS:
            continue
        want, picks = try_all(t, h, hand)
        got = int(best_score(t, h, hand, n))
        named = [deck.names[c] for c in hand]
        assert got == want, named
        found = [(int(h.best_pick[k, 0]), int(h.best_pick[k, 1])) for k in range(h.depth)]
        assert found == picks, named
        checked += 1


def test_two_cards_that_may_copy_the_same_faces(tmp_path):
    text = "choice: copies name and suit of any Army, Land, Leader, Wizard in the game"
    deck = deck_with(tmp_path, mirage={"text": text}, shapeshifter={"text": text})
    names = ["Collector", "World Tree", "Mirage", "Shapeshifter", "Knights", "Collector"]
    held = [deck.names.index(name) for name in dict.fromkeys(names)]
    t, h = deck.tables[0], tb.new_hands(1)[0]
    for other in ("King", "Forest", "Bell Tower", "Queen"):
        hand = np.sort(np.array([*held, deck.names.index(other)]))
        assert int(best_score(t, h, hand, len(hand))) == try_all(t, h, hand)[0]


def test_the_search_finds_what_trying_everything_finds(deck):
    check_hands(deck, 60, seed=1)


@pytest.mark.parametrize("seed", range(4))
def test_the_search_is_exact_on_decks_that_do_not_exist(tmp_path, seed):
    check_hands(dealt_anew(tmp_path, seed), 20, seed)


@pytest.mark.parametrize(
    "names",
    [
        "Cavern, Blizzard, Smoke, Candle, Basilisk, Angel, Necromancer, Shapeshifter",
        "Cavern, Rainstorm, Wildfire, Empress, Elven Longbow, Angel, Necromancer, Mirage",
    ],
)
def test_a_card_may_be_kept_that_only_its_new_face_gets_blanked(names):
    deck = deck_with_sets("base,cursed_hoard")
    hand = np.sort(np.array([deck.names.index(name) for name in names.split(", ")]))
    t, h = deck.tables[0], tb.new_hands(1)[0]
    assert int(best_score(t, h, hand, len(hand))) == try_all(t, h, hand)[0]


@pytest.mark.parametrize(
    "held",
    [
        "Demon, Book of Changes",
        "Demon, Shapeshifter, Angel",
        "Angel, Mirage",
        "Angel, Mirage, Basilisk, Blizzard, Wildfire",
    ],
)
def test_the_search_is_exact_where_faces_decide_who_is_blanked_and_kept(held):
    deck = deck_with_sets("base,cursed_hoard")
    t, h = deck.tables[0], tb.new_hands(1)[0]
    fixed = [deck.names.index(name) for name in held.split(", ")]
    plain = [c for c in range(int(t.n_cards)) if t.choice[c] == 0 and c not in fixed]
    rng = np.random.default_rng(len(held))
    for _ in range(6):
        more = rng.choice(plain, 7 - len(fixed), replace=False)
        hand = np.sort(np.concatenate([fixed, more]))
        want, picks = try_all(t, h, hand)
        assert int(best_score(t, h, hand, len(hand))) == want
        assert [tuple(map(int, h.best_pick[k])) for k in range(h.depth)] == picks


@pytest.mark.parametrize("sets", WITH_MORE)
def test_the_search_is_exact_with_other_sets(sets):
    check_hands(deck_with_sets(sets), 12, seed=3)


@pytest.mark.long
@pytest.mark.parametrize("sets", WITH_MORE)
@pytest.mark.parametrize("seed", range(10))
def test_the_search_is_exact_on_many_hands_with_other_sets(sets, seed):
    check_hands(deck_with_sets(sets), 100, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_the_search_is_exact_on_many_decks(tmp_path, deck, seed):
    check_hands(deck, 100, seed=100 + seed)
    check_hands(dealt_anew(tmp_path, 100 + seed), 100, seed)
