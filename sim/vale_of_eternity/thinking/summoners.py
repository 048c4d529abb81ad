"""What a policy thinks of summoners: their reactions to a summon or a broken ward, the draft."""

from __future__ import annotations

from numba import float64, int64

from sim.jit import inner, kernel
from sim.vale_of_eternity.codes import FLIP, NEW_FAMILY, ON_BREAK_WARD, ON_SUMMON, TRIGGER
from sim.vale_of_eternity.counts import matching
from sim.vale_of_eternity.options import card_of, ward_of
from sim.vale_of_eternity.reactions import paid_colours
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.tables import NO_PROGRAM, TABLES
from sim.vale_of_eternity.thinking.curses import A_CURSE, A_WARD
from sim.vale_of_eternity.thinking.memory import HEED, MEMORY, TURNS
from sim.vale_of_eternity.thinking.programs import plain_value, program_value
from sim.vale_of_eternity.zones import bit_of, word_of


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def effect_of(s, t, m, seat, side):
    """Return what the resolution effect of a side of a summoner is worth this round."""
    card = t.n_cards + side
    return max(0.0, program_value(s, t, m, seat, card, t.resolution[card], 0))


@inner(int64(TABLES, int64, int64))
def turns_over(t, card, event):
    """Return 1 if a side, by its card's number, is turned over by an event."""
    for row in range(t.first_permanent[card], t.last_permanent[card]):
        p = t.permanent[row]
        if p.kind == TRIGGER and p.event == event and p.program != NO_PROGRAM:
            if t.op[p.program].op == FLIP:
                return 1
    return 0


@kernel(float64(STATE, TABLES, MEMORY, int64, int64))
def summoner_reacts(s, t, m, seat, option):
    """Return what a seat's summoner makes of a paid summon or removal, in points.

    Its reactions to the summon, and the resolution effect of the other side if the ward of the
    payment turns it over.
    """
    side = s.side[seat]
    if side < 0:
        return 0.0
    tile = t.n_cards + side
    card = card_of(option)
    worth = 0.0
    for row in range(t.first_permanent[tile], t.last_permanent[tile]):
        p = t.permanent[row]
        if p.kind == TRIGGER and p.event == ON_SUMMON and p.program != NO_PROGRAM:
            about = card if t.filter[p.filter].flag & NEW_FAMILY else tile
            word = word_of(card)
            if matching(s, t, p.filter, seat, about, word) & bit_of(card):
                if paid_colours(t, option, p.colours):
                    worth += plain_value(s, t, m, seat, tile, p.program, 0)
    if ward_of(option) and turns_over(t, tile, ON_BREAK_WARD):
        other = t.side[side].other
        worth += effect_of(s, t, m, seat, other) - effect_of(s, t, m, seat, side)
    return worth


@inner(float64(STATE, TABLES, MEMORY, int64, int64))
def summoner_answer(s, t, m, seat, option):
    """Return how good it is to take a summoner: its wards, its curses, what it does each round."""
    side = card_of(option) - t.n_cards
    row = t.side[side]
    worth = m[HEED] * (A_WARD * row.wards - A_CURSE * row.curses)
    return worth + m[TURNS] * effect_of(s, t, m, seat, side)
