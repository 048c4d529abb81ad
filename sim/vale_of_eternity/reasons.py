"""Which options an action of a scenario means, and why it is illegal if it means none."""

from __future__ import annotations

from sim.vale_of_eternity import options as o
from sim.vale_of_eternity.action import MOST_SUMMONS
from sim.vale_of_eternity.labels import Names, Option, stones_label
from sim.vale_of_eternity.payments import EXACT_AT, WARD_PAYS, changed_cost
from sim.vale_of_eternity.scenario_actions import Action
from sim.vale_of_eternity.state import (
    CHOOSE_ACTION,
    CHOOSE_ARTIFACT,
    CHOOSE_EFFECT,
    CHOOSE_HUNT,
    DECISIONS,
    HUNT,
    OVER,
    PHASES,
    RESOLUTION,
)
from sim.vale_of_eternity.stepped import SteppedGame

_KINDS = {
    "take": (o.ARTIFACT,),
    "hunt": (o.HUNT_CARD, o.ARTIFACT),
    "sell": (o.SELL,),
    "tame": (o.TAME,),
    "summon": (o.SUMMON,),
    "remove": (o.REMOVE,),
    "use": (o.EFFECT, o.USE, o.ARTIFACT),
    "end_turn": (o.END_TURN,),
}
_OF_ARTIFACTS = (o.ARTIFACT, o.USE)
_ASKED = {"take": CHOOSE_ARTIFACT, "hunt": CHOOSE_HUNT, "use": CHOOSE_EFFECT}
_MAIN = (CHOOSE_HUNT, CHOOSE_ACTION, CHOOSE_ARTIFACT)
_ZONES = {"hunt": "in the display", "summon": "in its hand", "remove": "in its area"}


def options_meant(game: SteppedGame, action: Action) -> list[Option]:
    """Return the options that an action may mean: several if its payment isn't stated."""
    found = [option for option in game.options if option.kind in _KINDS[action.kind]]
    if action.cards or action.artifacts:
        found = [option for option in found if _is_about(option, action)]
        # a beginning that several cards share means the one that is legal
        if len({(option.card, option.number) for option in found}) > 1:
            return []
    if action.pay is not None:
        paid = (tuple(action.pay), action.ward)
        found = [option for option in found if (option.stones, option.ward) == paid]
    return found


def _is_about(option: Option, action: Action) -> bool:
    """Whether an option is about a card or artifact that an action may mean."""
    if option.kind in _OF_ARTIFACTS:
        return option.number in action.artifacts
    return option.card in action.cards


def fits(action: Action, phase: int) -> bool:
    """Whether an action is one of a phase that was reached to carry it out."""
    if phase in (HUNT, OVER):
        of_artifact = action.kind == "use" and bool(action.artifacts)
        return action.kind in ("hunt", "take") or of_artifact
    if phase == RESOLUTION:
        return action.kind == "use" and bool(action.cards)
    return action.kind not in ("hunt", "take")


def refusal_in(game: SteppedGame, action: Action, called: Names) -> str:
    """Return why an action is illegal in a phase in which nothing is left to decide."""
    if game.phase == RESOLUTION and action.kind == "use" and len(action.cards) == 1:
        card = action.cards[0]
        for seat in range(int(game.state.players)):
            if card in game.seat_cards("area", seat):
                return f"seat {seat} cannot use {called.cards[card]}: {_unused(game, card)}"
        return f"{called.cards[card]} cannot be used: it lies in no area"
    what = " ".join(part for part in (action.kind, action.said) if part)
    return f"{what} is no action of the {PHASES[game.phase]} phase"


