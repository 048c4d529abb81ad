"""Choosing cards to be moved, by oneself or by a player under attack."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.codes import ANY_AREA, AREA, EACH_OPPONENT, HAND, OTHER_AREAS, THEN
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.frames import card_in, row_at, seat_at
from sim.vale_of_eternity.log import M_MOVE, note
from sim.vale_of_eternity.options import CARD, NOTHING, SEAT, SEAT_AT, with_card
from sim.vale_of_eternity.possible import is_target
from sim.vale_of_eternity.rulings import SUMMON_DISCARD_LOOKS_AHEAD
from sim.vale_of_eternity.state import CHAIN, CHOOSE_CARD, CHOOSE_SEAT, PARTS, SCRATCH, STATE, WHOLE
from sim.vale_of_eternity.stones import refresh
from sim.vale_of_eternity.suppose import suppose_nothing
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import walk
from sim.vale_of_eternity.zones import card_at, in_area, owner_of, toggle


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def leaves_rest_possible(s, t, w, frame, card):
    """Return 1 if the rest of the effect stays possible when `card` leaves the hand."""
    f = s.frame[frame]
    row = row_at(s, frame)
    if not t.looks_at_hand[row] or not t.ruling[SUMMON_DISCARD_LOOKS_AHEAD]:
        return 1
    seat = seat_at(s, frame)
    own = card_in(s, frame)
    mode = CHAIN if t.op[row].flag & THEN and f.mode != WHOLE else np.int64(f.mode)
    if mode == PARTS:
        return 1
    suppose_nothing(w)
    toggle(s, HAND, seat, card)
    if f.want - f.made > 1:
        got = walk(s, t, w, seat, own, row, mode, 0, np.int64(f.made) + 1)
    else:
        got = walk(s, t, w, seat, own, row + 1, mode, 0, 0)
    toggle(s, HAND, seat, card)
    return 1 if got else 0


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_move(s, t, w, frame):
    """List the cards to be moved next; 0 if no more can or need be."""
    f = s.frame[frame]
    row = row_at(s, frame)
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    op = t.op[row]
    if f.want < 0:
        f.want = min(amount(s, t, row, seat, card, frame), 126)
    if f.made >= f.want:
        return 0
    owned = op.zone == ANY_AREA or op.zone == OTHER_AREAS
    n = 0
    for word in range(2):
        cards = found(s, t, op.zone, op.filter, seat, card, word)
        while cards:
            c = card_at(word, cards)
            cards &= cards - 1
            if op.zone != HAND or leaves_rest_possible(s, t, w, frame, c):
                owner = owner_of(s, c) if owned else seat
                w.options[n] = with_card(CARD, c) | owner << SEAT_AT
                n += 1
    if n and op.lo >= 0 and f.made >= op.lo:
        w.options[n] = NOTHING
        n += 1
    s.decision = CHOOSE_CARD
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def list_given_up(s, t, w, seat, card, row, target):
    """List the cards that a player under attack may give up; that player chooses."""
    op = t.op[row]
    n = 0
    for word in range(2):
        cards = found(s, t, op.zone, op.filter, target, card, word)
        while cards:
            w.options[n] = with_card(CARD, card_at(word, cards)) | target << SEAT_AT
            cards &= cards - 1
            n += 1
    s.decision = CHOOSE_CARD
    s.active = target
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def swap(s, t, w, seat, own, other, card):
    """Let a card of the own area change places with one of another's; tokens stay on their cards.

    A card whose own area is not the source any more stays where it is.
    """
    if seat == other or not in_area(s, seat, own):
        return
    for moved, start, end in ((own, seat, other), (card, other, seat)):
        toggle(s, AREA, start, moved)
        toggle(s, AREA, end, moved)
        note(w, M_MOVE, start, moved, 256 * (end + 1) + 16 * AREA + AREA)
    refresh(s, t, seat)
    refresh(s, t, other)


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_attack(s, t, w, frame):
    """List the players an attack may be aimed at, then the cards that player may give up."""
    f = s.frame[frame]
    row = row_at(s, frame)
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    op = t.op[row]
    n = 0
    if op.arg >= EACH_OPPONENT:
        # one after the other, clockwise from the next player
        f.target = max(f.target, 0)
        while f.target < s.players:
            p = (seat + 1 + f.target) % s.players
            if f.made < amount(s, t, row, seat, card, frame):
                if is_target(s, t, seat, card, row, p):
                    return list_given_up(s, t, w, seat, card, row, p)
            f.made = 0
            f.target += 1
        return 0
    if f.target < 0:
        for p in range(s.players):
            if is_target(s, t, seat, card, row, p):
                w.options[n] = SEAT | p << SEAT_AT
                n += 1
        s.decision = CHOOSE_SEAT
        return n
    if f.made >= amount(s, t, row, seat, card, frame):
        return 0
    return list_given_up(s, t, w, seat, card, row, np.int64(f.target))
