"""What wards, curses and soothed cards are worth to a seat.

All of it counts by one weight, ``m[HEED]``: 0 for a policy that looks the other way, and in decks
without any curse, which pay for none of this.
"""

from __future__ import annotations

from numba import float64, int64

from sim.bits import size
from sim.jit import inner, kernel
from sim.vale_of_eternity.counts import MAX_WARDS
from sim.vale_of_eternity.options import number_of
from sim.vale_of_eternity.payments import WARD_PAYS
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.memory import HEED, MEMORY, SLOT, TURNS, USES
from sim.vale_of_eternity.zones import acting, area_size, areas_of

# At the end of the game (the rulebook's end game scoring).
A_WARD = 1.0  # points that an active ward brings
A_SOOTHED = 1.0  # points that a soothed card brings
A_CURSE = 2.0  # points that a curse costs


@inner(int64(STATE, TABLES, int64))
def harmless(s, t, seat):
    """Return 1 if curses on a seat's cards cost it nothing at the end."""
    low = acting(s, seat, 0) & t.harmless_mask[0]
    return 1 if low | (acting(s, seat, 1) & t.harmless_mask[1]) else 0


@kernel(float64(STATE, TABLES, MEMORY, int64, int64))
def tokens_worth(s, t, m, seat, n):
    """Return what `n` tokens on a card of the area bring by the end: points lost, or soothed.

    Each curse phase moves one of them to the player, where it costs as much as on the card, unless
    those on cards are harmless. The last one frees the card's place for the turns that are left.
    """
    uses = m[USES]
    counting = 1.0 * n
    if n > uses and harmless(s, t, seat):
        counting = uses
    worth = -A_CURSE * counting
    if n <= uses:
        free = max(0, areas_of(s, seat) - area_size(s, seat))
        worth += A_SOOTHED + m[SLOT] * max(0.0, m[TURNS] - (n - 1)) / (1.0 + free)
    return m[HEED] * worth


@inner(int64(STATE, MEMORY, int64, int64))
def ward_value(s, m, seat, cost):
    """Return what a broken ward would pay of a cost."""
    if m[HEED] > 0.0 and cost > 0 and s.wards[seat] > 0:
        return WARD_PAYS
    return 0


@inner(float64(STATE, MEMORY, int64, float64))
def mended_worth(s, m, seat, n):
    """Return what mending `n` times is worth: the broken wards first, then curses of the player."""
    wards = min(n, 1.0 * (MAX_WARDS - s.wards[seat]))
    curses = min(n - wards, 1.0 * s.curses[seat])
    return m[HEED] * (A_WARD * wards + A_CURSE * curses)


@inner(float64(STATE, MEMORY, int64, float64))
def lifted_worth(s, m, seat, n):
    """Return what taking `n` curses off the player is worth."""
    return m[HEED] * A_CURSE * max(0.0, min(n, 1.0 * s.curses[seat]))


@inner(float64(STATE, MEMORY, int64, int64, int64))
def number_answer(s, m, seat, mends, option):
    """Return how good it is to mend, or to take off, as many as an option says."""
    n = 1.0 * number_of(option)
    return mended_worth(s, m, seat, n) if mends else lifted_worth(s, m, seat, n)


@inner(float64(STATE, MEMORY, int64))
def standing(s, m, seat):
    """Return what a seat's wards, curses and soothed cards count if the game ended now.

    Tokens on cards are left out.
    """
    soothed = size(s.soothed[seat, 0]) + size(s.soothed[seat, 1])
    return m[HEED] * (A_WARD * s.wards[seat] + A_SOOTHED * soothed - A_CURSE * s.curses[seat])
