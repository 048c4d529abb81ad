"""Curse tokens, wards and summoners: the deeds, and the curse phase.

A card whose last token leaves is soothed at once. In the curse phase one token of each cursed card
goes to its owner, in the owner's order; the order is only asked for where it may matter.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.cards import move_card
from sim.vale_of_eternity.codes import AREA, ON_MEND, ON_SOOTHE, SOOTHED
from sim.vale_of_eternity.counts import MAX_WARDS
from sim.vale_of_eternity.log import M_CURSES, M_FLIP, M_MEND, M_SUMMONER, M_TOKENS, note
from sim.vale_of_eternity.options import TOKEN, with_card
from sim.vale_of_eternity.reactions import set_off
from sim.vale_of_eternity.state import CHOOSE_TOKEN, SCRATCH, STATE
from sim.vale_of_eternity.stones import refresh
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import acting, bit_of, card_at, in_area, word_of


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
def soothe(s, t, w, seat, card):
    """Put a card of the area face down under the summoner, and set off what reacts to that."""
    move_card(s, t, w, AREA, seat, card, SOOTHED, seat)
    if t.trigger_mask[ON_SOOTHE, 0] | t.trigger_mask[ON_SOOTHE, 1]:
        set_off(s, t, seat, ON_SOOTHE, card, 0)


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64))
def change_tokens(s, t, w, seat, card, n):
    """Put curse tokens on a card of the area, or take some off (`n` below 0), if they are there."""
    n = max(n, -np.int64(s.tokens[card]))
    if n == 0:
        return
    s.tokens[card] += n
    note(w, M_TOKENS, seat, card, n)
    if s.tokens[card] == 0:
        soothe(s, t, w, seat, card)


@inner(void(STATE, SCRATCH, int64, int64))
def change_curses(s, w, seat, n):
    """Give a player curses, or remove some (`n` below 0), at most all."""
    n = max(n, -s.curses[seat])
    s.curses[seat] += n
    if n:
        note(w, M_CURSES, seat, -1, n)


@inner(int64(STATE, int64))
def mendable(s, seat):
    """Return how often a player can mend: each broken ward, then each curse on the player."""
    return MAX_WARDS - s.wards[seat] + s.curses[seat]


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
def mend(s, t, w, seat, n):
    """Mend wards one after the other; with three active ones a curse is removed instead."""
    for _ in range(n):
        if s.wards[seat] < MAX_WARDS:
            s.wards[seat] += 1
            note(w, M_MEND, seat, -1, 1)
            set_off(s, t, seat, ON_MEND, -1, 0)
        elif s.curses[seat] > 0:
            change_curses(s, w, seat, -1)


@kernel(void(STATE, TABLES, int64, int64))
def turn_up(s, t, seat, side):
    """Lay a side of a summoner before a player, in the place of the one that lay there."""
    if s.side[seat] >= 0:
        before = t.n_cards + s.side[seat]
        s.tile[seat, word_of(before)] &= ~bit_of(before)
    card = t.n_cards + side
    s.side[seat] = side
    s.tile[seat, word_of(card)] |= bit_of(card)
    refresh(s, t, seat)


@kernel(void(STATE, TABLES, SCRATCH, int64))
def flip(s, t, w, seat):
    """Turn a player's summoner over, if there is one with two sides."""
    side = s.side[seat]
    if side < 0 or t.side[side].other == side:
        return
    s.flips[seat] += 1
    turn_up(s, t, seat, t.side[side].other)
    note(w, M_FLIP, seat, t.n_cards + s.side[seat], 0)


@kernel(void(STATE, TABLES, SCRATCH, int64, int64))
def take_summoner(s, t, w, seat, side):
    """Give a player a summoner, with its wards and curses; its set-up comes later."""
    turn_up(s, t, seat, side)
    s.wards[seat] = t.side[side].wards
    s.curses[seat] += t.side[side].curses
    note(w, M_SUMMONER, seat, t.n_cards + side, 0)


@inner(int64(STATE, TABLES, int64, int64))
def order_matters(s, t, seat, card):
    """Return 1 if it may matter when a card of the curse phase gives up its token.

    That is so if it will be soothed and changes the limit of stones, or if something reacts to it.
    """
    if s.tokens[card] > 1:
        return 0
    for word in range(2):
        if acting(s, seat, word) & t.trigger_mask[ON_SOOTHE, word]:
            return 1
    return 1 if t.limit_mask[word_of(card)] & bit_of(card) else 0


@kernel(int64(STATE, TABLES, SCRATCH, int64))
def list_tokens(s, t, w, frame):
    """List the cards that still have to give up a token; one of them where the order is all one."""
    seat = np.int64(s.frame[frame].seat)
    n = 0
    matters = s.ask >> CHOOSE_TOKEN & 1
    for word in range(2):
        cards = s.area[seat, word] & ~s.frame[frame].picked[word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            if s.tokens[card] > 0:
                w.options[n] = with_card(TOKEN, card)
                n += 1
                matters |= order_matters(s, t, seat, card)
    s.active = seat
    s.decision = CHOOSE_TOKEN
    return n if matters else min(n, 1)


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def give_token(s, t, w, frame, card):
    """Move a token from a card to its owner."""
    seat = np.int64(s.frame[frame].seat)
    s.frame[frame].picked[word_of(card)] |= bit_of(card)
    if in_area(s, seat, card):
        change_curses(s, w, seat, 1)
        change_tokens(s, t, w, seat, card, -1)


@inner(int64(STATE, int64))
def has_cursed(s, seat):
    """Return 1 if a card of a seat's area holds a curse token."""
    for word in range(2):
        cards = s.area[seat, word]
        while cards:
            if s.tokens[card_at(word, cards)] > 0:
                return 1
            cards &= cards - 1
    return 0
