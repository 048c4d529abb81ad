"""What having a card is worth: in the area, in the hand, on sale."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from sim.jit import inner, kernel
from sim.vale_of_eternity.payments import EXACT_AT, changed_cost, costs_change
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.curses import A_CURSE, tokens_worth, ward_value
from sim.vale_of_eternity.thinking.memory import (
    AGAIN,
    COMES_BACK,
    FACTS,
    FAVOUR,
    FUTURE,
    HEED,
    KEPT,
    LATER,
    LEAVES,
    MEMORY,
    PERM_PIPS,
    PERM_POINTS,
    PRICE,
    SLOT,
    TAMING,
    TURNS,
    USES,
    WIDTH,
)
from sim.vale_of_eternity.thinking.prices import kept_worth
from sim.vale_of_eternity.thinking.programs import quick_value
from sim.vale_of_eternity.zones import area_size, areas_of, bit_of, word_of


@inner(float64(STATE, TABLES, MEMORY, int64, int64), merged=True)
def future_worth(s, t, m, seat, card):
    """Return what a card in the area will still bring, without its instant.

    A cursed one brings it until it is soothed; its tokens cost points.
    """
    at = FACTS + WIDTH * card
    turns, uses = m[TURNS], m[USES]
    tokens = np.int64(s.tokens[card]) if m[HEED] > 0.0 else 0
    if tokens:
        m[TURNS] = min(turns, tokens - 1.0)
        m[USES] = min(uses, 1.0 * tokens)
    worth = 0.0
    if m[at + PERM_PIPS] != 0.0 or m[at + PERM_POINTS] != 0.0:
        worth = m[TURNS] * (m[PRICE] * m[at + PERM_PIPS] + m[at + PERM_POINTS])
    if t.resolution[card] != NO_PROGRAM and m[at + COMES_BACK] == 0.0:
        worth += m[USES] * quick_value(s, t, m, seat, card, t.resolution[card], 1)
    worth *= m[FUTURE]
    if tokens:
        m[TURNS], m[USES] = turns, uses
        worth += tokens_worth(s, t, m, seat, tokens)
    return worth


@inner(int64(STATE, TABLES, int64, int64))
def cost_now(s, t, seat, card):
    """Return what a card costs to summon, in value of stones."""
    if not costs_change(s, t, seat):
        return t.cost[card]
    cost = changed_cost(s, t, seat, card)
    return 3 if cost >= EXACT_AT else cost


@kernel(float64(STATE, TABLES, MEMORY, int64, int64))
def summoned_worth(s, t, m, seat, card):
    """Return what summoning a card is worth, without what is paid: instant, future, favour."""
    at = FACTS + WIDTH * card
    # judged as it will be: with the card in the area and not in the hand
    word = word_of(card)
    bit = bit_of(card)
    in_hand = s.hand[seat, word] & bit
    there = s.area[seat, word] & bit
    s.hand[seat, word] &= ~bit
    s.area[seat, word] |= bit
    tokens = s.tokens[card]
    s.tokens[card] = t.curses[card]
    worth = m[FAVOUR + t.family[card]]
    now = 0.0
    if t.instant[card] != NO_PROGRAM:
        now = quick_value(s, t, m, seat, card, t.instant[card], 0)
        worth += now
    if m[at + LEAVES] == 0.0:
        worth += future_worth(s, t, m, seat, card)
        if m[at + COMES_BACK] != 0.0:
            again = now - m[PRICE] * t.cost[card] - m[HEED] * A_CURSE * t.curses[card]
            worth += m[AGAIN] * m[TURNS] * max(0.0, again)
        else:
            free = areas_of(s, seat) - area_size(s, seat)
            worth -= m[SLOT] * m[TURNS] / (1.0 + max(0, free))
    s.tokens[card] = tokens
    s.hand[seat, word] |= in_hand
    s.area[seat, word] = (s.area[seat, word] & ~bit) | there
    return worth


@kernel(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def hand_worth(s, t, m, seat, card, more):
    """Return what a card in the hand is worth.

    Parameters
    ----------
    more : int
        Value of stones that can be had this turn besides those held.
    """
    cost = cost_now(s, t, seat, card)
    net = summoned_worth(s, t, m, seat, card) - m[PRICE] * cost
    if net <= 0.0:
        return 0.0
    more += ward_value(s, m, seat, cost)
    if value_in(s, seat, 7) + more >= cost and area_size(s, seat) < areas_of(s, seat):
        return m[TAMING] * net
    return m[TAMING] * m[LATER] * net * min(1.0, m[TURNS])


@inner(float64(STATE, TABLES, MEMORY, int64, int64), merged=True)
def sale_worth(s, t, m, seat, card):
    """Return what selling a card is worth."""
    family = t.family[card]
    red, blue, purple = t.sale[family, 0], t.sale[family, 1], t.sale[family, 2]
    return kept_worth(s, m, seat, red, blue, purple) - m[KEPT]


@inner(int64(STATE, TABLES, int64, int64), merged=True)
def sale_value(s, t, seat, card):
    """Return the value of the stones a card sells for."""
    family = t.family[card]
    return (
        t.sale[family, 0] * s.value[seat, 0]
        + t.sale[family, 1] * s.value[seat, 1]
        + t.sale[family, 2] * s.value[seat, 2]
    )
