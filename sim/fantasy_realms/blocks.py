"""Playing whole blocks of deals with compiled policies, and the rows that come out."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint64, void

from sim.fantasy_realms.ban import advance_allowed
from sim.fantasy_realms.finish import finish, win_credit
from sim.fantasy_realms.play import apply, deal, forget_options
from sim.fantasy_realms.state import LOG, MAX_SEATS, STATE, TWO_PLAYER
from sim.fantasy_realms.tables import HAND, MAX_CARDS, TABLES
from sim.fantasy_realms.view import CHOOSE, MAX_POLICIES, POLICIES, VIEWS, fill_view
from sim.jit import inner, kernel, record_type
from sim.line_ups import line_up
from sim.streams import REDRAWN_REPLICATES, deal_key, fold, meeting_key, policy_key, redrawn_key

MAX_PARAMS = 16

game_row = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),
            ("deal", np.int64),
            ("replicate", np.int32),
            ("rotation", np.int16),
            ("turns", np.int32),
            ("end", np.int8),
        ],
    )
)
player_row = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),
            ("seat", np.int8),
            ("policy", np.int8),
            ("score", np.int32),
            ("tie_break", np.int32),
            ("rank", np.int8),
            ("win", np.float64),
        ],
    )
)
card_row = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),
            ("seat", np.int8),
            ("card", np.int16),
            ("events", np.uint16),
            ("offered", np.int16),
            ("turn_drawn", np.int16),  # 0: never drawn
            ("turn_taken", np.int16),  # 0: never taken
            ("points", np.int16),
        ],
    )
)

# What a block keeps track of; the last four tell which decision was at hand when a policy failed.
progress_dtype = np.dtype(
    (
        np.record,
        [
            ("games", np.int64),
            ("players", np.int64),
            ("cards", np.int64),
            ("failed", np.int64),  # 1: a policy returned no legal index
            ("game", np.int64),
            ("seat", np.int64),
            ("policy", np.int64),
            ("index", np.int64),
            ("options", np.int64),
        ],
    )
)

PROGRESS = record_type(progress_dtype)
GAME_ROWS = types.Array(record_type(game_row), 1, "C")
PLAYER_ROWS = types.Array(record_type(player_row), 1, "C")
CARD_ROWS = types.Array(record_type(card_row), 1, "C")


@inner(void(TABLES, STATE, uint64[::1], uint64, int64))
def sort_deck(t, s, keys, deal, first):
    """Sort the deck from place `first` on by one random key a card."""
    for c in range(first, s.deck_size):
        card = s.deck[c]
        key = fold(deal, np.uint64(t.key[card]))
        k = c
        while k > first and keys[k - 1] > key:
            keys[k] = keys[k - 1]
            s.deck[k] = s.deck[k - 1]
            k -= 1
        keys[k] = key
        s.deck[k] = card


@kernel(void(TABLES, uint64, int64, STATE, uint64[::1]))
def shuffle(t, run, number, s, keys):
    """Write the deck order of a deal to `s`: cards sorted by one random key a (deal, card id).

    So a deck with one card changed, added or removed keeps the order of all others. The key of who
    meets whom in Chaos belongs to the deal as well. With ``s.redrawn`` the cards of the first hands
    stay, and the order of all others, and the meetings, are drawn anew.

    Parameters
    ----------
    keys : uint64 array, shape (MAX_CARDS,)
        Work space.
    """
    deal = deal_key(run, number)
    s.meetings = meeting_key(run, number)
    s.deck_size = t.n_cards
    for c in range(t.n_cards):
        s.deck[c] = c
    sort_deck(t, s, keys, deal, 0)
    if s.redrawn:
        again = redrawn_key(deal, s.redrawn)
        s.meetings = np.int64(redrawn_key(np.uint64(s.meetings), s.redrawn) >> np.uint64(1))
        sort_deck(t, s, keys, again, 0 if s.variant == TWO_PLAYER else s.players * s.hand_size)


@kernel(
    int64(
        VIEWS,
        STATE,
        LOG,
        POLICIES,
        int64[::1],
        float64[:, ::1],
        uint64[:, ::1],
        int64[::1],
        int64[::1],
        PROGRESS,
    )
)
def play_out(views, s, log, policies, seats, params, streams, options, shown, progress):
    """Play a game to its end; return 0, or 1 if a policy returned no legal index.

    Parameters
    ----------
    policies : tuple of MAX_POLICIES functions
        See :data:`sim.fantasy_realms.view.CHOOSE`.
    seats : int64 array
        The policy of each seat.
    params : float64 array, shape (MAX_POLICIES, MAX_PARAMS)
    streams : uint64 array, shape (MAX_SEATS, 1)
        Policy stream of each seat.
    options, shown : int64 array, shape (MAX_CARDS + 1,)
        Work space: the options, and the copy of them that the policy gets.
    """
    n = advance_allowed(s, log, options)
    while n:
        p = seats[s.active]
        v = views[p]
        fill_view(v, s)
        for k in range(n):
            shown[k] = options[k]
        forget_options(shown, n)
        progress.seat = s.active
        progress.policy = p
        progress.options = n
        index = policies[p](v, shown, n, params[p], streams[s.active])
        if index < 0 or index >= n:
            progress.index = index
            progress.failed = 1
            return 1
        apply(s, log, options[index])
        n = advance_allowed(s, log, options)
    return 0


@kernel(
    void(
        STATE,
        LOG,
        int64[::1],
        GAME_ROWS,
        PLAYER_ROWS,
        CARD_ROWS,
        PROGRESS,
        int64,
        int64,
        int64,
    )
)
def write_rows(s, log, seats, games, players, cards, progress, number, replicate, rotation):
    """Append a finished game to the block's rows; cards only if events were kept."""
    g = games[progress.games]
    g.game = progress.game
    g.deal = number
    g.replicate = replicate
    g.rotation = rotation
    g.turns = s.turn
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
        progress.players += 1
        if not log.on:
            continue
        for c in range(s.deck_size):
            if log.events[p, c] or log.offered[p, c]:
                met = cards[progress.cards]
                met.game = progress.game
                met.seat = p
                met.card = c
                met.events = log.events[p, c]
                met.offered = log.offered[p, c]
                met.turn_drawn = log.drawn_at[p, c]
                met.turn_taken = log.taken_at[p, c]
                met.points = log.points[p, c]
                progress.cards += 1


