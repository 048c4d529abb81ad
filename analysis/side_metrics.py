"""Metrics of several runs set side by side, of the Curse, and of assumptions."""

from __future__ import annotations

from analysis.metric import Metric

SIDE_METRICS = (
    Metric("run", "Run", "the folder that the games lie in", unit="text"),
    Metric("measure", "What", "what is measured in each run", unit="text"),
    Metric("side_n", "n", "seats or games that the number is a mean of", unit="count"),
    Metric("side_mean", "Mean", "mean in the run", "seats or games", "score"),
    Metric("side_share", "Share", "share in the run", "seats or games", "share"),
    Metric(
        "side_difference",
        "Against the first run",
        "the run's mean minus that of the first run; on the same deals where both have one seed",
        unit="score",
    ),
    Metric(
        "side_gain",
        "Against the first run",
        "the run's share minus that of the first run, in percentage points; on the same deals where"
        " both have one seed",
        unit="gain",
    ),
    Metric("paired", "Compared on", "the same deals, or independent ones", unit="text"),
    Metric(
        "change",
        "Change",
        "effect in the run minus effect in the first run, in percentage points of win credit",
        unit="gain",
        caveat="the interval is that of independent runs: on shared deals it is too wide, not too "
        "narrow",
    ),
    Metric("cards_n", "Cards", "cards with an effect that can be told", unit="count"),
    Metric(
        "spread_seen", "SD of the effects seen", "standard deviation between cards", unit="gain"
    ),
    Metric("noise", "Noise", "root mean square of the standard errors of the effects", unit="gain"),
    Metric(
        "spread",
        "SD of the true effects",
        "square root of the variance between cards less the mean squared standard error",
        unit="gain",
        caveat="0 where the effects seen differ no more than chance makes them differ",
    ),
    Metric(
        "wards_of_round",
        "Wards broken",
        "wards broken in the round",
        "seats of games that reached the round",
        "score",
    ),
    Metric("ward_share", "Of all broken", "wards broken in the round", "all wards broken", "share"),
    Metric("assumed", "Assumed", "what is not known and was assumed, with its range", unit="text"),
    Metric("kind", "Conclusion on", "what the conclusion is about", unit="text"),
    Metric("word", "As filed", "verdict with the facts as the card file has them", unit="text"),
    Metric(
        "estimate_gain", "Estimate", "difference of win credit, in percentage points", unit="gain"
    ),
    Metric("estimate_score", "Estimate", "difference of means", unit="score"),
    Metric(
        "joint_share",
        "Joint draws it holds in",
        "draws of all assumed facts at once in which it points the same way",
        "joint draws",
        "share",
    ),
    Metric("hangs_on", "Hangs on", "assumed facts, and their values that overturn it", unit="text"),
    Metric(
        "moved_by",
        "Moved most by",
        "the assumed fact that explains most of its variance over the joint draws",
        unit="text",
    ),
    Metric("result", "Result", "whether it holds over all ranges", unit="text"),
    Metric("stands", "Verdict", "the verdict where no assumption overturns it", unit="text"),
)
