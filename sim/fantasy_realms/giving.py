"""What giving a card a suit changes: all slots and suits at once.

What a slot gains from a face of a suit mostly doesn't depend on who gets it. So the change that an
option makes is put together from three parts: what all slots gain by the suit (``gain_of_suit``),
what they lose with the old face (``loss_of_face``), and, where a slot looks at both, the rest
(``rest``). Options that change who is cleared or blanked are scored one by one.
"""

from __future__ import annotations

from numba import int64, void

from sim.bits import lowest
from sim.fantasy_realms.blanking import counts_without
from sim.fantasy_realms.matching import ONE, match_suit, mentions
from sim.fantasy_realms.points import points_with
from sim.fantasy_realms.suit_rows import scores_suits
from sim.fantasy_realms.tables import (
    CARD,
    F_COMPLEX,
    F_COUNTS,
    F_PENALTY,
    HAND,
    SUIT,
    TABLES,
)
from sim.fantasy_realms.trial import SAME, UNCLEAR, foresee, score_anew, score_then
from sim.jit import inner


@inner(int64(TABLES, HAND, int64, int64))
def live_terms(t, h, i, j):
    """Return the terms of slot i whose match of slot j decides who is cleared, struck or blanked.

    Whether a card without a penalty is cleared makes no difference. A card that lost its penalty
    blanks nobody; nor does one that others blanked, unless in a cycle or by a card that it might
    blank in turn.
    """
    rule = h.rule[i] & CARD
    live = 0
    if t.traits[h.rule[j] & CARD] & F_PENALTY:
        live = t.clear_terms[rule]
    if (h.shielders >> i) & 1:
        live |= t.shields[rule]
    if not (h.cleared >> i) & 1:
        if h.cyclic or (h.blankers >> j) & 1 or not (h.hit >> i) & 1:
            live |= t.blanks[rule] | t.self_terms[rule]
    return live


@inner(int64(HAND, int64))
def lost_by(h, i):
    """Return the suits struck out of the penalty of slot i."""
    return h.lost_words[i] if (h.struck >> i) & 1 else 0


@inner(int64(TABLES, HAND, int64, int64))
def bare_match(t, h, i, j):
    """Return how slot i matches slot j with a suit that slot i doesn't read."""
    rule = h.rule[i] & CARD
    name = h.name[j] & CARD
    found = t.by_name[rule, name] if mentions(t, rule, name) else 0
    return found | ONE if i == j else found


@inner(int64(TABLES, HAND, int64, int64, int64, int64))
def change_of(t, h, i, j, counts, new):
    """Return by how much the points of slot i change if it matches slot j in a new way.

    Parameters
    ----------
    counts : int
        The counts of slot i as they are.
    """
    layer = (h.struck >> i) & 1
    old = h.match[layer, i, j]
    if (new ^ old) & t.scored_terms[h.rule[i] & CARD] == 0 and not layer:
        return 0
    h.match[layer, i, j] = new
    change = points_with(t, h, i, counts + new - old) - h.slot_points[0, i]
    h.match[layer, i, j] = old
    return change


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def note_gains(t, h, i, suits, counts):
    """Note what slot i gains by a further face of each suit."""
    rule = h.rule[i] & CARD
    terms = t.scored_terms[rule]
    last = 0
    gain = 0
    while suits:
        suit = lowest(suits)
        suits &= suits - 1
        new = t.by_suit[(rule * t.n_suits + suit) & SUIT] & terms
        if new != last:
            last = new
            gain = points_with(t, h, i, counts + new) - h.slot_points[0, i]
        h.gain[suit] = gain
        h.gain_of_suit[suit] += gain


@inner(void(TABLES, HAND, int64, int64, int64), merged=True)
def note_changes(t, h, i, targets, suits):
    """Note how the points of slot i change with the face of each target."""
    rule = h.rule[i] & CARD
    layer = (h.struck >> i) & 1
    terms = t.scored_terms[rule]
    if terms == 0:
        return
    thorough = layer or t.traits[rule] & (F_COMPLEX | F_COUNTS) == F_COMPLEX
    counts = counts_without(h, i, h.blanked)
    lost = lost_by(h, i)
    suits &= t.reads[rule]
    if not thorough:
        note_gains(t, h, i, suits, counts)
    while targets:
        j = lowest(targets)
        targets &= targets - 1
        name = h.name[j]
        if not thorough and i != j and h.match[0, i, j] & terms == 0:
            if not mentions(t, rule, name):
                continue
        last = bare_match(t, h, i, j)
        loss = change_of(t, h, i, j, counts, last)
        h.loss_of_face[j] += loss
        change = loss
        left = suits
        while left:
            suit = lowest(left)
            left &= left - 1
            new = match_suit(t, rule, 1 if i == j else 0, name, suit, lost)
            if new != last:
                last = new
                change = change_of(t, h, i, j, counts, new)
            h.rest[j, suit] += change - loss
            if not thorough:
                h.rest[j, suit] -= h.gain[suit]


