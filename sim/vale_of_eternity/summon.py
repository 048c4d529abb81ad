"""Summoning: payment, the permanents it sets off, then the instant; and taming."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import apart, inner
from sim.vale_of_eternity.codes import (
    END,
    NEW_FAMILY,
    ON_BREAK_WARD,
    ON_SOOTHE,
    ON_SUMMON,
    TRIGGER,
)
from sim.vale_of_eternity.counts import amount, matching
from sim.vale_of_eternity.frames import card_in, pop, push, row_at, seat_at
from sim.vale_of_eternity.log import M_SUMMON, M_TOKENS, add_points, mark, note
from sim.vale_of_eternity.options import SET_OFF, stones_of, stones_part, ward_of, with_card
from sim.vale_of_eternity.rulings import FREE_SUMMON_TRIGGERS
from sim.vale_of_eternity.state import (
    CHOOSE_TRIGGER,
    PARTS,
    RUN,
    SCRATCH,
    STATE,
    SUMMONED,
    TRIGGERS,
    WHOLE,
)
from sim.vale_of_eternity.stones import area_changed, lose
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.zones import acting, bit_of, card_at, toggle, word_of

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


@inner(int64(TABLES, int64, int64))
def paid_colours(t, payment, colours):
    """Return 1 if a payment holds a stone of one of the colours (bits); 0 colours: always."""
    if colours == 0:
        return 1
    for k in range(3):
        if colours >> k & 1 and stones_of(payment, k):
            return 1
    return 0


@inner(int64(STATE, TABLES, int64, int64, int64, int64, int64, int64))
def is_set_off(s, t, row, seat, owner, event, card, payment):
    """Return 1 if a permanent of `owner` reacts to an event about `card`."""
    p = t.permanent[row]
    if p.kind != TRIGGER or p.event != event or not paid_colours(t, payment, p.colours):
        return 0
    if p.once and s.flips[seat]:
        return 0
    if card < 0:
        return 1
    word = word_of(card)
    # of a new family is a card compared to the others of the area, whoever reacts to it
    about = card if t.filter[p.filter].flag & NEW_FAMILY else owner
    return 1 if matching(s, t, p.filter, seat, about, word) & bit_of(card) else 0


@apart(void(STATE, TABLES, int64, int64, int64, int64))
def set_off(s, t, seat, event, card, payment):
    """Put the permanents that react to an event on the stack.

    Parameters
    ----------
    card : int
        Which card was summoned, tamed or soothed; -1 if the event is about none. It reacts itself
        to its being soothed only.
    payment : int
        The stones paid, as in an option; 0 if there were none.
    """
    frame = -1
    for word in range(2):
        cards = acting(s, seat, word)
        if event == ON_SOOTHE and word_of(card) == word:
            cards |= bit_of(card)
        cards &= t.trigger_mask[event, word]
        while cards:
            owner = card_at(word, cards)
            cards &= cards - 1
            if owner == card and event != ON_SOOTHE:
                continue
            for row in range(t.first_permanent[owner], t.last_permanent[owner]):
                if is_set_off(s, t, row, seat, owner, event, card, payment):
                    if frame < 0:
                        frame = push(s, TRIGGERS, event, seat, card, PARTS)
                        if frame < 0:
                            return
                        s.frame[frame].about = card
                        for k in range(3):
                            s.frame[frame].paid[k] = stones_of(payment, k)
                    s.frame[frame].picked[word] |= bit_of(owner)


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64))
def points_of_permanent(s, t, w, frame, owner, row):
    """Carry out a reaction that only gives points."""
    seat = seat_at(s, frame)
    while t.op[row].op != END:
        add_points(s, w, seat, owner, amount(s, t, row, seat, owner, frame))
        row += 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def react(s, t, w, frame, owner, only_points):
    """Carry out the reactions of a card that only give points, or put the others on the stack.

    Returns
    -------
    int
        The number of reactions of the other sort.
    """
    others = 0
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    event = row_at(s, frame)
    f = s.frame[frame]
    payment = stones_part(np.int64(f.paid[0]), np.int64(f.paid[1]), np.int64(f.paid[2]))
    for row in range(t.first_permanent[owner], t.last_permanent[owner]):
        if is_set_off(s, t, row, seat, owner, event, card, payment):
            if t.permanent[row].only_points != only_points:
                others += 1
            elif only_points:
                points_of_permanent(s, t, w, frame, owner, t.permanent[row].program)
            else:
                new = push(s, RUN, t.permanent[row].program, seat, owner, PARTS)
                if new >= 0:
                    s.frame[new].about = card
                    for k in range(3):
                        s.frame[new].paid[k] = f.paid[k]
    return others


@apart(int64(STATE, TABLES, SCRATCH, int64))
def step_triggers(s, t, w, frame):
    """Go on with permanents that were set off: points at once, then the others in one's own order.

    Returns
    -------
    int
        The number of options; 0 if there is nothing to decide now.
    """
    f = s.frame[frame]
    if f.made == 0:
        f.made = 1
        for word in range(2):
            cards = f.picked[word]
            while cards:
                owner = card_at(word, cards)
                bit = cards & -cards
                cards ^= bit
                if react(s, t, w, frame, owner, 1) == 0:
                    f.picked[word] ^= bit
    if not f.picked[0] | f.picked[1]:
        pop(s)
        return 0
    s.active = seat_at(s, frame)
    s.decision = CHOOSE_TRIGGER
    n = 0
    for word in range(2):
        cards = f.picked[word]
        while cards:
            w.options[n] = with_card(SET_OFF, card_at(word, cards))
            cards &= cards - 1
            n += 1
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def answer_trigger(s, t, w, frame, owner):
    """Set off the chosen permanent."""
    s.frame[frame].picked[word_of(owner)] &= ~bit_of(owner)
    react(s, t, w, frame, owner, 0)


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
