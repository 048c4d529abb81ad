"""Scoring one hand with all choices made.

Order of the rules (``rules/fantasy_realms.md``, "Scoring order"): clear penalties, blank cards,
let cards blank themselves, add up what is left. Slots are positions of the hand; sets of slots are
bit masks. Nothing here depends on the order of the cards.
"""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.tables import (
    COND_EXACTLY,
    COND_SUITS_DIFFER,
    F_BLANKS,
    F_CLEARS,
    F_SELF,
    F_WORDS,
    FLAT,
    HAND,
    OP_BLANKED_UNLESS,
    OP_BLANKED_WITH,
    OP_CLEARS_WORD,
    OP_DISCARD,
    OP_EACH,
    OP_HIGHEST,
    OP_OPPONENTS,
    OP_RUNS,
    OP_SETS,
    OP_TOTAL,
    TABLES,
)
from sim.jit import kernel

NIBBLES = 0x111111111111111  # the lowest bit of each of the 15 nibbles
ONE = 1 << (4 * FLAT)
UNMET = -(10**9)


@kernel(int64(int64))
def occupied(counts):
    """Return a bit at the start of every nibble that isn't zero."""
    return (counts | (counts >> 1) | (counts >> 2) | (counts >> 3)) & NIBBLES


@kernel(int64(TABLES, int64, int64, int64, int64, int64))
def match_face(t, rule, itself, name, suits, lost):
    """Return how a face matches the terms of a card.

    Parameters
    ----------
    t : record
        Card tables.
    rule : int
        The card whose terms are asked.
    itself : int
        1 if the face is the slot that asks: ``other`` then excludes it.
    name, suits : int
        The face: index of a name, bit mask of suits.
    lost : int
        Suits whose word was struck out of the rule's penalties.
    """
    found = 0
    rest = suits
    suit = 0
    while rest:
        if rest & 1:
            hit = t.by_suit_self[rule, suit] if itself else t.by_suit[rule, suit]
            if (lost >> suit) & 1:
                hit &= ~t.word[rule, suit]
            for k in range(t.first_exception[rule], t.last_exception[rule]):
                if t.exception[k, 0] == suit and t.exception[k, 1] == name:
                    hit &= ~t.exception[k, 2]
            found |= hit
        rest >>= 1
        suit += 1
    found &= ~t.not_name[rule, name]
    found |= t.by_name[rule, name]
    if itself:
        found |= ONE
    return found


@kernel(void(TABLES, HAND, int64))
def refresh_column(t, h, j):
    """Match slot j, whose face has changed, against the terms of all slots."""
    for i in range(h.n):
        fresh = match_face(t, h.rule[i], 1 if i == j else 0, h.name[j], h.suits[j], 0)
        h.total[0, i] += fresh - h.match[0, i, j]
        h.match[0, i, j] = fresh


@kernel(void(TABLES, HAND, int64))
def refresh_row(t, h, i):
    """Match all slots against the terms of slot i, whose rule has changed."""
    total = 0
    traits = 0
    for j in range(h.n):
        m = match_face(t, h.rule[i], 1 if i == j else 0, h.name[j], h.suits[j], 0)
        h.match[0, i, j] = m
        total += m
        traits |= t.traits[h.rule[j]]
    h.total[0, i] = total
    h.traits = traits


@kernel(void(TABLES, HAND, int64[::1], int64))
def lay_out(t, h, cards, n):
    """Put a hand's cards into slots, with their printed faces and no choice made.

    Parameters
    ----------
    cards : int64 array
        Card indices; the first `n` are read.
    """
    h.n = n
    traits = 0
    for i in range(n):
        c = cards[i]
        h.card[i] = c
        h.rule[i] = c
        h.name[i] = t.name[c]
        h.suits[i] = t.suits[c]
        h.strength[i] = t.strength[c]
        traits |= t.traits[c]
        total = 0
        for j in range(n):
            m = t.pair[c, cards[j]]
            h.match[0, i, j] = m
            total += m
        h.total[0, i] = total
    h.traits = traits
    h.bonus_on = (1 << n) - 1
    h.spared = 0


