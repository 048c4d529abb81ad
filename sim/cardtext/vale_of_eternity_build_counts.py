"""From the parse tree to filters, counts, conditions and events of a Vale of Eternity text."""

# ruff: noqa: D102 (each method is named after a rule of the grammar, which says what it reads)

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args
from lark.tree import Meta

from sim.cardtext import vale_of_eternity_ast as ast
from sim.cardtext.tokens import CardTextError

UP_TO = "up to"
COMPARED: dict[str, Any] = {"OR_MORE": "at least", "OR_LESS": "at most"}


@dataclass(frozen=True)
class DraftItem:
    """An item of a filter as written: in the event of a summon, with what was paid."""

    item: ast.Item
    paid: str
    position: int


class DraftFilter(NamedTuple):
    """A filter as written; `paid` has to be taken out before it is used."""

    filter: ast.Filter
    paid: str
    position: int


def plain(draft: DraftFilter) -> ast.Filter:
    """Return a filter in which no payment is spoken of."""
    if draft.paid:
        raise CardTextError(
            "'with' a stone can only stand behind 'when you summon'", draft.position
        )
    return draft.filter


class CountBuilder(Transformer):
    """Builds what stands inside of actions and rules; one method for each rule of the grammar."""

    # --- stones ---

    @v_args(meta=True)
    def stones(self, meta: Meta, children: list[Any]) -> ast.Stones:
        by_colour: dict[str, int] = {}
        for n, colour in zip(children[::2], children[1::2], strict=True):
            if colour in by_colour:
                raise CardTextError(f"{colour} stands twice in one list", meta.start_pos + 1)
            by_colour[colour] = int(n)
        return tuple((by_colour[c], c) for c in ast.COLOURS if c in by_colour)

    def colour(self, children: list[Token]) -> str:
        return children[0].type.lower()

    @v_args(meta=True)
    def colours(self, meta: Meta, children: list[Any]) -> tuple[str, ...]:
        if len(set(children)) < len(children):
            raise CardTextError("a colour stands twice in one list", meta.start_pos + 1)
        return tuple(c for c in ast.COLOURS if c in children)

    def paid(self, children: list[Any]) -> str:
        return _colour_or_stone(children[0])

    # --- which cards ---

    @v_args(meta=True)
    def item(self, meta: Meta, children: list[Any]) -> DraftItem:
        paid = ""
        if isinstance(children[0], ast.Item):
            item, paid = children[0], children[1] or ""
        else:
            families, cost, family, *marks = children
            has = {True: set(), False: set()}  # type: dict[bool, set[str]]
            lacks = False
            for mark in marks:
                if isinstance(mark, Token):
                    continue
                lacks = isinstance(mark, _Lacked)
                word = str(mark)
                if word.startswith("paid "):
                    paid = word[5:]
                else:
                    has[not lacks].add(word)
            item = ast.Item(
                families=families or (),
                having=tuple(t for t in ast.TRAITS if t in has[True]),
                lacking=tuple(t for t in ast.TRAITS if t in has[False]),
            )
            item = replace(item, **(cost or {}), **(family or {}))
        return DraftItem(item, paid, meta.start_pos + 1)

    def families(self, children: list[Token]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(str(token) for token in children))

    def name(self, children: list[Token]) -> ast.Item:
        return ast.Item(name=str(children[0]))

    def of_cost(self, children: list[Token | None]) -> dict[str, Any]:
        first, *more = children
        assert first is not None
        if first.type != "NUMBER":
            return {"cost_is": first.type.lower()}
        compared = COMPARED[more[0].type] if more and more[0] is not None else "exactly"
        return {"cost_is": compared, "cost": int(first)}

    def of_family(self, children: list[Token]) -> dict[str, Any]:
        return {f"{children[0].type.lower()}_family": True}

    def trait(self, children: list[Any]) -> str:
        first = children[0]
        if isinstance(first, Token):
            return "curses"
        return first if first in ast.TRAITS else f"paid {first}"

    def lacked(self, children: list[Any]) -> _Lacked:
        return _Lacked("curses" if isinstance(children[0], Token) else children[0])

    def effect(self, children: list[Token]) -> str:
        return children[0].type.lower()

    @v_args(meta=True)
    def filter(self, meta: Meta, children: list[Any]) -> DraftFilter:
        other, *drafts = children
        paid = [draft for draft in drafts if draft.paid]
        if len(drafts) > 1 and paid:
            raise CardTextError("one card alone can stand before 'with' a stone", paid[0].position)
        items = tuple(dict.fromkeys(draft.item for draft in drafts))
        position = paid[0].position if paid else meta.start_pos + 1
        made = ast.Filter(items, other is not None)
        return DraftFilter(made, paid[0].paid if paid else "", position)

    def one(self, children: list[Any]) -> DraftFilter:
        article, draft = children
        return _other(draft) if article.type == "ANOTHER" else draft

    def quantity(self, children: list[Any]) -> tuple[int | None, int | None, bool]:
        """Return (least, most, other)."""
        first = children[0]
        if first is UP_TO:
            return 0, int(children[1]), False
        if first.type in ("A", "ANOTHER"):
            return 1, 1, first.type == "ANOTHER"
        if first.type == "NUMBER":
            return int(first), int(first), False
        return (0, None, False) if first.type == "ANY" else (None, None, False)

    def up_to(self, children: list[Any]) -> str:
        return UP_TO

    @v_args(meta=True)
    def selection(self, meta: Meta, children: list[Any]) -> ast.Selection:
        (least, most, other), draft, zone = children
        if most == 0:
            raise CardTextError("no card at all cannot be chosen", meta.start_pos + 1)
        return ast.Selection(least, most, plain(_other(draft) if other else draft), zone)

    def zone(self, children: list[Token]) -> str:
        types = [token.type for token in children]
        if types == ["THE", "DISCARD"]:
            return "the discard pile"
        if types[0] == "A":
            return "an opponent's area"
        return " ".join(types).lower()

    def this(self, children: list[Any]) -> ast.ThisCard:
        return ast.ThisCard()

    def that_card(self, children: list[Any]) -> ast.ThatCard:
        return ast.ThatCard()

    def top_of_deck(self, children: list[Any]) -> ast.TopOfDeck:
        return ast.TopOfDeck(1 if children[0] is None else int(children[0]))

    def player(self, children: list[Token]) -> str:
        first = "a chosen" if children[0].type == "A" else "each"
        return f"{first} {children[1].type.lower()}"

    # --- counts ---

    @v_args(meta=True)
    def per(self, meta: Meta, children: list[Any]) -> ast.Per:
        each = 1 if children[0] is None else int(children[0])
        if each == 0:
            raise CardTextError("'per 0' means nothing", meta.start_pos + 1)
        return ast.Per(children[1], each)

    def count(self, children: list[ast.Count]) -> ast.Count:
        return children[0]

    their_count = count

    def count_cards(self, children: list[Any]) -> ast.Count:
        return ast.Count("cards", plain(children[0]), children[1])

    def count_families(self, children: list[Any]) -> ast.Count:
        draft, zone = children
        return ast.Count("families", plain(draft) if draft else ast.Filter(), zone)

    def count_costs(self, children: list[Any]) -> ast.Count:
        draft, zone = children
        return ast.Count("costs", plain(draft) if draft else ast.Filter(), zone)

    def count_stones(self, children: list[Any]) -> ast.Count:
        return ast.Count("stones", colour=children[0] or "")

    def count_value(self, children: list[Any]) -> ast.Count:
        return ast.Count("value", colour=children[0] or "")

    def count_paid(self, children: list[Any]) -> ast.Count:
        return ast.Count("paid", colour=_colour_or_any(children[0]))

    def count_value_paid(self, children: list[Any]) -> ast.Count:
        return ast.Count("value paid")

    def count_gained(self, children: list[Any]) -> ast.Count:
        return ast.Count("gained", colour=_colour_or_any(children[0]))

    def count_moved(self, children: list[Any]) -> ast.Count:
        return ast.Count("such cards")

    def count_cost(self, children: list[Any]) -> ast.Count:
        return ast.Count("cost of that card")

    def count_round(self, children: list[Any]) -> ast.Count:
        return ast.Count("round")

    def count_areas(self, children: list[Any]) -> ast.Count:
        return ast.Count("areas")

    def count_empty(self, children: list[Any]) -> ast.Count:
        return ast.Count("empty areas")

    def count_wards(self, children: list[Token]) -> ast.Count:
        return ast.Count("active wards" if children[0].type == "ACTIVE" else "broken wards")

    def count_curses(self, children: list[Any]) -> ast.Count:
        return ast.Count("curses on yourself")

    def count_card_curses(self, children: list[Any]) -> ast.Count:
        return ast.Count("curses on your cards")

    def count_soothed(self, children: list[Any]) -> ast.Count:
        return ast.Count("soothed cards")

    def count_opponents(self, children: list[Any]) -> ast.Count:
        return ast.Count("opponents")

    def count_points(self, children: list[Any]) -> ast.Count:
        return ast.Count("points")

    def count_theirs(self, children: list[Any]) -> ast.Count:
        zone: ast.Zone = "your hand" if children[1].type == "HAND" else "your area"
        return ast.Count("cards", plain(children[0]), zone, theirs=True)


class _Lacked(str):
    """A trait that a card must not have."""


def _other(draft: DraftFilter) -> DraftFilter:
    return draft._replace(filter=replace(draft.filter, other=True))


def _colour_or_stone(child: Any) -> str:
    return "stone" if isinstance(child, Token) else child


def _colour_or_any(child: Any) -> Any:
    return "" if isinstance(child, Token) else child
