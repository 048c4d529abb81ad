"""What a game of The Vale of Eternity is played with, checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim.errors import RealmvaleError
from sim.names import did_you_mean, normalise, shortened
from sim.vale_of_eternity.rulings import RULINGS

if TYPE_CHECKING:
    from sim.cards import CardSet

# Bumped whenever the same seed, cards and policies give other games.
RULES_VERSION = "vale_of_eternity-2"

FEWEST, MOST = 2, 4
AT_RANDOM, BY_DRAFT, WITHOUT = "random", "draft", "none"
WAYS = (AT_RANDOM, BY_DRAFT, WITHOUT)
CARDS_EACH = 2  # revealed a player and round
CURSE_CARDS = 28  # the set's cards (its rulebook's list of components)
_SWITCH = {"true": 1, "yes": 1, "on": 1, "1": 1, "false": 0, "no": 0, "off": 0, "0": 0}


def default_rulings() -> dict[str, int]:
    """Return the switches by name, as they are set unless stated otherwise."""
    return {name: value for name, (_, value, _) in RULINGS.items()}


@dataclass(frozen=True)
class Rules:
    """What is played: seats, and how the rules' open points are decided.

    Attributes
    ----------
    players : int
        Number of seats.
    rulings : dict
        Value of every switch of :mod:`sim.vale_of_eternity.rulings`, by name.
    summoners : str
        How summoners are taken if the deck's sets have any: ``random``, ``draft``, ``none``, or
        names separated by commas, one a seat.
    """

    players: int
    rulings: dict[str, int] = field(default_factory=default_rulings)
    summoners: str = AT_RANDOM


def make_rules(
    players: int | None = None,
    rulings: Mapping[str, int] | None = None,
    summoners: str | None = None,
) -> Rules:
    """Return the rules for a number of players (4 unless stated).

    Parameters
    ----------
    rulings : mapping, optional
        Switches that are set otherwise than usual.
    summoners : str, optional
        See :class:`Rules`; at random unless stated.

    Raises
    ------
    RealmvaleError
        If so many can't play, or there is no such switch.
    """
    if players is None:
        players = MOST
    if not FEWEST <= players <= MOST:
        raise RealmvaleError(
            f"The Vale of Eternity takes {FEWEST} to {MOST} players, not {players}"
        )
    switches = default_rulings()
    for name, value in (rulings or {}).items():
        switches[ruling_name(name)] = int(value)
    return Rules(players, switches, read_summoners(summoners))


def read_summoners(text: str | None) -> str:
    """Return how summoners are taken in canonical form; names are checked with the deck."""
    if text is None:
        return AT_RANDOM
    form = normalise(text)
    if form in WAYS:
        return form
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise RealmvaleError(
            f"'{shortened(text)}' names no summoners; write {', '.join(WAYS)}, or a name for each"
            " seat, separated by commas"
        )
    return ",".join(names)


def ruling_name(text: str) -> str:
    """Return the name of the switch that a text means.

    Raises
    ------
    RealmvaleError
        If there is none; the message suggests the nearest.
    """
    form = normalise(text).replace("-", "_").replace(" ", "_")
    if form not in RULINGS:
        hint = did_you_mean(form, RULINGS) or f"; there are {', '.join(RULINGS)}"
        raise RealmvaleError(f"there is no ruling named '{shortened(text)}'{hint}")
    return form


def parse_rulings(stated: Sequence[str]) -> dict[str, int]:
    """Read switches written as ``name=value``, the value true or false.

    Raises
    ------
    RealmvaleError
        If one can't be read, or is stated twice.
    """
    found: dict[str, int] = {}
    for text in stated:
        name, equals, value = text.partition("=")
        if not equals or value.strip().casefold() not in _SWITCH:
            raise RealmvaleError(
                f"'{shortened(text)}' switches no ruling; write name=true or name=false, as in"
                f" {next(iter(RULINGS))}=true"
            )
        switch = ruling_name(name)
        if switch in found:
            raise RealmvaleError(f"the ruling {switch} is stated twice")
        found[switch] = _SWITCH[value.strip().casefold()]
    return found


def check_deck(rules: Rules, card_set: CardSet) -> None:
    """Check that the deck has cards of every set, and enough for a first round.

    Raises
    ------
    RealmvaleError
        If a set has no cards in the file, or the deck is too small.
    """
    check_sets(card_set)
    need = CARDS_EACH * rules.players
    have = len(card_set.cards)
    if have < need:
        raise RealmvaleError(
            f"{card_set.path}: the deck of {', '.join(card_set.sets)} has {have} cards;"
            f" {rules.players} players need at least {need}, {CARDS_EACH} each a round"
        )
    named_sides(rules, card_set)


def check_sets(card_set: CardSet) -> None:
    """Check that the deck has cards of every set.

    Raises
    ------
    RealmvaleError
        Naming the sets that have none.
    """
    empty = set(card_set.sets) - {card.set for card in card_set.cards}
    if empty:
        raise RealmvaleError(f"{card_set.path} has no cards of the set {', '.join(sorted(empty))}")


def named_sides(rules: Rules, card_set: CardSet) -> list[int]:
    """Return the start side of each seat if summoners are stated by name, else an empty list.

    Raises
    ------
    RealmvaleError
        If a summoner is unknown or named twice, or there are too many or too few of them.
    """
    from sim.vale_of_eternity.sides import find_sides, summoner_names

    have = summoner_names(card_set.sides)
    if rules.summoners in WAYS:
        if rules.summoners != WITHOUT and have and len(have) < rules.players:
            raise RealmvaleError(
                f"{card_set.path} has {len(have)} summoners, too few for {rules.players} players;"
                " play with --summoners none"
            )
        if rules.summoners == BY_DRAFT and not have:
            raise RealmvaleError(
                f"the sets {', '.join(card_set.sets)} have no summoners; the set curse has them"
            )
        return []
    if not have:
        raise RealmvaleError(
            f"the sets {', '.join(card_set.sets)} have no summoners; the set curse has them"
        )
    names = rules.summoners.split(",")
    if len(names) != rules.players:
        raise RealmvaleError(
            f"{len(names)} summoners are named for {rules.players} players; name one a seat"
        )
    sides = [find_sides(card_set.sides, name)[0] for name in names]
    if len(set(sides)) < len(sides):
        raise RealmvaleError("a summoner is named twice; there is one tile of each")
    return sides


#: What every result with both expansions says.
BURR = (
    "Burr, which Curse and Artifacts together bring, is only a name in the rulebook and is not"
    " simulated."
)


def unknown_cards(known: int) -> str:
    """Return the sentence that every result with the set Curse carries while cards are unknown."""
    return (
        f"{CURSE_CARDS - known} of the {CURSE_CARDS} cards of Curse are unknown and not in the"
        " deck: no verdict on Curse as a whole is given."
    )


def unknown_of(card_set: CardSet) -> str:
    """Return that sentence for a deck; empty if it lacks no card of the set Curse, or the set."""
    known = sum(card.set == "curse" for card in card_set.cards)
    if "curse" not in card_set.sets or known >= CURSE_CARDS:
        return ""
    return unknown_cards(known)
