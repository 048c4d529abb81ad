"""The switches of the rules where sources are silent or disagree, in one place.

A switch is a number in ``tables.ruling``; a run records all of them in its manifest.
This file is a kernel source (:mod:`sim.jit`).
"""

from __future__ import annotations

import numpy as np

ALLOW_SUPERFLUOUS_STONES = 0
COPIED_RECOVER_TARGETS_SELF = 1
LOSE_REQUIRES_POINTS = 2
RESOLUTION_USE_COUNTS = 3
FREE_SUMMON_TRIGGERS = 4
SUMMON_DISCARD_LOOKS_AHEAD = 5
WARD_FOR_FIXED_STONES = 6
END_SCORE_FLOOR = 7
ARTIFACTS_AFTER_REVEAL = 8
MOST_EXTRA_AREAS = 9

# name, number, value, and what 1 means.
RULINGS: dict[str, tuple[int, int, str]] = {
    "allow_superfluous_stones": (
        ALLOW_SUPERFLUOUS_STONES,
        0,
        "a payment may hold stones without which the cost would still be met (D2)",
    ),
    "copied_recover_targets_self": (
        COPIED_RECOVER_TARGETS_SELF,
        1,
        "who copies an effect that recovers its own card recovers the copier (D9)",
    ),
    "lose_requires_points": (
        LOSE_REQUIRES_POINTS,
        1,
        "who must lose points to gain something must own them all (D12)",
    ),
    "genie_uses_resolution": (
        RESOLUTION_USE_COUNTS,
        0,
        "using all resolution effects in the action phase uses them up for the round (D8)",
    ),
    "free_summon_triggers": (
        FREE_SUMMON_TRIGGERS,
        1,
        "a free summon sets off permanents that ask for no stone (D6)",
    ),
    "summon_discard_looks_ahead": (
        SUMMON_DISCARD_LOOKS_AHEAD,
        1,
        "cards whose discard would make the rest of an instant impossible aren't offered (D39)",
    ),
    "ward_for_fixed_blue": (
        WARD_FOR_FIXED_STONES,
        0,
        "a ward may be broken in a payment fixed to certain stones (D31)",
    ),
    "end_scoring_floor0": (
        END_SCORE_FLOOR,
        1,
        "the final score is not below 0 (D30)",
    ),
    "artifacts_after_reveal": (
        ARTIFACTS_AFTER_REVEAL,
        1,
        "artifacts are taken when the round's cards lie in the display, not before",
    ),
    "two_extra_areas_at_most": (
        MOST_EXTRA_AREAS,
        0,
        "a player gains two extra areas at most (D20)",
    ),
}


def defaults() -> np.ndarray:
    """Return all switches as they are set unless stated otherwise, int64."""
    values = np.zeros(16, np.int64)
    for number, value, _ in RULINGS.values():
        values[number] = value
    return values
