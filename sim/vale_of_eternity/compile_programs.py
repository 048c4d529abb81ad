"""From the steps of a card text to a program: chains, conditions, choices, jumps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sim.cardtext import vale_of_eternity_ast as ast
from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.compile_actions import Row, action_rows
from sim.vale_of_eternity.compile_counts import CannotPlayError, CountTables

# Counts that look at what the chain did, and what of it they need.
_LOOKS_BACK = {
    "such cards": "card",
    "cost of that card": "card",
    "gained": "gained",
    "value paid": "paid",
    "paid": "summon",
}
_CALLED = {
    "card": "there is no card before that this could mean",
    "gained": "no stones of free choice are gained before that this could mean",
    "received": "no stones are gained before that this could mean",
    "paid": "nothing is paid before that this could mean",
    "summon": "stones are only paid 'when you summon'",
    "family": "no family is chosen before that this could mean",
}


@dataclass(frozen=True)
class Known:
    """What "that card" and the like can mean at a place of a program.

    Attributes
    ----------
    card : bool
        The chain moved cards, or the event is about a card.
    gained, paid : bool
        The chain gained stones of free choice; paid or lost stones.
    received, event : bool
        The chain gained stones of any sort, or the event is about stones gained; the latter.
    summon : bool
        The event is a summon, for which stones were paid.
    family : bool
        A family was chosen, by this chain or one before.
    """

    card: bool = False
    gained: bool = False
    paid: bool = False
    summon: bool = False
    family: bool = False
    received: bool = False
    event: bool = False

    def after(self, action: ast.Action) -> Known:
        """Return what is known once an action was done."""
        match action:
            case ast.Move(what=what) if not isinstance(what, ast.TopOfDeck):
                return replace(self, card=True)
            case ast.GainAny():
                return replace(self, gained=True, received=True, event=False)
            case ast.Gain():
                return replace(self, received=True, event=False)
            case ast.Pay() | ast.DiscardStones() | ast.DiscardAnyStones() | ast.DiscardAllStones():
                return replace(self, paid=True)
            case ast.ChooseFamily():
                return replace(self, family=True)
        return self

    def check(self, what: str) -> None:
        """Refuse to look back at something that isn't there."""
        if not getattr(self, what):
            raise CannotPlayError(_CALLED[what])

    def check_count(self, counted: ast.Count | None) -> None:
        """Refuse a count that looks back at something that isn't there."""
        if counted is None:
            return
        if counted.kind in _LOOKS_BACK:
            self.check(_LOOKS_BACK[counted.kind])
        if counted.filter and any(item.chosen_family for item in counted.filter.items):
            self.check("family")


@dataclass
class Program:
    """The rows of a program; jumps lead to rows of the program, the first being 0."""

    counts: CountTables
    start: Known = Known()
    rows: list[Row] = field(default_factory=list)

    def steps(self, steps: Sequence[ast.Step], known: Known | None = None) -> None:
        """Add sentences that follow each other, and the end."""
        start = known or self.start
        for step in steps:
            known = self.step(step, start)
            start = replace(start, family=start.family or known.family)
        self.rows.append({"op": c.END})

    def step(self, step: ast.Step, known: Known, behind: bool = False) -> Known:
        """Add one sentence, or the rest of one that begins with a chain (``behind``)."""
        if isinstance(step, ast.If):
            return self._if(step, known)
        if step.may:
            self._options(0, 1, ((replace(step, may=False),),), known)
            return known
        chained = behind or len(step.actions) > 1 or step.then is not None
        for at, action in enumerate(step.actions):
            goes_on = at < len(step.actions) - 1 or step.then is not None
            self._action(action, known, chained, goes_on)
            known = known.after(action)
        return known if step.then is None else self.step(step.then, known, behind=True)

    def _action(self, action: ast.Action, known: Known, chained: bool, goes_on: bool) -> None:
        """Add the rows of an action; the last one is chained to what follows."""
        per = getattr(action, "per", None)
        known.check_count(per.count if per else None)
        if isinstance(action, ast.Move) and isinstance(action.what, ast.ThatCard):
            known.check("card")
        if isinstance(action, ast.Choose):
            self._options(action.least, action.most, action.options, known, goes_on)
            return
        if isinstance(action, ast.PutCurses | ast.TakeCurses) and action.up_to:
            each = tuple(
                (ast.Do((replace(action, n=n, up_to=False),)),) for n in range(1, action.n + 1)
            )
            self._options(0, 1, each, known, goes_on)
            return
        rows = action_rows(self.counts, action, chained)
        if isinstance(action, ast.Upgrade) and action.gained:
            known.check("received")
            rows[-1]["arg"] = int(known.event)
        for at, row in enumerate(rows):
            if goes_on or at < len(rows) - 1:
                row["flag"] = row.get("flag", 0) | c.THEN
        self.rows += rows

    def _if(self, step: ast.If, known: Known) -> Known:
        """Add a condition: its tests, what follows if they hold, what otherwise."""
        tests: list[Row] = []
        for wanted in step.conditions:
            self._check_condition(wanted, known)
            for test in self.counts.tests(wanted):
                tests.append({"op": c.IF, **vars(test)})
        self.rows += tests
        yes = self.step(step.yes, known)
        over: list[Row] = []
        if step.no is not None:
            over.append({"op": c.JUMP})
            self.rows += over
        for row in tests:
            row["jump"] = len(self.rows)
        no = known if step.no is None else self.step(step.no, known)
        for row in over:
            row["jump"] = len(self.rows)
        return replace(known, family=yes.family and no.family)

    def _check_condition(self, wanted: ast.Condition, known: Known) -> None:
        match wanted:
            case ast.Has(count=counted) | ast.CompareOpponents(count=counted):
                known.check_count(counted)
            case ast.Compare(counted, _, other):
                known.check_count(counted)
                known.check_count(other)
            case ast.ThatCardIs():
                known.check("card")

    def _options(
        self,
        least: int,
        most: int,
        options: Sequence[Sequence[ast.Step]],
        known: Known,
        goes_on: bool = False,
    ) -> None:
        """Add a choice: its row, a row for each option, and the sub-programs."""
        choice: Row = {
            "op": c.CHOOSE,
            "n": most,
            "lo": -1 if least == most else least,
            "arg": len(options),
            "flag": c.THEN if goes_on else 0,
        }
        heads: list[Row] = [{"op": c.OPTION} for _ in options]
        self.rows += [choice, *heads]
        for head, option in zip(heads, options, strict=True):
            head["jump"] = len(self.rows)
            self.steps(option, known)
        choice["jump"] = len(self.rows)
