"""The 53 cards of Fantasy Realms as the reference sees them, typed in by hand.

A bonus is a function of (me, hand): hand holds the cards that are not blanked, and answers
``has(name)``, ``count(suits)`` and ``count_others(me, suits)``. A penalty is data, because the
Rangers and the Warship strike a word out of it, which a function could not undergo.

The cards of the other sets stand in ``fantasy_realms_hoard_cards``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .fantasy_realms_scorer import Hand, Held

LAND, FLOOD, WEATHER, FLAME, ARMY = "Land", "Flood", "Weather", "Flame", "Army"
WIZARD, LEADER, BEAST, WEAPON, ARTIFACT = "Wizard", "Leader", "Beast", "Weapon", "Artifact"
WILD = "Wild"
SUITS = (LAND, FLOOD, WEATHER, FLAME, ARMY, WIZARD, LEADER, BEAST, WEAPON, ARTIFACT)
ALL = "every card"

MIRAGE_SUITS = (ARMY, LAND, WEATHER, FLOOD, FLAME)
SHAPESHIFTER_SUITS = (ARTIFACT, LEADER, WIZARD, WEAPON, BEAST)
NECROMANCER_SUITS = (ARMY, LEADER, WIZARD, BEAST)
ISLAND_SUITS = (FLOOD, FLAME)


@dataclass(frozen=True)
class Penalty:
    """Everything in a penalty box. ``except_names`` belongs to ``blanks`` or ``blanks_all_but``."""

    each: int = 0  # points for each card of each_suits (itself too) or other_suits (others only)
    each_suits: tuple[str, ...] = ()
    other_suits: tuple[str, ...] = ()
    unless: int = 0  # points when there is no card of unless_suit
    unless_suit: str = ""
    blanks: tuple[str, ...] = ()
    blanks_others: tuple[str, ...] = ()
    blanks_all_but: tuple[str, ...] = ()
    except_names: tuple[str, ...] = ()
    blanks_lonely_but: str = ""  # before all others: cards alone in their suit, but of this one
    blanked_unless: str = ""
    blanked_with: tuple[str, ...] = ()
    blanked_with_names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card as printed; ``clears`` and ``strikes_army_from`` belong to its bonus."""

    name: str
    suit: str
    strength: int
    bonus: Callable[[Held, Hand], int] = lambda me, hand: 0
    penalty: Penalty = Penalty()
    clears: str = ""  # suit whose penalties it removes, or ALL
    strikes_army_from: str = ""  # suit whose penalties lose the word Army, or ALL
    shields: str = ""  # suit whose cards cannot be blanked
    unblankable: bool = False
    also: tuple[str, ...] = ()  # suits it has besides its own, in a hand
    aloof: bool = False  # no other card blanks it, and it makes no other card blank itself
    keeps_suit: bool = False  # the Book of Changes cannot change it
    fades: bool = False  # if blanked, only its strength is gone


def king_or_queen(partner: str) -> Callable[[Held, Hand], int]:
    return lambda me, hand: (20 if hand.has(partner) else 5) * hand.count(ARMY)


def sword_or_shield(partner: str, alone: int) -> Callable[[Held, Hand], int]:
    """40 with a Leader and the partner, the smaller bonus with a Leader only."""

    def bonus(me: Held, hand: Hand) -> int:
        if not hand.count(LEADER):
            return 0
        return 40 if hand.has(partner) else alone

    return bonus


def elemental(suit: str) -> Callable[[Held, Hand], int]:
    return lambda me, hand: 15 * hand.count_others(me, suit)


def whirlwind(me: Held, hand: Hand) -> int:
    return 40 if hand.has("Rainstorm") and (hand.has("Blizzard") or hand.has("Great Flood")) else 0


def candle(me: Held, hand: Hand) -> int:
    complete = hand.has("Book of Changes") and hand.has("Bell Tower") and hand.count(WIZARD)
    return 100 if complete else 0


def unicorn(me: Held, hand: Hand) -> int:
    if hand.has("Princess"):
        return 30
    return 15 if any(hand.has(name) for name in ("Empress", "Queen", "Enchantress")) else 0


