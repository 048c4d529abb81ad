"""Playing a game on to its end, every seat by the weights in `m`."""

from __future__ import annotations

from numba import float64, int64, void

from sim.jit import apart, inner
from sim.records import start_of
from sim.vale_of_eternity.finish import counted_at_end, win_credit
from sim.vale_of_eternity.play import advance, carry_out
from sim.vale_of_eternity.state import SCRATCH, STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.memory import CURSED_DECK, HEED, MEMORY
from sim.vale_of_eternity.thinking.moves import best_move


@apart(void(STATE, TABLES, SCRATCH, MEMORY))
def play_rest(s, t, w, m):
    """Play a game to its end."""
    n = advance(s, t, w)
    while n > 0:
        index = best_move(s, t, m, s.active, start_of(w.options[:]), n)
        carry_out(s, t, w, w.options[index])
        n = advance(s, t, w)


@inner(float64(STATE, TABLES, MEMORY, int64, float64))
def outcome(s, t, m, seat, winning):
    """Return what the end of a game is worth: the score, and so many points for a win.

    Wards, soothed cards and curses count in the score as they do for the policy.
    """
    worth = s.score[seat] + winning * win_credit(s, seat)
    unheeded = m[CURSED_DECK] - m[HEED]
    if unheeded != 0.0:
        worth -= unheeded * counted_at_end(s, t, seat)
    return worth
