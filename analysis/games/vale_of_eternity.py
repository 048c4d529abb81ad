"""The Vale of Eternity, as the analysis sees it."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.conditions import SELECTION, Condition
from analysis.game import CARDS, PLAYERS, CardTable, Count, End, Game, Use
from analysis.present import Column

#: Points that end the game at the end of a round; with Artifacts in use it takes more.
END_POINTS = 60
ARTIFACTS_END_POINTS = 80

#: What the players table counts of a seat; wards, soothed cards and curses exist with Curse only,
#: the last three with Artifacts only.
SEAT_COUNTS = (
    "stones_earned", "stones_wasted", "wards_broken", "soothed", "curses", "artifacts_used",
    "extra_areas", "sheltered",
)  # fmt: skip

_AHEAD = "who is ahead can pay for more cards, and longer games show a seat more of them; "


def _chosen(event: str, header: str, phrase: str, caveat: str = "", **more: Any) -> Condition:
    """Return a condition that bots bring about by choosing."""
    return Condition(event, (event,), header, phrase, "correlational", caveat + SELECTION, **more)


#: In the order of the events' bits.
CONDITIONS: tuple[Condition, ...] = (
    _chosen("hunted", "Hunted", "when hunted", "earlier places in the draft choose among more; "),
    _chosen("tamed", "Tamed", "when tamed"),
    _chosen("sold", "Sold", "when sold"),
    _chosen(
        "drawn",
        "Drawn",
        "when drawn",
        "chance picks the card, but who draws, how often and when follows from the bot's cards; ",
    ),
    _chosen("summoned", "Summoned", "when summoned", _AHEAD),
    _chosen("recovered", "Recovered", "when recovered", _AHEAD),
    _chosen("discarded", "Discarded", "when discarded from hand or area"),
    _chosen("soothed", "Soothed", "when soothed", _AHEAD),
    _chosen(
        "final", "In the area at the end", "when in the area at the end", _AHEAD, scores=True
    ),
    Condition(
        "met",
        (
            "hunted", "tamed", "sold", "drawn", "summoned", "recovered", "discarded", "soothed",
            "final",
        ),
        "Ever met",
        "when ever met",
        "correlational",
        _AHEAD + SELECTION,
        never="Never met",
    ),
)  # fmt: skip

_COUNTS = (
    Count("times_offered", "offered"),
    *(
        Count(f"times_{event}", events=(event,))
        for event in (
            "hunted", "tamed", "sold", "drawn", "summoned", "recovered", "discarded", "soothed",
            "final",
        )
    ),
    Count("times_had", events=("tamed", "drawn", "summoned", "recovered")),
    Count("times_kept", events=("final",), also=("summoned",)),
    Count("times_returned", events=("recovered",), also=("summoned",)),
    Count("points_sum", "points", events=("summoned",)),
    Count("stays_sum", "stays", events=("summoned",)),
    Count("stay_points_sum", "points", events=("summoned",), given="stays"),
    Count("pick_sum", "pick"),
    Count("times_picked", "pick", known=True),
    Count("round_hunted_sum", "turn_taken"),
    Count("times_round_hunted", "turn_taken", known=True),
    Count("round_drawn_sum", "turn_drawn"),
    Count("times_round_drawn", "turn_drawn", known=True),
)  # fmt: skip
_USES = (
    Use("hunted_of_offers", "times_hunted", "times_offered"),
    Use("pick", "pick_sum", "times_picked", "mean"),
    Use("round_hunted", "round_hunted_sum", "times_round_hunted", "mean"),
    Use("round_drawn", "round_drawn_sum", "times_round_drawn", "mean"),
    Use("tamed_of_hunted", "times_tamed", "times_hunted"),
    Use("sold_of_hunted", "times_sold", "times_hunted"),
    Use("summoned_of_had", "times_summoned", "times_had"),
    Use("recovered_of_summoned", "times_returned", "times_summoned"),
    Use("final_of_summoned", "times_kept", "times_summoned"),
    Use("points_per_game", "points_sum", "times_summoned", "mean"),
    Use("points_per_stay", "stay_points_sum", "stays_sum", "mean"),
)


def _use(name: str, header: str, group: str, note: str = "") -> Column:
    """Return a column under the heading `group`; with a note it counts seats."""
    return Column(name, "seats" if note else "", header, group, note=note)


_N_SEATS = "seats of games in which it happened; a card that it happens to twice counts once"
_CARD_TABLES = (
    CardTable(
        "From the display to the area",
        (
            _use(
                "times_offered", "Offers", "In the display", "picks of seats at which it lay there"
            ),
            _use("hunted_of_offers", "Hunted when offered", "In the display"),
            _use("pick", "Place in the draft", "In the display"),
            _use("times_hunted", "Times", "Hunted", _N_SEATS),
            _use("round_hunted", "In round", "Hunted"),
            _use("tamed_of_hunted", "Of them tamed", "Hunted"),
            _use("sold_of_hunted", "Of them sold", "Hunted"),
            _use("times_drawn", "Times", "Drawn", _N_SEATS),
            _use("round_drawn", "In round", "Drawn"),
            _use("times_had", "Times", "In hand", "seats to whose hand or area it came"),
            _use("summoned_of_had", "Of them summoned", "In hand"),
            _use("times_summoned", "Times", "Summoned", _N_SEATS),
            _use("recovered_of_summoned", "Of them recovered", "Summoned"),
            _use("final_of_summoned", "Of them in the area at the end", "Summoned"),
        ),
    ),
    CardTable(
        "Points, and scores of seats with the card in the area at the end",
        (
            Column("times_summoned", "seats", "Times summoned", note=_N_SEATS),
            Column("points_per_game"),
            Column("points_per_stay"),
            Column("times_final", "seats", "In the area at the end", note=_N_SEATS),
            Column("score_with"),
            Column("score_without"),
            Column("score_effect", sign=True),
        ),
    ),
)
_HOW_OFTEN = CardTable(
    "How often it happened to a seat, of all seats of games",
    tuple(Column(f"{condition.name}_rate", "rate", condition.header) for condition in CONDITIONS),
)


def end_points(manifest: dict[str, Any]) -> int:
    """Return the score that ends the game: as the manifest says, else by the sets in use."""
    default = ARTIFACTS_END_POINTS if "artifacts" in manifest.get("sets", []) else END_POINTS
    return int(manifest.get("end_points", default))


def describe(manifest: dict[str, Any]) -> Game:
    """Describe The Vale of Eternity as the run of this manifest played it."""
    points = end_points(manifest)
    counts: dict[str, pl.DataType] = dict.fromkeys(SEAT_COUNTS, pl.Int32())
    return Game(
        id="vale_of_eternity",
        name="The Vale of Eternity",
        tables={
            "games": {
                "game": pl.Int64(),
                "deal": pl.Int64(),
                "rounds": pl.Int32(),
                "end": pl.String(),
            },
            "players": PLAYERS | counts | {"summoner": pl.String()},
            "cards": CARDS | {"pick": pl.Int16(), "stays": pl.Int16()},
            "rounds": {
                "game": pl.Int64(),
                "round": pl.Int8(),
                "seat": pl.Int8(),
                "score": pl.Int32(),
                "wards_broken": pl.Int32(),
                "artifact": pl.String(),
            },
        },
        optional=frozenset(
            {
                ("cards", "stays"),
                ("rounds", "wards_broken"),
                ("rounds", "artifact"),
                *(("players", name) for name in (*SEAT_COUNTS, "summoner")),
            }
        ),
        conditions=CONDITIONS,
        leads=("summoned", "hunted"),
        judges=("rusher", "builder", "planner"),
        counts=_COUNTS,
        uses=_USES,
        card_tables=_CARD_TABLES,
        more_card_tables=(_HOW_OFTEN,),
        suit="Family",
        length="rounds",
        length_words="rounds",
        ends={
            "points": End(
                f"{points} points", f"ended because somebody had {points} points or more"
            ),
            "rounds": End("after round 10", f"ended after round 10, nobody having {points} points"),
        },
        first_seat=" (first in round 1)",
        seat_note="seat 1 is the first player of round 1; the first player changes every round",
        seats_text=(
            "Seat 1 is the first player of round 1, and the place passes on every round. Seats "
            "start with 1, 2, 3 and 4 points in this order.",
        ),
        seat_counts=SEAT_COUNTS,
        choice="what they hunt, keep and summon",
        no_chance="Cards are chosen here, not dealt, so none of these columns is causal.",
        lead_round=5,
        forced=("hunted", "tamed", "drawn", "summoned", "recovered"),
        used="summoned",
        opening="the first display, and the summoners",
    )
