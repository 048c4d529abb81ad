"""Who loses a penalty and who is blanked, in the order of the rules.

Clear penalties and strike words, let cards blank others (those alone in a suit first), let cards
blank themselves
(``rules/fantasy_realms.md``, "Scoring order", steps 3 to 5). Nothing depends on the order of cards.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.matching import match_face
from sim.fantasy_realms.tables import (
    CARD,
    F_ALONE,
    F_WORDS,
    HAND,
    OP_BLANKED_UNLESS,
    OP_BLANKED_WITH,
    OP_CLEARS_WORD,
    TABLES,
)
from sim.jit import apart, inner

NIBBLES = 0x111111111111111  # the lowest bit of each of the 15 nibbles


@inner(int64(int64))
def occupied(counts):
    """Return a bit at the start of every nibble that isn't zero."""
    return (counts | (counts >> 1) | (counts >> 2) | (counts >> 3)) & NIBBLES


@inner(int64(HAND, int64, int64))
def counts_without(h, i, gone):
    """Return the counts of slot i's terms over all slots but those of a set."""
    layer = (h.struck >> i) & 1
    counts = h.total[layer, i]
    while gone:
        counts -= h.match[layer, i, lowest(gone)]
        gone &= gone - 1
    return counts


@inner(void(TABLES, HAND), merged=True)
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
        rule = h.rule[i] & CARD
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


@inner(void(TABLES, HAND), merged=True)
def strike_words(t, h):
    """Fill layer 1 of ``match`` and ``total`` for slots whose penalty loses a word.

    Only penalty terms change, and only where the struck word was what matched.
    """
    n = h.n
    for i in range(n):
        lost = h.lost_words[i] & t.words[h.rule[i] & CARD]
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


@inner(void(TABLES, HAND), merged=True)
def find_shielded(t, h):
    """Find the slots that cannot be blanked; a card shields even if it is blanked itself.

    Sets ``shielded``.
    """
    h.shielded = h.sturdy | h.kept
    left = h.shielders
    while left:
        i = lowest(left)
        left &= left - 1
        what = t.shields[h.rule[i] & CARD]
        for j in range(h.n):
            h.shielded |= (h.match[0, i, j] & what != 0) << j


@apart(void(TABLES, HAND))
def blank_lonely(t, h):
    """Let penalties blank cards that are alone in a suit, all at once. Sets ``blanked``.

    Comes before all other blanking. A card of several suits is alone if it is in any of them.
    """
    once = 0
    twice = 0
    for j in range(h.n):
        twice |= once & h.suits[j]
        once |= h.suits[j]
    alone = once & ~twice
    for i in range(h.n):
        rule = h.rule[i] & CARD
        if not t.traits[rule] & F_ALONE or (h.cleared >> i) & 1:
            continue
        layer = (h.struck >> i) & 1
        for j in range(h.n):
            if h.suits[j] & alone and h.match[layer, i, j] & t.alone[rule]:
                h.lonely |= (i == j or not (h.aloof >> j) & 1) << j
    h.lonely &= ~h.shielded
    h.blanked = h.lonely


@inner(int64(HAND, int64, int64))
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


@inner(void(TABLES, HAND), merged=True)
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
        what = t.blanks[h.rule[i] & CARD]
        hit = 0
        for j in range(n):
            hit |= (h.match[layer, i, j] & what != 0) << j
        hit &= ~(h.shielded | h.aloof & ~(1 << i))
        h.targets[i] = hit
        waiting |= (hit != 0) << i
    waiting &= ~h.blanked
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


@inner(int64(TABLES, HAND, int64, int64, int64))
def blanks_itself(t, h, i, doubtful, gone):
    """Return 1 if slot i blanks itself for certain, 0 if it certainly doesn't, else 2.

    `gone` are the slots that are blanked, `doubtful` those that may still be. A condition whose
    every word was struck out has vanished.
    """
    rule = h.rule[i] & CARD
    gone &= ~h.fading
    doubtful &= ~h.fading
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
            aloof = h.aloof & ~(1 << i)
            if aloof:
                might = occupied(counts_without(h, i, gone | aloof))
                have = occupied(counts_without(h, i, gone | doubtful | aloof))
            if have & t.clause[k].need:
                return 1
            if might & t.clause[k].need:
                verdict = 2
            if aloof:
                might = occupied(counts_without(h, i, gone))
                have = occupied(counts_without(h, i, gone | doubtful))
    return verdict


@inner(void(TABLES, HAND, int64))
def blank_themselves(t, h, doubtful):
    """Let cards blank themselves until nothing changes; each one gone stops counting for others.

    Cards whose case is certain go first. Those that are left depend on each other: they are taken
    as active together, and the ones that then blank themselves do.

    Parameters
    ----------
    doubtful : int
        Slots that may blank themselves, neither cleared nor blanked by others.
    """
    while doubtful:
        before = doubtful
        left = doubtful
        while left:
            i = lowest(left)
            left &= left - 1
            verdict = blanks_itself(t, h, i, doubtful & ~(1 << i), h.blanked)
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
