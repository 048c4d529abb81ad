"""Metrics that only The Vale of Eternity has; part of the registry in `analysis.metrics`."""

from __future__ import annotations

from analysis.conditions import SELECTION
from analysis.metric import Metric

_ONCE = "a card that one seat meets so several times in a game counts once"

VALE_METRICS = (
    Metric("rounds", "Mean rounds", "rounds that were played", "games", "turns"),
    Metric("summoner", "Summoner", "the summoner of a seat (Curse)", unit="text"),
    Metric(
        "stones_earned",
        "Stones earned",
        "stones gained in the whole game, those lost at once by overflow included",
        "seats played",
        "score",
        caveat="counted in stones, whatever their colour",
    ),
    Metric(
        "stones_wasted",
        "Stones wasted",
        "stones that had to be discarded because there were more than the stone limit",
        "seats played",
        "score",
        caveat="counted in stones, whatever their colour",
    ),
    Metric(
        "wasted_share",
        "Share wasted",
        "stones discarded over the stone limit",
        "stones earned",
        "share",
    ),
    Metric("wards_broken", "Wards broken", "wards broken (Curse)", "seats played", "score"),
    Metric("soothed", "Cards soothed", "cards soothed at the end (Curse)", "seats played", "score"),
    Metric("curses", "Curses", "curses on the player at the end (Curse)", "seats played", "score"),
    Metric(
        "artifacts_used",
        "Artifacts used",
        "artifacts used in the own turn (Artifacts)",
        "seats played",
        "score",
        caveat="those that act when taken, or while held, are not among them",
    ),
    Metric("extra_areas", "Extra areas", "areas bought (Artifacts)", "seats played", "score"),
    Metric(
        "sheltered",
        "Cards in the shelter",
        "cards in the shelter at the end (Artifacts, Kang San)",
        "seats played",
        "score",
    ),
    Metric("artifact", "Artifact", "the artifact that was taken", unit="text"),
    Metric("times_taken", "Times taken", "rounds in which a seat took it", unit="count"),
    Metric(
        "taken_share",
        "Taken",
        "rounds in which a seat took it",
        "seats and rounds of games in which anybody took it",
        "share",
        caveat="a seat can't take what another one holds, nor what it took last; a game in which "
        "nobody ever took it is not counted",
    ),
    Metric(
        "win_taken",
        "Win credit when taken",
        "win credit of the seat over the rounds in which it took the artifact",
        "times taken",
        "share",
        caveat="bots choose their artifacts: who is ahead may choose others",
    ),
    Metric("round", "Round", "round of the game, at its end", unit="count"),
    Metric(
        "round_score",
        "Score after the round",
        "sum of scores at the end of the round",
        "seats of games that reached the round",
        "score",
        caveat="games that ended before a round are not in it, so late rounds are those of slow "
        "games",
    ),
    Metric(
        "leader_win",
        "Leader wins",
        "win credit of the seat that is alone in front at the end of the round",
        "games that reached the round with one seat alone in front",
        "share",
        caveat="being in front is partly skill: it is not what the points themselves are worth",
    ),
    Metric(
        "lead_games", "Games with one in front", "games with one seat alone in front", unit="count"
    ),
    Metric(
        "lead_changes",
        "Lead changes a game",
        "rounds after which another seat is alone in front than was last alone in front; level "
        "scores change nothing",
        "games",
        "score",
    ),
    Metric(
        "unchanged",
        "Lead never changed",
        "games in which no other seat came to be alone in front after one had been",
        "games",
        "share",
    ),
    Metric(
        "hunted_of_offers",
        "Hunted when offered",
        "seats that hunted it",
        "picks of seats at which it lay in the display",
        "share",
        caveat="refused pick by pick, a card counts as an offer each time; " + _ONCE,
    ),
    Metric(
        "pick",
        "Place in the draft",
        "place at which it was hunted, 1 for the first pick of the round",
        "seats that hunted it",
        "turns",
        caveat="a card hunted again by the same seat counts once",
    ),
    Metric(
        "round_hunted",
        "Round hunted",
        "round in which a seat hunted it",
        "seats that hunted it",
        "turns",
        caveat="a card hunted again by the same seat counts once",
    ),
    Metric(
        "round_drawn",
        "Round drawn",
        "round in which a seat drew it",
        "seats that drew it",
        "turns",
        caveat="a card drawn again by the same seat counts once",
    ),
    Metric(
        "tamed_of_hunted",
        "Tamed, of hunted",
        "seats that tamed it",
        "seats that hunted it",
        "share",
    ),
    Metric(
        "sold_of_hunted", "Sold, of hunted", "seats that sold it", "seats that hunted it", "share"
    ),
    Metric(
        "summoned_of_had",
        "Summoned, of had",
        "seats that summoned it",
        "seats that tamed, drew or recovered it, or summoned it from elsewhere",
        "share",
        caveat="a card taken late has few rounds left to be summoned in",
    ),
    Metric(
        "recovered_of_summoned",
        "Recovered, of summoned",
        "seats to whose hand it came back from their area",
        "seats that summoned it",
        "share",
        caveat=_ONCE,
    ),
    Metric(
        "final_of_summoned",
        "In the area at the end, of summoned",
        "seats that have it in their area at the end",
        "seats that summoned it",
        "share",
    ),
    Metric(
        "points_per_game",
        "Points a game",
        "points that the card's own effects brought (losses deducted) over all its stays in the "
        "area",
        "seats of games that summoned it",
        "score",
        "correlational",
        caveat="stones it brought, costs it saved, and points that other cards scored through it "
        "are counted elsewhere; an early card has more rounds to score in",
    ),
    Metric(
        "points_per_stay",
        "Points a stay",
        "points that the card's own effects brought",
        "stays in the area, of seats that summoned it",
        "score",
        "correlational",
        caveat=SELECTION,
    ),
)