@inner(void(TABLES, HAND, int64, int64, int64), merged=True)
def note_live(t, h, i, targets, suits):
    """Note the suits of each target that change whom slot i clears or blanks, or itself."""
    rule = h.rule[i] & CARD
    layer = (h.struck >> i) & 1
    lost = lost_by(h, i)
    reads = suits & t.reads[rule]
    while targets:
        j = lowest(targets)
        targets &= targets - 1
        live = live_terms(t, h, i, j)
        old = h.match[layer, i, j]
        if (bare_match(t, h, i, j) ^ old) & live:
            h.live[j] |= suits & ~reads
        left = reads if live else 0
        while left:
            suit = lowest(left)
            left &= left - 1
            new = match_suit(t, rule, 1 if i == j else 0, h.name[j], suit, lost)
            if (new ^ old) & live:
                h.live[j] |= 1 << suit


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def weigh_suits(t, h, targets, suits, idle):
    """Find what every slot of `targets` given a suit of `suits` changes in the settled hand.

    Sets ``gain_of_suit``, ``loss_of_face``, ``rest``, and the suits that are ``live`` for each
    target. Slots that read suits as such are not in these sums.

    Parameters
    ----------
    idle : int
        1 if only live suits matter.

    Returns
    -------
    int
        The targets that matter.
    """
    left = suits
    while left:
        h.gain_of_suit[lowest(left)] = 0
        left &= left - 1
    for j in range(h.n):
        h.loss_of_face[j] = 0
        h.live[j] = 0
        left = suits
        while left:
            h.rest[j, lowest(left)] = 0
            left &= left - 1
    left = h.clearers | h.blankers | h.selfish | h.shielders
    while left:
        note_live(t, h, lowest(left), targets, suits)
        left &= left - 1
    if h.loners:
        for j in range(h.n):
            h.live[j] = suits
    if idle:
        for j in range(h.n):
            targets &= ~((h.live[j] == 0) << j)
        if targets == 0:
            return 0
    for i in range(h.n):
        rule = h.rule[i] & CARD
        active = not (h.blanked >> i) & 1
        if active and t.reads[rule] and not scores_suits(t, rule):
            note_changes(t, h, i, targets & ~h.blanked, suits)
    return targets


@inner(int64(TABLES, HAND, int64, int64, int64))
def match_given(t, h, i, j, suit):
    """Return how slot i matches slot j with a suit."""
    return match_suit(t, h.rule[i], 1 if i == j else 0, h.name[j], suit, lost_by(h, i))


@inner(int64(TABLES, HAND, int64, int64, int64, int64))
def change_of_rows(t, h, rows, j, suit, trial):
    """Return by how much some slots differ from ``slot_points[trial]`` if slot j gets a suit."""
    old = h.suits[j]
    h.suits[j] = 1 << suit
    change = 0
    while rows:
        i = lowest(rows)
        rows &= rows - 1
        layer = (h.struck >> i) & 1
        new = match_given(t, h, i, j, suit)
        before = h.match[layer, i, j]
        h.match[layer, i, j] = new
        counts = counts_without(h, i, h.blanked) + new - before
        change += points_with(t, h, i, counts) - h.slot_points[trial, i]
        h.match[layer, i, j] = before
    h.suits[j] = old
    return change


@inner(int64(TABLES, HAND, int64, int64), merged=True)
def change_with(t, h, j, suit):
    """Return by how much slot j with a suit changes the score if the same cards stay active."""
    if (h.blanked >> j) & 1:
        return 0
    change = h.gain_of_suit[suit] + h.loss_of_face[j] + h.rest[j, suit]
    if (h.noticed[j] >> suit) & 1:
        change += change_of_rows(t, h, h.suit_rows, j, suit, 0)
    return change


@inner(void(TABLES, HAND, int64), merged=True)
def score_suitless(t, h, j):
    """Score the foreseen hand with no suit in slot j, and remember it."""
    for i in range(h.n):
        h.column[i] = bare_match(t, h, i, j)
    h.memo_slot = j
    h.memo_blanked = h.then_blanked
    h.memo_cleared = h.then_cleared
    h.memo_score = score_then(t, h, j, h.name[j], 0)


@inner(int64(TABLES, HAND, int64, int64, int64), merged=True)
def score_live(t, h, j, suit, known):
    """Score the hand with a suit in slot j that may change who is cleared or blanked.

    Parameters
    ----------
    known : int
        The score if nobody is.
    """
    left = h.clearers | h.blankers | h.selfish | h.shielders | h.loners
    while left:
        i = lowest(left)
        left &= left - 1
        h.column[i] = match_given(t, h, i, j, suit)
    then = foresee(t, h, j, 1 << suit)
    if then == SAME:
        return known
    if then == UNCLEAR:
        h.memo_slot = -1
        return score_anew(t, h, j, h.name[j], 1 << suit)
    if h.memo_slot != j or h.memo_blanked != h.then_blanked or h.memo_cleared != h.then_cleared:
        score_suitless(t, h, j)
    if (h.then_blanked >> j) & 1:
        return h.memo_score
    rows = 0
    for i in range(h.n):
        rule = h.rule[i] & CARD
        reads = (t.reads[rule] >> suit) & (t.scored_terms[rule] != 0)
        rows |= (reads | scores_suits(t, rule)) << i
    before = (h.blanked, h.cleared)
    h.blanked = h.then_blanked
    h.cleared = h.then_cleared
    score = h.memo_score + change_of_rows(t, h, rows & ~h.blanked, j, suit, 1)
    h.blanked, h.cleared = before
    return score
