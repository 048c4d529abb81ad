"""Costs, and the payments that meet them without a superfluous stone.

Stones cannot be discarded of one's own will, so no stone may be spent without which the cost would
still be met; but a payment needn't be the cheapest. A broken ward pays 2 of a cost of 1 or more.
"""

from __future__ import annotations

from numba import int64, void

from sim.jit import apart, inner, kernel
from sim.vale_of_eternity.codes import COST, COST_FIXED, COST_STONES
from sim.vale_of_eternity.options import WARD_AT, stones_part
from sim.vale_of_eternity.rulings import ALLOW_SUPERFLUOUS_STONES, WARD_FOR_FIXED_STONES
from sim.vale_of_eternity.state import (
    MAX_PAYMENTS,
    PAYMENT_SLOTS,
    SCRATCH,
    SLOT_WORDS,
    STATE,
)
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import acting, bit_of, card_at, word_of

WARD_PAYS = 2
SPARE = PAYMENT_SLOTS * SLOT_WORDS + 1  # where lists are made, and stay that suit no slot
HEAD = 3  # words of a slot before its payments
EXACT_AT = 1024  # `cost_of` returns this and the row of a permanent that asks for certain stones


@inner(int64(STATE, TABLES, int64))
def costs_change(s, t, seat):
    """Return 1 if a card of a seat's area, or its summoner, changes costs."""
    area = acting(s, seat, 0) & t.cost_mask[0] | acting(s, seat, 1) & t.cost_mask[1]
    return 1 if area else 0


@kernel(int64(STATE, TABLES, int64, int64))
def changed_cost(s, t, seat, card):
    """Return what a card costs to summon while permanents change costs, or EXACT_AT + a row."""
    cost = t.cost[card]
    fixed = -1
    for word in range(2):
        cards = acting(s, seat, word) & t.cost_mask[word]
        while cards:
            owner = card_at(word, cards)
            cards &= cards - 1
            for row in range(t.first_permanent[owner], t.last_permanent[owner]):
                p = t.permanent[row]
                if p.kind == COST or p.kind == COST_FIXED or p.kind == COST_STONES:
                    if t.filter[p.filter].mask[word_of(card)] & bit_of(card):
                        if p.kind == COST:
                            cost += p.n
                        elif p.kind == COST_STONES:
                            fixed = EXACT_AT + row
                        elif fixed < 0:
                            fixed = p.n
    return fixed if fixed >= 0 else max(0, cost)


@inner(int64(STATE, SCRATCH, int64, int64, int64))
def list_lean(s, w, seat, cost, ward):
    """Add the payments of `cost` without a superfluous stone."""
    one = s.value[seat, 0]
    three = s.value[seat, 1]
    six = s.value[seat, 2]
    n = w.n_payments
    for purple in range((s.stones[seat, 2] if six > 0 else 0) + 1):
        if purple and purple * six - six >= cost:
            break
        for blue in range((s.stones[seat, 1] if three > 0 else 0) + 1):
            if blue and purple * six + blue * three - three >= cost:
                break
            left = cost - purple * six - blue * three
            red = 0
            if left > 0:
                if one <= 0:
                    continue
                red = (left + one - 1) // one
                if red > s.stones[seat, 0]:
                    continue
                over = red * one - left
            else:
                over = -left
            # no blue or purple stone may be left over either
            if (blue and over >= three) or (purple and over >= six):
                continue
            if n < SPARE + MAX_PAYMENTS:
                w.payments[n] = stones_part(red, blue, purple) | ward << WARD_AT
                n += 1
    w.n_payments = n
    return n


