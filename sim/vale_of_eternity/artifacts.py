"""Artifacts: the clearing they lie in, taking one before the hunt, using it, giving it back.

Each round each player in turn order takes an artifact that nobody holds, but not the one of the
round before. Some act when they are taken, some may be used once in the own turn, some act while
they are held. After the action phase all go back to the clearing.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner, kernel
from sim.streams import fold
from sim.vale_of_eternity.frames import push
from sim.vale_of_eternity.log import M_ARTIFACT, M_USE, note
from sim.vale_of_eternity.options import ARTIFACT, NUMBER_AT, USE
from sim.vale_of_eternity.state import (
    CHAIN,
    CHOOSE_ARTIFACT,
    MAX_OPTIONS,
    MAX_ROUNDS,
    PARTS,
    RUN,
    SCRATCH,
    STATE,
)
from sim.vale_of_eternity.stones import refresh
from sim.vale_of_eternity.suppose import suppose_nothing
from sim.vale_of_eternity.tables import NO_PROGRAM, RANDOM_ARTIFACTS, TABLES
from sim.vale_of_eternity.walk import walk
from sim.vale_of_eternity.zones import bit_of, seat_after, word_of

SUPPLY = np.uint64(0xA27F4C)  # below a deal's key: the keys of its artifacts


@kernel(void(STATE, TABLES))
def lay_out(s, t):
    """Lay the artifacts of the game out: those for so many players, and three others at random."""
    s.clearing = 0
    for k in range(t.n_artifacts):
        if t.artifact[k].players > 0 and t.artifact[k].players <= s.players:
            s.clearing |= 1 << k
    key = fold(s.deal, SUPPLY)
    for _ in range(RANDOM_ARTIFACTS):
        best = -1
        lowest = np.uint64(0)
        for k in range(t.n_artifacts):
            if t.artifact[k].players == 0 and not s.clearing >> k & 1:
                own = fold(key, np.uint64(t.artifact[k].key))
                if best < 0 or own < lowest:
                    best = k
                    lowest = own
        if best >= 0:
            s.clearing |= 1 << best
    s.taken = 0 if s.clearing else s.players


@inner(int64(STATE, TABLES, SCRATCH, int64))
def list_artifacts(s, t, w, seat):
    """List the artifacts that a seat may take: nobody holds them, nor had it one last."""
    n = 0
    for k in range(t.n_artifacts):
        free = s.clearing >> k & 1 and s.last_artifact[seat] != k
        for p in range(s.players):
            if s.artifact[p] == k:
                free = False
        if free:
            w.options[n] = ARTIFACT | k << NUMBER_AT
            n += 1
    s.active = seat
    s.decision = CHOOSE_ARTIFACT
    return n


@kernel(int64(STATE, TABLES, SCRATCH))
def step_artifacts(s, t, w):
    """Let the next player take an artifact; return the number of options, 0 if all were asked."""
    while s.taken < s.players:
        seat = seat_after(s, s.taken)
        n = list_artifacts(s, t, w, seat)
        if n:
            return n
        s.last_artifact[seat] = -1
        s.taken += 1
    return 0


@kernel(void(STATE, TABLES, int64, int64))
def hold(s, t, seat, number):
    """Put an artifact before a seat."""
    s.artifact[seat] = number
    card = t.artifact[number].bearer
    if card >= 0:
        s.tile[seat, word_of(card)] |= bit_of(card)
        refresh(s, t, seat)


@inner(void(STATE, TABLES, int64))
def put_back(s, t, seat):
    """Put a seat's artifact back to the clearing."""
    card = t.artifact[s.artifact[seat]].bearer
    s.artifact[seat] = -1
    if card >= 0:
        s.tile[seat, word_of(card)] &= ~bit_of(card)
        refresh(s, t, seat)


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
def take_artifact(s, t, w, seat, number):
    """Take an artifact, which may act at once."""
    note(w, M_ARTIFACT, seat, -1, number)
    if w.log_on and s.round_no < MAX_ROUNDS:
        w.round_artifact[s.round_no, seat] = number
    hold(s, t, seat, number)
    s.last_artifact[seat] = number
    s.taken += 1
    if t.artifact[number].taken != NO_PROGRAM:
        push(s, RUN, t.artifact[number].taken, seat, t.artifact[number].bearer, PARTS)


@kernel(void(STATE, TABLES))
def return_artifacts(s, t):
    """Put all artifacts back to the clearing: the action phase is over."""
    for p in range(s.players):
        if s.artifact[p] >= 0:
            put_back(s, t, p)


@inner(int64(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def list_use(s, t, w, seat, n):
    """Add the use of a seat's artifact to `n` options, if it would do something."""
    number = s.artifact[seat]
    if number < 0 or t.artifact[number].used == NO_PROGRAM or n >= MAX_OPTIONS - 1:
        return n
    suppose_nothing(w)
    card = t.artifact[number].bearer
    # a single chain is all there is to look at
    mode = CHAIN if t.artifact[number].one_chain else PARTS
    if walk(s, t, w, seat, card, t.artifact[number].used, mode, 0, 0) == 2:
        w.options[n] = USE | number << NUMBER_AT
        n += 1
    return n


@inner(void(STATE, TABLES, SCRATCH, int64))
def use_artifact(s, t, w, seat):
    """Use a seat's artifact, which goes back to the clearing."""
    number = s.artifact[seat]
    note(w, M_USE, seat, -1, number)
    if w.log_on:
        w.artifacts_used[seat] += 1
    put_back(s, t, seat)
    push(s, RUN, t.artifact[number].used, seat, t.artifact[number].bearer, PARTS)
