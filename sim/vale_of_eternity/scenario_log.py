"""The log of a scenario: what happened, in words, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.vale_of_eternity.state import PHASES
from sim.vale_of_eternity.stepped import Move, SteppedGame
from sim.vale_of_eternity.words import Teller, end_phrase


class Log:
    """Lines about a game, in order.

    Attributes
    ----------
    lines : list of str
        One line an action or resolution effect, with what followed from it.
    """

    def __init__(self, game: SteppedGame) -> None:
        self.lines: list[str] = []
        self._game = game
        seats = [f"seat {seat}" for seat in range(game.rules.players)]
        self._teller = Teller(game.deck.labels, seats)

    def tell(self, moves: Sequence[Move]) -> None:
        """Add what happened, and how the game ended if it did."""
        for at, part in _by_phase(moves):
            revealed = self._teller.revealed(part)
            if revealed:
                self.lines.append(f"{at}: {', '.join(revealed)} revealed")
            self.lines += [f"{at}: {line}" for line in self._teller.lines(part)]
        if self._game.over:
            self._tell_end(self._game.state, self._game.tables[0])

    def _tell_end(self, s: Any, t: Any) -> None:
        best = self._game.best_on_track()
        ends = (int(t.end_score), int(t.last_round))
        self.lines.append(end_phrase(int(s.end), best, int(s.round_no), *ends))
        for seat in range(s.players):
            self.lines.append(f"seat {seat} has {s.score[seat]} points: rank {s.rank[seat]}")

    def list_options(self, labels: Sequence[str]) -> None:
        """Add who may do what."""
        game = self._game
        if game.over:
            what = "the game is over"
        elif not game.started:
            what = "the end of the round has to be checked"
        else:
            what = f"seat {int(game.state.active)} may choose {', '.join(labels)}"
        self.lines.append(f"round {int(game.state.round_no)}, {PHASES[game.phase]}: {what}")


def _by_phase(moves: Sequence[Move]) -> list[tuple[str, list[Move]]]:
    """Return moves in order, those of one phase together with the words for when they were."""
    parts: list[tuple[str, list[Move]]] = []
    for move in moves:
        at = f"round {move.round_no}, {PHASES[move.phase]}"
        if not parts or parts[-1][0] != at:
            parts.append((at, []))
        parts[-1][1].append(move)
    return parts
