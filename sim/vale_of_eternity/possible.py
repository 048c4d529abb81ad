"""Whether a row can be carried out that asks about no other effect."""

from __future__ import annotations

from numba import int64

from sim.bits import size
from sim.jit import inner
from sim.vale_of_eternity.codes import (
    ADD_CURSES,
    AREA,
    ATTACK,
    CURSE,
    DONE,
    DONE_LOST,
    DRAW,
    EACH_OPPONENT,
    EACH_PLAYER,
    GAIN,
    GAINED,
    HAND,
    LOSE_ALL,
    LOSE_ANY,
    LOSE_POINTS,
    LOSE_STONES,
    MEND,
    MOVE,
    MOVE_ALL,
    MOVE_SELF,
    MUST,
    PAID,
    PAY,
    PAY_ANY,
    POINTS,
    REPLACE,
    REVEAL,
    SHELTER,
    STEAL,
    SWAP,
    THEN,
    THEY_LOSE,
    UNCURSE,
    UPGRADE,
)
from sim.vale_of_eternity.counts import MAX_WARDS, amount, found, number_found
from sim.vale_of_eternity.rulings import LOSE_REQUIRES_POINTS
from sim.vale_of_eternity.state import SCRATCH, STATE
from sim.vale_of_eternity.suppose import (
    CARDS_FEWER,
    CARDS_MORE,
    CURSES_MORE,
    MENDABLE_MORE,
    POINTS_MORE,
    SHELTER_FEWER,
    suppose_stones,
)
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import card_at, in_area


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64), merged=True)
def stones_possible(s, t, w, seat, row, n, depth):
    """Look at a row that gains, loses or replaces stones; `n` is its amount."""
    op = t.op[row]
    if op.op == GAIN:
        return suppose_stones(w, depth, 1, n * op.red, n * op.blue, n * op.purple)
    if op.op == LOSE_STONES:
        if (
            s.stones[seat, 0] + w.more[depth, 0] < n * op.red
            or s.stones[seat, 1] + w.more[depth, 1] < n * op.blue
            or s.stones[seat, 2] + w.more[depth, 2] < n * op.purple
        ):
            return 0
        return suppose_stones(w, depth, -1, n * op.red, n * op.blue, n * op.purple)
    got = 1
    replaced = 0
    for k in range(3):
        there = s.stones[seat, k] + w.more[depth, k]
        if op.colours >> k & 1 and there > 0 and (op.op == LOSE_ALL or k != op.arg):
            w.more[depth, k] -= there
            replaced += there
            got = 2
    if op.op == REPLACE:
        w.more[depth, op.arg] += replaced
    return got


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64), merged=True)
def points_possible(s, t, w, seat, row, n, depth):
    """Look at a row that gains, loses or takes points; `n` is its amount."""
    op = t.op[row]
    if op.op == POINTS:
        w.more[depth, POINTS_MORE] += n
        return 2 if n else 1
    if op.op == LOSE_POINTS:
        there = s.score[seat] + w.more[depth, POINTS_MORE]
        if op.flag & MUST and there < n and t.ruling[LOSE_REQUIRES_POINTS]:
            return 0
        w.more[depth, POINTS_MORE] -= min(n, there)
        return 2 if n and there else 1
    for p in range(s.players):
        if p != seat and s.score[p] > 0 and n > 0:
            return 2
    return 0 if op.flag & THEN else 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64), merged=True)
def move_possible(s, t, w, seat, card, row, n, depth):
    """Look at a row that moves chosen cards; `n` is its amount."""
    op = t.op[row]
    there = number_found(s, t, op.zone, op.filter, seat, card)
    if op.zone == HAND:
        there -= w.more[depth, CARDS_FEWER]
        if op.filter == 0:
            there += w.more[depth, CARDS_MORE]
    if op.zone == SHELTER:
        there -= w.more[depth, SHELTER_FEWER]
    need = n if op.lo < 0 else op.lo
    if there < need:
        return 0
    if op.zone == SHELTER:
        w.more[depth, SHELTER_FEWER] += min(n, there)
    if op.zone == HAND:
        w.more[depth, CARDS_FEWER] += min(n, there)
    return 2 if n > 0 and there > 0 else 1


@inner(int64(STATE, TABLES, int64, int64, int64, int64))
def is_target(s, t, seat, card, row, target):
    """Return 1 if a player has a card that an attack of `seat` may be aimed at."""
    op = t.op[row]
    if op.arg != 0 and op.arg != EACH_PLAYER and target == seat:
        return 0
    return 1 if number_found(s, t, op.zone, op.filter, target, card) else 0


