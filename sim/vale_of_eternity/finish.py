"""The end of the game: when it comes, final scores, ranks and win credit."""

from __future__ import annotations

from numba import float64, int64, void

from sim.bits import size
from sim.jit import apart, inner, kernel
from sim.vale_of_eternity.log import log_round, mark
from sim.vale_of_eternity.rulings import END_SCORE_FLOOR
from sim.vale_of_eternity.state import END_ROUNDS, END_SCORE, FINAL, SCRATCH, STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.zones import acting, area_size, card_at


@kernel(int64(STATE, int64))
def curses_in_area(s, seat):
    """Return the curse tokens on the cards of a seat's area."""
    n = 0
    for word in range(2):
        cards = s.area[seat, word]
        while cards:
            n += s.tokens[card_at(word, cards)]
            cards &= cards - 1
    return n


@kernel(int64(STATE, TABLES, int64))
def counted_at_end(s, t, seat):
    """Return what a seat's wards, soothed cards and curses count at the end of the game."""
    cursed = s.curses[seat]
    if not acting(s, seat, 0) & t.harmless_mask[0] | acting(s, seat, 1) & t.harmless_mask[1]:
        cursed += curses_in_area(s, seat)
    return s.wards[seat] - 2 * cursed + size(s.soothed[seat, 0]) + size(s.soothed[seat, 1])


@inner(void(STATE, TABLES))
def final_scores(s, t):
    """Add what wards, soothed cards and curses count at the end, as one sum."""
    for p in range(s.players):
        s.score[p] += counted_at_end(s, t, p)
        if t.ruling[END_SCORE_FLOOR]:
            s.score[p] = max(0, s.score[p])
        s.tie_break[p] = area_size(s, p)


@inner(void(STATE))
def rank_seats(s):
    """Rank the seats by score, then by cards in the area; equal ones share a rank."""
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            if s.score[q] > s.score[p] or (
                s.score[q] == s.score[p] and s.tie_break[q] > s.tie_break[p]
            ):
                better += 1
        s.rank[p] = 1 + better


@inner(void(STATE, SCRATCH))
def log_final(s, w):
    """Keep which cards lie in the areas at the end."""
    for p in range(s.players):
        for word in range(2):
            cards = s.area[p, word]
            while cards:
                mark(w, p, card_at(word, cards), FINAL)
                cards &= cards - 1


@apart(int64(STATE, TABLES, SCRATCH))
def end_check(s, t, w):
    """Return 1 and settle the game if it is over: enough points, or the last round is played."""
    log_round(s, w)
    s.end = -1
    for p in range(s.players):
        if s.score[p] >= t.end_score:
            s.end = END_SCORE
    if s.end < 0 and s.round_no >= t.last_round:
        s.end = END_ROUNDS
    if s.end < 0:
        return 0
    final_scores(s, t)
    rank_seats(s)
    if w.log_on:
        log_final(s, w)
    return 1


@kernel(float64(STATE, int64))
def win_credit(s, seat):
    """Return 1 divided by the number of winners if a seat is one of them, else 0."""
    if s.rank[seat] != 1:
        return 0.0
    winners = 0
    for p in range(s.players):
        winners += s.rank[p] == 1
    return 1.0 / winners
