"""Laying out a hand, and how its cards match each other's terms.

Slots are positions of the hand; sets of slots are bit masks. ``match[0, i, j]`` is how slot j
matches the terms of slot i (see :mod:`sim.fantasy_realms.tables`).
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.tables import (
    CARD,
    F_ALOOF,
    F_ALSO,
    F_BLANKS,
    F_CLEARS,
    F_COMPLEX,
    F_FADES,
    F_FIXED,
    F_PROTECTION,
    F_SELF,
    F_SHIELDS,
    F_STURDY,
    F_WORDS,
    FLAT,
    HAND,
    PAIR,
    SUIT,
    TABLES,
)
from sim.jit import apart, inner, kernel

ONE = 1 << (4 * FLAT)


@inner(int64(TABLES, int64, int64))
def mentions(t, rule, name):
    """Return 1 if a card's terms mention a name."""
    return (t.mentions[rule, (name >> 5) & 3] >> (name & 31)) & 1


@inner(int64(TABLES, int64, int64, int64, int64, int64))
def match_suit(t, rule, itself, name, suit, lost):
    """Return how a face of one suit matches the terms of a card; see :func:`match_face`."""
    rule &= CARD
    name &= CARD
    at = (rule * t.n_suits + suit) & SUIT
    found = t.by_suit_self[at] if itself else t.by_suit[at]
    if (lost >> suit) & 1:
        found &= ~t.word[rule, suit]
    if mentions(t, rule, name):
        for k in range(t.first_exception[rule], t.last_exception[rule]):
            if t.exception[k, 0] == suit and t.exception[k, 1] == name:
                found &= ~t.exception[k, 2]
        found = (found & ~t.not_name[rule, name]) | t.by_name[rule, name]
    return found | ONE if itself else found


@kernel(int64(TABLES, int64, int64, int64, int64, int64))
def match_face(t, rule, itself, name, suits, lost):
    """Return how a face matches the terms of a card.

    Parameters
    ----------
    t : record
        Card tables.
    rule : int
        The card whose terms are asked.
    itself : int
        1 if the face is the slot that asks: ``other`` then excludes it.
    name, suits : int
        The face: index of a name, bit mask of suits.
    lost : int
        Suits whose word was struck out of the rule's penalties.
    """
    rule &= CARD
    name &= CARD
    mentioned = mentions(t, rule, name)
    found = 0
    rest = suits
    while rest:
        suit = lowest(rest)
        at = (rule * t.n_suits + suit) & SUIT
        hit = t.by_suit_self[at] if itself else t.by_suit[at]
        if (lost >> suit) & 1:
            hit &= ~t.word[rule, suit]
        if mentioned:
            for k in range(t.first_exception[rule], t.last_exception[rule]):
                if t.exception[k, 0] == suit and t.exception[k, 1] == name:
                    hit &= ~t.exception[k, 2]
        found |= hit
        rest &= rest - 1
    if suits & (suits - 1):  # one suit of several that is spared is enough
        rest = suits
        while rest:
            found &= ~t.spares[(rule * t.n_suits + lowest(rest)) & SUIT]
            rest &= rest - 1
    if mentioned:
        found = (found & ~t.not_name[rule, name]) | t.by_name[rule, name]
    if itself:
        found |= ONE
    return found


@inner(int64(int64, int64, int64))
def with_member(slots, i, member):
    """Return a set of slots with or without slot i."""
    return slots & ~(1 << i) | (member != 0) << i


@inner(void(TABLES, HAND, int64), merged=True)
def note_rule(t, h, i):
    """Note in which steps of scoring the rule of slot i acts now."""
    own = t.traits[h.rule[i] & CARD]
    h.traits |= own  # a trait too many costs time, no more
    h.clearers = with_member(h.clearers, i, own & ((F_CLEARS | F_WORDS) * ((h.bonus_on >> i) & 1)))
    h.blankers = with_member(h.blankers, i, own & F_BLANKS)
    h.selfish = with_member(h.selfish, i, own & F_SELF)
    h.complex = with_member(h.complex, i, own & F_COMPLEX)


@inner(int64(TABLES, HAND, int64))
def slots_with(t, h, trait):
    """Return the slots whose printed card has a trait."""
    slots = 0
    for i in range(h.n):
        slots |= (t.traits[h.card[i] & CARD] & trait != 0) << i
    return slots


@apart(void(TABLES, HAND))
def note_protection(t, h):
    """Note the slots that protect, are protected, or have further suits, and match those suits."""
    h.shielders = slots_with(t, h, F_SHIELDS)
    h.sturdy = slots_with(t, h, F_STURDY)
    h.aloof = slots_with(t, h, F_ALOOF)
    h.also = slots_with(t, h, F_ALSO)
    h.fixed = slots_with(t, h, F_FIXED)
    h.fading = slots_with(t, h, F_FADES)
    left = h.also
    while left:
        j = lowest(left)
        left &= left - 1
        h.suits[j] |= t.also[h.card[j] & CARD]
        for i in range(h.n):
            m = match_face(t, h.rule[i], 1 if i == j else 0, h.name[j], h.suits[j], 0)
            h.total[0, i] += m - h.match[0, i, j]
            h.match[0, i, j] = m


@kernel(void(TABLES, HAND, int64[::1], int64))
def lay_out(t, h, cards, n):
    """Put a hand's cards into slots, with their printed faces and no choice made.

    Parameters
    ----------
    cards : int64 array
        Card indices; the first `n` are read.
    """
    h.n = n
    traits = 0
    clearers = 0
    blankers = 0
    selfish = 0
    complicated = 0
    for i in range(n):
        c = cards[i] & CARD
        h.card[i] = c
        h.rule[i] = c
        h.name[i] = t.name[c]
        h.suits[i] = t.suits[c]
        h.strength[i] = t.strength[c]
        own = t.traits[c]
        traits |= own
        clearers |= (own & (F_CLEARS | F_WORDS) != 0) << i
        blankers |= (own & F_BLANKS != 0) << i
        selfish |= (own & F_SELF != 0) << i
        complicated |= (own & F_COMPLEX != 0) << i
        total = 0
        row = c * t.n_cards
        for j in range(n):
            m = t.pair[(row + cards[j]) & PAIR]
            h.match[0, i, j] = m
            total += m
        h.total[0, i] = total
    h.traits = traits
    h.clearers = clearers
    h.blankers = blankers
    h.selfish = selfish
    h.complex = complicated
    h.bonus_on = (1 << n) - 1
    h.spared = 0
    h.kept = 0
    h.shielders = 0
    h.sturdy = 0
    h.aloof = 0
    h.also = 0
    h.fixed = 0
    h.fading = 0
    if traits & F_PROTECTION:
        note_protection(t, h)