def longbow(me: Held, hand: Hand) -> int:
    return 30 if any(hand.has(name) for name in ("Elven Archers", "Warlord", "Beastmaster")) else 0


def fountain_of_life(me: Held, hand: Hand) -> int:
    """One card only, the highest; its own strength qualifies (ruling, high)."""
    suits = (WEAPON, FLOOD, FLAME, LAND, WEATHER)
    return max((card.strength for card in hand.cards if card.is_a(*suits)), default=0)


def collector(me: Held, hand: Hand) -> int:
    """Every suit scores; a copied name counts once (rulings: designer, high)."""
    names = defaultdict(set)
    for card in hand.cards:
        for suit in card.suits:
            names[suit].add(card.name)
    return sum({0: 0, 1: 0, 2: 0, 3: 10, 4: 40}.get(len(held), 100) for held in names.values())


def gem_of_order(me: Held, hand: Hand) -> int:
    """Every run scores (ruling, designer); a card belongs to one run only.

    The worth of a run grows faster than its length, so the best runs are: one card of each
    strength first, cut into runs; then again with the cards left over.
    """
    left = Counter(card.strength for card in hand.cards)
    points = 0
    while left:
        for strength in sorted(left):
            if strength - 1 not in left:
                length = 1
                while strength + length in left:
                    length += 1
                points += {1: 0, 2: 0, 3: 10, 4: 30, 5: 60, 6: 100}.get(length, 150)
        left -= Counter(set(left))
    return points


def world_tree(me: Held, hand: Hand) -> int:
    return 50 if hand.all_suits_differ() else 0


def total_strength(suit: str) -> Callable[[Held, Hand], int]:
    return lambda me, hand: sum(card.strength for card in hand.cards if card.is_a(suit))


