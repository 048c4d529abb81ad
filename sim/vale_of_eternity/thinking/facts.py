"""Facts about each card that a policy works out once, from the compiled rows alone."""

from __future__ import annotations

from numba import float64, int64, void

from sim.bits import size
from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import (
    ADD_CURSES,
    AREA,
    CHOOSE,
    COPY,
    COST,
    COST_FIXED,
    COST_STONES,
    CURSE,
    DRAW,
    END,
    GAIN,
    HAND,
    LIMIT,
    LOSE_STONES,
    MEND,
    MOVE,
    MOVE_SELF,
    MOVE_THAT,
    ON_DISCARD,
    ON_SELL,
    ON_SUMMON,
    ON_TAME,
    POINTS,
    RUN_ALL,
    STEAL,
    STONE_FIXED,
    STONE_SWAP,
    STONE_VALUE,
    TRIGGER,
    UNCURSE,
    UPGRADE,
)
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.memory import (
    CARD,
    COMES_BACK,
    CURSED_DECK,
    EARNED,
    FACTS,
    LEAVES,
    MEMORY,
    PERM_PIPS,
    PERM_POINTS,
    READY,
    SOON,
    SUMMONS,
    WIDTH,
)

SALES = 1.0  # a turn
DISCARDS = 0.3  # of summoned cards, a turn
UPGRADED = 2.5  # value that a stone gains by an upgrade


@inner(float64(TABLES, int64))
def share_of(t, row):
    """Return the share of the deck that a row of filters matches."""
    low = t.filter[row].mask[0] & t.deck_mask[0]
    high = t.filter[row].mask[1] & t.deck_mask[1]
    return (size(low) + size(high)) / max(1, t.n_cards)


@inner(int64(TABLES, int64))
def moves_itself(t, row):
    """Return 1 if the first program of `row` has a row that moves its own card, else 0."""
    if row == NO_PROGRAM:
        return 0
    while t.op[row].op != END:
        if t.op[row].op == MOVE_SELF:
            return 1
        row += 1
    return 0


@inner(void(TABLES, MEMORY, int64, int64, float64))
def add_reaction(t, m, at, row, rate):
    """Add what a reaction that happens at a rate a turn brings."""
    while t.op[row].op != END:
        op = t.op[row]
        n = op.n  # a count of what was paid, say, is taken to be 1
        if op.op == POINTS:
            m[at + PERM_POINTS] += rate * n
        elif op.op == UPGRADE:
            m[at + PERM_PIPS] += rate * n * UPGRADED
        elif op.op == DRAW or (op.op == MOVE_THAT and op.to == HAND):
            m[at + PERM_POINTS] += rate * n * m[CARD]
        elif op.op == GAIN:
            m[at + PERM_PIPS] += (
                rate
                * n
                * (
                    op.red * t.stone_value[0]
                    + op.blue * t.stone_value[1]
                    + op.purple * t.stone_value[2]
                )
            )
        row += 1


@inner(void(TABLES, MEMORY, int64, int64))
def add_permanent(t, m, at, row):
    """Add what a permanent brings a turn to the facts of its card."""
    p = t.permanent[row]
    if p.kind == COST:
        m[at + PERM_PIPS] -= p.n * m[SUMMONS] * share_of(t, p.filter)
    elif p.kind == COST_FIXED or p.kind == COST_STONES:
        m[at + PERM_PIPS] += m[SUMMONS] * share_of(t, p.filter) * 2.0
    elif p.kind == STONE_VALUE or p.kind == STONE_FIXED:
        for k in range(3):
            if p.colours >> k & 1:
                more = p.n if p.kind == STONE_VALUE else p.n - t.stone_value[k]
                m[at + PERM_PIPS] += more * m[EARNED]
    elif p.kind == STONE_SWAP:
        m[at + PERM_PIPS] += m[EARNED]
    elif p.kind == LIMIT:
        m[at + PERM_PIPS] += 0.4 * p.n
    elif p.kind == TRIGGER and p.program != NO_PROGRAM:
        if p.event == ON_SUMMON:
            rate = m[SUMMONS] * share_of(t, p.filter)
            if p.colours:
                rate *= 0.7
            add_reaction(t, m, at, p.program, rate)
        elif p.event == ON_TAME:
            add_reaction(t, m, at, p.program, m[SUMMONS] * share_of(t, p.filter))
        elif p.event == ON_SELL:
            add_reaction(t, m, at, p.program, SALES * share_of(t, p.filter))
        elif p.event == ON_DISCARD:
            add_reaction(t, m, at, p.program, DISCARDS * share_of(t, p.filter))


@inner(float64(TABLES, int64))
def sooner(t, row):
    """Return how soon a resolution effect is used among others: the highest first.

    First what gives points for what is there, then what spends stones for something better, then
    what brings stones and cards, then copies of effects, which can do most then; last what takes
    cards back.
    """
    if row == NO_PROGRAM:
        return 0.0
    best = 1.0
    while t.op[row].op != END:
        code = t.op[row].op
        if code == LOSE_STONES or code == CHOOSE:
            return 4.0
        if code == COPY or code == RUN_ALL:
            return 2.0
        if code == MOVE_SELF or (code == MOVE and t.op[row].zone == AREA):
            return 0.0
        if code == GAIN or code == DRAW or code == MOVE:
            return 3.0
        if code == POINTS or code == STEAL:
            best = 5.0
        row += 1
    return best


@inner(float64(TABLES))
def has_curses(t):
    """Return 1 if a deck has wards or curses, by its rules or in the text of a card."""
    if t.has_curses or t.wards:
        return 1.0
    for row in range(t.n_ops):
        code = t.op[row].op
        if code == MEND or code == CURSE or code == UNCURSE or code == ADD_CURSES:
            return 1.0
    return 0.0


@kernel(void(TABLES, MEMORY))
def learn(t, m):
    """Work out the facts about all cards from their compiled rows."""
    m[CURSED_DECK] = has_curses(t)
    for card in range(t.n_bearers):
        if card >= t.n_cards and card < t.n_cards + t.n_sides:
            continue  # nothing is asked about sides of summoners
        at = FACTS + WIDTH * card
        for k in range(WIDTH):
            m[at + k] = 0.0
        for row in range(t.first_permanent[card], t.last_permanent[card]):
            add_permanent(t, m, at, row)
        m[at + COMES_BACK] = moves_itself(t, t.resolution[card])
        m[at + SOON] = sooner(t, t.resolution[card])
        m[at + LEAVES] = moves_itself(t, t.instant[card])
    m[READY] = 1.0
