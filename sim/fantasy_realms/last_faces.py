"""Trying the last choice of a hand when it gives a slot a new face."""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.blanking import counts_without
from sim.fantasy_realms.choices import match_printed, suits_given
from sim.fantasy_realms.giving import (
    change_with,
    live_terms,
    lost_by,
    score_live,
    weigh_suits,
)
from sim.fantasy_realms.matching import match_face
from sim.fantasy_realms.options import list_faces, suits_for, vain_faces
from sim.fantasy_realms.points import UNMET, points_with
from sim.fantasy_realms.scoring import evaluate, settle
from sim.fantasy_realms.suit_rows import note_suit_rows, scores_suits
from sim.fantasy_realms.tables import (
    CARD,
    F_ALONE,
    F_STRANGE,
    HAND,
    TABLES,
)
from sim.fantasy_realms.trial import SAME, UNCLEAR, foresee, score_anew, score_then, score_unsettled
from sim.jit import inner


@inner(int64(HAND), merged=True)
def precedes_best(h):
    """Return 1 if the picks at hand come before the best so far, in the order of choices."""
    for level in range(h.depth):
        for k in range(2):
            if h.pick[level, k] != h.best_pick[level, k]:
                return h.pick[level, k] < h.best_pick[level, k]
    return 0


@inner(void(HAND, int64))
def keep_if_better(h, score):
    """Keep the picks at hand if they score more than the best so far, or as much with fewer.

    Of as many, those that come first in the order of choices and of the card file are kept.
    """
    if score < h.best:
        return
    used = 0
    for level in range(h.depth):
        used += h.pick[level, 0] >= 0
    if score == h.best:
        if used > h.best_used or (used == h.best_used and not precedes_best(h)):
            return
    h.best = score
    h.best_used = used
    for level in range(h.depth):
        h.best_pick[level, 0] = h.pick[level, 0]
        h.best_pick[level, 1] = h.pick[level, 1]


@inner(void(HAND, int64, int64, int64, int64))
def keep_option(h, level, a, b, score):
    """Keep the picks at hand with option (a, b) at a level if they are better."""
    if score >= h.best:
        h.pick[level, 0] = a
        h.pick[level, 1] = b
        keep_if_better(h, score)
        h.pick[level, 0] = -1
        h.pick[level, 1] = -1


@inner(int64(TABLES, HAND))
def not_yet_clearable(t, h):
    """Return the slots chosen, to clear or keep, that don't match their chooser's filter yet."""
    slots = 0
    for level in range(h.final + 1, h.depth):
        i = h.chooser[level]
        a = h.pick[level, 0]
        if a >= 0 and h.match[0, i, a] & t.choice_term[h.card[i]] == 0:
            slots |= 1 << a
    return slots


@inner(int64(TABLES, HAND, int64, int64, int64))
def may_clear_then(t, h, j, name, suits):
    """Return 1 if slot j with a face matches the filters of all choosers that chose it."""
    for level in range(h.final + 1, h.depth):
        i = h.chooser[level]
        if h.pick[level, 0] == j:
            match = match_face(t, h.rule[i], 1 if i == j else 0, name, suits, 0)
            if match & t.choice_term[h.card[i]] == 0:
                return 0
    return 1


@inner(void(TABLES, HAND, int64, int64, int64, int64, int64, int64))
def try_kept(t, h, level, a, b, j, suits, before):
    """Try option (a, b), just tried, once more with each card kept that only it gets blanked.

    Leaves the hand settled as it was without the option if any is tried.

    Parameters
    ----------
    j, suits : int
        The slot that gets a face, and the suits of that.
    before : int
        Slots blanked without the option: to keep them is tried as an option of its own.
    """
    if h.keeping < 0 or h.pick[h.keeping, 0] >= 0:
        return
    left = h.then_blanked & ~(before | h.kept | h.sturdy)
    if left == 0:
        return
    name = h.name[j] if b >= 0 else t.name[a]
    i = h.chooser[h.keeping]
    while left:
        k = lowest(left)
        left &= left - 1
        match = h.match[0, i, k]
        if k == j:
            match = match_face(t, h.rule[i], 1 if i == j else 0, name, suits, 0)
        if match & t.choice_term[h.card[i]]:
            h.kept |= 1 << k
            h.pick[h.keeping, 0] = k
            keep_option(h, level, a, b, score_unsettled(t, h, j, name, suits))
            h.pick[h.keeping, 0] = -1
            h.kept &= ~(1 << k)
    h.memo_slot = -1
    settle(t, h)


@inner(void(TABLES, HAND, int64, int64, int64, int64, int64, int64))
def try_face_anew(t, h, level, a, b, j, suits, before):
    """Try option (a, b), which makes a face in slot j, scored from scratch.

    The hand has to be settled again. If a card may be kept from being blanked, each that only this
    face gets blanked is tried; ``before`` are the others (see :func:`try_kept`).
    """
    name = h.name[j] if b >= 0 else t.name[a]
    keep_option(h, level, a, b, score_unsettled(t, h, j, name, suits))
    try_kept(t, h, level, a, b, j, suits, before)


@inner(void(TABLES, HAND))
def find_loners(t, h):
    """Note the slots that blank cards alone in their suit, in a hand scored by differences."""
    h.loners = 0
    if h.traits & F_ALONE:
        for i in range(h.n):
            h.loners |= (t.traits[h.rule[i] & CARD] & F_ALONE != 0) << i


