"""The end of a game: extra cards, scores, ranks."""

from __future__ import annotations

from numba import float64, int64, void

from sim.fantasy_realms.extras import add_extras
from sim.fantasy_realms.lookup import table_score
from sim.fantasy_realms.points import total_points
from sim.fantasy_realms.search import score_best_choices
from sim.fantasy_realms.state import BLANKED, FINAL, LOG, STATE
from sim.fantasy_realms.tables import HAND, TABLES
from sim.jit import kernel


@kernel(void(TABLES, STATE, LOG, HAND, int64[::1]))
def finish(t, s, log, h, cards):
    """Score all hands and rank the seats: highest score, then lowest total base strength.

    Parameters
    ----------
    cards : int64 array, shape (MAX_HAND,) or longer
        Work space.
    """
    add_extras(t, s, log, h, cards)
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
                if ((h.blanked | h.faded) >> k) & 1:
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
