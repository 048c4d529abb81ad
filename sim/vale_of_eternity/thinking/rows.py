"""What one row of a program is worth, in points, and what it leaves to the rows after it."""

from __future__ import annotations

from numba import float64, int64

from sim.bits import size
from sim.jit import inner
from sim.vale_of_eternity.codes import (
    ANY_AREA,
    AREA,
    ATTACK,
    CARDS,
    CHOOSE,
    COPY,
    CURSE,
    DONE,
    DONE_COST,
    DONE_LOST,
    DONE_VALUE,
    DRAW,
    END,
    FAMILIES,
    FREE_SUMMON,
    GAIN,
    GAIN_ANY,
    HAND,
    LOSE_ALL,
    LOSE_POINTS,
    LOSE_STONES,
    MEND,
    MOVE,
    MOVE_ALL,
    MOVE_SELF,
    NAMED,
    PAID,
    PAY,
    PAY_ANY,
    POINTS,
    REPLACE,
    RUN_ALL,
    STEAL,
    SWAP,
    THEY_LOSE,
    UNCURSE,
)
from sim.vale_of_eternity.counts import counted, found, number_found
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.amounts import best_gain, paid_for_effect
from sim.vale_of_eternity.thinking.curses import A_CURSE, A_WARD, lifted_worth, mended_worth
from sim.vale_of_eternity.thinking.memory import (
    CARD,
    COPIED,
    DENIAL,
    GROWTH,
    HEED,
    KEPT,
    MAYBE,
    MEMO,
    MEMORY,
    PRICE,
    TURNS,
    WORTH,
)
from sim.vale_of_eternity.thinking.more_rows import in_best_family, is_more_row, more_value
from sim.vale_of_eternity.thinking.prices import kept_worth
from sim.vale_of_eternity.zones import card_at

# What the rows of the program at hand did so far, from MEMO on.
LOST = MEMO  # stones
VALUE_LOST = MEMO + 1
MOVED = MEMO + 2  # cards
COST_MOVED = MEMO + 3
FACTOR = MEMO + 4  # share of the chain at hand


@inner(int64(STATE, TABLES, int64, int64, int64, int64))
def dearest(s, t, zone, row, seat, card):
    """Return the highest written cost of the cards of a zone that match, 0 if there are none."""
    best = 0
    for word in range(2):
        cards = found(s, t, zone, row, seat, card, word)
        while cards:
            best = max(best, t.cost[card_at(word, cards)])
            cards &= cards - 1
    return best


@inner(float64(TABLES, MEMORY, int64, float64))
def grown(t, m, row, n):
    """Return what a count that is `n` now will be on average over the rounds to come."""
    c = t.count[row]
    if c.zone == AREA and (c.kind == CARDS or c.kind == FAMILIES):
        n += m[GROWTH] * m[TURNS]
        if c.kind == FAMILIES:
            n = min(n, 1.0 * t.n_families)
    return n


@inner(int64(STATE, TABLES, int64, int64, int64))
def counted_here(s, t, row, seat, card):
    """Return what :func:`counted` does, sooner for cards of an area or a hand."""
    c = t.count[row]
    usual = c.kind == CARDS and c.div <= 1 and t.filter[c.filter].flag == 0
    if not usual or (c.zone != AREA and c.zone != HAND):
        return counted(s, t, row, seat, card, -1)
    n = 0
    for word in range(2):
        cards = s.area[seat, word] if c.zone == AREA else s.hand[seat, word]
        n += size(cards & t.filter[c.filter].mask[word])
    return n


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64), merged=True)
def quantity(s, t, m, seat, card, row, later):
    """Return the supposed amount of a row; `later`: on average over the rounds to come."""
    op = t.op[row]
    if op.per == 0:
        return 1.0 * op.n
    c = t.count[op.per]
    kind = c.kind
    if kind == DONE:
        return op.n * m[MOVED]
    if kind == DONE_COST:
        return op.n * m[COST_MOVED]
    if kind == DONE_LOST:
        return op.n * m[LOST]
    if kind == DONE_VALUE:
        return op.n * m[VALUE_LOST]
    if kind == PAID:
        return op.n * 1.0
    if kind == NAMED:
        return 1.0 * op.n * in_best_family(s, t, op.per, seat, card)
    if t.wilds:  # which the shorter way would leave out
        n = 1.0 * counted(s, t, op.per, seat, card, -1)
    else:
        n = 1.0 * counted_here(s, t, op.per, seat, card)
    return op.n * (grown(t, m, op.per, n) if later else n)


