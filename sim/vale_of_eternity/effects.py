"""Running the effect on top of the stack, row by row, to its next choice."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.choices import answer, list_choices
from sim.vale_of_eternity.codes import (
    ALL_COLOURS,
    CHOOSE,
    END,
    GAIN,
    IF,
    JUMP,
    LOSE_ANY,
    LOSE_STONES,
    PAY,
    RUN_ALL,
)
from sim.vale_of_eternity.copying import list_effects, use_effect
from sim.vale_of_eternity.counts import amount, holds_true
from sim.vale_of_eternity.curse import give_token, list_tokens
from sim.vale_of_eternity.deeds import act
from sim.vale_of_eternity.frames import begin_chain, card_in, finish_row, pop, push, row_at, seat_at
from sim.vale_of_eternity.options import card_of
from sim.vale_of_eternity.parts import run_next_part
from sim.vale_of_eternity.reactions import answer_trigger, step_triggers
from sim.vale_of_eternity.state import (
    ALL_EFFECTS,
    CHAIN,
    PARTS,
    SCRATCH,
    STATE,
    TOKENS,
    TRIGGERS,
)
from sim.vale_of_eternity.stones import stones_in, value_in
from sim.vale_of_eternity.suppose import suppose_nothing
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import walk


@inner(int64(STATE, TABLES, SCRATCH, int64), merged=True)
def begin_row(s, t, w, frame):
    """Begin the chain at hand; return 0 and leave it out if it cannot be resolved."""
    row = row_at(s, frame)
    if not t.chain_sure[row]:
        suppose_nothing(w)
        if not walk(s, t, w, seat_at(s, frame), card_in(s, frame), row, CHAIN, 0, 0):
            s.frame[frame].pc = t.chain_end[row]
            return 0
    begin_chain(s, frame)
    return 1


@inner(int64(int64))
def gives_stones(code):
    """Return 1 for an operation that gives up or pays a number of stones or their value."""
    return 1 if code == LOSE_STONES or code == LOSE_ANY or code == PAY else 0


@inner(int64(STATE, TABLES, int64))
def lacks_stones(s, t, frame):
    """Return 1 if the stones that the row at hand gives up are not there (any more)."""
    row = row_at(s, frame)
    seat = seat_at(s, frame)
    n = amount(s, t, row, seat, card_in(s, frame), frame)
    op = t.op[row]
    if op.op == PAY:
        return 1 if value_in(s, seat, ALL_COLOURS) < n else 0
    if op.op == LOSE_ANY:
        return 1 if stones_in(s, seat, op.colours) < (n if op.lo < 0 else op.lo) else 0
    if s.stones[seat, 0] < n * op.red or s.stones[seat, 1] < n * op.blue:
        return 1
    return 1 if s.stones[seat, 2] < n * op.purple else 0


@inner(int64(STATE, TABLES, SCRATCH, int64), merged=True)
def step_program(s, t, w, frame):
    """Carry out rows of a program until a choice, another effect or an overflow comes up.

    Returns
    -------
    int
        The number of options, or 0.
    """
    f = s.frame[frame]
    while not s.over_limit:
        row = row_at(s, frame)
        code = t.op[row].op
        if code == END:
            pop(s)
            return 0
        if code == IF:
            if holds_true(s, t, row, seat_at(s, frame), card_in(s, frame), frame):
                f.pc += 1
            else:
                f.pc = t.op[row].jump
            f.chained = 0
            continue
        if code == JUMP:
            f.pc = t.op[row].jump
            continue
        if not f.chained and not begin_row(s, t, w, frame):
            continue
        if f.made == 0 and gives_stones(code) and lacks_stones(s, t, frame):
            # what came in between took them: the rest of the chain hangs on them
            f.pc = t.chain_end[row]
            f.chained = 0
            continue
        if code == RUN_ALL:
            finish_row(s, t, frame)
            push(s, ALL_EFFECTS, row, seat_at(s, frame), card_in(s, frame), PARTS)
            return 0
        if act(s, t, w, frame):
            finish_row(s, t, frame)
            if s.depth > frame + 1 or (code == GAIN and t.watches):
                return 0  # it set something off, or may
            continue
        n = list_choices(s, t, w, frame)
        if n:
            return n
        if code == CHOOSE and run_next_part(s, t, w, frame):
            return 0
        finish_row(s, t, frame)
    return 0


@inner(int64(STATE, TABLES, SCRATCH), merged=True)
def step_effect(s, t, w):
    """Go on with the effect on top of the stack; return the number of options, or 0."""
    frame = s.depth - 1
    kind = s.frame[frame].kind
    if kind == TRIGGERS:
        return step_triggers(s, t, w, frame)
    if kind == ALL_EFFECTS or kind == TOKENS:
        n = list_effects(s, t, w, frame) if kind == ALL_EFFECTS else list_tokens(s, t, w, frame)
        if n == 0:
            pop(s)
        return n
    return step_program(s, t, w, frame)


@inner(void(STATE, TABLES, SCRATCH, int64), merged=True)
def answer_effect(s, t, w, option):
    """Carry out the chosen option of the effect on top of the stack."""
    frame = s.depth - 1
    kind = s.frame[frame].kind
    if kind == TRIGGERS:
        answer_trigger(s, t, w, frame, card_of(option))
    elif kind == ALL_EFFECTS:
        use_effect(s, t, w, frame, card_of(option))
    elif kind == TOKENS:
        give_token(s, t, w, frame, card_of(option))
    else:
        answer(s, t, w, frame, option)