@kernel(void(TABLES, HAND))
def clear_penalties(t, h):
    """Find the slots that lose their penalty, and the words struck out of the others'.

    A clearing card works even if it is blanked later. Sets ``cleared`` and ``lost_words``.
    """
    h.cleared = h.spared
    h.layer = 0
    if h.traits & (F_CLEARS | F_WORDS) == 0:
        return
    n = h.n
    for i in range(n):
        h.lost_words[i] = 0
    for i in range(n):
        if not (h.bonus_on >> i) & 1:
            continue
        rule = h.rule[i]
        what = t.clears[rule]
        if what:
            for j in range(n):
                if h.match[0, i, j] & what:
                    h.cleared |= 1 << j
        if t.traits[rule] & F_WORDS:
            for k in range(t.first_rule[rule], t.last_rule[rule]):
                if t.clause[k].op == OP_CLEARS_WORD:
                    need = t.clause[k].need
                    for j in range(n):
                        if need == 0 or h.match[0, i, j] & need:
                            h.lost_words[j] |= t.clause[k].amount


@kernel(void(TABLES, HAND))
def strike_words(t, h):
    """Fill layer 1 of ``match`` and ``total``: without the words struck out of penalties.

    Only penalty terms change, and only where the struck word was what matched.
    """
    n = h.n
    for i in range(n):
        lost = 0
        if not (h.cleared >> i) & 1:
            lost = h.lost_words[i] & t.words[h.rule[i]]
        total = 0
        for j in range(n):
            m = h.match[0, i, j]
            if lost & h.suits[j]:
                itself = 1 if i == j else 0
                m = match_face(t, h.rule[i], itself, h.name[j], h.suits[j], lost)
            h.match[1, i, j] = m
            total += m
        h.total[1, i] = total
    h.layer = 1


@kernel(int64(HAND, int64, int64))
def in_cycles(h, waiting, longest):
    """Return the slots of `waiting` that reach themselves in at most `longest` steps."""
    found = 0
    for i in range(h.n):
        if not (waiting >> i) & 1:
            continue
        reached = h.targets[i] & waiting
        for _ in range(longest - 1):
            ahead = reached
            for j in range(h.n):
                if (ahead >> j) & 1:
                    reached |= h.targets[j] & waiting
        if (reached >> i) & 1:
            found |= 1 << i
    return found


@kernel(void(TABLES, HAND))
def blank_cards(t, h):
    """Let penalties blank cards, starting with cards that nobody blanks. Sets ``blanked``.

    A blanked card blanks nothing. A card is *active* for certain once every card that targets it
    is blanked for certain, and it then blanks its targets. What is left are cycles (and cards
    behind them): the cards of a cycle are blanked and blank nothing, third cards survive. Cards
    that blank themselves or each other go before longer cycles (open ruling).
    """
    n = h.n
    h.blanked = 0
    waiting = 0
    for i in range(n):
        h.targets[i] = 0
        what = t.blanks[h.rule[i]]
        if what and not (h.cleared >> i) & 1:
            hit = 0
            for j in range(n):
                if h.match[h.layer, i, j] & what:
                    hit |= 1 << j
            h.targets[i] = hit
            if hit:
                waiting |= 1 << i
    while waiting:
        threatened = 0
        for i in range(n):
            if (waiting >> i) & 1:
                threatened |= h.targets[i]
        free = waiting & ~threatened
        if free == 0:
            caught = in_cycles(h, waiting, 2)
            h.blanked |= caught if caught else in_cycles(h, waiting, n)
        for i in range(n):
            if (free >> i) & 1:
                h.blanked |= h.targets[i]
        waiting &= ~(free | h.blanked)


@kernel(int64(HAND, int64, int64))
def counts_over(h, i, slots):
    """Return the counts of slot i's terms over a set of slots."""
    total = 0
    for j in range(h.n):
        if (slots >> j) & 1:
            total += h.match[h.layer, i, j]
    return total


