"""From filters, counts and conditions of card texts to rows of the tables, equal ones shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.cards import Card, CardSet
from sim.cardtext import vale_of_eternity_ast as ast
from sim.errors import RealmvaleError
from sim.names import normalise
from sim.vale_of_eternity import codes as c

ZONES: dict[str, int] = {
    "your area": c.AREA,
    "your hand": c.HAND,
    "the discard pile": c.DISCARD,
    "your shelter": c.SHELTER,
    "the display": c.DISPLAY,
    "any area": c.ANY_AREA,
    "an opponent's area": c.OTHER_AREAS,
}
COLOUR_BITS = {"red": c.RED_BIT, "blue": c.BLUE_BIT, "purple": c.PURPLE_BIT}
HAS_BITS = {
    "instant": c.HAS_INSTANT,
    "permanent": c.HAS_PERMANENT,
    "resolution": c.HAS_RESOLUTION,
}
EFFECTS = {"instant": c.INSTANT, "permanent": c.PERMANENT, "resolution": c.RESOLUTION}
PLAYERS = {
    "a chosen player": c.ANYONE,
    "a chosen opponent": c.AN_OPPONENT,
    "each opponent": c.EACH_OPPONENT,
    "each player": c.EACH_PLAYER,
}
_PLAIN_COUNTS = {
    "round": c.ROUND,
    "areas": c.AREAS_OWNED,
    "empty areas": c.EMPTY_AREAS,
    "active wards": c.WARDS,
    "broken wards": c.BROKEN_WARDS,
    "curses on yourself": c.CURSES,
    "curses on your cards": c.CARD_CURSES,
    "opponents": c.OPPONENTS,
    "points": c.SCORE,
    "such cards": c.DONE,
    "cost of that card": c.DONE_COST,
    "value paid": c.DONE_VALUE,
}
_CARD_COUNTS = {"cards": c.CARDS, "families": c.FAMILIES, "costs": c.DIFFERENT_COSTS}
_COMPARED = {"exactly": c.CMP_EQ, "at least": c.CMP_GE, "at most": c.CMP_LE}
_AGAINST = {"more": c.CMP_GT, "fewer": c.CMP_LT, "as many": c.CMP_EQ}


class CannotPlayError(RealmvaleError):
    """A text that the language can say and the kernels cannot carry out."""


def colour_bits(colours: Sequence[str]) -> int:
    """Return a set of colours as bits."""
    return sum(COLOUR_BITS[colour] for colour in colours)


def bits_of(colour: str) -> int:
    """Return the bit of a colour, or of all for none or for ``stone``."""
    return COLOUR_BITS.get(colour, c.ALL_COLOURS)


def of_chosen_family(chosen: ast.Filter) -> bool:
    """Return whether a filter asks for the chosen family, in all its items."""
    asked = [item.chosen_family for item in chosen.items]
    if any(asked) and not all(asked):
        raise CannotPlayError("'of the chosen family' has to stand in all parts of a list, or none")
    return any(asked)


@dataclass(frozen=True)
class Test:
    """A comparison of an ``IF``: a row of counts against a number plus another row."""

    per: int
    cmp: int
    n: int = 0
    rhs: int = 0


class CountTables:
    """Adds filters and counts to the tables of one deck, each once."""

    def __init__(self, card_set: CardSet, families: Sequence[str], t: Any) -> None:
        self.cards = card_set.cards
        self.families = list(families)
        self.card_of = {normalise(card.name): k for k, card in enumerate(card_set.cards)}
        self.t = t
        self.rows: dict[str, dict[tuple[tuple[str, int], ...], int]] = {
            "filter": {tuple(self.any_card().items()): 0},
            "count": {},
        }

    def add(self, table: str, row: dict[str, int]) -> int:
        """Return the number of a row of ``filter`` or ``count``, adding it if it is new."""
        known = self.rows[table]
        key = tuple(row.items())
        if key not in known:
            number = int(self.t[f"n_{table}s"])
            if number >= len(self.t[table]):
                raise CannotPlayError(
                    f"the texts of the deck need more than {len(self.t[table])} {table}s"
                )
            known[key] = number
            for column, value in row.items():
                self.t[table][number][column] = value
            self.t[f"n_{table}s"] = number + 1
        return known[key]

    # --- filters ---

    def filter(self, chosen: ast.Filter, drop_other: bool = False, new_family: bool = False) -> int:
        """Return the row of a filter.

        Parameters
        ----------
        chosen : Filter
            Its items.
        drop_other : bool
            Where the bearer is left out anyway.
        new_family : bool
            Whether ``of a new family`` can be told here.
        """
        flags = {self._flags(item) for item in chosen.items}
        if len(flags) > 1:
            raise CannotPlayError(
                "'curses' and 'of a new family' have to stand in all parts of a list, or none"
            )
        if of_chosen_family(chosen):
            raise CannotPlayError("'of the chosen family' can only be counted")
        flag = flags.pop() | (c.OTHER if chosen.other and not drop_other else 0)
        if flag & c.NEW_FAMILY and not new_family:
            raise CannotPlayError("'of a new family' can only stand behind 'when you summon'")
        row = 0
        for item in reversed(chosen.items[1:]):
            row = self.add("filter", self._row(item, 0, row))
        return self.add("filter", self._row(chosen.items[0], flag, row))

    def _flags(self, item: ast.Item) -> int:
        flag = c.NEW_FAMILY if item.new_family else 0
        flag |= c.CURSED if "curses" in item.having else 0
        return flag | (c.UNCURSED if "curses" in item.lacking else 0)

    def any_card(self) -> dict[str, int]:
        """Return a row of `filter` that matches every card."""
        return dict.fromkeys(
            ("families", "cost_lo", "cost_hi", "parity", "has", "lacks", "card", "or_", "flag"), 0
        ) | {"cost_hi": -1}

    def _row(self, item: ast.Item, flag: int, or_: int) -> dict[str, int]:
        row = self.any_card()
        row["families"] = sum(1 << self.families.index(family) for family in item.families)
        if item.cost_is in ("exactly", "at least"):
            row["cost_lo"] = item.cost
        if item.cost_is in ("exactly", "at most"):
            row["cost_hi"] = item.cost
        row["parity"] = {"odd": 1, "even": 2}.get(item.cost_is, 0)
        row["has"] = sum(HAS_BITS[word] for word in item.having if word in HAS_BITS)
        row["lacks"] = sum(HAS_BITS[word] for word in item.lacking if word in HAS_BITS)
        if item.name:
            row["card"] = self.card_of.get(normalise(item.name), -2) + 1
        return row | {"or_": or_, "flag": flag}

    def matches(self, chosen: ast.Filter, card: int) -> bool:
        """Return whether a card may ever match a filter, whatever happens to it in play."""
        if card >= len(self.cards):
            return False  # a summoner's side
        return any(self._may_match(item, self.cards[card]) for item in chosen.items)

    def _may_match(self, item: ast.Item, card: Card) -> bool:
        if item.name:
            return normalise(item.name) == normalise(card.name)
        value = card.value or 0
        fits = {
            "exactly": value == item.cost,
            "at most": value <= item.cost,
            "at least": value >= item.cost,
            "even": value % 2 == 0,
            "odd": value % 2 == 1,
        }
        return (not item.families or card.suit in item.families) and fits.get(item.cost_is, True)

    # --- counts ---

    def count(self, counted: ast.Count, div: int = 1) -> int:
        """Return the row of a count, divided by ``div``."""
        return self.add("count", self._count(counted) | {"div": div})

    def per(self, multiplied: ast.Per | None) -> int:
        """Return the row that multiplies an amount, 0 for none."""
        return 0 if multiplied is None else self.count(multiplied.count, multiplied.each)

    def plain_count(self, kind: int, filter_: int = 0) -> int:
        """Return the row of a count without zone and colours."""
        return self.add("count", self._counted(kind, filter_=filter_))

    def _count(self, counted: ast.Count) -> dict[str, int]:
        kind, bits = counted.kind, bits_of(counted.colour)
        if kind in _CARD_COUNTS:
            assert counted.filter is not None
            assert counted.zone is not None
            return self._cards(_CARD_COUNTS[kind], counted.filter, counted.zone)
        if kind == "stones":
            return self._counted(c.STONES, colours=bits)
        if kind == "value":
            return self._counted(c.VALUE, colours=bits)
        if kind == "paid":
            return self._counted(c.PAID, colours=bits)
        if kind == "gained":
            return self._counted(c.DONE_STONES, colours=bits)
        if kind == "soothed cards":
            return self._counted(c.CARDS, zone=c.SOOTHED)
        return self._counted(_PLAIN_COUNTS[kind])

    def _cards(self, kind: int, chosen: ast.Filter, zone: ast.Zone) -> dict[str, int]:
        if of_chosen_family(chosen):
            if kind != c.CARDS:
                raise CannotPlayError("of the chosen family there is just one family to count")
            kind = c.NAMED
            items = tuple(replace(item, chosen_family=False) for item in chosen.items)
            chosen = replace(chosen, items=items)
        return self._counted(kind, zone=ZONES[zone], filter_=self.filter(chosen))

    def _counted(
        self, kind: int, zone: int = 0, filter_: int = 0, colours: int = 0
    ) -> dict[str, int]:
        return {"kind": kind, "zone": zone, "filter": filter_, "colours": colours, "div": 1}

    # --- conditions ---

    def tests(self, wanted: ast.Condition) -> list[Test]:
        """Return the comparisons of a condition: all of them have to hold."""
        match wanted:
            case ast.Has(counted, is_, n):
                return [Test(self.count(counted), _COMPARED[is_], n)]
            case ast.HasEachCost(costs, zone):
                return [Test(self.count(self._of_cost(cost, zone)), c.CMP_GE, 1) for cost in costs]
            case ast.Compare(counted, is_, other):
                return [Test(self.count(counted), _AGAINST[is_], 0, self.count(other))]
            case ast.CompareOpponents():
                return [self._opponents(wanted)]
            case ast.RoundIs(is_, n):
                return [Test(self.plain_count(c.ROUND), _COMPARED[is_], n)]
            case ast.ThatCardIs(chosen):
                row = self.plain_count(c.DONE, self.filter(chosen))
                return [Test(row, c.CMP_GE, 1)]
            case ast.BrokeWard(broke):
                return [
                    Test(self.plain_count(c.BROKEN_NOW), c.CMP_GE if broke else c.CMP_EQ, broke)
                ]

    def _of_cost(self, cost: int, zone: ast.Zone) -> ast.Count:
        item = ast.Item(cost_is="exactly", cost=cost)
        return ast.Count("cards", ast.Filter((item,)), zone)

    def _opponents(self, wanted: ast.CompareOpponents) -> Test:
        more, counted = wanted.is_ == "more", wanted.count
        if counted.kind == "points":
            row = self.plain_count(c.OPPONENTS_AHEAD if more else c.OPPONENTS_BEHIND)
        else:
            made = self._count(counted)
            if counted.kind == "cards":
                made["colours"] = 0
            made["kind"] = c.OPPONENTS_MORE if more else c.OPPONENTS_FEWER
            row = self.add("count", made)
        if wanted.who == "each":
            return Test(row, c.CMP_EQ, 0, self.plain_count(c.OPPONENTS))
        return Test(row, c.CMP_EQ, 0) if wanted.who == "no" else Test(row, c.CMP_GE, 1)
