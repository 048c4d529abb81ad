"""Fantasy Realms, as the analysis sees it."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.conditions import SELECTION, Condition
from analysis.game import CARDS, PLAYERS, CardTable, Count, End, Game, Use
from analysis.games.chaos import traded
from analysis.present import Column

TURN_CAP = "turn_cap"

CONDITIONS: tuple[Condition, ...] = (
    Condition(
        "dealt",
        ("dealt",),
        "Dealt",
        "when dealt",
        "causal",
        "chance deals the hands, so the difference is what opening with this card instead of a "
        "random other one is worth to these bots; without it, an opponent may hold it",
    ),
    Condition(
        "drawn",
        ("drawn",),
        "Drawn blind",
        "when drawn blind",
        "correlational",
        "chance picks the card, but who draws blind, how often and when is the bot's choice",
    ),
    Condition("taken", ("taken",), "Taken", "when taken", "correlational", SELECTION),
    Condition(
        "received",
        ("received",),
        "Received",
        "when received in a trade",
        "correlational",
        SELECTION,
    ),
    Condition(
        "held",
        ("dealt", "drawn", "taken", "received", "extra"),
        "Ever held",
        "when ever held",
        "correlational",
        "longer games show a seat more cards; " + SELECTION,
        never="Never held",
    ),
    Condition(
        "final",
        ("final",),
        "Held at the end",
        "when held at the end",
        "correlational",
        SELECTION,
        scores=True,
    ),
)

_COUNTS = (
    Count("times_offered", "offered"),
    Count("times_taken", events=("taken", "received")),
    Count("final_hands", events=("final",)),
    Count("times_blanked", events=("final",), also=("blanked",)),
    Count("points_sum", "points", events=("final",)),
    Count("turn_sum", "turn_taken"),
    Count("times_turned", "turn_taken", known=True),
)
_USES = (
    Use("kept", "times_taken", "times_offered"),
    Use("blanked", "times_blanked", "final_hands"),
    Use("points", "points_sum", "final_hands", "mean"),
    Use("turn_taken", "turn_sum", "times_turned", "mean"),
)
_CARD_TABLES = (
    CardTable(
        "Scores, and what becomes of the card",
        (
            Column("final_hands", "seats", "Final hands", note="seats that hold it at the end"),
            Column("score_with"),
            Column("score_without"),
            Column("score_effect", sign=True),
            Column("points"),
            Column("blanked"),
            Column(
                "times_offered",
                "seats",
                "Offers",
                note="times it lay in a seat's reach, or was offered to it in a trade",
            ),
            Column("kept"),
            Column("turn_taken"),
        ),
    ),
)


def describe(manifest: dict[str, Any]) -> Game:
    """Describe Fantasy Realms as the run of this manifest played it."""
    game = Game(
        id="fantasy_realms",
        name="Fantasy Realms",
        tables={
            "games": {
                "game": pl.Int64(),
                "deal": pl.Int64(),
                "turns": pl.Int32(),
                "end": pl.String(),
            },
            "players": PLAYERS,
            "cards": CARDS,
        },
        conditions=CONDITIONS,
        leads=("dealt", "final"),
        judges=("cautious", "greedy", "planner"),
        counts=_COUNTS,
        uses=_USES,
        card_tables=_CARD_TABLES,
        suit="Suit",
        length="turns",
        length_words="turns of all seats together",
        ends={
            "discards": End("discard area full", "ended when the discard area was full"),
            "exhausted": End(
                "nothing left to take", "ended because nothing was left to draw or take"
            ),
            "time": End("time over", "ended when the time for trading was over"),
            TURN_CAP: End("turn cap", "hit the turn cap and were scored as they stood"),
        },
        cap=TURN_CAP,
        first_seat=" (plays first)",
        seat_note="seat 1 plays first",
        choice="what they hold",
        opening="no hands are dealt" if manifest.get("players") == 2 else "the first hands",
        no_chance="No hands are dealt in this game, so none of these columns is causal.",
    )
    return traded(game, manifest) if manifest.get("variant") == "chaos" else game
