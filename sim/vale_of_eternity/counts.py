"""What filters match and what counts count."""

from __future__ import annotations

from numba import int64

from sim.bits import size
from sim.jit import apart, inner, kernel
from sim.vale_of_eternity.codes import (
    AREAS_OWNED,
    BROKEN_NOW,
    BROKEN_WARDS,
    CARD_CURSES,
    CARDS,
    CMP_EQ,
    CMP_GE,
    CMP_GT,
    CMP_LE,
    CMP_LT,
    COSTS,
    CURSED,
    CURSES,
    DONE,
    DONE_COST,
    DONE_LOST,
    DONE_STONES,
    DONE_VALUE,
    EMPTY_AREAS,
    FAMILIES,
    NAMED,
    NEW_FAMILY,
    OPPONENTS,
    OPPONENTS_AHEAD,
    OPPONENTS_BEHIND,
    OPPONENTS_FEWER,
    OPPONENTS_MORE,
    OTHER,
    PAID,
    ROUND,
    SCORE,
    STONES,
    UNCURSED,
    VALUE,
    WARDS,
)
from sim.vale_of_eternity.state import STATE
from sim.vale_of_eternity.stones import stones_in, value_in
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import (
    area_size,
    areas_of,
    bit_of,
    card_at,
    turn_seat,
    word_of,
    zone_word,
)

MAX_WARDS = 3


@inner(int64(STATE, TABLES, int64))
def of_any_family(s, t, word):
    """Return a word of the cards that count as any family now: in the area of whose turn it is."""
    if not t.any_mask[word]:
        return 0
    seat = turn_seat(s)
    return s.area[seat, word] & t.any_mask[word] if seat >= 0 else 0


@inner(int64(STATE, TABLES, int64, int64, int64, int64), merged=True)
def matching(s, t, row, seat, card, word):
    """Return a word of the cards that a row of filters matches, for an effect of `card`."""
    cards = t.filter[row].mask[word]
    wild = t.filter[row].wild[word] & t.any_mask[word] & ~cards
    if wild:
        cards |= wild & of_any_family(s, t, word)
    flag = t.filter[row].flag
    if flag:
        cards = narrowed(s, t, flag, cards, seat, card, word)
    return cards


@inner(int64(STATE, TABLES, int64, int64))
def new_wild(s, t, seat, card):
    """Return the bit of a card that counts as any family, if one is missing beside it; else 0."""
    word = word_of(card)
    if not of_any_family(s, t, word) & bit_of(card):
        return 0
    for family in range(t.n_families):
        there = 0
        for k in range(2):
            own = s.area[seat, k] & t.family_mask[family, k] & ~of_any_family(s, t, k)
            there |= own
        if not there:
            return bit_of(card)
    return 0


@kernel(int64(STATE, TABLES, int64, int64, int64, int64, int64))
def narrowed(s, t, flag, cards, seat, card, word):
    """Return what the flags of a filter leave of a word of cards."""
    if flag & OTHER and card >= 0 and word_of(card) == word:
        cards &= ~bit_of(card)
    if flag & NEW_FAMILY:
        for family in range(t.n_families):
            for k in range(2):
                own = s.area[seat, k] & t.family_mask[family, k]
                if t.wilds:
                    own &= ~of_any_family(s, t, k)
                if card >= 0 and word_of(card) == k:
                    own &= ~bit_of(card)
                if own:
                    cards &= ~t.family_mask[family, word]
                    break
        if t.wilds and card >= 0 and word_of(card) == word:
            cards |= new_wild(s, t, seat, card)
    if flag & (CURSED | UNCURSED):
        rest = cards
        while rest:
            c = card_at(word, rest)
            rest &= rest - 1
            if (s.tokens[c] > 0) != (flag & CURSED != 0):
                cards &= ~bit_of(c)
    return cards


@inner(int64(STATE, TABLES, int64, int64, int64, int64, int64), merged=True)
def found(s, t, zone, row, seat, card, word):
    """Return a word of the cards of a zone that a row of filters matches."""
    return zone_word(s, zone, seat, word) & matching(s, t, row, seat, card, word)


