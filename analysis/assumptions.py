"""Do conclusions hang on what had to be assumed? Every assumed fact over its range.

The same deals are played with the facts as the file has them, with each of them alone at each other
value of its range, and with all of them drawn at random at once. A conclusion holds where it points
the same way; where its interval leaves that open, its estimate decides. So chance can only make a
conclusion look less sure than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from analysis.conclusions import CARD, SUMMONER, conclusions, leaning, side_of
from analysis.intervals import wilson
from analysis.played import played_run
from analysis.setting import Setting
from analysis.verdicts import MARGIN
from sim.assumed import AssumedField, assumed_fields
from sim.assumed_deck import with_assumed
from sim.errors import RealmvaleError

#: Draws of all facts at once.
JOINT = 64
AS_FILED, ONE, ALL = "as filed", "one", "joint"
HOLDS, HANGS, OPEN, NO_RANGE = "holds throughout", "hangs on assumptions", "unclear", "no range"
_DRAWS = 0xA55  # told apart from all other uses of the run's seed


@dataclass(frozen=True)
class Case:
    """One way the assumed facts may be: ``number`` counts from 0, the file's own."""

    number: int
    kind: str
    stated: dict[AssumedField, str]


@dataclass(frozen=True)
class Assumptions:
    """What was tried, and what came of it.

    Attributes
    ----------
    fields : list of AssumedField
        All assumed facts, with a range or without.
    cases : list of Case
        The file as it is, each other value of each fact alone, then the joint draws.
    effects : DataFrame
        The conclusions of each case: :func:`analysis.conclusions.conclusions` with ``case``.
    games : int
        Games of each case.
    margin : float
        Fraction of win credit.
    unknown : str
        What the manifest says is unknown besides; empty for nothing.
    without : tuple of str
        The sets of the run that is compared with; empty for none.
    """

    fields: list[AssumedField]
    cases: list[Case]
    effects: pl.DataFrame
    games: int
    margin: float
    unknown: str = ""
    without: tuple[str, ...] = ()

    @cached_property
    def conclusions(self) -> pl.DataFrame:
        """One row a conclusion: see :func:`judged`."""
        return judged(self)

    def field_table(self) -> pl.DataFrame:
        """Return one row a fact: ``id``, ``name``, ``field``, ``now``, ``values``, ``varied``."""
        rows = [
            {
                "id": f.id,
                "name": f.name,
                "field": f.field,
                "now": f.now,
                "values": "|".join(f.values),
                "varied": f.varied,
                "entry": f.entry,
            }
            for f in self.fields
        ]
        text = dict.fromkeys(("id", "name", "field", "now", "values"), pl.String)
        return pl.DataFrame(rows, schema={**text, "varied": pl.Boolean, "entry": pl.String})

    def case_table(self) -> pl.DataFrame:
        """Return one row a case: ``case``, ``kind``, ``stated`` (what differs from the file)."""
        rows = [
            {
                "case": case.number,
                "kind": case.kind,
                "stated": "; ".join(
                    f"{field.key}={value}"
                    for field, value in case.stated.items()
                    if value != field.now
                ),
            }
            for case in self.cases
        ]
        return pl.DataFrame(rows, schema={"case": pl.Int64, "kind": pl.String, "stated": pl.String})


def make_cases(fields: Sequence[AssumedField], seed: int, joint: int = JOINT) -> list[Case]:
    """Return the file as it is, each other value alone, and joint draws (uniform, independent)."""
    varied = [field for field in fields if field.varied]
    stated: list[tuple[str, dict[AssumedField, str]]] = [(AS_FILED, {})]
    stated += [(ONE, {field: value}) for field in varied for value in field.others]
    rng = np.random.default_rng([seed, _DRAWS])
    if varied:
        for _ in range(joint):
            drawn = {f: f.values[int(rng.integers(len(f.values)))] for f in varied}
            stated.append((ALL, drawn))
    return [Case(number, kind, what) for number, (kind, what) in enumerate(stated)]


