"""The best choices of a hand, exactly.

All combinations are tried; of equal scores the one with the fewest choices used, then the first in
the order of choices and of the card file, is kept. The last choice that gives a slot a new face is
tried last of all, even after penalties to clear were chosen, since its options are scored by the
difference they make (:mod:`sim.fantasy_realms.last_faces`).
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import size
from sim.fantasy_realms.ceiling import ceiling
from sim.fantasy_realms.choices import find_choosers, make_choice, make_pick, take_back
from sim.fantasy_realms.last_faces import keep_if_better, try_copies, try_suits
from sim.fantasy_realms.masks import UNKNOWN, hand_set, score_set
from sim.fantasy_realms.matching import lay_out
from sim.fantasy_realms.options import enter_level, note_reading, tell_apart
from sim.fantasy_realms.points import UNMET
from sim.fantasy_realms.scoring import evaluate
from sim.fantasy_realms.tables import (
    CHOICE_COPY_CARD,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    CHOICE_SHIELD_ONE,
    F_CHOICE,
    HAND,
    TABLES,
)
from sim.jit import apart, inner, kernel


@inner(int64(TABLES, HAND), merged=True)
def level_that_keeps(t, h):
    """Return the level of the choice to keep a card from being blanked, if few cards need be tried.

    To keep a card that would not be blanked changes nothing as long as at most two cards blank
    others and at most two blank themselves. Among three it might: kept, the card counts for certain
    before others go in a cycle. There all cards are tried, as where two choices keep a card (-1).
    """
    level = -1
    copied = 0
    for k in range(h.depth):
        kind = t.choice[h.card[h.chooser[k]]]
        if kind == CHOICE_SHIELD_ONE:
            if level >= 0:
                return -1
            level = k
        copied += kind == CHOICE_COPY_CARD
    return level if max(size(h.blankers), size(h.selfish)) + copied <= 2 else -1


@inner(void(TABLES, HAND, int64), merged=True)
def prepare(t, h, floor):
    """Note what the hand can tell apart, and put the last choice of a face behind all others.

    A score that is not above the floor is never better than the best so far, which has no choices.
    """
    note_reading(t, h)
    tell_apart(t, h)
    h.best = floor
    h.best_used = -1
    h.final = -1
    for level in range(h.depth):
        kind = t.choice[h.card[h.chooser[level]]]
        if kind == CHOICE_COPY_FACE or kind == CHOICE_GIVE_SUIT:
            h.final = level
    steps = 0
    for level in range(h.depth):
        if level != h.final:
            h.step[steps] = level
            steps += 1
    if h.final >= 0:
        h.step[steps] = h.final
    h.keeping = level_that_keeps(t, h) if h.final >= 0 else -1


@inner(int64(TABLES, HAND, int64), merged=True)
def choose_next(t, h, step):
    """Let the last step up to `step` that has an option left choose it; -1 if none has."""
    while step >= 0:
        level = h.step[step]
        if h.pick[level, 0] >= 0:
            take_back(t, h, level)
        k = h.cursor[level]
        if k < h.n_options[level]:
            h.cursor[level] = k + 1
            make_pick(t, h, level, h.options[level, k, 0], h.options[level, k, 1])
            return step
        step -= 1
    return -1


@apart(int64(TABLES, HAND, int64[::1], int64, int64))
def best_above(t, h, cards, n, floor):
    """Return the best score of a hand as :func:`best_score` does, if it is above a floor.

    Parameters
    ----------
    floor : int
        What it has to exceed to be of interest.

    Returns
    -------
    int
        The score; if that isn't above the floor, any number that is not either. The choices in `h`
        are only those of a score above the floor.
    """
    h.depth = 0
    hand = hand_set(t, cards, n)
    if hand and hand & t.masks.choosing == 0:
        score = score_set(t, hand)
        if score != UNKNOWN:
            return score
    lay_out(t, h, cards, n)
    if not h.traits & F_CHOICE:
        return evaluate(t, h)
    find_choosers(t, h)
    prepare(t, h, floor)
    last = h.depth - 1 - (h.final >= 0)  # the last step that chooses one option after another
    step = -1
    while True:
        while step < last:
            step += 1
            enter_level(t, h, h.step[step])
        if h.final < 0:
            keep_if_better(h, evaluate(t, h))
        elif t.choice[h.card[h.chooser[h.final]]] == CHOICE_COPY_FACE:
            try_copies(t, h, h.final)
        elif h.best == UNMET or ceiling(t, h) > h.best - (h.best_used >= 0):
            try_suits(t, h, h.final)
        step = choose_next(t, h, last)
        if step < 0:
            return h.best


@kernel(int64(TABLES, HAND, int64[::1], int64))
def best_score(t, h, cards, n):
    """Return the best score of a hand over all legal choices, exactly.

    Parameters
    ----------
    t, h : record
        Card tables and scratch.
    cards : int64 array
        Card indices in rising order; the first `n` are read.

    Returns
    -------
    int
        The score. `h` holds the choices that reach it in ``depth``, ``chooser`` and ``best_pick``;
        the hand itself only if there are any.
    """
    return best_above(t, h, cards, n, UNMET)


@apart(int64(TABLES, HAND, int64[::1], int64))
def make_best_choices(t, h, cards, n):
    """Make the choices that :func:`best_score` just found for a hand, and score it so.

    Returns
    -------
    int
        The score; `h` holds the scored hand.
    """
    if h.depth == 0:
        lay_out(t, h, cards, n)
    for level in range(h.depth):
        if h.best_pick[level, 0] >= 0:
            make_choice(t, h, h.chooser[level], h.best_pick[level, 0], h.best_pick[level, 1])
    return evaluate(t, h)


@inner(int64(TABLES, HAND, int64[::1], int64))
def score_best_choices(t, h, cards, n):
    """Return what :func:`best_score` returns and leave the hand in `h` as scored so."""
    best_score(t, h, cards, n)
    return make_best_choices(t, h, cards, n)
