"""The stack of effects in progress. It lies in the state, so a copied state can be played on."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import CHOOSE, THEN
from sim.vale_of_eternity.state import MAX_DEPTH, RUN, STATE, SUB, WHOLE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import bit_of, word_of


@inner(int64(STATE, int64, int64, int64, int64, int64, int64))
def begin_frame(s, at, kind, row, seat, card, mode):
    """Write a new effect to a place of the stack, and return the place."""
    f = s.frame[at]
    f.kind = kind
    f.pc = row
    f.seat = seat
    f.card = card
    f.source = card
    f.mode = mode
    f.copies = 0
    f.chained = 0
    f.family = -1
    f.about = -1
    for k in range(2):
        f.picked[k] = 0
        f.moved[k] = 0
    for k in range(3):
        f.paid[k] = 0
        f.gained[k] = 0
    f.lost = 0
    f.value = 0
    f.want = -1
    f.made = 0
    f.target = -1
    return at


@kernel(int64(STATE, int64, int64, int64, int64, int64))
def push(s, kind, row, seat, card, mode):
    """Put a new effect on the stack and return its frame's number; -1 if the stack is full.

    A full stack means effects that set each other off without end: the newest is dropped.
    """
    if s.depth == MAX_DEPTH:
        return -1
    s.depth += 1
    return begin_frame(s, s.depth - 1, kind, row, seat, card, mode)


@kernel(int64(STATE, int64, int64, int64, int64, int64, int64))
def push_below(s, at, kind, row, seat, card, mode):
    """Put a new effect below frame `at` of the stack, which it waits for; -1 if there's no room."""
    if s.depth == MAX_DEPTH:
        return -1
    k = s.depth
    while k > at:
        s.frame[k] = s.frame[k - 1]
        k -= 1
    s.depth += 1
    return begin_frame(s, at, kind, row, seat, card, mode)


@inner(int64(STATE, int64, int64), merged=True)
def own_instant(s, seat, card):
    """Return the frame in which a card's instant is in progress, -1 if it isn't."""
    for k in range(s.depth):
        f = s.frame[k]
        if f.kind == RUN and f.mode == WHOLE and f.card == card and f.seat == seat:
            return k
    return -1


@inner(void(STATE))
def pop(s):
    """Take the finished effect off the stack; a sub-program's deeds count for its chain."""
    s.depth -= 1
    f = s.frame[s.depth]
    if f.kind == SUB:
        parent = s.frame[s.depth - 1]
        for k in range(2):
            parent.moved[k] |= f.moved[k]
        for k in range(3):
            parent.gained[k] += f.gained[k]
        parent.lost += f.lost
        parent.value += f.value
        if f.family >= 0:
            parent.family = f.family


@inner(void(STATE, int64))
def begin_chain(s, frame):
    """Forget what earlier chains of a program did."""
    f = s.frame[frame]
    f.chained = 1
    f.lost = 0
    f.value = 0
    for k in range(2):
        f.moved[k] = 0
    for k in range(3):
        f.gained[k] = 0


@inner(void(STATE, TABLES, int64))
def finish_row(s, t, frame):
    """Go on to the next row of a program."""
    f = s.frame[frame]
    op = t.op[f.pc]
    f.chained = 1 if op.flag & THEN else 0
    f.pc = op.jump if op.op == CHOOSE else f.pc + 1
    f.want = -1
    f.made = 0
    f.target = -1
    f.picked[0] = 0
    f.picked[1] = 0


@inner(void(STATE, int64, int64))
def note_moved(s, frame, card):
    """Count a card among those that the chain at hand moved."""
    f = s.frame[frame]
    f.made += 1
    f.moved[word_of(card)] |= bit_of(card)


@inner(int64(STATE, int64))
def seat_at(s, frame):
    """Return whose effect a frame is."""
    return np.int64(s.frame[frame].seat)


@inner(int64(STATE, int64))
def card_in(s, frame):
    """Return which card's effect a frame is."""
    return np.int64(s.frame[frame].card)


@inner(int64(STATE, int64))
def row_at(s, frame):
    """Return the row a frame is at."""
    return np.int64(s.frame[frame].pc)
