"""The variants of Fantasy Realms and their limits, checked before anything is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise, shortened

if TYPE_CHECKING:
    from sim.cards import CardSet

# Bumped whenever the same seed, cards and policies give other games.
RULES_VERSION = "fantasy_realms-1"

HAND_SIZE = 7
TURN_CAP = 200
MAX_TURN_CAP = 30_000  # turns are kept in 16 bits

# Variant: (fewest players, most players, cards in the discard area that end the game).
VARIANTS = {"standard": (3, 6, 10), "two-player": (2, 2, 12)}
STANDARD, TWO_PLAYER = VARIANTS


@dataclass(frozen=True)
class Rules:
    """What is played: variant, seats and limits.

    Attributes
    ----------
    variant : str
        ``standard`` or ``two-player``.
    players : int
        Number of seats.
    hand_size : int
        Cards in a full hand.
    end_size : int
        Cards in the discard area that end the game.
    turn_cap : int
        Turns after which a game is stopped and scored as it stands.
    """

    variant: str
    players: int
    hand_size: int
    end_size: int
    turn_cap: int


def make_rules(
    players: int | None = None, variant: str | None = None, turn_cap: int = TURN_CAP
) -> Rules:
    """Return the rules of a game; two players imply the two-player variant, and the other way.

    Raises
    ------
    RealmvaleError
        If variant and number of players don't go together.
    """
    if variant is None:
        variant = TWO_PLAYER if players == 2 else STANDARD
    name = normalise(variant).replace("_", "-").replace(" ", "-")
    if name not in VARIANTS:
        raise RealmvaleError(
            f"there is no variant '{shortened(variant)}'{did_you_mean(name, VARIANTS)};"
            f" the variants are {' and '.join(VARIANTS)}"
        )
    fewest, most, end_size = VARIANTS[name]
    if players is None:
        players = 2 if name == TWO_PLAYER else 4
    if not fewest <= players <= most:
        takes = f"{fewest} to {most}" if fewest < most else f"exactly {fewest}"
        hint = "; two players have a variant of their own, two-player" if players == 2 else ""
        raise RealmvaleError(
            f"the {name} game of Fantasy Realms takes {takes} players, not {players}{hint}"
        )
    if not 1 <= turn_cap <= MAX_TURN_CAP:
        raise RealmvaleError(f"the turn cap must be 1 to {MAX_TURN_CAP} turns, not {turn_cap}")
    return Rules(name, players, HAND_SIZE, end_size, turn_cap)


def check_deck(rules: Rules, card_set: CardSet) -> None:
    """Check that the deck has cards of every set and fills all hands and the discard area.

    Raises
    ------
    RealmvaleError
        If a set has no cards in the file, or the deck is too small.
    """
    empty = set(card_set.sets) - {card.set for card in card_set.cards}
    if empty:
        raise RealmvaleError(f"{card_set.path} has no cards of the set {', '.join(sorted(empty))}")
    need = rules.players * rules.hand_size + rules.end_size
    have = len(card_set.cards)
    if have < need:
        raise RealmvaleError(
            f"{card_set.path}: the deck of {', '.join(card_set.sets)} has {have} cards;"
            f" {rules.players} players need at least {need}, {rules.hand_size} a hand and"
            f" {rules.end_size} in the discard area"
        )
