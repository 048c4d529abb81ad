"""Does the guide's advice hold? Each tip of the Fantasy Realms guide as matches of two bots.

One bot follows the advice, the other one ignores it; both meet on mirrored deals. What the follower
wins a seat more is what the advice is worth to such bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from analysis.compare import pair_table, unit_of
from analysis.setting import Setting, deal_scores, played
from analysis.significance import p_values, q_values
from analysis.verdicts import MARGIN
from sim.errors import RealmvaleError

HOLDS, FAILS, NO_DIFFERENCE, UNCLEAR = "holds", "does not hold", "makes no difference", "unclear"
IN_PART = "holds in part"

Ticker = Callable[[int], None]
_BOTS = Path(__file__).parent / "advice_bots.py"


@dataclass(frozen=True)
class Trial:
    """A match: the bot that follows a tip, the bot that ignores it, and how they differ."""

    follows: str
    ignores: str
    difference: str


@dataclass(frozen=True)
class Tip:
    """A piece of advice and the matches that test it."""

    name: str
    advice: str
    trials: tuple[Trial, ...]


TIPS = (
    Tip(
        "strength",
        "High base strengths alone lose to cards that work together.",
        (
            Trial("greedy", "strongest", "the best score of the whole hand, against the highest"
                  " base strengths"),
            Trial("cautious", "strongest", "base strengths too, but without the card that costs"
                  " most"),
        ),
    ),
    Tip(
        "penalties",
        "Getting rid of penalties early pays.",
        (
            Trial("cautious", f"{_BOTS}:late:turns=3", "minds penalties from its first turn,"
                  " against from its fourth"),
            Trial("cautious", f"{_BOTS}:late:turns=100", "minds penalties when throwing a card,"
                  " against never"),
        ),
    ),
    Tip(
        "taking",
        "Take only cards that help what you are building.",
        (
            Trial("greedy", f"{_BOTS}:taker:least=-10", "takes a discard that raises its score,"
                  " against one that costs it up to 10 points too"),
            Trial("greedy", f"{_BOTS}:taker:least=-1000", "takes a discard that raises its score,"
                  " against always the best one there is"),
        ),
    ),
    Tip(
        "area",
        "Minding the discard area pays.",
        (
            Trial("greedy", f"{_BOTS}:taker:least=1000", "takes what helps from the discard area,"
                  " against always drawing blind"),
            Trial("denier", "planner", "holds back cards that would help the next player, against"
                  " the same bot without that"),
        ),
    ),
)  # fmt: skip


def check_setting(setting: Setting) -> None:
    """Refuse what the guide has no advice for.

    Raises
    ------
    RealmvaleError
        For another game, or for Chaos.
    """
    if setting.game != "fantasy_realms":
        raise RealmvaleError(
            f"there is no guide's advice to test for {setting.game}, only for fantasy-realms"
        )
    if setting.rules.variant == "chaos":
        raise RealmvaleError(
            "the guide's advice is about turns and the discard area, which chaos hasn't; state"
            " --variant standard or two-player"
        )


def advice(
    setting: Setting,
    games: int,
    margin: float = MARGIN,
    tick: Ticker | None = None,
    tips: Sequence[Tip] = TIPS,
) -> pl.DataFrame:
    """Test the guide's advice.

    Parameters
    ----------
    setting : Setting
        Fantasy Realms, with turns.
    games : int
        Games of each match, rounded up to whole deals.
    margin : float
        Fraction of win credit a seat, up to which a difference is none.
    tick : callable, optional
        Called with numbers of games played.
    tips : sequence of Tip
        What is tested.

    Returns
    -------
    DataFrame
        One row a match: ``tip``, ``advice``, ``follows`` and ``ignores`` (the bots),
        ``difference`` (what one does and the other doesn't), ``deals``, ``games``; ``share`` of
        the win credit that the follower won, ``win_difference`` and ``score_difference`` of a seat
        that follows minus one that ignores, with stderr and interval by deals; ``verdict``, with
        ``p_value`` and ``q_value`` of no difference; ``tip_verdict``, over the matches of the tip.

    Raises
    ------
    RealmvaleError
        See :func:`check_setting`.
    """
    check_setting(setting)
    rows = []
    for tip in tips:
        for trial in tip.trials:
            about = {"tip": tip.name, "advice": tip.advice, "difference": trial.difference}
            columns = [pl.lit(text).alias(name) for name, text in about.items()]
            row = match(setting, trial.follows, trial.ignores, games, tick)
            rows.append(row.with_columns(columns))
    table = pl.concat(rows).rename({"policy": "follows", "other": "ignores"})
    return judged(table, margin)


def match(
    setting: Setting, follows: str, ignores: str, games: int, tick: Ticker | None = None
) -> pl.DataFrame:
    """Return the row of :func:`analysis.compare.pair_table` of a bot against another."""
    unit = unit_of(setting.players)
    game = setting.seat((follows, ignores), games, even=unit == 2)
    one, other = game.labels
    found = pl.concat(list(played(game, deal_scores, setting.workers, tick)))
    return pair_table({(one, other): found}, unit).head(1)


def judged(table: pl.DataFrame, margin: float) -> pl.DataFrame:
    """Add the verdicts on matches and tips, and how sure a difference is."""
    low, high = pl.col("win_difference_low"), pl.col("win_difference_high")
    word = (
        pl.when(low > margin)
        .then(pl.lit(HOLDS))
        .when(high < -margin)
        .then(pl.lit(FAILS))
        .when((low >= -margin) & (high <= margin))
        .then(pl.lit(NO_DIFFERENCE))
        .otherwise(pl.lit(UNCLEAR))
    )
    value, stderr, deals = (
        table[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for name in ("win_difference", "win_difference_stderr", "deals")
    )
    few = table["win_difference_too_few"].to_numpy()
    p = np.where(few, np.nan, p_values(value, stderr, deals))
    table = table.with_columns(
        word.alias("verdict"),
        pl.Series("p_value", p).fill_nan(None),
        pl.Series("q_value", q_values(p)).fill_nan(None),
    )
    words = table.group_by("tip", maintain_order=True).agg(pl.col("verdict"))
    told = {row["tip"]: tip_verdict(row["verdict"]) for row in words.iter_rows(named=True)}
    whole = pl.col("tip").replace_strict(told, return_dtype=pl.String).alias("tip_verdict")
    first = ("tip", "advice", "tip_verdict", "follows", "ignores", "difference", "verdict")
    return table.with_columns(whole).select(*first, pl.exclude(*first))


def tip_verdict(words: Sequence[str]) -> str:
    """Return the verdict on a tip from those on its matches."""
    if len(set(words)) == 1:
        return words[0]
    if FAILS in words:
        return IN_PART if HOLDS in words else FAILS
    return IN_PART if HOLDS in words else UNCLEAR
