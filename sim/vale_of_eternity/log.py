"""What happened: events of cards, and the moves of a traced game."""

from __future__ import annotations

from numba import int64, void

from sim.jit import inner
from sim.vale_of_eternity.state import MAX_MOVES, MAX_ROUNDS, SCRATCH, STATE

# Moves of a traced game: (what, seat, card, number).
M_ROUND = 0  # number: the round
M_REVEAL = 1
M_HUNT = 2
M_SELL = 3
M_TAME = 4
M_SUMMON = 5  # number: the payment, as in an option; -1: for free
M_REMOVE = 6  # number: the payment
M_GAIN = 7  # number: stones, as in an option
M_LOSE = 8  # number: stones
M_OVERFLOW = 9  # number: stones
M_POINTS = 10  # number: points, negative if lost
M_DRAW = 11
M_MOVE = 12  # number: 16 * from + to, zones; plus 256 * (1 + the taker) if that is another seat
M_EFFECT = 13  # a resolution effect is used
M_COPY = 14  # card: the copied one
M_REFILL = 15  # number: cards shuffled into a new draw pile
M_END_TURN = 16
M_PHASE = 17  # number: the phase
M_TOKENS = 18  # number: curse tokens put on a card, negative if taken off
M_CURSES = 19  # number: curses that a player gains, negative if removed
M_MEND = 20
M_FLIP = 21  # card: the side that lies up now
M_SUMMONER = 22  # card: the side
M_ARTIFACT = 23  # number: the artifact that is taken
M_USE = 24  # number: the artifact that is used
M_AREAS = 25  # number: extra areas
M_UPGRADE = 26  # number: stones that go one step up
M_FAMILY = 27  # number: the family named
MOVES = [
    "round",
    "reveal",
    "hunt",
    "sell",
    "tame",
    "summon",
    "remove",
    "gain",
    "lose",
    "overflow",
    "points",
    "draw",
    "move",
    "effect",
    "copy",
    "refill",
    "end_turn",
    "phase",
    "tokens",
    "curses",
    "mend",
    "flip",
    "summoner",
    "artifact",
    "use",
    "areas",
    "upgrade",
    "family",
]


@inner(void(SCRATCH, int64, int64, int64, int64))
def note(w, what, seat, card, number):
    """Keep a move if moves are kept."""
    if w.tracing and w.n_moves < MAX_MOVES:
        w.moves[w.n_moves, 0] = what
        w.moves[w.n_moves, 1] = seat
        w.moves[w.n_moves, 2] = card
        w.moves[w.n_moves, 3] = number
        w.n_moves += 1


@inner(void(SCRATCH, int64, int64, int64))
def mark(w, seat, card, event):
    """Keep an event of a card."""
    if w.log_on:
        w.events[seat, card] |= event


@inner(void(SCRATCH, int64, int64))
def clear_log(w, players, cards):
    """Forget all that happened."""
    w.n_moves = 0
    if not w.log_on:
        return
    for p in range(players):
        w.earned[p] = 0
        w.wasted[p] = 0
        w.wards_broken[p] = 0
        w.artifacts_used[p] = 0
        for k in range(MAX_ROUNDS):
            w.round_artifact[k, p] = -1
        for c in range(cards):
            w.events[p, c] = 0
            w.offered[p, c] = 0
            w.hunted_at[p, c] = 0
            w.drawn_round[p, c] = 0
            w.taken_round[p, c] = 0
            w.points[p, c] = 0


@inner(void(STATE, SCRATCH), merged=True)
def log_round(s, w):
    """Keep the scores at the end of a round, and the wards that were broken in it."""
    if w.log_on and s.round_no < MAX_ROUNDS:
        for p in range(s.players):
            w.round_score[s.round_no, p] = s.score[p]
            w.round_broken[s.round_no, p] = s.broken_now[p]


@inner(void(STATE, SCRATCH, int64, int64, int64))
def add_points(s, w, seat, card, n):
    """Change a seat's score by points that an effect of `card` brought; never below 0."""
    n = max(n, -s.score[seat])
    s.score[seat] += n
    if w.log_on and card >= 0:
        w.points[seat, card] += n
    if n:
        note(w, M_POINTS, seat, card, n)
