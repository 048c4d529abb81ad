"""The rows that a block of games brings, and what it keeps track of."""

from __future__ import annotations

import numpy as np
from numba import types

from sim.jit import record_type

game_row = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),
            ("deal", np.int64),
            ("replicate", np.int32),
            ("rotation", np.int16),
            ("rounds", np.int32),
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
            ("stones_earned", np.int32),
            ("stones_wasted", np.int32),
            ("summoner", np.int8),  # of the start sides, in file order; -1: none
            ("wards_broken", np.int32),
            ("soothed", np.int32),
            ("curses", np.int32),  # on the player and the cards of the area, at the end
            ("artifacts_used", np.int32),  # in the own turn
            ("extra_areas", np.int32),
            ("sheltered", np.int32),  # cards in the shelter at the end
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
            ("pick", np.int16),  # place in the snake draft, from 1; 0: never hunted
            ("turn_drawn", np.int16),  # rounds; 0: never
            ("turn_taken", np.int16),
            ("points", np.int16),
        ],
    )
)
round_row = np.dtype(
    (
        np.record,
        [
            ("game", np.int64),
            ("round_no", np.int8),
            ("seat", np.int8),
            ("score", np.int32),
            ("wards_broken", np.int32),  # in this round
            ("artifact", np.int8),  # taken, in file order; -1: none
        ],
    )
)

# What a block keeps track of; the last five tell which decision was at hand when a policy failed.
progress_dtype = np.dtype(
    (
        np.record,
        [
            ("games", np.int64),
            ("players", np.int64),
            ("cards", np.int64),
            ("rounds", np.int64),
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
ROUND_ROWS = types.Array(record_type(round_row), 1, "C")
