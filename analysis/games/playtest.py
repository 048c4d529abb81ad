"""Real playtests, whatever the game: who sat where, what they scored, perhaps what they held."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.conditions import Condition
from analysis.game import CARDS, PLAYERS, CardTable, Count, Game
from analysis.present import Column

ID = "playtest"
FINAL = "final"

_HELD = Condition(
    FINAL,
    (FINAL,),
    "Held at the end",
    "when held at the end",
    "correlational",
    "whoever holds it chose to, and may play better or worse than the others anyway",
    never="Not held",
    scores=True,
)


def describe(manifest: dict[str, Any]) -> Game:
    """Describe the playtests that this manifest tells of."""
    named = manifest.get("title")
    sizes = [str(size) for size in manifest.get("sizes", [])]
    text = [
        "Who sat where is as the file says; nobody made players change seats, so a difference "
        "between seats may be one between players."
    ]
    return Game(
        id=ID,
        name=f"{named}: playtests" if named else "Playtests",
        tables={
            "games": {"game": pl.Int64(), "deal": pl.Int64()},
            "players": PLAYERS,
            "cards": CARDS,
        },
        conditions=(_HELD,),
        leads=(FINAL,),
        counts=(Count("final_hands", events=(FINAL,)),),
        uses=(),
        card_tables=(
            CardTable(
                "Scores of seats with the card and without",
                (
                    Column("final_hands", "seats", "Hands", note="seats that held it at the end"),
                    Column("score_with"),
                    Column("score_without"),
                    Column("score_effect", sign=True),
                ),
            ),
        ),
        suit=str(manifest.get("suit_word") or "Suit"),
        length="",
        length_words="",
        ends={},
        first_seat="",
        seat_note="as the file numbers them",
        seats_text=tuple(text),
        choice="what they hold",
        no_chance="Nobody dealt these cards by chance, so none of these columns is causal.",
        facts=(("Seats", " or ".join(sizes) or "-"),),
        simulated=False,
        who=str(manifest.get("who") or "player"),
    )
