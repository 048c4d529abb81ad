"""Before the first round: who takes which summoner, and what that brings.

``tables.summoners`` says how they are taken. The last player chooses first, then clockwise. When
all have one, their set-ups are carried out in turn order, before any card is revealed.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from sim.jit import inner, kernel
from sim.streams import fold
from sim.vale_of_eternity.curse import take_summoner
from sim.vale_of_eternity.frames import push
from sim.vale_of_eternity.options import SUMMONER, with_card
from sim.vale_of_eternity.state import CHOOSE_SUMMONER, PARTS, RUN, SCRATCH, STATE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES

# How summoners are taken.
NO_SUMMONERS = 0
AT_RANDOM = 1
BY_DRAFT = 2
BY_NAME = 3

DEALT = np.uint64(0x5A33E5)  # below a deal's key: the keys of its summoners


@inner(int64(STATE, TABLES, int64))
def is_free(s, t, side):
    """Return 1 if a side is a starting one of a summoner that nobody has taken."""
    if not t.side[side].starts:
        return 0
    for p in range(s.players):
        if s.side[p] >= 0 and t.side[s.side[p]].summoner == t.side[side].summoner:
            return 0
    return 1


@inner(int64(STATE, TABLES, uint64))
def drawn_at_random(s, t, key):
    """Return the free summoner with the lowest key: the same one whichever others there are."""
    best = -1
    lowest = np.uint64(0)
    for side in range(t.n_sides):
        if is_free(s, t, side):
            own = fold(key, np.uint64(t.key[t.n_cards + side]))
            if best < 0 or own < lowest:
                best = side
                lowest = own
    return best


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_summoners(s, t, w, seat):
    """List the summoners that a player may take."""
    n = 0
    for side in range(t.n_sides):
        if is_free(s, t, side):
            w.options[n] = with_card(SUMMONER, t.n_cards + side)
            n += 1
    s.active = seat
    s.decision = CHOOSE_SUMMONER
    return n


@inner(void(STATE, TABLES))
def begin_set_ups(s, t):
    """Put the set-ups of all summoners on the stack, the first player's on top."""
    for k in range(s.players):
        p = (s.first + s.players - 1 - k) % s.players
        program = t.side[s.side[p]].setup if s.side[p] >= 0 else NO_PROGRAM
        if program != NO_PROGRAM:
            push(s, RUN, program, p, t.n_cards + s.side[p], PARTS)


@kernel(int64(STATE, TABLES, SCRATCH))
def step_set_up(s, t, w):
    """Let summoners be taken; return the number of options, 0 once all have one."""
    key = fold(s.deal, DEALT)
    while s.turn < s.players:
        seat = (s.first + s.players - 1 + s.turn) % s.players
        if t.summoners == BY_DRAFT:
            n = list_summoners(s, t, w, seat)
            if n:
                return n
        side = t.named[seat] if t.summoners == BY_NAME else drawn_at_random(s, t, key)
        s.turn += 1
        if side >= 0:
            take_summoner(s, t, w, seat, side)
    begin_set_ups(s, t)
    return 0