@inner(int64(STATE, SCRATCH, int64, int64, int64))
def list_any(s, w, seat, cost, ward):
    """Add all payments of `cost`, superfluous stones or not (a ruling)."""
    n = w.n_payments
    for purple in range(s.stones[seat, 2] + 1):
        for blue in range(s.stones[seat, 1] + 1):
            for red in range(s.stones[seat, 0] + 1):
                value = red * s.value[seat, 0] + blue * s.value[seat, 1] + purple * s.value[seat, 2]
                if (
                    value >= cost
                    and n < SPARE + MAX_PAYMENTS
                    and (cost > 0 or red + blue + purple == 0)
                ):
                    w.payments[n] = stones_part(red, blue, purple) | ward << WARD_AT
                    n += 1
    w.n_payments = n
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def list_with(s, t, w, seat, cost, ward):
    """Add the payments of `cost`, as the ruling on superfluous stones has it."""
    if t.ruling[ALLOW_SUPERFLUOUS_STONES]:
        return list_any(s, w, seat, cost, ward)
    return list_lean(s, w, seat, cost, ward)


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def list_exact(s, t, w, seat, row):
    """Add the payment of certain stones, if the seat has them; a ward may replace it by ruling."""
    p = t.permanent[row]
    if p.red <= s.stones[seat, 0] and p.blue <= s.stones[seat, 1] and p.purple <= s.stones[seat, 2]:
        w.payments[w.n_payments] = stones_part(p.red, p.blue, p.purple)
        w.n_payments += 1
    if t.ruling[WARD_FOR_FIXED_STONES] and s.wards[seat] > 0:
        w.payments[w.n_payments] = 1 << WARD_AT
        w.n_payments += 1
    return w.n_payments


@kernel(void(STATE, TABLES, SCRATCH, int64))
def note_stones(s, t, w, seat):
    """Note whose stones :func:`payments_of` is about, and what they are worth."""
    stones = 2 * s.wards[seat] + t.ruling[ALLOW_SUPERFLUOUS_STONES]
    values = 0
    for k in range(3):
        stones = stones << 8 | s.stones[seat, k]
        values = values << 16 | s.value[seat, k] & 65535
    w.paid_with[0] = stones
    w.paid_with[1] = values
    # close numbers for what is held often, so that they seldom share a slot
    held = s.stones[seat, 0] + 5 * s.stones[seat, 1] + 25 * s.stones[seat, 2]
    worth = s.value[seat, 0] + 3 * s.value[seat, 1] + 7 * s.value[seat, 2]
    w.paid_from = held + 17 * worth


@apart(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def list_payments(s, t, w, seat, cost, slot):
    """List the payments of a cost, in the slot if there are few; return where the first one is."""
    w.n_payments = SPARE
    if cost >= EXACT_AT:
        list_exact(s, t, w, seat, cost - EXACT_AT)
    else:
        if value_in(s, seat, 7) >= cost:
            list_with(s, t, w, seat, cost, 0)
        if cost > 0 and s.wards[seat] > 0:
            list_with(s, t, w, seat, max(0, cost - WARD_PAYS), 1)
    number = w.n_payments - SPARE
    if number > SLOT_WORDS - HEAD or cost >= EXACT_AT:
        w.payments[SPARE - 1] = number
        return SPARE
    for k in range(number):
        w.payments[slot + HEAD + k] = w.payments[SPARE + k]
    w.payments[slot] = w.paid_with[0] << 16 | cost + 1
    w.payments[slot + 1] = w.paid_with[1]
    w.payments[slot + 2] = number
    return slot + HEAD


@kernel(int64(STATE, TABLES, SCRATCH, int64, int64))
def payments_of(s, t, w, seat, cost):
    """List the payments of a cost by the seat that :func:`note_stones` was told.

    Parameters
    ----------
    cost : int
        As :func:`changed_cost` returns it.

    Returns
    -------
    int
        Where in ``payments`` the first one stands, with their number before it. Lists are kept from
        decision to decision and from game to game: they hang on stones, values and cost alone.
    """
    slot = ((w.paid_from + 131 * cost) & (PAYMENT_SLOTS - 1)) * SLOT_WORDS
    if w.payments[slot] == w.paid_with[0] << 16 | cost + 1:
        if w.payments[slot + 1] == w.paid_with[1] and cost < EXACT_AT:
            return slot + HEAD
    return list_payments(s, t, w, seat, cost, slot)
