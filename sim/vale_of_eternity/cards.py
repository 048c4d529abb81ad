"""Cards on the move: drawing, refilling the draw pile, discarding, recovering."""

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from sim.jit import apart, inner, kernel
from sim.streams import fold, redrawn_key
from sim.vale_of_eternity.codes import (
    AREA,
    DECK,
    DISCARD,
    HAND,
    ON_DISCARD,
    ON_DISCARD_SELF,
    ON_DRAW,
    ON_RECOVER,
    SHELTER,
    SOOTHED,
)
from sim.vale_of_eternity.log import M_CURSES, M_DRAW, M_MOVE, M_REFILL, mark, note
from sim.vale_of_eternity.reactions import is_replaced, react_to, set_off
from sim.vale_of_eternity.state import (
    DISCARDED,
    DRAWN,
    RECOVERED,
    SCRATCH,
    SOOTHED_EVENT,
    STATE,
)
from sim.vale_of_eternity.stones import area_changed
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import bit_of, card_at, toggle, word_of

REFILL = np.uint64(0x5EF111)  # below a deal's key: the keys of its refills
DRAWERS = 32
DRAWER_BITS = np.uint64(59)  # a key's bits below those that tell its drawer


@inner(int64(uint64))
def drawer_of(key):
    """Return a key's drawer, that of the highest keys first."""
    return DRAWERS - 1 - np.int64(key >> DRAWER_BITS)


@apart(void(STATE, TABLES, SCRATCH, uint64, int64, int64))
def stack(s, t, w, key, low, high):
    """Put a set of cards (two words) into the empty draw pile, sorted by a random key a card.

    The keys hang on `key` and the card's id alone, so a deck with one card changed, added or
    removed keeps the order of all others. They are laid into drawers by their highest bits, so that
    few have to be compared.
    """
    for drawer in range(DRAWERS):
        w.filled[drawer] = 0
    n = 0
    for word in range(2):
        cards = high if word else low
        while cards:
            own = fold(key, np.uint64(t.key[card_at(word, cards)]))
            cards &= cards - 1
            w.unsorted[n] = own
            w.filled[drawer_of(own)] += 1
            n += 1
    # the top of the pile is its end: the lowest key, in the last drawer, comes first
    start = 0
    for drawer in range(DRAWERS):
        w.starts[drawer] = start
        start += w.filled[drawer]
        w.filled[drawer] = 0
    n = 0
    for word in range(2):
        cards = high if word else low
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            own = w.unsorted[n]
            n += 1
            drawer = drawer_of(own)
            first = w.starts[drawer]
            k = first + w.filled[drawer]
            w.filled[drawer] += 1
            while k > first and w.keys[k - 1] < own:
                w.keys[k] = w.keys[k - 1]
                s.pile[k] = s.pile[k - 1]
                k -= 1
            w.keys[k] = own
            s.pile[k] = card
    s.pile_n = n
    s.pile_known = 0


@kernel(int64(STATE, TABLES, SCRATCH))
def top_card(s, t, w):
    """Take the top card off the draw pile and return it; -1 if there is none anywhere.

    An empty draw pile is made anew from the shuffled discard pile.
    """
    if s.pile_n == 0:
        if not (s.discard[0] | s.discard[1]):
            return -1
        s.refills += 1
        key = redrawn_key(fold(fold(s.deal, REFILL), np.uint64(s.refills)), s.redrawn)
        stack(s, t, w, key, s.discard[0], s.discard[1])
        s.discard[0] = 0
        s.discard[1] = 0
        note(w, M_REFILL, -1, -1, s.pile_n)
    s.pile_n -= 1
    return np.int64(s.pile[s.pile_n])


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def draw(s, t, w, seat, n):
    """Draw up to `n` cards into a hand and return how many there were."""
    drawn = 0
    for _ in range(n):
        public = s.pile_known > 0
        card = top_card(s, t, w)
        if card < 0:
            break
        drawn += 1
        word = word_of(card)
        s.hand[seat, word] |= bit_of(card)
        if public:
            s.pile_known -= 1
            s.known[seat, word] |= bit_of(card)
        mark(w, seat, card, DRAWN)
        if w.log_on and w.drawn_round[seat, card] == 0:
            w.drawn_round[seat, card] = s.round_no
        note(w, M_DRAW, seat, card, 0)
    if drawn:
        react_to(s, t, seat, ON_DRAW, -1, 0)
    return drawn


@inner(void(STATE, SCRATCH, int64, int64))
def take_in_hand(s, w, seat, card):
    """Put a card that everybody sees into a hand."""
    s.hand[seat, word_of(card)] |= bit_of(card)
    s.known[seat, word_of(card)] |= bit_of(card)


@inner(void(STATE, TABLES, int64, int64, int64, int64), merged=True)
def tell_left(s, t, owner, card, to, taker):
    """Set off what reacts to a card's being discarded or recovered from its owner's area."""
    if to == DISCARD:
        react_to(s, t, owner, ON_DISCARD, card, 0)
        if t.trigger_mask[ON_DISCARD_SELF, word_of(card)] & bit_of(card):
            set_off(s, t, owner, ON_DISCARD_SELF, card, 0)
    elif to == HAND and taker == owner:
        react_to(s, t, owner, ON_RECOVER, card, 0)


@apart(void(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64))
def move_card(s, t, w, zone, owner, card, to, taker):
    """Move a card from a zone of one seat to a zone of another (or the same) one.

    From the area a discarded card loses its curse tokens, a recovered one leaves them to its taker;
    it may have a program that runs instead of its discard. What a shelter held stays hidden.
    """
    if zone == AREA and to == DISCARD and is_replaced(s, t, owner, card):
        return
    toggle(s, zone, owner, card)
    if zone == HAND:
        s.known[owner, word_of(card)] &= ~bit_of(card)
    if to == HAND and zone == SHELTER:
        toggle(s, HAND, taker, card)
    elif to == HAND:
        take_in_hand(s, w, taker, card)
    elif to == DECK:
        s.pile[s.pile_n] = card
        s.pile_n += 1
        # a card from a hand stays hidden
        s.pile_known = 0 if zone == HAND or zone == SHELTER else s.pile_known + 1
    else:
        toggle(s, to, taker, card)
    if zone == AREA:
        if to == HAND:
            if s.tokens[card]:
                s.curses[taker] += s.tokens[card]
                note(w, M_CURSES, taker, -1, s.tokens[card])
            if taker == owner:
                mark(w, owner, card, RECOVERED)
        if to == SOOTHED:
            mark(w, owner, card, SOOTHED_EVENT)
        s.tokens[card] = 0
        area_changed(s, t, owner, card)
    if to == DISCARD and (zone == AREA or zone == HAND):
        mark(w, owner, card, DISCARDED)
    other = 256 * (taker + 1) if taker != owner else 0
    note(w, M_MOVE, owner, card, other + 16 * zone + to)
    if zone == AREA:
        tell_left(s, t, owner, card, to, taker)