def assumptions(
    setting: Setting,
    specs: Sequence[str],
    games: int,
    margin: float = MARGIN,
    joint: int = JOINT,
    tick: Callable[[int], None] | None = None,
) -> Assumptions:
    """Try every assumed fact of a deck over its range.

    Parameters
    ----------
    setting : Setting
        The deck and the rules; its seed gives the deals and the joint draws.
    specs : sequence of str
        The line-up.
    games : int
        Games of each case, rounded up to whole deals.
    margin : float
        Fraction of win credit up to which a card or a summoner is fair.
    joint : int
        Draws of all facts at once.
    tick : callable, optional
        Called with numbers of games played; :func:`planned_cases` says how many cases there are.

    Raises
    ------
    RealmvaleError
        If nothing of the deck is assumed, or a range can't be read.
    """
    fields = assumed_fields(setting.cards)
    if not fields:
        raise RealmvaleError(
            f"nothing is assumed of the sets {', '.join(setting.cards.sets)}: the column 'assumed'"
            f" of {setting.cards.path} is empty for all their rows"
        )
    cases = make_cases(fields, setting.seed, joint)
    without = sets_without(setting)
    base = None
    if without:
        alone = with_sets(setting, without)
        base = played_run(alone, specs, games, "without", tick, "players")
    found = []
    unknown, played = "", 0
    for case in cases:
        changed = replace(setting, cards=with_assumed(setting.cards, case.stated))
        run = played_run(changed, specs, games, str(case.number), tick)
        unknown, played = str(run.manifest.get("unknown", "")), run.games
        said = conclusions(run, base, margin)
        found.append(said.select(pl.lit(case.number, pl.Int64).alias("case"), pl.all()))
    return Assumptions(fields, cases, pl.concat(found), played, margin, unknown, without)


def planned_cases(setting: Setting, joint: int = JOINT) -> int:
    """Return how many times the games are played, those without the assumed sets included."""
    cases = make_cases(assumed_fields(setting.cards), setting.seed, joint)
    return len(cases) + bool(sets_without(setting))


def sets_without(setting: Setting) -> tuple[str, ...]:
    """Return the sets in use of which nothing is assumed; empty if that is none, or all."""
    rows = [*setting.cards.cards, *setting.cards.sides]
    assumed = {card.set for card in rows if card.assumed}
    rest = tuple(name for name in setting.cards.sets if name not in assumed)
    return rest if rest != setting.cards.sets else ()


def with_sets(setting: Setting, sets: Sequence[str]) -> Setting:
    """Return the same setting with other sets of its card file."""
    from sim.cards import load_cards

    cards = load_cards(setting.cards.path).select(setting.game, sets)
    rules = setting.rules
    if getattr(rules, "summoners", "") and not cards.sides:
        # who was named isn't there
        rules = replace(rules, summoners="random")
    return replace(setting, cards=cards, rules=rules)


def judged(found: Assumptions) -> pl.DataFrame:
    """Return one row a conclusion: whether it holds, and what it hangs on.

    Returns
    -------
    DataFrame
        ``kind``, ``subject``, ``name``, ``about``, ``deals``, ``estimate`` with ``low`` and
        ``high``, ``word`` (with the facts as filed); ``lowest``, ``highest`` (estimates over all
        cases); ``alone``, ``alone_held`` (cases with one fact changed, and of these those in which
        it holds); ``hangs_on`` (facts and values that overturn it alone); ``joint``,
        ``joint_held``, ``joint_share`` with Wilson's interval; ``moved_by``, the fact whose values
        explain most of its variance over the joint draws, and ``moved_share``, that part;
        ``no_range`` (its own facts that have no range); ``result``; ``stands``, the word if nothing
        overturns it, else null.
    """
    rows = [_judge(found, kind, subject) for kind, subject in _subjects(found.effects)]
    return pl.DataFrame(rows, schema=_JUDGED)


def _subjects(effects: pl.DataFrame) -> Iterator[tuple[str, str]]:
    first = effects.filter(pl.col("case") == 0).select("kind", "subject")
    yield from first.iter_rows()


_JUDGED = {
    "kind": pl.String, "subject": pl.String, "name": pl.String, "about": pl.String,
    "deals": pl.Int64, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64,
    "word": pl.String, "lowest": pl.Float64, "highest": pl.Float64,
    "alone": pl.Int64, "alone_held": pl.Int64, "hangs_on": pl.String,
    "joint": pl.Int64, "joint_held": pl.Int64, "joint_share": pl.Float64,
    "joint_share_low": pl.Float64, "joint_share_high": pl.Float64,
    "moved_by": pl.String, "moved_share": pl.Float64, "no_range": pl.String,
    "result": pl.String, "stands": pl.String,
}  # fmt: skip


