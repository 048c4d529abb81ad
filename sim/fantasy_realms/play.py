"""The rules of play as a resumable step machine.

``advance`` runs a game to the next decision of two or more options (single options are carried out
silently) and returns their number, 0 when the game is over; ``apply`` carries out the chosen one.
Every sentence of the rules is at one place here, those of Chaos in
:mod:`sim.fantasy_realms.chaos`. Sources: the guide; for two players ``rules/fantasy_realms.md``.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.chaos import answer_offer, begin_tick, offer_card
from sim.fantasy_realms.state import (
    ACCEPT,
    ANSWER,
    CHAOS,
    DEALT,
    DECK,
    DISCARD,
    DISCARDED,
    DRAW,
    DRAWN,
    END_DISCARDS,
    END_EXHAUSTED,
    END_TURN_CAP,
    LOG,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_TAKE,
    NO_OPTION,
    OFFER,
    OVER,
    REFUSE,
    STATE,
    TAKEN,
    TURN_BEGINS,
    TWO_PLAYER,
)
from sim.fantasy_realms.zones import (
    add_card,
    clear_log,
    end_game,
    log_move,
    remove_card,
    remove_from_area,
)
from sim.jit import inner, kernel


@kernel(void(STATE, LOG))
def deal(s, log):
    """Set up a game on the deck order in `s`: full hands, except with two players (none)."""
    clear_log(log, s.players, s.deck_size)
    for c in range(s.deck_size):
        s.known[c] = 0
        s.seen[c] = 0
        s.shown[c] = 0
    s.deck_at = 0
    s.area_n = 0
    s.active = 0
    s.turn = 0
    s.phase = TURN_BEGINS
    s.end = -1
    for p in range(s.players):
        s.hand_n[p] = 0
        s.extra[p] = -1
        if s.variant == TWO_PLAYER:
            continue
        for _ in range(s.hand_size):
            card = s.deck[s.deck_at]
            s.deck_at += 1
            add_card(s, p, card)
            if log.on:
                log.events[p, card] |= DEALT


@kernel(int64(STATE))
def area_ends_game(s):
    """Return 1 if enough cards lie in the discard area; with two players hands must be full too."""
    if s.area_n < s.end_size:
        return 0
    if s.variant == TWO_PLAYER:
        for p in range(s.players):
            if s.hand_n[p] < s.hand_size:
                return 0
    return 1


@kernel(void(STATE))
def end_turn(s):
    """Pass the turn on, or end the game."""
    if area_ends_game(s):
        end_game(s, END_DISCARDS)
    elif s.turn >= s.turn_cap:
        end_game(s, END_TURN_CAP)
    else:
        s.active = (s.active + 1) % s.players
        s.phase = TURN_BEGINS


@kernel(void(STATE, LOG))
def begin_turn(s, log):
    """Begin the active seat's turn, unless there is nothing to draw and nothing to take.

    In Chaos nobody has a turn: two seats meet.
    """
    if s.variant == CHAOS:
        begin_tick(s)
        return
    if s.deck_at == s.deck_size and s.area_n == 0:
        end_game(s, END_EXHAUSTED)
        return
    s.turn += 1
    s.phase = DRAW
    if log.on:
        for k in range(s.area_n):
            log.offered[s.active, s.area[k]] += 1


@inner(void(STATE, LOG), merged=True)
def draw_from_deck(s, log):
    """Draw the top card; while a two-player hand fills, two cards. Then one is discarded."""
    seat = s.active
    n = 1
    if s.hand_n[seat] < s.hand_size:
        n = 2
    for _ in range(n):
        if s.deck_at < s.deck_size:
            card = s.deck[s.deck_at]
            s.deck_at += 1
            add_card(s, seat, card)
            log_move(log, seat, MOVE_DRAW, card)
            if log.on:
                log.events[seat, card] |= DRAWN
                if log.drawn_at[seat, card] == 0:
                    log.drawn_at[seat, card] = s.turn
    s.phase = DISCARD


@inner(void(STATE, LOG, int64), merged=True)
def take_discard(s, log, card):
    """Take a card of the discard area; while a two-player hand fills, nothing is discarded."""
    seat = s.active
    filling = s.hand_n[seat] < s.hand_size
    remove_from_area(s, card)
    add_card(s, seat, card)
    s.known[card] = seat + 1
    log_move(log, seat, MOVE_TAKE, card)
    if log.on:
        log.events[seat, card] |= TAKEN
        if log.taken_at[seat, card] == 0:
            log.taken_at[seat, card] = s.turn
    if filling:
        end_turn(s)
    else:
        s.phase = DISCARD


@inner(void(STATE, LOG, int64), merged=True)
def discard(s, log, card):
    """Discard a card face up; the game ends the instant enough cards lie there."""
    remove_card(s, s.active, card)
    s.known[card] = 0
    s.area[s.area_n] = card
    s.area_n += 1
    log_move(log, s.active, MOVE_DISCARD, card)
    if log.on:
        log.events[s.active, card] |= DISCARDED
    end_turn(s)


@kernel(int64(STATE, int64[::1]))
def list_moves(s, options):
    """Write the options of the decision at hand and return their number."""
    n = 0
    if s.phase == DRAW:
        if s.deck_at < s.deck_size:
            options[0] = DECK
            n = 1
        for k in range(s.area_n):
            options[n] = s.area[k]
            n += 1
    elif s.phase == ANSWER:
        options[0] = REFUSE
        options[1] = ACCEPT
        n = 2
    else:
        for k in range(s.hand_n[s.active]):
            options[n] = s.hand[s.active, k]
            n += 1
    return n


@inner(void(int64[::1], int64))
def forget_options(options, n):
    """Wipe the options of earlier decisions behind the first `n`: they may name hidden cards."""
    k = n
    while k < options.shape[0] and options[k] != NO_OPTION:
        options[k] = NO_OPTION
        k += 1


@kernel(void(STATE, LOG, int64))
def apply(s, log, option):
    """Carry out an option of the decision at hand: a card, ``DECK``, ``REFUSE`` or ``ACCEPT``."""
    if s.phase == DRAW:
        if option == DECK:
            draw_from_deck(s, log)
        else:
            take_discard(s, log, option)
    elif s.phase == DISCARD:
        discard(s, log, option)
    elif s.phase == OFFER:
        offer_card(s, log, option)
    else:
        answer_offer(s, log, option)


@kernel(int64(STATE, LOG, int64[::1]))
def advance(s, log, options):
    """Run to the next decision; return the number of options, 0 if the game is over."""
    while s.phase != OVER:
        if s.phase == TURN_BEGINS:
            begin_turn(s, log)
            continue
        n = list_moves(s, options)
        if n > 1:
            forget_options(options, n)
            return n
        apply(s, log, options[0])
    return 0
