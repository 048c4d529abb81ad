"""The state of one game, the work space beside it, and the log of what happened."""

from __future__ import annotations

import numpy as np

from sim.jit import record_type
from sim.vale_of_eternity.tables import I8, MAX_CARDS, MAX_SEATS

I2 = np.int16  # what stays small, so that states are quick to copy and logs to reach

MAX_DEPTH = 16
MAX_OPTIONS = 2048
MAX_ROUNDS = 16
MAX_MOVES = 4096
MAX_PAYMENTS = 512
PAYMENT_SLOTS = 1024  # a power of two
SLOT_WORDS = 8  # of a slot: stones and cost, values, number of payments, the payments

# Phases of a round.
HUNT = 0
ACTION = 1
RESOLUTION = 2
CURSE_PHASE = 3
END_CHECK = 4
OVER = 5
SET_UP = 6  # summoners are taken, before the first round
PHASES = ["hunt", "action", "resolution", "curse", "end", "over", "setup"]

# Decisions.
CHOOSE_HUNT = 0  # a card of the display
CHOOSE_ACTION = 1
CHOOSE_STONES = 2  # which stones to discard, down to the limit
CHOOSE_CARD = 3  # a card for the effect at hand
CHOOSE_SEAT = 4
CHOOSE_PART = 5  # a part of the effect at hand
CHOOSE_EFFECT = 6  # the resolution effect to use next
CHOOSE_TRIGGER = 7  # the permanent to set off next
CHOOSE_TOKEN = 8  # the cursed card that gives a token next
CHOOSE_GAIN = 9  # stones to gain
CHOOSE_PAYMENT = 10  # stones to pay for an effect
CHOOSE_NUMBER = 11  # how many wards to mend, or curses to remove
CHOOSE_SUMMONER = 12
CHOOSE_UPGRADE = 13  # stones that go one step up
CHOOSE_FAMILY = 14
CHOOSE_ARTIFACT = 15
DECISIONS = [
    "hunt",
    "action",
    "stones",
    "card",
    "seat",
    "part",
    "effect",
    "trigger",
    "token",
    "gain",
    "payment",
    "number",
    "summoner",
    "upgrade",
    "family",
    "artifact",
]

# Why a game ended.
END_SCORE = 0
END_ROUNDS = 1
ENDS = ["points", "rounds"]

PAUSED = -1  # `advance`: a phase is over

# What frames on the effect stack are.
RUN = 0  # a program
SUB = 1  # a sub-program of the frame below
ALL_EFFECTS = 2  # resolution effects in one's own order
TRIGGERS = 3  # permanents that were set off, in one's own order
TOKENS = 4  # a token from each of one's own cursed cards, in one's own order
REPLACED = 5  # a program that a card runs instead of being discarded

# How a program is resolved (see the chains in codes.py).
WHOLE = 0  # an instant: every chain
PARTS = 1  # a resolution effect or a reaction: the chains that can be
CHAIN = 2  # for the walker: one chain

# Events of a card with a seat.
HUNTED_EVENT = 1
TAMED = 2
SOLD = 4
DRAWN = 8
SUMMONED = 16
RECOVERED = 32
DISCARDED = 64
SOOTHED_EVENT = 128
FINAL = 256
EVENTS = {
    "hunted": HUNTED_EVENT,
    "tamed": TAMED,
    "sold": SOLD,
    "drawn": DRAWN,
    "summoned": SUMMONED,
    "recovered": RECOVERED,
    "discarded": DISCARDED,
    "soothed": SOOTHED_EVENT,
    "final": FINAL,
}

# An effect in progress. What the counts DONE..., PAID and NAMED look at is kept here.
frame_dtype = np.dtype(
    (
        np.record,
        [
            ("picked", I8, (2,)),  # parts chosen, in order; effects used; permanents to set off
            ("moved", I8, (2,)),  # cards that the chain moved
            ("kind", I2),
            ("pc", I2),
            ("seat", I2),
            ("card", I2),  # whose effect it is
            ("source", I2),  # the card an effect without a target moves: itself, or the copied one
            ("mode", I2),  # WHOLE or PARTS
            ("chained", I2),  # 1: inside a chain that was found possible
            ("copies", I2),  # how many copies deep
            ("want", I2),  # picks of the row at hand to be made, -1: not yet known
            ("made", I2),  # picks of the row at hand made
            ("target", I2),  # the chosen seat, or the part being carried out; -1: none
            ("lost", I2),  # stones
            ("value", I2),  # of the stones lost
            ("paid", I2, (3,)),  # stones paid for the summon
            ("gained", I2, (3,)),  # stones gained by choice
            ("family", I2),  # the named family
            ("about", I2),  # the card of the event that the effect reacts to, or -1
        ],
    )
)

