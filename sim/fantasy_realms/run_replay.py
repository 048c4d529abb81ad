"""One game of a run folder played again, and compared with what the run stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sim.errors import CheckFailedError, RealmvaleError
from sim.fantasy_realms.blocks import shuffle
from sim.fantasy_realms.explain import Explanation
from sim.fantasy_realms.game import reopen
from sim.fantasy_realms.hands import Hand, HandScorer
from sim.fantasy_realms.replay import Move, SteppedGame, play_on, seated
from sim.fantasy_realms.state import ENDS
from sim.fantasy_realms.tables import MAX_CARDS
from sim.replays import Place, check_result, locate
from sim.streams import run_key

if TYPE_CHECKING:
    from sim.store import Run


@dataclass(frozen=True)
class Replayed(Place):
    """A game of a run, played again to its end.

    Attributes
    ----------
    order : list of int
        The deck before dealing, top first.
    dealt : list of list of int
        Each seat's first hand, in rising order.
    game : SteppedGame
        The game at its end, scored.
    moves : list of Move
    """

    order: list[int]
    dealt: list[list[int]]
    game: SteppedGame
    moves: list[Move]


def replay_game(run: Run, number: int) -> Replayed:
    """Play one game of a run again, and no other.

    Raises
    ------
    RealmvaleError
        If the run has no such game, or its cards or policies have changed since.
    """
    plan = reopen(run)
    place = locate(run, plan, number)
    key = run_key(plan.plan.seed)
    game = SteppedGame(plan.deck, plan.rules)
    shuffle(game.board.tables, key, place.deal, game.state, np.zeros(MAX_CARDS, np.uint64))
    order = [int(card) for card in game.state.deck[: game.state.deck_size]]
    game.deal(order)
    dealt = [game.hand(seat) for seat in range(plan.rules.players)]
    try:
        moves = play_on(game, seated(game, place.policies, place.keys))
    except RealmvaleError as error:
        raise RealmvaleError(f"game {number} of {run.path}: {error}") from error
    return Replayed(**vars(place), order=order, dealt=dealt, game=game, moves=moves)


def check_replay(run: Run, replayed: Replayed) -> None:
    """Check that a game played again ended as the run says (:func:`sim.replays.check_result`)."""
    s = replayed.game.state
    credits = replayed.game.credits()
    seats = [
        {
            "seat": seat,
            "policy": policy.name,
            "score": int(s.score[seat]),
            "tie_break": int(s.tie_break[seat]),
            "rank": int(s.rank[seat]),
            "win": credits[seat],
        }
        for seat, policy in enumerate(replayed.policies)
    ]
    check_result(run, replayed, {"turns": int(s.turn), "end": ENDS[s.end]}, seats)


def explain_hands(replayed: Replayed) -> list[Explanation | None]:
    """Explain each seat's final hand, scored once more on its own; None for an empty hand.

    Raises
    ------
    CheckFailedError
        If a hand's score is another one than the game gave it.
    """
    game, s = replayed.game, replayed.game.state
    scorer = HandScorer(game.deck, int(s.hand_size))
    explained: list[Explanation | None] = []
    for seat in range(int(s.players)):
        extras = game.extras(seat)
        hand = [card for card in game.hand(seat) if card not in extras]
        if not hand:
            explained.append(None)
            continue
        last = extras[-1] if extras else None
        cards = (*hand, *extras)
        final = Hand(cards, last, tuple(game.area()), int(s.players) - 1, tuple(extras))
        explanation = scorer.explain(final)
        if explanation.score != s.score[seat]:
            raise CheckFailedError(
                f"game {replayed.number}, seat {seat}: the hand is worth {explanation.score}"
                f" on its own, the game gave it {s.score[seat]}"
            )
        explained.append(explanation)
    return explained
