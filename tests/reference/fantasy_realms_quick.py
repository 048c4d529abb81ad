"""The best score of a hand with fewer trials than the brute force, and the same answer.

Three kinds of choices are left out, because another choice is always as good:

- a name no held card asks for: within a suit all such names do the same, save that the Collector
  counts a held name once, so one that is not held stands for them all;
- a suit the card already has (Book of Changes), which changes nothing;
- a card without a penalty (Island), which clears nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .fantasy_realms_cards import Penalty
from .fantasy_realms_scorer import (
    BASE,
    CHOOSERS,
    Choice,
    Held,
    Table,
    choose,
    hold,
    legal_targets,
    score,
)

# Names a bonus asks for; the names in a penalty stand in the card table.
ASKED = {
    "Mountain": {"Smoke", "Wildfire"},
    "Cavern": {"Dwarvish Infantry", "Dragon"},
    "Forest": {"Elven Archers"},
    "Whirlwind": {"Rainstorm", "Blizzard", "Great Flood"},
    "Candle": {"Book of Changes", "Bell Tower"},
    "Lightning": {"Rainstorm"},
    "King": {"Queen"},
    "Queen": {"King"},
    "Unicorn": {"Princess", "Empress", "Queen", "Enchantress"},
    "Hydra": {"Swamp"},
    "Sword of Keth": {"Shield of Keth"},
    "Elven Longbow": {"Elven Archers", "Warlord", "Beastmaster"},
    "Shield of Keth": {"Sword of Keth"},
    "Dungeon": {"Necromancer", "Warlock Lord", "Demon"},
    "Lich": {"Necromancer"},
}


def best_quick(hand: Sequence[str], table: Table = BASE) -> tuple[int, list[Choice]]:
    """The highest score; of equal ones the fewest choices among those tried."""
    every = ((score(hand, choices, table), choices) for choices in useful_choices(hand, table))
    return max(every, key=lambda result: (result[0], -len(result[1])))


def useful_choices(hand: Sequence[str], table: Table = BASE) -> Iterator[list[Choice]]:
    def extend(made: list[Choice], choosers: list[str]) -> Iterator[list[Choice]]:
        if not choosers:
            yield made
            return
        held = hold(hand, table)
        for choice in made:
            choose(held, *choice, table)
        yield from extend(made, choosers[1:])
        for target in useful_targets(held, choosers[0], table):
            yield from extend([*made, (choosers[0], target)], choosers[1:])

    yield from extend([], [chooser for chooser in CHOOSERS if chooser in hand])


def useful_targets(held: list[Held], chooser: str, table: Table = BASE) -> list[str]:
    legal = legal_targets(held, chooser, table)
    card = {card.card.name: card for card in held}
    if chooser in ("Mirage", "Shapeshifter"):
        return useful_names(held, table.face_suits(chooser), table)
    if chooser == "Book of Changes":
        pairs = [target.split(":") for target in legal]
        return [f"{name}:{suit}" for name, suit in pairs if card[name].suit != suit]
    if chooser == "Island":
        return [target for target in legal if card[target].penalty != Penalty()]
    return legal


def useful_names(held: list[Held], suits: tuple[str, ...], table: Table = BASE) -> list[str]:
    asked: set[str] = set()
    for card in held:
        asked |= ASKED.get(card.card.name, set()) | set(card.penalty.except_names)
        asked |= set(card.penalty.blanked_with_names)
    useful = []
    for suit in suits:
        names = [card.name for card in table.deck.values() if card.suit == suit]
        idle = [name for name in names if name not in asked]
        fresh = [name for name in idle if name not in {card.name for card in held}]
        useful += [name for name in names if name in asked] + (fresh[:1] or idle)
    return useful
