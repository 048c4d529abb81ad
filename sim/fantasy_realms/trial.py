"""Scoring a settled hand with another face in one slot, at the least cost.

The caller writes to ``column`` how every slot would match the new face; who is then cleared and
blanked follows from that column alone. Only if the new face also changes whose words are struck out
or closes a cycle of blanking is everything found anew.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.blanking import blank_themselves
from sim.fantasy_realms.matching import match_face
from sim.fantasy_realms.scoring import add_up, settle
from sim.fantasy_realms.tables import CARD, F_PENALTY, F_WORDS, HAND, TABLES
from sim.jit import inner

SAME = 0
CHANGED = 1
UNCLEAR = -1


@inner(void(HAND, int64, int64))
def swap_column(h, rows, j):
    """Exchange ``column`` with how some rows match slot j."""
    while rows:
        i = lowest(rows)
        rows &= rows - 1
        layer = (h.struck >> i) & 1
        new = h.column[i]
        old = h.match[layer, i, j]
        h.match[layer, i, j] = new
        h.total[layer, i] += new - old
        h.column[i] = old


@inner(int64(TABLES, HAND, int64), merged=True)
def cleared_then(t, h, j):
    """Return the slots that lose their penalty with ``column``; ``UNCLEAR`` if words matter."""
    own = 1 << j
    penal = t.traits[h.rule[j] & CARD] & F_PENALTY
    cleared = h.cleared & ~own | h.spared & own
    left = h.clearers
    while left:
        i = lowest(left)
        left &= left - 1
        rule = h.rule[i] & CARD
        if h.column[i] & t.clears[rule]:
            cleared |= own
        if penal and t.traits[rule] & F_WORDS:
            if (h.column[i] ^ h.match[0, i, j]) & t.clear_terms[rule]:
                return UNCLEAR
    if penal == 0:
        return h.cleared
    if h.traits & F_WORDS and cleared != h.cleared:
        return UNCLEAR
    return cleared


@inner(int64(TABLES, HAND, int64), merged=True)
def shielded_then(t, h, j):
    """Return the slots that cannot be blanked with ``column``."""
    own = 1 << j
    shielded = h.shielded & ~own | (h.sturdy | h.kept) & own
    left = h.shielders
    while left:
        i = lowest(left)
        left &= left - 1
        if h.column[i] & t.shields[h.rule[i] & CARD]:
            shielded |= own
    return shielded


@inner(int64(TABLES, HAND, int64, int64, int64, int64), merged=True)
def lonely_then(t, h, j, suits, cleared, shielded):
    """Return the slots blanked for being alone in a suit with ``column`` and suits in slot j.

    No slot is aloof.
    """
    old = h.suits[j]
    h.suits[j] = suits
    once = 0
    twice = 0
    for k in range(h.n):
        twice |= once & h.suits[k]
        once |= h.suits[k]
    alone = once & ~twice
    lonely = 0
    left = h.loners & ~cleared
    while left:
        i = lowest(left)
        left &= left - 1
        layer = (h.struck >> i) & 1
        what = t.alone[h.rule[i] & CARD]
        for k in range(h.n):
            match = h.column[i] if k == j else h.match[layer, i, k]
            lonely |= ((h.suits[k] & alone != 0) & (match & what != 0)) << k
    h.suits[j] = old
    return lonely & ~shielded


@inner(int64(TABLES, HAND, int64, int64, int64, int64), merged=True)
def blanked_then(t, h, j, lonely, cleared, shielded):
    """Return the slots that others blank with ``column``; ``UNCLEAR`` if they do so in a cycle.

    Parameters
    ----------
    lonely : int
        Slots that are blanked before.
    """
    own = 1 << j
    blankers = h.blankers & ~cleared
    if blankers & h.cleared:
        return UNCLEAR  # whom it blanks has not been found
    blankers &= ~lonely
    waiting = blankers
    left = blankers
    threatened = 0
    while left:
        i = lowest(left)
        left &= left - 1
        hit = h.targets[i] & ~own
        if h.column[i] & t.blanks[h.rule[i] & CARD]:
            hit |= own & ~shielded
        h.work[i] = hit
        threatened |= hit
    if threatened & blankers == 0:
        return lonely | threatened
    blanked = lonely
    while waiting:
        threatened = 0
        left = waiting
        while left:
            threatened |= h.work[lowest(left)]
            left &= left - 1
        free = waiting & ~threatened
        if free == 0:
            return UNCLEAR
        waiting &= ~free
        while free:
            blanked |= h.work[lowest(free)]
            free &= free - 1
        waiting &= ~blanked
    return blanked


@inner(int64(TABLES, HAND, int64, int64, int64))
def score_unsettled(t, h, j, name, suits):
    """Score the hand with a face in slot j, finding everything anew; it has to be settled again.

    Sets ``then_blanked``.
    """
    everybody = (1 << h.n) - 1
    for i in range(h.n):
        h.column[i] = match_face(t, h.rule[i], 1 if i == j else 0, name, suits, 0)
    old_name = h.name[j]
    old_suits = h.suits[j]
    h.name[j] = name
    h.suits[j] = suits
    h.struck = 0
    swap_column(h, everybody, j)
    settle(t, h)
    score = add_up(t, h, 1)
    h.then_blanked = h.blanked | h.faded
    h.name[j] = old_name
    h.suits[j] = old_suits
    h.struck = 0
    swap_column(h, everybody, j)
    return score


@inner(int64(TABLES, HAND, int64, int64, int64))
def score_anew(t, h, j, name, suits):
    """Score the hand with a face in slot j, finding everything anew; then settle it as it was.

    Sets ``then_blanked``.
    """
    score = score_unsettled(t, h, j, name, suits)
    settle(t, h)
    return score


@inner(int64(TABLES, HAND, int64, int64))
def foresee(t, h, j, suits):
    """Find who is cleared and blanked with ``column``, of which the acting slots have to be set.

    Sets ``then_cleared`` and ``then_blanked``.

    Parameters
    ----------
    suits : int
        The suits of the new face.

    Returns
    -------
    int
        ``SAME`` if nothing changes that counts, else ``CHANGED``, or ``UNCLEAR``.
    """
    h.evaluations += 1
    cleared = cleared_then(t, h, j)
    if cleared == UNCLEAR:
        return UNCLEAR
    shielded = shielded_then(t, h, j)
    lonely = lonely_then(t, h, j, suits, cleared, shielded) if h.loners else 0
    blanked = blanked_then(t, h, j, lonely, cleared, shielded)
    if blanked == UNCLEAR:
        return UNCLEAR
    doubtful = h.selfish & ~(cleared | blanked | shielded)
    if doubtful:
        before = h.blanked
        swap_column(h, doubtful, j)
        h.blanked = blanked
        blank_themselves(t, h, doubtful)
        blanked = h.blanked
        h.blanked = before
        swap_column(h, doubtful, j)
    h.then_cleared = cleared
    h.then_blanked = blanked
    if blanked == h.blanked and (cleared ^ h.cleared) & ~blanked == 0:
        return SAME
    return CHANGED


@inner(int64(TABLES, HAND, int64, int64, int64))
def score_then(t, h, j, name, suits):
    """Score the hand with a face in slot j after :func:`foresee`; ``column`` is set in full."""
    before = (h.name[j], h.suits[j], h.blanked, h.cleared)
    h.name[j] = name
    h.suits[j] = suits
    h.blanked = h.then_blanked
    h.cleared = h.then_cleared
    rows = ((1 << h.n) - 1) & ~h.blanked
    swap_column(h, rows, j)
    score = add_up(t, h, 1)
    swap_column(h, rows, j)
    h.name[j], h.suits[j], h.blanked, h.cleared = before
    return score
