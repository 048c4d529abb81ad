"""The compiled kernels against the plain reference: random hands, choices and best choices."""

import random

import pytest
from reference.fantasy_realms_cards import CARDS
from reference.fantasy_realms_quick import best_quick, useful_choices
from reference.fantasy_realms_scorer import CHOOSERS as ALL_CHOOSERS
from reference.fantasy_realms_scorer import choose, hold, legal_targets
from reference.fantasy_realms_scorer import score as reference_score
from support.hands import base_scorer, unchecked

NAMES = sorted(CARDS)
CHOOSERS = [name for name in ALL_CHOOSERS if name in CARDS]  # those of the base set
# Hands where cards blank each other, blank themselves, clear penalties and make choices.
RICH = [
    "Basilisk", "Wildfire", "Great Flood", "Rainstorm", "Blizzard", "Smoke", "Warship",
    "War Dirigible", "Rangers", "Mountain", "Cavern", "Beastmaster", "Protection Rune", *CHOOSERS,
]  # fmt: skip
KINDS = {"uniform": 0, "rich": 4, "all rich": 8}


def random_hand(rng: random.Random, rich: int) -> list[str]:
    """A hand of one to eight cards with up to `rich` cards of the troublesome kind."""
    size = rng.randint(1, 8)
    hand = rng.sample(RICH, min(rich, size))
    rest = [name for name in NAMES if name not in hand]
    hand += rng.sample(rest, size - len(hand))
    rng.shuffle(hand)
    return hand


def random_choices(rng: random.Random, hand: list[str], wild: bool = True) -> list[tuple[str, str]]:
    """Any legal choices, one after another, each declined now and then; the suit Wild too."""
    held, made = hold(hand), []
    for chooser in CHOOSERS:
        targets = legal_targets(held, chooser, wild=wild)
        if targets and rng.random() < 0.85:
            choice = (chooser, rng.choice(targets))
            choose(held, *choice)
            made.append(choice)
    return made


def disagreements(rng: random.Random, hands: int, rich: int) -> list:
    found = []
    for _ in range(hands):
        hand = random_hand(rng, rich)
        choices = random_choices(rng, hand)
        stated = [f"{chooser}={what}" for chooser, what in choices]
        rng.shuffle(stated)
        kernel = base_scorer().score(unchecked(hand), stated)
        reference = reference_score(hand, choices)
        if kernel != reference:
            found.append((hand, choices, f"kernel {kernel}, reference {reference}"))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_2000_random_hands_agree(kind):
    assert disagreements(random.Random(f"hands {kind}"), 700, KINDS[kind]) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_60000_random_hands_agree(kind, seed):
    assert disagreements(random.Random(f"many {kind} {seed}"), 5000, KINDS[kind]) == []


def best_disagreements(rng: random.Random, hands: int, limit: int) -> list:
    found, tried = [], 0
    while tried < hands:
        hand = random_hand(rng, 2)
        if not set(hand) & set(CHOOSERS) or sum(1 for _ in useful_choices(hand)) > limit:
            continue
        tried += 1
        kernel = base_scorer().score(unchecked(hand))
        reference, choices = best_quick(hand)
        if kernel != reference:
            found.append((hand, choices, f"kernel {kernel}, reference {reference}"))
    return found


def test_the_best_choices_of_100_random_hands_agree():
    assert best_disagreements(random.Random("best"), 100, 400) == []


@pytest.mark.long
def test_the_best_choices_of_600_random_hands_agree():
    assert best_disagreements(random.Random("best of many"), 600, 4000) == []
