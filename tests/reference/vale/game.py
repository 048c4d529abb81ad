"""A game that is told every decision: what may be chosen now, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .curse import round_starts, set_up
from .decisions import Decision, Flow, IllegalChoiceError, Option
from .phases import PHASES
from .position import Player, Position, no_refill


class Game:
    """One game from any position on.

    ``decision`` is what has to be decided now. It is ``None`` when the game is over and, unless
    ``whole``, when a phase has ended: ``start_phase`` goes on with the phase of the position. With
    ``started=False`` nothing happens, not even the reveal of cards, before it is called.
    """

    def __init__(self, position: Position, whole: bool = True, started: bool = True):
        self.position = position
        self.whole = whole
        self.decision: Decision | None = None
        if started:
            self.start_phase()

    def start_phase(self) -> None:
        if self.decision is not None or self.position.over:
            raise ValueError("the phase has not ended" if self.decision else "the game is over")
        self._flow: Flow = PHASES[self.position.phase](self.position)
        self._step(None)

    def _step(self, option: Option | None) -> None:
        while True:
            try:
                self.decision = self._flow.send(option)  # type: ignore[arg-type]
                return
            except StopIteration:
                self.decision = None
            if self.position.over or not self.whole:
                return
            self._flow, option = PHASES[self.position.phase](self.position), None

    def options(self) -> tuple[Option, ...]:
        return self.decision.options if self.decision else ()

    def choose(self, option: Option) -> None:
        """Apply one of the legal options; what is forced inside effects follows silently."""
        if option not in self.options():
            raise IllegalChoiceError(f"{option} is not one of {self.options()}")
        self._step(option)

    def skip_single(self) -> None:
        """Apply decisions with one option until there is a choice or nothing to decide."""
        while len(self.options()) == 1:
            self.choose(self.options()[0])


def new_game(
    players: int,
    draw: Sequence[str],
    refill: Callable[[list[str]], list[str]] = no_refill,
    summoners: list[str] | None = None,
    clearing: Sequence[str] = (),
) -> Game:
    """Set up a game: no stones, no cards, as many points as the place in turn order (1)."""
    seats = [Player(score=place) for place in range(1, players + 1)]
    position = Position(seats, draw=list(draw), refill=refill, clearing=list(clearing))
    if summoners:
        set_up(position, summoners)
        round_starts(position)
    return Game(position)
