"""Searching one's own turn: what to sell, tame, summon and remove, in which order, paid how."""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from sim.jit import apart, inner, kernel
from sim.records import start_of
from sim.vale_of_eternity.codes import ON_TAME
from sim.vale_of_eternity.options import END_TURN, SELL, SUMMON, TAME, card_of, kind_of
from sim.vale_of_eternity.play import advance, carry_out
from sim.vale_of_eternity.state import ACTION, CHOOSE_ACTION, CHOOSE_HUNT, RESOLUTION
from sim.vale_of_eternity.thinking.memory import (
    BEST_END,
    BUDGET,
    MEMORY,
    RATINGS,
    ROOT_TURNS,
    ROOT_USES,
)
from sim.vale_of_eternity.thinking.moves import NEVER, best_move, rate_options
from sim.vale_of_eternity.thinking.position import position_worth
from sim.vale_of_eternity.thinking.prices import set_prices
from sim.vale_of_eternity.view import VIEW
from sim.vale_of_eternity.zones import bit_of, word_of

DEEPEST = 14
BEST_AT = 15  # the place of work for the best end of the turn
MOST_WIDTH = 16
PRUNED = -1.0e8


@inner(int64(int64, int64, int64))
def out_of_order(before, option, reacts):
    """Return 1 if an action does the same as it would before the action before it."""
    kind = kind_of(option)
    if kind == TAME:
        if reacts:
            return 0
        if before < 0:
            return 0
        return 0 if kind_of(before) == TAME and card_of(before) < card_of(option) else 1
    if kind == SELL and before >= 0 and kind_of(before) == SELL:
        return 1 if card_of(before) > card_of(option) else 0
    return 0


@inner(int64(VIEW, MEMORY, int64, int64, int64, int64[::1], int64, int64, int64))
def keep_best(view, m, n, before, width, kept, reacts, low, high):
    """Write the options with the highest ratings to `kept`, best first; return their number.

    The end of the turn is none of them; options that come too late by `out_of_order` neither.
    """
    options = view.scratch.options[:]
    found = 0
    while found < width:
        best = -1
        for k in range(n):
            if m[RATINGS + k] > PRUNED and (best < 0 or m[RATINGS + k] > m[RATINGS + best]):
                if kind_of(options[k]) != END_TURN:
                    best = k
        if best < 0:
            break
        card = card_of(options[best])
        known = (high if word_of(card) else low) & bit_of(card)
        if (known or kind_of(options[best]) != SUMMON) and not out_of_order(
            before, options[best], reacts
        ):
            kept[found] = options[best]
            found += 1
        m[RATINGS + best] = NEVER
    return found


@apart(int64(VIEW, MEMORY, int64, int64))
def own_turn_again(view, m, place, seat):
    """Play ``work[place]`` on to the seat's next main action, answering by ratings.

    Returns
    -------
    int
        The number of options then; 0 if its turn is over.
    """
    s = view.work[place]
    t = view.tables
    w = view.scratch
    phase = s.phase
    n = advance(s, t, w)
    while n > 0 and s.phase == phase and s.active == seat and s.decision != CHOOSE_ACTION:
        index = best_move(s, t, m, s.active, start_of(w.options[:]), n)
        carry_out(s, t, w, w.options[index])
        n = advance(s, t, w)
    if n > 0 and s.phase == ACTION and s.active == seat and s.decision == CHOOSE_ACTION:
        return n
    return 0


@kernel(float64(VIEW, MEMORY, int64, int64, int64, int64, int64, int64, int64))
def best_turn(view, m, place, n, before, width, seat, low, high):
    """Return the worth of the best way to end the turn that stands at ``work[place]``.

    The position is at a main action of the seat, whose `n` options lie in the scratch.
    """
    s = view.work[place]
    t = view.tables
    w = view.scratch
    reacts = (
        1
        if (
            s.area[seat, 0] & t.trigger_mask[ON_TAME, 0]
            | s.area[seat, 1] & t.trigger_mask[ON_TAME, 1]
        )
        else 0
    )
    best = NEVER
    rate_options(s, t, m, seat, start_of(w.options[:]), n)
    if kind_of(w.options[n - 1]) == END_TURN:
        ratings = np.empty(n)
        for k in range(n):
            ratings[k] = m[RATINGS + k]
        best = position_worth(s, t, m, seat, low, high)
        if best > m[BEST_END]:
            m[BEST_END] = best
            view.work[BEST_AT] = view.work[place]
        for k in range(n):
            m[RATINGS + k] = ratings[k]
    if place + 1 >= DEEPEST:
        return best
    kept = np.empty(MOST_WIDTH, np.int64)
    if m[BUDGET] <= 0.0:
        width = 1
    number = keep_best(view, m, n, before, width, kept, reacts, low, high)
    if number == 0 and best == NEVER:
        number = keep_best(view, m, n, -1, width, kept, 1, low, high)
    for k in range(number):
        if k > 0 and m[BUDGET] <= 0.0:
            break
        m[BUDGET] -= 1.0
        view.work[place + 1] = view.work[place]
        carry_out(view.work[place + 1], t, w, kept[k])
        more = own_turn_again(view, m, place + 1, seat)
        if more > 0:
            value = best_turn(view, m, place + 1, more, kept[k], width, seat, low, high)
            best = max(best, value)
    return best


@inner(float64(VIEW, MEMORY, int64, int64, int64, int64, int64))
def worth_of(view, m, option, width, seat, low, high):
    """Return the worth of an option of the position at ``work[0]``, which the seat decides.

    The best end of the turn that was found is left at ``work[BEST_AT]``; if the phase isn't that of
    turns, the position at which the seat's part in it ended.
    """
    s = view.work[1]
    view.work[1] = view.work[0]
    m[BEST_END] = NEVER
    if s.decision == CHOOSE_ACTION and kind_of(option) == END_TURN:
        view.work[BEST_AT] = view.work[0]
        set_prices(s, view.tables, m, seat)
        return position_worth(s, view.tables, m, seat, low, high)
    before = option if s.decision == CHOOSE_ACTION else -1
    if s.decision == CHOOSE_HUNT:
        # as if it were its turn with this card
        card = card_of(option)
        s.display[word_of(card)] &= ~bit_of(card)
        s.hunted[seat, word_of(card)] |= bit_of(card)
        s.phase = ACTION
        s.turn = (seat - s.first + s.players) % s.players
        if word_of(card):
            high |= bit_of(card)
        else:
            low |= bit_of(card)
    else:
        carry_out(s, view.tables, view.scratch, option)
    more = own_turn_again(view, m, 1, seat)
    if more > 0:
        return best_turn(view, m, 1, more, before, width, seat, low, high)
    view.work[BEST_AT] = view.work[1]
    if view.state.phase == RESOLUTION:
        m[ROOT_USES] = m[ROOT_TURNS]
    set_prices(s, view.tables, m, seat)
    return position_worth(s, view.tables, m, seat, low, high)
