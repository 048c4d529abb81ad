"""Greedy play by worth: the hunt, and one action after the other."""

from __future__ import annotations

from numba import float64, int64, void

from sim.jit import apart, inner
from sim.records import start_of
from sim.vale_of_eternity.codes import ON_SUMMON, TRIGGER
from sim.vale_of_eternity.options import (
    REMOVE,
    SELL,
    SUMMON,
    TAME,
    USE,
    card_of,
    kind_of,
    stones_of,
    ward_of,
)
from sim.vale_of_eternity.reactions import paid_colours
from sim.vale_of_eternity.state import CHOOSE_ACTION, CHOOSE_ARTIFACT, CHOOSE_HUNT, STATE
from sim.vale_of_eternity.stones import value_in
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.answers import rate_answers
from sim.vale_of_eternity.thinking.artifacts_worth import rate_artifacts, use_worth
from sim.vale_of_eternity.thinking.cards_worth import (
    cost_now,
    future_worth,
    hand_worth,
    sale_value,
    sale_worth,
    summoned_worth,
)
from sim.vale_of_eternity.thinking.curses import A_WARD, ward_value
from sim.vale_of_eternity.thinking.memory import (
    HEED,
    KEPT,
    MEMORY,
    OPTIONS,
    PRICE,
    RATINGS,
    memory_of,
)
from sim.vale_of_eternity.thinking.prices import kept_worth, set_prices
from sim.vale_of_eternity.thinking.programs import plain_value
from sim.vale_of_eternity.thinking.summoners import summoner_reacts
from sim.vale_of_eternity.zones import area_size, areas_of, card_at

NEVER = -1.0e9
LATER = -20.0


@inner(float64(STATE, MEMORY, int64, int64))
def paid_worth(s, m, seat, option):
    """Return what the stones of a payment, and the ward broken in it, are worth."""
    kept = kept_worth(
        s, m, seat, -stones_of(option, 0), -stones_of(option, 1), -stones_of(option, 2)
    )
    return m[KEPT] - kept + m[HEED] * A_WARD * ward_of(option)


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def set_off_worth(s, t, m, seat, option):
    """Return what the reactions to a paid summon bring."""
    worth = 0.0
    for word in range(2):
        cards = s.area[seat, word] & t.trigger_mask[ON_SUMMON, word]
        while cards:
            owner = card_at(word, cards)
            cards &= cards - 1
            for row in range(t.first_permanent[owner], t.last_permanent[owner]):
                p = t.permanent[row]
                if p.kind == TRIGGER and p.event == ON_SUMMON and p.program != NO_PROGRAM:
                    if paid_colours(t, option, p.colours):
                        k = 1
                        if p.colours and t.op[p.program].per:
                            k = 0
                            for colour in range(3):
                                if p.colours >> colour & 1:
                                    k += stones_of(option, colour)
                        worth += k * plain_value(s, t, m, seat, owner, p.program, 0)
    return worth


@inner(int64(STATE, TABLES, int64, int64), merged=True)
def other_sales(s, t, seat, card):
    """Return the value of the stones that the other hunted cards sell for."""
    value = 0
    for word in range(2):
        cards = s.hunted[seat, word]
        while cards:
            other = card_at(word, cards)
            cards &= cards - 1
            if other != card:
                value += sale_value(s, t, seat, other)
    return value


