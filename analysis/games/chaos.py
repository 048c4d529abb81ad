"""Chaos, the variant of Fantasy Realms without turns, as the analysis sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analysis.game import Game
from analysis.present import count


def traded(game: Game, manifest: dict[str, Any]) -> Game:
    """Return the description of Fantasy Realms as it is where cards are traded without turns."""
    ticks = int(manifest["ticks"])
    model = (
        f"the time limit is {count(ticks)} trading ticks "
        f"({ticks / int(manifest['players']):g} a player). At each tick two seats meet, every pair "
        "equally likely, and the same ones in all games of a deal. Each offers a card without "
        "knowing the other one's offer, both see both cards, and the cards change hands if both "
        "accept. When time is over, a seat with a card that allows an extra one looks at the top "
        "three cards of the deck and adds the best of them if it gains by it; then all hands are "
        "scored"
    )
    return replace(
        game,
        facts=(("Model of Chaos", model),),
        length_words="trading ticks",
        length_text=(
            f"A game lasts {count(ticks)} trading ticks, the time limit of this run, which stands "
            "for the minutes that players agree on; the turns counted here are ticks.",
        ),
        cap="",
        first_seat="",
        rest="who meets whom, and the draw pile",
        seat_note="in Chaos no seat plays first",
        seats_text=("In Chaos no seat plays first, so what differs here is chance.",),
    )
