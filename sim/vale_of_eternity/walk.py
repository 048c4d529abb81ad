"""Can an effect be resolved? One walker over the very rows that carry the effect out.

It answers 0 (no), 1 (yes, but without effect) or 2 (yes), and is asked before a summon, before an
option is listed, and for "available in the resolution phase". On its way it supposes what earlier
rows would do: stones and points gained or lost, cards drawn; and where a later row depends on which
cards are where, it moves them in the state and puts them back.
"""

from __future__ import annotations

import numpy as np
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

NOBODY = -1
MOST_PARTS = 16
MOST_ASKED = 128

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
    if code == MOVE_SELF:
        return 2 if in_area(s, seat, card) else 0
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


@inner(int64(TABLES, int64, int64))
def asks(t, row, mode):
    """Return 1 if the answer to a row hangs on other programs, or on where cards are."""
    code = t.op[row].op
    if code == MOVE or code == MOVE_SELF:
        if mode == CHAIN and not t.op[row].flag & THEN:
            return 0
        return 1 if code == MOVE_SELF or (t.looks_at_hand[row] and t.op[row].lo < 0) else 0
    if code == FREE_SUMMON or code == CHOOSE or code == COPY or code == RUN_ALL:
        return 1
    return 0


@inner(int64(STATE, TABLES, int64, int64, int64))
def parts_needed(s, t, seat, card, row):
    """Return how many parts of a choice have to be chosen at least."""
    n = amount(s, t, row, seat, card, -1)
    return n if t.op[row].lo < 0 else t.op[row].lo


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def ask_parts(s, t, w, seat, card, row, depth):
    """Note the parts of a choice, or the pairs of parts if two have to be chosen."""
    op = t.op[row]
    n = op.arg
    for k in range(op.arg):
        w.asked[depth, k] = k
    if parts_needed(s, t, seat, card, row) == 2:
        n = 0
        for k in range(op.arg):
            for j in range(op.arg):
                if j != k and n < MOST_ASKED:
                    w.asked[depth, n] = k + (j + 1) * MOST_PARTS
                    n += 1
    return n


@inner(int64(TABLES, int64, int64))
def program_of(t, effect, card):
    """Return the first row of a card's instant or resolution effect."""
    return t.instant[card] if effect == INSTANT else t.resolution[card]


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64))
def ask(s, t, w, seat, card, row, depth, picked):
    """Note the cards or parts that a row's answer hangs on in ``asked``; return their number.

    NOBODY stands for a question that is about no card.
    """
    op = t.op[row]
    code = op.op
    w.asked[depth, 0] = NOBODY
    if code == MOVE_SELF:
        return in_area(s, seat, card)
    if code == MOVE and picked == min(amount(s, t, row, seat, card, -1), MOST_PICKS):
        return 1
    if code == CHOOSE:
        return ask_parts(s, t, w, seat, card, row, depth)
    if code == FREE_SUMMON and area_size(s, seat) >= areas_of(s, seat):
        return 0
    zone = AREA if code == COPY or code == RUN_ALL else op.zone
    n = 0
    for word in range(2):
        cards = found(s, t, zone, op.filter, seat, card, word)
        if code == RUN_ALL or (code == COPY and op.arg != INSTANT):
            cards &= t.resolution_mask[word]
        elif code == COPY:
            cards &= t.instant_mask[word]
        while cards:
            other = card_at(word, cards)
            cards &= cards - 1
            # a copied effect copies no copying effect
            if code != COPY or depth == 0 or not t.copies[program_of(t, op.arg, other)]:
                w.asked[depth, n] = other
                n += 1
    return n


