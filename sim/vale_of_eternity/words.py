"""What happened in a game, in words: one line an action, with all that followed from it."""

from __future__ import annotations

from collections.abc import Sequence

from sim.vale_of_eternity import log
from sim.vale_of_eternity.codes import (
    AREA,
    COLOURS,
    DECK,
    DISCARD,
    DISPLAY,
    HAND,
    HUNTED,
    SHELTER,
    SOOTHED,
    ZONES,
)
from sim.vale_of_eternity.labels import Names, read_option
from sim.vale_of_eternity.state import END_CHECK, PHASES, SET_UP
from sim.vale_of_eternity.stepped import Move

# What begins a line of its own; everything else follows from what began the line.
HEADS = {
    log.M_HUNT, log.M_SELL, log.M_TAME, log.M_SUMMON, log.M_REMOVE, log.M_EFFECT, log.M_END_TURN,
    log.M_SUMMONER, log.M_ARTIFACT, log.M_USE,
}  # fmt: skip
# Said by other moves or by headings.
SILENT = {log.M_PHASE, log.M_ROUND, log.M_REVEAL}

_MOVED = {
    (AREA, HAND): "takes {} from the area into the hand",
    (AREA, DISCARD): "discards {} from the area",
    (AREA, DECK): "puts {} from the area on top of the draw pile",
    (HAND, DISCARD): "discards {} from the hand",
    (HAND, DECK): "puts {} from the hand on top of the draw pile",
    (DISCARD, HAND): "takes {} from the discard pile",
    (AREA, SOOTHED): "soothes {}",
    (HAND, SHELTER): "shelters {} from the hand",
    (DISPLAY, SHELTER): "shelters {} from the display",
    (SHELTER, HAND): "retrieves {} from the shelter",
    (SHELTER, DISCARD): "discards {} from the shelter",
}


