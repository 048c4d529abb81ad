"""The registry of metrics: what each number is, over what, and what it does not prove.

Table headers, captions and the report's glossary are read from here, so that a number means the
same wherever it is shown.
"""

from __future__ import annotations

from analysis.conditions import SELECTION
from analysis.metric import Metric
from analysis.more_metrics import MORE_METRICS
from analysis.side_metrics import SIDE_METRICS
from analysis.vale_metrics import VALE_METRICS

_METRICS = (
    Metric("policy", "Bot", "the policy that decides for a seat", unit="text"),
    Metric("games", "Games", "games played", unit="count"),
    Metric(
        "deals",
        "Deals",
        "different shuffles, or playtests, each with all its games; the unit of every interval: "
        "a shuffle is played once with each bot of its line-up in each seat",
        unit="count",
    ),
    Metric(
        "seats", "Seats", "seats of games; one seat is one hand played to its end", unit="count"
    ),
    Metric(
        "win",
        "Win credit",
        "sum of 1/k for each game won together with k - 1 others after the game's own tie-break",
        "seats played",
        "share",
        caveat="it depends on who else sits at the table",
    ),
    Metric(
        "expected",
        "Even share",
        "1 / number of players: the win credit of a bot no better and no worse than its opponents",
        unit="share",
    ),
    Metric("strict_wins", "Won alone", "games won by this seat and nobody else", unit="count"),
    Metric("ties", "Shared wins", "games whose win was shared after the tie-break", unit="count"),
    Metric("score", "Mean score", "sum of final scores", "seats played", "score"),
    Metric("score_sd", "SD", "standard deviation of the score between seats", unit="score"),
    Metric(
        "score_minimum",
        "Lowest",
        "lowest score seen",
        unit="whole",
        caveat="grows more extreme with the number of games",
    ),
    Metric(
        "score_maximum",
        "Highest",
        "highest score seen",
        unit="whole",
        caveat="grows more extreme with the number of games",
    ),
    Metric(
        "score_quantile",
        "Quantile",
        "lowest score that at least this share of seats does not exceed",
        unit="whole",
    ),
    Metric("end", "How it ended", "what ended the game", unit="text"),
    Metric("end_share", "Share of games", "games that ended so", "all games", "share"),
    Metric(
        "turns",
        "Mean turns",
        "turns of all seats together, in Chaos trading ticks",
        "games",
        "turns",
    ),
    Metric(
        "effect",
        "With minus without",
        "win credit of seats with the card minus win credit of seats without it (not minus the "
        "average of all, which contains them)",
        "seats with; seats without",
        "gain",
        caveat="causal only where chance decides who is with (dealt)",
    ),
    Metric(
        "synergy",
        "Synergy",
        "mean score of seats that hold both cards at the end, minus what an additive model of bot "
        "and cards expects of these seats",
        "seats that hold both at the end",
        "score",
        "correlational",
        SELECTION,
    ),
    Metric(
        "shrunk",
        "Synergy, shrunk",
        "the synergy drawn towards zero by its own noise against the spread of all pairs "
        "(empirical Bayes)",
        unit="score",
        reading="correlational",
        caveat="the best guess where n is small; beside it the raw value and its interval",
    ),
    Metric(
        "verdict",
        "Verdict",
        "the whole 95 % interval of the effect against the margin: fair inside it, strong or weak "
        "beyond it, too strong or too weak beyond three times the margin; dead when kept in under "
        "2 % of offers and not strong; else unclear; a dash when never met",
        unit="text",
        caveat="it judges the effect named beside it, and these bots",
    ),
    Metric(
        "verdict_on",
        "Verdict on",
        "the condition whose effect the verdict judges",
        unit="text",
    ),
    Metric(
        "q_value",
        "q",
        "Benjamini and Hochberg's adjusted p-value of no effect, over the cards of the table",
        unit="probability",
        caveat="after enough games every small difference is significant: read the verdict first",
    ),
    Metric(
        "survives",
        "Holds for all bots",
        "whether the verdicts in the hands of a weak, a middle and a strong bot all point the same "
        "way; a dash when one of them did not play or nothing is clear",
        unit="text",
    ),
    Metric(
        "rate",
        "Share of seats",
        "seats of games with the card",
        "all seats of games",
        "share",
    ),
    Metric(
        "never",
        "Never had",
        "win credit of seats to which nothing happened with the card that counts as ever having it",
        "such seats",
        "share",
        "correlational",
        SELECTION,
    ),
    Metric(
        "score_with",
        "Score with",
        "mean score of seats that have the card at the end, in hand or area",
        "such seats",
        "score",
        "correlational",
        SELECTION,
    ),
    Metric(
        "score_without",
        "Score without",
        "mean score of seats that do not have the card at the end",
        "such seats",
        "score",
        "correlational",
        SELECTION,
    ),
    Metric(
        "score_effect",
        "Score with minus without",
        "mean score of seats that have the card at the end minus mean score of those that do not",
        "seats with; seats without",
        "score",
        "correlational",
        SELECTION,
    ),
    Metric(
        "kept",
        "Kept when offered",
        "seats that took it from the discard area, in Chaos received it in a trade",
        "turns it lay in a seat's reach, in Chaos times a partner offered it",
        "share",
        caveat="a card refused each turn counts as an offer each turn; a card that one seat takes "
        "twice in a game counts as taken once",
    ),
    Metric(
        "blanked",
        "Blanked",
        "final hands in which the card was blanked",
        "final hands that hold it",
        "share",
    ),
    Metric(
        "points",
        "Points brought",
        "points scored on the card itself at the end",
        "final hands that hold it",
        "score",
        "correlational",
        caveat="what it adds through other cards' bonuses, or blanks, is counted at those cards",
    ),
    Metric(
        "turn_taken",
        "Turn taken",
        "turn of the whole game (the turns of all seats counted, in Chaos the trading ticks) in "
        "which a seat took it, or received it in a trade, for the first time",
        "seats that took it",
        "turns",
        caveat="a card taken again by the same seat counts with its first turn only; so do the "
        "columns turn_drawn and turn_taken of the run's card rows",
    ),
)

METRICS: dict[str, Metric] = {
    metric.name: metric for metric in (*_METRICS, *MORE_METRICS, *VALE_METRICS, *SIDE_METRICS)
}


def metric(name: str) -> Metric:
    """Return the metric of that name; `KeyError` names the ones there are."""
    try:
        return METRICS[name]
    except KeyError:
        raise KeyError(f"no metric {name!r}; there are {', '.join(METRICS)}") from None
