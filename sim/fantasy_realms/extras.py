"""Extra cards at the game's end, in the order of the rules.

First every seat draws that may draw from the top of the deck, then every seat takes that may take
one of the deck's cards, then every seat that may take one from the discard area (in Chaos: one of
three drawn). A seat adds one card at most in each of these rounds, whatever it holds; a card that
was just added may bring the next. A blanked card still brings its holder one.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.extra_draw import draw_extra
from sim.fantasy_realms.lookup import table_score
from sim.fantasy_realms.outside import look_around
from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.state import (
    CHAOS,
    EXTRA,
    LOG,
    MOVE_EXTRA,
    MOVE_SEARCH,
    MOVE_TOP,
    STATE,
)
from sim.fantasy_realms.tables import F_DRAWS, F_EXTRA, F_SEARCHES, HAND, MAX_HAND, TABLES
from sim.fantasy_realms.values import swap_into
from sim.fantasy_realms.zones import add_card, is_banned, log_move, remove_from_area
from sim.jit import inner, kernel

NOBODY = -1


@inner(int64(TABLES, int64[::1], int64, int64))
def holder_of(t, cards, n, trait):
    """Return the first of some cards that has a trait; -1 if none has."""
    for k in range(n):
        if t.traits[cards[k]] & trait:
            return cards[k]
    return NOBODY


@inner(void(STATE, LOG, int64, int64, int64))
def add_extra(s, log, seat, card, move):
    """Add an extra card to a hand."""
    add_card(s, seat, card)
    s.extra[seat] = card
    log_move(log, seat, move, card)
    if log.on:
        log.events[seat, card] |= EXTRA


@inner(void(STATE, int64), merged=True)
def remove_from_deck(s, at):
    """Take the card at a place out of the deck; the others keep their order."""
    for k in range(at, s.deck_at, -1):
        s.deck[k] = s.deck[k - 1]
    s.deck_at += 1


@inner(void(TABLES, STATE, LOG, int64), merged=True)
def draw_top(t, s, log, seat):
    """Let a seat that may draw add the top card of the deck to its hand."""
    if s.deck_at == s.deck_size or s.hand_n[seat] >= MAX_HAND:
        return
    if holder_of(t, s.hand[seat], s.hand_n[seat], F_DRAWS) != NOBODY:
        s.deck_at += 1
        add_extra(s, log, seat, s.deck[s.deck_at - 1], MOVE_TOP)


@inner(int64(TABLES, STATE, HAND, int64, int64[::1], int64, int64[::1]))
def best_from_area(t, s, h, seat, cards, n, work):
    """Return the card of the discard area that betters a hand most; -1 if none does.

    Leaves the score with it in ``h.work[0]``. Of equal cards the first in the area is taken.
    """
    chosen = NOBODY
    best = table_score(t, h, cards, n)
    outside = h.outside
    for k in range(n if n < MAX_HAND else 0):
        if not t.traits[cards[k]] & F_EXTRA or chosen != NOBODY:
            continue
        for a in range(s.area_n):
            if t.extra[cards[k], s.area[a]] and not is_banned(s, seat, s.area[a]):
                h.outside = outside - t.in_area[s.area[a]]
                score = best_score(t, h, work, swap_into(cards, n, s.area[a], -1, work))
                if score > best:
                    best = score
                    chosen = s.area[a]
    h.outside = outside
    h.work[0] = best
    return chosen


@inner(void(TABLES, STATE, LOG, HAND, int64, int64[::1], int64[::1]), merged=True)
def search_deck(t, s, log, h, seat, cards, work):
    """Let a seat that may look through the deck add the card with which its hand ends up best.

    It has to take one, the first in the deck of equal ones. It foresees the card it may then take
    from the discard area, but no draw.
    """
    holder = holder_of(t, s.hand[seat], s.hand_n[seat], F_SEARCHES)
    if holder == NOBODY or s.hand_n[seat] >= MAX_HAND:
        return
    chosen = NOBODY
    best = 0
    for k in range(s.deck_at, s.deck_size):
        card = s.deck[k]
        if not t.extra[holder, card] or is_banned(s, seat, card):
            continue
        n = swap_into(s.hand[seat], s.hand_n[seat], card, -1, cards)
        if s.variant == CHAOS:
            score = best_score(t, h, cards, n)
        else:
            best_from_area(t, s, h, seat, cards, n, work)
            score = h.work[0]
        if chosen == NOBODY or score > best:
            best = score
            chosen = k
    if chosen != NOBODY:
        card = s.deck[chosen]
        remove_from_deck(s, chosen)
        add_extra(s, log, seat, card, MOVE_SEARCH)


@inner(void(TABLES, STATE, LOG, HAND, int64, int64[::1]), merged=True)
def take_extra(t, s, log, h, seat, work):
    """Let a seat take the card of the discard area that betters its hand most, if any does."""
    if holder_of(t, s.hand[seat], s.hand_n[seat], F_EXTRA) == NOBODY:
        return
    chosen = best_from_area(t, s, h, seat, s.hand[seat], s.hand_n[seat], work)
    if chosen != NOBODY:
        remove_from_area(s, chosen)
        add_extra(s, log, seat, chosen, MOVE_EXTRA)
        look_around(t, s, h)


@kernel(void(TABLES, STATE, LOG, HAND, int64[::1]))
def add_extras(t, s, log, h, work):
    """Let all seats add their extra cards; `h` then looks around at what is left.

    Parameters
    ----------
    work : int64 array, shape (2 * MAX_HAND,) or longer
        Work space.
    """
    look_around(t, s, h)
    for p in range(s.players):
        draw_top(t, s, log, p)
    for p in range(s.players):
        search_deck(t, s, log, h, p, work[:MAX_HAND], work[MAX_HAND:])
    for p in range(s.players):
        if s.variant == CHAOS:
            draw_extra(t, s, log, h, p, work)
        else:
            take_extra(t, s, log, h, p, work)
