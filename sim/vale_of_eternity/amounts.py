"""Choosing amounts: stones to gain, pay or upgrade, wards to mend, curses to lose; and families."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import (
    ADD_CURSES,
    AREA,
    GAIN_ANY,
    GAINED,
    LOSE_ANY,
    MEND,
    NAME_FAMILY,
    PAY,
    UNCURSE,
    UPGRADE,
)
from sim.vale_of_eternity.counts import amount, found
from sim.vale_of_eternity.curse import change_curses, change_tokens, mend, mendable
from sim.vale_of_eternity.deeds import lose_in_effect
from sim.vale_of_eternity.frames import card_in, row_at, seat_at
from sim.vale_of_eternity.log import M_FAMILY, M_GAIN, M_UPGRADE, note
from sim.vale_of_eternity.options import (
    AMOUNT,
    CARD,
    FAMILY,
    GAIN_STONES,
    NUMBER_AT,
    PAY_STONES,
    SEAT_AT,
    UPGRADE_STONES,
    card_of,
    number_of,
    stones_of,
    stones_part,
    with_card,
)
from sim.vale_of_eternity.reactions import earn
from sim.vale_of_eternity.state import (
    CHOOSE_CARD,
    CHOOSE_FAMILY,
    CHOOSE_GAIN,
    CHOOSE_NUMBER,
    CHOOSE_PAYMENT,
    CHOOSE_UPGRADE,
    MAX_OPTIONS,
    SCRATCH,
    STATE,
)
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import card_at

MOST_STONES = 20  # gained by choice at once; more ways than that would not fit the options


@inner(int64(SCRATCH, int64, int64))
def list_gains(w, total, colours):
    """List the ways to gain so many stones of some colours (bits)."""
    total = min(total, MOST_STONES)
    n = 0
    for purple in range(total + 1):
        for blue in range(total - purple + 1):
            red = total - purple - blue
            if (
                (red == 0 or colours & 1)
                and (blue == 0 or colours & 2)
                and (purple == 0 or colours & 4)
            ):
                w.options[n] = GAIN_STONES | stones_part(red, blue, purple)
                n += 1
    return n


@inner(int64(STATE, int64, int64, int64, int64, int64))
def is_lean(s, seat, cost, red, blue, purple):
    """Return 1 if stones pay a cost, and none of them could be left out."""
    spare = red * s.value[seat, 0] + blue * s.value[seat, 1] + purple * s.value[seat, 2] - cost
    if spare < 0:
        return 0
    if (red and spare >= s.value[seat, 0]) or (blue and spare >= s.value[seat, 1]):
        return 0
    return 0 if purple and spare >= s.value[seat, 2] else 1


@inner(int64(STATE, SCRATCH, int64, int64))
def list_paid(s, w, seat, cost):
    """List the stones a seat may pay for an effect: to meet a cost, or (-1) any of its stones."""
    n = 0
    for purple in range(s.stones[seat, 2] + 1):
        for blue in range(s.stones[seat, 1] + 1):
            for red in range(s.stones[seat, 0] + 1):
                if n < MAX_OPTIONS and (cost < 0 or is_lean(s, seat, cost, red, blue, purple)):
                    w.options[n] = PAY_STONES | stones_part(red, blue, purple)
                    n += 1
    return n


@inner(int64(STATE, SCRATCH, int64, int64, int64, int64))
def list_given(s, w, seat, least, most, colours):
    """List the ways to give up so many stones of some colours (bits), from `least` to `most`."""
    n = 0
    for purple in range((s.stones[seat, 2] if colours & 4 else 0) + 1):
        for blue in range((s.stones[seat, 1] if colours & 2 else 0) + 1):
            for red in range((s.stones[seat, 0] if colours & 1 else 0) + 1):
                k = red + blue + purple
                if k >= least and k <= most and n < MAX_OPTIONS:
                    w.options[n] = PAY_STONES | stones_part(red, blue, purple)
                    n += 1
    return n


@inner(int64(STATE, TABLES, int64, int64))
def upgradable(s, t, frame, colour):
    """Return how many stones of a colour a row may upgrade: held, and maybe just received."""
    held = s.stones[seat_at(s, frame), colour]
    op = t.op[row_at(s, frame)]
    if not op.flag & GAINED:
        return held
    f = s.frame[frame]
    return min(held, np.int64(f.paid[colour]) if op.arg else np.int64(f.gained[colour]))


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def list_upgrades(s, t, w, frame, most):
    """List which stones may go one step up: `most` of them, or from the row's least number on."""
    lo = t.op[row_at(s, frame)].lo
    reds = upgradable(s, t, frame, 0)
    blues = upgradable(s, t, frame, 1)
    most = min(most, reds + blues)
    least = most if lo < 0 else min(lo, most)
    n = 0
    for blue in range(blues + 1):
        for red in range(reds + 1):
            if red + blue >= least and red + blue <= most and n < MAX_OPTIONS:
                w.options[n] = UPGRADE_STONES | stones_part(red, blue, 0)
                n += 1
    return n


