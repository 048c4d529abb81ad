"""Score a hand of Fantasy Realms, step by step as the rules tell it. Slow, and meant to be read.

A choice is a pair of names: ("Doppelgänger", "Dragon"), ("Mirage", "Rainstorm"),
("Shapeshifter", "King"), ("Book of Changes", "Bell Tower:Wizard"), ("Island", "Wildfire").
Cards of the hand go by their printed name, whatever they have become.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from .fantasy_realms_cards import (
    ALL,
    CARDS,
    ISLAND_SUITS,
    MIRAGE_SUITS,
    SHAPESHIFTER_SUITS,
    SUITS,
    WILD,
    Card,
    Penalty,
)

Choice = tuple[str, str]

# Step 2: the order in which choices are made and take effect.
CHOOSERS = ("Doppelgänger", "Mirage", "Shapeshifter", "Book of Changes", "Island")


@dataclass(eq=False)
class Held:
    """A card of the hand: the printed card, which keeps its bonus, and what it has become."""

    card: Card
    name: str
    suit: str
    strength: int
    penalty: Penalty
    struck: set[str] = field(default_factory=set)  # words struck out of the penalty
    blanked: bool = False

    def still_says(self, suit: str) -> bool:
        return suit not in self.struck


class Hand:
    """The cards that count, as bonuses and penalties see them."""

    def __init__(self, cards: Iterable[Held]):
        self.cards = [card for card in cards if not card.blanked]

    def has(self, name: str) -> bool:
        return any(card.name == name for card in self.cards)

    def count(self, *suits: str) -> int:
        return sum(card.suit in suits for card in self.cards)

    def count_others(self, me: Held, *suits: str) -> int:
        return sum(card.suit in suits for card in self.cards if card is not me)


def score(hand: Sequence[str], choices: Sequence[Choice] = (), discard: Iterable[str] = ()) -> int:
    """Points of a hand with the stated choices; a choice not stated is declined.

    The discard area never influences a hand of the base set (ruling, guide).
    """
    return sum(card_points(hand, choices).values())


def card_points(hand: Sequence[str], choices: Sequence[Choice] = ()) -> dict[str, int]:
    """Points by printed name of the cards that are not blanked."""
    if len(dict(choices)) < len(list(choices)):
        raise ValueError(f"a card chooses once: {choices}")
    held = hold(hand)
    for chooser, target in sorted(choices, key=lambda choice: CHOOSERS.index(choice[0])):
        choose(held, chooser, target)
    clear_penalties(held)
    blank(held)
    blank_by_own_condition(held)
    active = Hand(held)
    return {card.card.name: points(card, active) for card in active.cards}


def hold(hand: Sequence[str]) -> list[Held]:
    if len(set(hand)) < len(hand) or not set(hand) <= set(CARDS):
        raise ValueError(f"a hand holds different cards of the base set, not {list(hand)}")
    cards = [CARDS[name] for name in hand]
    return [Held(card, card.name, card.suit, card.strength, card.penalty) for card in cards]


# --- Step 2: choices ---------------------------------------------------------------------------


def legal_targets(held: list[Held], chooser: str, book_suits: tuple[str, ...] = SUITS) -> list[str]:
    """What the chooser may choose now; it may also decline. Empty if it is not held."""
    others = [card for card in held if card.card.name != chooser]
    if len(others) == len(held):
        return []
    if chooser == "Doppelgänger":
        return [card.card.name for card in others]
    if chooser == "Mirage":
        return [card.name for card in CARDS.values() if card.suit in MIRAGE_SUITS]
    if chooser == "Shapeshifter":
        return [card.name for card in CARDS.values() if card.suit in SHAPESHIFTER_SUITS]
    if chooser == "Book of Changes":
        # The suit it already has is a legal, idle choice.
        return [f"{card.card.name}:{suit}" for card in others for suit in book_suits]
    # Island comes last, so it may clear a card that became Flood or Flame (ruling, rulebook).
    return [card.card.name for card in held if card.suit in ISLAND_SUITS]


def choose(held: list[Held], chooser: str, target: str) -> None:
    # Whether the Book of Changes may say Wild is open: taken if stated, never sought by best().
    if target not in legal_targets(held, chooser, (*SUITS, WILD)):
        raise ValueError(f"{chooser} may not choose {target!r} in {[c.card.name for c in held]}")
    card = {card.card.name: card for card in held}
    if chooser == "Doppelgänger":  # as printed, never the bonus (ruling, high)
        copied = CARDS[target]
        me = card[chooser]
        me.name, me.suit, me.strength = copied.name, copied.suit, copied.strength
        me.penalty = copied.penalty
    elif chooser in ("Mirage", "Shapeshifter"):  # name and suit only (ruling, high)
        card[chooser].name, card[chooser].suit = target, CARDS[target].suit
    elif chooser == "Book of Changes":
        name, suit = target.split(":")
        card[name].suit = suit
    else:
        card[target].penalty = Penalty()


def legal_choices(hand: Sequence[str]) -> Iterator[list[Choice]]:
    """Every combination of choices, the declined ones left out, in the order of CHOOSERS."""

    def extend(made: list[Choice], choosers: tuple[str, ...]) -> Iterator[list[Choice]]:
        if not choosers:
            yield made
            return
        held = hold(hand)
        for choice in made:
            choose(held, *choice)
        yield from extend(made, choosers[1:])
        for target in legal_targets(held, choosers[0]):
            yield from extend([*made, (choosers[0], target)], choosers[1:])

    yield from extend([], tuple(chooser for chooser in CHOOSERS if chooser in hand))


def best(hand: Sequence[str]) -> tuple[int, list[Choice]]:
    """The highest score over all legal choices; of equal ones the fewest choices made."""
    every = ((score(hand, choices), choices) for choices in legal_choices(hand))
    return max(every, key=lambda result: (result[0], -len(result[1])))


# --- Step 3: clear penalties -------------------------------------------------------------------


def clear_penalties(held: list[Held]) -> None:
    """A clearing card works even if it is blanked later. A copy has no bonus, so clears nothing."""
    for clearing in [card.card for card in held]:
        for card in held:
            if clearing.clears in (ALL, card.suit):
                card.penalty = Penalty()
            if clearing.strikes_army_from in (ALL, card.suit):
                card.struck.add("Army")


# --- Step 4: blank cards -----------------------------------------------------------------------


def would_blank(me: Held, other: Held) -> bool:
    penalty = me.penalty
    named = other.name in penalty.except_names
    if penalty.blanks_all_but:  # the Wildfire names no suit it blanks: no word can be struck
        return not named and other.suit not in penalty.blanks_all_but
    if named and other.suit == CARDS[other.name].suit:
        return False  # "every Flame but Lightning": turned Army, Lightning is just an Army
    suits = penalty.blanks if other is me else penalty.blanks + penalty.blanks_others
    return other.suit in suits and me.still_says(other.suit)


def blank(held: list[Held]) -> None:
    """First resolve from cards nobody blanks; what is left in a cycle is blanked.

    A blanked card blanks nothing, so third cards survive a cycle (rulings: open, likely). A card
    that would blank itself is a cycle of one (ruling, open). When cycles share a card, those of
    one or two cards go first: it is the one reading that explains every published vector.
    """
    undecided = list(held)
    while undecided:
        blankers = {
            card: [other for other in held if not other.blanked and would_blank(other, card)]
            for card in undecided
        }
        doomed = [card for card in undecided
                  if any(other not in undecided for other in blankers[card])]  # fmt: skip
        safe = [card for card in undecided if not blankers[card]]
        if not doomed and not safe:
            doomed = in_short_cycle(blankers) or in_cycle(blankers)
        for card in doomed:
            card.blanked = True
        undecided = [card for card in undecided if card not in doomed and card not in safe]


def in_short_cycle(blankers: dict[Held, list[Held]]) -> list[Held]:
    """Cards that blank themselves, and pairs that blank each other."""
    return [card for card in blankers if any(card in blankers[other] for other in blankers[card])]


def in_cycle(blankers: dict[Held, list[Held]]) -> list[Held]:
    def blanked_through(card: Held) -> set[Held]:
        found: set[Held] = set()
        waiting = list(blankers[card])
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting += blankers[other]
        return found

    return [card for card in blankers if card in blanked_through(card)]


# --- Step 5: cards that blank themselves -------------------------------------------------------


def blank_by_own_condition(held: list[Held]) -> None:
    """Cards whose penalty may blank themselves do so until nothing changes.

    A card is judged once its outcome is certain whatever happens to the cards still in doubt, so
    that without Flame Smoke goes first and a War Dirigible beside it stays (ruling, high). Those
    left in doubt depend on each other: they are taken as all active, those which then blank
    themselves do so together, and judging goes on.
    """
    doubtful = [card for card in held if not card.blanked and has_condition(card)]
    while doubtful:
        certain = [card for card in doubtful if len(outcomes(card, held, doubtful)) == 1]
        doomed = [card for card in certain if outcomes(card, held, doubtful) == {True}]
        if not certain:
            doomed = [card for card in doubtful if fails_condition(card, Hand(held))]
            if not doomed:
                return
        for card in doomed:
            card.blanked = True
        doubtful = [card for card in doubtful if card not in certain and card not in doomed]


def has_condition(card: Held) -> bool:
    return bool(card.penalty.blanked_unless or card.penalty.blanked_with)


def outcomes(card: Held, held: list[Held], doubtful: list[Held]) -> set[bool]:
    """Whether the card fails its condition, for every way the cards in doubt may turn out."""
    sure = [other for other in held if other not in doubtful]
    return {
        fails_condition(card, Hand([*sure, *some]))
        for size in range(len(doubtful) + 1)
        for some in combinations(doubtful, size)
    }


def fails_condition(card: Held, hand: Hand) -> bool:
    needs, shuns = card.penalty.blanked_unless, card.penalty.blanked_with
    lacks = bool(needs) and card.still_says(needs) and not hand.count(needs)
    return lacks or (bool(shuns) and card.still_says(shuns) and hand.count(shuns) > 0)


# --- Step 6: points ----------------------------------------------------------------------------


def points(card: Held, hand: Hand) -> int:
    """Base strength, bonus and what is left of the penalty, of a card that is not blanked."""
    penalty = card.penalty
    counted = [suit for suit in penalty.each_suits if card.still_says(suit)]
    others = [suit for suit in penalty.other_suits if card.still_says(suit)]
    malus = penalty.each * (hand.count(*counted) + hand.count_others(card, *others))
    missing = penalty.unless_suit and not hand.count(penalty.unless_suit)
    if missing and card.still_says(penalty.unless_suit):
        malus += penalty.unless
    return card.strength + card.card.bonus(card, hand) + malus