@inner(int64(TABLES, HAND))
def keeps_nothing(t, h):
    """Return 1 if choices keep cards from being blanked, none of which would be as it stands.

    An option that blanks nobody else need not be tried then: without that choice it scores as much.
    Leaves the hand settled.
    """
    kept = h.kept
    if kept == 0 or h.keeping >= 0:
        return 0
    h.kept = 0
    settle(t, h)
    gone = h.blanked | h.faded
    h.kept = kept
    settle(t, h)
    return gone & kept == 0


@inner(void(TABLES, HAND, int64, int64), merged=True)
def try_suits_anew(t, h, level, targets):
    """Try all suits that the chooser at a level may give, each hand scored from scratch."""
    i = h.chooser[level]
    before = h.blanked | h.faded
    while targets:
        j = lowest(targets)
        targets &= targets - 1
        left = suits_for(t, h, i, j, t.givable[h.card[i]])
        while left:
            suit = lowest(left)
            left &= left - 1
            suits = suits_given(t, h, j, suit)
            if h.depth == level + 1 or may_clear_then(t, h, j, h.name[j], suits):
                try_face_anew(t, h, level, j, suit, j, suits, before)


@inner(void(TABLES, HAND, int64), merged=True)
def try_suits(t, h, level):
    """Try all slots and suits that the chooser at a level may give."""
    i = h.chooser[level]
    targets = ((1 << h.n) - 1) & ~(1 << i) & ~h.fixed & ~vain_faces(t, h, level)
    waiting = not_yet_clearable(t, h)
    if waiting & (waiting - 1):
        return
    if waiting:
        targets &= waiting
    base = evaluate(t, h)
    if waiting == 0:
        keep_if_better(h, base)
    idle = keeps_nothing(t, h)
    if h.traits & F_STRANGE:
        try_suits_anew(t, h, level, targets)
        return
    h.memo_slot = -1
    find_loners(t, h)
    suits = 0
    left = targets
    while left:
        j = lowest(left)
        left &= left - 1
        own = suits_for(t, h, i, j, t.givable[h.card[i]])
        h.gives[j] = own
        suits |= own
    targets = weigh_suits(t, h, targets, suits, idle)
    if targets == 0:
        return
    note_suit_rows(t, h, targets & ~h.blanked)
    while targets:
        j = lowest(targets)
        targets &= targets - 1
        left = h.gives[j]
        if idle or ((h.blanked >> j) & 1 and not waiting):
            left &= h.live[j]
        while left:
            suit = lowest(left)
            left &= left - 1
            if h.depth > level + 1 and not may_clear_then(t, h, j, h.name[j], 1 << suit):
                continue
            score = base + change_with(t, h, j, suit)
            if (h.live[j] >> suit) & 1:
                score = score_live(t, h, j, suit, score)
                keep_option(h, level, j, suit, score)
                try_kept(t, h, level, j, suit, j, 1 << suit, h.blanked)
            else:
                keep_option(h, level, j, suit, score)


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def match_copied(t, h, i, j, c):
    """Return how slot i matches slot j with the printed face of card c."""
    if (h.struck >> i) & 1 or i == j:
        itself = 1 if i == j else 0
        return match_face(t, h.rule[i], itself, t.name[c], t.suits[c], lost_by(h, i))
    return match_printed(t, h, i, c)


@inner(int64(TABLES, HAND, int64, int64, int64, int64), merged=True)
def score_of_copy(t, h, j, c, base, idle):
    """Return the score with the face of card c in slot j, given that of the settled hand.

    Parameters
    ----------
    idle : int
        See :func:`keeps_nothing`; ``UNMET`` is returned for what need not be tried.
    """
    old = (h.name[j], h.suits[j])
    h.name[j] = t.name[c]
    h.suits[j] = t.suits[c]
    change = 0
    live = h.loners
    for i in range(h.n):
        new = match_copied(t, h, i, j, c)
        h.column[i] = new
        layer = (h.struck >> i) & 1
        before = h.match[layer, i, j]
        rule = h.rule[i] & CARD
        if new == before and not scores_suits(t, rule):
            continue
        live |= (new ^ before) & live_terms(t, h, i, j)
        if ((h.blanked >> i) | (h.blanked >> j)) & 1:
            continue
        if layer or (new ^ before) & t.scored_terms[rule] or scores_suits(t, rule):
            counts = counts_without(h, i, h.blanked) + new - before
            h.match[layer, i, j] = new
            change += points_with(t, h, i, counts) - h.slot_points[0, i]
            h.match[layer, i, j] = before
    h.name[j], h.suits[j] = old
    h.then_blanked = h.blanked
    if not live:
        return UNMET if idle else base + change
    then = foresee(t, h, j, t.suits[c])
    if then == UNCLEAR:
        return score_anew(t, h, j, t.name[c], t.suits[c])
    return base + change if then == SAME else score_then(t, h, j, t.name[c], t.suits[c])


@inner(void(TABLES, HAND, int64), merged=True)
def try_copies(t, h, level):
    """Try all faces that the chooser at a level may copy."""
    j = h.chooser[level]
    waiting = not_yet_clearable(t, h)
    if waiting & ~(1 << j):
        return
    base = evaluate(t, h)
    if waiting == 0:
        keep_if_better(h, base)
    idle = keeps_nothing(t, h)
    find_loners(t, h)
    before = h.blanked | h.faded
    h.n_options[level] = 0
    list_faces(t, h, level, j)
    for k in range(h.n_options[level]):
        c = h.options[level, k, 0] & CARD
        if h.depth == level + 1 or may_clear_then(t, h, j, t.name[c], t.suits[c]):
            if h.traits & F_STRANGE:
                try_face_anew(t, h, level, c, -1, j, t.suits[c], before)
            else:
                keep_option(h, level, c, -1, score_of_copy(t, h, j, c, base, idle))
                try_kept(t, h, level, c, -1, j, t.suits[c], before)
