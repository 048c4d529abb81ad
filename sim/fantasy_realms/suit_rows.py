"""Which changes of a suit the slots notice that read suits as such.

Such a slot counts different names by suit, or asks whether all suits differ. Both mostly stay as
they are when one card changes its suit.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.tables import CARD, F_COMPLEX, F_READS_NAMES, F_READS_SUITS, HAND, TABLES
from sim.jit import inner

ALL_SUITS = 0xFFFFFFFF


@inner(int64(TABLES, int64))
def scores_suits(t, rule):
    """Return 1 if the points of a card may depend on suits as such."""
    both = F_READS_SUITS | F_COMPLEX
    return t.traits[rule] & both == both


@inner(int64(HAND, int64), merged=True)
def suits_left_free(h, j):
    """Return the suits with which slot j would let all suits of active slots differ."""
    taken = 0
    for i in range(h.n):
        if i != j and not (h.blanked >> i) & 1:
            if taken & h.suits[i]:
                return 0
            taken |= h.suits[i]
    return ALL_SUITS & ~taken


@inner(int64(HAND, int64))
def suits_held(h, number):
    """Return the suits of which at least `number` active slots are; of 1 or less all suits."""
    if number <= 0:
        return ALL_SUITS
    left = ((1 << h.n) - 1) & ~h.blanked
    held = 0
    while left:
        suits = h.suits[lowest(left)]
        while suits:
            suit = suits & -suits
            suits ^= suit
            count = 0
            for i in range(h.n):
                count += (not (h.blanked >> i) & 1) and h.suits[i] & suit != 0
            if count >= number:
                held |= suit
        left &= left - 1
    return held


@inner(void(TABLES, HAND, int64), merged=True)
def note_suit_rows(t, h, targets):
    """Find the active slots that read suits as such, and the suits of each target they notice.

    Sets ``suit_rows`` and ``noticed``.
    """
    h.suit_rows = 0
    always = 0
    fewest = 99
    for i in range(h.n):
        rule = h.rule[i] & CARD
        if scores_suits(t, rule) and not (h.blanked >> i) & 1:
            h.suit_rows |= 1 << i
            always |= t.reads[rule] | t.mentions[rule, 0] | t.mentions[rule, 1]
            always |= t.mentions[rule, 2] | t.mentions[rule, 3]
            if t.traits[rule] & F_READS_NAMES:
                fewest = min(fewest, t.smallest_set[rule])
    for j in range(h.n):
        h.noticed[j] = ALL_SUITS if always else 0
    if h.suit_rows == 0 or always:
        return
    growing = 0 if fewest == 99 else suits_held(h, fewest - 1)
    complete = 0 if fewest == 99 else suits_held(h, fewest)
    while targets:
        j = lowest(targets)
        targets &= targets - 1
        free = suits_left_free(h, j)
        differ = h.suits[j] & ~free == 0
        h.noticed[j] = growing | (ALL_SUITS & ~free if differ else free)
        if h.suits[j] & complete:
            h.noticed[j] = ALL_SUITS
