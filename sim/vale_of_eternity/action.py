"""The action phase: one whole turn a player, with sell, tame, summon and remove in any order."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.artifacts import list_use, use_artifact
from sim.vale_of_eternity.cards import move_card, take_in_hand
from sim.vale_of_eternity.codes import (
    ALL_COLOURS,
    AREA,
    DISCARD,
    HAND,
    HUNTED,
    ON_BREAK_WARD,
    ON_REMOVE,
    ON_SELL,
    ON_TAME,
)
from sim.vale_of_eternity.log import M_END_TURN, M_GAIN, M_REMOVE, M_SELL, M_TAME, mark, note
from sim.vale_of_eternity.options import (
    CARD_AT,
    END_TURN,
    REMOVE,
    SELL,
    SUMMON,
    TAME,
    USE,
    card_of,
    kind_of,
    stones_of,
    stones_part,
    ward_of,
    with_card,
)
from sim.vale_of_eternity.payments import (
    EXACT_AT,
    WARD_PAYS,
    changed_cost,
    costs_change,
    note_stones,
    payments_of,
)
from sim.vale_of_eternity.reactions import earn, react_to, set_off
from sim.vale_of_eternity.state import (
    CHOOSE_ACTION,
    MAX_OPTIONS,
    SCRATCH,
    SOLD,
    STATE,
    TAMED,
)
from sim.vale_of_eternity.stones import lose, value_in
from sim.vale_of_eternity.summon import pay, summon
from sim.vale_of_eternity.tables import MAX_WITHIN, TABLES
from sim.vale_of_eternity.walk import can_summon
from sim.vale_of_eternity.zones import area_size, areas_of, card_at, seat_after, toggle

# In a turn. Cards that pay for themselves and come back could be summoned for ever.
MOST_SUMMONS = 100


@inner(int64(STATE, SCRATCH, int64), merged=True)
def list_hunted(s, w, seat):
    """List the sales and tamings of the hunted cards."""
    n = 0
    for word in range(2):
        cards = s.hunted[seat, word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            w.options[n] = with_card(SELL, card)
            w.options[n + 1] = with_card(TAME, card)
            n += 2
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64, int64, int64))
def possible_with(s, t, w, seat, card, payment):
    """Return 1 if a card can be summoned once a payment is made."""
    red, blue, purple = stones_of(payment, 0), stones_of(payment, 1), stones_of(payment, 2)
    lose(s, seat, red, blue, purple)
    s.wards[seat] -= ward_of(payment)
    got = can_summon(s, t, w, seat, card, HAND)
    s.wards[seat] += ward_of(payment)
    lose(s, seat, -red, -blue, -purple)
    return got


@inner(int64(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def list_summons(s, t, w, seat, n):
    """Add the summons of hand cards with each of their payments to `n` options."""
    if area_size(s, seat) >= areas_of(s, seat) or s.summons >= MOST_SUMMONS:
        return n
    changed = costs_change(s, t, seat)
    most = value_in(s, seat, ALL_COLOURS) + (WARD_PAYS if s.wards[seat] else 0)
    for word in range(2):
        cards = s.hand[seat, word]
        if not changed:
            cards &= t.within[max(0, min(most, MAX_WITHIN)), word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            cost = changed_cost(s, t, seat, card) if changed else t.cost[card]
            if cost > most and cost < EXACT_AT:
                continue
            first = payments_of(s, t, w, seat, cost)
            last = first + w.payments[first - 1]
            if first == last:
                continue
            each = t.by_payment[card]
            if not t.sure[card] and not each and not can_summon(s, t, w, seat, card, HAND):
                continue
            for k in range(first, last):
                payment = w.payments[k]
                if n < MAX_OPTIONS - 1 and (
                    not each or possible_with(s, t, w, seat, card, payment)
                ):
                    w.options[n] = with_card(SUMMON, card) | payment
                    n += 1
    return n


@inner(int64(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def list_removals(s, t, w, seat, n):
    """Add the removals of own cards, which cost the number of the round, to `n` options."""
    if not s.area[seat, 0] | s.area[seat, 1]:
        return n
    first = payments_of(s, t, w, seat, s.round_no)
    last = first + w.payments[first - 1]
    if first == last:
        return n
    for word in range(2):
        cards = s.area[seat, word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            for k in range(first, last):
                if n < MAX_OPTIONS - 1:
                    w.options[n] = with_card(REMOVE, card) | w.payments[k]
                    n += 1
    return n


@inner(int64(STATE, TABLES, SCRATCH), merged=True)
def list_actions(s, t, w):
    """List the active seat's main actions. The turn may end once no hunted card is left."""
    seat = seat_after(s, s.turn)
    s.active = seat
    s.decision = CHOOSE_ACTION
    note_stones(s, t, w, seat)
    n = list_hunted(s, w, seat)
    free = n == 0
    n = list_summons(s, t, w, seat, n)
    n = list_removals(s, t, w, seat, n)
    n = list_use(s, t, w, seat, n)
    if free:
        w.options[n] = END_TURN
        n += 1
    return n


@inner(void(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def sell(s, t, w, seat, card):
    """Sell a hunted card for the stones of its family."""
    move_card(s, t, w, HUNTED, seat, card, DISCARD, seat)
    mark(w, seat, card, SOLD)
    note(w, M_SELL, seat, card, 0)
    family = t.family[card]
    red, blue, purple = t.sale[family, 0], t.sale[family, 1], t.sale[family, 2]
    # what reacts to the stones comes first, on top of what reacts to the sale
    react_to(s, t, seat, ON_SELL, card, stones_part(red, blue, purple))
    earn(s, t, w, seat, red, blue, purple)
    note(w, M_GAIN, seat, card, stones_part(red, blue, purple))


@inner(void(STATE, TABLES, SCRATCH, int64, int64), merged=True)
def tame(s, t, w, seat, card):
    """Take a hunted card to the hand."""
    toggle(s, HUNTED, seat, card)
    take_in_hand(s, w, seat, card)
    mark(w, seat, card, TAMED)
    note(w, M_TAME, seat, card, 0)
    react_to(s, t, seat, ON_TAME, card, 0)


@inner(void(STATE, TABLES, SCRATCH, int64), merged=True)
def act_out(s, t, w, option):
    """Carry out a main action of the active seat."""
    seat = s.active
    kind = kind_of(option)
    card = card_of(option)
    if kind == SELL:
        sell(s, t, w, seat, card)
    elif kind == TAME:
        tame(s, t, w, seat, card)
    elif kind == SUMMON:
        s.summons += 1
        summon(s, t, w, seat, card, HAND, option >> (CARD_AT + 12) << (CARD_AT + 12))
    elif kind == REMOVE:
        pay(s, w, seat, option)
        note(w, M_REMOVE, seat, card, option)
        react_to(s, t, seat, ON_REMOVE, card, 0)
        move_card(s, t, w, AREA, seat, card, DISCARD, seat)
        if ward_of(option):
            set_off(s, t, seat, ON_BREAK_WARD, -1, 0)
    elif kind == USE:
        use_artifact(s, t, w, seat)
    else:
        note(w, M_END_TURN, seat, -1, 0)
        s.turn += 1
        s.summons = 0
