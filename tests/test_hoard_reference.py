"""Kernels and engine against the plain reference: Cursed Hoard and promos."""

import random
from itertools import islice, product

import numpy as np
import pytest
from reference.fantasy_realms_hoard_cards import deck_of
from reference.fantasy_realms_quick import best_quick, useful_choices
from reference.fantasy_realms_scorer import CHOOSERS, Table, choose, hold, legal_targets
from reference.fantasy_realms_scorer import score as reference_score
from support.hands import deck_with_sets, scorer_of
from support.recorded_games import BUILT_IN, Recorded, record, recorded, stepped
from test_chaos_reference import agree
from test_play_reference import assert_same_end, line_up, replayed

from sim.fantasy_realms.hands import Hand
from sim.fantasy_realms.replay import play_on
from sim.fantasy_realms.state import MOVE_EXTRA, MOVE_SEARCH, MOVE_TOP

HOARD = "base,cursed_hoard"
SETS = [HOARD, "base,promo", "base,promo_original", "base,cursed_hoard,promo",
        "base,cursed_hoard,promo_original"]  # fmt: skip
# The name of a card in the card file, where the reference has another.
NAMES = {"promo_original": {"Phoenix": "Phoenix (original promo)"}}
RICH = [
    "Basilisk", "Wildfire", "Great Flood", "Blizzard", "Smoke", "War Dirigible", "Rangers",
    "Beastmaster", "Demon", "Judge", "Garden", "Crypt", "Lich", "Necromancer", "Phoenix",
    "Jester", "Enchantress", "World Tree", "Collector", "Chapel", *CHOOSERS,
]  # fmt: skip


class Both:
    """The same hands for the kernels and for the reference."""

    def __init__(self, sets: str) -> None:
        self.cards = deck_of(sets)
        self.renamed = NAMES.get(sets.split(",")[-1], {})
        self.names = list(self.cards)
        self.rich = [name for name in RICH if name in self.cards]
        self.scorer = scorer_of(sets)
        self.places = {name: i for i, name in enumerate(deck_with_sets(sets).names)}

    def printed(self, name: str) -> str:
        return self.renamed.get(name, name)

    def hand(self, rng: random.Random, rich: int) -> tuple[list[str], Table]:
        """A hand of one to nine cards, a discard area and opponents."""
        size = rng.randint(1, 9)
        hand = rng.sample(self.rich, min(rich, size, len(self.rich)))
        rest = [name for name in self.names if name not in hand]
        hand += rng.sample(rest, size - len(hand))
        area = [name for name in rng.sample(self.names, rng.randint(0, 12)) if name not in hand]
        return hand, Table(self.cards, tuple(area), rng.randint(1, 5))

    def score(self, hand: list[str], table: Table, choices=None) -> int:
        cards = tuple(self.places[self.printed(name)] for name in hand)
        area = tuple(self.places[self.printed(name)] for name in table.area)
        stated = None
        if choices is not None:
            stated = {
                self.printed(chooser): ":".join(self.printed(part) for part in what.split(":"))
                for chooser, what in choices
            }
        return self.scorer.score(Hand(cards, None, area, table.opponents), stated)


def random_choices(rng: random.Random, hand: list[str], table: Table) -> list[tuple[str, str]]:
    held, made = hold(hand, table), []
    for chooser in CHOOSERS:
        targets = legal_targets(held, chooser, table, wild=True)
        if targets and rng.random() < 0.85:
            choice = (chooser, rng.choice(targets))
            choose(held, *choice, table)
            made.append(choice)
    return made


def disagreements(sets: str, seed: str, hands: int, rich: int) -> list:
    both, rng, found = Both(sets), random.Random(f"{sets} {seed}"), []
    for _ in range(hands):
        hand, table = both.hand(rng, rich)
        choices = random_choices(rng, hand, table)
        kernel = both.score(hand, table, choices)
        reference = reference_score(hand, choices, table)
        if kernel != reference:
            found.append((hand, choices, table.area, f"kernel {kernel}, reference {reference}"))
    return found


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("rich", [0, 5])
def test_random_hands_agree(sets, rich):
    assert disagreements(sets, "hands", 400, rich) == []


@pytest.mark.long
@pytest.mark.parametrize(("sets", "seed", "rich"), list(product(SETS, range(4), [0, 5])))
def test_many_random_hands_agree(sets, seed, rich):
    assert disagreements(sets, f"many {seed}", 3000, rich) == []


def best_disagreements(sets: str, seed: str, hands: int, limit: int) -> list:
    both, rng, found, tried = Both(sets), random.Random(f"best {sets} {seed}"), [], 0
    while tried < hands:
        hand, table = both.hand(rng, 3)
        if not set(hand) & set(CHOOSERS):
            continue
        if sum(1 for _ in islice(useful_choices(hand, table), limit + 1)) > limit:
            continue
        tried += 1
        kernel = both.score(hand, table)
        reference, choices = best_quick(hand, table)
        if kernel != reference:
            found.append((hand, choices, f"kernel {kernel}, reference {reference}"))
    return found


