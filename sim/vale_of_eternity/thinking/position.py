"""What a position is worth to a seat when its turn is over."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from sim.jit import apart
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.cards_worth import cost_now, future_worth, summoned_worth
from sim.vale_of_eternity.thinking.curses import A_CURSE, standing
from sim.vale_of_eternity.thinking.memory import (
    AGAIN,
    CARD,
    COMES_BACK,
    DECAY,
    FACTS,
    HEED,
    KEPT,
    LATER,
    MEMORY,
    PIP,
    PRICE,
    ROOT_TURNS,
    ROOT_USES,
    SLOT,
    SUMMONS,
    TAMING,
    TURNS,
    USES,
    WIDTH,
)
from sim.vale_of_eternity.thinking.prices import set_worths
from sim.vale_of_eternity.thinking.programs import program_value
from sim.vale_of_eternity.thinking.summoners import effect_of
from sim.vale_of_eternity.zones import area_size, areas_of, card_at

MOST = 16  # cards of a hand that are looked at


@apart(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def position_worth(s, t, m, seat, low, high):
    """Return what a seat may expect to score in the end, its turn being over.

    Parameters
    ----------
    low, high : int
        The cards that the seat knew before the turn (two words): cards drawn since are worth a
        flat rate, so that nothing hangs on which they are.
    """
    price, turns, uses = m[PRICE], m[TURNS], m[USES]
    m[TURNS], m[USES] = m[ROOT_TURNS], m[ROOT_USES]
    m[PRICE] = m[PIP] * min(1.0, m[TURNS])
    set_worths(s, m, seat)
    free = max(0, areas_of(s, seat) - area_size(s, seat))
    worth = s.score[seat] + m[KEPT] + m[SLOT] * m[TURNS] * free / (1.0 + free)
    if m[HEED] > 0.0:
        worth += standing(s, m, seat)
        if s.side[seat] >= 0:
            worth += effect_of(s, t, m, seat, np.int64(s.side[seat]))
    nets = np.empty(MOST)
    number = 0
    for word in range(2):
        cards = s.area[seat, word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            worth += future_worth(s, t, m, seat, card)
            if m[FACTS + WIDTH * card + COMES_BACK] != 0.0 and t.instant[card] != NO_PROGRAM:
                again = program_value(s, t, m, seat, card, t.instant[card], 0)
                again -= m[PRICE] * t.cost[card] + m[HEED] * A_CURSE * t.curses[card]
                worth += m[AGAIN] * m[TURNS] * max(0.0, again)
        cards = s.hand[seat, word]
        while cards:
            card = card_at(word, cards)
            bit = cards & -cards
            cards ^= bit
            if bit & (high if word else low):
                net = summoned_worth(s, t, m, seat, card) - m[PRICE] * cost_now(s, t, seat, card)
                if net > 0.0 and number < MOST:
                    k = number
                    while k > 0 and nets[k - 1] < net:
                        nets[k] = nets[k - 1]
                        k -= 1
                    nets[k] = net
                    number += 1
            else:
                worth += m[CARD] * min(1.0, m[TURNS])
    share = m[TAMING] * m[LATER]
    for k in range(number):
        worth += share * nets[k] * min(1.0, max(0.0, m[TURNS] - k / m[SUMMONS]))
        share *= m[DECAY]
    m[PRICE], m[TURNS], m[USES] = price, turns, uses
    set_worths(s, m, seat)
    return worth
