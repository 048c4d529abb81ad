"""The rules of play as a resumable step machine.

``advance`` runs a game to the next decision of two or more options (single options are carried out
silently, unless the state's ``ask`` says otherwise) and returns their number, 0 when the game is
over; the options lie in the scratch record, ``apply`` carries one out by its index. Effects in
progress lie in the state: a copy of it can be played on from any decision.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from sim.jit import apart, inner, kernel
from sim.streams import deal_key, redrawn_key
from sim.vale_of_eternity.action import act_out, list_actions
from sim.vale_of_eternity.artifacts import (
    lay_out,
    return_artifacts,
    step_artifacts,
    take_artifact,
)
from sim.vale_of_eternity.cards import stack
from sim.vale_of_eternity.codes import ON_HUNT, ON_ROUND, ON_ROUND_END
from sim.vale_of_eternity.copying import PHASE
from sim.vale_of_eternity.curse import has_cursed, take_summoner
from sim.vale_of_eternity.effects import answer_effect, step_effect
from sim.vale_of_eternity.finish import end_check
from sim.vale_of_eternity.frames import push
from sim.vale_of_eternity.hunt import CARDS_EACH, hunt, list_hunt, reveal
from sim.vale_of_eternity.log import M_OVERFLOW, M_PHASE, M_ROUND, clear_log, note
from sim.vale_of_eternity.options import card_of, number_of, stones_of
from sim.vale_of_eternity.reactions import is_watched, react_to, set_off, watch_stones
from sim.vale_of_eternity.rulings import ARTIFACTS_AFTER_REVEAL, RESOLUTION_USE_COUNTS
from sim.vale_of_eternity.setup import NO_SUMMONERS, step_set_up
from sim.vale_of_eternity.state import (
    ACTION,
    ALL_EFFECTS,
    CHOOSE_ACTION,
    CHOOSE_ARTIFACT,
    CHOOSE_HUNT,
    CHOOSE_STONES,
    CHOOSE_SUMMONER,
    CURSE_PHASE,
    END_CHECK,
    HUNT,
    MAX_SEATS,
    OVER,
    PARTS,
    PAUSED,
    RESOLUTION,
    SCRATCH,
    SET_UP,
    STATE,
    TOKENS,
)
from sim.vale_of_eternity.stones import list_overflow, lose, refresh
from sim.vale_of_eternity.tables import MAX_CARDS, TABLES
from sim.vale_of_eternity.zones import bit_of, seat_after, word_of

# Turns of phases in which nobody has one: what reacts to the start or end of a round was told.
TOLD = -2  # in the hunting phase
ROUND_ENDED = 1  # at the end check
ROUND_BEGUN = 2  # the same, of the next round


@kernel(void(STATE, TABLES, SCRATCH))
def clear(s, t, w):
    """Set up an empty table for ``s.players`` players: round 1, no cards, scores by turn order."""
    s.round_no = 1
    s.phase = HUNT
    s.first = 0
    s.turn = -1
    s.active = 0
    s.decision = CHOOSE_HUNT
    s.end = -1
    s.over_limit = 0
    s.pile_n = 0
    s.pile_known = 0
    s.refills = 0
    s.depth = 0
    s.clearing = 0
    s.taken = s.players
    s.reactions = 0
    s.summons = 0
    for word in range(2):
        s.display[word] = 0
        s.discard[word] = 0
        s.used[word] = 0
        s.watched[word] = 0
    for p in range(MAX_SEATS):
        s.score[p] = p + 1
        s.wards[p] = t.wards
        s.curses[p] = 0
        s.side[p] = -1
        s.flips[p] = 0
        s.broken_now[p] = 0
        s.artifact[p] = -1
        s.last_artifact[p] = -1
        s.extra_areas[p] = 0
        s.tie_break[p] = 0
        s.rank[p] = 0
        for k in range(3):
            s.stones[p, k] = 0
        for word in range(2):
            s.hand[p, word] = 0
            s.area[p, word] = 0
            s.hunted[p, word] = 0
            s.known[p, word] = 0
            s.soothed[p, word] = 0
            s.shelter[p, word] = 0
            s.tile[p, word] = 0
        refresh(s, t, p)
    for card in range(MAX_CARDS):
        s.tokens[card] = 0
    clear_log(w, s.players, t.n_cards)


@apart(void(STATE, TABLES, SCRATCH, uint64, int64))
def deal(s, t, w, run, number):
    """Set up deal `number` of a run: the deck in the order of its keys, seat 0 begins.

    With ``s.redrawn`` the cards of the first display stay on top, and the order of all others is
    drawn anew.
    """
    clear(s, t, w)
    s.deal = deal_key(run, number)
    stack(s, t, w, s.deal, t.deck_mask[0], t.deck_mask[1])
    if s.redrawn:
        low, high = t.deck_mask[0], t.deck_mask[1]
        whole = s.pile_n
        for k in range(max(0, whole - CARDS_EACH * s.players), whole):
            card = np.int64(s.pile[k])
            if word_of(card):
                high &= ~bit_of(card)
            else:
                low &= ~bit_of(card)
        # these stay where they lie: the others are written below them
        stack(s, t, w, redrawn_key(s.deal, s.redrawn), low, high)
        s.pile_n = whole
    lay_out(s, t)
    if t.summoners != NO_SUMMONERS:
        s.phase = SET_UP
        s.turn = 0


@inner(void(STATE, SCRATCH, int64))
def begin_phase(s, w, phase):
    """Begin a phase with its first player."""
    s.phase = phase
    s.turn = -1 if phase == HUNT else 0
    note(w, M_PHASE, -1, -1, phase)


@inner(void(STATE, TABLES, SCRATCH))
def end_round(s, t, w):
    """Check whether the game is over; if not, the first player's marker goes to the left."""
    if end_check(s, t, w):
        s.phase = OVER
        return
    s.round_no += 1
    s.first = seat_after(s, 1)
    s.used[0] = 0
    s.used[1] = 0
    for p in range(s.players):
        s.broken_now[p] = 0
    s.turn = ROUND_BEGUN
    if not begins(s, t, w, ON_ROUND):
        begin_hunt(s, w)


