"""Can an effect be resolved? One walker over the very rows that carry the effect out.

It answers 0 (no), 1 (yes, but without effect) or 2 (yes), and is asked before a summon, before an
option is listed, and for "available in the resolution phase". On its way it supposes what earlier
rows would do: stones and points gained or lost, cards drawn; and where a later row depends on which
cards are where, it moves them in the state and puts them back.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import size
from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import (
    AREA,
    AS_SELF,
    ATTACK,
    CHOOSE,
    COPY,
    DONE,
    DONE_LOST,
    DRAW,
    EACH_OPPONENT,
    EACH_PLAYER,
    END,
    FREE_SUMMON,
    GAIN,
    HAND,
    IF,
    INSTANT,
    JUMP,
    LOSE_ALL,
    LOSE_POINTS,
    LOSE_STONES,
    MOVE,
    MOVE_ALL,
    MOVE_SELF,
    MUST,
    PAID,
    POINTS,
    REPLACE,
    RUN_ALL,
    STEAL,
    SWAP,
    THEN,
    THEY_LOSE,
)
from sim.vale_of_eternity.counts import amount, found, holds_true, number_found
from sim.vale_of_eternity.rulings import LOSE_REQUIRES_POINTS
from sim.vale_of_eternity.state import CHAIN, PARTS, SCRATCH, STATE, WHOLE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.zones import (
    area_size,
    areas_of,
    card_at,
    in_area,
    toggle,
)

DEEPEST = 6  # effects within effects that are looked into
MOST_PICKS = 2  # cards of a hand whose discard is tried out one by one

# What is supposed, a column each: 0 to 2 stones, 3 points, 4 cards drawn, 5 cards gone from
# the hand.
SUPPOSED = 6
POINTS_MORE = 3
CARDS_MORE = 4
CARDS_FEWER = 5


@inner(void(SCRATCH))
def suppose_nothing(w):
    """Forget what was supposed."""
    for k in range(SUPPOSED):
        w.more[0, k] = 0


@inner(void(SCRATCH, int64))
def go_deeper(w, depth):
    """Begin a level deeper with what is supposed at this one."""
    for k in range(SUPPOSED):
        w.more[depth + 1, k] = w.more[depth, k]


@inner(int64(SCRATCH, int64, int64, int64, int64, int64))
def suppose_stones(w, depth, sign, red, blue, purple):
    """Suppose that stones are gained (sign 1) or lost (-1); return 2 if there are any."""
    w.more[depth, 0] += sign * red
    w.more[depth, 1] += sign * blue
    w.more[depth, 2] += sign * purple
    return 2 if red or blue or purple else 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
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


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
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


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64))
def move_possible(s, t, w, seat, card, row, n, depth):
    """Look at a row that moves chosen cards; `n` is its amount."""
    op = t.op[row]
    there = number_found(s, t, op.zone, op.filter, seat, card)
    if op.zone == HAND:
        there -= w.more[depth, CARDS_FEWER]
        if op.filter == 0:
            there += w.more[depth, CARDS_MORE]
    need = n if op.lo < 0 else op.lo
    if there < need:
        return 0
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
    if code == MOVE_ALL:
        return 2 if number_found(s, t, op.zone, op.filter, seat, card) else 1
    if code == ATTACK or code == SWAP:
        return attack_possible(s, t, seat, card, row)
    if code == DRAW:
        left = s.pile_n + size(s.discard[0]) + size(s.discard[1])
        n = min(n, left)
        if op.to == HAND:
            w.more[depth, CARDS_MORE] += n
        return 2 if n > 0 else 1
    return 2


@kernel(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64, int64))
def walk(s, t, w, seat, card, row, mode, depth, picked):
    """Return whether the program at `row`, as an effect of a seat's `card`, can be resolved.

    All that asks about other effects stands here, since only a function itself may call itself.

    Parameters
    ----------
    mode : int
        ``WHOLE``: all its chains have to; ``PARTS``: one is enough; ``CHAIN``: only the first
        chain counts.
    depth : int
        Effects this one lies in: the row of ``more`` that holds what is supposed.
    picked : int
        Cards that row `row` already moved.

    Returns
    -------
    int
        0: no, 1: yes, but without effect, 2: yes.
    """
    if row == NO_PROGRAM:
        return 1
    if depth >= DEEPEST:
        return 0
    best = 1
    here = 1  # what the chain at hand does
    while True:
        op = t.op[row]
        code = op.op
        if code == END:
            return max(best, here)
        if code == JUMP:
            row = op.jump
            continue
        if code == IF:
            if mode == CHAIN:
                return here
            row = row + 1 if holds_true(s, t, row, seat, card, -1) else op.jump
            best = max(best, here)
            here = 1
            continue
        if mode == PARTS:
            got = walk(s, t, w, seat, card, row, CHAIN, depth, 0)
            best = max(best, got)
            row = t.chain_next[row] if got else t.chain_end[row]
            continue
        after = op.jump if code == CHOOSE else row + 1
        last = mode == CHAIN and not op.flag & THEN
        got = 0
        if code == MOVE_SELF:
            if not in_area(s, seat, card):
                return 0
            if last or t.op[after].op == END:
                return 2
            toggle(s, AREA, seat, card)
            toggle(s, op.to, seat, card)
            got = walk(s, t, w, seat, card, after, mode, depth, 0)
            toggle(s, op.to, seat, card)
            toggle(s, AREA, seat, card)
            return 2 if got else 0
        if code == MOVE and t.looks_at_hand[row] and not last and op.lo < 0:
            n = amount(s, t, row, seat, card, -1)
            if n <= MOST_PICKS:
                if picked == n:
                    return 2 if walk(s, t, w, seat, card, after, mode, depth, 0) else 0
                for word in range(2):
                    cards = found(s, t, HAND, op.filter, seat, card, word)
                    while cards:
                        other = card_at(word, cards)
                        cards &= cards - 1
                        toggle(s, HAND, seat, other)
                        go_deeper(w, depth)
                        got = walk(s, t, w, seat, card, row, mode, depth + 1, picked + 1)
                        toggle(s, HAND, seat, other)
                        if got:
                            return 2
                return 0
        if code == FREE_SUMMON:
            if area_size(s, seat) < areas_of(s, seat):
                for word in range(2):
                    cards = found(s, t, op.zone, op.filter, seat, card, word)
                    while cards and not got:
                        other = card_at(word, cards)
                        cards &= cards - 1
                        got = 2
                        if not t.sure[other]:
                            toggle(s, op.zone, seat, other)
                            toggle(s, AREA, seat, other)
                            go_deeper(w, depth)
                            got = walk(s, t, w, seat, other, t.instant[other], WHOLE, depth + 1, 0)
                            toggle(s, AREA, seat, other)
                            toggle(s, op.zone, seat, other)
        elif code == CHOOSE:
            need = amount(s, t, row, seat, card, -1)
            need = need if op.lo < 0 else op.lo
            ways = 0
            for k in range(1, op.arg + 1):
                go_deeper(w, depth)
                one = walk(s, t, w, seat, card, t.op[row + k].jump, WHOLE, depth + 1, 0)
                pair = need != 2
                for j in range(1, op.arg + 1):
                    if one and not pair and j != k:
                        go_deeper(w, depth + 1)
                        pair = (
                            walk(s, t, w, seat, card, t.op[row + j].jump, WHOLE, depth + 2, 0) > 0
                        )
                if one and pair:
                    got = max(got, one)
                    ways += 1
            if ways < need:
                return 0
            got = max(got, 1)
        elif code == COPY:
            for word in range(2):
                cards = found(s, t, AREA, op.filter, seat, card, word)
                cards &= t.instant_mask[word] if op.arg == INSTANT else t.resolution_mask[word]
                while cards and got < 2:
                    other = card_at(word, cards)
                    cards &= cards - 1
                    start = t.instant[other] if op.arg == INSTANT else t.resolution[other]
                    if depth and t.copies[start]:
                        continue
                    self = card if op.flag & AS_SELF else other
                    go_deeper(w, depth)
                    if op.arg == INSTANT:
                        got = max(got, walk(s, t, w, seat, self, start, WHOLE, depth + 1, 0))
                    elif walk(s, t, w, seat, self, start, PARTS, depth + 1, 0) == 2:
                        got = 2
            if got == 0 and op.arg != INSTANT and not op.flag & THEN:
                got = 1
        elif code == RUN_ALL:
            got = 1
            for word in range(2):
                cards = found(s, t, AREA, op.filter, seat, card, word) & t.resolution_mask[word]
                while cards and got < 2:
                    other = card_at(word, cards)
                    cards &= cards - 1
                    go_deeper(w, depth)
                    got = walk(s, t, w, seat, other, t.resolution[other], PARTS, depth + 1, 0)
                    got = max(got, 1)
        else:
            got = possible(s, t, w, seat, card, row, depth)
        if got == 0:
            return 0
        here = max(here, got)
        if last:
            return here
        row = after
        picked = 0
        if not op.flag & THEN:
            best = max(best, here)
            here = 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def can_summon(s, t, w, seat, card, zone):
    """Return 1 if a card of a zone may enter the area: there is room, and its instant is possible.

    Judged with the card already in the area; what it costs is another question.
    """
    if area_size(s, seat) >= areas_of(s, seat):
        return 0
    if t.sure[card]:
        return 1
    toggle(s, zone, seat, card)
    toggle(s, AREA, seat, card)
    suppose_nothing(w)
    got = walk(s, t, w, seat, card, t.instant[card], WHOLE, 0, 0)
    toggle(s, AREA, seat, card)
    toggle(s, zone, seat, card)
    return 1 if got else 0


@inner(int64(STATE, TABLES, SCRATCH, int64, int64))
def is_available(s, t, w, seat, card):
    """Return 1 if a card's resolution effect would do something now."""
    if t.always_acts[card]:
        return 1
    suppose_nothing(w)
    return 1 if walk(s, t, w, seat, card, t.resolution[card], PARTS, 0, 0) == 2 else 0