@pytest.mark.parametrize("sets", SETS)
def test_the_best_choices_of_random_hands_agree(sets):
    assert best_disagreements(sets, "few", 25, 250) == []


@pytest.mark.long
@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seed", range(4))
def test_the_best_choices_of_many_random_hands_agree(sets, seed):
    assert best_disagreements(sets, f"many {seed}", 100, 4000) == []


MIXES = [["random"], ["cautious"], ["greedy"], BUILT_IN]
WITH_GAMES = ["base,promo", "base,promo_original", "base,cursed_hoard,promo_original"]
ORDER = [MOVE_TOP, MOVE_SEARCH, MOVE_EXTRA]


def games_agree(sets: str, players: int, seed: int) -> list[Recorded]:
    """Replay one game of each mix of bots; return the games."""
    deck, games = deck_with_sets(sets), []
    for number, mix in enumerate(MIXES):
        games.append(record(deck, line_up(players, mix, number), seed + number))
        assert_same_end(deck, games[-1], replayed(deck, games[-1]))
    return games


def chaos_agrees(sets: str, players: int, seed: int, mixes=MIXES) -> None:
    """Replay one game of Chaos of each mix of bots."""
    for number, mix in enumerate(mixes):
        agree(deck_with_sets(sets), line_up(players, mix, number), seed + number, 8 * players)


@pytest.mark.parametrize("players", range(2, 7))
def test_games_of_the_hoard_agree(players):
    games_agree(HOARD, players, 100 * players)


def keeping(deck, kept: list[int], places: list[int], seed: int, players: int) -> Recorded:
    """Play a random game in which some cards are dealt to places and their holders keep them.

    Cards that choose lie at the bottom of the deck: several in a hand of eleven, of which one was
    looked for in the deck, are more than the reference can try.
    """
    rng = np.random.default_rng([seed, players])
    order = [int(card) for card in rng.permutation(len(deck.names)) if card not in kept]
    order.sort(key=lambda card: deck.names[card] in CHOOSERS)
    for place, card in zip(places, kept, strict=True):
        order.insert(place, card)

    def choose(game, options):
        others = [k for k, card in enumerate(options) if card not in kept]
        return int(rng.choice(others or range(len(options))))

    game = stepped(deck, players)
    game.deal(order)
    return recorded(game, order, play_on(game, choose))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_agree_in_which_every_card_that_brings_another_is_kept(players):
    """Leprechauns draw, then Genies look through the deck, then Necromancers take."""
    deck = deck_with_sets(HOARD)
    kept = [deck.names.index(name) for name in ("Leprechaun", "Genie", "Necromancer")]
    # places of the deck: all three go to one seat, or one to each; two players draw their hands
    spread = [[16, 17, 18], [0, 8, 16]] if players > 2 else [[0, 2, 4], [1, 2, 5]]
    found, several = [], 0
    for seed, (places, cards) in enumerate(zip(spread, (kept, kept[::-1]), strict=True)):
        game = keeping(deck, cards, places, seed, players)
        assert_same_end(deck, game, replayed(deck, game))
        last = [move for move in game.moves if move.kind in ORDER]
        found.append([move.kind for move in last])
        several += len({move.seat for move in last}) < len(last)
    assert all(kinds == sorted(kinds, key=ORDER.index) for kinds in found)
    assert ORDER in found, "in none of these games all three bring a card"
    assert several, "no seat of these games adds more than one card"


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("sets", WITH_GAMES)
def test_games_with_a_promo_agree(sets, players):
    games_agree(sets, players, 100 * players)


@pytest.mark.parametrize(("sets", "players"), [(HOARD, 3), (HOARD, 7), ("base,promo", 5)])
def test_games_of_chaos_agree(sets, players):
    chaos_agrees(sets, players, 100 * players, MIXES[-1:] * 2)


@pytest.mark.long
@pytest.mark.parametrize("sets", [HOARD, *WITH_GAMES])
@pytest.mark.parametrize(("players", "seed"), list(product(range(2, 7), range(10))))
def test_many_games_agree(sets, players, seed):
    games_agree(sets, players, 10_000 * players + 10 * seed)


@pytest.mark.long
@pytest.mark.parametrize("sets", [HOARD, *WITH_GAMES])
@pytest.mark.parametrize(("players", "seed"), list(product(range(3, 8), range(5))))
def test_many_games_of_chaos_agree(sets, players, seed):
    chaos_agrees(sets, players, 10_000 * players + 10 * seed)
