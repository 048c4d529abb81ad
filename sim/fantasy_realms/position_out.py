"""A position reached, in the shape of a scenario file (DESIGN 7.1)."""

from __future__ import annotations

from typing import Any

from sim.fantasy_realms.position import Position
from sim.fantasy_realms.replay import SteppedGame
from sim.fantasy_realms.rules import CHAOS
from sim.fantasy_realms.state import ACCEPT, DISCARD, ENDS, NO_OPTION, OFFER


def describe(position: Position, game: SteppedGame) -> dict[str, Any]:
    """Return where the game stands; every card of the deck pile is listed, so it is exact.

    A game that is over has to be scored; its players then have ``score``, ``tie_break`` (total
    printed base strength), ``rank``, ``win`` (win credit) and ``extra`` (the card taken from the
    discard area at the end, or null).
    """
    s = game.state
    over = game.over
    chaos = position.rules.variant == CHAOS
    names = position.deck.names

    def named(cards: list[int]) -> list[str]:
        return [names[card] for card in cards]

    players: list[dict[str, Any]] = []
    for seat in range(position.rules.players):
        player: dict[str, Any] = {
            "hand": named(game.hand(seat)),
            "known": named(game.known(seat)),
        }
        if chaos:
            del player["known"]
            player["seen"] = {names[card]: other for card, other in game.seen(seat).items()}
        if over:
            extra = int(s.extra[seat])
            player |= {
                "score": int(s.score[seat]),
                "tie_break": int(s.tie_break[seat]),
                "rank": int(s.rank[seat]),
                "win": game.credits()[seat],
                "extra": names[extra] if extra >= 0 else None,
            }
            if len(game.extras(seat)) > 1:
                player["extras"] = named(game.extras(seat))
        players.append(player)
    return {
        "game": "fantasy_realms",
        "variant": position.rules.variant,
        "sets": list(position.deck.card_set.sets),
        "seed": position.seed,
        "players": position.rules.players,
        "active": int(s.active),
        "turn": int(s.turn),
        "ticks" if chaos else "turn_cap": position.rules.turn_cap,
        **(meeting(game, names) if chaos and not over else {}),
        "phase": "end" if over else _phase(game, chaos),
        "draw": named(game.pile()),
        "draw_exact": True,
        "discard": named(game.area()),
        "player": players,
        "over": over,
        "end": (ENDS[s.end] if s.end >= 0 else "stopped") if over else None,
        "winners": [seat for seat in range(position.rules.players) if over and s.rank[seat] == 1],
    }


def _phase(game: SteppedGame, chaos: bool) -> str:
    if chaos:
        return "offer" if game.state.phase == OFFER else "answer"
    return "discard" if game.state.phase == DISCARD else "draw"


def meeting(game: SteppedGame, names: list[str]) -> dict[str, Any]:
    """Return who meets at a tick of Chaos, what was offered, and what the first one answered."""
    s = game.state
    told: dict[str, Any] = {
        "pair": [int(seat) for seat in s.pair],
        "offer": [names[card] for card in s.offer if card >= 0],
    }
    if s.answer != NO_OPTION:
        told["answer"] = "accept" if s.answer == ACCEPT else "refuse"
    return told