@inner(int64(STATE, TABLES, int64, int64, int64, int64), merged=True)
def number_found(s, t, zone, row, seat, card):
    """Return how many cards of a zone a row of filters matches."""
    return size(found(s, t, zone, row, seat, card, 0)) + size(found(s, t, zone, row, seat, card, 1))


@inner(int64(TABLES, int64, int64, int64))
def measure(t, kind, low, high):
    """Return the families, the sum of written costs or the different costs of a set of cards."""
    n = 0
    if kind == FAMILIES:
        for family in range(t.n_families):
            if low & t.family_mask[family, 0] | high & t.family_mask[family, 1]:
                n += 1
        return n
    seen = 0
    for word in range(2):
        cards = high if word else low
        while cards:
            cost = t.cost[card_at(word, cards)]
            cards &= cards - 1
            n += cost
            seen |= 1 << min(cost, 62)
    return n if kind == COSTS else size(seen)


@inner(int64(STATE, TABLES, int64, int64, int64))
def opponents_counted(s, t, row, seat, card):
    """Return how many opponents are ahead, behind, have more or fewer, as a count asks."""
    c = t.count[row]
    n = 0
    for p in range(s.players):
        if p == seat:
            continue
        if c.kind == OPPONENTS:
            n += 1
            continue
        if c.kind == OPPONENTS_AHEAD or c.kind == OPPONENTS_BEHIND:
            more = s.score[p] - s.score[seat]
        elif c.colours:
            more = stones_in(s, p, c.colours) - stones_in(s, seat, c.colours)
        else:
            more = number_found(s, t, c.zone, c.filter, p, card)
            more -= number_found(s, t, c.zone, c.filter, seat, card)
        if c.kind == OPPONENTS_AHEAD or c.kind == OPPONENTS_MORE:
            n += more > 0
        else:
            n += more < 0
    return n


@inner(int64(STATE, TABLES, int64, int64, int64))
def done_counted(s, t, row, frame, card):
    """Return what a program did so far; 0 outside a program (`frame` -1)."""
    if frame < 0:
        return 0
    c = t.count[row]
    f = s.frame[frame]
    if c.kind == DONE_LOST:
        return f.lost
    if c.kind == DONE_VALUE:
        return f.value
    n = 0
    if c.kind == DONE_STONES or c.kind == PAID:
        for k in range(3):
            if c.colours >> k & 1:
                n += f.paid[k] if c.kind == PAID else f.gained[k]
        return n
    low, high = f.moved[0], f.moved[1]
    if not low | high and f.about >= 0:
        low = bit_of(f.about) if word_of(f.about) == 0 else 0
        high = bit_of(f.about) if word_of(f.about) == 1 else 0
    low &= matching(s, t, c.filter, f.seat, card, 0)
    high &= matching(s, t, c.filter, f.seat, card, 1)
    if c.kind == DONE_COST:
        return measure(t, COSTS, low, high)
    return size(low) + size(high)


@inner(int64(STATE, TABLES, int64, int64, int64))
def tokens_counted(s, t, row, seat, card):
    """Return the curse tokens on the cards of the own area that match."""
    n = 0
    for word in range(2):
        cards = found(s, t, 1, t.count[row].filter, seat, card, word)
        while cards:
            n += s.tokens[card_at(word, cards)]
            cards &= cards - 1
    return n


