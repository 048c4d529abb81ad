"""What a policy sees: what its seat may know, and nothing else.

===============  ==================================================================================
field            meaning
===============  ==================================================================================
``kind``         the decision: ``DRAW`` (draw from the deck or take a discard), ``DISCARD``;
                 in Chaos ``OFFER`` (which card to offer) or ``ANSWER`` (``REFUSE`` or ``ACCEPT``)
``seat``         the seat that decides; seats are numbered in turn order from 0
``players``      number of players
``variant``      ``STANDARD``, ``TWO_PLAYER`` or ``CHAOS``
``turn``         turns begun so far, this one included; in Chaos ticks
``turn_cap``     turns after which the game is stopped; in Chaos ticks
``hand_size``    cards in a full hand
``end_size``     cards in the discard area that end the game
``hand``         the seat's own cards in rising order, ``hand_n`` of them, then -1
``area``         the discard area, oldest card first, ``area_n`` of them
``deck_n``       cards left in the deck
``held``         number of cards in each seat's hand
``known``        for each card 1 + the seat in whose hand all players know it to be, else 0; in
                 Chaos 1 + the other seat in whose hand this seat last saw it, else 0 (it may have
                 been traded on since)
``partner``      Chaos: the seat met at this tick, else -1
``give``         when answering: the card that this seat offers, else -1
``get``          when answering: the card that the partner offers, else -1
``shown``        Chaos: for each own card, bit p says that seat p knows this seat to have it: it was
                 offered to p, or came from p
``tables``       the compiled cards (:mod:`sim.fantasy_realms.tables`)
``outside``      what cards of a hand look at outside it (:mod:`sim.fantasy_realms.outside`)
``lying``        for each card what it adds to ``outside`` if it lies in the discard area, else 0
``scratch``      work space for the scoring kernels, which look at ``outside`` there
``work``         work space for a hand the policy makes up
``values``       work space for what several hands are worth
``spare``        work space of :mod:`sim.fantasy_realms.values`, as are ``memo``, ``mixed`` and
                 ``swaps``
``world``        a state of the game that a policy makes up (:mod:`sim.fantasy_realms.playouts`)
``log``          work space of its moves
===============  ==================================================================================

Options are card indices; ``DECK`` (-1) for a draw from the deck; in this order ``REFUSE`` (-3) and
``ACCEPT`` (-4) as answers to what the partner of a trade offers.

Each policy of a run has a view of its own, and the game goes by its own tables and options, so that
what a policy writes here touches nobody else. A policy that plays several seats of a game uses one
work space for all of them: it is trusted not to tell one seat from there what another one holds.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint64, void

from sim.fantasy_realms.outside import outside_of
from sim.fantasy_realms.state import (
    ANSWER,
    CHAOS,
    DISCARD,
    DRAW,
    MAX_SEATS,
    OFFER,
    STATE,
    TURN_BEGINS,
    log_dtype,
    state_dtype,
)
from sim.fantasy_realms.tables import I8, MAX_CARDS, MAX_HAND, hand_dtype, tables_dtype
from sim.jit import inner, kernel, record_type

__all__ = [
    "ANSWER",
    "CHAOS",
    "CHOOSE",
    "DISCARD",
    "DRAW",
    "OFFER",
    "TURN_BEGINS",
    "VIEW",
    "fill_view",
    "new_views",
    "view_dtype",
]

NONE = -1  # fills the places behind the last card
MEMO_SIZE = 1 << 16
MIXED_SIZE = 1 << 13
SWAPS_SIZE = 1 << 10
MAX_POLICIES = 16

view_dtype = np.dtype(
    (
        np.record,
        [
            ("kind", I8),
            ("seat", I8),
            ("players", I8),
            ("variant", I8),
            ("turn", I8),
            ("turn_cap", I8),
            ("hand_size", I8),
            ("end_size", I8),
            ("hand", I8, (MAX_HAND,)),
            ("hand_n", I8),
            ("area", I8, (MAX_CARDS,)),
            ("area_n", I8),
            ("deck_n", I8),
            ("held", I8, (MAX_SEATS,)),
            ("known", I8, (MAX_CARDS,)),
            ("partner", I8),
            ("give", I8),
            ("get", I8),
            ("shown", I8, (MAX_CARDS,)),
            ("outside", I8),
            ("lying", I8, (MAX_CARDS,)),
            ("tables", tables_dtype),
            ("scratch", hand_dtype),
            ("work", I8, (MAX_HAND + 4,)),
            ("values", I8, (MAX_HAND + 4,)),
            ("spare", I8, (MAX_HAND + 4,)),
            ("memo", I8, (MEMO_SIZE, 3)),
            ("mixed", I8, (MIXED_SIZE, 3)),
            ("swaps", I8, (SWAPS_SIZE, 4)),
            ("world", state_dtype),
            ("log", log_dtype),
        ],
    )
)

VIEW = record_type(view_dtype)
CHOOSE = int64(VIEW, int64[::1], int64, float64[::1], uint64[::1])
VIEWS = types.Array(VIEW, 1, "C")
POLICIES = types.UniTuple(types.FunctionType(CHOOSE), MAX_POLICIES)


@inner(void(VIEW, STATE), merged=True)
def fill_meeting(v, s):
    """Write to `v` whom the active seat meets, and what it saw in trades so far."""
    seat = s.active
    me = 0 if s.pair[0] == seat else 1
    v.partner = s.pair[1 - me]
    if s.phase == ANSWER:
        v.give = s.offer[me]
        v.get = s.offer[1 - me]
    shift = 4 * seat  # see last_seen of sim.fantasy_realms.chaos
    for c in range(s.deck_size):
        v.known[c] = (s.seen[c] >> shift) & 15
        v.shown[c] = 0
    for k in range(s.hand_n[seat]):
        v.shown[s.hand[seat, k]] = s.shown[s.hand[seat, k]]


@kernel(void(VIEW, STATE))
def look_outside(v, s):
    """Write to `v` what cards look at outside a hand, if any card of the deck does."""
    t = v.tables
    if t.outside == 0:
        return
    v.outside = outside_of(t, s.area[:], s.area_n, s.players - 1)
    v.scratch.outside = v.outside
    for c in range(t.n_cards):
        v.lying[c] = 0
    for k in range(s.area_n):
        v.lying[s.area[k]] = t.in_area[s.area[k]]


@kernel(void(VIEW, STATE))
def fill_view(v, s):
    """Write to `v` what the active seat of `s` may know."""
    seat = s.active
    v.kind = s.phase
    v.seat = seat
    v.players = s.players
    v.variant = s.variant
    v.turn = s.turn
    v.turn_cap = s.turn_cap
    v.hand_size = s.hand_size
    v.end_size = s.end_size
    v.hand_n = s.hand_n[seat]
    for k in range(MAX_HAND):
        v.hand[k] = s.hand[seat, k] if k < v.hand_n else NONE
    for k in range(max(v.area_n, s.area_n)):
        v.area[k] = s.area[k] if k < s.area_n else NONE
    v.area_n = s.area_n
    v.deck_n = s.deck_size - s.deck_at
    for k in range(s.players):
        v.held[k] = s.hand_n[k]
    look_outside(v, s)
    v.partner = NONE
    v.give = NONE
    v.get = NONE
    if s.variant == CHAOS:
        fill_meeting(v, s)
        return
    for c in range(s.deck_size):
        v.known[c] = s.known[c]


def new_views(tables: np.recarray, number: int) -> np.recarray:
    """Return views, shape (number,), that carry a copy of the tables each."""
    view = np.zeros(number, view_dtype).view(np.recarray)
    view["tables"] = tables[0]
    view["memo"][:, :, 0] = NONE
    view["mixed"][:, :, 0] = NONE
    view["swaps"][:, :, 0] = NONE
    view["hand"] = NONE
    view["area"] = NONE
    return view
