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


@kernel(void(TABLES, HAND, int64, int64, int64, int64))
def sign_face(t, h, level, row, name, suits):
    """Write what else than the terms tells a face apart: its suits, its name, or neither."""
    h.face[level, row, 16] = suits if h.traits & (F_READS_SUITS | F_WORDS) else 0
    h.face[level, row, 17] = name if h.traits & F_READS_NAMES else -1


@kernel(void(HAND, int64, int64))
def digest_face(h, level, row):
    """Reduce a face to one word, so that most different faces differ at a glance."""
    digest = h.face[level, row, 16] * 31 + h.face[level, row, 17]
    for i in range(h.n):
        digest = digest * 1000003 + h.face[level, row, i]
    h.digest[row] = digest


@kernel(int64(HAND, int64, int64, int64))
def same_face(h, level, one, other):
    """Return 1 if no rule in the hand can tell two faces apart."""
    if h.digest[one] != h.digest[other]:
        return 0
    same = h.face[level, one, 16] == h.face[level, other, 16]
    same = same and h.face[level, one, 17] == h.face[level, other, 17]
    for i in range(h.n):
        same = same and h.face[level, one, i] == h.face[level, other, i]
    return 1 if same else 0


@kernel(int64(HAND, int64, int64, int64))
def is_repeated(h, level, first, row):
    """Return 1 if face `row` is the same to the hand as one of `first` to `row` - 1."""
    digest_face(h, level, row)
    for other in range(first, row):
        if same_face(h, level, other, row):
            return 1
    return 0


@kernel(void(HAND, int64, int64, int64, int64))
def set_option(h, level, row, a, b):
    """Enter the option that `row` of the faces belongs to."""
    h.options[level, row, 0] = a
    h.options[level, row, 1] = b


@kernel(int64(TABLES, HAND, int64))
def name_class(t, h, name):
    """Return the name if any card of the hand mentions it, else -1."""
    for i in range(h.n):
        if (t.mentions[h.rule[i], name // 32] >> (name % 32)) & 1:
            return name
    return -1


@kernel(void(TABLES, HAND, int64, int64))
def list_faces(t, h, level, i):
    """List the faces slot i may copy, one of each kind the hand can tell apart.

    If a suit may be given later, the name alone has to be told apart too.
    """
    resuits = 0
    for k in range(h.depth):
        if t.choice[h.card[h.chooser[k]]] == CHOICE_GIVE_SUIT:
            resuits = 1
    for r in range(h.n):
        h.face[level, 0, r] = h.match[0, r, i]
    sign_face(t, h, level, 0, h.name[i], h.suits[i])
    if resuits and h.face[level, 0, 17] < 0:
        h.face[level, 0, 17] = name_class(t, h, h.name[i])
    digest_face(h, level, 0)
    row = 1
    for k in range(t.first_candidate[h.card[i]], t.last_candidate[h.card[i]]):
        c = t.candidate[k]
        for r in range(h.n):
            rule = h.rule[r]
            h.face[level, row, r] = t.twin[rule] if rule == c else t.pair[rule, c]
        h.face[level, row, i] = match_face(t, h.rule[i], 1, t.name[c], t.suits[c], 0)
        sign_face(t, h, level, row, t.name[c], t.suits[c])
        if resuits and h.face[level, row, 17] < 0:
            h.face[level, row, 17] = name_class(t, h, t.name[c])
        if not is_repeated(h, level, 0, row):
            set_option(h, level, row, c, -1)
            row += 1
    h.n_options[level] = row


@kernel(void(TABLES, HAND, int64, int64))
def list_suits(t, h, level, i):
    """List the slots and suits slot i may give, leaving out what changes nothing."""
    row = 1
    for j in range(h.n):
        if j == i:
            continue
        first = row
        present = h.face.shape[1] - 1
        for r in range(h.n):
            h.face[level, present, r] = h.match[0, r, j]
        sign_face(t, h, level, present, h.name[j], h.suits[j])
        digest_face(h, level, present)
        for suit in range(t.n_suits):
            for r in range(h.n):
                itself = 1 if r == j else 0
                h.face[level, row, r] = match_face(t, h.rule[r], itself, h.name[j], 1 << suit, 0)
            sign_face(t, h, level, row, h.name[j], 1 << suit)
            if is_repeated(h, level, first, row) or same_face(h, level, present, row):
                continue
            set_option(h, level, row, j, suit)
            row += 1
    h.n_options[level] = row


@kernel(void(TABLES, HAND, int64))
def list_options(t, h, level):
    """List the distinct options of the chooser at a level, given the choices made before.

    Options are rows 1 to ``n_options`` - 1; row 0 is to decline.
    """
    i = h.chooser[level]
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_FACE:
        list_faces(t, h, level, i)
    elif kind == CHOICE_GIVE_SUIT:
        list_suits(t, h, level, i)
    else:
        row = 1
        term = t.choice_term[h.card[i]]
        for j in range(h.n):
            if kind == CHOICE_COPY_CARD:
                legal = j != i
            else:
                legal = h.match[0, i, j] & term and t.traits[h.rule[j]] & F_PENALTY
            if legal:
                set_option(h, level, row, j, -1)
                row += 1
        h.n_options[level] = row


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
def choose_option(t, h, level, row):
    """Make an option of a level, remembering what it changes."""
    i = h.chooser[level]
    a = h.options[level, row, 0]
    b = h.options[level, row, 1]
    h.pick[level, 0] = a
    h.pick[level, 1] = b
    kind = t.choice[h.card[i]]
    if kind == CHOICE_COPY_CARD or kind == CHOICE_CLEAR_ONE:
        make_choice(t, h, i, a, b)
        return
    j = i if kind == CHOICE_COPY_FACE else a
    h.old_suits[level] = h.suits[j]
    if kind == CHOICE_COPY_FACE:
        h.name[j] = t.name[a]
        h.suits[j] = t.suits[a]
    else:
        h.suits[j] = 1 << b
    for r in range(h.n):
        old = h.match[0, r, j]
        h.old_column[level, r] = old
        h.match[0, r, j] = h.face[level, row, r]
        h.total[0, r] += h.face[level, row, r] - old


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


@kernel(void(TABLES, HAND, int64))
def enter_level(t, h, level):
    """Begin with the choice at a level: declined first."""
    list_options(t, h, level)
    h.pick[level, 0] = -1
    h.pick[level, 1] = -1
    h.cursor[level] = 1


@kernel(void(TABLES, HAND))
def search(t, h):
    """Try all combinations of choices of a hand that was laid out and whose choosers are listed.

    Sets ``best``, ``best_used`` and ``best_pick``; leaves the hand with all choices declined.
    """
    h.best = UNMET
    h.best_used = 0
    level = 0
    enter_level(t, h, 0)
    while level >= 0:
        if level < h.depth - 1:
            level += 1
            enter_level(t, h, level)
            continue
        try_leaf(t, h)
        while level >= 0:
            if h.pick[level, 0] >= 0:
                take_back(t, h, level)
                h.pick[level, 0] = -1
                h.pick[level, 1] = -1
            if h.cursor[level] < h.n_options[level]:
                choose_option(t, h, level, h.cursor[level])
                h.cursor[level] += 1
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
    h.depth = 0
    return evaluate(t, h)
