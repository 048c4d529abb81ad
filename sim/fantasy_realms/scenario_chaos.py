"""Scenarios of the Chaos variant: offers and answers instead of turns."""

from __future__ import annotations

from typing import Any

from sim.fantasy_realms.english import listing
from sim.fantasy_realms.scenario import Action, Scenario
from sim.fantasy_realms.state import ACCEPT, ANSWER, MOVE_ACCEPT, NO_OPTION, OFFER, REFUSE
from sim.fantasy_realms.words import moves_phrase

_ANSWERS = {"accept": ACCEPT, "refuse": REFUSE}


class ChaosScenario(Scenario):
    """A position in a game of trades, the actions tried on it, and what came of them."""

    def legal(self) -> list[str]:
        """Return what the active seat may do: cards to offer, or ``refuse`` and ``accept``."""
        words = {option: word for word, option in _ANSWERS.items()}
        names = self.position.deck.names
        return [words[c] if c in words else names[c] for c in self.game.options()]

    def _pending(self) -> dict[str, Any] | None:
        """Return what a meeting that has begun still demands."""
        if self.game.over or (self._offering() and self.game.state.offer[0] < 0):
            return None
        return {"decision": "offer" if self._offering() else "answer", "options": self.legal()}

    def _act(self, action: Action) -> str | None:
        seat = f"seat {int(self.game.state.active)}"
        if action.kind == "list":
            who = "the game is over" if self.game.over else f"{seat} may {self._may()}"
            self.log.append(f"{self._when()}{who}")
            return None
        if action.kind == "end":
            return self._stop(seat)
        if self.game.over:
            return f"{action.where}: the game is over, nothing can be done"
        if action.kind in ("draw", "take", "discard"):
            return self._illegal(action, f"{seat} cannot {action.kind}: in chaos cards are traded")
        if (action.kind == "offer") != self._offering():
            first = "it has to offer a card first" if self._offering() else "both cards are offered"
            return self._illegal(action, f"{seat} cannot {action.kind} now: {first}")
        if action.kind != "offer":
            self._apply(_ANSWERS[action.kind])
            return None
        card = self._card(action)
        if isinstance(card, str):
            return self._illegal(action, card)
        if card not in self.game.options():
            name = self.position.deck.names[card]
            return self._illegal(action, f"{seat} cannot offer {name}: it is not in its hand")
        self._apply(card)
        return None

    def _apply(self, option: int) -> None:
        s, names = self.game.state, self.position.deck.names
        when, seat = self._when(), int(s.active)
        pair, last = list(map(int, s.pair)), s.phase == ANSWER and s.answer != NO_OPTION
        offers = [names[card] for card in s.offer] if s.phase == ANSWER else []
        willing = last and s.answer == ACCEPT
        moves = self.game.apply(option)
        self.log.append(f"{when}seat {seat} {moves_phrase(names, moves)}")
        if last and willing and moves[0].kind == MOVE_ACCEPT:
            one, two = (f"seat {p} gives {card}" for p, card in zip(pair, offers, strict=True))
            self.log.append(f"{when}they trade: {one}, {two}")
        elif last:
            self.log.append(f"{when}no trade")
        self.game.options()  # the next two meet, or time is up
        self._note_end()

    def _may(self) -> str:
        if self._offering():
            return f"offer one of {', '.join(self.legal())}"
        s, names = self.game.state, self.position.deck.names
        mine = 0 if s.active == s.pair[0] else 1
        give, get = names[s.offer[mine]], names[s.offer[1 - mine]]
        return f"{listing(self.legal())} {get} for {give}"

    def _offering(self) -> bool:
        return bool(self.game.state.phase == OFFER)

    def _when(self) -> str:
        return f"tick {int(self.game.state.turn)}: "
