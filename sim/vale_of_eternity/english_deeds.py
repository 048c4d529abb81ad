"""The operations of the compiled tables in plain English."""

from __future__ import annotations

from typing import Any

from sim.vale_of_eternity import codes as c
from sim.vale_of_eternity.english_counts import (
    ZONES,
    CountReader,
    article,
    colours_of,
    listing,
    number,
)

_PLAYERS = {
    c.ANYONE: "a player of your choice (yourself included)",
    c.AN_OPPONENT: "an opponent of your choice",
    c.EACH_OPPONENT: "each opponent",
    c.EACH_PLAYER: "each player",
}
_EFFECTS = {c.INSTANT: "instant", c.RESOLUTION: "resolution"}
# How a card gets to a zone: verb, and what stands behind the card.
_MOVED = {
    c.DISCARD: ("discard", ""),
    c.HAND: ("take", " into your hand"),
    c.DECK: ("put", " on top of the draw pile"),
    c.SHELTER: ("put", " into your shelter"),
    c.SOOTHED: ("soothe", ""),
}


class DeedReader:
    """Reads operations aloud that are no conditions and no choices."""

    def __init__(self, counts: CountReader) -> None:
        self.t: Any = counts.t
        self.counts = counts

    def say(self, at: int) -> tuple[str, int]:
        """Say the operation of a row; return the row behind it too."""
        op = self.t.op[at]
        if op.op == c.LOSE_STONES and self.t.op[at + 1].flag & c.EXCHANGE:
            got = self.t.op[at + 1]
            return f"exchange {self._stones(op)} for {self._stones(got)}", at + 2
        for said in (self._points(op), self._stone_deed(op), self._card_deed(op), self._token(op)):
            if said:
                return said, at + 1
        raise KeyError(f"operation {op.op} has no words")

    def _points(self, op: Any) -> str:
        per = self.counts.per(int(op.per))
        whole = self.counts.whole(int(op.per)) if op.per else ""
        n = number(int(op.n), "point")
        if op.op == c.POINTS:
            if whole and op.n == 1 and self.t.count[int(op.per)].div == 1:
                return f"gain points equal to {whole}"
            return f"gain {n}{per}"
        if op.op == c.LOSE_POINTS:
            must = " (which you must have)" if op.flag & c.MUST else ""
            return f"lose {n}{per}{must}"
        if op.op == c.STEAL:
            who = _PLAYERS[int(op.arg) or c.AN_OPPONENT]
            return f"take {n} (at most what there is) from {who}"
        if op.op == c.THEY_LOSE:
            return f"{_PLAYERS[int(op.arg) or c.AN_OPPONENT]} loses {n} (at most what there is)"
        return ""

    def _stones(self, op: Any) -> str:
        listed = [(int(op[colour]), colour) for colour in c.COLOURS if op[colour]]
        return listing([f"{n} {colour} stone{'s' if n > 1 else ''}" for n, colour in listed])

    def _stone_deed(self, op: Any) -> str:
        per = self.counts.per(int(op.per))
        n = int(op.n)
        up_to = "up to " if op.lo == 0 else ""
        colours = colours_of(int(op.colours)) if op.colours != c.ALL_COLOURS else []
        stones = f"{' or '.join(colours)} stones".strip()
        says = {
            c.GAIN: lambda: f"gain {self._stones(op) or 'no stones'}{per}",
            c.GAIN_ANY: lambda: f"gain {number(n, 'stone')} of any colours you choose{per}",
            c.LOSE_STONES: lambda: f"discard {self._stones(op) or 'no stones'}{per}",
            c.LOSE_ANY: lambda: f"discard {up_to}{number(n, 'stone')} of your choice",
            c.LOSE_ALL: lambda: f"discard all your {stones}",
            c.REPLACE: lambda: f"replace each of your stones by a {c.COLOURS[op.arg]} one",
            c.UPGRADE: lambda: (
                f"upgrade {up_to}{number(n, 'stone')}{' just received' * bool(op.flag & c.GAINED)}"
                " by one step (red to blue, blue to purple)"
            ),
            c.PAY: lambda: f"pay {n} in stones",
            c.PAY_ANY: lambda: "pay any amount in stones (0 too)",
        }
        return says[int(op.op)]() if int(op.op) in says else ""

    def _card_deed(self, op: Any) -> str:
        counts, n = self.counts, int(op.n)
        chosen = article(counts.cards(int(op.filter)))
        says = {
            c.MOVE: lambda: self._move(op),
            c.MOVE_ALL: lambda: self._moved(op, f"all {counts.cards(int(op.filter), True)}"),
            c.MOVE_SELF: lambda: self._self(op),
            c.MOVE_THAT: lambda: f"{_MOVED[int(op.to)][0]} that card{_MOVED[int(op.to)][1]}",
            c.DRAW: lambda: self._draw(op),
            c.ATTACK: lambda: self._attack(op),
            c.SWAP: lambda: (
                f"{_PLAYERS[int(op.arg)]} with {chosen} in the area swaps one of these,"
                " of their own choice, for this card"
            ),
            c.FREE_SUMMON: lambda: f"summon {chosen} from {ZONES[int(op.zone)]} for free",
            c.COPY: lambda: (
                f"use the {_EFFECTS[int(op.arg)]} effect of {chosen} in your area"
                + (" as if it stood on this card" if op.flag & c.AS_SELF else "")
            ),
            c.RUN_ALL: lambda: (
                "use every available resolution effect of"
                f" {counts.cards(int(op.filter), True)} in your area, in the order you like"
            ),
            c.NAME_FAMILY: lambda: "name a family",
            c.REVEAL_HAND: lambda: "show your hand to everybody",
            c.REVEAL: lambda: f"reveal {number(n, 'card')} of the draw pile to the display",
        }
        return says[int(op.op)]() if int(op.op) in says else ""

    def _quantity(self, op: Any) -> str:
        row, n = int(op.filter), int(op.n)
        if n == c.ANY_NUMBER and op.lo == 0:
            return f"any number of {self.counts.cards(row, True)}"
        if op.lo >= 0 and op.lo != n:
            many = self.counts.cards(row, n > 1)
            return f"up to {n} {many}" if op.lo == 0 else f"{op.lo} to {n} {many}"
        if n == 1:
            text = self.counts.cards(row)
            return article(text) if text.startswith(("other ", '"')) else f"1 {text}"
        return f"{n} {self.counts.cards(row, True)}"

    def _move(self, op: Any) -> str:
        return self._moved(op, self._quantity(op))

    def _moved(self, op: Any, cards: str) -> str:
        verb, behind = _MOVED[int(op.to)]
        if op.to == c.HAND and op.zone == c.AREA:
            return f"recover {cards} from your area (back to your hand)"
        return f"{verb} {cards} from {ZONES[int(op.zone)]}{behind}"

    def _self(self, op: Any) -> str:
        if op.to == c.HAND:
            return "recover this card (back to your hand)"
        verb, behind = _MOVED[int(op.to)]
        return f"{verb} this card{behind}"

    def _draw(self, op: Any) -> str:
        if op.to == c.HAND:
            return f"draw {number(int(op.n), 'card')}{self.counts.per(int(op.per))}"
        verb, behind = _MOVED[int(op.to)]
        return f"{verb} the top {number(int(op.n), 'card')} of the draw pile{behind}"

    def _attack(self, op: Any) -> str:
        who, n = _PLAYERS[int(op.arg)], int(op.n)
        cards = self.counts.cards(int(op.filter), n != 1)
        zone = "in the area" if op.zone == c.AREA else "in hand"
        has = f"with {article(self.counts.cards(int(op.filter)))} {zone}"
        return f"{who} {has} discards {n} {cards} of their own choice from there"

    def _token(self, op: Any) -> str:
        n, per = int(op.n), self.counts.per(int(op.per))
        up_to = "up to " if op.lo == 0 else ""
        card = f"{article(self.counts.cards(int(op.filter)))} in your area"
        says = {
            c.MEND: lambda: f"mend {up_to}{number(n, 'ward')}",
            c.CURSE: lambda: f"put {number(n, 'curse')} on yourself{per}",
            c.UNCURSE: lambda: f"remove {up_to}{number(n, 'curse')} from yourself{per}",
            c.ADD_CURSES: lambda: (
                f"put {number(n, 'curse')} on {card}"
                if n >= 0
                else f"remove {number(-n, 'curse')} from {card}"
            ),
            c.BUY_AREA: lambda: f"gain {number(n, 'area')} for the rest of the game",
            c.FLIP: lambda: "turn your summoner over",
        }
        return says[int(op.op)]() if int(op.op) in says else ""