@kernel(int64(TABLES, HAND, int64, int64, int64))
def blanks_itself(t, h, i, sure, possible):
    """Return 1 if slot i blanks itself for certain, 0 if it certainly doesn't, else 2.

    `sure` are slots that stay active for certain, `possible` those that may. A condition whose
    every word was struck out has vanished.
    """
    rule = h.rule[i]
    have = occupied(counts_over(h, i, sure))
    might = occupied(counts_over(h, i, possible))
    verdict = 0
    for k in range(t.first_rule[rule], t.last_rule[rule]):
        op = t.clause[k].op
        if op == OP_BLANKED_UNLESS:
            words = t.clause[k].words
            lost = h.lost_words[i] if h.traits & F_WORDS else 0
            if words and words & ~lost == 0:
                continue
            if might & t.clause[k].forbid == 0:
                return 1
            if have & t.clause[k].forbid == 0:
                verdict = 2
        elif op == OP_BLANKED_WITH:
            if have & t.clause[k].need:
                return 1
            if might & t.clause[k].need:
                verdict = 2
    return verdict


@kernel(void(TABLES, HAND))
def blank_themselves(t, h):
    """Let cards blank themselves until nothing changes; each one gone stops counting for others.

    Cards whose case is certain go first. Those that are left depend on each other: they are taken
    as active together, and the ones that then blank themselves do.
    """
    n = h.n
    everyone = (1 << n) - 1
    doubtful = 0
    for i in range(n):
        if t.traits[h.rule[i]] & F_SELF and not ((h.cleared | h.blanked) >> i) & 1:
            doubtful |= 1 << i
    while doubtful:
        before = doubtful
        for i in range(n):
            if (doubtful >> i) & 1:
                possible = everyone & ~h.blanked
                verdict = blanks_itself(t, h, i, possible & ~doubtful, possible)
                if verdict == 1:
                    h.blanked |= 1 << i
                if verdict != 2:
                    doubtful &= ~(1 << i)
        if doubtful == before:
            gone = 0
            possible = everyone & ~h.blanked
            for i in range(n):
                if (doubtful >> i) & 1 and blanks_itself(t, h, i, possible, possible) == 1:
                    gone |= 1 << i
            h.blanked |= gone
            doubtful = doubtful & ~gone if gone else 0


@kernel(int64(TABLES, HAND, int64))
def sets_points(t, h, row):
    """Return the points for different names by suit, over the active cards."""
    n = h.n
    points = 0
    all_suits = 0
    for i in range(n):
        if not (h.blanked >> i) & 1:
            all_suits |= h.suits[i]
    suit = 0
    while all_suits >> suit:
        if (all_suits >> suit) & 1:
            different = 0
            for i in range(n):
                if (h.blanked >> i) & 1 or not (h.suits[i] >> suit) & 1:
                    continue
                new = 1
                for j in range(i):
                    if (
                        not (h.blanked >> j) & 1
                        and (h.suits[j] >> suit) & 1
                        and h.name[j] == h.name[i]
                    ):
                        new = 0
                different += new
            points += t.points[row, different]
        suit += 1
    return points


@kernel(int64(TABLES, HAND, int64))
def runs_points(t, h, row):
    """Return the points for runs of consecutive base strengths; equal runs all count.

    The longest runs are taken first, from one card of each strength; what is left makes further
    runs.
    """
    n = h.n
    left = ((1 << n) - 1) & ~h.blanked
    points = 0
    while left:
        # one slot for each strength: the layer from which runs are taken
        layer = 0
        for i in range(n):
            if (left >> i) & 1:
                new = 1
                for j in range(i):
                    if (layer >> j) & 1 and h.strength[j] == h.strength[i]:
                        new = 0
                if new:
                    layer |= 1 << i
        left &= ~layer
        for i in range(n):
            if not (layer >> i) & 1:
                continue
            starts = 1
            for j in range(n):
                if (layer >> j) & 1 and h.strength[j] == h.strength[i] - 1:
                    starts = 0
            if starts:
                size = 1
                grew = 1
                while grew:
                    grew = 0
                    for j in range(n):
                        if (layer >> j) & 1 and h.strength[j] == h.strength[i] + size:
                            grew = 1
                    size += grew
                points += t.points[row, size]
    return points


