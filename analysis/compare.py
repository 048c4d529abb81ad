"""Bots against each other, two at a time, on the same deals.

In a match of two bots they share the seats of each table evenly, and every deal is played in each
rotation of its line-up, so that no bot is dealt better cards. All matches of a comparison are
played on the same deals. With an odd number of seats one bot has a seat more, and the other one in
the next deal: there two deals are the unit of all intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import polars as pl

from analysis.ratings import rating_intervals, ratings
from analysis.setting import Setting, deal_scores, played
from analysis.sprt import LOOK_EVERY, Answer, Sprt, decide
from analysis.tally import deal_sums, moments, with_difference, with_ratio
from sim.errors import RealmvaleError

#: Below as many deals bots are compared, but not ranked.
ENOUGH_TO_RANK = 100
#: Games of a mirror match: it is exact, so a few will do.
MIRROR_GAMES = 100

Ticker = Callable[[int], None]
_SIDES = ("seats", "win", "score")


@dataclass
class Comparison:
    """Matches between bots.

    Attributes
    ----------
    names : list of str
        The bots.
    matches : dict
        Two names to the match's sums by deal, see :func:`analysis.setting.deal_scores`.
    unit : int
        Deals that make one observation.
    mirrors : DataFrame
        See :func:`mirror`.
    answer : Answer, optional
        Of the sequential test, if there was one.
    """

    names: list[str]
    matches: dict[tuple[str, str], pl.DataFrame]
    unit: int
    mirrors: pl.DataFrame
    answer: Answer | None = None
    _memo: dict[str, pl.DataFrame] = field(default_factory=dict, repr=False)

    @property
    def deals(self) -> int:
        """Fewest deals of a match."""
        return min((match["deal"].n_unique() for match in self.matches.values()), default=0)

    @property
    def ranked(self) -> bool:
        """Whether there are deals enough to rank the bots."""
        return self.deals >= ENOUGH_TO_RANK

    def pairs(self) -> pl.DataFrame:
        """Return the cross table: one row for each bot and opponent; see :func:`pair_table`."""
        if "pairs" not in self._memo:
            self._memo["pairs"] = pair_table(self.matches, self.unit)
        return self._memo["pairs"]

    def bots(self) -> pl.DataFrame:
        """Return one row a bot, the best first; see :func:`bot_ratings`."""
        return bot_ratings(self.names, self.matches, self.unit, self.ranked)


def unit_of(players: int) -> int:
    """Return the deals after which two bots have sat in equally many seats."""
    return 1 if players % 2 == 0 else 2


def bot_names(setting: Setting, specs: Sequence[str]) -> list[str]:
    """Return the names of the bots to compare.

    Raises
    ------
    RealmvaleError
        If there are fewer than two, or one twice.
    """
    from sim.policy import load_policies

    names = [policy.name for policy in load_policies(tuple(specs), setting.game)]
    if len(names) < 2:
        raise RealmvaleError(
            "a comparison takes two or more policies; a mirror match of each is played anyway"
        )
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise RealmvaleError(
            f"{twice[0]} is stated twice; a mirror match of each policy is played anyway"
        )
    return names


def compare(
    setting: Setting,
    specs: Sequence[str],
    games: int,
    sprt: Sprt | None = None,
    tick: Ticker | None = None,
) -> Comparison:
    """Play all matches between bots.

    Parameters
    ----------
    setting : Setting
        What is played.
    specs : sequence of str
        Two bots or more, as a command line states them.
    games : int
        Games of a match, rounded up to whole deals; with a test, the most it may take.
    sprt : Sprt, optional
        Two bots only: stop as soon as the first one's lead of win credit is known to be that high
        or that low.
    tick : callable, optional
        Called with numbers of games played.

    Raises
    ------
    RealmvaleError
        If the bots can't be compared.
    """
    names = bot_names(setting, specs)
    if sprt and len(names) != 2:
        raise RealmvaleError(f"a sequential test takes two policies, not {len(names)}")
    unit = unit_of(setting.players)
    matches, answer = {}, None
    for (one, other), pair in zip(combinations(names, 2), combinations(specs, 2), strict=True):
        game = setting.seat(pair, games, even=unit == 2)
        blocks = played(game, deal_scores, setting.workers, tick)
        if sprt:
            match, answer = _until_known(blocks, sprt, one, other, unit)
        else:
            match = pl.concat(list(blocks))
        matches[one, other] = match
    mirrors = pl.concat(
        [mirror(setting, name, spec) for name, spec in zip(names, specs, strict=True)]
    )
    return Comparison(names, matches, unit, mirrors, answer)


def _until_known(
    blocks: Iterable[pl.DataFrame], sprt: Sprt, one: str, other: str, unit: int
) -> tuple[pl.DataFrame, Answer]:
    """Take blocks of a match until the test has an answer."""
    taken: list[pl.DataFrame] = []
    answer = decide(sprt, np.array([]))
    for block in blocks:
        taken.append(block)
        answer = decide(sprt, leads(pl.concat(taken), one, other, unit), LOOK_EVERY // unit)
        if answer.word != "undecided":
            break
    return pl.concat(taken), answer


def leads(match: pl.DataFrame, one: str, other: str, unit: int) -> np.ndarray:
    """Return a bot's win credit a seat minus its opponent's, one element a unit of deals."""
    sums = _units(match, unit)
    sides = [sums.filter(pl.col("policy") == name).sort("deal") for name in (one, other)]
    each = [side["win"].to_numpy() / side["seats"].to_numpy() for side in sides]
    return np.asarray(each[0] - each[1])


def _units(match: pl.DataFrame, unit: int) -> pl.DataFrame:
    """Add up deals that belong together; ``deal`` becomes the number of the unit."""
    return deal_sums(match.with_columns(pl.col("deal") // unit), ["policy"], [*_SIDES, "games"])


def pair_table(matches: dict[tuple[str, str], pl.DataFrame], unit: int) -> pl.DataFrame:
    """Return one row for each bot and each opponent.

    Returns
    -------
    DataFrame
        ``policy``, ``other``, ``deals``, ``games``; ``share``, the policy's share of the win credit
        of the match, ``win_difference`` and ``score_difference``, a seat of the policy minus a seat
        of the other, each with stderr and 95 % interval by deals.
    """
    keys = ["policy", "other"]
    parts = []
    for (one, other), match in matches.items():
        sums = _units(match, unit)
        for mine, theirs in ((one, other), (other, one)):
            side = sums.filter(pl.col("policy") == mine)
            against = sums.filter(pl.col("policy") == theirs).select(
                "deal", *(pl.col(c).alias(f"other_{c}") for c in _SIDES)
            )
            both = side.join(against, on="deal").with_columns(pl.lit(theirs).alias("other"))
            cross = [(a, f"other_{b}") for a in _SIDES for b in _SIDES]
            rates = [("win", "games"), ("win", "seats"), ("score", "seats")]
            rates += [("other_win", "other_seats"), ("other_score", "other_seats")]
            tally = moments(both, keys, rates, cross)
            parts.append(tally.with_columns(pl.lit(match["deal"].n_unique()).alias("deals")))
    tally = pl.concat(parts)
    tally = with_ratio(tally, "share", "win", "games")
    tally = with_difference(tally, "win_difference", ("win", "seats"), ("other_win", "other_seats"))
    tally = with_difference(
        tally, "score_difference", ("score", "seats"), ("other_score", "other_seats"), "mean"
    )
    return tally.select(*keys, "deals", "games", pl.col("^(share|(win|score)_difference).*$"))


def bot_ratings(
    names: Sequence[str], matches: dict[tuple[str, str], pl.DataFrame], unit: int, ranked: bool
) -> pl.DataFrame:
    """Return one row a bot over all its matches, the best rating first.

    Returns
    -------
    DataFrame
        ``policy``, ``rank`` (null if not `ranked`), ``deals``, ``seats``, ``score`` with interval,
        ``share`` of the win credit of all its matches with interval, ``rating`` with interval (see
        :mod:`analysis.ratings`; null if not `ranked`).
    """
    keys = ["policy"]
    sums = [_units(match, unit) for match in matches.values()]
    deals = deal_sums(pl.concat(sums), keys, [*_SIDES, "games"])
    tally = moments(deals, keys, [("win", "games"), ("score", "seats")])
    tally = with_ratio(with_ratio(tally, "share", "win", "games"), "mean", "score", "seats", "mean")
    ends = ("", "_stderr", "_low", "_high", "_too_few")
    table = pl.DataFrame({"policy": list(names)}).join(
        tally.select(
            "policy",
            (pl.col("seats>0") * unit).alias("deals"),
            "seats",
            *(pl.col(f"mean{end}").alias(f"score{end}") for end in ends),
            pl.col("^share.*$"),
        ),
        on="policy",
        how="left",
        maintain_order="left",
    )
    if not ranked:
        nothing = [pl.lit(None, pl.Float64).alias(f"rating{end}") for end in ("", "_low", "_high")]
        table = table.with_columns(pl.lit(None, pl.Int64).alias("rank"), *nothing)
        return table.select("policy", "rank", pl.exclude("policy", "rank"))
    credit = _credit(names, sums, list(matches))
    low, high = rating_intervals(credit)
    rated = table.with_columns(
        pl.Series("rating", ratings(credit.sum(axis=0))),
        pl.Series("rating_low", low),
        pl.Series("rating_high", high),
    ).sort("rating", descending=True, maintain_order=True)
    rank = pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("rank")
    return rated.select("policy", rank, pl.exclude("policy"))


def _credit(
    names: Sequence[str], sums: list[pl.DataFrame], pairs: list[tuple[str, str]]
) -> np.ndarray:
    """Return who won how much credit from whom, shape (units, bots, bots).

    A unit that a match did not play holds nothing there.
    """
    place = {name: k for k, name in enumerate(names)}
    units = 1 + max((int(each["deal"].to_numpy().max()) for each in sums), default=0)
    credit = np.zeros((units, len(names), len(names)))
    for (one, other), each in zip(pairs, sums, strict=True):
        for mine, theirs in ((one, other), (other, one)):
            side = each.filter(pl.col("policy") == mine)
            credit[side["deal"].to_numpy(), place[mine], place[theirs]] = side["win"].to_numpy()
    return credit


def mirror(setting: Setting, name: str, spec: str) -> pl.DataFrame:
    """Let a bot play against itself: over the rotations of a deal both must win the same.

    A bot that depends on nothing but what it sees and its policy stream plays the same game in each
    rotation of a deal, since all seats are filled alike. So each copy gets exactly the same, or
    something is wrong with the bot or with the simulator.

    Returns
    -------
    DataFrame
        One row: ``policy``, ``deals``, ``uneven_deals``, ``win_difference`` with its interval.
    """
    unit = unit_of(setting.players)
    game = setting.seat((spec, spec), MIRROR_GAMES, apart=True, even=unit == 2)
    one, other = game.labels
    match = pl.concat(list(played(game, deal_scores, setting.workers)))
    uneven = _uneven(match)
    row = pair_table({(one, other): match}, unit).head(1)
    return row.select(
        pl.lit(name).alias("policy"),
        "deals",
        pl.lit(uneven, pl.Int64).alias("uneven_deals"),
        pl.col("^win_difference.*$"),
    )


def _uneven(match: pl.DataFrame) -> int:
    """Count the deals in which two copies of a bot won or scored differently a seat."""
    each = match.select("deal", pl.col("win", "score") / pl.col("seats"))
    spread = each.group_by("deal").agg(pl.all().max() - pl.all().min())
    return spread.filter((pl.col("win") > 1e-9) | (pl.col("score") > 1e-6)).height
