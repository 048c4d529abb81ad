"""How a summoned card leaves the area; a lost stone limit shows at once (rules 4, 5)."""

from __future__ import annotations

from .decisions import Flow
from .position import Position
from .stones import discard_overflow, gain


def discard_summoned(position: Position, seat: int, card: str) -> Flow:
    """To the shared discard pile; Ash is recovered instead, a Totem Pole reacts to others."""
    player = position.players[seat]
    if card == "Ash":
        yield from recover(position, seat, card)
        player.gain_points(position.round)
        return
    player.area.remove(card)
    player.tokens.pop(card, None)  # to the supply
    position.discard.append(card)
    yield from discard_overflow(position, seat)
    if "Totem Pole" in player.area:
        yield from gain(position, seat, purple=1)


def recover(position: Position, seat: int, card: str) -> Flow:
    """To its owner's hand."""
    yield from take_to_hand(position, seat, card, seat)


def take_to_hand(position: Position, seat: int, card: str, taker: int) -> Flow:
    """To the hand of a player, who gets its curse tokens."""
    position.players[seat].area.remove(card)
    position.players[taker].hand.append(card)
    position.players[taker].curses += position.players[seat].tokens.pop(card, 0)
    yield from discard_overflow(position, seat)


def soothe(position: Position, seat: int, card: str) -> Flow:
    """Face down under the summoner, for its last token is gone."""
    position.players[seat].area.remove(card)
    position.players[seat].tokens.pop(card, None)
    position.players[seat].soothed.append(card)
    yield from discard_overflow(position, seat)


def put_on_draw_pile(position: Position, seat: int, card: str) -> Flow:
    """On top of the draw pile."""
    position.players[seat].area.remove(card)
    position.players[seat].tokens.pop(card, None)
    position.draw.insert(0, card)
    yield from discard_overflow(position, seat)
