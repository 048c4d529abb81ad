"""Score a hand of Fantasy Realms, step by step as the rules tell it. Slow, and meant to be read.

A choice is a pair of names: ("Doppelgänger", "Dragon"), ("Mirage", "Rainstorm"),
("Shapeshifter", "King"), ("Book of Changes", "Bell Tower:Wizard"), ("Island", "Wildfire"),
("Angel", "King"). Cards of the hand go by their printed name, whatever they have become.

What lies outside the hand stands in a ``Table``: the deck it comes from, the discard area and the
number of opponents. Without one it is the base set, to which neither of the others matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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
CHOOSERS = ("Doppelgänger", "Mirage", "Shapeshifter", "Book of Changes", "Island", "Angel")


@dataclass(frozen=True)
class Table:
    """What lies outside the hand."""

    deck: dict[str, Card] = field(default_factory=lambda: CARDS)
    area: tuple[str, ...] = ()
    opponents: int = 0

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """All suits of the deck but Wild."""
        new = dict.fromkeys(card.suit for card in self.deck.values() if card.suit != WILD)
        return SUITS + tuple(suit for suit in new if suit not in SUITS)

    def face_suits(self, chooser: str) -> tuple[str, ...]:
        """The suits Mirage or Shapeshifter may take."""
        if chooser == "Mirage":
            return MIRAGE_SUITS + (("Building",) if "Building" in self.suits else ())
        return SHAPESHIFTER_SUITS + (("Undead",) if "Undead" in self.suits else ())


BASE = Table()


@dataclass(eq=False)
class Held:
    """A card of the hand: the printed card, which keeps its bonus, and what it has become."""

    card: Card
    name: str
    suit: str
    strength: int
    penalty: Penalty
    struck: set[str] = field(default_factory=set)  # words struck out of the penalty
    kept: bool = False  # the Angel's choice: cannot be blanked
    blanked: bool = False

    def still_says(self, suit: str) -> bool:
        return suit not in self.struck

    @property
    def suits(self) -> tuple[str, ...]:
        """Its suit, and those it also counts as; that is a bonus, so a copy has them not."""
        return tuple(dict.fromkeys((self.suit, *self.card.also)))

    def is_a(self, *suits: str) -> bool:
        return any(suit in suits for suit in self.suits)

    @property
    def faded(self) -> bool:
        """Blanked, but of a kind that only loses its strength."""
        return self.blanked and self.card.fades


class Hand:
    """The cards that count, as bonuses and penalties see them."""

    def __init__(self, cards: Iterable[Held], table: Table = BASE):
        every = list(cards)
        self.held = len(every)
        self.cards = [card for card in every if not card.blanked or card.faded]
        self.opponents = table.opponents
        self.area = [table.deck[name] for name in table.area]

    def has(self, name: str) -> bool:
        return any(card.name == name for card in self.cards)

    def count(self, *suits: str) -> int:
        """A card of two of these suits counts twice."""
        return sum(suit in suits for card in self.cards for suit in card.suits)

    def count_others(self, me: Held, *suits: str) -> int:
        return sum(suit in suits for card in self.cards if card is not me for suit in card.suits)

    def all_suits_differ(self) -> bool:
        suits = [suit for card in self.cards if not card.blanked for suit in card.suits]
        return len(suits) == len(set(suits))

    def in_area(self, *suits: str) -> int:
        """Cards of the discard area; a bonus works in a hand only, so each has the one suit."""
        return sum(card.suit in suits for card in self.area)

    def named_in_area(self, name: str) -> int:
        return sum(card.name == name for card in self.area)


def score(hand: Sequence[str], choices: Sequence[Choice] = (), table: Table = BASE) -> int:
    """Points of a hand with the stated choices; a choice not stated is declined.

    The discard area never influences a hand of the base set (ruling, guide).
    """
    return sum(card_points(hand, choices, table).values())


def card_points(
    hand: Sequence[str], choices: Sequence[Choice] = (), table: Table = BASE
) -> dict[str, int]:
    """Points by printed name of the cards that are not blanked."""
    if len(dict(choices)) < len(list(choices)):
        raise ValueError(f"a card chooses once: {choices}")
    held = hold(hand, table)
    for chooser, target in sorted(choices, key=lambda choice: CHOOSERS.index(choice[0])):
        choose(held, chooser, target, table)
    clear_penalties(held)
    blank_lonely(held)
    blank(held)
    blank_by_own_condition(held)
    for card in held:
        if card.faded:
            card.strength = 0
    hand_now = Hand(held, table)
    return {card.card.name: points(card, hand_now) for card in hand_now.cards if not card.blanked}


def hold(hand: Sequence[str], table: Table = BASE) -> list[Held]:
    if len(set(hand)) < len(hand) or not set(hand) <= set(table.deck):
        raise ValueError(f"a hand holds different cards of the deck, not {list(hand)}")
    cards = [table.deck[name] for name in hand]
    return [Held(card, card.name, card.suit, card.strength, card.penalty) for card in cards]


# --- Step 2: choices ---------------------------------------------------------------------------


def legal_targets(
    held: list[Held], chooser: str, table: Table = BASE, wild: bool = False
) -> list[str]:
    """What the chooser may choose now; it may also decline. Empty if it is not held."""
    others = [card for card in held if card.card.name != chooser]
    if len(others) == len(held):
        return []
    if chooser in ("Doppelgänger", "Angel"):
        return [card.card.name for card in others]
    if chooser in ("Mirage", "Shapeshifter"):  # by the printed suit
        suits = table.face_suits(chooser)
        return [card.name for card in table.deck.values() if card.suit in suits]
    if chooser == "Book of Changes":
        # The suit it already has is a legal, idle choice.
        suits = table.suits + ((WILD,) if wild else ())
        free = [card.card.name for card in others if not card.card.keeps_suit]
        return [f"{name}:{suit}" for name in free for suit in suits]
    # Island may clear a card that became Flood or Flame (ruling, rulebook).
    return [card.card.name for card in held if card.is_a(*ISLAND_SUITS)]


def choose(held: list[Held], chooser: str, target: str, table: Table = BASE) -> None:
    # Whether the Book of Changes may say Wild is open: taken if stated, never sought by best().
    if target not in legal_targets(held, chooser, table, wild=True):
        raise ValueError(f"{chooser} may not choose {target!r} in {[c.card.name for c in held]}")
    card = {card.card.name: card for card in held}
    if chooser == "Doppelgänger":  # as printed, never the bonus (ruling, high)
        copied = table.deck[target]
        me = card[chooser]
        me.name, me.suit, me.strength = copied.name, copied.suit, copied.strength
        me.penalty = copied.penalty
    elif chooser in ("Mirage", "Shapeshifter"):  # name and suit only (ruling, high)
        card[chooser].name, card[chooser].suit = target, table.deck[target].suit
    elif chooser == "Book of Changes":
        name, suit = target.split(":")
        card[name].suit = suit
    elif chooser == "Island":
        card[target].penalty = Penalty()
    else:
        card[target].kept = True


def legal_choices(hand: Sequence[str], table: Table = BASE) -> Iterator[list[Choice]]:
    """Every combination of choices, the declined ones left out, in the order of CHOOSERS."""

    def extend(made: list[Choice], choosers: tuple[str, ...]) -> Iterator[list[Choice]]:
        if not choosers:
            yield made
            return
        held = hold(hand, table)
        for choice in made:
            choose(held, *choice, table)
        yield from extend(made, choosers[1:])
        for target in legal_targets(held, choosers[0], table):
            yield from extend([*made, (choosers[0], target)], choosers[1:])

    yield from extend([], tuple(chooser for chooser in CHOOSERS if chooser in hand))


def best(hand: Sequence[str], table: Table = BASE) -> tuple[int, list[Choice]]:
    """The highest score over all legal choices; of equal ones the fewest choices made."""
    every = ((score(hand, choices, table), choices) for choices in legal_choices(hand, table))
    return max(every, key=lambda result: (result[0], -len(result[1])))


# --- Step 3: clear penalties -------------------------------------------------------------------


def clear_penalties(held: list[Held]) -> None:
    """A clearing card works even if it is blanked later. A copy has no bonus, so clears nothing."""
    for clearing in [card.card for card in held]:
        for card in held:
            if clearing.clears and (clearing.clears == ALL or card.is_a(clearing.clears)):
                card.penalty = Penalty()
            struck = clearing.strikes_army_from
            if struck and (struck == ALL or card.is_a(struck)):
                card.struck.add("Army")


# --- Step 4: blank cards -----------------------------------------------------------------------


def shielded(card: Held, held: list[Held]) -> bool:
    """Whether nothing can blank the card; a shield holds even if its own card is blanked."""
    shields = {other.card.shields for other in held} - {""}
    return card.card.unblankable or card.kept or card.is_a(*shields)


def blank_lonely(held: list[Held]) -> None:
    """Before all other blanking: whoever is alone in a suit is blanked. It is judged at once."""
    for spared in {card.penalty.blanks_lonely_but for card in held} - {""}:
        count = Counter(suit for card in held for suit in card.suits)
        for card in held:
            lonely = any(count[suit] == 1 for suit in card.suits) and not card.is_a(spared)
            if lonely and not card.card.aloof and not shielded(card, held):
                card.blanked = True


def would_blank(me: Held, other: Held) -> bool:
    penalty = me.penalty
    if other.card.aloof and other is not me:
        return False
    named = other.name in penalty.except_names
    if penalty.blanks_all_but:  # the Wildfire names no suit it blanks: no word can be struck
        return not named and not other.is_a(*penalty.blanks_all_but)
    if named and other.suit == CARDS[other.name].suit:
        return False  # "every Flame but Lightning": turned Army, Lightning is just an Army
    suits = penalty.blanks if other is me else penalty.blanks + penalty.blanks_others
    return any(suit in suits and me.still_says(suit) for suit in other.suits)


def blank(held: list[Held]) -> None:
    """First resolve from cards nobody blanks; what is left in a cycle is blanked.

    A blanked card blanks nothing, so third cards survive a cycle (rulings: open, likely). A card
    that would blank itself is a cycle of one (ruling, open). When cycles share a card, those of
    one or two cards go first: it is the one reading that explains every published vector.
    """
    undecided = [card for card in held if not card.blanked]
    while undecided:
        blankers = {
            card: [
                other
                for other in held
                if not other.blanked and would_blank(other, card) and not shielded(card, held)
            ]
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
    doubtful = [
        card
        for card in held
        if not card.blanked and has_condition(card) and not shielded(card, held)
    ]
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
    penalty = card.penalty
    return bool(penalty.blanked_unless or penalty.blanked_with or penalty.blanked_with_names)


def outcomes(card: Held, held: list[Held], doubtful: list[Held]) -> set[bool]:
    """Whether the card fails its condition, for every way the other cards in doubt may turn out.

    The card itself is there: one that its own new suit blanks is blanked, and blanks nothing.
    """
    others = [other for other in doubtful if other is not card]
    sure = [other for other in held if other not in others or other.card.fades]
    return {
        fails_condition(card, Hand([*sure, *some]))
        for size in range(len(others) + 1)
        for some in combinations(others, size)
    }


def fails_condition(card: Held, hand: Hand) -> bool:
    penalty = card.penalty
    needs = penalty.blanked_unless
    if needs and card.still_says(needs) and not hand.count(needs):
        return True
    shunned = [suit for suit in penalty.blanked_with if card.still_says(suit)]
    return any(
        other.is_a(*shunned) or other.name in penalty.blanked_with_names
        for other in hand.cards
        if other is card or not other.card.aloof
    )


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
