"""From the parse tree to the conditions, events and rules of a Vale of Eternity text."""

# ruff: noqa: D102 (each method is named after a rule of the grammar, which says what it reads)

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.tokens import CardTextError, place
from sim.cardtext.vale_of_eternity_build_counts import (
    COMPARED,
    CountBuilder,
    DraftFilter,
    plain,
)


class WhenBuilder(CountBuilder):
    """Builds conditions, events and permanent rules; one method for each rule of the grammar."""

    # --- conditions ---

    def conditions(self, children: list[Any]) -> tuple[ast.Condition, ...]:
        return tuple(children)

    @v_args(meta=True)
    def has(self, meta: Meta, children: list[Any]) -> ast.Has:
        *words, count = children
        first = words[0].type
        if first == "ANOTHER":
            if count.kind != "cards":
                raise CardTextError("'another' can only stand before a card", meta.start_pos + 1)
            count = replace(count, filter=replace(count.filter, other=True))
        if first in ("A", "ANOTHER"):
            return ast.Has(count, "at least", 1)
        if first == "NO":
            return ast.Has(count, "exactly", 0)
        if first == "EXACTLY":
            return ast.Has(count, "exactly", int(words[1]))
        return ast.Has(count, COMPARED[words[1].type], int(words[0]))

    def has_each_cost(self, children: list[Any]) -> ast.HasEachCost:
        *costs, zone = children
        return ast.HasEachCost(tuple(sorted({int(cost) for cost in costs})), zone)

    def compare(self, children: list[Any]) -> ast.Compare:
        word, count, other = children
        is_: Any = "as many" if word.type == "MANY" else word.type.lower()
        return ast.Compare(count, is_, other)

    def compare_opponents(self, children: list[Any]) -> ast.CompareOpponents:
        who, is_, count = children
        return ast.CompareOpponents(who.type.lower(), is_.type.lower(), count)

    def round_is(self, children: list[Any]) -> ast.RoundIs:
        n, word = children
        return ast.RoundIs("exactly" if word is None else COMPARED[word.type], int(n))

    def that_card_is(self, children: list[Any]) -> ast.ThatCardIs:
        return ast.ThatCardIs(plain(children[0]))

    def broke_ward(self, children: list[Token]) -> ast.BrokeWard:
        return ast.BrokeWard(children[0].type == "A")

    # --- events ---

    def you_do(self, children: list[Any]) -> ast.YouDo:
        token, what = children  # what: None, what was paid, or a filter
        verb: Any = token.type.lower()
        if what is None:
            return ast.YouDo(verb)
        paid: Any = what.paid if isinstance(what, DraftFilter) else what
        if paid and verb != "summon":
            raise CardTextError(
                f"nothing is paid when you {verb} a card; leave 'with {paid}' out", place(token)
            )
        if not isinstance(what, DraftFilter) or what.filter == ast.Filter():
            return ast.YouDo(verb, None, paid)
        return ast.YouDo(verb, what.filter, paid)

    def you_gain(self, children: list[Any]) -> ast.YouGain:
        return ast.YouGain(children[0] if children else "stone")

    def you_lose_points(self, children: list[Any]) -> ast.YouLosePoints:
        return ast.YouLosePoints()

    def you_hold(self, children: list[Token]) -> ast.YouHold:
        return ast.YouHold(int(children[0]))

    def you_ward(self, children: list[Token]) -> ast.YouWard:
        return ast.YouWard("break" if children[0].type == "BREAK" else "mend")

    def would_be_discarded(self, children: list[Any]) -> ast.ThisWouldBeDiscarded:
        return ast.ThisWouldBeDiscarded()

    def card_is(self, children: list[Any]) -> ast.CardIs:
        draft, verb = children
        return ast.CardIs(plain(draft), verb.type.lower())

    def this_is(self, children: list[Any]) -> ast.CardIs:
        return ast.CardIs(ast.ThisCard(), children[1].type.lower())

    def at_the(self, children: list[Token]) -> ast.AtThe:
        return ast.AtThe("start" if children[0].type == "START" else "end")

    # --- permanent rules ---

    def when(self, children: list[Any]) -> ast.When:
        return ast.When(*children)

    at_the_step = when

    def worth_more(self, children: list[Any]) -> ast.Worth:
        return ast.Worth(children[0], int(children[1]))

    def worth_exactly(self, children: list[Any]) -> ast.Worth:
        return ast.Worth(children[0], int(children[1]), fixed=True)

    @v_args(meta=True)
    def swap_values(self, meta: Meta, children: list[Any]) -> ast.SwapValues:
        if len(children[0]) != 2:
            raise CardTextError("just two colours can swap their values", meta.start_pos + 1)
        return ast.SwapValues(children[0])

    def stone_limit(self, children: list[Token]) -> ast.StoneLimit:
        return ast.StoneLimit(int(children[0]))

    def area_limit(self, children: list[Token]) -> ast.AreaLimit:
        return ast.AreaLimit(int(children[0]))

    def cost_change(self, children: list[Any]) -> ast.CostChange:
        draft, n, word = children
        return ast.CostChange(plain(draft), -int(n) if word.type == "LESS" else int(n))

    def cost_fixed(self, children: list[Any]) -> ast.CostFixed:
        return ast.CostFixed(plain(children[0]), int(children[1]))

    def cost_stones(self, children: list[Any]) -> ast.CostStones:
        return ast.CostStones(plain(children[0]), children[1])

    def any_family(self, children: list[Any]) -> ast.AnyFamily:
        return ast.AnyFamily()

    def harmless_curses(self, children: list[Any]) -> ast.HarmlessCurses:
        return ast.HarmlessCurses()
