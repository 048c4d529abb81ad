"""Cards in zones: two words a set, and moving a card from one zone to another."""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest, size
from sim.jit import inner
from sim.vale_of_eternity.codes import (
    ANY_AREA,
    AREA,
    DISCARD,
    DISPLAY,
    HAND,
    HUNTED,
    OTHER_AREAS,
    SHELTER,
    SOOTHED,
)
from sim.vale_of_eternity.state import ACTION, RESOLUTION, STATE
from sim.vale_of_eternity.tables import WORD_BITS


@inner(int64(int64))
def word_of(card):
    """Return the word of a set that a card's bit is in."""
    return 1 if card >= WORD_BITS else 0


@inner(int64(int64))
def bit_of(card):
    """Return a card's bit in its word."""
    return 1 << (card - WORD_BITS if card >= WORD_BITS else card)


@inner(int64(int64, int64))
def card_at(word, bits):
    """Return the card of the lowest bit of a word."""
    return lowest(bits) + WORD_BITS * word


@inner(int64(STATE, int64, int64))
def in_area(s, seat, card):
    """Return 1 if a card lies in a seat's area."""
    return 1 if s.area[seat, word_of(card)] & bit_of(card) else 0


@inner(int64(STATE, int64, int64))
def acting(s, seat, word):
    """Return a word of what may act for a seat: its area's cards and its summoner's side."""
    return s.area[seat, word] | s.tile[seat, word]


@inner(int64(STATE, int64))
def area_size(s, seat):
    """Return the number of cards in a seat's area."""
    return size(s.area[seat, 0]) + size(s.area[seat, 1])


@inner(int64(STATE, int64))
def hand_size(s, seat):
    """Return the number of cards in a seat's hand."""
    return size(s.hand[seat, 0]) + size(s.hand[seat, 1])


@inner(int64(STATE, int64))
def areas_of(s, seat):
    """Return how many cards a seat's area has room for: the round's number, and extra areas."""
    return s.round_no + s.extra_areas[seat] + s.more_areas[seat]


@inner(int64(STATE, int64, int64, int64), merged=True)
def zone_word(s, zone, seat, word):
    """Return a word of the set of cards in a zone, as seen from a seat."""
    if zone == HAND:
        return s.hand[seat, word]
    if zone == AREA:
        return s.area[seat, word]
    if zone == DISCARD:
        return s.discard[word]
    if zone == ANY_AREA or zone == OTHER_AREAS:
        cards = 0
        for p in range(s.players):
            if p != seat or zone == ANY_AREA:
                cards |= s.area[p, word]
        return cards
    if zone == SHELTER:
        return s.shelter[seat, word]
    if zone == SOOTHED:
        return s.soothed[seat, word]
    if zone == HUNTED:
        return s.hunted[seat, word]
    if zone == DISPLAY:
        return s.display[word]
    return 0


@inner(void(STATE, int64, int64, int64))
def toggle(s, zone, seat, card):
    """Put a card into a zone, or take it out if it is there. Nothing else follows from it."""
    word = word_of(card)
    bit = bit_of(card)
    if zone == HAND:
        s.hand[seat, word] ^= bit
    elif zone == AREA:
        s.area[seat, word] ^= bit
    elif zone == DISCARD:
        s.discard[word] ^= bit
    elif zone == SHELTER:
        s.shelter[seat, word] ^= bit
    elif zone == SOOTHED:
        s.soothed[seat, word] ^= bit
    elif zone == HUNTED:
        s.hunted[seat, word] ^= bit
    elif zone == DISPLAY:
        s.display[word] ^= bit


@inner(int64(STATE, int64))
def owner_of(s, card):
    """Return the seat whose area a card lies in, or -1."""
    for p in range(s.players):
        if in_area(s, p, card):
            return p
    return -1


@inner(int64(STATE, int64, int64))
def place_of(s, card, seat):
    """Return the zone in which an effect of a seat finds a card, -1 for one it cannot reach.

    Of the others it reaches the areas alone, which are ``ANY_AREA``.
    """
    word = word_of(card)
    bit = bit_of(card)
    if s.discard[word] & bit:
        return DISCARD
    if s.area[seat, word] & bit:
        return AREA
    if s.hand[seat, word] & bit:
        return HAND
    if s.shelter[seat, word] & bit:
        return SHELTER
    if s.hunted[seat, word] & bit:
        return HUNTED
    if s.soothed[seat, word] & bit:
        return SOOTHED
    if s.display[word] & bit:
        return DISPLAY
    return ANY_AREA if owner_of(s, card) >= 0 else -1


@inner(int64(STATE, int64))
def seat_after(s, k):
    """Return the seat `k` places, at most one round, after the first player in turn order."""
    seat = s.first + k
    # less than twice the number of players: cheaper than a division
    return seat - s.players if seat >= s.players else seat


@inner(int64(STATE), merged=True)
def turn_seat(s):
    """Return whose turn it is, in the action or the resolution phase; -1 if it is nobody's."""
    if s.phase == ACTION and s.turn < s.players:
        return seat_after(s, s.turn)
    if s.phase == RESOLUTION and s.turn > 0:
        # the turn of a seat that resolves its effects has been counted already
        return seat_after(s, s.turn - 1)
    return -1