@inner(int64(TABLES, int64, int64, int64, int64))
def asked_row(t, row, about, part, picked):
    """Return the first row of the program that a question is about."""
    op = t.op[row]
    code = op.op
    if code == FREE_SUMMON:
        return t.instant[about]
    if code == CHOOSE:
        return t.op[row + 1 + (about // MOST_PARTS - 1 if part else about % MOST_PARTS)].jump
    if code == COPY:
        return program_of(t, op.arg, about)
    if code == RUN_ALL:
        return t.resolution[about]
    return row if code == MOVE and about >= 0 else row + 1


@inner(int64(TABLES, int64, int64, int64))
def asked_card(t, row, card, about):
    """Return whose effect the program is that a question is about."""
    op = t.op[row]
    if op.op == FREE_SUMMON or op.op == RUN_ALL:
        return about
    return about if op.op == COPY and not op.flag & AS_SELF else card


@inner(int64(TABLES, int64, int64))
def asked_mode(t, row, mode):
    """Return how the program that a question is about has to be resolved."""
    op = t.op[row]
    if op.op == MOVE or op.op == MOVE_SELF:
        return mode
    return PARTS if op.op == RUN_ALL or (op.op == COPY and op.arg != INSTANT) else WHOLE


@inner(void(STATE, TABLES, int64, int64, int64, int64))
def suppose_moved(s, t, seat, card, row, about):
    """Move cards as a row would before a question; done once more, it takes them back."""
    op = t.op[row]
    if op.op == MOVE_SELF:
        toggle(s, AREA, seat, card)
        toggle(s, op.to, seat, card)
    elif op.op == MOVE and about >= 0:
        toggle(s, HAND, seat, about)
    elif op.op == FREE_SUMMON:
        toggle(s, op.zone, seat, about)
        toggle(s, AREA, seat, about)


@inner(int64(STATE, TABLES, int64, int64, int64, int64, int64))
def verdict(s, t, seat, card, row, got, ways):
    """Return what the answers to a row's questions mean: the best one, and how many were yes."""
    op = t.op[row]
    code = op.op
    if code == CHOOSE:
        need = parts_needed(s, t, seat, card, row)
        return 0 if ways < (1 if need == 2 else need) else max(got, 1)
    if code == RUN_ALL:
        return max(got, 1)
    if code == COPY and op.arg != INSTANT:
        return 2 if got == 2 else 0 if op.flag & THEN else 1
    if code == COPY:
        return got
    return 2 if got else 0


@kernel(int64(STATE, TABLES, SCRATCH, int64, int64, int64, int64, int64, int64))
def walk(s, t, w, seat, card, row, mode, depth, picked):
    """Return whether the program at `row`, as an effect of a seat's `card`, can be resolved.

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

    Notes
    -----
    The function calls itself at one place only: each further one doubles the time to compile it.
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
        by_chain = mode == PARTS
        n = 0
        if by_chain:
            n = 1
        elif asks(t, row, mode):
            n = ask(s, t, w, seat, card, row, depth, picked)
        got = 0
        ways = 0
        for k in range(n):
            about = NOBODY if by_chain else w.asked[depth, k]
            steps = 2 if code == CHOOSE and about >= MOST_PARTS and not by_chain else 1
            deeper = not by_chain and about >= 0
            if deeper:
                go_deeper(w, depth)
            if not by_chain:
                suppose_moved(s, t, seat, card, row, about)
            one = 1
            for step in range(steps):
                if code == FREE_SUMMON and t.sure[about] and not by_chain:
                    one = 2
                elif one:
                    start = row if by_chain else asked_row(t, row, about, step, picked)
                    own = card if by_chain else asked_card(t, row, card, about)
                    one = walk(
                        s, t, w, seat, own, start,
                        np.int64(CHAIN) if by_chain else asked_mode(t, row, mode),
                        depth + 1 if deeper else depth,
                        picked + 1 if code == MOVE and deeper else np.int64(0),
                    )  # fmt: skip
            if not by_chain:
                suppose_moved(s, t, seat, card, row, about)
            got = max(got, one)
            ways += one > 0
            if got == 2 and code != CHOOSE:
                break
        if by_chain:
            best = max(best, got)
            row = t.chain_next[row] if got else t.chain_end[row]
            continue
        if not asks(t, row, mode):
            got = possible(s, t, w, seat, card, row, depth)
        else:
            got = verdict(s, t, seat, card, row, got, ways)
        if got == 0:
            return 0
        if (code == MOVE_SELF or code == MOVE) and asks(t, row, mode):
            return 2  # the question was about all the rest
        here = max(here, got)
        if mode == CHAIN and not op.flag & THEN:
            return here
        row = op.jump if code == CHOOSE else row + 1
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
