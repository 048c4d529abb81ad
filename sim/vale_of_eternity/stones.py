"""Stones: what they are worth, how many may be kept, gaining and losing them.

Modifiers act on the value, never on the colour. Above the limit stones are discarded at once,
before anything else happens; the player chooses which.
"""

from __future__ import annotations

from numba import int64, void

from sim.jit import apart, inner, kernel
from sim.vale_of_eternity.codes import AREAS, LIMIT, STONE_FIXED, STONE_SWAP, STONE_VALUE
from sim.vale_of_eternity.options import STONES, stones_part
from sim.vale_of_eternity.state import SCRATCH, STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import acting, bit_of, card_at, word_of


@inner(int64(STATE, int64))
def held(s, seat):
    """Return the number of stones a seat holds."""
    return s.stones[seat, 0] + s.stones[seat, 1] + s.stones[seat, 2]


@inner(int64(STATE, int64, int64))
def stones_in(s, seat, colours):
    """Return the number of stones of some colours (bits) that a seat holds."""
    n = 0
    for k in range(3):
        if colours >> k & 1:
            n += s.stones[seat, k]
    return n


@inner(int64(STATE, int64, int64))
def value_in(s, seat, colours):
    """Return what the stones of some colours (bits) of a seat are worth."""
    n = 0
    for k in range(3):
        if colours >> k & 1:
            n += s.stones[seat, k] * s.value[seat, k]
    return n


@inner(void(STATE, int64))
def check_limit(s, seat):
    """Note whether a seat has to discard stones."""
    if held(s, seat) > s.limit[seat]:
        s.over_limit |= 1 << seat


@inner(void(STATE, TABLES, int64, int64, int64))
def change_values(s, t, seat, row, kind):
    """Let one permanent change a seat's stone values or limit."""
    if kind == LIMIT:
        s.limit[seat] = max(0, s.limit[seat] + t.permanent[row].n)
        return
    colours = t.permanent[row].colours
    if kind == STONE_SWAP:
        first = -1
        for k in range(3):
            if colours >> k & 1:
                if first >= 0:
                    a = s.value[seat, first]
                    s.value[seat, first] = s.value[seat, k]
                    s.value[seat, k] = a
                first = k
        return
    for k in range(3):
        if colours >> k & 1:
            if kind == STONE_FIXED:
                s.value[seat, k] = t.permanent[row].n
            else:
                s.value[seat, k] += t.permanent[row].n


@apart(void(STATE, TABLES, int64))
def refresh(s, t, seat):
    """Work out stone values, limit and areas of a seat: swaps, then additions, then fixed."""
    for k in range(3):
        s.value[seat, k] = t.stone_value[k]
    s.limit[seat] = t.stone_limit
    s.more_areas[seat] = 0
    for kind in range(STONE_VALUE, LIMIT + 1):
        # STONE_SWAP comes before the additions, so the first two kinds change places
        now = STONE_SWAP if kind == STONE_VALUE else STONE_VALUE if kind == STONE_SWAP else kind
        for word in range(2):
            cards = acting(s, seat, word) & (t.value_mask[word] | t.limit_mask[word])
            while cards:
                card = card_at(word, cards)
                cards &= cards - 1
                for row in range(t.first_permanent[card], t.last_permanent[card]):
                    if t.permanent[row].kind == now:
                        change_values(s, t, seat, row, now)
                    elif now == LIMIT and t.permanent[row].kind == AREAS:
                        s.more_areas[seat] += t.permanent[row].n
    check_limit(s, seat)


@inner(void(STATE, TABLES, int64, int64))
def area_changed(s, t, seat, card):
    """Work out values and limit again if the card that came or went has to do with them."""
    word = word_of(card)
    if (t.value_mask[word] | t.limit_mask[word]) & bit_of(card):
        refresh(s, t, seat)


@inner(void(STATE, SCRATCH, int64, int64, int64, int64))
def gain(s, w, seat, red, blue, purple):
    """Give a seat stones; it may hold too many for a moment."""
    s.stones[seat, 0] += red
    s.stones[seat, 1] += blue
    s.stones[seat, 2] += purple
    if w.log_on:
        w.earned[seat] += red + blue + purple
    check_limit(s, seat)


@inner(void(STATE, int64, int64, int64, int64))
def lose(s, seat, red, blue, purple):
    """Take stones from a seat, which has them."""
    s.stones[seat, 0] -= red
    s.stones[seat, 1] -= blue
    s.stones[seat, 2] -= purple


@kernel(int64(STATE, SCRATCH, int64))
def list_overflow(s, w, seat):
    """List the ways to discard down to the limit and return their number; 0 if there is no need."""
    excess = held(s, seat) - s.limit[seat]
    if excess <= 0:
        return 0
    n = 0
    for purple in range(min(excess, s.stones[seat, 2]) + 1):
        for blue in range(min(excess - purple, s.stones[seat, 1]) + 1):
            red = excess - purple - blue
            if red <= s.stones[seat, 0]:
                w.options[n] = STONES | stones_part(red, blue, purple)
                n += 1
    return n
