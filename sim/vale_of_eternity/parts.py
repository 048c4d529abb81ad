"""Choosing parts of an effect: all are named first, then carried out in the order named."""

from __future__ import annotations

import numpy as np
from numba import int64

from sim.jit import inner
from sim.vale_of_eternity.counts import amount
from sim.vale_of_eternity.frames import card_in, push, row_at, seat_at
from sim.vale_of_eternity.options import NOTHING, NUMBER_AT, PART
from sim.vale_of_eternity.state import CHOOSE_PART, SCRATCH, STATE, SUB, WHOLE
from sim.vale_of_eternity.suppose import go_deeper, suppose_nothing
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import walk


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def part_row(s, t, w, frame, part):
    """Return the first row of a part of the choice at hand."""
    return t.op[row_at(s, frame) + 1 + part].jump


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def part_possible(s, t, w, frame, part, more):
    """Return 1 if a part can be chosen after those chosen already, and leaves enough to choose.

    Parameters
    ----------
    more : int
        Parts that have to be chosen after this one; looked at if it is one.
    """
    f = s.frame[frame]
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    suppose_nothing(w)
    for k in range(f.made):
        earlier = (f.picked[1] >> (4 * k)) & 15
        if earlier == part:
            return 0
        walk(s, t, w, seat, card, part_row(s, t, w, frame, earlier), WHOLE, 0, 0)
    if not walk(s, t, w, seat, card, part_row(s, t, w, frame, part), WHOLE, 0, 0):
        return 0
    if more != 1:
        return 1
    for other in range(t.op[row_at(s, frame)].arg):
        taken = other == part
        for k in range(f.made):
            taken = taken or (f.picked[1] >> (4 * k)) & 15 == other
        if not taken:
            go_deeper(w, 0)
            if walk(s, t, w, seat, card, part_row(s, t, w, frame, other), WHOLE, 1, 0):
                return 1
    return 0


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_parts(s, t, w, frame):
    """List the parts that may be chosen; 0 once enough are chosen."""
    f = s.frame[frame]
    row = row_at(s, frame)
    op = t.op[row]
    if f.want < 0:
        want = amount(s, t, row, seat_at(s, frame), card_in(s, frame), frame)
        f.want = min(want, op.arg)
    if f.target >= 0 or f.made >= f.want:
        return 0
    exact = op.lo < 0
    n = 0
    for part in range(op.arg):
        more = f.want - f.made - 1 if exact else 0
        if part_possible(s, t, w, frame, part, more):
            w.options[n] = PART | part << NUMBER_AT
            n += 1
    if n and not exact and f.made >= op.lo:
        w.options[n] = NOTHING
        n += 1
    s.decision = CHOOSE_PART
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64))
def run_next_part(s, t, w, frame):
    """Put the next chosen part on the stack and return 1; 0 if all were carried out."""
    f = s.frame[frame]
    f.target = max(f.target, 0)
    if f.target >= f.made:
        return 0
    part = (f.picked[1] >> (4 * f.target)) & 15
    f.target += 1
    start = part_row(s, t, w, frame, part)
    new = push(s, SUB, start, seat_at(s, frame), card_in(s, frame), np.int64(f.mode))
    if new >= 0:
        s.frame[new].source = f.source
        s.frame[new].copies = f.copies
        s.frame[new].about = f.about
        for k in range(3):
            s.frame[new].paid[k] = f.paid[k]
    return 1
