"""``seller``: lives on sales. It tames and summons cheap cards only, and sells all others."""

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
    USE,
    card_of,
    kind_of,
    stones_of,
)
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.view import CHOOSE, VIEW

ABOUT = "sells what it hunts, but for cards of a written cost up to `cheap`, all it ever summons"
# It hunts the dearest cheap card that it has the stones for, else the card that sells for the
# highest value; tames hunted cards that are cheap and sells the others; summons whatever cheap card
# it can, the dearest first, paying as little as it can; uses its artifact last; removes nothing. It
# discards its least valuable stones; whatever else it is asked, it takes the first option.
PARAMS: dict[str, float] = {"cheap": 4}
LIMITS = {"cheap": (0, 20)}

NEVER = -1_000_000


@inner(int64(VIEW, int64))
def value_of(view, option):
    """Return the value of the stones in an option."""
    value = 0
    for k in range(3):
        value += stones_of(option, k) * view.state.value[view.seat, k]
    return value


@inner(int64(VIEW, int64))
def sale_of(view, card):
    """Return the value of the stones that a card sells for."""
    value = 0
    for k in range(3):
        value += view.tables.sale[view.tables.family[card], k] * view.state.value[view.seat, k]
    return value


@inner(int64(VIEW, int64, int64))
def rank_of(view, option, cheap):
    """Return how soon an option is taken, the highest first; `cheap`: its card is."""
    kind = kind_of(option)
    card = card_of(option)
    cost = view.tables.cost[card]
    if kind == HUNT_CARD:
        if cheap and value_in(view.state, view.seat, 7) >= cost:
            return 1000 + cost
        return sale_of(view, card)
    if kind == SUMMON:
        return 1_000_000 + 1000 * cost - value_of(view, option) if cheap else NEVER
    if kind == TAME:
        return 100 if cheap else -100
    if kind == SELL:
        return -100 if cheap else 100
    if kind == USE:
        return 50
    if kind == END_TURN:
        return 0
    if kind == STONES:
        return -value_of(view, option)
    return -1000


@kernel(CHOOSE)
def choose(view, options, n, params, stream):
    """Return the first option of the highest rank."""
    chosen = 0
    best = NEVER - 1
    for k in range(n):
        cheap = 1 if view.tables.cost[card_of(options[k])] <= params[0] else 0
        rank = rank_of(view, options[k], cheap)
        if rank > best:
            best = rank
            chosen = k
    return chosen
