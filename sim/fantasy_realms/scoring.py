"""Scoring one hand with all choices made.

Order of the rules (``rules/fantasy_realms.md``, "Scoring order"): clear penalties, blank cards,
let cards blank themselves, add up what is left. Slots are positions of the hand; sets of slots are
bit masks. Nothing here depends on the order of the cards.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.tables import (
    COND_EXACTLY,
    COND_SUITS_DIFFER,
    F_BLANKS,
    F_CLEARS,
    F_COMPLEX,
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


@kernel(int64(TABLES, int64, int64, int64, int64))
def match_suit(t, rule, itself, name, suit):
    """Return how a face of one suit matches the terms of a card; see :func:`match_face`."""
    at = rule * t.n_suits + suit
    found = t.by_suit_self[at] if itself else t.by_suit[at]
    for k in range(t.first_exception[rule], t.last_exception[rule]):
        if t.exception[k, 0] == suit and t.exception[k, 1] == name:
            found &= ~t.exception[k, 2]
    found = (found & ~t.not_name[rule, name]) | t.by_name[rule, name]
    return found | ONE if itself else found


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
    while rest:
        suit = lowest(rest)
        at = rule * t.n_suits + suit
        hit = t.by_suit_self[at] if itself else t.by_suit[at]
        if (lost >> suit) & 1:
            hit &= ~t.word[rule, suit]
        for k in range(t.first_exception[rule], t.last_exception[rule]):
            if t.exception[k, 0] == suit and t.exception[k, 1] == name:
                hit &= ~t.exception[k, 2]
        found |= hit
        rest &= rest - 1
    found &= ~t.not_name[rule, name]
    found |= t.by_name[rule, name]
    if itself:
        found |= ONE
    return found


@kernel(void(TABLES, HAND))
def note_traits(t, h):
    """Note which slots have rules that act in each step of scoring."""
    traits = 0
    clearers = 0
    blankers = 0
    selfish = 0
    complicated = 0
    for i in range(h.n):
        own = t.traits[h.rule[i]]
        traits |= own
        clearers |= (own & (F_CLEARS | F_WORDS) != 0) << i
        blankers |= (own & F_BLANKS != 0) << i
        selfish |= (own & F_SELF != 0) << i
        complicated |= (own & F_COMPLEX != 0) << i
    h.traits = traits
    h.clearers = clearers & h.bonus_on
    h.blankers = blankers
    h.selfish = selfish
    h.complex = complicated


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
    clearers = 0
    blankers = 0
    selfish = 0
    complicated = 0
    for i in range(n):
        c = cards[i]
        h.card[i] = c
        h.rule[i] = c
        h.name[i] = t.name[c]
        h.suits[i] = t.suits[c]
        h.strength[i] = t.strength[c]
        own = t.traits[c]
        traits |= own
        clearers |= (own & (F_CLEARS | F_WORDS) != 0) << i
        blankers |= (own & F_BLANKS != 0) << i
        selfish |= (own & F_SELF != 0) << i
        complicated |= (own & F_COMPLEX != 0) << i
        total = 0
        row = c * t.n_cards
        for j in range(n):
            m = t.pair[row + cards[j]]
            h.match[0, i, j] = m
            total += m
        h.total[0, i] = total
    h.traits = traits
    h.clearers = clearers
    h.blankers = blankers
    h.selfish = selfish
    h.complex = complicated
    h.bonus_on = (1 << n) - 1
    h.spared = 0


@kernel(void(TABLES, HAND))
def clear_penalties(t, h):
    """Find the slots that lose their penalty, and the words struck out of the others'.

    A clearing card works even if it is blanked later. Sets ``cleared`` and ``lost_words``.
    """
    n = h.n
    if h.traits & F_WORDS:
        for i in range(n):
            h.lost_words[i] = 0
    left = h.clearers
    while left:
        i = lowest(left)
        left &= left - 1
        rule = h.rule[i]
        what = t.clears[rule]
        if what:
            for j in range(n):
                h.cleared |= (h.match[0, i, j] & what != 0) << j
        if t.traits[rule] & F_WORDS:
            for k in range(t.first_rule[rule], t.last_rule[rule]):
                if t.clause[k].op == OP_CLEARS_WORD:
                    need = t.clause[k].need
                    for j in range(n):
                        if need == 0 or h.match[0, i, j] & need:
                            h.lost_words[j] |= t.clause[k].amount


@kernel(void(TABLES, HAND))
def strike_words(t, h):
    """Fill layer 1 of ``match`` and ``total`` for slots whose penalty loses a word.

    Only penalty terms change, and only where the struck word was what matched.
    """
    n = h.n
    for i in range(n):
        lost = h.lost_words[i] & t.words[h.rule[i]]
        if lost == 0 or (h.cleared >> i) & 1:
            continue
        h.struck |= 1 << i
        total = 0
        for j in range(n):
            m = h.match[0, i, j]
            if lost & h.suits[j]:
                itself = 1 if i == j else 0
                m = match_face(t, h.rule[i], itself, h.name[j], h.suits[j], lost)
            h.match[1, i, j] = m
            total += m
        h.total[1, i] = total


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
    waiting = 0
    left = h.blankers & ~h.cleared
    while left:
        i = lowest(left)
        left &= left - 1
        layer = (h.struck >> i) & 1
        what = t.blanks[h.rule[i]]
        hit = 0
        for j in range(n):
            hit |= (h.match[layer, i, j] & what != 0) << j
        h.targets[i] = hit
        waiting |= (hit != 0) << i
    while waiting:
        threatened = 0
        left = waiting
        while left:
            threatened |= h.targets[lowest(left)]
            left &= left - 1
        free = waiting & ~threatened
        if free == 0:
            h.cyclic = 1
            caught = in_cycles(h, waiting, 2)
            h.blanked |= caught if caught else in_cycles(h, waiting, n)
        waiting &= ~free
        while free:
            h.blanked |= h.targets[lowest(free)]
            free &= free - 1
        waiting &= ~h.blanked


@kernel(int64(HAND, int64, int64))
def counts_without(h, i, gone):
    """Return the counts of slot i's terms over all slots but those of a set."""
    layer = (h.struck >> i) & 1
    counts = h.total[layer, i]
    while gone:
        counts -= h.match[layer, i, lowest(gone)]
        gone &= gone - 1
    return counts