_TABLE = [
    Card("Mountain", LAND, 9, clears=FLOOD,
         bonus=lambda me, hand: 50 if hand.has("Smoke") and hand.has("Wildfire") else 0),
    Card("Cavern", LAND, 6, clears=WEATHER,
         bonus=lambda me, hand: 25 if hand.has("Dwarvish Infantry") or hand.has("Dragon") else 0),
    Card("Bell Tower", LAND, 8, bonus=lambda me, hand: 15 if hand.count(WIZARD) else 0),
    # Two cards named Elven Archers give 12 once (ruling, likely).
    Card("Forest", LAND, 7,
         bonus=lambda me, hand: 12 * hand.count(BEAST) + (12 if hand.has("Elven Archers") else 0)),
    Card("Earth Elemental", LAND, 4, bonus=elemental(LAND)),
    Card("Fountain of Life", FLOOD, 1, bonus=fountain_of_life),
    Card("Swamp", FLOOD, 18, penalty=Penalty(each=-3, each_suits=(ARMY, FLAME))),
    Card("Great Flood", FLOOD, 32,
         penalty=Penalty(blanks=(ARMY, LAND, FLAME), except_names=("Mountain", "Lightning"))),
    Card("Island", FLOOD, 14),  # its choice: see the scorer
    Card("Water Elemental", FLOOD, 4, bonus=elemental(FLOOD)),
    Card("Rainstorm", WEATHER, 8, bonus=lambda me, hand: 10 * hand.count(FLOOD),
         penalty=Penalty(blanks=(FLAME,), except_names=("Lightning",))),
    Card("Blizzard", WEATHER, 30,
         penalty=Penalty(blanks=(FLOOD,), each=-5, each_suits=(ARMY, LEADER, BEAST, FLAME))),
    Card("Smoke", WEATHER, 27, penalty=Penalty(blanked_unless=FLAME)),
    Card("Whirlwind", WEATHER, 13, bonus=whirlwind),
    Card("Air Elemental", WEATHER, 4, bonus=elemental(WEATHER)),
    Card("Wildfire", FLAME, 40, penalty=Penalty(
        # A card of suit Wild is spared (ruling, open).
        blanks_all_but=(FLAME, WIZARD, WEATHER, WEAPON, ARTIFACT, WILD),
        except_names=("Mountain", "Great Flood", "Island", "Unicorn", "Dragon"))),
    Card("Candle", FLAME, 2, bonus=candle),
    Card("Forge", FLAME, 9, bonus=lambda me, hand: 9 * hand.count(WEAPON, ARTIFACT)),
    Card("Lightning", FLAME, 11, bonus=lambda me, hand: 30 if hand.has("Rainstorm") else 0),
    Card("Fire Elemental", FLAME, 4, bonus=elemental(FLAME)),
    Card("Knights", ARMY, 20, penalty=Penalty(unless=-8, unless_suit=LEADER)),
    Card("Elven Archers", ARMY, 10, bonus=lambda me, hand: 0 if hand.count(WEATHER) else 5),
    Card("Light Cavalry", ARMY, 17, penalty=Penalty(each=-2, each_suits=(LAND,))),
    Card("Dwarvish Infantry", ARMY, 15, penalty=Penalty(each=-2, other_suits=(ARMY,))),
    Card("Rangers", ARMY, 5, strikes_army_from=ALL, bonus=lambda me, hand: 10 * hand.count(LAND)),
    Card("Collector", WIZARD, 7, bonus=collector),
    Card("Beastmaster", WIZARD, 9, clears=BEAST, bonus=lambda me, hand: 9 * hand.count(BEAST)),
    Card("Necromancer", WIZARD, 3),  # its eighth card: see the engine
    Card("Warlock Lord", WIZARD, 25,
         penalty=Penalty(each=-10, each_suits=(LEADER,), other_suits=(WIZARD,))),
    Card("Enchantress", WIZARD, 5,
         bonus=lambda me, hand: 5 * hand.count(LAND, WEATHER, FLOOD, FLAME)),
    Card("King", LEADER, 8, bonus=king_or_queen("Queen")),
    Card("Queen", LEADER, 6, bonus=king_or_queen("King")),
    Card("Princess", LEADER, 2,
         bonus=lambda me, hand: 8 * (hand.count(ARMY, WIZARD) + hand.count_others(me, LEADER))),
    Card("Warlord", LEADER, 4, bonus=total_strength(ARMY)),
    Card("Empress", LEADER, 15, bonus=lambda me, hand: 10 * hand.count(ARMY),
         penalty=Penalty(each=-5, other_suits=(LEADER,))),
    Card("Unicorn", BEAST, 9, bonus=unicorn),
    Card("Basilisk", BEAST, 35, penalty=Penalty(blanks=(ARMY, LEADER), blanks_others=(BEAST,))),
    Card("Warhorse", BEAST, 6, bonus=lambda me, hand: 14 if hand.count(LEADER, WIZARD) else 0),
    Card("Dragon", BEAST, 30, penalty=Penalty(unless=-40, unless_suit=WIZARD)),
    Card("Hydra", BEAST, 12, bonus=lambda me, hand: 28 if hand.has("Swamp") else 0),
    Card("Warship", WEAPON, 23, strikes_army_from=FLOOD, penalty=Penalty(blanked_unless=FLOOD)),
    Card("Magic Wand", WEAPON, 1, bonus=lambda me, hand: 25 if hand.count(WIZARD) else 0),
    Card("Sword of Keth", WEAPON, 7, bonus=sword_or_shield("Shield of Keth", 10)),
    Card("Elven Longbow", WEAPON, 3, bonus=longbow),
    Card("War Dirigible", WEAPON, 35,
         penalty=Penalty(blanked_unless=ARMY, blanked_with=(WEATHER,))),
    Card("Shield of Keth", ARTIFACT, 4, bonus=sword_or_shield("Sword of Keth", 15)),
    Card("Gem of Order", ARTIFACT, 5, bonus=gem_of_order),
    Card("World Tree", ARTIFACT, 2, bonus=world_tree),
    Card("Book of Changes", ARTIFACT, 3),  # its choice, and those of the Wild cards: see the scorer
    Card("Protection Rune", ARTIFACT, 1, clears=ALL),
    Card("Shapeshifter", WILD, 0),
    Card("Mirage", WILD, 0),
    Card("Doppelgänger", WILD, 0),
]  # fmt: skip

CARDS = {card.name: card for card in _TABLE}
