"""What a policy sees: what its seat may know, and nothing else.

=============  ====================================================================================
field          meaning
=============  ====================================================================================
``kind``       the decision: ``CHOOSE_HUNT``, ``CHOOSE_ACTION``, ... (:mod:`.state`)
``seat``       the seat that decides; seats are numbered from 0, the first player of round 1
``held``       number of cards in each seat's hand
``sheltered``  number of cards in each seat's shelter
``state``      the game as the seat knows it, in the form of :data:`.state.state_dtype`: its own
               hand whole, of the others' hands only the cards that everybody knows to be there
               (tamed, recovered, taken from the discard pile) and nothing of their shelters;
               ``pile_n`` cards in the draw pile, of which the last ``pile_known`` are known and all
               others -1; ``deal``, which shuffles, is 0; everything else lies open: display,
               hunted cards, areas, stones, scores, discard pile, round, phase, first player,
               artifacts, effects in progress
``unseen``     the cards the seat cannot locate: in the other hands and shelters and the draw pile
``tables``     the compiled cards (:mod:`.tables`)
``work``       states to play on (copy ``state`` into one, share the unseen cards out, advance)
``scratch``    work space for that; what it holds means nothing
``values``     work space for whatever the policy likes to remember
``unread``     1: the policy never looks at its view, which is not filled then
=============  ====================================================================================


Options are numbers with fields (:mod:`.options`). A policy is ``choose(view, options, n, params,
stream) -> int64``, the index of one of the first `n` options, as in the other game.
Each policy of a run has a view of its own, and the game goes by its own tables and options.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint64, void

from sim.bits import size
from sim.jit import apart, inner, record_type
from sim.records import copy_start
from sim.vale_of_eternity.state import (
    FRAME_AT,
    FRAME_BYTES,
    MAX_SEATS,
    STATE,
    scratch_dtype,
    state_dtype,
)
from sim.vale_of_eternity.tables import I8, tables_dtype
from sim.vale_of_eternity.zones import bit_of, word_of

MAX_POLICIES = 16
MAX_WORK = 16  # states to play on
MAX_VALUES = 4096
HIDDEN = -1  # a card of the draw pile that the seat does not know

view_dtype = np.dtype(
    (
        np.record,
        [
            ("kind", I8),
            ("seat", I8),
            ("held", I8, (MAX_SEATS,)),
            ("sheltered", I8, (MAX_SEATS,)),
            ("unseen", I8, (2,)),
            ("state", state_dtype),
            ("tables", tables_dtype),
            ("work", state_dtype, (MAX_WORK,)),
            ("scratch", scratch_dtype),
            ("values", np.float64, (MAX_VALUES,)),
            ("unread", I8),
        ],
    )
)

VIEW = record_type(view_dtype)
CHOOSE = int64(VIEW, int64[::1], int64, float64[::1], uint64[::1])
VIEWS = types.Array(VIEW, 1, "C")
POLICIES = types.UniTuple(types.FunctionType(CHOOSE), MAX_POLICIES)


@inner(void(STATE, STATE, int64), merged=True)
def show(v, s, seat):
    """Copy the state without what a seat may not know."""
    for k in range(v.pile_n - v.pile_known, v.pile_n):
        v.pile[k] = HIDDEN
    copy_start(v, s, FRAME_AT + FRAME_BYTES * s.depth)
    v.ask = 0
    v.pause = 0
    v.deal = np.uint64(0)
    # all seats there may be, here and below: the empty ones cost less than a look for them
    for p in range(MAX_SEATS):
        for word in range(2):
            v.hand[p, word] = s.known[p, word]
            v.shelter[p, word] = 0
    for word in range(2):
        v.hand[seat, word] = s.hand[seat, word]
        v.shelter[seat, word] = s.shelter[seat, word]
    for k in range(s.pile_n - s.pile_known, s.pile_n):
        v.pile[k] = s.pile[k]


@apart(void(VIEW, STATE), optimise=3)
def fill_view(v, s):
    """Write to `v` what the active seat of `s` may know."""
    seat = s.active
    v.kind = s.decision
    v.seat = seat
    show(v.state, s, seat)
    for word in range(2):
        seen = s.display[word] | s.discard[word] | s.hand[seat, word] | s.shelter[seat, word]
        for p in range(MAX_SEATS):
            seen |= s.area[p, word] | s.hunted[p, word] | s.known[p, word] | s.soothed[p, word]
        v.unseen[word] = v.tables.deck_mask[word] & ~seen
    for k in range(s.pile_n - s.pile_known, s.pile_n):
        card = np.int64(s.pile[k])
        v.unseen[word_of(card)] &= ~bit_of(card)
    for p in range(MAX_SEATS):
        v.held[p] = size(s.hand[p, 0]) + size(s.hand[p, 1])
        v.sheltered[p] = size(s.shelter[p, 0]) + size(s.shelter[p, 1])


def new_views(tables: np.recarray, number: int) -> np.recarray:
    """Return views, shape (number,), that carry a copy of the tables each."""
    view = np.zeros(number, view_dtype).view(np.recarray)
    view["tables"] = tables[0]
    view["state"]["pile"] = HIDDEN
    return view