@kernel(int64(HAND))
def suits_differ(h):
    """Return 1 if no two active cards share a suit."""
    taken = 0
    for i in range(h.n):
        if not (h.blanked >> i) & 1:
            if taken & h.suits[i]:
                return 0
            taken |= h.suits[i]
    return 1


@kernel(int64(TABLES, HAND, int64, int64, int64))
def clause_points(t, h, i, k, counts):
    """Return the points of one clause of slot i, or ``UNMET`` if its conditions don't hold."""
    c = t.clause[k]
    if c.need | c.forbid:
        have = occupied(counts)
        if have & c.need != c.need:
            return UNMET
        if have & c.forbid:
            return UNMET
        if c.words and h.traits & F_WORDS and c.words & ~h.lost_words[i] == 0:
            return UNMET
    if c.cond:
        if c.cond == COND_SUITS_DIFFER:
            if not suits_differ(h):
                return UNMET
        elif c.cond == COND_EXACTLY and (counts >> c.cond_shift) & 15 != c.cond_n:
            return UNMET
    op = c.op
    if op == OP_EACH:
        return c.amount * ((counts >> c.shift) & 15)
    if op == OP_TOTAL or op == OP_HIGHEST:
        total = 0
        highest = UNMET
        for j in range(h.n):
            if not (h.blanked >> j) & 1 and (h.match[h.layer, i, j] >> c.shift) & 1:
                total += h.strength[j]
                highest = max(highest, h.strength[j])
        if op == OP_TOTAL:
            return c.amount * total
        return c.amount * highest if highest != UNMET else 0
    if op == OP_SETS:
        return sets_points(t, h, c.list)
    if op == OP_RUNS:
        return runs_points(t, h, c.list)
    if op == OP_DISCARD:
        found = 0
        for j in range(h.n_discard):
            found += (t.pair[h.rule[i], h.discard[j]] >> c.shift) & 1
        return c.amount * found
    if op == OP_OPPONENTS:
        return c.amount * h.opponents
    return 0


@kernel(int64(TABLES, HAND, int64, int64, int64, int64))
def clauses_points(t, h, i, first, last, counts):
    """Return the points of clauses `first` to `last` - 1; of alternatives the best counts."""
    points = 0
    group = UNMET
    for k in range(first, last):
        value = clause_points(t, h, i, k, counts)
        if t.clause[k].alternative:
            group = max(group, value)
        else:
            if group != UNMET:
                points += group
            group = value
    if group != UNMET:
        points += group
    return points


@kernel(int64(TABLES, HAND, int64, int64))
def slot_points(t, h, i, counts):
    """Return base strength, bonus and penalty of an active slot, given its counts."""
    rule = h.rule[i]
    points = h.strength[i]
    if (h.bonus_on >> i) & 1:
        points += clauses_points(t, h, i, t.first_bonus[rule], t.last_bonus[rule], counts)
    if not (h.cleared >> i) & 1:
        points += clauses_points(t, h, i, t.first_penalty[rule], t.last_penalty[rule], counts)
    return points


@kernel(int64(TABLES, HAND))
def evaluate(t, h):
    """Score the hand in `h` as its choices made it; see the module for the order of the rules."""
    n = h.n
    h.evaluations += 1
    h.blanked = 0
    clear_penalties(t, h)
    traits = h.traits
    if traits & F_WORDS:
        strike_words(t, h)
    if traits & F_BLANKS:
        blank_cards(t, h)
    if traits & F_SELF:
        blank_themselves(t, h)
    points = 0
    for i in range(n):
        if (h.blanked >> i) & 1:
            continue
        counts = h.total[h.layer, i]
        if h.blanked:
            for j in range(n):
                if (h.blanked >> j) & 1:
                    counts -= h.match[h.layer, i, j]
        points += slot_points(t, h, i, counts)
    return points
