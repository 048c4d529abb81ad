"""Playing whole blocks of deals with compiled policies, and the rows that come out."""

from __future__ import annotations

from numba import float64, int64, uint64, void

from sim.bits import size
from sim.jit import inner, kernel
from sim.line_ups import line_up
from sim.records import row_of
from sim.streams import REDRAWN_REPLICATES, policy_key
from sim.vale_of_eternity.ban import advance_allowed
from sim.vale_of_eternity.finish import curses_in_area, win_credit
from sim.vale_of_eternity.options import NO_OPTION
from sim.vale_of_eternity.play import apply, deal
from sim.vale_of_eternity.rows import (
    CARD_ROWS,
    GAME_ROWS,
    PLAYER_ROWS,
    PROGRESS,
    ROUND_ROWS,
    card_row,
    game_row,
    player_row,
    progress_dtype,
    round_row,
)
from sim.vale_of_eternity.state import MAX_SEATS, SCRATCH, STATE
from sim.vale_of_eternity.tables import TABLES
from sim.vale_of_eternity.view import CHOOSE, MAX_POLICIES, POLICIES, VIEWS, fill_view

MAX_PARAMS = 16
MOST_USUAL = 8  # options of most decisions: so many are copied in one go


@inner(void(SCRATCH, int64[::1], int64), merged=True)
def show_options(w, shown, n):
    """Copy the options for a policy and wipe those of earlier decisions: they may tell too much."""
    for k in range(MOST_USUAL):
        shown[k] = w.options[k] if k < n else NO_OPTION
    for k in range(MOST_USUAL, n):
        shown[k] = w.options[k]
    k = max(n, MOST_USUAL)
    while k < shown.shape[0] and shown[k] != NO_OPTION:
        shown[k] = NO_OPTION
        k += 1


@kernel(
    int64(
        TABLES,
        VIEWS,
        STATE,
        SCRATCH,
        POLICIES,
        int64[::1],
        float64[:, ::1],
        uint64[:, ::1],
        int64[:, ::1],
        PROGRESS,
    )
)
def play_out(t, views, s, w, policies, seats, params, streams, work, progress):
    """Play a game to its end; return 0, or 1 if a policy returned no legal index.

    Parameters
    ----------
    policies : tuple of MAX_POLICIES functions
        See :data:`sim.vale_of_eternity.view.CHOOSE`.
    seats : int64 array
        The policy of each seat.
    params : float64 array, shape (MAX_POLICIES, MAX_PARAMS)
    streams : uint64 array, shape (MAX_SEATS or more, 1)
        Policy stream of each seat.
    work : int64 array, shape (3, MAX_OPTIONS)
        Its last row receives the copy of the options that the policy gets.
    """
    shown = row_of(work, 2)
    n = advance_allowed(s, t, w)
    while n > 0:
        p = seats[s.active]
        v = views[p]
        if not v.unread:
            fill_view(v, s)
        show_options(w, shown, n)
        progress.seat = s.active
        progress.policy = p
        progress.options = n
        index = policies[p](v, shown, n, row_of(params, p), row_of(streams, s.active))
        if index < 0 or index >= n:
            progress.index = index
            progress.failed = 1
            return 1
        apply(s, t, w, index)
        n = advance_allowed(s, t, w)
    return 0


@inner(void(STATE, SCRATCH, int64, CARD_ROWS, PROGRESS, int64), merged=True)
def write_cards(s, w, cards_n, cards, progress, seat):
    """Append the cards that a seat met."""
    row = progress.cards
    for c in range(cards_n):
        if w.events[seat, c] or w.offered[seat, c] or w.points[seat, c]:
            met = cards[row]
            met.game = progress.game
            met.seat = seat
            met.card = c
            met.events = w.events[seat, c]
            met.offered = w.offered[seat, c]
            met.pick = w.hunted_at[seat, c]
            met.turn_drawn = w.drawn_round[seat, c]
            met.turn_taken = w.taken_round[seat, c]
            met.points = w.points[seat, c]
            row += 1
    progress.cards = row


@inner(void(STATE, SCRATCH, ROUND_ROWS, PROGRESS), merged=True)
def write_rounds(s, w, rounds, progress):
    """Append the scores at the end of each round, and the wards broken in it."""
    for number in range(1, s.round_no + 1):
        for p in range(s.players):
            row = rounds[progress.rounds]
            row.game = progress.game
            row.round_no = number
            row.seat = p
            row.score = w.round_score[number, p]
            row.wards_broken = w.round_broken[number, p]
            row.artifact = w.round_artifact[number, p]
            progress.rounds += 1


