"""Stones of any colour, and payments for effects: how many, and which."""

from __future__ import annotations

from numba import float64, int64

from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import (
    ALL_COLOURS,
    DONE_LOST,
    DONE_STONES,
    DONE_VALUE,
    POINTS,
    THEN,
    UNCURSE,
)
from sim.vale_of_eternity.options import stones_of
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.curses import lifted_worth
from sim.vale_of_eternity.thinking.memory import KEPT, MEMORY, PRICE
from sim.vale_of_eternity.thinking.prices import kept_worth

COLOURS = 3


@inner(float64(TABLES, int64, int64))
def points_each(t, row, colour):
    """Return the points that the rest of a chain gives for each stone of a colour it gained."""
    points = 0.0
    while t.op[row].flag & THEN:
        row += 1
        op = t.op[row]
        if op.op == POINTS and op.per:
            c = t.count[op.per]
            if c.kind == DONE_STONES and c.colours >> colour & 1:
                points += op.n
    return points


@kernel(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def best_gain(s, t, m, seat, row, n):
    """Return what gaining `n` stones of the best colour that a row allows is worth."""
    best = 0.0
    for k in range(COLOURS):
        if t.op[row].colours >> k & 1:
            red, blue, purple = n * (k == 0), n * (k == 1), n * (k == 2)
            value = kept_worth(s, m, seat, red, blue, purple) - m[KEPT]
            best = max(best, value + n * points_each(t, row, k))
    return best


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def gain_answer(s, t, m, seat, row, option):
    """Return what gaining the stones of an option is worth."""
    red, blue, purple = stones_of(option, 0), stones_of(option, 1), stones_of(option, 2)
    value = kept_worth(s, m, seat, red, blue, purple) - m[KEPT]
    for k in range(COLOURS):
        value += stones_of(option, k) * points_each(t, row, k)
    return value


@kernel(float64(STATE, TABLES, MEMORY, int64, int64, float64, float64))
def bought(s, t, m, seat, row, value, number):
    """Return what the rest of a chain brings for stones of a value and a number that it took."""
    worth = 0.0
    while t.op[row].flag & THEN:
        row += 1
        op = t.op[row]
        n = 1.0 * op.n
        if op.per:
            kind = t.count[op.per].kind
            if kind == DONE_VALUE:
                n *= value
            elif kind == DONE_LOST:
                n *= number
        if op.op == POINTS:
            worth += n
        elif op.op == UNCURSE:
            worth += lifted_worth(s, m, seat, n)
    return worth


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def payment_answer(s, t, m, seat, row, option):
    """Return what paying the stones of an option for an effect is worth."""
    red, blue, purple = stones_of(option, 0), stones_of(option, 1), stones_of(option, 2)
    paid = red * s.value[seat, 0] + blue * s.value[seat, 1] + purple * s.value[seat, 2]
    kept = kept_worth(s, m, seat, -red, -blue, -purple)
    number = 1.0 * (red + blue + purple)
    return kept - m[KEPT] + bought(s, t, m, seat, row, 1.0 * paid, number)


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def paid_for_effect(s, t, m, seat, row):
    """Return the value that a seat would pay where it may pay any amount: nothing, or what pays."""
    have = 1.0 * value_in(s, seat, ALL_COLOURS)
    most = have
    if bought(s, t, m, seat, row, 1.0, 1.0) <= m[PRICE]:
        return 0.0
    if t.op[row].flag & THEN and t.op[row + 1].op == UNCURSE:
        most = 1.0 * s.curses[seat]
    return min(have, most)
