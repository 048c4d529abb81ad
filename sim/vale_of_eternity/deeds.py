"""Operations without a choice: stones, points, and cards that move by themselves."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.cards import draw, move_card, top_card
from sim.vale_of_eternity.codes import (
    ANY_AREA,
    AREA,
    BUY_AREA,
    CURSE,
    DECK,
    DISPLAY,
    DRAW,
    EACH_OPPONENT,
    EACH_PLAYER,
    EXCHANGE,
    FLIP,
    GAIN,
    HAND,
    LOSE_ALL,
    LOSE_POINTS,
    LOSE_STONES,
    MEND,
    MOVE_ALL,
    MOVE_SELF,
    MOVE_THAT,
    OTHER_AREAS,
    POINTS,
    REPLACE,
    REVEAL,
    REVEAL_HAND,
    SHELTER,
    SOOTHED,
    STEAL,
    THEY_LOSE,
    UNCURSE,
)
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.curse import change_curses, flip, mend, soothe
from sim.vale_of_eternity.frames import card_in, note_moved, row_at, seat_at
from sim.vale_of_eternity.log import (
    M_AREAS,
    M_DRAW,
    M_GAIN,
    M_LOSE,
    M_MOVE,
    M_REVEAL,
    add_points,
    note,
)
from sim.vale_of_eternity.options import stones_part
from sim.vale_of_eternity.reactions import earn, take_points
from sim.vale_of_eternity.rulings import MOST_EXTRA_AREAS
from sim.vale_of_eternity.state import SCRATCH, STATE
from sim.vale_of_eternity.stones import gain, lose
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import bit_of, card_at, in_area, owner_of, place_of, toggle, word_of


@inner(void(STATE, SCRATCH, int64, int64, int64, int64, int64))
def lose_in_effect(s, w, frame, seat, red, blue, purple):
    """Take stones for an effect, which may look at what they were worth."""
    f = s.frame[frame]
    f.lost += red + blue + purple
    f.value += red * s.value[seat, 0] + blue * s.value[seat, 1] + purple * s.value[seat, 2]
    lose(s, seat, red, blue, purple)
    note(w, M_LOSE, seat, -1, stones_part(red, blue, purple))


@inner(void(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def move_stones(s, t, w, frame, n):
    """Carry out a row that gains, loses or replaces stones; `n` is its amount."""
    seat = seat_at(s, frame)
    op = t.op[row_at(s, frame)]
    if op.op == GAIN:
        if op.flag & EXCHANGE:
            gain(s, w, seat, n * op.red, n * op.blue, n * op.purple)
        else:
            f = s.frame[frame]
            f.gained[0] += n * op.red
            f.gained[1] += n * op.blue
            f.gained[2] += n * op.purple
            earn(s, t, w, seat, n * op.red, n * op.blue, n * op.purple)
        note(w, M_GAIN, seat, -1, stones_part(n * op.red, n * op.blue, n * op.purple))
    elif op.op == LOSE_STONES:
        lose_in_effect(s, w, frame, seat, n * op.red, n * op.blue, n * op.purple)
    else:
        red = s.stones[seat, 0] if op.colours & 1 else 0
        blue = s.stones[seat, 1] if op.colours & 2 else 0
        purple = s.stones[seat, 2] if op.colours & 4 else 0
        if op.op == LOSE_ALL:
            lose_in_effect(s, w, frame, seat, red, blue, purple)
        else:
            lose(s, seat, red, blue, purple)
            s.stones[seat, op.arg] += red + blue + purple
            note(w, M_LOSE, seat, -1, stones_part(red, blue, purple))
            k = red + blue + purple
            note(w, M_GAIN, seat, -1, k << (20 + 6 * op.arg))


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def move_all(s, t, w, frame, row):
    """Move all cards of a zone that match."""
    seat = seat_at(s, frame)
    op = t.op[row]
    for word in range(2):
        cards = found(s, t, op.zone, op.filter, seat, card_in(s, frame), word)
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            move_found(s, t, w, frame, card)


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def move_found(s, t, w, frame, card):
    """Move one card as the row at hand says."""
    seat = seat_at(s, frame)
    op = t.op[row_at(s, frame)]
    zone = op.zone
    owner = seat
    if zone == ANY_AREA or zone == OTHER_AREAS:
        owner = owner_of(s, card)
        zone = AREA
    note_moved(s, frame, card)
    if op.to == SOOTHED:
        soothe(s, t, w, seat, card)
    else:
        move_card(s, t, w, zone, owner, card, op.to, seat)


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64))
def draw_to(s, t, w, seat, to, n):
    """Draw cards to the hand, or put them from the top of the pile to another zone."""
    if to == HAND:
        draw(s, t, w, seat, n)
        return
    for _ in range(n):
        card = top_card(s, t, w)
        if card >= 0:
            s.pile_known = max(0, s.pile_known - 1)
            toggle(s, to, seat, card)
            if to == DISPLAY:
                note(w, M_REVEAL, -1, card, 1)
            elif to == SHELTER:
                note(w, M_DRAW, seat, card, 1)
            else:
                note(w, M_MOVE, seat, card, 16 * DECK + to)


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def move_that(s, t, w, frame, to):
    """Move the cards that the chain moved, or the card that the effect reacts to."""
    seat = seat_at(s, frame)
    f = s.frame[frame]
    low, high = f.moved[0], f.moved[1]
    about = np.int64(f.about)
    if not low | high and about >= 0:
        low = bit_of(about) if word_of(about) == 0 else 0
        high = bit_of(about) if word_of(about) == 1 else 0
    for word in range(2):
        cards = high if word else low
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            zone = place_of(s, card, seat)
            owner = seat
            if zone == ANY_AREA:
                owner = owner_of(s, card)
                zone = AREA
            if zone >= 0 and (zone != to or owner != seat):
                if to == SOOTHED and zone == AREA:
                    soothe(s, t, w, owner, card)
                else:
                    move_card(s, t, w, zone, owner, card, to, seat)


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def buy_areas(s, t, w, seat, n):
    """Give a seat extra areas, as far as the ruling on them goes."""
    if t.ruling[MOST_EXTRA_AREAS]:
        n = max(0, min(n, 2 - s.extra_areas[seat]))
    s.extra_areas[seat] += n
    note(w, M_AREAS, seat, -1, n)


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def they_lose(s, t, w, seat, card, row, n):
    """Make all players that a row means lose points, or take these from them."""
    op = t.op[row]
    for p in range(s.players):
        if p != seat or (op.arg == EACH_PLAYER and op.op == THEY_LOSE):
            lost = min(n, s.score[p])
            take_points(s, t, w, p, card, lost)
            if op.op == STEAL:
                add_points(s, w, seat, card, lost)


@inner(int64(STATE, TABLES, SCRATCH, int64), merged=True)
def act(s, t, w, frame):
    """Carry out the row at hand if it asks for no choice; return 1 if it was such a row."""
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    row = row_at(s, frame)
    op = t.op[row]
    code = op.op
    if code == POINTS or code == LOSE_POINTS:
        n = amount(s, t, row, seat, card, frame)
        if code == POINTS:
            add_points(s, w, seat, card, n)
        else:
            take_points(s, t, w, seat, card, n)
    elif code == GAIN or code == LOSE_STONES or code == LOSE_ALL or code == REPLACE:
        move_stones(s, t, w, frame, amount(s, t, row, seat, card, frame))
    elif code == DRAW:
        draw_to(s, t, w, seat, op.to, amount(s, t, row, seat, card, frame))
    elif code == MOVE_SELF:
        source = np.int64(s.frame[frame].source)
        if in_area(s, seat, source):
            note_moved(s, frame, source)
            if op.to == SOOTHED:
                soothe(s, t, w, seat, source)
            else:
                move_card(s, t, w, AREA, seat, source, op.to, seat)
    elif code == MOVE_ALL:
        move_all(s, t, w, frame, row)
    elif (code == THEY_LOSE or code == STEAL) and op.arg >= EACH_OPPONENT:
        they_lose(s, t, w, seat, card, row, amount(s, t, row, seat, card, frame))
    elif code == REVEAL_HAND:
        for word in range(2):
            s.known[seat, word] |= s.hand[seat, word]
    elif code == CURSE:
        change_curses(s, w, seat, amount(s, t, row, seat, card, frame))
    elif code == UNCURSE and op.lo < 0:
        change_curses(s, w, seat, -amount(s, t, row, seat, card, frame))
    elif code == MEND and op.lo < 0:
        mend(s, t, w, seat, amount(s, t, row, seat, card, frame))
    elif code == FLIP:
        flip(s, t, w, seat)
    elif code == MOVE_THAT:
        move_that(s, t, w, frame, op.to)
    elif code == REVEAL:
        draw_to(s, t, w, seat, DISPLAY, amount(s, t, row, seat, card, frame))
    elif code == BUY_AREA:
        buy_areas(s, t, w, seat, amount(s, t, row, seat, card, frame))
    else:
        return 0
    return 1