state_dtype = np.dtype(
    (
        np.record,
        [
            ("players", I8),
            ("round_no", I8),
            ("phase", I8),
            ("first", I8),  # first player
            (
                "turn",
                I8,
            ),  # picks (hunt) or turns ended in the phase; below 0: nothing revealed
            ("active", I8),  # the seat that decides
            ("decision", I8),
            ("ask", I8),  # bit per decision kind that is never made by itself
            ("pause", I8),  # 1: `advance` returns PAUSED when a phase is over
            ("end", I8),
            ("over_limit", I8),  # bit per seat that has to discard stones
            ("ban_card", I8),  # 1 + the card that is banned for one seat, or 0
            ("ban_seat", I8),  # 1 + that seat, or 0
            ("redrawn", I8),  # times that what follows the first display was drawn anew
            # the players
            ("score", I8, (MAX_SEATS,)),
            ("stones", I8, (MAX_SEATS, 3)),
            ("hand", I8, (MAX_SEATS, 2)),
            ("area", I8, (MAX_SEATS, 2)),
            ("hunted", I8, (MAX_SEATS, 2)),
            ("known", I8, (MAX_SEATS, 2)),  # cards of the hand that everybody knows of
            ("value", I8, (MAX_SEATS, 3)),  # of stones, from the permanents of the area
            ("limit", I8, (MAX_SEATS,)),
            # Curse and Artifacts
            ("soothed", I8, (MAX_SEATS, 2)),
            ("shelter", I8, (MAX_SEATS, 2)),
            ("wards", I8, (MAX_SEATS,)),
            ("curses", I8, (MAX_SEATS,)),
            ("side", I8, (MAX_SEATS,)),  # row of tables.side, or -1
            ("tile", I8, (MAX_SEATS, 2)),  # that side as a card, n_cards + row; an artifact as one
            ("flips", I8, (MAX_SEATS,)),
            ("broken_now", I8, (MAX_SEATS,)),  # wards broken this round
            ("artifact", I8, (MAX_SEATS,)),  # row of tables.artifact that is held, or -1
            ("last_artifact", I8, (MAX_SEATS,)),  # taken last, which cannot be taken next
            ("extra_areas", I8, (MAX_SEATS,)),
            ("more_areas", I8, (MAX_SEATS,)),  # from the permanents of the area
            ("clearing", I8),  # bit per artifact that is in play
            ("taken", I8),  # seats that have taken an artifact this round
            ("watched", I8, (2,)),  # cards whose number of stones is held, and was told
            ("reactions", I8),  # set off since the last main action
            ("summons", I8),  # of the turn at hand
            ("tokens", np.int8, (MAX_CARDS,)),  # curse tokens on summoned cards
            # shared
            ("display", I8, (2,)),
            ("discard", I8, (2,)),
            ("pile_n", I8),
            ("pile_known", I8),  # cards on top that everybody knows
            ("deal", np.uint64),  # key of the deal, for shuffling the discards
            ("refills", I8),
            ("used", I8, (2,)),  # resolution effects that count as used this round
            # the result
            ("tie_break", I8, (MAX_SEATS,)),  # cards in the area: the higher wins
            ("rank", I8, (MAX_SEATS,)),
            # effects in progress; what stands before them lies open, but for the hands and `deal`
            ("depth", I8),
            ("frame", frame_dtype, (MAX_DEPTH,)),
            ("pile", I2, (MAX_CARDS,)),  # the draw pile, its top card last
        ],
    )
)

# Work space beside a state, one a thread: the options of the decision at hand, and the log.
scratch_dtype = np.dtype(
    (
        np.record,
        [
            ("n", I8),
            ("options", I8, (MAX_OPTIONS,)),
            ("payments", I8, (PAYMENT_SLOTS * SLOT_WORDS + 1 + MAX_PAYMENTS,)),
            ("n_payments", I8),
            ("paid_with", I8, (2,)),  # the stones and values that payments are asked for
            ("paid_from", I8),  # the same, as the slot of a cost of 0
            ("keys", np.uint64, (MAX_CARDS,)),
            ("unsorted", np.uint64, (MAX_CARDS,)),
            ("starts", I8, (32,)),  # of each drawer of keys: its first place
            ("filled", I8, (32,)),  # and how many keys lie in it
            ("more", I8, (8, 16)),  # what the walker supposes, a row for each depth
            ("asked", I8, (8, MAX_CARDS)),  # cards or parts that the walker asks about
            # the log
            ("log_on", I8),
            ("events", I2, (MAX_SEATS, MAX_CARDS)),
            ("offered", I2, (MAX_SEATS, MAX_CARDS)),  # hunting decisions with the card in reach
            ("hunted_at", I2, (MAX_SEATS, MAX_CARDS)),  # pick of the round, from 1
            ("drawn_round", I2, (MAX_SEATS, MAX_CARDS)),  # came to the hand from the pile
            ("taken_round", I2, (MAX_SEATS, MAX_CARDS)),  # hunted
            ("points", I8, (MAX_SEATS, MAX_CARDS)),
            ("earned", I8, (MAX_SEATS,)),  # stones
            ("wasted", I8, (MAX_SEATS,)),  # stones discarded down to the limit
            ("wards_broken", I8, (MAX_SEATS,)),
            ("round_score", I8, (MAX_ROUNDS, MAX_SEATS)),
            ("round_broken", I8, (MAX_ROUNDS, MAX_SEATS)),  # wards broken in the round
            ("round_artifact", I8, (MAX_ROUNDS, MAX_SEATS)),  # taken, or -1
            ("artifacts_used", I8, (MAX_SEATS,)),
            ("tracing", I8),
            ("n_moves", I8),
            ("moves", I8, (MAX_MOVES, 4)),  # what, seat, card, number
        ],
    )
)

FRAME_AT = int(state_dtype.fields["frame"][1])  # type: ignore[index]  # bytes before the frames
FRAME_BYTES = frame_dtype.itemsize

STATE = record_type(state_dtype)
SCRATCH = record_type(scratch_dtype)


def new_states(n: int) -> np.recarray:
    """Return `n` zeroed states."""
    return np.zeros(n, state_dtype).view(np.recarray)


def new_scratches(n: int) -> np.recarray:
    """Return `n` work spaces, one for each thread."""
    return np.zeros(n, scratch_dtype).view(np.recarray)
