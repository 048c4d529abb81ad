"""Choosing by searches of one's own turn, in games as they may be, played on to their ends."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, uint64

from sim.jit import inner
from sim.vale_of_eternity.options import END_TURN, kind_of
from sim.vale_of_eternity.play import carry_out
from sim.vale_of_eternity.state import ACTION, CHOOSE_ARTIFACT, CHOOSE_HUNT, RESOLUTION
from sim.vale_of_eternity.thinking.memory import (
    BUDGET,
    MEMORY,
    OPTIONS,
    RATINGS,
    ROOT_TURNS,
    ROOT_USES,
    TURNS,
    USES,
)
from sim.vale_of_eternity.thinking.moves import NEVER, highest, rate_options
from sim.vale_of_eternity.thinking.playouts import outcome, play_rest
from sim.vale_of_eternity.thinking.redraw import redraw
from sim.vale_of_eternity.thinking.turns import BEST_AT, MOST_WIDTH, PRUNED, worth_of
from sim.vale_of_eternity.view import VIEW


@inner(float64(VIEW, MEMORY, int64, int64, float64))
def played_out(view, m, option, seat, winning):
    """Return the outcome of a game played on after the best turn that `worth_of` found."""
    s = view.work[BEST_AT]
    t = view.tables
    w = view.scratch
    if view.state.decision == CHOOSE_HUNT:
        view.work[BEST_AT] = view.work[0]
        carry_out(s, t, w, option)
    elif s.phase == ACTION and (s.first + s.turn) % s.players == seat:
        carry_out(s, t, w, END_TURN)
    play_rest(s, t, w, m)
    return outcome(s, t, m, seat, winning)


@inner(int64(VIEW))
def decides_for_itself(view):
    """Return 1 if the decision belongs to the seat's own hunt, turn or resolution."""
    s = view.state
    if s.decision == CHOOSE_ARTIFACT:
        return 0  # what it brings comes in a turn that is still far
    if s.phase == ACTION:
        return (s.first + s.turn) % s.players == view.seat
    if s.phase == RESOLUTION:
        return (s.first + s.turn - 1) % s.players == view.seat
    return 1


@inner(int64(MEMORY, OPTIONS, int64, int64, int64[::1]))
def candidates(m, options, n, width, kept):
    """Write the indices of the options with the highest ratings to `kept`; return their number.

    The end of the turn is always among them.
    """
    number = 0
    while number < min(n, width):
        best = highest(m, n)
        if m[RATINGS + best] <= PRUNED and number:
            break
        kept[number] = best
        number += 1
        m[RATINGS + best] = NEVER
    if kind_of(options[n - 1]) == END_TURN and m[RATINGS + n - 1] != NEVER:
        kept[number] = n - 1
        number += 1
    return number


@inner(int64(VIEW, MEMORY, OPTIONS, int64, int64, int64, int64, float64, float64, uint64[::1]))
def plan(view, m, options, n, width, nodes, samples, trust, winning, stream):
    """Return the index of the option from which the own turn can be played best.

    Parameters
    ----------
    width : int
        Options that are looked at in a position, those with the highest ratings; at the root
        the end of the turn besides.
    nodes : int
        Positions that are looked at for each option at the root.
    samples : int
        Games as they may be that the search is made in, each then played to its end; 0: one, and
        it isn't.
    trust : float
        Weight of the ends of these games, the rest being that of the worth of the turn.
    winning : float
        Points that a win counts in them besides the score.
    """
    s = view.state
    seat = view.seat
    rate_options(s, view.tables, m, seat, options, n)
    if not decides_for_itself(view):
        return highest(m, n)
    turns, uses = m[TURNS], m[USES]
    low = s.hand[seat, 0] | s.hunted[seat, 0] | s.area[seat, 0]
    high = s.hand[seat, 1] | s.hunted[seat, 1] | s.area[seat, 1]
    kept = np.empty(MOST_WIDTH + 1, np.int64)
    number = candidates(m, options, n, width, kept)
    if number == 1:
        return kept[0]
    total = np.zeros(MOST_WIDTH + 1)
    for _ in range(max(1, samples)):
        redraw(view, 0, stream)
        for k in range(number):
            m[ROOT_TURNS], m[ROOT_USES] = turns, uses
            m[BUDGET] = nodes
            option = options[kept[k]]
            worth = worth_of(view, m, option, width, seat, low, high)
            if samples > 0:
                worth += trust * (played_out(view, m, option, seat, winning) - worth)
            total[k] += worth
    chosen = 0
    for k in range(1, number):
        if total[k] > total[chosen]:
            chosen = k
    return kept[chosen]
