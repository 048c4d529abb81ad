"""One game of a run folder played again, and compared with what the run stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import CheckFailedError, RealmvaleError
from sim.fantasy_realms.blocks import shuffle
from sim.fantasy_realms.explain import Explanation
from sim.fantasy_realms.game import FantasyRealms, reopen
from sim.fantasy_realms.hands import HandScorer
from sim.fantasy_realms.replay import Move, SteppedGame, play_on, seated
from sim.fantasy_realms.state import CHAOS, ENDS
from sim.fantasy_realms.tables import MAX_CARDS
from sim.line_ups import line_up
from sim.manifest import another_version
from sim.policy import Policy
from sim.streams import policy_key, run_key

if TYPE_CHECKING:
    import polars as pl

    from sim.store import Run


@dataclass(frozen=True)
class Replayed:
    """A game of a run, played again to its end.

    Attributes
    ----------
    number, deal, replicate, rotation : int
        The game's id and what it is made of (DESIGN 4.1).
    policies : list of Policy
        Who sat at each seat.
    order : list of int
        The deck before dealing, top first.
    dealt : list of list of int
        Each seat's first hand, in rising order.
    game : SteppedGame
        The game at its end, scored.
    moves : list of Move
    """

    number: int
    deal: int
    replicate: int
    rotation: int
    policies: list[Policy]
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
    deal, replicate, rotation, places = _locate(run, plan, number)
    m = plan.rules.players
    key = run_key(plan.plan.seed)
    game = SteppedGame(plan.deck, plan.rules)
    shuffle(game.board.tables, key, deal, game.state, np.zeros(MAX_CARDS, np.uint64))
    order = [int(card) for card in game.state.deck[: game.state.deck_size]]
    policies = [plan.policies[places[(seat + rotation) % m]] for seat in range(m)]
    keys = [policy_key(key, deal, replicate, seat) for seat in range(m)]
    game.deal(order)
    dealt = [game.hand(seat) for seat in range(m)]
    try:
        moves = play_on(game, seated(game, policies, keys))
    except RealmvaleError as error:
        raise RealmvaleError(f"game {number} of {run.path}: {error}") from error
    return Replayed(number, deal, replicate, rotation, policies, order, dealt, game, moves)


def _locate(run: Run, game: FantasyRealms, number: int) -> tuple[int, int, int, list[int]]:
    """Return (deal, replicate, rotation) of a game id, and the line-up of its deal."""
    m, plan = game.rules.players, game.plan
    rest, rotation = divmod(number, m)
    deal, replicate = divmod(rest, plan.replicates)
    if plan.deals == 0:
        raise RealmvaleError(f"{run.path} has no games")
    if not 0 <= deal < plan.deals:
        last = plan.deals * plan.replicates * m - 1
        raise RealmvaleError(f"{run.path} has no game {number}: its games lie between 0 and {last}")
    places = np.zeros(m, np.int64)
    stream = np.zeros(1, np.uint64)
    key = run_key(plan.seed)
    rotations = line_up(key, deal, m, game.listed, places, stream)
    if rotation >= rotations:
        near = number - rotation
        raise RealmvaleError(
            f"{run.path} has no game {number}: deal {deal} is played in {rotations} of {m}"
            f" rotations, whose games begin at {near}"
        )
    return deal, replicate, rotation, [int(place) for place in places]


def check_replay(run: Run, replayed: Replayed) -> None:
    """Check that a game played again ended as the run says.

    Raises
    ------
    CheckFailedError
        If anything differs; the message names the first difference.
    RealmvaleError
        If the run hasn't stored the game (yet).
    """
    s = replayed.game.state
    ended = {"turns": int(s.turn), "end": ENDS[s.end]}
    stored = _stored(run, "games", replayed)
    if len(stored) != 1:
        raise RealmvaleError(f"{run.path} holds {len(stored)} rows of game {replayed.number}")
    _compare(run, replayed, "", stored[0], ended)
    seats = sorted(_stored(run, "players", replayed), key=lambda row: row["seat"])
    credits = replayed.game.credits()
    for seat, policy in enumerate(replayed.policies):
        result = {
            "seat": seat,
            "policy": policy.name,
            "score": int(s.score[seat]),
            "tie_break": int(s.tie_break[seat]),
            "rank": int(s.rank[seat]),
            "win": credits[seat],
        }
        _compare(run, replayed, f"seat {seat}: ", seats[seat] if seat < len(seats) else {}, result)


def _compare(
    run: Run, replayed: Replayed, who: str, stored: dict[str, Any], found: dict[str, Any]
) -> None:
    for column, value in found.items():
        if stored.get(column) != value:
            other = another_version(run.manifest)
            why = " (the run was made by another version of Realmvale)" if other else ""
            raise CheckFailedError(
                f"game {replayed.number} of {run.path} did not end as the run says: {who}{column}"
                f" is {value} in the replay, {stored.get(column)} in the run{why}"
            )


def _stored(run: Run, table: str, replayed: Replayed) -> list[dict[str, Any]]:
    """Return the game's rows of a table, read from the one block that holds them."""
    import polars as pl

    blocks = [name for name in run.blocks() if int(name.split(".")[0]) <= replayed.deal]
    if not blocks:
        raise RealmvaleError(f"{run.path} has not stored game {replayed.number} yet")
    block: pl.DataFrame = pl.read_parquet(run.path / table / blocks[-1])
    rows = block.filter(pl.col("game") == replayed.number).to_dicts()
    if not rows:
        raise RealmvaleError(
            f"{run.path} has not stored game {replayed.number}; `simulate --resume` plays what is"
            " missing"
        )
    return rows


def explain_hands(replayed: Replayed) -> list[Explanation | None]:
    """Explain each seat's final hand, scored once more on its own; None for an empty hand.

    Raises
    ------
    CheckFailedError
        If a hand's score is another one than the game gave it.
    """
    game, s = replayed.game, replayed.game.state
    names = game.deck.names
    scorer = HandScorer(game.deck, int(s.hand_size))
    explained: list[Explanation | None] = []
    for seat in range(int(s.players)):
        extra = int(s.extra[seat])
        hand = [names[card] for card in game.hand(seat) if card != extra]
        if not hand:
            explained.append(None)
            continue
        checked = scorer.hand(
            hand,
            extra=names[extra] if extra >= 0 else None,
            partial=True,
            from_deck=s.variant == CHAOS,
            discard=[names[card] for card in game.area()],
            players=int(s.players),
        )
        explanation = scorer.explain(checked)
        if explanation.score != s.score[seat]:
            raise CheckFailedError(
                f"game {replayed.number}, seat {seat}: the hand is worth {explanation.score} on its"
                f" own, the game gave it {s.score[seat]}"
            )
        explained.append(explanation)
    return explained
