"""Making and taking back choices.

A choosing slot picks a pair (a, b): the slot (to copy, clear or keep), the card whose face it
copies, or the slot and the suit it is given; (-1, -1) declines. Choices are made in the order of
their kinds, then of the card file.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.matching import match_face, match_suit, note_rule
from sim.fantasy_realms.tables import (
    CARD,
    CHOICE_CLEAR_ONE,
    CHOICE_COPY_CARD,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    CHOICE_SHIELD_ONE,
    HAND,
    PAIR,
    TABLES,
)
from sim.jit import inner, kernel


@kernel(void(TABLES, HAND))
def find_choosers(t, h):
    """List the choosing slots in the order in which they choose, all of them declining."""
    h.depth = 0
    for kind in range(CHOICE_COPY_CARD, CHOICE_SHIELD_ONE + 1):
        for i in range(h.n):
            if t.choice[h.card[i]] == kind:
                h.chooser[h.depth] = i
                h.pick[h.depth, 0] = -1
                h.pick[h.depth, 1] = -1
                h.depth += 1


@inner(int64(TABLES, HAND, int64, int64))
def match_printed(t, h, r, card):
    """Return how a card's printed face, in another slot, matches the terms of slot r."""
    rule = h.rule[r] & CARD
    return t.twin[rule] if rule == card else t.pair[(rule * t.n_cards + card) & PAIR]


@inner(int64(TABLES, HAND, int64, int64))
def suits_given(t, h, j, suit):
    """Return the suits slot j has once it was given one: further ones of its own stay."""
    own = t.also[h.card[j] & CARD] if (h.also >> j) & 1 else 0
    return 1 << suit | own


@inner(void(TABLES, HAND, int64, int64))
def become(t, h, i, c):
    """Give slot i the printed name, suit, strength and rule of card c.

    Cards are copied before any face changes: a slot with its own rule still has its printed face.
    """
    h.rule[i] = c
    h.name[i] = t.name[c]
    h.suits[i] = t.suits[c]
    h.strength[i] = t.strength[c]
    total = 0
    for j in range(h.n):
        if j != i:
            if h.rule[j] == h.card[j] and not (h.also >> j) & 1:
                m = t.twin[c] if h.card[j] == c else t.pair[(c * t.n_cards + h.card[j]) & PAIR]
            else:
                m = match_face(t, c, 0, h.name[j], h.suits[j], 0)
            fresh = match_printed(t, h, j, c)
            h.total[0, j] += fresh - h.match[0, j, i]
            h.match[0, j, i] = fresh
        else:
            m = t.pair[c * t.n_cards + c]
        h.match[0, i, j] = m
        total += m
    h.total[0, i] = total
    note_rule(t, h, i)


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def face_column(t, h, i, a, b):
    """Write to ``column`` how the hand matches the face that choice (a, b) of slot i makes.

    Returns
    -------
    int
        The slot that gets the face.
    """
    if t.choice[h.card[i]] == CHOICE_COPY_FACE:
        for r in range(h.n):
            h.column[r] = match_printed(t, h, r, a)
        h.column[i] = match_face(t, h.rule[i], 1, t.name[a], t.suits[a], 0)
        return i
    for r in range(h.n):
        h.column[r] = match_suit(t, h.rule[r], 1 if r == a else 0, h.name[a], b, 0)
    if (h.also >> a) & 1:
        for r in range(h.n):
            suits = suits_given(t, h, a, b)
            h.column[r] = match_face(t, h.rule[r], 1 if r == a else 0, h.name[a], suits, 0)
    return a


@inner(void(HAND, int64))
def set_column(h, j):
    """Let slot j match as ``column`` says."""
    for r in range(h.n):
        h.total[0, r] += h.column[r] - h.match[0, r, j]
        h.match[0, r, j] = h.column[r]


@kernel(void(TABLES, HAND, int64, int64, int64))
def make_choice(t, h, i, a, b):
    """Let slot i make the choice (a, b) of its kind; it has to be legal."""
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_CARD:
        h.bonus_on &= ~(1 << i)
        become(t, h, i, h.card[a])
    elif kind == CHOICE_CLEAR_ONE:
        h.spared |= 1 << a
    elif kind == CHOICE_SHIELD_ONE:
        h.kept |= 1 << a
    else:
        j = face_column(t, h, i, a, b)
        set_column(h, j)
        if kind == CHOICE_COPY_FACE:
            h.name[j] = t.name[a]
            h.suits[j] = t.suits[a]
        else:
            h.suits[j] = suits_given(t, h, j, b)


@inner(void(TABLES, HAND, int64, int64, int64), merged=True)
def make_pick(t, h, level, a, b):
    """Make the choice (a, b) of the chooser at a level, remembering what it changes."""
    i = h.chooser[level]
    h.pick[level, 0] = a
    h.pick[level, 1] = b
    j = a if t.choice[h.card[i]] == CHOICE_GIVE_SUIT else i
    h.old_suits[level] = h.suits[j]
    for r in range(h.n):
        h.old_column[level, r] = h.match[0, r, j]
    make_choice(t, h, i, a, b)


@inner(void(TABLES, HAND, int64), merged=True)
def take_back(t, h, level):
    """Undo the choice made at a level; the levels below have undone theirs."""
    i = h.chooser[level]
    a = h.pick[level, 0]
    h.pick[level, 0] = -1
    h.pick[level, 1] = -1
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_CARD:
        h.bonus_on |= 1 << i
        become(t, h, i, h.card[i])
    elif kind == CHOICE_CLEAR_ONE:
        h.spared &= ~(1 << a)
    elif kind == CHOICE_SHIELD_ONE:
        h.kept &= ~(1 << a)
    else:
        j = i
        if kind == CHOICE_GIVE_SUIT:
            j = a
        else:
            h.name[j] = t.name[h.card[j]]
        h.suits[j] = h.old_suits[level]
        for r in range(h.n):
            h.column[r] = h.old_column[level, r]
        set_column(h, j)