def _judge(found: Assumptions, kind: str, subject: str) -> dict[str, object]:
    mine = found.effects.filter((pl.col("kind") == kind) & (pl.col("subject") == subject))
    by_case = {row["case"]: row for row in mine.iter_rows(named=True)}
    first = by_case[0]
    side = side_of(first["word"])

    def held(case: Case) -> bool:
        row = by_case.get(case.number)
        if row is None:
            return False
        now = side_of(row["word"])
        return (now if now is not None else leaning(kind, row["estimate"], found.margin)) == side

    alone = [case for case in found.cases if case.kind == ONE]
    joint = [case for case in found.cases if case.kind == ALL]
    fallen: dict[str, list[str]] = {}
    for case in alone:
        if side is not None and not held(case):
            ((field, value),) = case.stated.items()
            fallen.setdefault(field.key, []).append(value)
    joint_held = sum(held(case) for case in joint) if side is not None else None
    low, high = (None, None)
    if joint and joint_held is not None:
        share, n = np.array([joint_held / len(joint)]), np.array([float(len(joint))])
        low, high = (float(end[0]) for end in wilson(share, n))
    estimates = [row["estimate"] for row in by_case.values() if row["estimate"] is not None]
    moved_by, moved_share = most_moving(joint, {n: r["estimate"] for n, r in by_case.items()})
    gaps = _without_range(found.fields, kind, subject)
    if side is None:
        result = OPEN
    elif fallen or (joint and joint_held != len(joint)):
        result = HANGS
    else:
        result = NO_RANGE if gaps else HOLDS
    return {
        **{name: first[name] for name in ("kind", "subject", "name", "about", "deals", "word")},
        **{name: first[name] for name in ("estimate", "low", "high")},
        "lowest": min(estimates, default=None),
        "highest": max(estimates, default=None),
        "alone": len(alone),
        "alone_held": len(alone) - sum(map(len, fallen.values())) if side is not None else None,
        "hangs_on": "; ".join(f"{key}={'|'.join(values)}" for key, values in fallen.items()),
        "joint": len(joint),
        "joint_held": joint_held,
        "joint_share": joint_held / len(joint) if joint and joint_held is not None else None,
        "joint_share_low": low,
        "joint_share_high": high,
        "moved_by": moved_by,
        "moved_share": moved_share,
        "no_range": "; ".join(gaps),
        "result": result,
        "stands": first["word"] if result == HOLDS else None,
    }


def most_moving(
    joint: Sequence[Case], estimates: dict[int, float | None]
) -> tuple[str | None, float | None]:
    """Return the fact that explains most of an estimate's variance over joint draws, and how much.

    The part of the variance between the fact's values, corrected for their number as adjusted R
    squared is: epsilon squared (Kelley 1935). None where nothing varies.
    """
    known = [case for case in joint if estimates.get(case.number) is not None]
    y = np.array([estimates[case.number] for case in known], dtype=np.float64)
    if len(known) < 3 or np.ptp(y) == 0:
        return None, None
    total = float(((y - y.mean()) ** 2).sum())
    best, share = None, 0.0
    for field in known[0].stated:
        values = np.array([case.stated[field] for case in known])
        levels = np.unique(values)
        left = len(y) - len(levels)
        if len(levels) < 2 or left < 1:
            continue
        within = sum(float(((y[values == v] - y[values == v].mean()) ** 2).sum()) for v in levels)
        part = 1 - (within / left) / (total / (len(y) - 1))
        if part > share:
            best, share = field.key, part
    return best, share if best is not None else None


def _without_range(fields: Sequence[AssumedField], kind: str, subject: str) -> list[str]:
    """Return what is assumed of a card or a summoner itself without a range."""
    if kind not in (CARD, SUMMONER):
        return []
    mine = [f for f in fields if (f.id == subject if kind == CARD else f.name == subject)]
    return [f"{f.id}: {f.entry}" for f in mine if not f.values]