@kernel(
    void(
        TABLES,
        STATE,
        SCRATCH,
        int64[::1],
        GAME_ROWS,
        PLAYER_ROWS,
        CARD_ROWS,
        ROUND_ROWS,
        PROGRESS,
        int64,
        int64,
        int64,
    )
)
def write_rows(
    t, s, w, seats, games, players, cards, rounds, progress, number, replicate, rotation
):
    """Append a finished game to the block's rows; cards and rounds only if the log is on."""
    g = games[progress.games]
    g.game = progress.game
    g.deal = number
    g.replicate = replicate
    g.rotation = rotation
    g.rounds = s.round_no
    g.end = s.end
    progress.games += 1
    for p in range(s.players):
        row = players[progress.players]
        row.game = progress.game
        row.seat = p
        row.policy = seats[p]
        row.score = s.score[p]
        row.tie_break = s.tie_break[p]
        row.rank = s.rank[p]
        row.win = win_credit(s, p)
        row.stones_earned = w.earned[p]
        row.stones_wasted = w.wasted[p]
        row.summoner = t.side[s.side[p]].summoner if s.side[p] >= 0 else -1
        row.wards_broken = w.wards_broken[p]
        row.soothed = size(s.soothed[p, 0]) + size(s.soothed[p, 1])
        row.curses = s.curses[p] + curses_in_area(s, p)
        row.artifacts_used = w.artifacts_used[p]
        row.extra_areas = s.extra_areas[p]
        row.sheltered = size(s.shelter[p, 0]) + size(s.shelter[p, 1])
        progress.players += 1
        if w.log_on:
            write_cards(s, w, t.n_cards, cards, progress, p)
    if w.log_on:
        write_rounds(s, w, rounds, progress)


@kernel(
    int64(
        TABLES,
        VIEWS,
        STATE,
        SCRATCH,
        POLICIES,
        int64[::1],
        float64[:, ::1],
        uint64,
        int64,
        int64,
        int64,
        GAME_ROWS,
        PLAYER_ROWS,
        CARD_ROWS,
        ROUND_ROWS,
        PROGRESS,
        int64[:, ::1],
        uint64[:, ::1],
    )
)
def play_deals(
    t, views, s, w, policies, listed, params, run, first, last, replicates,
    games, players, cards, rounds, progress, work, streams,
):  # fmt: skip
    """Play deals `first` to `last` - 1 with all their replicates and rotations.

    Parameters
    ----------
    t, s, w : record
        Card tables, state (with its players set), scratch (with ``log_on`` set).
    views : record array, shape (policies,)
        What each policy sees.
    policies : tuple of MAX_POLICIES functions
        As many as `listed` play; the rest only fills the tuple.
    listed : int64 array, shape (policies,)
        See :func:`sim.line_ups.line_up`.
    params : float64 array, shape (MAX_POLICIES, MAX_PARAMS)
        A row a policy.
    run : uint64
        Run key.
    games, players, cards, rounds : record arrays
        Receive the rows; long enough for all games.
    progress : record
        Zeroed; receives the numbers of rows.
    work : int64 array, shape (3, MAX_OPTIONS)
    streams : uint64 array, shape (MAX_SEATS + 1, 1)
        Work space.

    Returns
    -------
    int
        0, or 1 if a policy failed (see `progress`).
    """
    m = s.players
    places = work[0]
    seats = work[1]
    for number in range(first, last):
        rotations = line_up(run, number, m, listed, places, streams[MAX_SEATS])
        for replicate in range(replicates):
            for rotation in range(rotations):
                progress.game = (number * replicates + replicate) * m + rotation
                for p in range(m):
                    seats[p] = places[(p + rotation) % m]
                    streams[p, 0] = policy_key(
                        run, number, replicate + s.redrawn * REDRAWN_REPLICATES, p
                    )
                deal(s, t, w, run, number)
                if play_out(t, views, s, w, policies, seats, params, streams, work, progress):
                    return 1
                write_rows(
                    t, s, w, seats, games, players, cards, rounds, progress,
                    number, replicate, rotation,
                )  # fmt: skip
    return 0


__all__ = [
    "CHOOSE",
    "MAX_PARAMS",
    "MAX_POLICIES",
    "card_row",
    "game_row",
    "play_deals",
    "player_row",
    "progress_dtype",
    "round_row",
]