@inner(float64(STATE, TABLES, MEMORY, int64, int64, float64), merged=True)
def stones_lost(s, t, m, seat, row, n):
    """Return what losing the stones of a row is worth, and note what it takes."""
    op = t.op[row]
    if op.op == LOSE_ALL:
        n = 1.0
        red = s.stones[seat, 0] if op.colours & 1 else 0
        blue = s.stones[seat, 1] if op.colours & 2 else 0
        purple = s.stones[seat, 2] if op.colours & 4 else 0
    else:
        red, blue, purple = op.red, op.blue, op.purple
        if (
            s.stones[seat, 0] < n * red
            or s.stones[seat, 1] < n * blue
            or s.stones[seat, 2] < n * purple
        ):
            m[FACTOR] = m[MAYBE]
    m[LOST] += n * (red + blue + purple)
    m[VALUE_LOST] += n * (
        red * s.value[seat, 0] + blue * s.value[seat, 1] + purple * s.value[seat, 2]
    )
    return -n * (red * m[WORTH] + blue * m[WORTH + 1] + purple * m[WORTH + 2])


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64))
def stones_gained(s, t, m, seat, row, n, later):
    """Return what gaining or exchanging the stones of a row is worth."""
    op = t.op[row]
    red, blue, purple = n * op.red, n * op.blue, n * op.purple
    if op.op == REPLACE:
        k = 0
        for colour in range(3):
            if op.colours >> colour & 1 and colour != op.arg:
                k += s.stones[seat, colour]
        red = -s.stones[seat, 0] if op.colours & 1 and op.arg != 0 else 0
        blue = -s.stones[seat, 1] if op.colours & 2 and op.arg != 1 else 0
        purple = -s.stones[seat, 2] if op.colours & 4 and op.arg != 2 else 0
        if op.arg == 0:
            red += k
        elif op.arg == 1:
            blue += k
        else:
            purple += k
    elif later:
        # stones will have been spent by then
        all_of_it = red * m[WORTH] + blue * m[WORTH + 1] + purple * m[WORTH + 2]
        return min(all_of_it, m[WORTH + 2] * 4)
    return kept_worth(s, m, seat, red, blue, purple) - m[KEPT]


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, float64), merged=True)
def cards_moved(s, t, m, seat, card, row, n):
    """Return what moving cards as a row says is worth, and note how many and which."""
    op = t.op[row]
    zone = op.zone
    there = number_found(s, t, zone, op.filter, seat, card)
    k = min(n, 1.0 * there)
    if there == 0 and op.lo < 0:
        m[FACTOR] = m[MAYBE]
        k = n
    m[MOVED] += k
    m[COST_MOVED] += k * dearest(s, t, zone, op.filter, seat, card)
    if zone == HAND:
        return -0.6 * k * m[CARD]
    if op.to == HAND:
        return k * m[CARD] * (1.5 if zone != AREA else 0.8)
    return 0.0


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64, int64), merged=True)
def row_value(s, t, m, seat, card, row, later):
    """Return what one row is worth that hangs on no other program."""
    op = t.op[row]
    code = op.op
    if code == MOVE_SELF or code == END:
        return 0.0
    n = quantity(s, t, m, seat, card, row, later)
    if code == POINTS:
        return n
    if code == GAIN:
        return stones_gained(s, t, m, seat, row, int(n), later)
    if code == LOSE_STONES or code == LOSE_ALL:
        return stones_lost(s, t, m, seat, row, n)
    if is_more_row(t, row):
        return more_value(s, t, m, seat, row, n)
    if code == DRAW:
        return n * m[CARD]
    if code == LOSE_POINTS:
        return -n
    if code == STEAL:
        return n * (1.0 + m[DENIAL])
    if code == THEY_LOSE:
        return n * m[DENIAL]
    if code == MOVE or code == MOVE_ALL:
        return cards_moved(s, t, m, seat, card, row, n)
    if code == REPLACE:
        return stones_gained(s, t, m, seat, row, 1, 0)
    if code == ATTACK or code == SWAP:
        return (
            4.0 * m[DENIAL]
            if number_found(s, t, ANY_AREA if op.zone == AREA else op.zone, op.filter, seat, card)
            > number_found(s, t, op.zone, op.filter, seat, card)
            else -2.0
        )
    if code == FREE_SUMMON:
        return 2.0 + m[PRICE] * dearest(s, t, op.zone, op.filter, seat, card)
    if code == CURSE:
        return -m[HEED] * A_CURSE * n
    if code == MEND:
        # wards will have been broken by then
        return m[HEED] * A_WARD * min(n, 3.0) if later else mended_worth(s, m, seat, n)
    if code == UNCURSE:
        return lifted_worth(s, m, seat, n)
    if code == GAIN_ANY:
        return best_gain(s, t, m, seat, row, int(n))
    if code == PAY or code == PAY_ANY:
        value = n if code == PAY else paid_for_effect(s, t, m, seat, row)
        m[VALUE_LOST] += value
        m[LOST] += value / 2.0
        return -m[PRICE] * value
    if code == CHOOSE or code == COPY or code == RUN_ALL:
        return m[COPIED]
    return 0.0