@apart(int64(STATE, TABLES, int64, int64, int64, int64))
def counted(s, t, row, seat, card, frame):
    """Return the value of a row of counts for an effect of a seat's `card`.

    Parameters
    ----------
    frame : int
        The frame of the effect, whose deeds some counts look at; -1: it hasn't begun.
    """
    c = t.count[row]
    kind = c.kind
    if kind <= NAMED and kind >= CARDS:
        low = found(s, t, c.zone, c.filter, seat, card, 0)
        high = found(s, t, c.zone, c.filter, seat, card, 1)
        if kind == NAMED:
            family = -1 if frame < 0 else s.frame[frame].family
            if family < 0:
                return 0
            if t.wilds:
                low &= t.family_mask[family, 0] | of_any_family(s, t, 0)
                high &= t.family_mask[family, 1] | of_any_family(s, t, 1)
            else:
                low &= t.family_mask[family, 0]
                high &= t.family_mask[family, 1]
        if kind == CARDS or kind == NAMED:
            n = size(low) + size(high)
        elif kind == FAMILIES and t.wilds:
            # each card of any family stands for one that would be missing
            a = of_any_family(s, t, 0)
            b = of_any_family(s, t, 1)
            n = measure(t, kind, low & ~a, high & ~b) + size(low & a) + size(high & b)
            n = min(n, t.n_families)
        else:
            n = measure(t, kind, low, high)
    elif kind == STONES:
        n = stones_in(s, seat, c.colours)
    elif kind == VALUE:
        n = value_in(s, seat, c.colours)
    elif kind == EMPTY_AREAS:
        n = max(0, areas_of(s, seat) - area_size(s, seat))
    elif kind == AREAS_OWNED:
        n = areas_of(s, seat)
    elif kind == ROUND:
        n = s.round_no
    elif kind == SCORE:
        n = s.score[seat]
    elif kind == WARDS:
        n = s.wards[seat]
    elif kind == BROKEN_WARDS:
        n = MAX_WARDS - s.wards[seat]
    elif kind == BROKEN_NOW:
        n = s.broken_now[seat]
    elif kind == CURSES:
        n = s.curses[seat]
    elif kind == CARD_CURSES:
        n = tokens_counted(s, t, row, seat, card)
    elif kind == OPPONENTS_AHEAD or (kind >= OPPONENTS and kind <= OPPONENTS_FEWER):
        n = opponents_counted(s, t, row, seat, card)
    elif (kind >= DONE and kind <= PAID) or kind == DONE_LOST:
        n = done_counted(s, t, row, frame, card)
    else:
        n = 1
    return n // c.div if c.div > 1 else n


@inner(int64(STATE, TABLES, int64, int64, int64, int64), merged=True)
def amount(s, t, row, seat, card, frame):
    """Return the amount of a row of operations."""
    op = t.op[row]
    if op.per == 0:
        return op.n
    return op.n * counted(s, t, op.per, seat, card, frame)


@inner(int64(STATE, TABLES, int64, int64, int64))
def by_own_family(s, t, row, seat, card):
    """Return a count of cards, those that count as any family taken for what they are."""
    c = t.count[row]
    n = number_found(s, t, c.zone, c.filter, seat, card)
    for word in range(2):
        wild = zone_word(s, c.zone, seat, word) & of_any_family(s, t, word)
        wild &= matching(s, t, c.filter, seat, card, word) & ~t.filter[c.filter].mask[word]
        n -= size(wild)
    return n // c.div if c.div > 1 else n


@inner(int64(STATE, TABLES, int64, int64, int64, int64))
def holds_true(s, t, row, seat, card, frame):
    """Return 1 if the condition of an ``IF`` holds."""
    op = t.op[row]
    left = counted(s, t, op.per, seat, card, frame)
    right = op.n
    if op.rhs:
        right += counted(s, t, op.rhs, seat, card, frame)
    if t.wilds and t.count[op.per].kind == CARDS and left > right and op.cmp <= CMP_LE:
        if op.cmp == CMP_EQ or op.cmp == CMP_LT or op.cmp == CMP_LE:
            # a card counts as another family only where its owner likes it
            left = max(right if op.cmp == CMP_EQ else 0, by_own_family(s, t, op.per, seat, card))
    if op.cmp == CMP_EQ:
        return 1 if left == right else 0
    if op.cmp == CMP_LT:
        return 1 if left < right else 0
    if op.cmp == CMP_LE:
        return 1 if left <= right else 0
    if op.cmp == CMP_GT:
        return 1 if left > right else 0
    if op.cmp == CMP_GE:
        return 1 if left >= right else 0
    return 1 if left != right else 0
