"""How a summoned card leaves the area; a lost stone limit shows at once (rules 4, 5)."""

from __future__ import annotations

from .decisions import Flow
from .position import Position
from .stones import discard_overflow


def discard_summoned(position: Position, seat: int, card: str) -> Flow:
    """To the shared discard pile."""
    position.players[seat].area.remove(card)
    position.discard.append(card)
    yield from discard_overflow(position, seat)


def recover(position: Position, seat: int, card: str) -> Flow:
    """To its owner's hand."""
    position.players[seat].area.remove(card)
    position.players[seat].hand.append(card)
    yield from discard_overflow(position, seat)


def put_on_draw_pile(position: Position, seat: int, card: str) -> Flow:
    """On top of the draw pile."""
    position.players[seat].area.remove(card)
    position.draw.insert(0, card)
    yield from discard_overflow(position, seat)
