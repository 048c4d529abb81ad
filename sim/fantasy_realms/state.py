"""The state of one game, and the log of what each seat met in it."""

from __future__ import annotations

import numpy as np

from sim.fantasy_realms.tables import I8, MAX_CARDS, MAX_HAND
from sim.jit import record_type

MAX_SEATS = 8
MAX_MOVES = 4096

STANDARD = 0
TWO_PLAYER = 1

# Phases of a turn.
TURN_BEGINS = 0
DRAW = 1
DISCARD = 2
OVER = 3

# Why a game ended.
END_DISCARDS = 0  # enough cards lay in the discard area
END_EXHAUSTED = 1  # nothing left to draw and nothing to take
END_TURN_CAP = 2
ENDS = ["discards", "exhausted", "turn_cap"]

# Moves, as logged.
MOVE_DRAW = 0
MOVE_TAKE = 1
MOVE_DISCARD = 2
MOVE_EXTRA = 3

# Events of a card in a seat's hand.
DEALT = 1
DRAWN = 2
TAKEN = 4
DISCARDED = 8
FINAL = 16
BLANKED = 32
EXTRA = 64
EVENTS = {
    "dealt": DEALT,
    "drawn": DRAWN,
    "taken": TAKEN,
    "discarded": DISCARDED,
    "final": FINAL,
    "blanked": BLANKED,
    "extra": EXTRA,
}

DECK = -1  # the option to draw from the deck, among options that are card indices
NO_OPTION = -2  # fills the places behind the last option

state_dtype = np.dtype(
    (
        np.record,
        [
            ("players", I8),
            ("variant", I8),
            ("hand_size", I8),
            ("end_size", I8),  # cards in the discard area that end the game
            ("turn_cap", I8),
            ("deck", I8, (MAX_CARDS,)),  # top first
            ("deck_size", I8),
            ("deck_at", I8),  # index of the next card to be drawn
            ("hand", I8, (MAX_SEATS, MAX_HAND)),  # in rising order
            ("hand_n", I8, (MAX_SEATS,)),
            ("area", I8, (MAX_CARDS,)),  # the discard area, oldest first
            ("area_n", I8),
            ("known", I8, (MAX_CARDS,)),  # 1 + seat in whose hand all know the card to be, or 0
            ("active", I8),
            ("turn", I8),  # turns begun
            ("phase", I8),
            ("end", I8),
            ("score", I8, (MAX_SEATS,)),
            ("tie_break", I8, (MAX_SEATS,)),  # total printed base strength: the lower wins
            ("rank", I8, (MAX_SEATS,)),
            ("extra", I8, (MAX_SEATS,)),  # extra card taken at the end, or -1
        ],
    )
)

log_dtype = np.dtype(
    (
        np.record,
        [
            ("on", I8),  # 1: events are kept
            ("events", I8, (MAX_SEATS, MAX_CARDS)),
            ("offered", I8, (MAX_SEATS, MAX_CARDS)),  # draw decisions with the card in the area
            ("drawn_at", I8, (MAX_SEATS, MAX_CARDS)),  # turn, or 0
            ("taken_at", I8, (MAX_SEATS, MAX_CARDS)),
            ("points", I8, (MAX_SEATS, MAX_CARDS)),
            ("tracing", I8),  # 1: moves are kept
            ("n_moves", I8),
            ("moves", I8, (MAX_MOVES, 3)),  # seat, move, card
        ],
    )
)

STATE = record_type(state_dtype)
LOG = record_type(log_dtype)
