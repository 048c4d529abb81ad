"""A card banned for one seat: what the card is worth is what that seat loses by it (DESIGN 6).

While it can do anything else, the banned seat never hunts the card, tames it, summons it, or has an
effect bring it to hand or area; where it has to give up a card, the banned one goes first. So a
hunted one is sold, and one drawn blind lies in the hand until something asks for a card.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import AREA, ATTACK, FREE_SUMMON, HAND, MOVE, SHELTER, SWAP
from sim.vale_of_eternity.frames import row_at
from sim.vale_of_eternity.options import CARD, HUNT_CARD, SUMMON, TAME, card_of, kind_of
from sim.vale_of_eternity.play import advance, carry_out
from sim.vale_of_eternity.state import CHOOSE_CARD, RUN, SCRATCH, STATE, SUB
from sim.vale_of_eternity.tables import TABLES

NEITHER = 0
TAKES = 1
GIVES_UP = 2


@inner(int64(STATE, TABLES))
def choice_of_card(s, t):
    """Return whether the card asked for is one that the seat gets, or one that it gives up."""
    if s.decision != CHOOSE_CARD or s.depth == 0:
        return NEITHER
    kind = s.frame[s.depth - 1].kind
    if kind != RUN and kind != SUB:
        return NEITHER
    op = t.op[row_at(s, s.depth - 1)]
    if op.op == FREE_SUMMON:
        return TAKES
    if op.op == ATTACK or op.op == SWAP:
        return GIVES_UP
    if op.op == MOVE:
        if op.to == HAND or op.to == AREA or op.to == SHELTER:
            return TAKES
        if op.zone == HAND or op.zone == AREA:
            return GIVES_UP
    return NEITHER


@inner(int64(int64, int64, int64))
def brings(option, card, choice):
    """Return 1 if an option brings a card nearer to hand or area."""
    if card_of(option) != card:
        return 0
    kind = kind_of(option)
    if kind == HUNT_CARD or kind == TAME or kind == SUMMON:
        return 1
    return 1 if kind == CARD and choice == TAKES else 0


@inner(int64(STATE, TABLES, SCRATCH, int64))
def without_banned(s, t, w, n):
    """Leave out the options that bring or keep the banned card, unless there are no others.

    Returns
    -------
    int
        How many of the `n` options are left, in the same order, at the front of ``w.options``.
    """
    card = np.int64(s.ban_card - 1)
    choice = choice_of_card(s, t)
    if choice == GIVES_UP:
        for k in range(n):
            if kind_of(w.options[k]) == CARD and card_of(w.options[k]) == card:
                w.options[0] = w.options[k]
                return 1
        return n
    left = 0
    for k in range(n):
        left += 1 - brings(w.options[k], card, choice)
    if left == 0 or left == n:
        return n
    left = 0
    for k in range(n):
        if not brings(w.options[k], card, choice):
            w.options[left] = w.options[k]
            left += 1
    return left


@kernel(int64(STATE, TABLES, SCRATCH))
def advance_allowed(s, t, w):
    """Run to the next decision, as ``advance`` does, minding the ban of a card, if there is one."""
    n = advance(s, t, w)
    while n > 0 and s.ban_seat == s.active + 1:
        n = without_banned(s, t, w, n)
        if n > 1:
            w.n = n
            return n
        carry_out(s, t, w, w.options[0])
        n = advance(s, t, w)
    return n
