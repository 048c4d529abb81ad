"""Scoring hands in tests, by the names of their cards; of the base set if nothing is said."""

from functools import cache

from sim.cards import load_cards
from sim.fantasy_realms.compile import Deck, compile_deck
from sim.fantasy_realms.explain import CardScore, Explanation
from sim.fantasy_realms.hands import Hand, HandScorer


@cache
def deck_with_sets(sets: str) -> Deck:
    """The deck of sets separated by commas."""
    return compile_deck(load_cards().select("fantasy_realms", sets.split(",")))


@cache
def scorer_of(sets: str) -> HandScorer:
    return HandScorer(deck_with_sets(sets))


def base_deck() -> Deck:
    return deck_with_sets("base")


@cache
def base_scorer() -> HandScorer:
    return HandScorer(base_deck())


def names_of(hand: str | list[str]) -> list[str]:
    return [name.strip() for name in hand.split(",")] if isinstance(hand, str) else list(hand)


def unchecked(names: list[str]) -> Hand:
    """A hand that needn't be legal in the game, such as eight cards without a Necromancer."""
    return Hand(tuple(base_deck().names.index(name) for name in names))


def score(hand: str | list[str], *choices: str, best: bool = False) -> int:
    """The score with the stated choices (all others declined), or the best one."""
    scorer = base_scorer()
    checked = scorer.hand(names_of(hand), partial=True)
    return scorer.score(checked, None if best else choices)


def explain(hand: str | list[str], *choices: str, best: bool = False) -> Explanation:
    scorer = base_scorer()
    checked = scorer.hand(names_of(hand), partial=True)
    return scorer.explain(checked, None if best else choices)


def totals(hand: str | list[str], *choices: str) -> dict[str, int]:
    """What each card brought, by printed name."""
    return {card.card: card.total for card in explain(hand, *choices).cards}


def card(name: str, hand: str | list[str], *choices: str) -> CardScore:
    """One card of an explained hand."""
    return next(c for c in explain(hand, *choices).cards if c.card == name)
