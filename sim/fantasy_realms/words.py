"""Moves and ends of a game in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sim.fantasy_realms.english import listing
from sim.fantasy_realms.replay import Move
from sim.fantasy_realms.state import (
    END_DISCARDS,
    END_EXHAUSTED,
    END_TIME,
    END_TURN_CAP,
    MOVE_ACCEPT,
    MOVE_ADD,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXTRA,
    MOVE_LOOK,
    MOVE_OFFER,
    MOVE_REFUSE,
    MOVE_SEARCH,
    MOVE_TAKE,
    MOVE_TOP,
)

MOVE_NAMES = {
    MOVE_DRAW: "draw",
    MOVE_TAKE: "take",
    MOVE_DISCARD: "discard",
    MOVE_EXTRA: "extra",
    MOVE_OFFER: "offer",
    MOVE_REFUSE: "refuse",
    MOVE_ACCEPT: "accept",
    MOVE_LOOK: "look",
    MOVE_ADD: "add",
    MOVE_TOP: "top",
    MOVE_SEARCH: "search",
}
# Moves after the last turn, when the game is over.
LAST_MOVES = (MOVE_EXTRA, MOVE_LOOK, MOVE_ADD, MOVE_TOP, MOVE_SEARCH)
_PHRASES = {
    MOVE_DRAW: "draws {} from the deck",
    MOVE_TAKE: "takes {} from the discard area",
    MOVE_DISCARD: "discards {}",
    MOVE_EXTRA: "adds {} from the discard area to the hand",
    MOVE_OFFER: "offers {}",
    MOVE_REFUSE: "refuses {}",
    MOVE_ACCEPT: "accepts {}",
    MOVE_LOOK: "draws {} from the deck to choose from",
    MOVE_ADD: "adds {} to the hand",
    MOVE_TOP: "adds {}, the top card of the deck, to the hand",
    MOVE_SEARCH: "looks through the deck and adds {} to the hand",
}


def count(n: int, thing: str) -> str:
    """Return ``1 card`` or ``2 cards``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def moves_phrase(names: Sequence[str], moves: Sequence[Move]) -> str:
    """Return the moves of one turn; cards drawn together are named together."""
    parts = []
    for kind, group in groupby(moves, key=lambda move: move.kind):
        parts.append(_PHRASES[kind].format(listing([names[move.card] for move in group], "and")))
    return ", ".join(parts)


def turn_lines(names: Sequence[str], moves: Sequence[Move], labels: Sequence[str]) -> list[str]:
    """Return one line a turn, which ends in the size of the discard area; in Chaos one a tick.

    Parameters
    ----------
    moves : sequence of Move
        The moves of a game in order; what happens after the last turn is left out.
    labels : sequence of str
        What each seat is called, such as ``seat 1 (greedy)``.
    """
    played = [move for move in moves if move.kind not in LAST_MOVES]
    lines = []
    for turn, group in groupby(played, key=lambda move: move.turn):
        steps = list(group)
        if steps[0].kind == MOVE_OFFER:
            lines.append(f"Tick {turn}: {_tick_phrase(names, steps, labels)}")
            continue
        area = count(steps[-1].area_size, "card")
        phrase = moves_phrase(names, steps)
        lines.append(f"Turn {turn}, {labels[steps[0].seat]}: {phrase} (discard area: {area})")
    return lines


def _tick_phrase(names: Sequence[str], moves: Sequence[Move], labels: Sequence[str]) -> str:
    """Return what the two seats that met offered, and what came of it."""
    offers = [
        f"{labels[move.seat]} offers {names[move.card]}"
        for move in moves
        if move.kind == MOVE_OFFER
    ]
    refused = [labels[move.seat] for move in moves if move.kind == MOVE_REFUSE]
    outcome = f"{' and '.join(refused)} refused" if refused else "they trade"
    return f"{', '.join(offers)}: {outcome}"


def last_lines(names: Sequence[str], moves: Sequence[Move], labels: Sequence[str]) -> list[str]:
    """Return one line for each seat that may add a card to its hand after the last turn."""
    last = [move for move in moves if move.kind in LAST_MOVES]
    return [
        f"{labels[seat]} {moves_phrase(names, list(group))}"
        for seat, group in groupby(last, key=lambda move: move.seat)
    ]


def end_phrase(end: int, area_size: int, turn: int) -> str:
    """Return why a game ended; -1 stands for a game that was stopped to be scored."""
    if end == END_DISCARDS:
        return f"The game ends at once: {count(area_size, 'card')} lie in the discard area."
    if end == END_EXHAUSTED:
        return "The game ends: the deck and the discard area are empty."
    if end == END_TURN_CAP:
        return f"The game is stopped after {count(turn, 'turn')}, the turn cap."
    if end == END_TIME:
        return f"Time is up after {count(turn, 'tick')}: trading ends."
    return "The hands are scored as they are."