@inner(void(STATE, SCRATCH))
def begin_hunt(s, w):
    """Begin the hunt of a round of which the start was told; nothing is revealed yet."""
    begin_phase(s, w, HUNT)
    s.turn = TOLD
    s.taken = 0 if s.clearing else s.players


@inner(int64(STATE, TABLES, SCRATCH, int64))
def begins(s, t, w, event):
    """Set off what reacts to the start or end of a round, first player first; 0 if nothing does."""
    depth = s.depth
    if t.trigger_mask[event, 0] | t.trigger_mask[event, 1]:
        for k in range(s.players):
            set_off(s, t, seat_after(s, s.players - 1 - k), event, -1, 0)
    if event == ON_ROUND and s.depth > depth:
        note(w, M_ROUND, -1, -1, s.round_no)
    return s.depth - depth


@inner(void(STATE, TABLES, SCRATCH))
def step_curses(s, t, w):
    """Let the next player move a token from each cursed card, or end the curse phase."""
    if s.turn < s.players and t.has_curses:
        seat = seat_after(s, s.turn)
        s.turn += 1
        if has_cursed(s, seat):
            push(s, TOKENS, 0, seat, -1, PARTS)
    else:
        begin_phase(s, w, END_CHECK)


@inner(int64(STATE, TABLES, SCRATCH), merged=True)
def step_phase(s, t, w):
    """Go on where no effect is in progress; return the number of options, or 0."""
    if s.phase == HUNT:
        if s.turn == -1:
            s.turn = TOLD
            if begins(s, t, w, ON_ROUND):
                return 0
        if s.turn < 0 and (t.ruling[ARTIFACTS_AFTER_REVEAL] or s.taken >= s.players):
            reveal(s, t, w)
        if s.taken < s.players:
            return step_artifacts(s, t, w)
        n = list_hunt(s, w)
        if n == 0:
            begin_phase(s, w, ACTION)
        return n
    if s.phase == ACTION:
        if s.turn < s.players:
            return list_actions(s, t, w)
        return_artifacts(s, t)
        begin_phase(s, w, RESOLUTION)
    elif s.phase == RESOLUTION:
        if s.turn < s.players:
            seat = seat_after(s, s.turn)
            s.turn += 1
            frame = push(s, ALL_EFFECTS, PHASE, seat, -1, PARTS)
            if t.ruling[RESOLUTION_USE_COUNTS]:
                s.frame[frame].picked[0] = s.used[0]
                s.frame[frame].picked[1] = s.used[1]
        else:
            begin_phase(s, w, CURSE_PHASE)
    elif s.phase == CURSE_PHASE:
        step_curses(s, t, w)
    elif s.phase == SET_UP:
        n = step_set_up(s, t, w)
        if n == 0:
            begin_phase(s, w, HUNT)
        return n
    elif s.turn == ROUND_BEGUN:
        begin_hunt(s, w)
    elif s.turn == ROUND_ENDED or not begins(s, t, w, ON_ROUND_END):
        end_round(s, t, w)
    else:
        s.turn = ROUND_ENDED
    return 0


