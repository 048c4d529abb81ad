"""Choices: stating them, and finding the best ones exactly.

A choosing slot picks a pair (a, b): the slot or card it copies, the slot it clears, or the slot and
the suit it is given; (-1, -1) declines. Choices are made in the order of their kinds, then of the
card file. The search walks through all combinations in that order, so that of equal scores the one
with the fewest choices used, then the first in the order of the card file, is kept.

Options that no rule in the hand can tell apart are tried once: two faces are the same when all
terms of the hand match them alike, and (where a card reads suits, names or words as such) when
these are equal too.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.scoring import (
    UNMET,
    evaluate,
    lay_out,
    match_face,
    refresh_column,
    refresh_row,
)
from sim.fantasy_realms.tables import (
    CHOICE_CLEAR_ONE,
    CHOICE_COPY_CARD,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    F_CHOICE,
    F_PENALTY,
    F_READS_NAMES,
    F_READS_SUITS,
    F_WORDS,
    HAND,
    TABLES,
)
from sim.jit import kernel


@kernel(void(TABLES, HAND, int64, int64, int64))
def make_choice(t, h, i, a, b):
    """Let slot i make the choice (a, b) of its kind; it has to be legal."""
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_CARD:
        c = h.card[a]
        h.rule[i] = c
        h.name[i] = t.name[c]
        h.suits[i] = t.suits[c]
        h.strength[i] = t.strength[c]
        h.bonus_on &= ~(1 << i)
        refresh_row(t, h, i)
        refresh_column(t, h, i)
    elif kind == CHOICE_COPY_FACE:
        h.name[i] = t.name[a]
        h.suits[i] = t.suits[a]
        refresh_column(t, h, i)
    elif kind == CHOICE_GIVE_SUIT:
        h.suits[a] = 1 << b
        refresh_column(t, h, a)
    elif kind == CHOICE_CLEAR_ONE:
        h.spared |= 1 << a


@kernel(void(TABLES, HAND))
def find_choosers(t, h):
    """List the choosing slots in the order in which they choose."""
    h.depth = 0
    for kind in range(CHOICE_COPY_CARD, CHOICE_CLEAR_ONE + 1):
        for i in range(h.n):
            if t.choice[h.card[i]] == kind:
                h.chooser[h.depth] = i
                h.pick[h.depth, 0] = -1
                h.pick[h.depth, 1] = -1
                h.depth += 1


@kernel(int64(TABLES, HAND, int64))
def is_mentioned(t, h, name):
    """Return 1 if any card of the hand names this name."""
    for i in range(h.n):
        if (t.mentions[h.rule[i], name // 32] >> (name % 32)) & 1:
            return 1
    return 0


@kernel(void(TABLES, HAND, int64, int64, int64, int64))
def sign_face(t, h, row, j, name, suits):
    """Write to `signature` what the hand's rules see of a face in slot j."""
    for i in range(h.n):
        h.signature[row, i] = match_face(t, h.rule[i], 1 if i == j else 0, name, suits, 0)
    h.signature[row, 16] = suits if h.traits & (F_READS_SUITS | F_WORDS) else 0
    h.signature[row, 17] = name if h.traits & F_READS_NAMES else -1


@kernel(int64(HAND, int64, int64))
def is_repeated(h, first, row):
    """Return 1 if signature `row` equals one of `first` to `row` - 1."""
    for other in range(first, row):
        same = h.signature[other, 16] == h.signature[row, 16]
        same = same and h.signature[other, 17] == h.signature[row, 17]
        for i in range(h.n):
            if not same:
                break
            same = h.signature[other, i] == h.signature[row, i]
        if same:
            return 1
    return 0


@kernel(void(HAND, int64, int64, int64))
def add_option(h, level, a, b):
    """Append an option of the chooser at a level."""
    k = h.n_options[level]
    h.options[level, k, 0] = a
    h.options[level, k, 1] = b
    h.n_options[level] = k + 1


@kernel(void(TABLES, HAND, int64, int64))
def list_faces(t, h, level, i):
    """List the faces slot i may copy, one of each kind the hand can tell apart."""
    resuits = 0
    for k in range(h.depth):
        if t.choice[h.card[h.chooser[k]]] == CHOICE_GIVE_SUIT:
            resuits = 1
    row = 1
    sign_face(t, h, 0, i, h.name[i], h.suits[i])
    if resuits and h.signature[0, 17] < 0 and is_mentioned(t, h, h.name[i]):
        h.signature[0, 17] = h.name[i]
    for k in range(t.first_candidate[h.card[i]], t.last_candidate[h.card[i]]):
        c = t.candidate[k]
        sign_face(t, h, row, i, t.name[c], t.suits[c])
        if resuits and h.signature[row, 17] < 0 and is_mentioned(t, h, t.name[c]):
            h.signature[row, 17] = t.name[c]
        if not is_repeated(h, 0, row):
            add_option(h, level, c, -1)
            row += 1


