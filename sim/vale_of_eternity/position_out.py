"""A position reached, in the shape of a scenario file (DESIGN 7.1)."""

from __future__ import annotations

from typing import Any

from sim.vale_of_eternity.codes import COLOURS
from sim.vale_of_eternity.position import ZONES, Position
from sim.vale_of_eternity.position_artifacts import describe_artifacts, describe_seat
from sim.vale_of_eternity.sides import side_slug
from sim.vale_of_eternity.state import ALL_EFFECTS, ENDS, OVER, PHASES, RESOLUTION
from sim.vale_of_eternity.stepped import SteppedGame, cards_in


def describe(position: Position, game: SteppedGame) -> dict[str, Any]:
    """Return where the game stands; every card of the draw pile is listed, so it is exact.

    ``active`` is the seat whose turn it is, which need not be the one that decides. A game that is
    over has ``end`` and ``winners``, its players ``tie_break`` (cards in the area), ``rank`` and
    ``win`` (win credit).
    """
    s = game.state
    names = position.deck.names
    over = game.over
    rulings = {name: bool(value) for name, value in position.rules.rulings.items()}
    state: dict[str, Any] = {
        "game": "vale_of_eternity",
        "sets": list(position.deck.card_set.sets),
        "rulings": rulings,
        "seed": position.seed,
        "round": int(s.round_no),
        "phase": "end" if s.phase == OVER else PHASES[game.phase],
        "first": int(s.first),
        "active": game.turn_of,
        "draw": [names[card] for card in game.pile()],
        "draw_exact": True,
        "display": [names[card] for card in game.shared_cards("display")],
        "discard": [names[card] for card in game.shared_cards("discard")],
        "used": [names[card] for card in used_effects(game)],
        **describe_artifacts(position, game),
        "player": [_player(position, game, seat) for seat in range(int(s.players))],
        "over": over,
        "end": ENDS[s.end] if over else None,
        "winners": [seat for seat in range(int(s.players)) if over and s.rank[seat] == 1],
    }
    return state


def used_effects(game: SteppedGame) -> list[int]:
    """Return the cards whose resolution effects the active seat has used in this phase."""
    s = game.state
    frame = s.frame[0]
    at_work = s.phase == RESOLUTION and s.depth > 0 and frame.kind == ALL_EFFECTS
    return cards_in(frame.picked) if at_work else []


def _player(position: Position, game: SteppedGame, seat: int) -> dict[str, Any]:
    """Return what lies before one player."""
    s, names = game.state, position.deck.names
    player: dict[str, Any] = {
        "score": int(s.score[seat]),
        "stones": {colour: int(n) for colour, n in zip(COLOURS, s.stones[seat], strict=True)},
    }
    for zone in ZONES:
        player[zone] = [
            {"card": names[card], "curses": int(s.tokens[card])}
            if zone == "area" and s.tokens[card]
            else names[card]
            for card in game.seat_cards(zone, seat)
        ]
    player["known"] = [names[card] for card in cards_in(s.known[seat])]
    player["wards"] = int(s.wards[seat])
    player["curses"] = int(s.curses[seat])
    player["extra_areas"] = int(s.extra_areas[seat])
    player |= describe_seat(position, game, seat)
    if s.side[seat] >= 0:
        side = game.deck.card_set.sides[int(s.side[seat])]
        player |= {"summoner": side.name, "side": side_slug(side)}
    if game.over:
        player["tie_break"] = int(s.tie_break[seat])
        player["rank"] = int(s.rank[seat])
        player["win"] = game.credits()[seat]
    return player
