"""The phases of a round, each from wherever the position stands in it (rules 2)."""

from __future__ import annotations

from . import (  # noqa: F401  (they enter their cards)
    artifact_cards,
    instants,
    instants_asking,
    resolutions,
    resolutions_cards,
)
from .area import discard_summoned
from .artifacts import (
    can_use,
    return_artifacts,
    sale_reactions,
    take_artifacts,
    use_artifact,
)
from .cards import DRAGON, EARTH, FIRE, WATER, WIND, family
from .curse import curse_phase, end_scoring, round_ends, round_starts
from .decisions import Decision, Flow, Option
from .position import Position
from .resolution import use_all
from .stones import gain, pay, warded_payments
from .summoning import summon, summon_payments

LAST_ROUND = 10
END_SCORE = 60
END_SCORE_ARTIFACTS = 80
SALES = {  # red, blue, purple (2.2, D1)
    FIRE: (3, 0, 0),
    EARTH: (4, 0, 0),
    WATER: (0, 1, 0),
    WIND: (1, 1, 0),
    DRAGON: (0, 0, 1),
}


def hunt(position: Position) -> Flow:
    """Reveal two cards a player, then a snake draft of all of them (2.1)."""
    order = position.turn_order()
    picks = sum(len(player.hunted) for player in position.players)
    if not position.display and not picks:
        position.display = position.draw_cards(2 * len(order))
        position.takers = 0
    yield from take_artifacts(position)
    for seat in [*order, *reversed(order)][picks:]:
        if not position.display:  # both piles were empty, fewer cards lie there
            break
        position.active = seat
        options = tuple(("hunt", card) for card in position.display)
        _, card = yield Decision(seat, "hunt", options)
        position.display.remove(card)
        position.players[seat].hunted.append(card)
    position.phase, position.active = "action", position.first


def action(position: Position) -> Flow:
    """Each player in turn order takes one whole turn (2.2)."""
    order = position.turn_order()
    for seat in order[order.index(position.active) :]:
        position.active = seat
        position.players[seat].my_turn = True
        yield from action_turn(position, seat)
        position.players[seat].my_turn = False
    return_artifacts(position)
    position.phase, position.active = "resolution", position.first


def action_turn(position: Position, seat: int) -> Flow:
    while True:
        verb, *what = yield Decision(seat, "main", tuple(main_options(position, seat)))
        if verb == "sell":
            yield from sell(position, seat, *what)
        elif verb == "tame":
            yield from tame(position, seat, *what)
        elif verb == "summon":
            yield from summon(position, seat, *what)
        elif verb == "remove":
            yield from remove(position, seat, *what)
        elif verb == "use artifact":
            yield from use_artifact(position, seat)
        else:
            return


def main_options(position: Position, seat: int) -> list[Option]:
    player = position.players[seat]
    options: list[Option] = []
    for card in player.hunted:
        options += [("sell", card), ("tame", card)]
    for card in player.hand:
        options += [("summon", card, paid) for paid in summon_payments(position, seat, card)]
    for card in player.area:  # the card still counts while it is paid for; not reduced (D32)
        removal = warded_payments(position, seat, position.round)
        options += [("remove", card, paid) for paid in removal]
    if can_use(position, seat):
        options.append(("use artifact", player.artifact))
    if not player.hunted:
        options.append(("end turn",))
    return options


def sell(position: Position, seat: int, card: str) -> Flow:
    position.players[seat].hunted.remove(card)
    position.discard.append(card)
    yield from gain(position, seat, *SALES[family(card)])
    yield from sale_reactions(position, seat, card, SALES[family(card)])


def tame(position: Position, seat: int, card: str) -> Flow:
    player = position.players[seat]
    player.hunted.remove(card)
    player.hand.append(card)
    if "Triton" in player.area and family(card) == WATER:
        yield from gain(position, seat, blue=2)


def remove(position: Position, seat: int, card: str, payment: tuple[int, ...]) -> Flow:
    """Pay the round number; a removal is a discard (2.2)."""
    pay(position, seat, payment)
    yield from discard_summoned(position, seat, card)


def resolution(position: Position) -> Flow:
    """Each player in turn order uses every available effect once (2.3)."""
    order = position.turn_order()
    for seat in order[order.index(position.active) :]:
        position.active = seat
        position.players[seat].my_turn = True
        yield from use_all(position, seat, position.used)
        position.players[seat].my_turn = False
        position.used = set()
    position.phase = "curse" if position.cursed else "end"
    position.active = position.first


def end(position: Position) -> Flow:
    """The check at the end of a round, and the step to the next one (2.5)."""
    yield from round_ends(position)
    best = max(player.score for player in position.players)
    wanted = END_SCORE_ARTIFACTS if position.clearing else END_SCORE
    if best >= wanted or position.round >= LAST_ROUND:
        position.over = True
        if position.cursed:
            end_scoring(position)
        position.end = "score" if best >= wanted else "last round"
        position.winners = winners(position)
        return
    position.round += 1
    position.first = (position.first + 1) % len(position.players)
    position.phase, position.active = "hunt", position.first
    round_starts(position)


def winners(position: Position) -> list[int]:
    """Most points, then most cards in the area, then all of them (2.6)."""
    keys = [(player.score, len(player.area)) for player in position.players]
    return [seat for seat, key in enumerate(keys) if key == max(keys)]


PHASES = {
    "hunt": hunt,
    "action": action,
    "resolution": resolution,
    "curse": curse_phase,
    "end": end,
}