@kernel(int64(TABLES, HAND, int64, int64, int64))
def blanks_itself(t, h, i, doubtful, gone):
    """Return 1 if slot i blanks itself for certain, 0 if it certainly doesn't, else 2.

    `gone` are the slots that are blanked, `doubtful` those that may still be. A condition whose
    every word was struck out has vanished.
    """
    rule = h.rule[i]
    might = occupied(counts_without(h, i, gone))
    have = occupied(counts_without(h, i, gone | doubtful))
    verdict = 0
    for k in range(t.first_rule[rule], t.last_rule[rule]):
        op = t.clause[k].op
        if op == OP_BLANKED_UNLESS:
            words = t.clause[k].words
            lost = h.lost_words[i] if (h.struck >> i) & 1 else 0
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
    doubtful = h.selfish & ~(h.cleared | h.blanked)
    while doubtful:
        before = doubtful
        left = doubtful
        while left:
            i = lowest(left)
            left &= left - 1
            verdict = blanks_itself(t, h, i, doubtful, h.blanked)
            h.blanked |= (verdict == 1) << i
            if verdict != 2:
                doubtful &= ~(1 << i)
        if doubtful == before:
            gone = 0
            left = doubtful
            while left:
                i = lowest(left)
                left &= left - 1
                gone |= (blanks_itself(t, h, i, 0, h.blanked) == 1) << i
            h.blanked |= gone
            doubtful = doubtful & ~gone if gone else 0


@kernel(int64(HAND, int64, int64))
def is_namesake(h, i, suit):
    """Return 1 if an active slot before i has the same name and the suit too."""
    for j in range(i):
        active = not (h.blanked >> j) & 1
        if active and (h.suits[j] >> suit) & 1 and h.name[j] == h.name[i]:
            return 1
    return 0


@kernel(int64(TABLES, HAND, int64))
def sets_points(t, h, row):
    """Return the points for different names by suit, over the active cards."""
    points = 0
    for suit in range(t.n_suits):
        h.work[suit] = 0
    for i in range(h.n):
        suits = h.suits[i]
        if (h.blanked >> i) & 1:
            suits = 0
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            if h.depth and is_namesake(h, i, suit):
                continue
            size = h.work[suit]
            h.work[suit] = size + 1
            points += t.points[row, size + 1] - t.points[row, size]
    return points