@kernel(void(TABLES, HAND, int64, int64))
def list_suits(t, h, level, i):
    """List the slots and suits slot i may give, leaving out what changes nothing."""
    for j in range(h.n):
        if j == i:
            continue
        row = 1
        sign_face(t, h, 0, j, h.name[j], h.suits[j])
        for suit in range(t.n_suits):
            sign_face(t, h, row, j, h.name[j], 1 << suit)
            if not is_repeated(h, 0, row):
                add_option(h, level, j, suit)
                row += 1


@kernel(void(TABLES, HAND, int64))
def list_options(t, h, level):
    """List the distinct options of the chooser at a level, given the choices made before."""
    i = h.chooser[level]
    kind = t.choice[h.card[i]]
    h.n_options[level] = 0
    if kind == CHOICE_COPY_FACE:
        list_faces(t, h, level, i)
    elif kind == CHOICE_GIVE_SUIT:
        list_suits(t, h, level, i)
    else:
        term = t.choice_term[h.card[i]]
        for j in range(h.n):
            if kind == CHOICE_COPY_CARD:
                if j != i:
                    add_option(h, level, j, -1)
            elif h.match[0, i, j] & term and t.traits[h.rule[j]] & F_PENALTY:
                add_option(h, level, j, -1)


@kernel(void(TABLES, HAND, int64))
def take_back(t, h, level):
    """Undo the choice made at a level."""
    i = h.chooser[level]
    a = h.pick[level, 0]
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_CARD:
        c = h.card[i]
        h.rule[i] = c
        h.name[i] = t.name[c]
        h.suits[i] = t.suits[c]
        h.strength[i] = t.strength[c]
        h.bonus_on |= 1 << i
        refresh_row(t, h, i)
        refresh_column(t, h, i)
    elif kind == CHOICE_CLEAR_ONE:
        h.spared &= ~(1 << a)
    else:
        j = i if kind == CHOICE_COPY_FACE else a
        h.suits[j] = h.old_suits[level]
        if kind == CHOICE_COPY_FACE:
            h.name[j] = t.name[h.card[j]]
        for r in range(h.n):
            h.total[0, r] += h.old_column[level, r] - h.match[0, r, j]
            h.match[0, r, j] = h.old_column[level, r]


@kernel(void(TABLES, HAND, int64, int64))
def choose_option(t, h, level, k):
    """Make option k of a level, remembering what it changes."""
    i = h.chooser[level]
    a = h.options[level, k, 0]
    b = h.options[level, k, 1]
    j = a if t.choice[h.card[i]] == CHOICE_GIVE_SUIT else i
    h.old_suits[level] = h.suits[j]
    for r in range(h.n):
        h.old_column[level, r] = h.match[0, r, j]
    h.pick[level, 0] = a
    h.pick[level, 1] = b
    make_choice(t, h, i, a, b)


@kernel(void(TABLES, HAND))
def try_leaf(t, h):
    """Score one complete combination of choices and keep it if it is better."""
    score = evaluate(t, h)
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


@kernel(void(TABLES, HAND))
def search(t, h):
    """Try all combinations of choices of a hand that was laid out and whose choosers are listed.

    Sets ``best``, ``best_used`` and ``best_pick``; leaves the hand with all choices declined.
    """
    h.best = UNMET
    h.best_used = 0
    last = h.depth - 1
    level = 0
    list_options(t, h, 0)
    h.pick[0, 0] = -1
    h.pick[0, 1] = -1
    # `signature` is work space of list_options only, so the levels can share it
    cursor = h.cursor
    cursor[0] = 0
    while level >= 0:
        if level < last:
            level += 1
            list_options(t, h, level)
            h.pick[level, 0] = -1
            h.pick[level, 1] = -1
            cursor[level] = 0
            continue
        try_leaf(t, h)
        while level >= 0:
            if h.pick[level, 0] >= 0:
                take_back(t, h, level)
                h.pick[level, 0] = -1
                h.pick[level, 1] = -1
            if cursor[level] < h.n_options[level]:
                choose_option(t, h, level, cursor[level])
                cursor[level] += 1
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
        The score. `h` holds the choices that reach it in ``chooser`` and ``best_pick``.
    """
    lay_out(t, h, cards, n)
    h.depth = 0
    if h.traits & F_CHOICE:
        find_choosers(t, h)
        search(t, h)
        return h.best
    return evaluate(t, h)


@kernel(int64(TABLES, HAND, int64[::1], int64))
def score_best_choices(t, h, cards, n):
    """Return what :func:`best_score` returns and leave the hand in `h` as scored so."""
    score = best_score(t, h, cards, n)
    for level in range(h.depth):
        if h.best_pick[level, 0] >= 0:
            make_choice(t, h, h.chooser[level], h.best_pick[level, 0], h.best_pick[level, 1])
    if h.depth:
        score = evaluate(t, h)
    return score


@kernel(int64(TABLES, HAND, int64[::1], int64))
def plain_score(t, h, cards, n):
    """Return the score of a hand with every choice declined."""
    lay_out(t, h, cards, n)
    return evaluate(t, h)
