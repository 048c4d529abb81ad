"""The hunting phase: reveal two cards a player, then a snake draft."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner, kernel
from sim.vale_of_eternity.cards import top_card
from sim.vale_of_eternity.log import M_HUNT, M_REVEAL, M_ROUND, mark, note
from sim.vale_of_eternity.options import HUNT_CARD, with_card
from sim.vale_of_eternity.state import CHOOSE_HUNT, HUNTED_EVENT, SCRATCH, STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import bit_of, card_at, seat_after, word_of

CARDS_EACH = 2


@inner(void(STATE, TABLES, SCRATCH), merged=True)
def reveal(s, t, w):
    """Reveal two cards a player, as far as there are any."""
    note(w, M_ROUND, -1, -1, s.round_no)
    for _ in range(CARDS_EACH * s.players):
        card = top_card(s, t, w)
        if card < 0:
            break
        s.display[word_of(card)] |= bit_of(card)
        s.pile_known = max(0, s.pile_known - 1)
        note(w, M_REVEAL, -1, card, 0)
    s.turn = 0


@inner(int64(STATE), merged=True)
def snake_seat(s):
    """Return whose pick it is: from the first player to the last, and back."""
    k = s.turn if s.turn < s.players else 2 * s.players - 1 - s.turn
    return seat_after(s, k)


@kernel(int64(STATE, SCRATCH))
def list_hunt(s, w):
    """List the cards that carry no marker yet; 0 when the hunt is over."""
    if s.turn >= CARDS_EACH * s.players:
        return 0
    n = 0
    for word in range(2):
        cards = s.display[word]
        while cards:
            card = card_at(word, cards)
            cards &= cards - 1
            w.options[n] = with_card(HUNT_CARD, card)
            n += 1
    s.active = snake_seat(s)
    s.decision = CHOOSE_HUNT
    return n


@inner(void(STATE, SCRATCH, int64), merged=True)
def hunt(s, w, card):
    """Put the active seat's marker on a card."""
    seat = s.active
    word = word_of(card)
    if w.log_on:
        for k in range(2):
            cards = s.display[k]
            while cards:
                w.offered[seat, card_at(k, cards)] += 1
                cards &= cards - 1
        w.hunted_at[seat, card] = s.turn + 1
        w.taken_round[seat, card] = s.round_no
    s.display[word] &= ~bit_of(card)
    s.hunted[seat, word] |= bit_of(card)
    mark(w, seat, card, HUNTED_EVENT)
    note(w, M_HUNT, seat, card, 0)
    s.turn += 1
