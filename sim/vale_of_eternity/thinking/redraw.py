"""A game as it may be: hidden cards drawn anew among those the seat cannot locate."""

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from sim.bits import size
from sim.jit import apart, inner
from sim.streams import below, next_word
from sim.vale_of_eternity.tables import MAX_CARDS
from sim.vale_of_eternity.view import VIEW
from sim.vale_of_eternity.zones import bit_of, card_at, word_of


@inner(int64(VIEW, int64[::1]))
def list_unseen(view, cards):
    """Write the cards that the seat cannot locate to `cards` and return their number."""
    n = 0
    for word in range(2):
        rest = view.unseen[word]
        while rest:
            cards[n] = card_at(word, rest)
            rest &= rest - 1
            n += 1
    return n


@apart(void(VIEW, int64, uint64[::1]))
def redraw(view, place, stream):
    """Write a game that agrees with all the seat knows to ``view.work[place]``.

    The hidden cards of the other hands and shelters and of the draw pile are drawn from `stream`
    among the unseen ones, and so is what the discard pile will be shuffled by.
    """
    s = view.work[place]
    view.work[place] = view.state
    cards = np.empty(MAX_CARDS, np.int64)
    n = list_unseen(view, cards)
    for k in range(n - 1, 0, -1):
        j = below(stream, k + 1)
        cards[k], cards[j] = cards[j], cards[k]
    for p in range(s.players):
        if p == view.seat:
            continue
        hidden = view.held[p] - size(s.hand[p, 0]) - size(s.hand[p, 1])
        while hidden > 0 and n > 0:
            n -= 1
            hidden -= 1
            s.hand[p, word_of(cards[n])] |= bit_of(cards[n])
    for k in range(s.pile_n - s.pile_known):
        if n > 0:
            n -= 1
            s.pile[k] = cards[n]
    for p in range(s.players):
        hidden = view.sheltered[p] if p != view.seat else 0
        while hidden > 0 and n > 0:
            n -= 1
            hidden -= 1
            s.shelter[p, word_of(cards[n])] |= bit_of(cards[n])
    s.deal = next_word(stream)
