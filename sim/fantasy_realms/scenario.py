"""Scenarios of Fantasy Realms: set up a position, try actions, say what happened (DESIGN 7.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.fantasy_realms.english import listing
from sim.fantasy_realms.position import KEYS, Position, read_position, set_up
from sim.fantasy_realms.position_out import describe
from sim.fantasy_realms.replay import SteppedGame
from sim.fantasy_realms.state import DECK, DISCARD, OVER
from sim.fantasy_realms.words import count, end_phrase, last_lines, moves_phrase
from sim.names import did_you_mean, normalise
from sim.scenario_file import Section

ACTIONS = ["list", "draw", "take", "discard", "offer", "accept", "refuse", "end"]
WITH_CARD = ("take", "discard", "offer")


@dataclass(frozen=True)
class Action:
    """One ``[[do]]`` table: what to do, with which card, as it was typed."""

    kind: str
    card: str | None
    where: str


@dataclass
class Scenario:
    """A position, the actions tried on it, and what came of them."""

    position: Position
    game: SteppedGame
    actions: list[Action]
    log: list[str] = field(default_factory=list)
    error: str | None = None

    def run(self) -> dict[str, Any]:
        """Carry out the actions up to the first illegal one and return the result."""
        self.game.options()  # a turn that cannot begin ends the game
        self._note_end()
        for action in self.actions:
            self.error = self._act(action)
            if self.error:
                break
        return {
            "state": describe(self.position, self.game),
            "log": self.log,
            "legal": self.legal(),
            "pending": self._pending(),
            "error": self.error,
        }

    # --- actions -------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the labels of what the active seat may do: ``draw``, or cards' names."""
        names = self.position.deck.names
        return ["draw" if c == DECK else names[c] for c in self.game.options()]

    def _pending(self) -> dict[str, Any] | None:
        """Return the discard that a draw or a taken card still demands."""
        if self.game.state.phase != DISCARD:
            return None
        return {"decision": "discard", "options": self.legal()}

    def _act(self, action: Action) -> str | None:
        """Carry out an action; return why it is illegal, or None if it was done."""
        seat = f"seat {int(self.game.state.active)}"
        if action.kind == "list":
            who = "the game is over" if self.game.over else f"{seat} may {self._may()}"
            self.log.append(f"{self._when()}{who}")
            return None
        if action.kind == "end":
            return self._stop(seat)
        if self.game.over:
            return f"{action.where}: the game is over, nothing can be done"
        if action.kind in ("offer", "accept", "refuse"):
            return self._illegal(
                action, f"{seat} cannot {action.kind}: only in chaos cards are traded"
            )
        doing = "discard" if self.game.state.phase == DISCARD else "draw"
        if action.kind == "draw" and doing == "draw":
            if DECK not in self.game.options():
                return self._illegal(action, f"{seat} cannot draw: the deck is empty")
            self._apply(DECK)
            return None
        if (action.kind == "discard") != (doing == "discard"):
            why = (
                "has to discard a card first" if doing == "discard" else "has to draw or take first"
            )
            return self._illegal(action, f"{seat} cannot {action.kind} now: it {why}")
        card = self._card(action)
        if isinstance(card, str):
            return self._illegal(action, card)
        if card not in self.game.options():
            lies = "in its hand" if doing == "discard" else "in the discard area"
            name = self.position.deck.names[card]
            return self._illegal(action, f"{seat} cannot {action.kind} {name}: it is not {lies}")
        self._apply(card)
        return None

    def _apply(self, option: int) -> None:
        """Carry out a legal option and log it."""
        when = self._when()
        seat = int(self.game.state.active)
        moves = self.game.apply(option)
        phrase = moves_phrase(self.position.deck.names, moves)
        area = count(int(self.game.state.area_n), "card")
        self.log.append(f"{when}seat {seat} {phrase} (discard area: {area})")
        self.game.options()  # the next turn begins, or cannot
        self._note_end()

    def _stop(self, seat: str) -> str | None:
        """Score all hands as they are, unless the game has been scored already."""
        if self.game.state.phase == DISCARD:
            return f"the hands cannot be scored yet: {seat} has to {self._may()}"
        if not self.game.over:
            self.game.state.phase = OVER
            self._note_end()
        return None

    def _note_end(self) -> None:
        """Once the game is over, score it and log why it ended and what each hand is worth."""
        s = self.game.state
        if not self.game.over:
            return
        self.log.append(end_phrase(int(s.end), int(s.area_n), int(s.turn)))
        names = self.position.deck.names
        labels = [f"seat {seat}" for seat in range(s.players)]
        self.log += last_lines(names, self.game.finish(), labels)
        for seat in range(s.players):
            self.log.append(
                f"seat {seat} scores {s.score[seat]} (total base strength {s.tie_break[seat]}):"
                f" rank {s.rank[seat]}"
            )

    def _card(self, action: Action) -> int | str:
        """Return the card an action names, or what is unclear about it.

        A unique beginning is enough; among several the legal ones are preferred.
        """
        if action.card is None:
            return f"{action.kind} which card?"
        found = beginning_with(action.card, self.position.deck.names)
        if len(found) > 1:
            options = self.game.options()
            legal = [card for card in found if card in options]
            found = legal if len(legal) == 1 else found
        if len(found) > 1:
            names = [self.position.deck.names[card] for card in found]
            return f"'{action.card}' could be {listing(names, 'and')}"
        return found[0]

    def _illegal(self, action: Action, why: str) -> str:
        return f"{action.where}: {why}; legal: {', '.join(self.legal())}"

    def _may(self) -> str:
        """Return what the active seat may do, in words."""
        names = self.position.deck.names
        options = self.game.options()
        cards = [names[card] for card in options if card != DECK]
        if self.game.state.phase == DISCARD:
            return f"discard one of {', '.join(cards)}"
        take = f"take one of {', '.join(cards)}" if cards else ""
        return " or ".join(part for part in ("draw" if DECK in options else "", take) if part)

    def _when(self) -> str:
        return f"turn {int(self.game.state.turn)}: "


