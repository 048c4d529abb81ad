"""Metrics of experiments, margins and luck; part of the registry in `analysis.metrics`."""

from __future__ import annotations

from analysis.metric import Metric

MORE_METRICS = (
    Metric(
        "win_lost",
        "Win credit lost",
        "what a seat wins of a game as it is, minus what it wins when it may not use the card, on "
        "the same deals",
        "seats of all deals",
        "gain",
        "causal",
        "worth to this bot, at tables of the same bot",
    ),
    Metric(
        "score_lost",
        "Score lost",
        "final score of a game as it is, minus that of the game in which the seat may not use the "
        "card",
        "seats of all deals",
        "score",
        "causal",
        "worth to this bot, at tables of the same bot",
    ),
    Metric(
        "forced",
        "Forced on it",
        "banned seats to which the card came all the same",
        "banned seats",
        "share",
        caveat="the more often, the less a ban takes away",
    ),
    Metric(
        "margin",
        "Margin",
        "highest score of a game minus the next highest",
        "games",
        "score",
    ),
    Metric("level_share", "Level", "games whose two highest scores are equal", "games", "share"),
    Metric(
        "blow_outs",
        "Blow-outs",
        "games won by at least one standard deviation of the scores of all seats",
        "games",
        "share",
    ),
    Metric(
        "variance_share",
        "Share of the variance",
        "variance that this alone brings in, of the whole variance between seats of games",
        "all variance",
        "share",
        caveat="shares of these bots' games; intervals by bootstrap over deals",
    ),
    Metric(
        "luck_sd",
        "Standard deviation",
        "square root of the variance that is due to it, in points of score or percentage points "
        "of win credit",
        unit="score",
    ),
    Metric(
        "games_needed",
        "Games needed",
        "fewest games of one seat that show the difference in four of five tries, by Student's t "
        "test with alpha 5 %",
        unit="count",
        caveat="of games that vary as much as these bots' do",
    ),
)
