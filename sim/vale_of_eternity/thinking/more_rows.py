"""What rows of a program are worth that came with Artifacts: shelter, areas, upgrades, families."""

from __future__ import annotations

from numba import float64, int64

from sim.bits import size
from sim.jit import inner
from sim.vale_of_eternity.codes import (
    BUY_AREA,
    DRAW,
    HAND,
    LOSE_ANY,
    MOVE_THAT,
    PAY,
    SHELTER,
    UPGRADE,
)
from sim.vale_of_eternity.counts import found, of_any_family
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.memory import (
    CARD,
    KEPT,
    MAYBE,
    MEMO,
    MEMORY,
    PRICE,
    TURNS,
    WORTH,
)
from sim.vale_of_eternity.thinking.prices import kept_worth

FACTOR = MEMO + 4  # share of the chain at hand, as in rows.py
AREA_A_TURN = 0.6  # points that an extra area is worth for each turn left
SHELTERED = 0.5  # share of a drawn card's worth that a sheltered one has
GIVEN_BACK = 0.8  # the same of a card that comes to the hand


@inner(int64(STATE, TABLES, int64, int64, int64))
def in_best_family(s, t, row, seat, card):
    """Return a count of cards of the family that is named, for the best family there is."""
    c = t.count[row]
    low = found(s, t, c.zone, c.filter, seat, card, 0)
    high = found(s, t, c.zone, c.filter, seat, card, 1)
    best = 0
    for family in range(t.n_families):
        mask0 = t.family_mask[family, 0]
        mask1 = t.family_mask[family, 1]
        if t.wilds:
            mask0 |= of_any_family(s, t, 0)
            mask1 |= of_any_family(s, t, 1)
        best = max(best, size(low & mask0) + size(high & mask1))
    return best


@inner(float64(STATE, MEMORY, int64, int64, int64))
def upgraded_worth(s, m, seat, red, blue):
    """Return what it is worth that stones go one step up."""
    return kept_worth(s, m, seat, -red, red - blue, blue) - m[KEPT]


@inner(int64(TABLES, int64))
def is_more_row(t, row):
    """Return 1 for a row that :func:`more_value` knows."""
    code = t.op[row].op
    if code == UPGRADE or code == BUY_AREA or code == PAY:
        return 1
    if code == LOSE_ANY or code == MOVE_THAT:
        return 1
    return 1 if code == DRAW and t.op[row].to == SHELTER else 0


@inner(float64(STATE, TABLES, MEMORY, int64, int64, float64))
def more_value(s, t, m, seat, row, n):
    """Return what such a row is worth; `n` is its amount."""
    op = t.op[row]
    if op.op == UPGRADE:
        blue = min(int(n), s.stones[seat, 1])
        red = min(int(n) - blue, s.stones[seat, 0])
        if red + blue == 0 and op.lo < 0:
            m[FACTOR] = m[MAYBE]
        return upgraded_worth(s, m, seat, red, blue)
    if op.op == BUY_AREA:
        return n * AREA_A_TURN * m[TURNS]
    if op.op == PAY:
        if value_in(s, seat, 7) < n:
            m[FACTOR] = m[MAYBE]
        return -n * m[PRICE]
    if op.op == LOSE_ANY:
        return -n * m[WORTH]
    if op.op == MOVE_THAT:
        return GIVEN_BACK * m[CARD] if op.to == HAND else 0.0
    return n * m[CARD] * SHELTERED