@kernel(int64(TABLES, HAND, int64))
def runs_points(t, h, row):
    """Return the points for runs of consecutive base strengths; equal runs all count.

    The longest runs are taken first, from one card of each strength; what is left makes further
    runs.
    """
    n = 0
    for i in range(h.n):
        if not (h.blanked >> i) & 1:
            k = n
            while k > 0 and h.work[k - 1] > h.strength[i]:
                h.work[k] = h.work[k - 1]
                k -= 1
            h.work[k] = h.strength[i]
            n += 1
    points = 0
    while n:
        # one card of each strength makes runs, the others stay for the next layer
        rest = 0
        size = 1
        last = h.work[0]
        for k in range(1, n):
            now = h.work[k]
            if now == last:
                h.work[rest] = now
                rest += 1
                continue
            if now == last + 1:
                size += 1
            else:
                points += t.points[row, size]
                size = 1
            last = now
        points += t.points[row, size]
        n = rest
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
        if c.words and (h.struck >> i) & 1 and c.words & ~h.lost_words[i] == 0:
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
        layer = (h.struck >> i) & 1
        for j in range(h.n):
            if not (h.blanked >> j) & 1 and (h.match[layer, i, j] >> c.shift) & 1:
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
            found += (t.pair[h.rule[i] * t.n_cards + h.discard[j]] >> c.shift) & 1
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
    """Return base strength, bonus and penalty of an active slot, given its counts.

    A card's bonus clauses stand right before its penalty clauses.
    """
    rule = h.rule[i]
    first = t.first_bonus[rule] if (h.bonus_on >> i) & 1 else t.first_penalty[rule]
    last = t.last_bonus[rule] if (h.cleared >> i) & 1 else t.last_penalty[rule]
    return h.strength[i] + clauses_points(t, h, i, first, last, counts)


@kernel(int64(TABLES, int64, int64, int64))
def simple_points(t, rule, counts, parts):
    """Return the points of a card without complex clauses, given its counts, free of branches.

    Parameters
    ----------
    parts : int
        Bit 0: the bonus counts; bit 1: the penalty counts.
    """
    c = t.simple[rule]
    have = occupied(counts)
    first = c.amount[0] * ((counts >> c.shift[0]) & 15)
    met = (have & c.need[0] == c.need[0]) & (have & c.forbid[0] == 0)
    first *= met & (parts >> c.part[0])
    second = c.amount[1] * ((counts >> c.shift[1]) & 15)
    met = (have & c.need[1] == c.need[1]) & (have & c.forbid[1] == 0)
    second *= met & (parts >> c.part[1])
    return max(first, second) if c.alternative else first + second


@kernel(int64(TABLES, HAND, int64, int64))
def points_with(t, h, i, counts):
    """Return base strength, bonus and penalty of an active slot, given its counts."""
    rule = h.rule[i]
    if t.traits[rule] & F_COMPLEX or (h.struck >> i) & 1:
        return slot_points(t, h, i, counts)
    parts = ((h.bonus_on >> i) & 1) | ((~h.cleared >> i) & 1) << 1
    return h.strength[i] + simple_points(t, rule, counts, parts)


@kernel(int64(TABLES, HAND, int64))
def total_points(t, h, i):
    """Return base strength, bonus and penalty of an active slot after everything was blanked."""
    return points_with(t, h, i, counts_without(h, i, h.blanked))


@kernel(int64(TABLES, HAND))
def evaluate(t, h):
    """Score the hand in `h` as its choices made it; see the module for the order of the rules."""
    h.evaluations += 1
    h.blanked = 0
    h.cyclic = 0
    h.cleared = h.spared
    h.struck = 0
    if h.clearers:
        clear_penalties(t, h)
        if h.traits & F_WORDS:
            strike_words(t, h)
    if h.blankers & ~h.cleared:
        blank_cards(t, h)
    h.hit = h.blanked
    if h.selfish & ~h.cleared:
        blank_themselves(t, h)
    n = h.n
    blanked = h.blanked
    thorough = (h.struck | h.complex) & ~blanked
    points = 0
    bonus_on = h.bonus_on
    penalty_on = ~h.cleared
    for i in range(n):
        counts = h.total[0, i]
        gone = blanked
        while gone:
            counts -= h.match[0, i, lowest(gone)]
            gone &= gone - 1
        parts = ((bonus_on >> i) & 1) | ((penalty_on >> i) & 1) << 1
        own = h.strength[i] + simple_points(t, h.rule[i], counts, parts)
        h.slot_points[i] = own
        points += own * (((blanked | thorough) >> i) & 1 ^ 1)
    while thorough:
        i = lowest(thorough)
        thorough &= thorough - 1
        own = slot_points(t, h, i, counts_without(h, i, blanked))
        h.slot_points[i] = own
        points += own
    return points
