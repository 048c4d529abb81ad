"""Operations that ask somebody: listing the options, and carrying out the chosen one."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.cards import move_card
from sim.vale_of_eternity.codes import (
    ANY_AREA,
    AREA,
    AS_SELF,
    ATTACK,
    CHOOSE,
    COPY,
    EACH_OPPONENT,
    FREE_SUMMON,
    HAND,
    INSTANT,
    MOVE,
    OTHER_AREAS,
    STEAL,
    THEN,
    THEY_LOSE,
)
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.deeds import move_found
from sim.vale_of_eternity.frames import card_in, finish_row, note_moved, push, row_at, seat_at
from sim.vale_of_eternity.log import M_COPY, M_EFFECT, add_points, note
from sim.vale_of_eternity.options import (
    CARD,
    EFFECT,
    NOTHING,
    NUMBER_AT,
    PART,
    SEAT,
    SEAT_AT,
    card_of,
    kind_of,
    number_of,
    seat_of,
    with_card,
)
from sim.vale_of_eternity.rulings import (
    COPIED_RECOVER_TARGETS_SELF,
    RESOLUTION_USE_COUNTS,
    SUMMON_DISCARD_LOOKS_AHEAD,
)
from sim.vale_of_eternity.state import (
    CHAIN,
    CHOOSE_CARD,
    CHOOSE_EFFECT,
    CHOOSE_PART,
    CHOOSE_SEAT,
    PARTS,
    RUN,
    SCRATCH,
    STATE,
    SUB,
    WHOLE,
)
from sim.vale_of_eternity.summon import FREE, summon
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.walk import (
    can_summon,
    go_deeper,
    is_available,
    is_target,
    suppose_nothing,
    walk,
)
from sim.vale_of_eternity.zones import bit_of, card_at, owner_of, toggle, word_of

PHASE = -1  # the row of the frame that is the resolution phase itself


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


@kernel(int64(STATE, TABLES, SCRATCH, int64))
def list_effects(s, t, w, frame):
    """List the resolution effects that are available and not yet used; 0 if there are none left."""
    f = s.frame[frame]
    seat = seat_at(s, frame)
    row = row_at(s, frame)
    n = 0
    for word in range(2):
        cards = s.area[seat, word] & t.resolution_mask[word] & ~f.picked[word]
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


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def use_effect(s, t, w, frame, card):
    """Use a resolution effect."""
    seat = seat_at(s, frame)
    word = word_of(card)
    s.frame[frame].picked[word] |= bit_of(card)
    if row_at(s, frame) != PHASE and t.ruling[RESOLUTION_USE_COUNTS]:
        s.used[word] |= bit_of(card)
    note(w, M_EFFECT, seat, card, 0)
    push(s, RUN, t.resolution[card], seat, card, PARTS)


@kernel(int64(STATE, TABLES, SCRATCH, int64))
def list_choices(s, t, w, frame):
    """List the options of the row at hand; 0 if it is done (or asks nothing)."""
    code = t.op[row_at(s, frame)].op
    s.active = seat_at(s, frame)
    if code == MOVE:
        return list_move(s, t, w, frame)
    if code == ATTACK:
        return list_attack(s, t, w, frame)
    if code == STEAL or code == THEY_LOSE:
        return list_robbed(s, t, w, frame)
    if code == FREE_SUMMON:
        return list_free_summons(s, t, w, frame)
    if code == CHOOSE:
        return list_parts(s, t, w, frame)
    if code == COPY:
        return list_copies(s, t, w, frame)
    return 0


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
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
    elif code == ATTACK:
        if kind_of(option) == SEAT:
            f.target = seat_of(option)
        else:
            move_card(s, t, w, t.op[row].zone, seat_of(option), card, t.op[row].to, seat_of(option))
            note_moved(s, frame, card)
    elif code == STEAL or code == THEY_LOSE:
        victim = seat_of(option)
        n = min(amount(s, t, row, seat, card_in(s, frame), frame), s.score[victim])
        add_points(s, w, victim, card_in(s, frame), -n)
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
