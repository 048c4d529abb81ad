"""Permanents that react to events: setting them off, and carrying them out in one's own order.

What happens to a player's cards, stones and points goes through :func:`react_to`, so that nothing
that reacts to it is missed. A reaction comes at once, on top of the effect that set it off; but one
of a card whose own instant is in progress waits for the end of that.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from sim.jit import apart, inner
from sim.vale_of_eternity.codes import (
    END,
    INSTEAD,
    NEW_FAMILY,
    ON_DISCARD_SELF,
    ON_GAIN,
    ON_HOLD,
    ON_LOSE_POINTS,
    ON_SOOTHE,
    TRIGGER,
)
from sim.vale_of_eternity.counts import amount, matching
from sim.vale_of_eternity.frames import (
    card_in,
    own_instant,
    pop,
    push,
    push_below,
    row_at,
    seat_at,
)
from sim.vale_of_eternity.log import add_points
from sim.vale_of_eternity.options import SET_OFF, stones_of, stones_part, with_card
from sim.vale_of_eternity.state import (
    CHOOSE_TRIGGER,
    PARTS,
    REPLACED,
    RUN,
    SCRATCH,
    STATE,
    TRIGGERS,
)
from sim.vale_of_eternity.stones import gain, held
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import acting, bit_of, card_at, seat_after, word_of

MOST_REACTIONS = 500  # to one main action: more than that set each other off without end


@inner(int64(TABLES, int64, int64))
def paid_colours(t, payment, colours):
    """Return 1 if a payment holds a stone of one of the colours (bits); 0 colours: always."""
    if colours == 0:
        return 1
    for k in range(3):
        if colours >> k & 1 and stones_of(payment, k):
            return 1
    return 0


@inner(int64(STATE, TABLES, int64, int64, int64, int64, int64, int64))
def is_set_off(s, t, row, seat, owner, event, card, payment):
    """Return 1 if a permanent of `owner` reacts to an event about `card`."""
    p = t.permanent[row]
    if p.kind != TRIGGER or p.event != event or not paid_colours(t, payment, p.colours):
        return 0
    if p.once and s.flips[seat]:
        return 0
    if event == ON_HOLD and held(s, seat) < p.n:
        return 0
    if card < 0:
        return 1
    word = word_of(card)
    # of a new family is a card compared to the others of the area, whoever reacts to it
    about = card if t.filter[p.filter].flag & NEW_FAMILY else owner
    return 1 if matching(s, t, p.filter, seat, about, word) & bit_of(card) else 0


@inner(void(STATE, int64, int64, int64))
def note_event(s, frame, card, payment):
    """Write to a frame what the event is about that its effect reacts to."""
    s.frame[frame].about = card
    for k in range(3):
        s.frame[frame].paid[k] = stones_of(payment, k)


@apart(void(STATE, TABLES, int64, int64, int64, int64))
def set_off(s, t, seat, event, card, payment):
    """Put the permanents that react to an event on the stack.

    Parameters
    ----------
    card : int
        Which card was summoned, tamed, discarded ...; -1 if the event is about none. It reacts
        itself to its being soothed or discarded only.
    payment : int
        The stones paid or gained, as in an option; 0 if there were none.
    """
    frame = -1
    if s.reactions >= MOST_REACTIONS:
        return
    for word in range(2):
        cards = acting(s, seat, word)
        if event == ON_DISCARD_SELF:
            cards = 0
        if (event == ON_SOOTHE or event == ON_DISCARD_SELF) and word_of(card) == word:
            cards |= bit_of(card)
        cards &= t.trigger_mask[event, word]
        while cards:
            owner = card_at(word, cards)
            cards &= cards - 1
            if owner == card and event != ON_SOOTHE and event != ON_DISCARD_SELF:
                continue
            for row in range(t.first_permanent[owner], t.last_permanent[owner]):
                if is_set_off(s, t, row, seat, owner, event, card, payment):
                    if frame < 0:
                        frame = push(s, TRIGGERS, event, seat, card, PARTS)
                        if frame < 0:
                            return
                        note_event(s, frame, card, payment)
                    s.frame[frame].picked[word] |= bit_of(owner)
                    s.reactions += 1


@inner(void(STATE, TABLES, int64, int64, int64, int64))
def react_to(s, t, seat, event, card, payment):
    """Set off what reacts to an event; the parameters are those of :func:`set_off`."""
    if acting(s, seat, 0) & t.trigger_mask[event, 0] | (
        acting(s, seat, 1) & t.trigger_mask[event, 1]
    ):
        set_off(s, t, seat, event, card, payment)


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64, int64))
def earn(s, t, w, seat, red, blue, purple):
    """Let a seat gain stones, and what reacts to that."""
    gain(s, w, seat, red, blue, purple)
    react_to(s, t, seat, ON_GAIN, -1, stones_part(red, blue, purple))


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64))
def take_points(s, t, w, seat, card, n):
    """Let a seat lose up to so many points by an effect of `card`, and what reacts to that."""
    if n > 0 and s.score[seat] > 0:
        add_points(s, w, seat, card, -n)
        react_to(s, t, seat, ON_LOSE_POINTS, -1, 0)


@inner(int64(STATE, TABLES, int64, int64))
def is_replaced(s, t, seat, card):
    """Let a card that would be discarded run its program instead; return 1 if it has one.

    It doesn't do so while that very program is in progress.
    """
    if not t.trigger_mask[ON_DISCARD_SELF, word_of(card)] & bit_of(card):
        return 0
    for k in range(s.depth):
        if s.frame[k].kind == REPLACED and s.frame[k].card == card:
            return 0
    for row in range(t.first_permanent[card], t.last_permanent[card]):
        p = t.permanent[row]
        if p.kind == INSTEAD and p.event == ON_DISCARD_SELF and s.reactions < MOST_REACTIONS:
            s.reactions += 1
            return 1 if push(s, REPLACED, p.program, seat, card, PARTS) >= 0 else 0
    return 0


@inner(int64(STATE, TABLES))
def is_watched(s, t):
    """Return 1 if a card lies in an area that reacts to the number of stones held.

    What was told of cards that lie in no area any more is forgotten.
    """
    low = 0
    high = 0
    for p in range(s.players):
        low |= s.area[p, 0] | s.tile[p, 0]
        high |= s.area[p, 1] | s.tile[p, 1]
    s.watched[0] &= low
    s.watched[1] &= high
    return 1 if low & t.trigger_mask[ON_HOLD, 0] | high & t.trigger_mask[ON_HOLD, 1] else 0


@apart(int64(STATE, TABLES))
def watch_stones(s, t):
    """Set off what reacts to the number of stones that are held, as soon as it is reached.

    Returns
    -------
    int
        1 if something was set off.
    """
    depth = s.depth
    for k in range(s.players):
        seat = seat_after(s, s.players - 1 - k)
        stones = held(s, seat)
        frame = -1
        for word in range(2):
            cards = acting(s, seat, word) & t.trigger_mask[ON_HOLD, word]
            while cards:
                owner = card_at(word, cards)
                bit = cards & -cards
                cards ^= bit
                reached = False
                for row in range(t.first_permanent[owner], t.last_permanent[owner]):
                    p = t.permanent[row]
                    if p.kind == TRIGGER and p.event == ON_HOLD and stones >= p.n:
                        reached = True
                if not reached:
                    s.watched[word] &= ~bit
                elif not s.watched[word] & bit and own_instant(s, seat, owner) < 0:
                    s.watched[word] |= bit
                    if frame < 0 and s.reactions < MOST_REACTIONS:
                        frame = push(s, TRIGGERS, ON_HOLD, seat, -1, PARTS)
                    if frame >= 0:
                        s.frame[frame].picked[word] |= bit
                        s.reactions += 1
    return 1 if s.depth > depth else 0


@inner(void(STATE, TABLES, SCRATCH, int64, int64, int64))
def points_of_permanent(s, t, w, frame, owner, row):
    """Carry out a reaction that only gives points."""
    seat = seat_at(s, frame)
    while t.op[row].op != END:
        add_points(s, w, seat, owner, amount(s, t, row, seat, owner, frame))
        row += 1


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def react(s, t, w, frame, owner, only_points):
    """Carry out the reactions of a card that only give points, or put the others on the stack.

    Returns
    -------
    int
        The number of reactions of the other sort.
    """
    others = 0
    seat = seat_at(s, frame)
    card = card_in(s, frame)
    event = row_at(s, frame)
    f = s.frame[frame]
    payment = stones_part(np.int64(f.paid[0]), np.int64(f.paid[1]), np.int64(f.paid[2]))
    for row in range(t.first_permanent[owner], t.last_permanent[owner]):
        if is_set_off(s, t, row, seat, owner, event, card, payment):
            if t.permanent[row].only_points != only_points:
                others += 1
            elif only_points:
                points_of_permanent(s, t, w, frame, owner, t.permanent[row].program)
            else:
                new = push(s, RUN, t.permanent[row].program, seat, owner, PARTS)
                if new >= 0:
                    note_event(s, new, card, payment)
    return others


@inner(int64(STATE, int64))
def wait_for_instant(s, frame):
    """Put a reaction of a card below its own instant in progress; return 1 if there was one."""
    f = s.frame[frame]
    seat = seat_at(s, frame)
    for word in range(2):
        cards = f.picked[word]
        while cards:
            owner = card_at(word, cards)
            bit = cards & -cards
            cards ^= bit
            at = own_instant(s, seat, owner)
            if at >= 0:
                f.picked[word] ^= bit
                payment = stones_part(np.int64(f.paid[0]), np.int64(f.paid[1]), np.int64(f.paid[2]))
                about = np.int64(f.about)
                new = push_below(s, at, TRIGGERS, row_at(s, frame), seat, about, PARTS)
                if new >= 0:
                    note_event(s, new, about, payment)
                    s.frame[new].picked[word] = bit
                return 1
    return 0


@apart(int64(STATE, TABLES, SCRATCH, int64))
def step_triggers(s, t, w, frame):
    """Go on with permanents that were set off: points at once, then the others in one's own order.

    Returns
    -------
    int
        The number of options; 0 if there is nothing to decide now.
    """
    f = s.frame[frame]
    if f.made == 0:
        if wait_for_instant(s, frame):
            return 0
        f.made = 1
        for word in range(2):
            cards = f.picked[word]
            while cards:
                owner = card_at(word, cards)
                bit = cards & -cards
                cards ^= bit
                if react(s, t, w, frame, owner, 1) == 0:
                    f.picked[word] ^= bit
    if not f.picked[0] | f.picked[1]:
        pop(s)
        return 0
    s.active = seat_at(s, frame)
    s.decision = CHOOSE_TRIGGER
    n = 0
    for word in range(2):
        cards = f.picked[word]
        while cards:
            w.options[n] = with_card(SET_OFF, card_at(word, cards))
            cards &= cards - 1
            n += 1
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64))
def answer_trigger(s, t, w, frame, owner):
    """Set off the chosen permanent."""
    s.frame[frame].picked[word_of(owner)] &= ~bit_of(owner)
    react(s, t, w, frame, owner, 0)