def beginning_with(word: str, names: list[str]) -> list[int]:
    """Return the card of this name, or else all cards whose names begin with the word."""
    forms = [normalise(name) for name in names]
    form = normalise(word)
    if form in forms:
        return [forms.index(form)]
    return [card for card, name in enumerate(forms) if form and name.startswith(form)]


def read_fantasy_realms(table: dict[str, Any], path: Path) -> Scenario:
    """Return the scenario that a file's content describes, not yet run.

    Raises
    ------
    RealmvaleError
        If it is no scenario of Fantasy Realms; the message says where and what is nearest.
    """
    top = Section(table, str(path), KEYS)
    position = read_position(top, path.parent)
    actions = []
    for section in top.sections("do", ["action", "card"], "action"):
        if "action" not in section.table:
            raise section.error(f"an action should be stated: {', '.join(ACTIONS)}")
        kind = section.word("action", ACTIONS, "")
        card = section.get("card", str, "") if "card" in section.table else None
        if (card is None) == (kind in WITH_CARD):
            expected = (
                "card = the card's name should be stated" if card is None else "takes no card"
            )
            raise section.error(f"{kind}: {expected}")
        names = position.deck.names
        if card is not None and not beginning_with(card, names):
            hint = did_you_mean(card, names)
            raise section.error(f"there is no card named '{card}'{hint}")
        actions.append(Action(kind, card, section.where.removeprefix(f"{path}, ")))
    if position.meeting is not None:
        from sim.fantasy_realms.scenario_chaos import ChaosScenario  # which builds on this module

        return ChaosScenario(position, set_up(position), actions)
    return Scenario(position, set_up(position), actions)


def run_scenario(table: dict[str, Any], path: Path) -> dict[str, Any]:
    """Run a scenario of Fantasy Realms and return its result (DESIGN 7.1).

    Parameters
    ----------
    table : dict
        The content of the file.
    path : Path
        The file, for messages and for the card file it may name.
    """
    return read_fantasy_realms(table, path).run()
