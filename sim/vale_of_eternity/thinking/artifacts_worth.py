"""Which artifact to take and when to use it; which family to name, which stones to upgrade."""

from __future__ import annotations

from numba import float64, int64, void

from sim.bits import size
from sim.jit import inner
from sim.vale_of_eternity.counts import of_any_family
from sim.vale_of_eternity.options import number_of, stones_of
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.memory import (
    FACTS,
    MEMORY,
    OPTIONS,
    PERM_PIPS,
    PERM_POINTS,
    PRICE,
    RATINGS,
    WIDTH,
)
from sim.vale_of_eternity.thinking.more_rows import upgraded_worth
from sim.vale_of_eternity.thinking.programs import program_value

LATER_THIS_ROUND = 0.9  # share of its worth now that a use in the coming turn has


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def use_worth(s, t, m, seat, option):
    """Return what using the artifact at hand is worth."""
    number = number_of(option)
    row = t.artifact[number].used
    return program_value(s, t, m, seat, t.artifact[number].bearer, row, 0)


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def artifact_worth(s, t, m, seat, number):
    """Return what holding an artifact for a round is worth."""
    tile = t.artifact[number]
    worth = 0.0
    if tile.taken != NO_PROGRAM:
        worth += program_value(s, t, m, seat, tile.bearer, tile.taken, 0)
    if tile.used != NO_PROGRAM:
        used = program_value(s, t, m, seat, tile.bearer, tile.used, 0)
        worth += LATER_THIS_ROUND * max(0.0, used)
    if tile.bearer >= 0:
        at = FACTS + WIDTH * tile.bearer
        worth += m[PRICE] * m[at + PERM_PIPS] + m[at + PERM_POINTS]
    return worth


@inner(void(STATE, TABLES, MEMORY, int64, OPTIONS, int64))
def rate_artifacts(s, t, m, seat, options, n):
    """Rate the artifacts that may be taken."""
    for k in range(n):
        m[RATINGS + k] = artifact_worth(s, t, m, seat, number_of(options[k]))


@inner(float64(STATE, TABLES, int64, int64))
def family_answer(s, t, seat, option):
    """Return how many cards of a family lie in the own area."""
    family = number_of(option)
    n = 0
    for word in range(2):
        cards = s.area[seat, word] & t.family_mask[family, word]
        if t.wilds:
            cards |= s.area[seat, word] & of_any_family(s, t, word)
        n += size(cards)
    return 1.0 * n


@inner(float64(STATE, MEMORY, int64, int64))
def upgrade_answer(s, m, seat, option):
    """Return what it is worth to upgrade the stones of an option."""
    return upgraded_worth(s, m, seat, stones_of(option, 0), stones_of(option, 1))