@inner(int64(STATE, SCRATCH), merged=True)
def step_overflow(s, w):
    """List how the first seat over its limit may discard; return 0 if there is none any more."""
    for k in range(s.players):
        seat = seat_after(s, k)
        if s.over_limit >> seat & 1:
            s.active = seat
            s.decision = CHOOSE_STONES
            n = list_overflow(s, w, seat)
            if n:
                return n
            s.over_limit &= ~(1 << seat)
    return 0


@inner(void(STATE, SCRATCH, int64))
def discard_stones(s, w, option):
    """Discard stones down to the limit."""
    seat = s.active
    red, blue, purple = stones_of(option, 0), stones_of(option, 1), stones_of(option, 2)
    lose(s, seat, red, blue, purple)
    s.over_limit &= ~(1 << seat)
    if w.log_on:
        w.wasted[seat] += red + blue + purple
    note(w, M_OVERFLOW, seat, -1, option)


@apart(void(STATE, TABLES, SCRATCH, int64), optimise=3)
def carry_out(s, t, w, option):
    """Carry out an option of the decision at hand."""
    if s.decision == CHOOSE_HUNT:
        hunt(s, w, card_of(option))
        react_to(s, t, s.active, ON_HUNT, card_of(option), 0)
    elif s.decision == CHOOSE_ACTION:
        act_out(s, t, w, option)
    elif s.decision == CHOOSE_STONES:
        discard_stones(s, w, option)
    elif s.decision == CHOOSE_SUMMONER:
        take_summoner(s, t, w, s.active, card_of(option) - t.n_cards)
        s.turn += 1
    elif s.decision == CHOOSE_ARTIFACT:
        take_artifact(s, t, w, s.active, number_of(option))
    else:
        answer_effect(s, t, w, option)


@kernel(void(STATE, TABLES, SCRATCH, int64))
def apply(s, t, w, index):
    """Carry out the option with an index (0 to n - 1) of the decision that `advance` came to."""
    carry_out(s, t, w, w.options[index])


@apart(int64(STATE, TABLES, SCRATCH), optimise=3)
def advance(s, t, w):
    """Run to the next decision; return the number of options.

    Returns
    -------
    int
        0 if the game is over, ``PAUSED`` if the state's ``pause`` is set and a phase is over (call
        again to go on).
    """
    while s.phase != OVER:
        phase = s.phase
        if s.over_limit:
            n = step_overflow(s, w)
        elif t.watches and is_watched(s, t) and watch_stones(s, t):
            n = 0
        elif s.depth:
            n = step_effect(s, t, w)
        else:
            s.reactions = 0
            n = step_phase(s, t, w)
        if n > 1 or (n == 1 and s.ask >> s.decision & 1):
            w.n = n
            return n
        if n == 1:
            carry_out(s, t, w, w.options[0])
        elif s.pause and s.phase != phase and s.phase != OVER:
            w.n = 0
            return PAUSED
    w.n = 0
    return 0