@inner(int64(STATE, TABLES, int64, int64, int64))
def attack_possible(s, t, seat, card, row):
    """Look at a row that makes other players give up cards."""
    for p in range(s.players):
        if is_target(s, t, seat, card, row, p):
            return 2
    return 1 if t.op[row].arg == EACH_OPPONENT or t.op[row].arg == EACH_PLAYER else 0


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def curses_possible(s, t, w, seat, row, n, depth):
    """Look at a row that mends wards, gives or removes curses; `n` is its amount.

    What can be mended is each broken ward and each curse. Curses are removed as far as there are
    any, unless something hangs on it: then all of them have to be there.
    """
    op = t.op[row]
    if op.op == CURSE:
        w.more[depth, MENDABLE_MORE] += n
        w.more[depth, CURSES_MORE] += n
        return 2 if n else 1
    curses = s.curses[seat] + w.more[depth, CURSES_MORE]
    there = curses
    if op.op == MEND:
        there = MAX_WARDS - s.wards[seat] + s.curses[seat] + w.more[depth, MENDABLE_MORE]
    if op.lo < 0:
        need = n if op.op == MEND or op.flag & THEN else min(n, 1)
        if there < need:
            return 0
    done = min(n, there)
    w.more[depth, MENDABLE_MORE] -= done
    # wards are mended first: curses go only when no broken ward is left
    left = there - done if op.op == MEND else curses - done
    w.more[depth, CURSES_MORE] = min(curses, left) - s.curses[seat]
    return 2 if done > 0 else 1


@inner(int64(STATE, TABLES, int64, int64, int64))
def targets_possible(s, t, seat, card, row):
    """Look at a row that puts tokens on a card of the own area, or takes some off."""
    for word in range(2):
        cards = found(s, t, AREA, t.op[row].filter, seat, card, word)
        while cards:
            if t.op[row].n > 0 or s.tokens[card_at(word, cards)] > 0:
                return 2
            cards &= cards - 1
    return 0


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def payment_possible(s, t, w, seat, row, n, depth):
    """Look at a row that pays for an effect in stones: `n`, or any amount."""
    worth = 0
    for k in range(3):
        worth += (s.stones[seat, k] + w.more[depth, k]) * s.value[seat, k]
    if t.op[row].op == PAY and worth < n:
        return 0
    return 2 if worth > 0 else 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def given_possible(s, t, w, seat, row, n, depth):
    """Look at a row that upgrades or gives up stones of one's choice; `n` is its amount.

    What is upgraded is not supposed to go up: which stones do is the player's choice. Stones just
    received cannot be told yet.
    """
    op = t.op[row]
    if op.flag & GAINED:
        return 2
    there = 0
    for k in range(3):
        if (op.op == UPGRADE and k < 2) or (op.op == LOSE_ANY and op.colours >> k & 1):
            there += s.stones[seat, k] + w.more[depth, k]
    need = n if op.lo < 0 else op.lo
    if there < need:
        return 0
    return 2 if n > 0 and there > 0 else 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64), merged=True)
def possible(s, t, w, seat, card, row, depth):
    """Look at a row that needs no look into other effects."""
    op = t.op[row]
    code = op.op
    kind = t.count[op.per].kind
    if op.per and ((kind >= DONE and kind <= PAID) or kind == DONE_LOST):
        # how much hangs on earlier rows of the chain, whose effect counts already
        n = 0
    else:
        n = amount(s, t, row, seat, card, -1)
    if code == GAIN or code == LOSE_STONES or code == LOSE_ALL or code == REPLACE:
        return stones_possible(s, t, w, seat, row, n, depth)
    if code == POINTS or code == LOSE_POINTS or code == STEAL or code == THEY_LOSE:
        return points_possible(s, t, w, seat, row, n, depth)
    if code == MOVE:
        return move_possible(s, t, w, seat, card, row, n, depth)
    if code == MOVE_SELF:
        return 2 if in_area(s, seat, card) else 0
    if code == UPGRADE or code == LOSE_ANY:
        return given_possible(s, t, w, seat, row, n, depth)
    if code == MOVE_ALL:
        return 2 if number_found(s, t, op.zone, op.filter, seat, card) else 1
    if code == MEND or code == UNCURSE or code == CURSE:
        return curses_possible(s, t, w, seat, row, n, depth)
    if code == ADD_CURSES:
        return targets_possible(s, t, seat, card, row)
    if code == PAY or code == PAY_ANY:
        return payment_possible(s, t, w, seat, row, n, depth)
    if code == ATTACK or code == SWAP:
        return attack_possible(s, t, seat, card, row)
    if code == DRAW or code == REVEAL:
        left = s.pile_n + size(s.discard[0]) + size(s.discard[1])
        n = min(n, left)
        if op.to == HAND and code == DRAW:
            w.more[depth, CARDS_MORE] += n
        return 2 if n > 0 else 1
    return 2
