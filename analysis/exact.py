"""All hands of a deck, counted: what ``realmvale exact`` works out before it writes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.exact.ends import End, find_end
from sim.fantasy_realms.exact.extra import ExtraHand, best_extra_hands
from sim.fantasy_realms.exact.hands import AllHands, fill, open_hands
from sim.fantasy_realms.exact.scores import Scores, all_scores
from sim.fantasy_realms.exact.uses import Uses, all_uses

SHOWN = 100  # hands of each end of the ranking


@dataclass(frozen=True)
class Exact:
    """What was counted of all hands of a deck.

    Attributes
    ----------
    hands : AllHands
        With the complete hand table.
    scores : Scores
    uses : Uses or None
        None if choices and blanked cards weren't asked for.
    best, worst : End
        The hands at the ends of the ranking.
    extras : list of ExtraHand
        The best hand with an extra card, for each card that takes one.
    """

    hands: AllHands
    scores: Scores
    uses: Uses | None
    best: End
    worst: End
    extras: list[ExtraHand]

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.hands.deck


def count_all(
    deck: Deck,
    *,
    details: bool = True,
    workers: int | None = None,
    quiet: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> Exact:
    """Count all hands of a deck; what earlier sittings worked out isn't worked out again.

    Parameters
    ----------
    deck : Deck
    details : bool
        Count choices and blanked cards too. That needs every hand scored even if the hand table
        is complete already.
    workers : int, optional
        Threads; by default one a core.
    quiet : bool
        Show no progress.
    say : callable
        Gets a line before each part of the work.

    Raises
    ------
    RealmvaleError
        For a deck that has no hand table.
    """
    hands, trouble = open_hands(deck)
    if trouble:
        say(trouble)
    say(f"scoring all {hands.total:,} hands")
    uses = all_uses(hands, workers, quiet) if details else None
    fill(hands, workers, quiet)
    scores = all_scores(hands, workers)
    best = find_end(hands, scores, SHOWN, best=True)
    worst = find_end(hands, scores, SHOWN, best=False)
    extras = []
    if takes_extra(deck):
        say("searching for the best hand with an extra card")
        extras = best_extra_hands(hands, scores, workers, quiet)
    return Exact(hands, scores, uses, best, worst, extras)


def takes_extra(deck: Deck) -> bool:
    """Tell whether a card of the deck takes an extra card."""
    return bool(deck.tables[0].extra.any())
