"""The end of a game: extra cards, scores, ranks."""

from __future__ import annotations

from numba import float64, int64, void

from sim.fantasy_realms.extra_draw import draw_extra
from sim.fantasy_realms.lookup import table_score
from sim.fantasy_realms.play import add_card, log_move, remove_from_area
from sim.fantasy_realms.points import total_points
from sim.fantasy_realms.search import best_score, score_best_choices
from sim.fantasy_realms.state import BLANKED, CHAOS, EXTRA, FINAL, LOG, MOVE_EXTRA, STATE
from sim.fantasy_realms.tables import F_EXTRA, HAND, MAX_HAND, TABLES
from sim.fantasy_realms.values import swap_into
from sim.fantasy_realms.zones import is_banned
from sim.jit import inner, kernel


@inner(void(STATE, HAND))
def look_around(s, h):
    """Give the scorer what a card may look at outside the hand."""
    h.n_discard = s.area_n
    for k in range(s.area_n):
        h.discard[k] = s.area[k]
    h.opponents = s.players - 1


@inner(void(TABLES, STATE, LOG, HAND, int64, int64[::1]))
def take_extra(t, s, log, h, seat, cards):
    """Let a seat take an extra card from the discard area; one at most, whatever it holds.

    The holder takes the card that gives the best score, the first in the area of equal ones, and
    none if no card gains anything. A blanked card still lets its holder take one.
    """
    for k in range(s.hand_n[seat]):
        holder = s.hand[seat, k]
        if not t.traits[holder] & F_EXTRA or s.hand_n[seat] >= MAX_HAND:
            continue
        chosen = -1
        best = table_score(t, h, s.hand[seat], s.hand_n[seat])
        for a in range(s.area_n):
            if t.extra[holder, s.area[a]] and not is_banned(s, seat, s.area[a]):
                n = swap_into(s.hand[seat], s.hand_n[seat], s.area[a], -1, cards)
                score = best_score(t, h, cards, n)
                if score > best:
                    best = score
                    chosen = s.area[a]
        if chosen >= 0:
            remove_from_area(s, chosen)
            add_card(s, seat, chosen)
            s.extra[seat] = chosen
            log_move(log, seat, MOVE_EXTRA, chosen)
            if log.on:
                log.events[seat, chosen] |= EXTRA
            look_around(s, h)
            return


@kernel(void(TABLES, STATE, LOG, HAND, int64[::1]))
def finish(t, s, log, h, cards):
    """Score all hands and rank the seats: highest score, then lowest total base strength.

    Parameters
    ----------
    cards : int64 array, shape (MAX_HAND,) or longer
        Work space.
    """
    look_around(s, h)
    for p in range(s.players):
        if s.variant == CHAOS:
            draw_extra(t, s, log, h, p, cards)
        else:
            take_extra(t, s, log, h, p, cards)
    for p in range(s.players):
        if log.on:
            s.score[p] = score_best_choices(t, h, s.hand[p], s.hand_n[p])
        else:
            s.score[p] = table_score(t, h, s.hand[p], s.hand_n[p])
        s.tie_break[p] = 0
        for k in range(s.hand_n[p]):
            card = s.hand[p, k]
            s.tie_break[p] += t.strength[card]
            if log.on:
                log.events[p, card] |= FINAL
                if (h.blanked >> k) & 1:
                    log.events[p, card] |= BLANKED
                else:
                    log.points[p, card] = total_points(t, h, k)
    for p in range(s.players):
        s.rank[p] = 1
        for q in range(s.players):
            if s.score[q] > s.score[p] or (
                s.score[q] == s.score[p] and s.tie_break[q] < s.tie_break[p]
            ):
                s.rank[p] += 1


@kernel(float64(STATE, int64))
def win_credit(s, seat):
    """Return 1/k for each of the k winners, 0 for the others."""
    if s.rank[seat] != 1:
        return 0.0
    winners = 0
    for p in range(s.players):
        winners += s.rank[p] == 1
    return 1.0 / winners
