"""Summoning: payment, the permanents it sets off, then the instant."""

from __future__ import annotations

from numba import int64, void

from sim.jit import apart, inner
from sim.vale_of_eternity.codes import ON_BREAK_WARD, ON_SUMMON
from sim.vale_of_eternity.frames import push
from sim.vale_of_eternity.log import M_SUMMON, M_TOKENS, mark, note
from sim.vale_of_eternity.options import stones_of, ward_of
from sim.vale_of_eternity.reactions import set_off
from sim.vale_of_eternity.rulings import FREE_SUMMON_TRIGGERS
from sim.vale_of_eternity.state import RUN, SCRATCH, STATE, SUMMONED, WHOLE
from sim.vale_of_eternity.stones import area_changed, lose
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.zones import acting, bit_of, toggle, word_of

FREE = -1


@inner(void(STATE, SCRATCH, int64, int64))
def pay(s, w, seat, payment):
    """Take the stones of a payment, and break the ward in it."""
    lose(s, seat, stones_of(payment, 0), stones_of(payment, 1), stones_of(payment, 2))
    if ward_of(payment):
        s.wards[seat] -= 1
        s.broken_now[seat] += 1
        if w.log_on:
            w.wards_broken[seat] += 1


@apart(void(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def summon(s, t, w, seat, card, zone, payment):
    """Summon a card of a zone: pay, enter, then permanents, then the instant.

    Parameters
    ----------
    payment : int
        Stones and ward, as in an option, or FREE.
    """
    note(w, M_SUMMON, seat, card, payment)
    if payment != FREE:
        pay(s, w, seat, payment)
    toggle(s, zone, seat, card)
    s.known[seat, word_of(card)] &= ~bit_of(card)
    s.area[seat, word_of(card)] |= bit_of(card)
    s.tokens[card] = t.curses[card]
    mark(w, seat, card, SUMMONED)
    if t.curses[card]:
        note(w, M_TOKENS, seat, card, t.curses[card])
    area_changed(s, t, seat, card)
    if t.instant[card] != NO_PROGRAM:
        push(s, RUN, t.instant[card], seat, card, WHOLE)
    if acting(s, seat, 0) & t.trigger_mask[ON_SUMMON, 0] | (
        acting(s, seat, 1) & t.trigger_mask[ON_SUMMON, 1]
    ):
        if payment != FREE or t.ruling[FREE_SUMMON_TRIGGERS]:
            set_off(s, t, seat, ON_SUMMON, card, max(payment, 0))
    if payment != FREE and ward_of(payment):
        # on top of the stack: who reacts to a broken ward does so at once
        set_off(s, t, seat, ON_BREAK_WARD, -1, 0)
