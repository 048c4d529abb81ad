"""The best choices of a hand, exactly.

All combinations are tried in the order in which choices are made, declined first, so that of equal
scores the one with the fewest choices used, then the first in the order of the card file, is kept.
Two shortcuts change nothing but the time. Options that no rule in the hand can tell apart are tried
once: suits that match all terms of the hand alike are one *kind*, and a name matters only where the
hand mentions it. And at the last level an option that leaves alone who is cleared, struck or
blanked is scored by the difference it makes.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.choices import (
    find_choosers,
    make_choice,
    make_pick,
    take_back,
)
from sim.fantasy_realms.scoring import (
    UNMET,
    clear_penalties,
    counts_without,
    evaluate,
    lay_out,
    match_face,
    points_with,
    strike_words,
)
from sim.fantasy_realms.tables import (
    CHOICE_COPY_CARD,
    CHOICE_COPY_FACE,
    CHOICE_GIVE_SUIT,
    F_CHOICE,
    F_PENALTY,
    F_READS_NAMES,
    F_READS_SUITS,
    F_WORDS,
    HAND,
    OP_CLEARS_WORD,
    TABLES,
)
from sim.jit import kernel

ALL_NAMES = 0xFFFFFFFF


@kernel(int64(TABLES, HAND, int64, int64))
def suits_alike(t, h, one, other):
    """Return 1 if every term of the hand matches two suits alike."""
    for i in range(h.n):
        row = h.rule[i] * t.n_suits
        if t.by_suit[row + one] != t.by_suit[row + other]:
            return 0
        if t.by_suit_self[row + one] != t.by_suit_self[row + other]:
            return 0
    return 1


@kernel(int64(TABLES, HAND))
def suit_words(t, h):
    """Return the suits whose word a card of the hand strikes out of penalties."""
    words = 0
    if h.traits & F_WORDS:
        for i in range(h.n):
            rule = h.rule[i]
            for k in range(t.first_rule[rule], t.last_rule[rule]):
                if t.clause[k].op == OP_CLEARS_WORD:
                    words |= t.clause[k].amount
    return words


@kernel(void(TABLES, HAND))
def note_readers(t, h):
    """Note which slots may score differently when a face of a suit comes or goes."""
    h.copiers = 0
    h.suit_readers = 0
    for suit in range(t.n_suits):
        h.readers[suit] = 0
    for i in range(h.n):
        h.copiers |= (t.choice[h.card[i]] == CHOICE_COPY_CARD) << i
        h.suit_readers |= (t.traits[h.card[i]] & F_READS_SUITS != 0) << i
        suits = t.reads[h.rule[i]]
        while suits:
            h.readers[lowest(suits)] |= 1 << i
            suits &= suits - 1


@kernel(void(TABLES, HAND))
def tell_apart(t, h):
    """Find the kinds of suits the hand tells apart by its terms, and the names it mentions.

    Valid for all choices: a copied rule is that of another card of the hand.
    """
    read = suit_words(t, h)
    alone = read
    for k in range(4):
        h.mentioned[k] = ALL_NAMES if h.traits & F_READS_NAMES else 0
    for i in range(h.n):
        rule = h.rule[i]
        read |= t.reads[rule]
        for k in range(4):
            h.mentioned[k] |= t.mentions[rule, k]
    note_readers(t, h)
    unread = ((1 << t.n_suits) - 1) & ~read
    h.read = read
    h.kinds = 0
    for suit in range(t.n_suits):
        h.kind_of_suit[suit] = suit if (read >> suit) & 1 else lowest(unread)
        if (read & ~alone) >> suit & 1:
            earlier = h.kinds & read & ~alone
            while earlier:
                other = lowest(earlier)
                earlier &= earlier - 1
                if suits_alike(t, h, other, suit):
                    h.kind_of_suit[suit] = other
                    break
        h.alike[suit] = 0
        if h.kind_of_suit[suit] == suit:
            h.kinds |= 1 << suit
    for suit in range(t.n_suits):
        h.alike[h.kind_of_suit[suit]] |= 1 << suit
    for suit in range(t.n_suits):
        h.alike[suit] = h.alike[h.kind_of_suit[suit]]


@kernel(int64(HAND, int64))
def is_mentioned(h, name):
    """Return 1 if the hand mentions a name."""
    return (h.mentioned[name // 32] >> (name % 32)) & 1


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
    tried = 0
    apart = h.traits & F_READS_SUITS
    own = h.suits[i]
    if own & (own - 1) == 0 and not is_mentioned(h, h.name[i]):
        suit = lowest(own)
        tried = 1 << (suit if apart else h.kind_of_suit[suit])
    for k in range(t.first_candidate[h.card[i]], t.last_candidate[h.card[i]]):
        c = t.candidate[k]
        suits = t.suits[c]
        if suits & (suits - 1) == 0 and not is_mentioned(h, t.name[c]):
            suit = lowest(suits)
            kind = 1 << (suit if apart else h.kind_of_suit[suit])
            if tried & kind:
                continue
            tried |= kind
        add_option(h, level, c, -1)


@kernel(int64(TABLES, HAND, int64))
def suits_worth_giving(t, h, level):
    """Return the first suit of each kind, for a card whose name the hand does not mention.

    Where a card reads suits as such, those held are told apart too; of the others one stands for
    its kind still, if no later choice may change a suit.
    """
    givable = t.givable[h.card[h.chooser[level]]]
    apart = 0
    if h.traits & F_READS_SUITS:
        if level + 1 < h.depth and t.choice[h.card[h.chooser[level + 1]]] == CHOICE_GIVE_SUIT:
            return givable
        for i in range(h.n):
            apart |= h.suits[i]
    chosen = 0
    kinds = 0
    while givable:
        suit = lowest(givable)
        givable &= givable - 1
        kind = 1 << h.kind_of_suit[suit]
        if (apart >> suit) & 1:
            chosen |= 1 << suit
        elif not kinds & kind:
            kinds |= kind
            chosen |= 1 << suit
    return chosen


@kernel(int64(TABLES, HAND, int64))
def vain_faces(t, h, level):
    """Return the slots that copied a face of a name no rule mentions.

    To give such a slot another suit is as good as giving it to the slot without its choice.
    """
    slots = 0
    for k in range(level):
        i = h.chooser[k]
        if h.pick[k, 0] >= 0 and t.choice[h.card[i]] == CHOICE_COPY_FACE:
            if not is_mentioned(h, h.name[i]) and not is_mentioned(h, t.name[h.card[i]]):
                slots |= 1 << i
    return slots


@kernel(void(TABLES, HAND, int64, int64))
def list_suits(t, h, level, i):
    """List the slots and suits slot i may give, one suit of each kind."""
    vain = vain_faces(t, h, level)
    worth = suits_worth_giving(t, h, level)
    apart = h.traits & F_READS_SUITS
    named = t.givable[h.card[i]]
    if not apart:
        unread = named & ~h.read
        named = (named & h.read) | (unread & -unread)
    for j in range(h.n):
        if j == i or (vain >> j) & 1:
            continue
        own = h.suits[j]
        suits = named if is_mentioned(h, h.name[j]) else worth
        if own & (own - 1) == 0:
            suits &= ~own
            if not apart and not is_mentioned(h, h.name[j]):
                suits &= ~h.alike[lowest(own)]
        while suits:
            add_option(h, level, j, lowest(suits))
            suits &= suits - 1


@kernel(void(TABLES, HAND, int64))
def enter_level(t, h, level):
    """List the options of the chooser at a level, given the choices made before; decline first."""
    i = h.chooser[level]
    kind = t.choice[h.card[i]]
    h.n_options[level] = 0
    h.cursor[level] = 0
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


@kernel(void(HAND, int64))
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


@kernel(int64(TABLES, HAND, int64, int64))
def live_terms(t, h, i, j):
    """Return the terms of slot i whose match of slot j decides who is cleared, struck or blanked.

    Whether a card without a penalty is cleared makes no difference. A card that lost its penalty
    blanks nobody; nor does one that others blanked, unless in a cycle or by a card that it might
    blank in turn.
    """
    rule = h.rule[i]
    live = 0
    if t.traits[h.rule[j]] & F_PENALTY:
        live = t.clear_terms[rule]
    if not (h.cleared >> i) & 1:
        if h.cyclic or (h.blankers >> j) & 1 or not (h.hit >> i) & 1:
            live |= t.blanks[rule] | t.self_terms[rule]
    return live


@kernel(int64(TABLES, HAND, int64, int64))
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


@kernel(int64(TABLES, HAND, int64, int64))
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
        rule = h.rule[i]
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


@kernel(int64(TABLES, HAND, int64, int64))
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


@kernel(void(TABLES, HAND, int64))
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


@kernel(void(TABLES, HAND))
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
