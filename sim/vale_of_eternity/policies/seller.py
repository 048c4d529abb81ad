"""``seller``: sells all it hunts but cheap cards, which are all it ever summons."""

from __future__ import annotations

from numba import int64

from sim.jit import inner, kernel
from sim.vale_of_eternity.options import (
    END_TURN,
    HUNT_CARD,
    SELL,
    STONES,
    SUMMON,
    TAME,
    card_of,
    kind_of,
    stones_of,
)
from sim.vale_of_eternity.view import CHOOSE, VIEW

ABOUT = "sells all it hunts, but tames and summons cards of a written cost of at most `cheap`"
# It hunts the card that sells for the highest value, tames a hunted card that is cheap and sells
# the others, summons whatever cheap card it can, paying as little as it can, and removes nothing.
# It discards its least valuable stones; what else it is asked, it answers with the first option.
PARAMS: dict[str, float] = {"cheap": 2}
LIMITS = {"cheap": (0, 20)}


@inner(int64(VIEW, int64))
def value_of(view, stones):
    """Return the value of the stones in an option."""
    value = 0
    for k in range(3):
        value += stones_of(stones, k) * view.state.value[view.seat, k]
    return value


@inner(int64(VIEW, int64))
def sale_of(view, card):
    """Return the value of the stones that a card sells for."""
    value = 0
    for k in range(3):
        value += view.tables.sale[view.tables.family[card], k] * view.state.value[view.seat, k]
    return value


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the option that the rules in this file's comment name."""
    chosen = 0
    best = -1000
    for k in range(n):
        kind = kind_of(options[k])
        card = card_of(options[k])
        cheap = 1 if view.tables.cost[card] <= params[0] else 0
        rank = -500
        if kind == HUNT_CARD:
            rank = sale_of(view, card)
        elif kind == SUMMON:
            rank = 400 - value_of(view, options[k]) if cheap else -600
        elif kind == SELL:
            rank = 100 if not cheap else -400
        elif kind == TAME:
            rank = 100 if cheap else -400
        elif kind == END_TURN:
            rank = 0
        elif kind == STONES:
            rank = -value_of(view, options[k])
        if rank > best:
            best = rank
            chosen = k
    return chosen
