"""The variants of Fantasy Realms and their limits, checked before anything is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise, shortened

if TYPE_CHECKING:
    from sim.cards import CardSet

# Bumped whenever the same seed, cards and policies give other games.
RULES_VERSION = "fantasy_realms-1"

HAND_SIZE = 7
# Sets with larger hands: (cards in a full hand, cards in the discard area that end the game).
LARGER = {"cursed_hoard": (8, 12)}
TURN_CAP = 200
MAX_TURN_CAP = 30_000  # turns are kept in 16 bits
TICKS_A_PLAYER = 30

# Variant: (fewest players, most players, cards in the discard area that end the game).
# Chaos has no discard area: its end is a matter of time.
VARIANTS = {"standard": (3, 6, 10), "two-player": (2, 2, 12), "chaos": (3, 7, 0)}
STANDARD, TWO_PLAYER, CHAOS = VARIANTS


@dataclass(frozen=True)
class Rules:
    """What is played: variant, seats and limits.

    Attributes
    ----------
    variant : str
        ``standard``, ``two-player`` or ``chaos``.
    players : int
        Number of seats.
    hand_size : int
        Cards in a full hand.
    end_size : int
        Cards in the discard area that end the game.
    turn_cap : int
        Turns after which a game is stopped and scored as it stands; in Chaos the trading ticks
        that the time agreed on lasts.
    """

    variant: str
    players: int
    hand_size: int
    end_size: int
    turn_cap: int


def _larger(sets: Sequence[str]) -> list[tuple[int, int]]:
    """Return the sizes of those sets in use that have their own."""
    forms = {normalise(name) for name in sets}
    return [sizes for name, sizes in LARGER.items() if normalise(name) in forms]


def hand_size_of(sets: Sequence[str]) -> int:
    """Return the cards of a full hand with the sets in use."""
    return max([HAND_SIZE, *(hand for hand, _ in _larger(sets))])


def make_rules(
    players: int | None = None,
    variant: str | None = None,
    turn_cap: int | None = None,
    ticks: int | None = None,
    sets: Sequence[str] = ("base",),
) -> Rules:
    """Return the rules of a game; two players imply the two-player variant, and the other way.

    Parameters
    ----------
    players, variant : optional
        4 players and the standard game if nothing else follows from the other one.
    turn_cap : int, optional
        Of a game with turns; ``TURN_CAP`` by default.
    ticks : int, optional
        Trading ticks of a Chaos game; ``TICKS_A_PLAYER`` a player by default.
    sets : sequence of str
        Sets in use: with some of them hands and discard area hold more cards.

    Raises
    ------
    RealmvaleError
        If variant, number of players and limit don't go together.
    """
    if variant is None:
        variant = TWO_PLAYER if players == 2 else STANDARD
    name = normalise(variant).replace("_", "-").replace(" ", "-")
    if name not in VARIANTS:
        raise RealmvaleError(
            f"there is no variant '{shortened(variant)}'{did_you_mean(name, VARIANTS)};"
            f" the variants are {', '.join(VARIANTS)}"
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
    limit = _ticks(players, turn_cap, ticks) if name == CHAOS else _turn_cap(name, turn_cap, ticks)
    if name != CHAOS:
        end_size = max([end_size, *(area for _, area in _larger(sets))])
    return Rules(name, players, hand_size_of(sets), end_size, limit)


def _turn_cap(variant: str, turn_cap: int | None, ticks: int | None) -> int:
    """Return the turn cap of a game with turns."""
    if ticks is not None:
        raise RealmvaleError(
            f"the {variant} game has turns, no trading ticks; state the variant {CHAOS} for"
            f" {ticks} ticks, or a turn cap"
        )
    cap = TURN_CAP if turn_cap is None else turn_cap
    if not 1 <= cap <= MAX_TURN_CAP:
        raise RealmvaleError(f"the turn cap must be 1 to {MAX_TURN_CAP} turns, not {cap}")
    return cap


def _ticks(players: int, turn_cap: int | None, ticks: int | None) -> int:
    """Return the trading ticks of a Chaos game."""
    if turn_cap is not None:
        raise RealmvaleError(
            f"the {CHAOS} game has no turns, so no turn cap; its length is stated in trading ticks"
        )
    number = TICKS_A_PLAYER * players if ticks is None else ticks
    if not 1 <= number <= MAX_TURN_CAP:
        raise RealmvaleError(f"a game has 1 to {MAX_TURN_CAP} trading ticks, not {number}")
    return number


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
    area = f" and {rules.end_size} in the discard area" if rules.end_size else ""
    if have < need:
        raise RealmvaleError(
            f"{card_set.path}: the deck of {', '.join(card_set.sets)} has {have} cards;"
            f" {rules.players} players need at least {need}, {rules.hand_size} a hand{area}"
        )
