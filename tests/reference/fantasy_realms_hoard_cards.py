"""The cards of the Cursed Hoard suits and the promos, typed in by hand from the facts about them.

``deck_of(sets)`` is the deck that these sets make: a card that replaces another takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .fantasy_realms_cards import (
    ALL,
    ARMY,
    ARTIFACT,
    BEAST,
    CARDS,
    FLAME,
    FLOOD,
    LAND,
    LEADER,
    WEAPON,
    WEATHER,
    WILD,
    WIZARD,
    Card,
    Penalty,
    total_strength,
)

if TYPE_CHECKING:
    from sim.fantasy_realms.compile import Deck

    from .fantasy_realms_scorer import Hand, Held

BUILDING, OUTSIDER, UNDEAD = "Building", "Outsider", "Undead"


def dungeon(me: Held, hand: Hand) -> int:
    """10 for the first of each of three suits, 5 for each further one, 5 for each of the names."""
    points = 0
    for suit in (UNDEAD, BEAST, ARTIFACT):
        points += 5 * hand.count(suit) + (5 if hand.count(suit) else 0)
    names = ("Necromancer", "Warlock Lord", "Demon")
    return points + 5 * sum(card.name in names for card in hand.cards)


def castle(me: Held, hand: Hand) -> int:
    """10 for the first of each kind, and 5 for each other Building beyond the first."""
    kinds = [hand.count(LEADER), hand.count(ARMY), hand.count(LAND)]
    buildings = hand.count_others(me, BUILDING)
    return 10 * sum(map(bool, [*kinds, buildings])) + 5 * max(buildings - 1, 0)


def chapel(me: Held, hand: Hand) -> int:
    return 40 if hand.count(LEADER, WIZARD, OUTSIDER, UNDEAD) == 2 else 0


def judge(me: Held, hand: Hand) -> int:
    """Cards with a penalty; one that only lost a word still has it."""
    return 10 * sum(card.penalty != Penalty() for card in hand.cards)


def lich(me: Held, hand: Hand) -> int:
    return 10 * hand.count_others(me, UNDEAD) + (10 if hand.has("Necromancer") else 0)


def fountain_of_life(me: Held, hand: Hand) -> int:
    suits = (BUILDING, WEAPON, FLOOD, FLAME, LAND, WEATHER)
    return max((card.strength for card in hand.cards if card.is_a(*suits)), default=0)


def jester(me: Held, hand: Hand) -> int:
    """50 if every held card is odd, a blanked one is not; else 3 for each other odd card."""
    odd = [card for card in hand.cards if card.strength % 2 == 1]
    if len(odd) == hand.held:
        return 50
    return 3 * sum(card is not me for card in odd)


_HOARD = [
    Card("Dungeon", BUILDING, 7, bonus=dungeon),
    Card("Castle", BUILDING, 10, bonus=castle),
    Card("Crypt", BUILDING, 21, bonus=total_strength(UNDEAD), penalty=Penalty(blanks=(LEADER,))),
    Card("Chapel", BUILDING, 2, bonus=chapel),
    Card("Garden", LAND, 11, bonus=lambda me, hand: 11 * hand.count(LEADER, BEAST),
         penalty=Penalty(blanked_with=(UNDEAD,), blanked_with_names=("Necromancer", "Demon"))),
    Card("Genie", OUTSIDER, -50, bonus=lambda me, hand: 10 * hand.opponents),
    Card("Judge", OUTSIDER, 11, bonus=judge),
    Card("Angel", OUTSIDER, 16, unblankable=True),  # its choice: see the scorer
    Card("Leprechaun", OUTSIDER, 20),  # its extra card, and the Genie's: see the engine
    Card("Demon", OUTSIDER, 45, penalty=Penalty(blanks_lonely_but=OUTSIDER)),
    Card("Dark Queen", UNDEAD, 10, bonus=lambda me, hand: 5 * (
        hand.in_area(LAND, FLOOD, FLAME, WEATHER) + hand.named_in_area("Unicorn"))),
    Card("Ghoul", UNDEAD, 8,
         bonus=lambda me, hand: 4 * hand.in_area(WIZARD, LEADER, ARMY, BEAST, UNDEAD)),
    Card("Specter", UNDEAD, 12,
         bonus=lambda me, hand: 6 * hand.in_area(WIZARD, ARTIFACT, OUTSIDER)),
    Card("Lich", UNDEAD, 13, bonus=lich, shields=UNDEAD),
    Card("Death Knight", UNDEAD, 14, bonus=lambda me, hand: 7 * hand.in_area(WEAPON, ARMY)),
    # these eight replace the cards of the same name
    Card("Bell Tower", BUILDING, 8,
         bonus=lambda me, hand: 15 if hand.count(WIZARD, UNDEAD) else 0),
    Card("Fountain of Life", FLOOD, 1, bonus=fountain_of_life),
    Card("Great Flood", FLOOD, 32, penalty=Penalty(
        blanks=(ARMY, LAND, FLAME, BUILDING), except_names=("Mountain", "Lightning"))),
    Card("Rangers", ARMY, 5, strikes_army_from=ALL,
         bonus=lambda me, hand: 10 * hand.count(LAND, BUILDING)),
    Card("Necromancer", WIZARD, 3, shields=UNDEAD),
    Card("World Tree", ARTIFACT, 2,
         bonus=lambda me, hand: 70 if hand.all_suits_differ() else 0),
    Card("Shapeshifter", WILD, 0),
    Card("Mirage", WILD, 0),
]  # fmt: skip

_PROMO = [
    Card("Jester", WIZARD, 3, bonus=jester),
    Card("Phoenix", BEAST, 14, also=(FLAME, WEATHER), aloof=True, keeps_suit=True,
         penalty=Penalty(blanked_with=(FLOOD,))),
]  # fmt: skip

_PROMO_ORIGINAL = [
    Card("Phoenix", BEAST, 14, also=(FLAME, WEATHER), fades=True,
         penalty=Penalty(blanked_with=(FLOOD,))),
]  # fmt: skip

SETS = {
    "base": list(CARDS.values()),
    "cursed_hoard": _HOARD,
    "promo": _PROMO,
    "promo_original": _PROMO_ORIGINAL,
}


def deck_of(sets: str) -> dict[str, Card]:
    """Cards by name of sets separated by commas."""
    return {card.name: card for name in sets.split(",") for card in SETS[name]}


#: Cards that the card file gives a longer name, since both printings stand in it.
PRINTED = {"Phoenix (original promo)": "Phoenix"}


def printed_names(deck: Deck) -> list[str]:
    """Names of a compiled deck's cards, in its order, as they are printed."""
    return [PRINTED.get(name, name) for name in deck.names]
