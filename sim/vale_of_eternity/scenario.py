"""Scenarios of The Vale of Eternity: set up a position, try actions, tell what happened.

The form of the file, and of the result, is that of DESIGN 7.1.

Answers to the decisions that follow an action stand in its ``choose``. Forced choices inside an
effect are made silently; an answer that is stated for one all the same is taken as said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.scenario_file import Section
from sim.vale_of_eternity.labels import Option, matching, option_label, stones_label
from sim.vale_of_eternity.position import Position, set_up
from sim.vale_of_eternity.position_in import KEYS, read_position
from sim.vale_of_eternity.position_out import describe
from sim.vale_of_eternity.reasons import fits, options_meant, refusal, refusal_in
from sim.vale_of_eternity.scenario_actions import Action, read_action
from sim.vale_of_eternity.scenario_log import Log
from sim.vale_of_eternity.state import (
    CHOOSE_ACTION,
    CHOOSE_ARTIFACT,
    CHOOSE_EFFECT,
    CHOOSE_HUNT,
    DECISIONS,
    END_CHECK,
    HUNT,
)
from sim.vale_of_eternity.stepped import ASK_ACTIONS, ASK_ALL, ASK_NOTHING, SteppedGame


@dataclass
class Scenario:
    """A position, the actions tried on it, and what came of them."""

    position: Position
    game: SteppedGame
    actions: list[Action]
    error: str | None = None
    #: Ways to pay for the last action, if it didn't say which.
    payments: list[Option] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.log = Log(self.game)

    def run(self) -> dict[str, Any]:
        """Carry out the actions up to the first illegal one and return the result."""
        for action in self.actions:
            self.error = self._do(action)
            if self.error:
                break
        return {
            "state": describe(self.position, self.game),
            "log": self.log.lines,
            "legal": self.legal(),
            "pending": self._pending(),
            "error": self.error,
        }

    # --- what may be done ----------------------------------------------------------------------

    def label(self, option: Option) -> str:
        """Return what an option is called."""
        return option_label(option, self.position.deck.labels)

    def legal(self) -> list[str]:
        """Return the labels of what may be done now.

        Between two phases that is what the next one begins with, unless cards have to be revealed
        or the end of the game has to be checked first.
        """
        game = self.game
        if self.payments:
            return self._payment_labels()
        hidden = game.phase == END_CHECK or (game.phase == HUNT and game.state.turn < 0)
        if game.started or game.over or hidden:
            return [self.label(option) for option in game.options]
        saved = game.save()
        game.state.ask = ASK_ACTIONS
        game.go_on()
        labels = [self.label(option) for option in game.options]
        game.restore(saved)
        return labels

    def _payment_labels(self) -> list[str]:
        return [stones_label(option.stones, option.ward) for option in self.payments]

    def _pending(self) -> dict[str, Any] | None:
        """Return the decision that waits, unless it is which main action to take."""
        game = self.game
        if self.payments:
            seat = game.turn_of
            return {"decision": "payment", "seat": seat, "options": self._payment_labels()}
        if not game.started or game.state.decision == CHOOSE_ACTION:
            return None
        decision = DECISIONS[game.state.decision]
        return {"decision": decision, "seat": int(game.state.active), "options": self.legal()}

    # --- doing it ------------------------------------------------------------------------------

    def _do(self, action: Action) -> str | None:
        """Carry out an action and its answers; return why it is illegal, or None if it was done.

        Answers are for decisions with two or more options. Only where they don't fit that way are
        they read as answers to forced choices too.
        """
        saved, lines = self.game.save(), len(self.log.lines)
        error = self._attempt(action, spare=False)
        if error is None or not action.choose:
            return error
        failed, said, payments = self.game.save(), self.log.lines[lines:], self.payments
        self.game.restore(saved)
        del self.log.lines[lines:]
        self.payments = []
        again = self._attempt(action, spare=True)
        if again is None:
            return None
        self.game.restore(failed)
        self.log.lines[lines:] = said
        self.payments = payments
        return error

    def _attempt(self, action: Action, spare: bool) -> str | None:
        answers = list(action.choose)
        if self.game.over and action.kind != "list":
            return f"{action.where}: the game is over, nothing can be done"
        if action.kind == "phase":
            self.game.state.ask = ASK_ALL if spare else ASK_NOTHING
            error = self._run_phase(action, answers)
        else:
            self.game.state.ask = ASK_ALL if spare else ASK_ACTIONS
            error = self._act(action, answers)
        if error is None and answers:
            left = ", ".join(answers)
            error = f"{action.where}: nothing is left to decide, but answers are: {left}"
        return error

    def _act(self, action: Action, answers: list[str]) -> str | None:
        if action.kind == "list":
            self._begin(check_end=False)
            self.log.list_options(self.legal())
            return None
        saved, lines, phase = self.game.save(), len(self.log.lines), self.game.phase
        self._begin(check_end=True)
        found = options_meant(self.game, action)
        if len(found) > 1:
            error = self._pay(action, found, answers)
            if error or self.payments:
                return error
        elif found:
            self._choose(found[0])
        else:
            labels = self.position.deck.labels
            why = refusal(self.game, action, labels)
            if self.game.phase != phase and not fits(action, self.game.phase):
                # what is refused leaves the position in its phase
                self.game.restore(saved)
                del self.log.lines[lines:]
                why = refusal_in(self.game, action, labels)
            return f"{action.where}: {why}; legal: {', '.join(self.legal()) or 'nothing'}"
        while self.game.started and not self._is_own_action():
            error, decided = self._decide(action, answers)
            if not decided:
                return error
        return None

    def _decide(self, action: Action, answers: list[str]) -> tuple[str | None, bool]:
        """Let the next answer decide, if there is one or only one option is left.

        Returns
        -------
        tuple
            What is wrong with the answer, or None; and whether the decision was made.
        """
        single = len(self.game.options) == 1
        if single and not (answers and matching(answers[0], self.legal())):
            self._choose(self.game.options[0])
            return None, True
        if not answers:
            return None, False
        error = self._answer(action, answers)
        return error, error is None

    def _begin(self, check_end: bool) -> None:
        """Begin the phase at hand, as its first action does; `check_end`: past the end check."""
        while not self.game.started and not self.game.over:
            if self.game.phase == END_CHECK and not check_end:
                return
            self.log.tell(self.game.go_on())

    def _is_own_action(self) -> bool:
        """Whether the decision at hand is what to do, and no part of an effect."""
        s = self.game.state
        top = s.decision == CHOOSE_EFFECT and s.depth == 1
        return bool(top or s.decision in (CHOOSE_HUNT, CHOOSE_ACTION, CHOOSE_ARTIFACT))

    def _pay(self, action: Action, found: list[Option], answers: list[str]) -> str | None:
        """Let an answer say how to pay; without one, the payment waits to be decided."""
        self.payments = found
        if not answers:
            return None
        places = matching(answers[0], self._payment_labels())
        if len(places) != 1:
            return self._unfit(action, answers[0])
        answers.pop(0)
        self.payments = []
        self._choose(found[places[0]])
        return None

    def _run_phase(self, action: Action, answers: list[str]) -> str | None:
        """Run the phase at hand to its end, or to a decision that has no answer."""
        game = self.game
        phase = game.phase
        self.log.tell(game.go_on() if not game.started else [])
        while game.started and game.phase == phase:
            error, decided = self._decide(action, answers)
            if not decided:
                return error
        return None

    def _answer(self, action: Action, answers: list[str]) -> str | None:
        """Let the next answer decide; return what is wrong with it, or None."""
        places = matching(answers[0], self.legal())
        if len(places) != 1:
            return self._unfit(action, answers[0])
        answers.pop(0)
        self._choose(self.game.options[places[0]])
        return None

    def _unfit(self, action: Action, answer: str) -> str:
        """Return why an answer doesn't decide what it should."""
        labels = self.legal()
        several = [labels[place] for place in matching(answer, labels)]
        what = f"could be {' or '.join(several)}" if several else "is no option"
        pending = self._pending() or {"decision": "action"}
        decision = pending["decision"]
        return (
            f"{action.where}: the answer '{answer}' to the decision ({decision}) {what}; legal:"
            f" {', '.join(labels)}"
        )

    def _choose(self, option: Option) -> None:
        self.log.tell(self.game.choose(self.game.options.index(option)))


def read_vale(table: dict[str, Any], path: Path) -> Scenario:
    """Return the scenario that a file's content describes, not yet run.

    Raises
    ------
    RealmvaleError
        If it is no scenario of The Vale of Eternity; the message says where and what is nearest.
    """
    top = Section(table, str(path), KEYS)
    position = read_position(top, path.parent)
    names = position.deck.labels
    actions = [read_action(section, names, f"{path}, ") for section in Action.sections(top)]
    return Scenario(position, set_up(position), actions)


def run_scenario(table: dict[str, Any], path: Path) -> dict[str, Any]:
    """Run a scenario of The Vale of Eternity and return its result (DESIGN 7.1).

    Parameters
    ----------
    table : dict
        The content of the file.
    path : Path
        The file, for messages and for the card file it may name.
    """
    return read_vale(table, path).run()