@inner(int64(TABLES, SCRATCH))
def list_families(t, w):
    """List the families of the deck."""
    for family in range(t.n_families):
        w.options[family] = FAMILY | family << NUMBER_AT
    return t.n_families


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_targets(s, t, w, frame):
    """List the cards of the own area that get curse tokens, or that have some to be taken off."""
    seat = seat_at(s, frame)
    row = row_at(s, frame)
    n = 0
    for word in range(2):
        cards = found(s, t, AREA, t.op[row].filter, seat, card_in(s, frame), word)
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            if t.op[row].n > 0 or s.tokens[card] > 0:
                w.options[n] = with_card(CARD, card) | seat << SEAT_AT
                n += 1
    return n


@kernel(int64(STATE, TABLES, SCRATCH, int64))
def list_amounts(s, t, w, frame):
    """List the options of the row at hand, if it is one of those of this file; 0 once it is done.

    What may be nothing at all is an option too: zero wards, no stones.
    """
    f = s.frame[frame]
    if f.made:
        return 0
    seat = seat_at(s, frame)
    row = row_at(s, frame)
    code = t.op[row].op
    if code == ADD_CURSES:
        s.decision = CHOOSE_CARD
        return list_targets(s, t, w, frame)
    if code == NAME_FAMILY:
        s.decision = CHOOSE_FAMILY
        return list_families(t, w)
    n = amount(s, t, row, seat, card_in(s, frame), frame)
    if code == UPGRADE:
        s.decision = CHOOSE_UPGRADE
        return list_upgrades(s, t, w, frame, n)
    if code == LOSE_ANY:
        s.decision = CHOOSE_PAYMENT
        lo = t.op[row].lo
        return list_given(s, w, seat, n if lo < 0 else lo, n, t.op[row].colours)
    if code == GAIN_ANY:
        s.decision = CHOOSE_GAIN
        return list_gains(w, n, t.op[row].colours) if n > 0 else 0
    if code == MEND or code == UNCURSE:
        s.decision = CHOOSE_NUMBER
        most = min(n, mendable(s, seat) if code == MEND else s.curses[seat])
        for k in range(most + 1):
            w.options[k] = AMOUNT | k << NUMBER_AT
        return most + 1
    s.decision = CHOOSE_PAYMENT
    return list_paid(s, w, seat, n if code == PAY else -1)


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
def answer_amount(s, t, w, frame, option):
    """Carry out the chosen option of a row of this file."""
    f = s.frame[frame]
    f.made = 1
    seat = seat_at(s, frame)
    row = row_at(s, frame)
    code = t.op[row].op
    red, blue, purple = stones_of(option, 0), stones_of(option, 1), stones_of(option, 2)
    if code == ADD_CURSES:
        change_tokens(s, t, w, seat, card_of(option), t.op[row].n)
    elif code == GAIN_ANY:
        f.gained[0] += red
        f.gained[1] += blue
        f.gained[2] += purple
        earn(s, t, w, seat, red, blue, purple)
        note(w, M_GAIN, seat, -1, stones_part(red, blue, purple))
    elif code == UPGRADE:
        s.stones[seat, 0] -= red
        s.stones[seat, 1] += red - blue
        s.stones[seat, 2] += blue
        note(w, M_UPGRADE, seat, -1, stones_part(red, blue, 0))
    elif code == NAME_FAMILY:
        f.family = number_of(option)
        note(w, M_FAMILY, seat, -1, number_of(option))
    elif code == MEND:
        mend(s, t, w, seat, number_of(option))
    elif code == UNCURSE:
        change_curses(s, w, seat, -number_of(option))
    else:
        lose_in_effect(s, w, frame, seat, red, blue, purple)
