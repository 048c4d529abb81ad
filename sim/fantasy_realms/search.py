"""The best choices of a hand, exactly.

All combinations are tried in the order in which choices are made, declined first, so that of equal
scores the one with the fewest choices used, then the first in the order of the card file, is kept.
At the last level an option that leaves alone who is cleared, struck or blanked is scored by the
difference it makes.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.blanking import clear_penalties, counts_without, strike_words
from sim.fantasy_realms.choices import find_choosers, make_choice, make_pick, take_back
from sim.fantasy_realms.masks import UNKNOWN, hand_set, score_set
from sim.fantasy_realms.matching import lay_out, match_face
from sim.fantasy_realms.options import enter_level, is_mentioned, tell_apart
from sim.fantasy_realms.points import UNMET, points_with
from sim.fantasy_realms.scoring import evaluate
from sim.fantasy_realms.tables import (
    CARD,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    F_CHOICE,
    F_PENALTY,
    F_READS_SUITS,
    HAND,
    TABLES,
)
from sim.jit import inner, kernel


@inner(void(HAND, int64))
def keep_if_better(h, score):
    """Keep the picks at hand if they score more than the best so far, or as much with fewer."""
    if score < h.best:
        return
    used = 0
    for level in range(h.depth):
        if h.pick[level, 0] >= 0:
            used += 1
    if score > h.best or used < h.best_used:
        h.best = score
        h.best_used = used
        for level in range(h.depth):
            h.best_pick[level, 0] = h.pick[level, 0]
            h.best_pick[level, 1] = h.pick[level, 1]


@inner(int64(TABLES, HAND, int64, int64))
def live_terms(t, h, i, j):
    """Return the terms of slot i whose match of slot j decides who is cleared, struck or blanked.

    Whether a card without a penalty is cleared makes no difference. A card that lost its penalty
    blanks nobody; nor does one that others blanked, unless in a cycle or by a card that it might
    blank in turn.
    """
    rule = h.rule[i] & CARD
    live = 0
    if t.traits[h.rule[j]] & F_PENALTY:
        live = t.clear_terms[rule]
    if not (h.cleared >> i) & 1:
        if h.cyclic or (h.blankers >> j) & 1 or not (h.hit >> i) & 1:
            live |= t.blanks[rule] | t.self_terms[rule]
    return live


@inner(int64(TABLES, HAND, int64, int64))
def face_readers(t, h, name, suits):
    """Return the slots that may see a face."""
    slots = h.copiers
    while suits:
        slots |= h.readers[lowest(suits)]
        suits &= suits - 1
    if is_mentioned(h, name):
        for i in range(h.n):
            slots |= ((t.mentions[h.rule[i], name // 32] >> (name % 32)) & 1) << i
    return slots


@inner(int64(TABLES, HAND, int64, int64))
def difference(t, h, j, slots):
    """Return by how much the last full evaluation changes with the face that slot j now has.

    Parameters
    ----------
    slots : int
        Slots that may see the old or the new face; ``match`` holds what they saw of the old one.

    Returns
    -------
    int
        The change of the score, or ``UNMET`` if it also changes who is cleared, struck or blanked.
    """
    name = h.name[j]
    suits = h.suits[j]
    change = 0
    while slots:
        i = lowest(slots)
        slots &= slots - 1
        rule = h.rule[i] & CARD
        layer = (h.struck >> i) & 1
        old = h.match[layer, i, j]
        lost = h.lost_words[i] if layer else 0
        new = match_face(t, rule, 1 if i == j else 0, name, suits, lost)
        if new == old and not t.traits[rule] & F_READS_SUITS:
            continue
        if (new ^ old) & live_terms(t, h, i, j):
            return UNMET
        if not ((h.blanked >> i) | (h.blanked >> j)) & 1:
            counts = counts_without(h, i, h.blanked) + new - old
            h.match[layer, i, j] = new
            change += points_with(t, h, i, counts) - h.slot_points[i]
            h.match[layer, i, j] = old
    return change


@inner(int64(TABLES, HAND, int64, int64))
def evaluate_face(t, h, j, slots):
    """Score the hand in full with the face that slot j now has, and forget all of it again."""
    saved = (h.blanked, h.cleared, h.struck, h.hit, h.cyclic)
    for r in range(h.n):
        h.saved_points[r] = h.slot_points[r]
    left = slots
    while left:
        i = lowest(left)
        left &= left - 1
        old = h.match[0, i, j]
        new = match_face(t, h.rule[i], 1 if i == j else 0, h.name[j], h.suits[j], 0)
        h.column[i] = old
        h.match[0, i, j] = new
        h.total[0, i] += new - old
    score = evaluate(t, h)
    while slots:
        i = lowest(slots)
        slots &= slots - 1
        h.total[0, i] += h.column[i] - h.match[0, i, j]
        h.match[0, i, j] = h.column[i]
    h.blanked, h.cleared, h.struck, h.hit, h.cyclic = saved
    for r in range(h.n):
        h.slot_points[r] = h.saved_points[r]
    return score


@inner(void(TABLES, HAND, int64))
def try_faces(t, h, level):
    """Try all options of the last level where these give a slot a new face."""
    chooser = h.chooser[level]
    copies = t.choice[h.card[chooser]] == CHOICE_COPY_FACE
    base = evaluate(t, h)
    keep_if_better(h, base)
    seen = 0
    last = -1
    for k in range(h.n_options[level]):
        a = h.options[level, k, 0]
        b = h.options[level, k, 1]
        j = chooser if copies else a
        name = h.name[j]
        suits = h.suits[j]
        if j != last:
            seen = face_readers(t, h, name, suits) | h.suit_readers | 1 << j
            last = j
        if copies:
            h.name[j] = t.name[a]
            h.suits[j] = t.suits[a]
            slots = seen | face_readers(t, h, t.name[a], t.suits[a])
        else:
            h.suits[j] = 1 << b
            slots = seen | h.readers[b]
        change = difference(t, h, j, slots)
        disturbed = change == UNMET
        score = evaluate_face(t, h, j, slots) if disturbed else base + change
        h.name[j] = name
        h.suits[j] = suits
        if disturbed and h.struck:
            clear_penalties(t, h)
            strike_words(t, h)
        if score >= h.best:
            h.pick[level, 0] = a
            h.pick[level, 1] = b
            keep_if_better(h, score)
            h.pick[level, 0] = -1
            h.pick[level, 1] = -1


@inner(void(TABLES, HAND))
def search(t, h):
    """Try all combinations of choices of a hand that was laid out and whose choosers are listed.

    Sets ``best``, ``best_used`` and ``best_pick``; leaves the hand with all choices declined.
    """
    h.best = UNMET
    h.best_used = 0
    tell_apart(t, h)
    last = h.depth - 1
    kind = t.choice[h.card[h.chooser[last]]]
    faces = kind == CHOICE_COPY_FACE or kind == CHOICE_GIVE_SUIT
    level = 0
    enter_level(t, h, 0)
    while level >= 0:
        if level < last:
            level += 1
            enter_level(t, h, level)
            continue
        if faces:
            try_faces(t, h, level)
            level -= 1
        else:
            keep_if_better(h, evaluate(t, h))
        while level >= 0:
            if h.pick[level, 0] >= 0:
                take_back(t, h, level)
            k = h.cursor[level]
            if k < h.n_options[level]:
                h.cursor[level] = k + 1
                make_pick(t, h, level, h.options[level, k, 0], h.options[level, k, 1])
                break
            level -= 1


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
    h.depth = 0
    hand = hand_set(t, cards, n)
    if hand and hand & t.masks.choosing == 0:
        score = score_set(t, hand)
        if score != UNKNOWN:
            return score
    lay_out(t, h, cards, n)
    if h.traits & F_CHOICE:
        find_choosers(t, h)
        search(t, h)
        return h.best
    return evaluate(t, h)


@kernel(int64(TABLES, HAND, int64[::1], int64))
def score_best_choices(t, h, cards, n):
    """Return what :func:`best_score` returns and leave the hand in `h` as scored so."""
    best_score(t, h, cards, n)
    if h.depth == 0:
        lay_out(t, h, cards, n)
    for level in range(h.depth):
        if h.best_pick[level, 0] >= 0:
            make_choice(t, h, h.chooser[level], h.best_pick[level, 0], h.best_pick[level, 1])
    return evaluate(t, h)
