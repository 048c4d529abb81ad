"""Can an effect be resolved? One walker over the very rows that carry the effect out.

It answers 0 (no), 1 (yes, but without effect) or 2 (yes), and is asked before a summon, before an
option is listed, and for "available in the resolution phase". On its way it supposes what earlier
rows would do: stones and points gained or lost, cards drawn; and where a later row depends on which
cards are where, it moves them in the state and puts them back.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from sim.jit import apart, inner
from sim.vale_of_eternity.asking import (
    MOST_PARTS,
    NOBODY,
    ask,
    asked_card,
    asked_mode,
    asked_row,
    asks,
    suppose_moved,
    verdict,
)
from sim.vale_of_eternity.codes import (
    AREA,
    CHOOSE,
    COPY,
    END,
    FREE_SUMMON,
    IF,
    INSTANT,
    JUMP,
    MOVE,
    MOVE_SELF,
    RUN_ALL,
    THEN,
)
from sim.vale_of_eternity.counts import holds_true
from sim.vale_of_eternity.possible import possible
from sim.vale_of_eternity.state import CHAIN, PARTS, SCRATCH, STATE, WHOLE
from sim.vale_of_eternity.suppose import go_deeper, suppose_nothing
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.zones import area_size, areas_of, toggle

DEEPEST = 6  # effects within effects that are looked into


@inner(merged=True)
def known_to_act(t, op, about, depth):
    """Return 1 if the program that a question is about acts in every position."""
    if op.op == FREE_SUMMON:
        return t.sure[about]
    if op.op == RUN_ALL or (op.op == COPY and op.arg != INSTANT):
        return t.acts_copied[about] if depth + 1 < DEEPEST else 0
    return 0


@apart(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64, int64))
def walk(s, t, w, seat, card, row, mode, depth, picked):
    """Return whether the program at `row`, as an effect of a seat's `card`, can be resolved.

    Parameters
    ----------
    mode : int
        ``WHOLE``: all its chains have to; ``PARTS``: one is enough; ``CHAIN``: only the first
        chain counts.
    depth : int
        Effects this one lies in: the row of ``more`` that holds what is supposed.
    picked : int
        Cards that row `row` already moved.

    Returns
    -------
    int
        0: no, 1: yes, but without effect, 2: yes.

    Notes
    -----
    The function calls itself at one place only: each further one doubles the time to compile it.
    """
    if row == NO_PROGRAM:
        return 1
    if depth >= DEEPEST:
        return 0
    best = 1
    here = 1  # what the chain at hand does
    while True:
        op = t.op[row]
        code = op.op
        if code == END:
            return max(best, here)
        if code == JUMP:
            row = op.jump
            continue
        if code == IF:
            if mode == CHAIN:
                return here
            row = row + 1 if holds_true(s, t, row, seat, card, -1) else op.jump
            best = max(best, here)
            here = 1
            continue
        by_chain = mode == PARTS
        n = 0
        if by_chain:
            if t.chain_acts[row]:
                return 2
            n = 1
        elif asks(t, row, mode):
            n = ask(s, t, w, seat, card, row, depth, picked)
        got = 0
        ways = 0
        for k in range(n):
            about = NOBODY if by_chain else w.asked[depth, k]
            steps = 2 if code == CHOOSE and about >= MOST_PARTS and not by_chain else 1
            deeper = not by_chain and about >= 0
            if deeper:
                go_deeper(w, depth)
            if not by_chain:
                suppose_moved(s, t, seat, card, row, about)
            one = 1
            for step in range(steps):
                if not by_chain and known_to_act(t, op, about, depth):
                    one = 2
                elif one:
                    start = row if by_chain else asked_row(t, row, about, step, picked)
                    own = card if by_chain else asked_card(t, row, card, about)
                    one = walk(
                        s, t, w, seat, own, start,
                        np.int64(CHAIN) if by_chain else asked_mode(t, row, mode),
                        depth + 1 if deeper else depth,
                        picked + 1 if code == MOVE and deeper else np.int64(0),
                    )  # fmt: skip
            if not by_chain:
                suppose_moved(s, t, seat, card, row, about)
            got = max(got, one)
            ways += one > 0
            if got == 2 and code != CHOOSE:
                break
        if by_chain:
            best = max(best, got)
            row = t.chain_next[row] if got else t.chain_end[row]
            continue
        if not asks(t, row, mode):
            got = possible(s, t, w, seat, card, row, depth)
        else:
            got = verdict(s, t, seat, card, row, got, ways)
        if got == 0:
            return 0
        if (code == MOVE_SELF or code == MOVE) and asks(t, row, mode):
            return 2  # the question was about all the rest
        here = max(here, got)
        if mode == CHAIN and not op.flag & THEN:
            return here
        row = op.jump if code == CHOOSE else row + 1
        picked = 0
        if not op.flag & THEN:
            best = max(best, here)
            here = 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def can_summon(s, t, w, seat, card, zone):
    """Return 1 if a card of a zone may enter the area: there is room, and its instant is possible.

    Judged with the card already in the area; what it costs is another question.
    """
    if area_size(s, seat) >= areas_of(s, seat):
        return 0
    if t.sure[card]:
        return 1
    toggle(s, zone, seat, card)
    toggle(s, AREA, seat, card)
    s.tokens[card] = t.curses[card]
    suppose_nothing(w)
    got = walk(s, t, w, seat, card, t.instant[card], WHOLE, 0, 0)
    s.tokens[card] = 0
    toggle(s, AREA, seat, card)
    toggle(s, zone, seat, card)
    return 1 if got else 0


@inner(int64(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def is_available(s, t, w, seat, card):
    """Return 1 if a card's resolution effect would do something now."""
    if t.always_acts[card]:
        return 1
    suppose_nothing(w)
    # a single chain is all there is to look at
    mode = CHAIN if t.one_chain[card] else PARTS
    return 1 if walk(s, t, w, seat, card, t.resolution[card], mode, 0, 0) == 2 else 0
