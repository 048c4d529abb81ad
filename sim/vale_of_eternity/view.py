"""What a policy sees: what its seat may know, and nothing else.

===========  ======================================================================================
field        meaning
===========  ======================================================================================
``kind``     the decision: ``CHOOSE_HUNT``, ``CHOOSE_ACTION``, ... (:mod:`.state`)
``seat``     the seat that decides; seats are numbered from 0, the first player of round 1
``held``     number of cards in each seat's hand
``state``    the game as the seat knows it, in the form of :data:`.state.state_dtype`: its own hand
             whole, of the others' hands only the cards that everybody knows to be there (tamed,
             recovered, taken from the discard pile); ``pile_n`` cards in the draw pile, of which
             the last ``pile_known`` are known and all others -1; ``deal``, which shuffles, is 0;
             everything else lies open: display, hunted cards, areas, stones, scores, discard
             pile, round, phase, first player, effects in progress
``unseen``   the cards the seat cannot locate: they are in the other hands and in the draw pile
``tables``   the compiled cards (:mod:`.tables`)
``work``     two states to play on (copy ``state`` into one, share the unseen cards out, advance)
``scratch``  work space for that; what it holds means nothing
``values``   work space for whatever the policy likes to remember
===========  ======================================================================================

Options are numbers with fields (:mod:`.options`). A policy is ``choose(view, options, n, params,
stream) -> int64``, the index of one of the first `n` options, as in the other game.
Each policy of a run has a view of its own, and the game goes by its own tables and options.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint64, void

from sim.bits import size
from sim.jit import inner, kernel, record_type
from sim.vale_of_eternity.state import MAX_DEPTH, MAX_SEATS, STATE, scratch_dtype, state_dtype
from sim.vale_of_eternity.tables import I8, tables_dtype
from sim.vale_of_eternity.zones import bit_of, card_at, word_of

MAX_POLICIES = 16
MAX_VALUES = 4096
HIDDEN = -1  # a card of the draw pile that the seat does not know

view_dtype = np.dtype(
    (
        np.record,
        [
            ("kind", I8),
            ("seat", I8),
            ("held", I8, (MAX_SEATS,)),
            ("unseen", I8, (2,)),
            ("state", state_dtype),
            ("tables", tables_dtype),
            ("work", state_dtype, (2,)),
            ("scratch", scratch_dtype),
            ("values", np.float64, (MAX_VALUES,)),
        ],
    )
)

VIEW = record_type(view_dtype)
CHOOSE = int64(VIEW, int64[::1], int64, float64[::1], uint64[::1])
VIEWS = types.Array(VIEW, 1, "C")
POLICIES = types.UniTuple(types.FunctionType(CHOOSE), MAX_POLICIES)


@inner(void(STATE, STATE))
def show_table(v, s):
    """Copy what belongs to nobody, without the order of the draw pile."""
    v.players = s.players
    v.round_no = s.round_no
    v.phase = s.phase
    v.first = s.first
    v.turn = s.turn
    v.active = s.active
    v.decision = s.decision
    v.ask = 0
    v.pause = 0
    v.end = s.end
    v.over_limit = s.over_limit
    v.deal = np.uint64(0)
    v.refills = s.refills
    for word in range(2):
        v.display[word] = s.display[word]
        v.discard[word] = s.discard[word]
        v.used[word] = s.used[word]
    for k in range(v.pile_n - v.pile_known, v.pile_n):
        v.pile[k] = HIDDEN
    for k in range(s.pile_n - s.pile_known, s.pile_n):
        v.pile[k] = s.pile[k]
    v.pile_n = s.pile_n
    v.pile_known = s.pile_known


@inner(void(STATE, STATE, int64))
def show_seats(v, s, seat):
    """Copy what belongs to the seats, without the unknown cards of the others' hands."""
    for p in range(s.players):
        v.score[p] = s.score[p]
        v.limit[p] = s.limit[p]
        v.wards[p] = s.wards[p]
        v.curses[p] = s.curses[p]
        v.side[p] = s.side[p]
        v.artifact[p] = s.artifact[p]
        v.last_artifact[p] = s.last_artifact[p]
        v.extra_areas[p] = s.extra_areas[p]
        for k in range(3):
            v.stones[p, k] = s.stones[p, k]
            v.value[p, k] = s.value[p, k]
        for word in range(2):
            v.hand[p, word] = s.hand[p, word] if p == seat else s.known[p, word]
            v.known[p, word] = s.known[p, word]
            v.area[p, word] = s.area[p, word]
            v.hunted[p, word] = s.hunted[p, word]
            v.soothed[p, word] = s.soothed[p, word]
            v.shelter[p, word] = s.shelter[p, word] if p == seat else 0
            area = s.area[p, word]
            while area:
                card = card_at(word, area)
                area &= area - 1
                v.tokens[card] = s.tokens[card]


@inner(void(STATE, STATE))
def show_effects(v, s):
    """Copy the effects in progress, which lie open."""
    v.depth = s.depth
    for d in range(min(s.depth, MAX_DEPTH)):
        a = v.frame[d]
        b = s.frame[d]
        a.kind = b.kind
        a.pc = b.pc
        a.seat = b.seat
        a.card = b.card
        a.source = b.source
        a.mode = b.mode
        a.chained = b.chained
        a.copies = b.copies
        a.want = b.want
        a.made = b.made
        a.target = b.target
        a.lost = b.lost
        a.value = b.value
        a.family = b.family
        a.about = b.about
        for k in range(2):
            a.picked[k] = b.picked[k]
            a.moved[k] = b.moved[k]
        for k in range(3):
            a.paid[k] = b.paid[k]
            a.gained[k] = b.gained[k]


@kernel(void(VIEW, STATE))
def fill_view(v, s):
    """Write to `v` what the active seat of `s` may know."""
    seat = s.active
    v.kind = s.decision
    v.seat = seat
    show_table(v.state, s)
    show_seats(v.state, s, seat)
    show_effects(v.state, s)
    for word in range(2):
        seen = s.display[word] | s.discard[word] | s.hand[seat, word] | s.shelter[seat, word]
        for p in range(s.players):
            seen |= s.area[p, word] | s.hunted[p, word] | s.known[p, word] | s.soothed[p, word]
        v.unseen[word] = v.tables.deck_mask[word] & ~seen
    for k in range(s.pile_n - s.pile_known, s.pile_n):
        card = np.int64(s.pile[k])
        v.unseen[word_of(card)] &= ~bit_of(card)
    for p in range(s.players):
        v.held[p] = size(s.hand[p, 0]) + size(s.hand[p, 1])


def new_views(tables: np.recarray, number: int) -> np.recarray:
    """Return views, shape (number,), that carry a copy of the tables each."""
    view = np.zeros(number, view_dtype).view(np.recarray)
    view["tables"] = tables[0]
    view["state"]["pile"] = HIDDEN
    return view
