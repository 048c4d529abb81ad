"""Runs scenario files of the Vale's base game on the reference, to the output of the command."""

from __future__ import annotations

from random import Random
from typing import Any

from reference.vale import Game, IllegalChoiceError, Player, Position
from reference.vale.cards import CARDS
from reference.vale.decisions import Option

COLOURS = ("red", "blue", "purple")


class RefusedError(Exception):
    """An action or an answer that is not legal."""


def counts(stones: dict[str, int]) -> tuple[int, ...]:
    return tuple(stones.get(colour, 0) for colour in COLOURS)


def label(option: Option) -> str:
    """Return the label of an option; a main action says its verb too."""
    verb, *what = option
    if verb == "seat":
        return f"seat {what[0]}"
    if verb == "discard stones":
        return "+".join(
            colour for colour, n in zip(COLOURS, what[0], strict=True) for _ in range(n)
        )
    if verb in ("sell", "tame", "summon", "remove"):
        paid = [f"paying {what[1]}"] if len(what) > 1 else []
        return " ".join([verb, what[0], *paid])
    return str(what[0]) if what else verb


def position_of(document: dict[str, Any]) -> Position:
    """Build the position; cards stated nowhere follow in the draw pile, shuffled by the seed."""
    random = Random(document.get("seed", 1))
    players = [
        Player(
            score=table.get("score", 0),
            stones=list(counts(table.get("stones", {}))),
            hand=list(table.get("hand", [])),
            area=list(table.get("area", [])),
            hunted=list(table.get("hunted", [])),
        )
        for table in document["player"]
    ]
    zones = {zone: list(document.get(zone, [])) for zone in ("draw", "display", "discard")}
    placed = [card for zone in zones.values() for card in zone]
    placed += [card for one in players for card in [*one.hand, *one.area, *one.hunted]]
    unknown = set(placed) - set(CARDS)
    if unknown or len(placed) != len(set(placed)):
        raise ValueError(f"cards unknown {sorted(unknown)} or placed twice: {sorted(placed)}")
    if not document.get("draw_exact", False):
        rest = [card for card in CARDS if card not in placed]
        zones["draw"] += random.sample(rest, len(rest))
    return Position(
        players,
        round=document["round"],
        phase=document["phase"],
        first=document["first"],
        active=document["active"],
        refill=lambda discard: random.sample(discard, len(discard)),
        **zones,
    )


def wanted_option(action: dict[str, Any]) -> Option:
    kind = action["action"]
    if kind == "end_turn":
        return ("end turn",)
    if kind in ("summon", "remove"):
        return (kind, action["card"], counts(action.get("pay", {})))
    return (kind, action["card"])


def answer(game: Game, said: str) -> None:
    for option in game.options():
        if label(option) == said:
            game.choose(option)
            return
    raise RefusedError(f"{said} is not one of {[label(option) for option in game.options()]}")


def is_own_action(game: Game) -> bool:
    return game.decision is not None and not game.decision.source and (
        game.decision.kind in ("hunt", "main", "use")
    )  # fmt: skip


def run_phase(game: Game, answers: list[str]) -> None:
    """Run the phase to its end or to a decision without an answer; single options are silent."""
    if game.decision is None:
        game.start_phase()
    while game.decision is not None:
        if len(game.options()) == 1:
            game.choose(game.options()[0])
        elif answers:
            answer(game, answers.pop(0))
        else:
            return


def do(game: Game, action: dict[str, Any]) -> None:
    answers = list(action.get("choose", []))
    if action["action"] == "phase":
        run_phase(game, answers)
    else:
        if game.decision is None and not game.position.over:
            game.start_phase()
        try:
            game.choose(wanted_option(action))
        except IllegalChoiceError as error:
            raise RefusedError(str(error)) from error
        while answers and game.decision is not None and not is_own_action(game):
            answer(game, answers.pop(0))
    if answers:
        raise RefusedError(f"answers left over: {answers}")


def run_reference(document: dict[str, Any]) -> dict[str, Any]:
    """Return the output of a scenario: state, legal, pending, error."""
    game = Game(position_of(document), whole=False, started=False)
    error = None
    try:
        for action in document.get("do", []):
            do(game, action)
    except RefusedError as refused:
        error = str(refused)
    legal = [label(option) for option in game.options()]
    pending = None
    if game.decision is not None and game.decision.kind != "main":
        pending = {"decision": game.decision.kind, "seat": game.decision.seat, "options": legal}
    return {"state": state_of(game), "legal": legal, "pending": pending, "error": error}


def state_of(game: Game) -> dict[str, Any]:
    state = game.position.snapshot()
    state["player"] = [
        player | {"stones": dict(zip(COLOURS, player["stones"], strict=True))}
        for player in state.pop("players")
    ]
    return state
