"""Games played by built-in policies and recorded move by move, for the tests of play."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np

from sim.fantasy_realms.compile import Deck
from sim.fantasy_realms.replay import Move, SteppedGame, play_on, seated
from sim.fantasy_realms.rules import TURN_CAP, make_rules
from sim.fantasy_realms.state import DECK, ENDS, MOVE_DISCARD, MOVE_DRAW, MOVE_TAKE
from sim.fantasy_realms.words import LAST_MOVES
from sim.policy import Policy, load_policies
from sim.policy_rows import param_rows

BUILT_IN = ["random", "strongest", "cautious", "greedy"]
THINKING = ["planner", "denier", "rollout:n=2"]  # slower: a game takes many thousand hands


@dataclass(frozen=True)
class Recorded:
    """One finished game: what was dealt, what was done, how it ended."""

    players: int
    order: list[int]
    moves: list[Move]
    hands: list[list[int]]
    area: list[int]
    turns: int
    end: str
    scores: list[int]
    tie_breaks: list[int]
    ranks: list[int]
    credits: list[float]
    extras: list[int]


def policies(names: list[str]) -> list[Policy]:
    """Return built-in policies, one a name."""
    return load_policies(names, "fantasy_realms")


def params_of(policy: Policy) -> np.ndarray:
    """Return the parameters of a compiled policy as it reads them."""
    return param_rows([policy])[0]


def stepped(deck: Deck, players: int, turn_cap: int = TURN_CAP) -> SteppedGame:
    """Return a game not yet dealt; two players play the two-player game."""
    return SteppedGame(deck, make_rules(players, turn_cap=turn_cap, sets=deck.card_set.sets))


def stepped_chaos(
    deck: Deck, players: int, ticks: int | None = None, meetings: int = 1
) -> SteppedGame:
    """Return a game of Chaos not yet dealt; the key says who will meet whom."""
    game = SteppedGame(deck, make_rules(players, "chaos", ticks=ticks, sets=deck.card_set.sets))
    game.state.meetings = meetings
    return game


def deciders(game: SteppedGame, names: list[str], seed: int):
    """Return what lets these policies decide, one a seat, each with a stream of its own."""
    keys = [1_000_003 * seed + seat for seat in range(len(names))]
    return seated(game, policies(names), keys)


def record(deck: Deck, names: list[str], seed: int, turn_cap: int = TURN_CAP) -> Recorded:
    """Play one game on a deck shuffled by numpy and return what happened."""
    return _play(stepped(deck, len(names), turn_cap), names, seed)


def record_chaos(deck: Deck, names: list[str], seed: int, ticks: int | None = None) -> Recorded:
    """Play one game of Chaos on a deck shuffled by numpy and return what happened."""
    return _play(stepped_chaos(deck, len(names), ticks, 7919 * seed + 1), names, seed)


def _play(game: SteppedGame, names: list[str], seed: int) -> Recorded:
    deck = game.deck
    order = [int(card) for card in np.random.default_rng(seed).permutation(len(deck.names))]
    game.deal(order)
    moves = play_on(game, deciders(game, names, seed))
    return recorded(game, order, moves)


def recorded(game: SteppedGame, order: list[int], moves: list[Move]) -> Recorded:
    """Return the record of a game that is over and scored."""
    s, seats = game.state, range(game.state.players)
    return Recorded(
        players=len(seats),
        order=order,
        moves=list(moves),
        hands=[game.hand(seat) for seat in seats],
        area=game.area(),
        turns=int(s.turn),
        end=ENDS[s.end],
        scores=[int(s.score[seat]) for seat in seats],
        tie_breaks=[int(s.tie_break[seat]) for seat in seats],
        ranks=[int(s.rank[seat]) for seat in seats],
        credits=game.credits(),
        extras=[int(s.extra[seat]) for seat in seats],
    )


def decisions(moves: list[Move]) -> list[tuple[int, int]]:
    """Return (seat, option) for each decision; cards drawn together are one draw."""
    made: list[tuple[int, int]] = []
    drawing = 0
    for move in moves:
        if move.kind in (MOVE_TAKE, MOVE_DISCARD):
            made.append((move.seat, move.card))
        elif move.kind == MOVE_DRAW and move.turn != drawing:
            made.append((move.seat, DECK))
            drawing = move.turn
    return made


def turns_of(game: Recorded) -> list[list[Move]]:
    """Return the moves of each turn, extra cards left out."""
    played = [move for move in game.moves if move.kind not in LAST_MOVES]
    return [list(group) for _, group in groupby(played, key=lambda move: move.turn)]