def refusal(game: SteppedGame, action: Action, called: Names) -> str:
    """Return why the active seat may not do what an action says."""
    s, names = game.state, called.cards
    what = " ".join(part for part in (action.kind, action.said) if part)
    if game.over:
        return f"{what}: the game is over"
    seat = int(s.active)
    asked = _ASKED.get(action.kind, CHOOSE_ACTION)
    if action.kind == "use" and not action.cards:
        asked = CHOOSE_ACTION
    if s.decision != asked:
        if s.decision == CHOOSE_ARTIFACT and asked == CHOOSE_HUNT:
            return f"{what} has to wait: seat {seat} takes an artifact first"
        if s.decision in _MAIN or (s.decision == CHOOSE_EFFECT and s.depth == 1):
            return f"{what} is no action of the {PHASES[game.phase]} phase"
        return f"{what} has to wait: seat {seat} has to decide first ({DECISIONS[s.decision]})"
    if action.kind == "end_turn":
        left = " and ".join(names[card] for card in game.seat_cards("hunted", seat))
        return f"seat {seat} cannot end its turn: {left} has to be sold or tamed first"
    if not action.cards:
        return _no_artifact(game, action, seat, called)
    if len(action.cards) > 1:
        options = {option.card for option in game.options if option.kind != o.END_TURN}
        may_be = [card for card in action.cards if card in options] or action.cards
        return f"'{action.said}' could be {' or '.join(names[card] for card in may_be)}"
    card = action.cards[0]
    who = f"seat {seat} cannot {action.kind} {names[card]}"
    if action.kind in ("sell", "tame"):
        return f"{who}: it is none of its hunted cards"
    if action.kind == "use":
        there = card in game.seat_cards("area", seat)
        return f"{who}: {_unused(game, card) if there else 'it is not in its area'}"
    held = {
        "hunt": game.shared_cards("display"),
        "summon": game.seat_cards("hand", seat),
        "remove": game.seat_cards("area", seat),
    }[action.kind]
    if card not in held:
        return f"{who}: it is not {_ZONES[action.kind]}"
    return f"{who}: {_unpaid(game, action, seat, card)}"


def _no_artifact(game: SteppedGame, action: Action, seat: int, called: Names) -> str:
    """Return why an artifact may not be taken or used."""
    s = game.state
    if len(action.artifacts) > 1:
        names = " or ".join(called.artifacts[place] for place in action.artifacts)
        return f"'{action.said}' could be {names}"
    place = action.artifacts[0]
    who = f"seat {seat} cannot {action.kind} {called.artifacts[place]}"
    if action.kind == "use":
        if int(s.artifact[seat]) != place:
            return f"{who}: it doesn't hold it"
        if game.tables[0].artifact[place].used < 0:
            return f"{who}: it is none of those that are used in one's turn"
        return f"{who}: it would do nothing now, or cannot be done"
    if not int(s.clearing) >> place & 1:
        return f"{who}: it is not in this game"
    if int(s.last_artifact[seat]) == place:
        return f"{who}: it had it in the round before"
    return f"{who}: another player holds it"


def _unused(game: SteppedGame, card: int) -> str:
    """Return why a resolution effect is not available."""
    if game.tables[0].resolution[card] < 0:
        return "it has no resolution effect"
    return "its effect was used already, or would do nothing now"


def _unpaid(game: SteppedGame, action: Action, seat: int, card: int) -> str:
    """Return what is wrong with a summon or removal of a card that is where it should be."""
    s, t = game.state, game.tables[0]
    areas = int(s.round_no + s.extra_areas[seat] + s.more_areas[seat])
    cards = len(game.seat_cards("area", seat))
    if action.kind == "summon" and cards >= areas:
        return f"its area is full ({cards} of {areas})"
    if action.kind == "summon" and s.summons >= MOST_SUMMONS:
        return f"a turn has at most {MOST_SUMMONS} summons"
    cost = int(changed_cost(s, t, seat, card)) if action.kind == "summon" else int(s.round_no)
    if cost >= EXACT_AT:
        return "it costs certain stones, no others will do"
    held = [int(n) for n in s.stones[seat]]
    values = [int(n) for n in s.value[seat]]
    paid = held if action.pay is None else action.pay
    if action.pay is not None:
        said = stones_label(paid, action.ward)
        if any(n > there for n, there in zip(paid, held, strict=True)):
            return f"it holds {stones_label(held)}, it can't pay {said}"
        if action.ward and not (s.wards[seat] and cost):
            return "no ward can be broken for it"
    worth = sum(n * value for n, value in zip(paid, values, strict=True))
    left = max(0, cost - WARD_PAYS) if action.pay is not None and action.ward else cost
    if worth < left:
        what = f"{stones_label(paid)} is worth {worth}"
        if not any(paid):
            broken = "but a ward " if action.ward else ""
            what = "it holds no stone" if action.pay is None else f"nothing {broken}is paid"
        return f"it costs {cost}, and {what}"
    spare = [worth - value >= left for n, value in zip(paid, values, strict=True) if n]
    if action.pay is not None and (any(spare) or (left == 0 and any(paid))):
        return f"it costs {cost}: in {stones_label(paid)} a stone is too many"
    return "a part of its instant effect cannot be resolved"
