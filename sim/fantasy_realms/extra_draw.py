"""The extra card in Chaos, where nothing is discarded: one of three drawn from the deck."""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.search import best_score
from sim.fantasy_realms.state import EXTRA, LOG, MOVE_ADD, MOVE_LOOK, STATE
from sim.fantasy_realms.tables import F_EXTRA, HAND, MAX_HAND, TABLES
from sim.fantasy_realms.values import swap_into
from sim.fantasy_realms.zones import add_card, is_banned, log_move
from sim.jit import inner, kernel

LOOKED_AT = 3


@inner(int64(TABLES, STATE, int64), merged=True)
def may_draw_extra(t, s, seat):
    """Return 1 if a seat holds a card that lets it add one at the game's end."""
    if s.hand_n[seat] >= MAX_HAND:
        return 0
    for k in range(s.hand_n[seat]):
        if t.traits[s.hand[seat, k]] & F_EXTRA:
            return 1
    return 0


@inner(void(STATE, int64, int64), merged=True)
def put_back(s, n, chosen):
    """Put the top `n` cards of the deck under it in their order, all but the chosen one.

    The chosen one, if any, leaves the deck.
    """
    for _ in range(n):
        card = s.deck[s.deck_at]
        for k in range(s.deck_at, s.deck_size - 1):
            s.deck[k] = s.deck[k + 1]
        s.deck[s.deck_size - 1] = card
    if chosen >= 0:
        for k in range(s.deck_size - 1, s.deck_at, -1):
            if s.deck[k] == chosen:
                s.deck[k] = s.deck[k - 1]
                s.deck[k - 1] = chosen
        s.deck_at += 1


@kernel(void(TABLES, STATE, LOG, HAND, int64, int64[::1]))
def draw_extra(t, s, log, h, seat, cards):
    """Let a seat that may look at three cards of the deck and add one of them to its hand.

    It adds the one that gives the best score, the first drawn of equal ones, and none if no card
    gains anything. Any suit will do; a seat adds one card at most, whatever it holds. The others go
    under the deck, so that the next seat that may look draws other ones as long as there are any.
    Source: the guide, Chaos.

    Parameters
    ----------
    h : record
        Scratch that already looks around (:func:`sim.fantasy_realms.outside.look_around`).
    cards : int64 array, shape (MAX_HAND,) or longer
        Work space.
    """
    if not may_draw_extra(t, s, seat):
        return
    looked = min(LOOKED_AT, s.deck_size - s.deck_at)
    chosen = -1
    best = best_score(t, h, s.hand[seat], s.hand_n[seat])
    for k in range(looked):
        card = s.deck[s.deck_at + k]
        log_move(log, seat, MOVE_LOOK, card)
        n = swap_into(s.hand[seat], s.hand_n[seat], card, -1, cards)
        score = best_score(t, h, cards, n)
        if score > best and not is_banned(s, seat, card):
            best = score
            chosen = card
    put_back(s, looked, chosen)
    if chosen >= 0:
        add_card(s, seat, chosen)
        s.extra[seat] = chosen
        log_move(log, seat, MOVE_ADD, chosen)
        if log.on:
            log.events[seat, chosen] |= EXTRA
