"""The Chaos variant: no turns, everybody trades one for one with anyone willing, then all score.

The time that players agree on is a number of *ticks*. At each tick two seats meet, every pair being
equally likely, whatever happened before. Each offers one card of its hand without knowing what the
other one will offer; both see both cards; each accepts or refuses without knowing the other one's
answer; if both accept, the cards change hands. Source: the guide; the ticks stand for its timer.

A seat remembers where it last saw each card. Nobody else sees what a pair offers or trades.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from sim.fantasy_realms.state import (
    ACCEPT,
    ANSWER,
    END_TIME,
    GIVEN,
    LOG,
    MOVE_ACCEPT,
    MOVE_OFFER,
    MOVE_REFUSE,
    NO_OPTION,
    OFFER,
    RECEIVED,
    STATE,
    TURN_BEGINS,
)
from sim.fantasy_realms.zones import add_card, end_game, log_move, remove_card
from sim.jit import inner, kernel
from sim.streams import below, fold

NOBODY = -1


@kernel(void(STATE, int64, int64, int64))
def remember(s, viewer, card, holder):
    """Let a seat know in whose hand a card is; of its own cards it remembers ``NOBODY``."""
    shift = 4 * viewer
    s.seen[card] = (s.seen[card] & ~(15 << shift)) | ((holder + 1) << shift)


@kernel(int64(STATE, int64, int64))
def last_seen(s, viewer, card):
    """Return 1 + the other seat in whose hand a seat last saw a card, or 0."""
    return (s.seen[card] >> (4 * viewer)) & 15


@kernel(void(uint64, int64, int64, uint64[::1], int64[::1]))
def draw_pair(meetings, tick, players, chance, pair):
    """Write the two seats that meet at a tick of a deal to `pair`.

    They hang on the deal and the tick alone: the same seats meet in all games of a deal.

    Parameters
    ----------
    meetings : uint64
        See :func:`sim.streams.meeting_key`.
    chance : uint64 array, shape (1,)
        Work space.
    """
    chance[0] = fold(meetings, np.uint64(tick))
    pair[0] = below(chance, players)
    pair[1] = below(chance, players - 1)
    if pair[1] >= pair[0]:
        pair[1] += 1


@kernel(void(STATE))
def begin_tick(s):
    """Let two seats meet; the first of them has to offer a card."""
    s.turn += 1
    draw_pair(np.uint64(s.meetings), s.turn, s.players, s.chance[:], s.pair[:])
    s.offer[0] = NOBODY
    s.offer[1] = NOBODY
    s.answer = NO_OPTION
    s.active = s.pair[0]
    s.phase = OFFER


@kernel(void(STATE, LOG, int64))
def offer_card(s, log, card):
    """Offer a card; once both have, both see both."""
    log_move(log, s.active, MOVE_OFFER, card)
    if s.offer[0] == NOBODY:
        s.offer[0] = card
        s.active = s.pair[1]
        return
    s.offer[1] = card
    for k in range(2):
        seat = s.pair[k]
        other = s.pair[1 - k]
        remember(s, other, s.offer[k], seat)
        s.shown[s.offer[k]] |= 1 << other
        if log.on:
            log.offered[other, s.offer[k]] += 1
    s.active = s.pair[0]
    s.phase = ANSWER


@inner(void(STATE, LOG), merged=True)
def trade(s, log):
    """Exchange the two cards that were offered."""
    for k in range(2):
        giver = s.pair[k]
        taker = s.pair[1 - k]
        card = s.offer[k]
        remove_card(s, giver, card)
        add_card(s, taker, card)
        remember(s, giver, card, taker)
        remember(s, taker, card, NOBODY)
        s.shown[card] = 1 << giver
        if log.on:
            log.events[giver, card] |= GIVEN
            log.events[taker, card] |= RECEIVED
            if log.taken_at[taker, card] == 0:
                log.taken_at[taker, card] = s.turn


@inner(void(STATE), merged=True)
def end_tick(s):
    """Go on to the next tick, or end the game when the time is over."""
    if s.turn >= s.turn_cap:
        end_game(s, END_TIME)
    else:
        s.phase = TURN_BEGINS


@kernel(void(STATE, LOG, int64))
def answer_offer(s, log, option):
    """Accept or refuse what the partner offers; the tick ends when both have answered."""
    first = s.answer == NO_OPTION
    shown = s.offer[1] if first else s.offer[0]
    log_move(log, s.active, MOVE_ACCEPT if option == ACCEPT else MOVE_REFUSE, shown)
    if first:
        s.answer = option
        s.active = s.pair[1]
        return
    if option == ACCEPT and s.answer == ACCEPT:
        trade(s, log)
    end_tick(s)
