"""What carrying out a program is worth, in points, from its compiled rows."""

from __future__ import annotations

from numba import float64, int64

from sim.jit import apart, inner
from sim.vale_of_eternity.codes import (
    AREA,
    CHOOSE,
    COPY,
    END,
    IF,
    INSTANT,
    JUMP,
    POINTS,
    RUN_ALL,
    THEN,
)
from sim.vale_of_eternity.counts import found, holds_true
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.memory import MAYBE, MEMORY
from sim.vale_of_eternity.thinking.rows import FACTOR, LOST, counted_here, grown, row_value
from sim.vale_of_eternity.zones import card_at


@apart(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64), optimise=3)
def plain_value(s, t, m, seat, card, row, later):
    """Return what a program is worth, what hangs on other programs at a flat rate."""
    if row == NO_PROGRAM:
        return 0.0
    total = 0.0
    chained = 0.0
    share = 1.0
    for k in range(4):
        m[LOST + k] = 0.0
    m[FACTOR] = 1.0
    while t.op[row].op != END:
        op = t.op[row]
        if op.op == JUMP:
            row = op.jump
            continue
        if op.op == IF:
            if holds_true(s, t, row, seat, card, -1):
                row += 1
            elif later and t.op[op.jump].op == END:
                share *= m[MAYBE]
                row += 1
            else:
                row = op.jump
            continue
        chained += row_value(s, t, m, seat, card, row, later)
        if not op.flag & THEN:
            total += share * m[FACTOR] * chained
            chained = 0.0
            m[FACTOR] = 1.0
            for k in range(4):
                m[LOST + k] = 0.0
        row = op.jump if op.op == CHOOSE else row + 1
    return total + share * m[FACTOR] * chained


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64))
def chosen_value(s, t, m, seat, card, row, later):
    """Return what the best parts of a choice are worth."""
    op = t.op[row]
    best = -1000.0
    second = -1000.0
    for k in range(op.arg):
        value = plain_value(s, t, m, seat, card, t.op[row + 1 + k].jump, later)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    if op.lo >= 0:
        best = max(0.0, best)
        second = max(0.0, second)
    return best + second if op.n > 1 and op.arg > 1 else best


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64))
def others_value(s, t, m, seat, card, row, later):
    """Return what using or copying effects of the other cards in the area is worth."""
    op = t.op[row]
    best = 0.0
    total = 0.0
    for word in range(2):
        cards = found(s, t, AREA, op.filter, seat, card, word)
        while cards:
            other = card_at(word, cards)
            cards &= cards - 1
            if other == card:
                continue
            program = t.resolution[other]
            if op.op == COPY and op.arg == INSTANT:
                program = t.instant[other]
            if program != NO_PROGRAM:
                value = plain_value(s, t, m, seat, other, program, later)
                best = max(best, value)
                total += value
    return best if op.op == COPY else total


@apart(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64), optimise=3)
def program_value(s, t, m, seat, card, row, later):
    """Return what carrying out a program is worth for a seat, in points.

    Parameters
    ----------
    card : int
        Whose effect it is; it should lie in the area.
    later : int
        0: now; 1: on average over the rounds to come.
    """
    if row == NO_PROGRAM:
        return 0.0
    code = t.op[row].op
    if code == CHOOSE:
        return chosen_value(s, t, m, seat, card, row, later)
    if code == COPY or code == RUN_ALL:
        return others_value(s, t, m, seat, card, row, later)
    return plain_value(s, t, m, seat, card, row, later)


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64), merged=True)
def quick_value(s, t, m, seat, card, row, later):
    """Return what :func:`program_value` does, sooner for programs that are one row of points."""
    op = t.op[row]
    if op.op != POINTS or t.op[row + 1].op != END:
        return program_value(s, t, m, seat, card, row, later)
    if op.per == 0:
        return 1.0 * op.n
    n = 1.0 * counted_here(s, t, op.per, seat, card)
    if later:
        n = grown(t, m, op.per, n)
    return op.n * n
