"""Playing a position out to the end, with what the seat can't see drawn at random.

A *world* is a whole state of the game that agrees with everything the seat knows: its own hand, the
discard area, the cards publicly known to be held, the sizes of hands and deck. The rest is drawn
from the unseen cards; nothing is read but the view. All options are played out in the same worlds,
so that their difference owes little to luck. Everybody plays ``greedy``.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64, void

from sim.fantasy_realms.extra import extra_gain
from sim.fantasy_realms.play import advance, apply
from sim.fantasy_realms.policies.greedy import choose as greedy
from sim.fantasy_realms.reach import list_others
from sim.fantasy_realms.rivals import ROOM, cards_passed, list_unseen, plausible_hand
from sim.fantasy_realms.state import MAX_SEATS
from sim.fantasy_realms.tables import MAX_CARDS
from sim.fantasy_realms.throws import NEVER
from sim.fantasy_realms.values import WORST, hand_value
from sim.fantasy_realms.view import VIEW, fill_view, look_outside
from sim.jit import inner, kernel
from sim.streams import below

WIN = 100.0  # points that a win is worth beside the lead
# The lead or lag, in points, that counts as three quarters of a win or a quarter: a win by a hair
# in one made-up world says less than a clear one.
HALF_SURE = 20.0

_FLOATS = float64[::1]
_INTS = int64[::1]
_TABLE = int64[:, ::1]
_STREAM = uint64[::1]

# Rows of what a seat remembers of its view while it plays worlds out in it.
OWN = MAX_SEATS  # the seat's hand; the rows before hold all hands of the world
AREA = MAX_SEATS + 1
KNOWN = MAX_SEATS + 2
HELD = MAX_SEATS + 3
DECK = MAX_SEATS + 4
FACTS = MAX_SEATS + 5
N_ROWS = MAX_SEATS + 6
_SEAT, _KIND, _TURN, _HAND_N, _AREA_N, _DECK_N = range(6)


@kernel(void(VIEW, _TABLE))
def remember(v, kept):
    """Keep what the seat knows: playing on in the view overwrites it."""
    facts = kept[FACTS]
    facts[_SEAT] = v.seat
    facts[_KIND] = v.kind
    facts[_TURN] = v.turn
    facts[_HAND_N] = v.hand_n
    facts[_AREA_N] = v.area_n
    facts[_DECK_N] = v.deck_n
    for k in range(v.hand_n):
        kept[OWN, k] = v.hand[k]
    for k in range(v.area_n):
        kept[AREA, k] = v.area[k]
    for c in range(v.tables.n_cards):
        kept[KNOWN, c] = v.known[c]
    for seat in range(v.players):
        kept[HELD, seat] = v.held[seat]


@kernel(void(VIEW, _TABLE, int64, _STREAM))
def imagine(v, kept, passing, stream):
    """Make up all hands and the deck of a world, from the seat's own view.

    Parameters
    ----------
    kept : int64 array, shape (N_ROWS, MAX_CARDS)
        Receives them.
    passing : int
        Unseen cards that may have bettered each rival's hand; see
        :func:`sim.fantasy_realms.rivals.plausible_hand`.
    """
    hand = np.empty(ROOM, np.int64)
    work = np.empty(ROOM, np.int64)
    others = np.empty(MAX_CARDS, np.int64)
    places = np.empty(MAX_CARDS, np.int64)
    deck = kept[DECK]
    left = list_unseen(others, places, list_others(v, others, places), deck)
    for seat in range(v.players):
        if seat == v.seat:
            for k in range(v.hand_n):
                kept[seat, k] = v.hand[k]
            continue
        given = plausible_hand(v, seat, deck, left, passing, hand, work, stream)
        left -= given
        for k in range(left):
            deck[k] = deck[k + given]
        for k in range(v.held[seat]):
            kept[seat, k] = hand[k]
    for k in range(left):
        at = k + below(stream, left - k)
        deck[k], deck[at] = deck[at], deck[k]


@kernel(void(VIEW, _TABLE))
def set_up(v, kept):
    """Set ``v.world`` to the decision at hand in the world that is kept."""
    w = v.world
    facts = kept[FACTS]
    w.players = v.players
    w.variant = v.variant
    w.hand_size = v.hand_size
    w.end_size = v.end_size
    w.turn_cap = v.turn_cap
    w.deck_size = v.tables.n_cards
    w.deck_at = w.deck_size - facts[_DECK_N]
    w.active = facts[_SEAT]
    w.turn = facts[_TURN]
    w.phase = facts[_KIND]
    w.end = -1
    for k in range(facts[_DECK_N]):
        w.deck[w.deck_at + k] = kept[DECK, k]
    for seat in range(v.players):
        w.hand_n[seat] = kept[HELD, seat]
        for k in range(kept[HELD, seat]):
            w.hand[seat, k] = kept[seat, k]
    w.area_n = facts[_AREA_N]
    for k in range(w.area_n):
        w.area[k] = kept[AREA, k]
    for c in range(w.deck_size):
        w.known[c] = kept[KNOWN, c]


@inner(void(VIEW, _TABLE), merged=True)
def recall(v, kept):
    """Let the view be that of the seat again."""
    set_up(v, kept)
    fill_view(v, v.world)


@inner(float64(VIEW, int64, float64), merged=True)
def outcome(v, me, margin):
    """Return what the end of ``v.world`` is worth to a seat, in points.

    Parameters
    ----------
    margin : float
        Weight of the lead over the best other seat; the rest is that of a win, smoothed.
    """
    w = v.world
    look_outside(v, w)
    work = np.empty(ROOM, np.int64)
    own = 0
    rival = WORST
    for seat in range(w.players):
        score = hand_value(v, w.hand[seat], w.hand_n[seat])
        score += extra_gain(v, w.hand[seat], w.hand_n[seat], w.area[:], w.area_n, work)
        if seat == me:
            own = score
        else:
            rival = max(rival, score)
    lead = own - rival
    won = 0.5 + 0.5 * lead / (HALF_SURE + abs(lead))
    return margin * lead + (1.0 - margin) * WIN * won


@inner(float64(VIEW, _TABLE, int64, _INTS, float64, _FLOATS, _STREAM), merged=True)
def play_out_option(v, kept, option, options, margin, params, stream):
    """Play an option out to the end of the game and return the outcome."""
    set_up(v, kept)
    w = v.world
    apply(w, v.log, option)
    n = advance(w, v.log, options)
    while n:
        fill_view(v, w)
        apply(w, v.log, options[greedy(v, options, n, params, stream)])
        n = advance(w, v.log, options)
    return outcome(v, kept[FACTS, _SEAT], margin)


@kernel(void(VIEW, _INTS, int64, int64, float64, float64, _STREAM, _FLOATS))
def play_out_options(v, options, n, samples, insight, margin, stream, ratings):
    """Rate options by the mean outcome of play-outs in so many worlds.

    Parameters
    ----------
    options : int64 array
        The options of the decision at hand, `n` of them.
    samples : int
        Number of worlds.
    insight : float
        Cards a turn by which rivals are thought to have bettered their hands.
    ratings : float64 array, shape (n,) or longer
        Options rated ``NEVER`` are left out; the others receive their mean outcome.
    """
    kept = np.empty((N_ROWS, MAX_CARDS), np.int64)
    work = np.empty(MAX_CARDS + 1, np.int64)
    none = np.empty(1, np.float64)
    passing = cards_passed(v, insight)
    v.log.on = 0
    v.log.tracing = 0
    remember(v, kept)
    for k in range(n):
        if ratings[k] != NEVER:
            ratings[k] = 0.0
    for _ in range(samples):
        imagine(v, kept, passing, stream)
        for k in range(n):
            if ratings[k] != NEVER:
                gained = play_out_option(v, kept, options[k], work, margin, none, stream)
                ratings[k] += gained / samples
        recall(v, kept)