@kernel(
    int64(
        TABLES,
        VIEWS,
        STATE,
        LOG,
        HAND,
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
        PROGRESS,
        int64[:, ::1],
        uint64[:, ::1],
    )
)
def play_deals(
    t, views, s, log, h, policies, listed, params, run, first, last, replicates,
    games, players, cards, progress, work, streams,
):  # fmt: skip
    """Play deals `first` to `last` - 1 with all their replicates and rotations.

    Parameters
    ----------
    t, s, log, h : record
        Card tables, state (with players, variant and limits set), log, scratch.
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
    games, players, cards : record arrays
        Receive the rows; long enough for all games.
    progress : record
        Zeroed; receives the numbers of rows.
    work : int64 array, shape (6, MAX_CARDS + 1)
    streams : uint64 array, shape (MAX_SEATS + MAX_CARDS, 1)
        Work space.

    Returns
    -------
    int
        0, or 1 if a policy failed (see `progress`).
    """
    m = s.players
    keys = streams[MAX_SEATS:].reshape(MAX_CARDS)
    places = work[0]
    seats = work[1]
    options = work[2]
    spare = work[3]
    order = work[4]
    shown = work[5]
    for number in range(first, last):
        shuffle(t, run, number, s, keys)
        for c in range(s.deck_size):
            order[c] = s.deck[c]
        rotations = line_up(run, number, m, listed, places, keys)
        for replicate in range(replicates):
            for rotation in range(rotations):
                progress.game = (number * replicates + replicate) * m + rotation
                for c in range(s.deck_size):
                    s.deck[c] = order[c]
                for p in range(m):
                    seats[p] = places[(p + rotation) % m]
                    streams[p, 0] = policy_key(
                        run, number, replicate + s.redrawn * REDRAWN_REPLICATES, p
                    )
                deal(s, log)
                if play_out(
                    views, s, log, policies, seats, params, streams, options, shown, progress
                ):
                    return 1
                finish(t, s, log, h, spare)
                write_rows(
                    s, log, seats, games, players, cards, progress, number, replicate, rotation
                )
    return 0


__all__ = ["CHOOSE", "MAX_PARAMS", "MAX_POLICIES", "play_deals"]
