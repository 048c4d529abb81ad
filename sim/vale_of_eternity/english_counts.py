"""Filters, counts and conditions of the compiled tables in plain English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.seal import matches

ZONES = {
    c.HAND: "your hand",
    c.AREA: "your area",
    c.DISCARD: "the discard pile",
    c.ANY_AREA: "the areas of all players",
    c.OTHER_AREAS: "the areas of your opponents",
    c.SHELTER: "your shelter",
    c.SOOTHED: "the pile of your soothed cards",
    c.DECK: "the draw pile",
    c.DISPLAY: "the display",
}
_EFFECTS = {
    c.HAS_INSTANT: "an instant effect",
    c.HAS_PERMANENT: "a permanent effect",
    c.HAS_RESOLUTION: "a resolution effect",
}
# Counts of things: singular, plural.
_THINGS = {
    c.AREAS_OWNED: ("area you have", "areas you have"),
    c.EMPTY_AREAS: ("empty area you have", "empty areas you have"),
    c.WARDS: ("active ward you have", "active wards you have"),
    c.BROKEN_WARDS: ("broken ward you have", "broken wards you have"),
    c.BROKEN_NOW: ("ward you broke this round", "wards you broke this round"),
    c.CURSES: ("curse on yourself", "curses on yourself"),
    c.CARD_CURSES: ("curse on cards in your area", "curses on cards in your area"),
    c.OPPONENTS: ("opponent", "opponents"),
    c.SCORE: ("point you have", "points you have"),
    c.DONE_LOST: ("stone given up", "stones given up"),
}
# Counts that are one number of their own.
_NUMBERS = {
    c.ROUND: "the number of the round",
    c.DONE_VALUE: "the value paid",
}


def listing(parts: Sequence[str], word: str = "and") -> str:
    """Join parts as English does: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def article(noun: str) -> str:
    """Return a noun with its indefinite article: ``an earth card``, ``another card``."""
    if noun.startswith("other "):
        return f"an{noun}"
    return noun if noun[:1] in '"' else f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def number(n: int, noun: str) -> str:
    """Return ``1 point`` or ``2 points``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def colours_of(bits: int) -> list[str]:
    """Return the names of a set of colours."""
    return [name for at, name in enumerate(c.COLOURS) if bits >> at & 1]


class CountReader:
    """Reads filters and counts of one deck's tables aloud, for one of its cards."""

    def __init__(self, t: Any, names: Sequence[str], families: Sequence[str], card: int) -> None:
        self.t = t
        self.names = names
        self.families = families
        self.card = card

    # --- cards ---

    def cards(self, row: int, plural: bool = False, drop_new: bool = False) -> str:
        """Say what matches a filter, without an article: ``other fire cards``."""
        f = self.t.filter[row]
        text = self._item(f, plural)
        while f.or_:
            f = self.t.filter[int(f.or_)]
            text += f" or {self._item(f, plural)}"
        flag = int(self.t.filter[row].flag)
        if flag & c.CURSED:
            text += " with a curse on it" if not plural else " with curses on them"
        if flag & c.UNCURSED:
            text += " without curses"
        if flag & c.NEW_FAMILY and not drop_new:
            text += " of a family that you have no other card of in your area"
        return f"other {text}" if flag & c.OTHER else text

    def _item(self, f: Any, plural: bool) -> str:
        if f.card:
            return f'"{self.names[int(f.card) - 1]}"' if f.card > 0 else "card not in the deck"
        families = [n.lower() for k, n in enumerate(self.families) if f.families >> k & 1]
        text = " ".join([listing(families, "or"), "cards" if plural else "card"]).strip()
        traits = [self._cost(f)] if f.cost_lo or f.cost_hi >= 0 or f.parity else []
        traits += [name for bit, name in _EFFECTS.items() if f.has & bit]
        text += f" with {listing(traits)}" if traits else ""
        lacked = [name for bit, name in _EFFECTS.items() if f.lacks & bit]
        return text + (f" without {listing(lacked, 'or')}" if lacked else "")

    def _cost(self, f: Any) -> str:
        lo, hi = int(f.cost_lo), int(f.cost_hi)
        if f.parity:
            return f"an {('odd', 'even')[f.parity - 1]} written cost"
        if hi < 0:
            return f"written cost {lo} or more"
        if lo == hi:
            return f"written cost {lo}"
        return f"written cost {hi} or less"

    def counts_itself(self, row: int) -> bool:
        """Return whether a count of cards in the own area includes the card itself."""
        counted = self.t.count[row]
        f = self.t.filter[int(counted.filter)]
        if counted.zone not in (c.AREA, c.ANY_AREA) or f.flag:
            return False
        if self.card >= self.t.n_cards:  # a side of a summoner
            return False
        return bool(matches(self.t, int(counted.filter))[self.card])

    # --- counts ---

    def things(self, row: int, plural: bool) -> str:
        """Say what a count counts: ``fire cards in your area``."""
        counted = self.t.count[row]
        kind, colours = int(counted.kind), " or ".join(colours_of(int(counted.colours)))
        if counted.colours in (0, c.ALL_COLOURS):
            colours = ""
        if kind in (c.CARDS, c.NAMED, c.FAMILIES, c.DIFFERENT_COSTS):
            return self._of_cards(counted, plural)
        stone = f"{colours} stone{'s' if plural else ''}".strip()
        if kind == c.STONES:
            return f"{stone} you hold"
        if kind == c.PAID:
            return f"{stone} paid"
        if kind == c.DONE_STONES:
            return f"{stone} gained"
        if kind == c.DONE:
            return "such cards" if plural else "such card"
        if kind in _THINGS:
            return _THINGS[kind][plural]
        return self.whole(row)

    def _of_cards(self, counted: Any, plural: bool) -> str:
        kind = counted.kind
        at = f"in {ZONES[int(counted.zone)]}"
        if kind == c.CARDS and counted.zone == c.SOOTHED:
            return "soothed cards" if plural else "soothed card"
        if kind == c.CARDS:
            return f"{self.cards(int(counted.filter), plural)} {at}"
        if kind == c.NAMED:
            return f"{self.cards(int(counted.filter), plural)} of that family {at}"
        noun = ("family", "families") if kind == c.FAMILIES else ("written cost", "written costs")
        of = f" among the {self.cards(int(counted.filter), True)}" if counted.filter else ""
        return f"different {noun[plural]}{of} {at}"

    def whole(self, row: int) -> str:
        """Say a count that is one number: ``the total value of your blue stones``; else empty."""
        counted = self.t.count[row]
        if counted.kind == c.VALUE:
            bits = int(counted.colours)
            colours = [] if bits == c.ALL_COLOURS else colours_of(bits)
            return f"the total value of your {listing(colours)} stones".replace("  ", " ")
        if counted.kind == c.DONE_COST:
            return "the written cost of that card"
        return _NUMBERS.get(int(counted.kind), "")

    def per(self, row: int, itself: bool = True) -> str:
        """Say `` for each fire card in your area``, with its blank; empty for the row 0."""
        if row == 0:
            return ""
        counted = self.t.count[row]
        div = int(counted.div)
        if whole := self.whole(row):
            return f" for every {div} of {whole}" if div > 1 else f" times {whole}"
        text = f" for every {div} {self.things(row, True)}"
        text = text if div > 1 else f" for each {self.things(row, False)}"
        of_cards = counted.kind in (c.CARDS, c.FAMILIES, c.DIFFERENT_COSTS)
        if not (itself and of_cards and self.counts_itself(row)):
            return text
        which = "its own included" if counted.kind in (c.FAMILIES, c.DIFFERENT_COSTS) else ""
        return f"{text} ({which or 'itself included'})"

    # --- conditions ---

    def conditions(self, rows: Sequence[Any]) -> str:
        """Say the tests of neighbouring rows ``IF``, all of which have to hold."""
        there: dict[int, list[str]] = {}
        said: list[str] = []
        for op in rows:
            counted = self.t.count[int(op.per)]
            one = (op.cmp, op.n, op.rhs) == (c.CMP_GE, 1, 0)
            if counted.kind == c.CARDS and counted.zone != c.SOOTHED and one:
                there.setdefault(int(counted.zone), []).append(
                    article(self.cards(int(counted.filter)))
                )
            else:
                said.append(self._condition(op, counted))
        held = [f"there is {listing(cards)} in {ZONES[zone]}" for zone, cards in there.items()]
        return listing(held + said)

    def _condition(self, op: Any, counted: Any) -> str:
        kind, n, cmp = int(counted.kind), int(op.n), int(op.cmp)
        if kind == c.OPPONENTS_AHEAD or c.OPPONENTS_BEHIND <= kind <= c.OPPONENTS_FEWER:
            return self._opponents(op, counted)
        if op.rhs:
            than = {c.CMP_EQ: "as many", c.CMP_GT: "more", c.CMP_LT: "fewer"}[cmp]
            left, right = self.things(int(op.per), True), self.things(int(op.rhs), True)
            return f"there are {than} {left} {'as' if cmp == c.CMP_EQ else 'than'} {right}"
        if kind == c.DONE:
            return f"that card is {article(self.cards(int(counted.filter)))}"
        if kind == c.BROKEN_NOW and (cmp, n) in ((c.CMP_GE, 1), (c.CMP_EQ, 0)):
            return f"you broke {'a' if n else 'no'} ward this round"
        if whole := self.whole(int(op.per)):
            how = {c.CMP_EQ: f"{n}", c.CMP_GE: f"{n} or more", c.CMP_LE: f"{n} or less"}[cmp]
            return f"{whole} is {how}"
        things = self.things(int(op.per), n != 1)
        none = (cmp, n) == (c.CMP_EQ, 0)
        how = {c.CMP_EQ: "exactly", c.CMP_GE: "at least", c.CMP_LE: "at most"}[cmp]
        what = f"no {self.things(int(op.per), False)}" if none else f"{how} {n} {things}"
        for verb in ("hold", "have"):
            if what.endswith(f" you {verb}"):
                return f"you {verb} {what.removesuffix(f' you {verb}')}"
        return f"there {'is' if none or n == 1 else 'are'} {what}"

    def _opponents(self, op: Any, counted: Any) -> str:
        who = "any" if op.cmp == c.CMP_GE else "every" if op.rhs else "no"
        more = counted.kind in (c.OPPONENTS_AHEAD, c.OPPONENTS_MORE)
        if counted.kind in (c.OPPONENTS_AHEAD, c.OPPONENTS_BEHIND):
            what = "points"
        elif counted.colours:
            bits = int(counted.colours)
            colours = [] if bits == c.ALL_COLOURS else colours_of(bits)
            what = " ".join([*colours, "stones"])
        else:
            zone = ZONES[int(counted.zone)].replace("your", "their")
            what = f"{self.cards(int(counted.filter), True)} in {zone}"
        return f"{who} opponent has {'more' if more else 'fewer'} {what} than you"
