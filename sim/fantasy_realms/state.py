"""The state of one game, and the log of what each seat met in it."""

from __future__ import annotations

import numpy as np

from sim.fantasy_realms.tables import I8, MAX_CARDS, MAX_HAND
from sim.jit import record_type

MAX_SEATS = 8
MAX_MOVES = 4096

# Variants, in the order of sim.fantasy_realms.rules.VARIANTS.
STANDARD = 0
TWO_PLAYER = 1
CHAOS = 2

# Phases of a turn, in Chaos of a tick.
TURN_BEGINS = 0
DRAW = 1
DISCARD = 2
OVER = 3
OFFER = 4
ANSWER = 5

# Why a game ended.
END_DISCARDS = 0  # enough cards lay in the discard area
END_EXHAUSTED = 1  # nothing left to draw and nothing to take
END_TURN_CAP = 2
END_TIME = 3  # the time agreed on for trading is over
ENDS = ["discards", "exhausted", "turn_cap", "time"]

# Moves, as logged.
MOVE_DRAW = 0
MOVE_TAKE = 1
MOVE_DISCARD = 2
MOVE_EXTRA = 3
MOVE_OFFER = 4
MOVE_REFUSE = 5  # the card is the one refused
MOVE_ACCEPT = 6
MOVE_LOOK = 7  # draws a card to choose an extra one from
MOVE_ADD = 8  # adds one of these to the hand
MOVE_TOP = 9  # adds the top card of the deck at the end
MOVE_SEARCH = 10  # adds a card of the deck at the end

# Events of a card in a seat's hand.
DEALT = 1
DRAWN = 2  # from the deck
TAKEN = 4  # from the discard area
DISCARDED = 8
FINAL = 16  # in the hand that is scored
BLANKED = 32
EXTRA = 64  # added at the end
RECEIVED = 128  # in a trade
GIVEN = 256  # away in a trade
EVENTS = {
    "dealt": DEALT,
    "drawn": DRAWN,
    "taken": TAKEN,
    "discarded": DISCARDED,
    "final": FINAL,
    "blanked": BLANKED,
    "extra": EXTRA,
}
CHAOS_EVENTS = {
    "dealt": DEALT,
    "final": FINAL,
    "blanked": BLANKED,
    "extra": EXTRA,
    "received": RECEIVED,
    "given": GIVEN,
}

DECK = -1  # the option to draw from the deck, among options that are card indices
NO_OPTION = -2  # fills the places behind the last option
REFUSE = -3  # the answers to what the partner of a trade offers
ACCEPT = -4

state_dtype = np.dtype(
    (
        np.record,
        [
            ("players", I8),
            ("variant", I8),
            ("hand_size", I8),
            ("end_size", I8),  # cards in the discard area that end the game
            ("turn_cap", I8),  # in Chaos the number of ticks
            ("deck", I8, (MAX_CARDS,)),  # top first
            ("deck_size", I8),
            ("deck_at", I8),  # index of the next card to be drawn
            ("hand", I8, (MAX_SEATS, MAX_HAND)),  # in rising order
            ("hand_n", I8, (MAX_SEATS,)),
            ("area", I8, (MAX_CARDS,)),  # the discard area, oldest first
            ("area_n", I8),
            ("known", I8, (MAX_CARDS,)),  # 1 + seat in whose hand all know the card to be, or 0
            ("active", I8),
            ("turn", I8),  # turns begun, in Chaos ticks
            ("phase", I8),
            ("end", I8),
            ("score", I8, (MAX_SEATS,)),
            ("tie_break", I8, (MAX_SEATS,)),  # total printed base strength: the lower wins
            ("rank", I8, (MAX_SEATS,)),
            ("extra", I8, (MAX_SEATS,)),  # the last extra card added at the end, or -1
            ("ban_card", I8),  # 1 + the card that is banned for one seat, or 0
            ("ban_seat", I8),  # 1 + that seat, or 0
            ("redrawn", I8),  # times that what follows the opening hands was drawn anew
            # Chaos: who meets, and what those two know
            ("meetings", I8),  # key of the deal's meetings, 63 bits
            ("chance", np.uint64, (1,)),  # work space: the stream that draws one meeting
            ("pair", I8, (2,)),  # the seats that meet, in the order in which they are asked
            ("offer", I8, (2,)),  # the card each of them offers, or -1
            ("answer", I8),  # of the first: REFUSE, ACCEPT, or NO_OPTION
            ("seen", I8, (MAX_CARDS,)),  # nibble p: 1 + the seat where p last saw the card, or 0
            ("shown", I8, (MAX_CARDS,)),  # bit p: its holder let p see it, or has it from p
        ],
    )
)

log_dtype = np.dtype(
    (
        np.record,
        [
            ("on", I8),  # 1: events are kept
            ("events", I8, (MAX_SEATS, MAX_CARDS)),
            ("offered", I8, (MAX_SEATS, MAX_CARDS)),  # times the card lay in reach, or was offered
            ("drawn_at", I8, (MAX_SEATS, MAX_CARDS)),  # turn, or 0
            ("taken_at", I8, (MAX_SEATS, MAX_CARDS)),  # taken or received
            ("points", I8, (MAX_SEATS, MAX_CARDS)),
            ("tracing", I8),  # 1: moves are kept
            ("n_moves", I8),
            ("moves", I8, (MAX_MOVES, 3)),  # seat, move, card
        ],
    )
)

STATE = record_type(state_dtype)
LOG = record_type(log_dtype)
