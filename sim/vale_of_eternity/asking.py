"""The questions that the walker has to ask before it knows about a row, and what they mean."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.codes import (
    AREA,
    AS_SELF,
    CHOOSE,
    COPY,
    FREE_SUMMON,
    HAND,
    INSTANT,
    MOVE,
    MOVE_SELF,
    RUN_ALL,
    THEN,
)
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.state import CHAIN, PARTS, SCRATCH, STATE, WHOLE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import area_size, areas_of, card_at, in_area, toggle

NOBODY = -1
MOST_PICKS = 2  # cards of a hand whose discard is tried out one by one
MOST_PARTS = 16
MOST_ASKED = 128


@inner(int64(TABLES, int64, int64), merged=True)
def asks(t, row, mode):
    """Return 1 if the answer to a row hangs on other programs, or on where cards are."""
    code = t.op[row].op
    if code == MOVE or code == MOVE_SELF:
        if mode == CHAIN and not t.op[row].flag & THEN:
            return 0
        return 1 if code == MOVE_SELF or (t.looks_at_hand[row] and t.op[row].lo < 0) else 0
    if code == FREE_SUMMON or code == CHOOSE or code == COPY or code == RUN_ALL:
        return 1
    return 0


@inner(int64(STATE, TABLES, int64, int64, int64))
def parts_needed(s, t, seat, card, row):
    """Return how many parts of a choice have to be chosen at least."""
    n = amount(s, t, row, seat, card, -1)
    return n if t.op[row].lo < 0 else t.op[row].lo


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def ask_parts(s, t, w, seat, card, row, depth):
    """Note the parts of a choice, or the pairs of parts if two have to be chosen."""
    op = t.op[row]
    n = op.arg
    for k in range(op.arg):
        w.asked[depth, k] = k
    if parts_needed(s, t, seat, card, row) == 2:
        n = 0
        for k in range(op.arg):
            for j in range(op.arg):
                if j != k and n < MOST_ASKED:
                    w.asked[depth, n] = k + (j + 1) * MOST_PARTS
                    n += 1
    return n


@inner(int64(TABLES, int64, int64))
def program_of(t, effect, card):
    """Return the first row of a card's instant or resolution effect."""
    return t.instant[card] if effect == INSTANT else t.resolution[card]


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64), merged=True)
def ask(s, t, w, seat, card, row, depth, picked):
    """Note the cards or parts that a row's answer hangs on in ``asked``; return their number.

    NOBODY stands for a question that is about no card.
    """
    op = t.op[row]
    code = op.op
    w.asked[depth, 0] = NOBODY
    if code == MOVE_SELF:
        return in_area(s, seat, card)
    if code == MOVE and picked == min(amount(s, t, row, seat, card, -1), MOST_PICKS):
        return 1
    if code == CHOOSE:
        return ask_parts(s, t, w, seat, card, row, depth)
    if code == FREE_SUMMON and area_size(s, seat) >= areas_of(s, seat):
        return 0
    zone = AREA if code == COPY or code == RUN_ALL else op.zone
    n = 0
    for word in range(2):
        cards = found(s, t, zone, op.filter, seat, card, word)
        if code == RUN_ALL or (code == COPY and op.arg != INSTANT):
            cards &= t.resolution_mask[word]
        elif code == COPY:
            cards &= t.instant_mask[word]
        while cards:
            other = card_at(word, cards)
            cards &= cards - 1
            # a copied effect copies no copying effect
            if code != COPY or depth == 0 or not t.copies[program_of(t, op.arg, other)]:
                w.asked[depth, n] = other
                n += 1
    return n


@inner(int64(TABLES, int64, int64, int64, int64), merged=True)
def asked_row(t, row, about, part, picked):
    """Return the first row of the program that a question is about."""
    op = t.op[row]
    code = op.op
    if code == FREE_SUMMON:
        return t.instant[about]
    if code == CHOOSE:
        return t.op[row + 1 + (about // MOST_PARTS - 1 if part else about % MOST_PARTS)].jump
    if code == COPY:
        return program_of(t, op.arg, about)
    if code == RUN_ALL:
        return t.resolution[about]
    return row if code == MOVE and about >= 0 else row + 1


@inner(int64(TABLES, int64, int64, int64), merged=True)
def asked_card(t, row, card, about):
    """Return whose effect the program is that a question is about."""
    op = t.op[row]
    if op.op == FREE_SUMMON or op.op == RUN_ALL:
        return about
    return about if op.op == COPY and not op.flag & AS_SELF else card


@inner(int64(TABLES, int64, int64), merged=True)
def asked_mode(t, row, mode):
    """Return how the program that a question is about has to be resolved."""
    op = t.op[row]
    if op.op == MOVE or op.op == MOVE_SELF:
        return mode
    return PARTS if op.op == RUN_ALL or (op.op == COPY and op.arg != INSTANT) else WHOLE


@inner(void(STATE, TABLES, int64, int64, int64, int64), merged=True)
def suppose_moved(s, t, seat, card, row, about):
    """Move cards as a row would before a question; done once more, it takes them back."""
    op = t.op[row]
    if op.op == MOVE_SELF:
        toggle(s, AREA, seat, card)
        toggle(s, op.to, seat, card)
    elif op.op == MOVE and about >= 0:
        toggle(s, HAND, seat, about)
    elif op.op == FREE_SUMMON:
        toggle(s, op.zone, seat, about)
        toggle(s, AREA, seat, about)


@inner(int64(STATE, TABLES, int64, int64, int64, int64, int64), merged=True)
def verdict(s, t, seat, card, row, got, ways):
    """Return what the answers to a row's questions mean: the best one, and how many were yes."""
    op = t.op[row]
    code = op.op
    if code == CHOOSE:
        need = parts_needed(s, t, seat, card, row)
        return 0 if ways < (1 if need == 2 else need) else max(got, 1)
    if code == RUN_ALL:
        return max(got, 1)
    if code == COPY and op.arg != INSTANT:
        return 2 if got == 2 else 0 if op.flag & THEN else 1
    if code == COPY:
        return got
    return 2 if got else 0
