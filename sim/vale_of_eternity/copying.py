"""Effects of other cards: copying one, and using all of the own area."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.codes import AREA, AS_SELF, INSTANT
from sim.vale_of_eternity.counts import found
from sim.vale_of_eternity.frames import card_in, finish_row, push, row_at, seat_at
from sim.vale_of_eternity.log import M_COPY, M_EFFECT, note
from sim.vale_of_eternity.options import CARD, EFFECT, with_card
from sim.vale_of_eternity.rulings import COPIED_RECOVER_TARGETS_SELF, RESOLUTION_USE_COUNTS
from sim.vale_of_eternity.state import CHOOSE_CARD, CHOOSE_EFFECT, PARTS, RUN, SCRATCH, STATE, WHOLE
from sim.vale_of_eternity.suppose import go_deeper, suppose_nothing
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import is_available, walk
from sim.vale_of_eternity.zones import acting, bit_of, card_at, word_of

PHASE = -1  # the row of the frame that is the resolution phase itself


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_copies(s, t, w, frame):
    """List the cards whose effect can be copied. A copied effect copies no copying effect."""
    f = s.frame[frame]
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    op = t.op[row_at(s, frame)]
    n = 0
    for word in range(2):
        cards = found(s, t, AREA, op.filter, seat, card, word)
        cards &= t.instant_mask[word] if op.arg == INSTANT else t.resolution_mask[word]
        while cards:
            c = card_at(word, cards)
            cards &= cards - 1
            start = t.instant[c] if op.arg == INSTANT else t.resolution[c]
            if f.copies and t.copies[start]:
                continue
            self = card if op.flag & AS_SELF else c
            suppose_nothing(w)
            go_deeper(w, 0)
            if op.arg == INSTANT:
                got = walk(s, t, w, seat, self, start, WHOLE, 1, 0)
            else:
                got = walk(s, t, w, seat, self, start, PARTS, 1, 0) == 2
            if got:
                w.options[n] = with_card(CARD, c)
                n += 1
    s.decision = CHOOSE_CARD
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def copy_effect(s, t, w, frame, copied):
    """Use the effect of another card."""
    f = s.frame[frame]
    op = t.op[row_at(s, frame)]
    seat = seat_at(s, frame)
    card = card_in(s, frame) if op.flag & AS_SELF else copied
    depth = np.int64(f.copies) + 1
    start = t.instant[copied] if op.arg == INSTANT else t.resolution[copied]
    mode = WHOLE if op.arg == INSTANT else PARTS
    note(w, M_COPY, seat, copied, 0)
    finish_row(s, t, frame)
    new = push(s, RUN, start, seat, card, mode)
    if new >= 0:
        s.frame[new].copies = depth
        if not t.ruling[COPIED_RECOVER_TARGETS_SELF]:
            s.frame[new].source = copied


@inner(int64(STATE, TABLES, SCRATCH, int64), merged=True)
def list_effects(s, t, w, frame):
    """List the resolution effects that are available and not yet used; 0 if there are none left."""
    f = s.frame[frame]
    seat = seat_at(s, frame)
    row = row_at(s, frame)
    n = 0
    for word in range(2):
        cards = acting(s, seat, word) & t.resolution_mask[word] & ~f.picked[word]
        if row != PHASE:
            cards &= found(s, t, AREA, t.op[row].filter, seat, card_in(s, frame), word)
        while cards:
            c = card_at(word, cards)
            cards &= cards - 1
            if is_available(s, t, w, seat, c):
                w.options[n] = with_card(EFFECT, c)
                n += 1
    s.active = seat
    s.decision = CHOOSE_EFFECT
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def use_effect(s, t, w, frame, card):
    """Use a resolution effect."""
    seat = seat_at(s, frame)
    word = word_of(card)
    s.frame[frame].picked[word] |= bit_of(card)
    if row_at(s, frame) != PHASE and t.ruling[RESOLUTION_USE_COUNTS]:
        s.used[word] |= bit_of(card)
    note(w, M_EFFECT, seat, card, 0)
    push(s, RUN, t.resolution[card], seat, card, PARTS)
