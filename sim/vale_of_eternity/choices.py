"""Operations that ask somebody: listing the options, and carrying out the chosen one."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import apart, inner
from sim.vale_of_eternity.amounts import answer_amount, list_amounts
from sim.vale_of_eternity.cards import move_card
from sim.vale_of_eternity.codes import (
    ADD_CURSES,
    ATTACK,
    CHOOSE,
    COPY,
    FREE_SUMMON,
    GAIN_ANY,
    LOSE_ANY,
    MEND,
    MOVE,
    NAME_FAMILY,
    PAY,
    PAY_ANY,
    STEAL,
    SWAP,
    THEY_LOSE,
    UNCURSE,
    UPGRADE,
)
from sim.vale_of_eternity.copying import copy_effect, list_copies
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.deeds import move_found
from sim.vale_of_eternity.frames import card_in, finish_row, note_moved, row_at, seat_at
from sim.vale_of_eternity.log import add_points
from sim.vale_of_eternity.moving import list_attack, list_move, swap
from sim.vale_of_eternity.options import (
    CARD,
    NOTHING,
    SEAT,
    SEAT_AT,
    card_of,
    kind_of,
    number_of,
    seat_of,
    with_card,
)
from sim.vale_of_eternity.parts import list_parts
from sim.vale_of_eternity.reactions import take_points
from sim.vale_of_eternity.state import CHOOSE_CARD, CHOOSE_SEAT, SCRATCH, STATE
from sim.vale_of_eternity.summon import FREE, summon
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import can_summon
from sim.vale_of_eternity.zones import card_at


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_robbed(s, t, w, frame):
    """List the opponents who have points to take."""
    f = s.frame[frame]
    seat = seat_at(s, frame)
    n = 0
    if f.made == 0:
        for p in range(s.players):
            if p != seat and s.score[p] > 0:
                w.options[n] = SEAT | p << SEAT_AT
                n += 1
    s.decision = CHOOSE_SEAT
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_free_summons(s, t, w, frame):
    """List the cards that can be summoned for free."""
    seat = seat_at(s, frame)
    op = t.op[row_at(s, frame)]
    n = 0
    for word in range(2):
        cards = found(s, t, op.zone, op.filter, seat, card_in(s, frame), word)
        while cards:
            c = card_at(word, cards)
            cards &= cards - 1
            if can_summon(s, t, w, seat, c, op.zone):
                w.options[n] = with_card(CARD, c)
                n += 1
    s.decision = CHOOSE_CARD
    return n


@inner(int64(int64))
def is_amount(code):
    """Return 1 for an operation of :mod:`sim.vale_of_eternity.amounts`."""
    if code == GAIN_ANY or code == PAY or code == PAY_ANY or code == LOSE_ANY:
        return 1
    if code == UPGRADE or code == NAME_FAMILY:
        return 1
    return 1 if code == MEND or code == UNCURSE or code == ADD_CURSES else 0


@apart(int64(STATE, TABLES, SCRATCH, int64))
def list_choices(s, t, w, frame):
    """List the options of the row at hand; 0 if it is done (or asks nothing)."""
    code = t.op[row_at(s, frame)].op
    s.active = seat_at(s, frame)
    if code == MOVE:
        return list_move(s, t, w, frame)
    if code == ATTACK or code == SWAP:
        return list_attack(s, t, w, frame)
    if code == STEAL or code == THEY_LOSE:
        return list_robbed(s, t, w, frame)
    if code == FREE_SUMMON:
        return list_free_summons(s, t, w, frame)
    if code == CHOOSE:
        return list_parts(s, t, w, frame)
    if code == COPY:
        return list_copies(s, t, w, frame)
    if is_amount(code):
        return list_amounts(s, t, w, frame)
    return 0


@apart(void(STATE, TABLES, SCRATCH, int64, int64))
def answer(s, t, w, frame, option):
    """Carry out the chosen option of the row at hand."""
    f = s.frame[frame]
    row = row_at(s, frame)
    seat = seat_at(s, frame)
    code = t.op[row].op
    card = card_of(option)
    if kind_of(option) == NOTHING:
        f.want = f.made
    elif code == MOVE:
        move_found(s, t, w, frame, card)
    elif code == ATTACK or code == SWAP:
        if kind_of(option) == SEAT:
            f.target = seat_of(option)
        elif code == SWAP:
            f.made += 1
            swap(s, t, w, seat, np.int64(f.source), seat_of(option), card)
        else:
            move_card(s, t, w, t.op[row].zone, seat_of(option), card, t.op[row].to, seat_of(option))
            note_moved(s, frame, card)
    elif code == STEAL or code == THEY_LOSE:
        victim = seat_of(option)
        n = min(amount(s, t, row, seat, card_in(s, frame), frame), s.score[victim])
        take_points(s, t, w, victim, card_in(s, frame), n)
        if code == STEAL:
            add_points(s, w, seat, card_in(s, frame), n)
        f.made = 1
    elif code == FREE_SUMMON:
        note_moved(s, frame, card)
        zone = t.op[row].zone
        finish_row(s, t, frame)
        summon(s, t, w, seat, card, zone, FREE)
    elif code == CHOOSE:
        f.picked[1] |= number_of(option) << (4 * f.made)
        f.made += 1
    elif code == COPY:
        copy_effect(s, t, w, frame, card)
    elif is_amount(code):
        answer_amount(s, t, w, frame, option)