def count(n: int, thing: str) -> str:
    """Return ``1 card`` or ``2 cards``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def stones_words(stones: Sequence[int], ward: bool = False) -> str:
    """Return stones as ``2 red and 1 blue``, a broken ward last; empty if there is nothing."""
    parts = [f"{n} {colour}" for n, colour in zip(stones, COLOURS, strict=True) if n]
    parts += ["a ward"] * ward
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


class Teller:
    """Tells moves in words.

    Parameters
    ----------
    names : Names
        What cards, families and artifacts are called.
    labels : sequence of str
        What each seat is called, such as ``seat 1 (builder)``.
    """

    def __init__(self, names: Names, labels: Sequence[str]) -> None:
        self.called = names
        self.names = names.cards
        self.labels = labels

    def lines(self, moves: Sequence[Move]) -> list[str]:
        """Return one line for each reveal, action or resolution effect, with what followed."""
        lines: list[str] = []
        group: list[Move] = []
        for move in moves:
            begins = move.what in HEADS or (move.what in SILENT and not _joins(move))
            # the cards of a sale move before it is noted, and a stone is lost after it
            if begins and group:
                lines += self._line(group)
                group = []
            group.append(move)
        return lines + (self._line(group) if group else [])

    def revealed(self, moves: Sequence[Move]) -> list[str]:
        """Return the names of the cards that were revealed."""
        return [
            self.names[move.card]
            for move in moves
            if move.what == log.M_REVEAL and not _joins(move)
        ]

    def _line(self, group: Sequence[Move]) -> list[str]:
        """Return one line for a move and what followed; none if there is nothing to say."""
        head = group[0]
        seat = head.seat
        parts = []
        for move in group:
            if _is_part_of(move, head):
                continue
            said = self._phrase(move)
            if said:
                who = taker_of(move) if taker_of(move) >= 0 else move.seat
                parts.append(said if who in (seat, -1) else f"{self.labels[who]} {said}")
        if not parts:
            return []
        if head.what in HEADS:
            followed = f": {', '.join(parts[1:])}" if parts[1:] else ""
            return [f"{self.labels[seat]} {parts[0]}{followed}"]
        by = f"{self.labels[seat]} " if seat >= 0 else ""
        return [f"{by}{', '.join(parts)}"]

    def _phrase(self, move: Move) -> str:
        """Return what happened, without who did it; empty for what isn't told."""
        card = self.names[move.card] if move.card >= 0 else ""
        n = move.number
        if move.what == log.M_SUMMON:
            paid = "for free" if n == -1 else _payment(n)
            return f"summons {card} {paid}"
        if move.what == log.M_REMOVE:
            return f"removes {card} {_payment(n)}"
        if move.what in (log.M_GAIN, log.M_LOSE, log.M_OVERFLOW):
            stones = stones_words(read_option(n).stones)
            verb = {log.M_GAIN: "gains {}", log.M_LOSE: "gives {} away"}.get(
                move.what, "discards {} down to the limit"
            )
            return verb.format(stones) if stones else ""
        if move.what == log.M_POINTS:
            points = count(abs(n), "point")
            by = f" ({card})" if card else ""
            return f"gains {points}{by}" if n > 0 else f"loses {points}{by}"
        if move.what == log.M_MOVE:
            return self._moved(card, move)
        if move.what in (log.M_TOKENS, log.M_CURSES):
            curses = count(abs(n), "curse")
            if move.what == log.M_TOKENS:
                return f"puts {curses} on {card}" if n > 0 else f"takes {curses} off {card}"
            return f"gains {curses}" if n > 0 else f"loses {curses}"
        if move.what == log.M_REFILL:
            return f"(the discard pile is shuffled into a new draw pile of {count(n, 'card')})"
        if move.what in (log.M_ARTIFACT, log.M_USE):
            verb = "takes" if move.what == log.M_ARTIFACT else "uses"
            return f"{verb} {self.called.artifacts[n]}"
        if move.what == log.M_AREAS:
            return f"gains {count(n, 'area')}" if n else ""
        if move.what == log.M_UPGRADE:
            return _upgraded(n)
        if move.what == log.M_FAMILY:
            return f"names {self.called.families[n]}"
        if move.what == log.M_REVEAL:
            return f"reveals {card} to the display" if _joins(move) else ""
        plain = {
            log.M_HUNT: "hunts {}",
            log.M_SELL: "sells {}",
            log.M_TAME: "tames {}",
            log.M_EFFECT: "uses {}",
            log.M_COPY: "copies {}",
            log.M_DRAW: "shelters {}" if n else "draws {}",
            log.M_MEND: "mends a ward",
            log.M_FLIP: "turns the summoner over to {}",
            log.M_SUMMONER: "plays {}",
            log.M_END_TURN: "ends the turn",
        }
        return plain.get(move.what, "").format(card)

    def _moved(self, card: str, move: Move) -> str:
        """Return how a card went from one zone to another."""
        start, end = zones_of(move)
        if start == HUNTED:
            return ""
        if taker_of(move) >= 0:
            owner = self.labels[move.seat]
            return f"takes {card} from the {ZONES[start]} of {owner} to the {ZONES[end]}"
        phrase = _MOVED.get((start, end), "")
        return phrase.format(card) or f"moves {card} from the {ZONES[start]} to the {ZONES[end]}"


def _joins(move: Move) -> bool:
    """Whether a card was revealed by an effect, and not as one of the round's."""
    return move.what == log.M_REVEAL and move.number == 1


def _upgraded(code: int) -> str:
    """Return which stones went one step up; empty if none did."""
    red, blue, _ = read_option(code).stones
    steps = [f"{red} red to blue"] * bool(red) + [f"{blue} blue to purple"] * bool(blue)
    return f"upgrades {' and '.join(steps)}" if steps else ""


def zones_of(move: Move) -> tuple[int, int]:
    """Return the zones that a card was moved from and to."""
    return divmod(move.number % 256, 16)


def taker_of(move: Move) -> int:
    """Return the seat that took a card of another one; -1 if none did."""
    return move.number // 256 - 1 if move.what == log.M_MOVE else -1


def _payment(code: int) -> str:
    option = read_option(code)
    return f"for {stones_words(option.stones, option.ward) or 'nothing'}"


def _is_part_of(move: Move, head: Move) -> bool:
    """Whether a move is said by the one that begins the line: a removed card is discarded."""
    return (
        head.what == log.M_REMOVE
        and move.what == log.M_MOVE
        and move.card == head.card
        and move.number == 16 * AREA + DISCARD
    )


def heading(move: Move) -> str:
    """Return the heading of the phase that a move belongs to."""
    phase = PHASES[move.phase if move.phase == SET_UP else min(move.phase, END_CHECK)]
    return f"Round {move.round_no}, {phase}"


def end_phrase(end: int, best: int, round_no: int, end_score: int, last_round: int) -> str:
    """Return why a game ended."""
    if end == 0:
        return (
            f"The game ends after round {round_no}: {best} points are on the score track,"
            f" {end_score} end it."
        )
    return f"The game ends after round {last_round}, the last one."
