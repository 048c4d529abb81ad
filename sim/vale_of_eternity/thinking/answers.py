"""Choices inside effects: which card, player, part, effect or stones."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, void

from sim.jit import inner
from sim.vale_of_eternity.codes import (
    ADD_CURSES,
    AREA,
    ATTACK,
    COPY,
    DISCARD,
    DISPLAY,
    DONE_COST,
    EMPTY_AREAS,
    FREE_SUMMON,
    HAND,
    INSTANT,
    MEND,
    POINTS,
    SHELTER,
    SOOTHED,
    SWAP,
    THEN,
)
from sim.vale_of_eternity.counts import found
from sim.vale_of_eternity.options import NOTHING, card_of, kind_of, number_of, seat_of, stones_of
from sim.vale_of_eternity.state import (
    CHOOSE_CARD,
    CHOOSE_EFFECT,
    CHOOSE_FAMILY,
    CHOOSE_GAIN,
    CHOOSE_NUMBER,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_SEAT,
    CHOOSE_STONES,
    CHOOSE_SUMMONER,
    CHOOSE_UPGRADE,
    END_CHECK,
    STATE,
)
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.thinking.amounts import gain_answer, payment_answer
from sim.vale_of_eternity.thinking.artifacts_worth import family_answer, upgrade_answer
from sim.vale_of_eternity.thinking.cards_worth import future_worth, hand_worth, summoned_worth
from sim.vale_of_eternity.thinking.curses import A_CURSE, A_SOOTHED, number_answer
from sim.vale_of_eternity.thinking.memory import (
    FACTS,
    HEED,
    MEMORY,
    OPTIONS,
    RATINGS,
    SLOT,
    SOON,
    TURNS,
    USES,
    WIDTH,
    WORTH,
)
from sim.vale_of_eternity.thinking.programs import program_value
from sim.vale_of_eternity.thinking.summoners import summoner_answer
from sim.vale_of_eternity.zones import card_at

NOWHERE = -1000.0  # there is no card to put tokens on


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def more_curses(s, t, m, seat, card, n):
    """Return what `n` more curse tokens (or fewer) on a card of the area are worth.

    That is what the card does for longer, or shorter. The place that a soothed card frees is not
    counted: a card need not be cursed and lost for it.
    """
    uses, slot = m[USES], m[SLOT]
    m[SLOT] = 0.0
    if s.phase == END_CHECK:
        m[USES] = m[TURNS]  # this round's curse phase is over
    before = future_worth(s, t, m, seat, card)
    s.tokens[card] += n
    after = m[HEED] * A_SOOTHED
    if s.tokens[card] > 0:
        after = future_worth(s, t, m, seat, card)
    s.tokens[card] -= n
    m[USES], m[SLOT] = uses, slot
    return after - before


@inner(float64(STATE, TABLES, MEMORY, int64, int64, int64))
def best_curses(s, t, m, seat, card, row):
    """Return what the curse tokens of a row are worth on the card that they suit best."""
    op = t.op[row]
    best = NOWHERE
    for word in range(2):
        cards = found(s, t, AREA, op.filter, seat, card, word)
        while cards:
            other = card_at(word, cards)
            cards &= cards - 1
            if op.n > 0 or s.tokens[other] > 0:
                best = max(best, more_curses(s, t, m, seat, other, op.n))
    return best


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def card_answer(s, t, m, seat, option):
    """Return how good it is to choose a card for the effect on top of the stack."""
    card = card_of(option)
    frame = s.frame[s.depth - 1]
    row = int(frame.pc)
    op = t.op[row]
    code = op.op
    if code == ATTACK or code == SWAP:
        # the own card to be given up
        return -future_worth(s, t, m, seat, card) - 0.01 * t.cost[card]
    if code == ADD_CURSES:
        return more_curses(s, t, m, seat, card, op.n)
    if code == FREE_SUMMON:
        return summoned_worth(s, t, m, seat, card)
    if code == COPY:
        program = t.instant[card] if op.arg == INSTANT else t.resolution[card]
        return program_value(s, t, m, seat, card, program, 0)
    value = 0.0
    if op.zone == HAND or (op.zone == SHELTER and op.to == DISCARD):
        value = -hand_worth(s, t, m, seat, card, 3)
    elif op.zone == AREA:
        value = -future_worth(s, t, m, seat, card)
    elif seat_of(option) != seat:
        value = 1.0
    if op.to == HAND or (op.to == SHELTER and op.zone == DISPLAY):
        value += hand_worth(s, t, m, seat, card, 3) + 0.01 * t.cost[card]
        value -= m[HEED] * A_CURSE * s.tokens[card]
    elif op.to == SOOTHED:
        value += m[HEED] * A_SOOTHED
    if op.flag & THEN and t.op[row + 1].op == POINTS:
        per = t.op[row + 1].per
        if per and t.count[per].kind == DONE_COST:
            value += t.op[row + 1].n * t.cost[card]
        elif per and t.count[per].kind == EMPTY_AREAS and op.zone == AREA:
            value += t.op[row + 1].n
    return value


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def effect_answer(s, t, m, seat, option):
    """Return how soon a resolution effect is used, by a fact about its card."""
    return m[FACTS + WIDTH * card_of(option) + SOON]


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def part_answer(s, t, m, seat, option):
    """Return how good a part of the effect on top of the stack is."""
    frame = s.frame[s.depth - 1]
    row = t.op[int(frame.pc) + 1 + number_of(option)].jump
    if t.op[row].op == ADD_CURSES:
        return best_curses(s, t, m, seat, int(frame.card), row)
    return program_value(s, t, m, seat, int(frame.card), row, 0)


@inner(void(STATE, TABLES, MEMORY, int64, OPTIONS, int64), merged=True)
def rate_answers(s, t, m, seat, options, n):
    """Rate the answers to a choice inside an effect."""
    for k in range(n):
        option = options[k]
        if s.decision == CHOOSE_STONES:
            value = -(
                stones_of(option, 0) * m[WORTH]
                + stones_of(option, 1) * m[WORTH + 1]
                + stones_of(option, 2) * m[WORTH + 2]
            )
        elif kind_of(option) == NOTHING:
            value = 0.0
        elif s.decision == CHOOSE_CARD:
            value = card_answer(s, t, m, seat, option)
        elif s.decision == CHOOSE_SEAT:
            # the leader of the others; oneself only if there is nobody else
            target = seat_of(option)
            value = -1000.0 if target == seat else 1.0 * s.score[target]
        elif s.decision == CHOOSE_PART:
            value = part_answer(s, t, m, seat, option)
        elif s.decision == CHOOSE_FAMILY:
            value = family_answer(s, t, seat, option)
        elif s.decision == CHOOSE_UPGRADE:
            value = upgrade_answer(s, m, seat, option)
        elif s.decision == CHOOSE_EFFECT:
            value = effect_answer(s, t, m, seat, option)
        elif s.decision == CHOOSE_NUMBER:
            row = np.int64(s.frame[s.depth - 1].pc)
            value = number_answer(s, m, seat, t.op[row].op == MEND, option)
        elif s.decision == CHOOSE_GAIN:
            value = gain_answer(s, t, m, seat, np.int64(s.frame[s.depth - 1].pc), option)
        elif s.decision == CHOOSE_PAYMENT:
            value = payment_answer(s, t, m, seat, np.int64(s.frame[s.depth - 1].pc), option)
        elif s.decision == CHOOSE_SUMMONER:
            value = summoner_answer(s, t, m, seat, option)
        else:
            value = 0.0
        m[RATINGS + k] = value
