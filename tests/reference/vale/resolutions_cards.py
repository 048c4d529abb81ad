"""Resolution effects on cards, and when each would do something."""

from __future__ import annotations

from collections.abc import Callable

from .area import recover
from .cards import EARTH, FIRE, family, written_cost
from .decisions import Flow, ask_card
from .position import Position
from .registry import INSTANTS, RESOLUTIONS, carry_out, resolution
from .resolution import would_do_something
from .stones import gain


@resolution("Imp")
@resolution("Undine")
@resolution("Mud Slime")
@resolution("Dandelion Spirit")
def recover_me(position: Position, seat: int, me: str) -> Flow:
    """Without a named target a card recovers itself, a copier too (5, D9)."""
    yield from recover(position, seat, me)


def something_to_draw(position: Position, seat: int, me: str) -> bool:
    return bool(position.draw or position.discard)


@resolution("Griffon", something_to_draw)
def griffon(position: Position, seat: int, me: str) -> None:
    position.draw_to_hand(seat)


def has_hand_card(position: Position, seat: int, me: str) -> bool:
    return bool(position.players[seat].hand)


@resolution("Medusa", has_hand_card)
def medusa(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, position.players[seat].hand, me)
    position.discard_from_hand(seat, card)
    yield from gain(position, seat, purple=1)


def discarded_earth(position: Position) -> list[str]:
    return [card for card in position.discard if family(card) == EARTH]


def earth_lies_there(position: Position, seat: int, me: str) -> bool:
    return bool(discarded_earth(position))


@resolution("Mimic", earth_lies_there)
def mimic(position: Position, seat: int, me: str) -> Flow:
    card = yield from ask_card(seat, discarded_earth(position), me)
    position.discard.remove(card)
    position.players[seat].hand.append(card)


def recovers(card: str, wanted: Callable[[str], bool]) -> None:
    """Recover one card with an instant effect that is wanted; it must be done if there is one."""

    def targets(position: Position, seat: int) -> list[str]:
        area = position.players[seat].area
        return [other for other in area if other in INSTANTS and wanted(other)]

    def can(position: Position, seat: int, me: str) -> bool:
        return bool(targets(position, seat))

    def effect(position: Position, seat: int, me: str) -> Flow:
        target = yield from ask_card(seat, targets(position, seat), me)
        yield from recover(position, seat, target)

    resolution(card, can)(effect)


recovers("Asmodeus", lambda card: written_cost(card) <= 2)
recovers("Balog", lambda card: family(card) == FIRE)


def copyable(position: Position, seat: int, me: str) -> list[str]:
    """Return other cards whose effect would do something now; used ones count too (D37)."""
    others = position.players[seat].others(me)
    return [card for card in others if would_do_something(position, seat, card, me)]


def has_copyable(position: Position, seat: int, me: str) -> bool:
    return bool(copyable(position, seat, me))


@resolution("Genie Exalted", has_copyable)
def genie_exalted(position: Position, seat: int, me: str) -> Flow:
    """The copied card keeps its own use."""
    card = yield from ask_card(seat, copyable(position, seat, me), me)
    yield from carry_out(RESOLUTIONS[card], position, seat, me)
