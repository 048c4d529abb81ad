"""Cards on the move: into and out of hands and the discard area, and the log of it."""

from __future__ import annotations

from numba import int64, void

from sim.fantasy_realms.state import LOG, OVER, STATE
from sim.jit import inner, kernel


@inner(void(LOG, int64, int64), merged=True)
def clear_log(log, players, cards):
    """Forget all events."""
    log.n_moves = 0
    if not log.on:
        return
    for p in range(players):
        for c in range(cards):
            log.events[p, c] = 0
            log.offered[p, c] = 0
            log.drawn_at[p, c] = 0
            log.taken_at[p, c] = 0
            log.points[p, c] = 0


@inner(void(LOG, int64, int64, int64))
def log_move(log, seat, move, card):
    """Keep a move if moves are kept."""
    if log.tracing and log.n_moves < log.moves.shape[0]:
        log.moves[log.n_moves, 0] = seat
        log.moves[log.n_moves, 1] = move
        log.moves[log.n_moves, 2] = card
        log.n_moves += 1


@inner(void(STATE, int64, int64))
def add_card(s, seat, card):
    """Put a card into a hand, which stays in rising order."""
    k = s.hand_n[seat]
    while k > 0 and s.hand[seat, k - 1] > card:
        s.hand[seat, k] = s.hand[seat, k - 1]
        k -= 1
    s.hand[seat, k] = card
    s.hand_n[seat] += 1


@inner(void(STATE, int64, int64))
def remove_card(s, seat, card):
    """Take a card out of a hand."""
    kept = 0
    for k in range(s.hand_n[seat]):
        if s.hand[seat, k] != card:
            s.hand[seat, kept] = s.hand[seat, k]
            kept += 1
    s.hand_n[seat] = kept


@inner(void(STATE, int64))
def remove_from_area(s, card):
    """Take a card out of the discard area; the others keep their order."""
    kept = 0
    for k in range(s.area_n):
        if s.area[k] != card:
            s.area[kept] = s.area[k]
            kept += 1
    s.area_n = kept


@kernel(void(STATE, int64))
def end_game(s, why):
    """Stop the game at once."""
    s.phase = OVER
    s.end = why


@inner(int64(STATE, int64, int64))
def is_banned(s, seat, card):
    """Return 1 if a card is banned for a seat."""
    return s.ban_seat == seat + 1 and s.ban_card == card + 1