@inner(float64(STATE, TABLES, MEMORY, int64))
def best_in_hand(s, t, m, seat):
    """Return the most that a card in hand would bring that can be paid after a removal."""
    best = 0.0
    have = value_in(s, seat, 7) - s.round_no + ward_value(s, m, seat, s.round_no)
    for word in range(2):
        cards = s.hand[seat, word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            cost = cost_now(s, t, seat, card)
            if cost <= have:
                best = max(best, summoned_worth(s, t, m, seat, card) - m[PRICE] * cost)
    return best


@inner(void(STATE, TABLES, MEMORY, int64, OPTIONS, int64), merged=True)
def rate_actions(s, t, m, seat, options, n):
    """Rate the main actions, the end of the turn 0."""
    last = -1
    worth = 0.0
    full = area_size(s, seat) >= areas_of(s, seat)
    from_hand = -1.0
    removed = -1
    future = 0.0
    for k in range(n):
        option = options[k]
        kind = kind_of(option)
        card = card_of(option)
        if kind == SUMMON:
            if card != last:
                last = card
                worth = summoned_worth(s, t, m, seat, card)
            value = worth - paid_worth(s, m, seat, option)
            if s.area[seat, 0] & t.trigger_mask[ON_SUMMON, 0] | (
                s.area[seat, 1] & t.trigger_mask[ON_SUMMON, 1]
            ):
                value += set_off_worth(s, t, m, seat, option)
            if m[HEED] > 0.0:
                value += summoner_reacts(s, t, m, seat, option)
        elif kind == SELL:
            value = sale_worth(s, t, m, seat, card)
        elif kind == TAME:
            value = hand_worth(s, t, m, seat, card, other_sales(s, t, seat, card))
        elif kind == REMOVE:
            cursed = m[HEED] > 0.0 and s.tokens[card] > 0
            if not full and not cursed:
                m[RATINGS + k] = NEVER
                continue
            if from_hand < 0.0:
                from_hand = best_in_hand(s, t, m, seat) if full else 0.0
            if card != removed:
                removed = card
                future = future_worth(s, t, m, seat, card)
            value = from_hand - paid_worth(s, m, seat, option) - future
            if cursed and ward_of(option):
                value += summoner_reacts(s, t, m, seat, option)
            if value <= 0.0:
                value = NEVER
        elif kind == USE:
            # once the hunted cards are sold or tamed
            value = LATER
            if not s.hunted[seat, 0] | s.hunted[seat, 1]:
                value = use_worth(s, t, m, seat, option)
        else:
            value = 0.0
        m[RATINGS + k] = value


@inner(void(STATE, TABLES, MEMORY, int64, OPTIONS, int64), merged=True)
def rate_hunt(s, t, m, seat, options, n):
    """Rate the cards of the display by what they are worth, tamed or sold."""
    sold = other_sales(s, t, seat, -1)
    for k in range(n):
        card = card_of(options[k])
        value = max(sale_worth(s, t, m, seat, card), hand_worth(s, t, m, seat, card, sold + 3))
        m[RATINGS + k] = value


@apart(void(STATE, TABLES, MEMORY, int64, OPTIONS, int64), optimise=3)
def rate_options(s, t, m, seat, options, n):
    """Rate the options of the decision at hand for a seat, by the weights in `m`."""
    set_prices(s, t, m, seat)
    if s.decision == CHOOSE_HUNT:
        rate_hunt(s, t, m, seat, options, n)
    elif s.decision == CHOOSE_ARTIFACT:
        rate_artifacts(s, t, m, seat, options, n)
    elif s.decision == CHOOSE_ACTION:
        rate_actions(s, t, m, seat, options, n)
    else:
        rate_answers(s, t, m, seat, options, n)


@inner(int64(MEMORY, int64), merged=True)
def highest(m, n):
    """Return the index of the first option with the highest rating."""
    chosen = 0
    for k in range(1, n):
        if m[RATINGS + k] > m[RATINGS + chosen]:
            chosen = k
    return chosen


@inner(int64(STATE, TABLES, MEMORY, int64, OPTIONS, int64))
def best_move(s, t, m, seat, options, n):
    """Return the index of the option that a seat likes best, by the weights in `m`."""
    rate_options(s, t, m, seat, options, n)
    return highest(m, n)


@inner()
def best_option(view, options, n):
    """Return the index of the option that a policy likes best, by what it keeps in its view."""
    m = memory_of(view)
    return best_move(view.state, view.tables, m, view.seat, start_of(options), n)
