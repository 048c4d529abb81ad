"""From the parse tree of a Fantasy Realms text to its clauses, with the checks of meaning."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, get_args

from lark import Token, Transformer, Tree, v_args
from lark.exceptions import VisitError
from lark.tree import Meta

from sim.cardtext import fantasy_realms_ast as ast
from sim.cardtext.fantasy_realms_sections import Draft, Statement, checked
from sim.cardtext.tokens import CardTextError, place


def build(tree: Tree) -> ast.CardText:
    """Return the clauses of a parse tree of ``fantasy_realms.lark``.

    Raises
    ------
    CardTextError
        If a verb or a sign makes no sense in its section, a table's sizes don't rise, or a filter
        holds a suit twice or anything beside ``card``.
    """
    try:
        return _ClauseBuilder().transform(tree)
    except VisitError as error:  # lark's wrapping of what a rule's method raised
        if isinstance(error.orig_exc, CardTextError):
            raise error.orig_exc from None
        raise


class _Placed(NamedTuple):
    """An item of a filter and the 1-based character where it begins."""

    item: ast.Item
    position: int


class _ClauseBuilder(Transformer):
    """Build the clauses of a text bottom-up; one method for each rule of the grammar."""

    # --- texts and sections ---

    def start(self, entries: list[Statement | None]) -> ast.CardText:
        clauses: list[ast.Clause] = []
        section: ast.Section | None = None
        for entry in entries:
            if entry is None:
                continue
            section = entry.section or section
            if section is None:
                names = ", ".join(f"{name}:" for name in get_args(ast.Section))
                raise CardTextError(f"a text begins with one of {names}", entry.position)
            clauses.append(ast.Clause(section, checked(entry, section)))
        return tuple(clauses)

    def entry(self, children: list[Any]) -> Statement:
        section, statement = children
        return replace(statement, section=section)

    @v_args(meta=True)
    def statement(self, meta: Meta, children: list[Any]) -> Statement:
        return Statement(None, children[0], meta.start_pos + 1)

    def section(self, children: list[Token]) -> str:
        return str(children[0])

    # --- points ---

    def points(self, children: list[Any]) -> tuple[Draft, ...]:
        return tuple(child for child in children if isinstance(child, Draft))

    def amount(self, children: list[Any]) -> Draft:
        draft, *rest, unless = children
        conditions = tuple(c for c in rest if c is not None)
        amount = replace(draft.amount, conditions=conditions, unless=unless or ())
        return replace(draft, amount=amount)

    def flat(self, children: list[Any]) -> Draft:
        return _signed(children[0], "flat")

    def each(self, children: list[Any]) -> Draft:
        return _signed(children[0], "each", children[1])

    def each_discard(self, children: list[Any]) -> Draft:
        return _signed(children[0], "each_discard", children[1])

    def each_opponent(self, children: list[Any]) -> Draft:
        return _signed(children[0], "each_opponent")

    def each_penalty(self, children: list[Any]) -> Draft:
        return _signed(children[0], "each_penalty")

    def each_odd(self, children: list[Any]) -> Draft:
        return _signed(children[0], "each_odd")

    def total(self, children: list[Any]) -> Draft:
        return _signed(children[0], "total", children[1])

    def highest(self, children: list[Any]) -> Draft:
        return _signed(children[0], "highest", children[1])

    def sets(self, children: list[Token]) -> Draft:
        return _tabled("sets", children)

    def runs(self, children: list[Token]) -> Draft:
        return _tabled("runs", children)

    def any_of(self, children: list[ast.Filter]) -> ast.Condition:
        return ast.Condition("any", children[0])

    def exactly(self, children: list[Any]) -> ast.Condition:
        return ast.Condition("exactly", children[1], int(children[0]))

    def suits_differ(self, children: list[Any]) -> ast.Condition:
        return ast.Condition("suits_differ")

    def all_odd(self, children: list[Any]) -> ast.Condition:
        return ast.Condition("all_odd")

    def unless(self, children: list[ast.Filter]) -> ast.Filter:
        return children[0]

    # --- other verbs ---

    def blanks(self, children: list[ast.Filter]) -> ast.Blanks:
        return ast.Blanks(children[0])

    def blanks_alone(self, children: list[ast.Filter]) -> ast.BlanksAlone:
        return ast.BlanksAlone(children[0])

    def blanked_unless(self, children: list[ast.Filter]) -> ast.Blanked:
        return ast.Blanked("unless", children[0])

    def blanked_with(self, children: list[ast.Filter]) -> ast.Blanked:
        return ast.Blanked("with", children[0])

    def clears(self, children: list[ast.Filter]) -> ast.Clears:
        return ast.Clears(children[0])

    @v_args(meta=True)
    def clears_word(self, meta: Meta, children: list[Any]) -> ast.ClearsWord:
        words, cards = children
        if any(item != ast.Item("suit", item.word) for item in words):
            raise CardTextError(
                "only plain suits can be cleared from penalties, such as 'clears Army from"
                " penalties'",
                meta.start_pos + 1,
            )
        return ast.ClearsWord(tuple(item.word for item in words), cards or ())

    def shields(self, children: list[ast.Filter]) -> ast.Shields:
        return ast.Shields(children[0])

    def unblankable(self, children: list[Any]) -> ast.Unblankable:
        return ast.Unblankable()

    def aloof(self, children: list[Any]) -> ast.Aloof:
        return ast.Aloof()

    @v_args(meta=True)
    def counts_as(self, meta: Meta, children: list[ast.Item]) -> ast.CountsAs:
        suits = tuple(suit.word for suit in children)
        if len(set(suits)) < len(suits):
            raise CardTextError("a suit stands twice in one list", meta.start_pos + 1)
        return ast.CountsAs(suits)

    def keeps_suit(self, children: list[Any]) -> ast.KeepsSuit:
        return ast.KeepsSuit()

    def keeps_suits(self, children: list[Any]) -> ast.KeepsSuits:
        return ast.KeepsSuits()

    def copy_card(self, children: list[Any]) -> ast.CopyCard:
        return ast.CopyCard()

    def copy_face(self, children: list[ast.Filter]) -> ast.CopyFace:
        return ast.CopyFace(children[0])

    def give_suit(self, children: list[Any]) -> ast.GiveSuit:
        return ast.GiveSuit(tuple(suit.word for suit in children if suit is not None))

    def clear_one(self, children: list[ast.Filter]) -> ast.ClearOne:
        return ast.ClearOne(children[0])

    def shield_one(self, children: list[ast.Filter]) -> ast.ShieldOne:
        return ast.ShieldOne(children[0])

    def search_extra(self, children: list[ast.Filter]) -> ast.SearchExtra:
        return ast.SearchExtra(children[0])

    def draw_extra(self, children: list[Any]) -> ast.DrawExtra:
        return ast.DrawExtra()

    def take_extra(self, children: list[ast.Filter]) -> ast.TakeExtra:
        return ast.TakeExtra(children[0])

    # --- filters ---

    def filter(self, children: list[_Placed | None]) -> ast.Filter:
        return _checked_filter([child for child in children if child is not None])

    def named_alone(self, children: list[ast.Item]) -> ast.Filter:
        return (children[0],)

    @v_args(meta=True)
    def suited(self, meta: Meta, children: list[Any]) -> _Placed:
        other, suit, *names = children
        exceptions = tuple(name.word for name in names if name is not None)
        item = replace(suit, other=other is not None, except_names=exceptions)
        return _Placed(item, meta.start_pos + 1)

    @v_args(meta=True)
    def named(self, meta: Meta, children: list[ast.Item]) -> _Placed:
        return _Placed(children[0], meta.start_pos + 1)

    @v_args(meta=True)
    def all_cards(self, meta: Meta, children: list[Any]) -> _Placed:
        return _Placed(ast.Item("card", other=children[0] is not None), meta.start_pos + 1)

    @v_args(meta=True)
    def all_except(self, meta: Meta, children: list[Any]) -> _Placed:
        other, *spared = children
        item = ast.Item(
            "card",
            other=other is not None,
            except_names=tuple(item.word for item in spared if item.kind == "name"),
            except_suits=tuple(item.word for item in spared if item.kind == "suit"),
        )
        return _Placed(item, meta.start_pos + 1)

    def suit(self, children: list[Token]) -> ast.Item:
        return ast.Item("suit", str(children[0]))

    def name(self, children: list[Token]) -> ast.Item:
        return ast.Item("name", str(children[0]))


def _checked_filter(placed: list[_Placed]) -> ast.Filter:
    """Return the items of a filter, refusing what would mean nothing or two things at once."""
    suits: set[str] = set()
    for item, position in placed:
        if item.kind == "card" and len(placed) > 1:
            raise CardTextError(
                "'card' and 'all' stand alone in a list, with nothing but what they spare; leave"
                " the other items out",
                position,
            )
        if item.kind == "suit" and item.word in suits:
            raise CardTextError(
                f"{item.word} stands twice in one list; write it once, its exceptions joined by"
                f' or: {item.word} except "A" or "B"',
                position,
            )
        if item.kind == "suit":
            suits.add(item.word)
    return tuple(item for item, _ in placed)


def _signed(token: Token, measure: ast.Measure, cards: ast.Filter = ()) -> Draft:
    """Return the draft of an amount whose token is ``+5``, or ``+`` for once."""
    value = int(f"{token}1" if token.type == "SIGN" else token)
    return Draft(ast.Amount(value, measure, cards), token[0], place(token))


def _tabled(measure: ast.Measure, ratios: list[Token]) -> Draft:
    """Return the draft of sets or runs; their sizes have to rise."""
    table: list[tuple[int, int]] = []
    for ratio in ratios:
        size, points = (int(part) for part in ratio.split(":"))
        if size <= (table[-1][0] if table else 0):
            raise CardTextError(
                f"the sizes have to rise from pair to pair, '{ratio}' does not", place(ratio)
            )
        table.append((size, points))
    return Draft(ast.Amount(0, measure, table=tuple(table)), "", place(ratios[0]))
