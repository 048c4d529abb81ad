"""What each clause of a scored hand brought, in words, and which cards it counted.

Reads what the kernels left in the hand's record after scoring; nothing is scored here that the
kernels didn't score: every number is that of a clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sim.fantasy_realms import tables as tb
from sim.fantasy_realms.english import Reader, article, bits, listing
from sim.fantasy_realms.points import UNMET, clause_points


@dataclass(frozen=True)
class Reason:
    """Points that a card gained or lost, why, and the cards that counted for it."""

    points: int
    text: str
    counted: tuple[str, ...] = ()


class HandReader:
    """Reads one scored hand aloud.

    Parameters
    ----------
    reader : Reader
        Of the hand's deck.
    h : record
        The hand after :func:`sim.fantasy_realms.scoring.evaluate`.
    """

    def __init__(self, reader: Reader, h: Any) -> None:
        self.reader, self.h = reader, h
        self.t: Any = reader.t
        self.n = int(h.n)
        self.rule = [int(c) for c in h.rule[: self.n]]
        self.active = [j for j in range(self.n) if not self.has(h.blanked, j)]
        self._match = h.match[:, : self.n, : self.n].tolist()

    @staticmethod
    def has(mask: Any, j: int) -> bool:
        """Return whether a set of slots holds slot j."""
        return bool((int(mask) >> j) & 1)

    def label(self, j: int) -> str:
        """Return a slot's printed name, and the name it took on."""
        printed = self.reader.deck.names[int(self.h.card[j])]
        name = self.reader.names[int(self.h.name[j])]
        return printed if name == printed else f"{printed} as {name}"

    def labels(self, slots: list[int]) -> tuple[str, ...]:
        """Return the labels of slots."""
        return tuple(self.label(j) for j in slots)

    def strength(self, j: int) -> int:
        """Return the base strength of a slot; a faded one has none."""
        return 0 if self.has(self.h.faded, j) else int(self.h.strength[j])

    def penalised(self, j: int) -> bool:
        """Return whether a slot has a penalty that wasn't cleared."""
        has_one = int(self.t.traits[self.rule[j]]) & tb.F_PENALTY
        return bool(has_one) and not self.has(self.h.cleared, j)

    def matching(self, i: int, bit: int, among: list[int] | None = None) -> list[int]:
        """Return the slots (by default the active ones) that match a term of slot i."""
        row = self._match[int(self.has(self.h.struck, i))][i]
        return [j for j in (self.active if among is None else among) if row[j] & bit]

    def lost(self, i: int) -> int:
        """Return the suits whose words were struck out of the penalty of slot i."""
        if not self.has(self.h.struck, i):
            return 0
        return int(self.h.lost_words[i]) & int(self.t.words[self.rule[i]])

    def filter(self, i: int, bit: int) -> tuple[list[str], list[str]]:
        """Return (suits and such, names) that a term of slot i still asks for."""
        kinds, names = self.reader.term(self.rule[i], bit)
        lost, suits = self.lost(i), self.reader.deck.suits
        gone = [
            suit
            for s, suit in enumerate(suits)
            if (lost >> s) & 1 and int(self.t.word[self.rule[i], s]) & bit
        ]
        gone += [f"other {suit}" for suit in gone]
        kinds = [kind for kind in kinds if kind.split(" except ")[0] not in gone]
        if len(kinds) > 1:
            kinds = [k.replace(" except ", " (except ") + ")" * (" except " in k) for k in kinds]
        return kinds, names

    def one(self, i: int, bit: int) -> str:
        """Say a term where one match is enough: ``a Leader or Wizard``."""
        kinds, names = self.filter(i, bit)
        return listing([article(listing(kinds)), *names] if kinds else names) or "nothing"

    def each(self, i: int, bit: int) -> str:
        """Say a term of which every match counts: ``each Leader or other Wizard``."""
        kinds, names = self.filter(i, bit)
        return listing([f"each {listing(kinds)}", *names] if kinds else names, "and") or "nothing"

    def none(self, i: int, bit: int) -> str:
        """Say that nothing matches a term: ``no Leader or Wizard``."""
        kinds, names = self.filter(i, bit)
        return f"no {listing(kinds + names)}"

    def found(self, i: int, bit: int) -> str:
        """Name the active cards that match a term, or say that there is none."""
        return ", ".join(self.labels(self.matching(i, bit))) or "none"

    def points(self, i: int, part: str) -> Iterator[Reason]:
        """Say the amounts of the bonus or penalty of slot i; of alternatives the one that counts.

        Parameters
        ----------
        part : str
            ``bonus`` or ``penalty``.
        """
        row = self._match[int(self.has(self.h.struck, i))][i]
        counts = sum(row[j] for j in self.active)
        group: list[tuple[int, int]] = []
        first, last = (int(self.t[f"{end}_{part}"][self.rule[i]]) for end in ("first", "last"))
        for k in range(first, last):
            value = int(clause_points(self.t, self.h, i, k, counts))
            if not self.t.clause[k].alternative:
                yield from self._best(i, group)
                group = []
            group.append((value, k))
        yield from self._best(i, group)

    def _vanished(self, i: int, clause: Any) -> bool:
        """Return whether all that an amount counts was struck out of the penalty."""
        flat = int(clause.shift) == 4 * tb.FLAT
        terms = [1 << int(clause.shift), *bits(int(clause.more))]
        return bool(self.lost(i)) and not flat and not any(any(self.filter(i, b)) for b in terms)

    def _best(self, i: int, group: list[tuple[int, int]]) -> Iterator[Reason]:
        """Say the best of alternatives; nothing if all of them were struck out.

        A struck alternative counts 0, and that may be the best for the owner.
        """
        left = [pair for pair in group if not self._vanished(i, self.t.clause[pair[1]])]
        if not left:
            return
        best = max(value for value, _ in group)
        if best == UNMET:
            yield Reason(0, "; ".join(self._unmet(i, self.t.clause[k]) for _, k in left))
            return
        k = next((k for value, k in left if value == best), None)
        if k is None:
            yield Reason(best, f"{best}: the best of its alternatives has nothing left to count")
            return
        clause = self.t.clause[k]
        text, counted = self._met(i, clause, best)
        yield Reason(best, text + self._circumstances(i, clause), self.labels(counted))

    def _met(self, i: int, clause: Any, value: int) -> tuple[str, list[int]]:
        """Say an amount that counts, and which slots it counted."""
        op, bit, amount = int(clause.op), 1 << int(clause.shift), f"{int(clause.amount):+d}"
        if op == tb.OP_EACH and clause.shift == 4 * tb.FLAT:
            return amount, []
        if op == tb.OP_SETS:
            return self._sets(int(clause.list))
        if op == tb.OP_RUNS:
            return self._runs(int(clause.list))
        if op == tb.OP_OPPONENTS:
            opponents = (int(self.h.outside) >> tb.OPPONENTS) & tb.FIELD
            return f"{value:+d}: {amount} for each of {opponents} opponents", []
        if op == tb.OP_PENALTIES:
            left = [j for j in self.active if self.penalised(j)]
            names = ", ".join(self.labels(left)) or "none"
            return f"{value:+d}: {amount} for each penalty not cleared ({names})", left
        if op == tb.OP_ODD:
            odd = [j for j in self.active if j != i and self.strength(j) % 2]
            names = ", ".join(self.labels(odd)) or "none"
            return f"{value:+d}: {amount} for each other odd base strength ({names})", odd
        if op == tb.OP_DISCARD:
            each = self.each(i, bit)
            return f"{value:+d}: {amount} for {each} in the discard area", []
        terms = [bit, *bits(int(clause.more))]
        counted = [j for b in terms for j in self.matching(i, b)]  # of two suits: counted twice
        head = "" if len(counted) == 1 else f"{value:+d}: " if counted else "0: "
        names = f" ({', '.join(self.labels(counted)) or 'none'})"
        if op == tb.OP_EACH:
            each = listing([self.each(i, b) for b in terms], "and")
            return f"{head}{amount} for {each}{names}", counted
        if op == tb.OP_TOTAL:
            return f"{value:+d}, the base strength of {self.each(i, bit)}{names}", counted
        if counted:
            top = max(counted, key=self.strength)
            counted, names = [top], f" ({self.label(top)})"
        one = self.one(i, bit)
        return f"{value:+d}, the highest base strength of {one}{names}", counted

    def _circumstances(self, i: int, clause: Any) -> str:
        """Say which conditions of an amount hold."""
        text = ""
        needs = [f"{self.one(i, bit)}{self._who(i, bit)}" for bit in bits(int(clause.need))]
        if needs:
            text += f" with {listing(needs, 'and')}"
        reasons = [f"there is {self.none(i, bit)}" for bit in bits(int(clause.forbid))]
        if clause.cond == tb.COND_SUITS_DIFFER:
            reasons.append("every active card has a different suit")
        if clause.cond == tb.COND_ALL_ODD:
            reasons.append("every card held is active and of odd base strength")
        if clause.cond == tb.COND_EXACTLY:
            reasons.append(self._exactly(i, clause))
        return text + (f", as {listing(reasons, 'and')}" if reasons else "")

    def _who(self, i: int, bit: int) -> str:
        """Name in brackets the cards that match a term, unless the term is their very name."""
        names = self.found(i, bit)
        return "" if names == self.one(i, bit) else f" ({names})"

    def _exactly(self, i: int, clause: Any) -> str:
        terms = [1 << int(clause.cond_shift), *bits(int(clause.cond_more))]
        asked = [word for bit in terms for part in self.filter(i, bit) for word in part]
        number = sum(len(self.matching(i, bit)) for bit in terms)
        return f"exactly {int(clause.cond_n)} must be {listing(asked)} ({number} are)"

    def _unmet(self, i: int, clause: Any) -> str:
        """Say an amount that doesn't count, and what stands in its way."""
        amount = self.reader.amount(self.rule[i], clause).split(" with ")[0].split(" unless ")[0]
        amount = amount.split(" if ")[0]
        for bit in bits(int(clause.forbid)):
            found = self.matching(i, bit)
            if found:
                return f"no {amount}, as there is {self.one(i, bit)}{self._who(i, bit)}"
        needs = bits(int(clause.need))
        missing = [bit for bit in needs if not self.matching(i, bit)]
        if missing:
            wanted = listing([self.one(i, bit) for bit in needs], "and")
            lacks = [word for bit in missing for part in self.filter(i, bit) for word in part]
            there = f" (there is no {listing(lacks)})" if len(needs) > 1 else ""
            return f"no {amount}: it needs {wanted}{there}"
        if clause.cond == tb.COND_SUITS_DIFFER:
            return f"no {amount}: {self._shared_suits()}"
        if clause.cond == tb.COND_ALL_ODD:
            even = [j for j in range(self.n) if j not in self.active or not self.strength(j) % 2]
            names = listing(list(self.labels(even)), "and")
            return f"no {amount}: not every card held is of odd base strength ({names})"
        if clause.cond == tb.COND_EXACTLY:
            return f"no {amount}: {self._exactly(i, clause)}"
        return f"no {amount}: its condition was struck out"

    def _shared_suits(self) -> str:
        shared = []
        for s, suit in enumerate(self.reader.deck.suits):
            unfaded = [j for j in self.active if not self.has(self.h.faded, j)]
            held = [j for j in unfaded if (int(self.h.suits[j]) >> s) & 1]
            if len(held) > 1:
                shared.append(f"{listing(list(self.labels(held)), 'and')} are {suit}")
        return "; ".join(shared)

    def _sets(self, row: int) -> tuple[str, list[int]]:
        """Say the points of different names of a suit; namesakes count once."""
        parts: list[str] = []
        counted: list[int] = []
        for s, suit in enumerate(self.reader.deck.suits):
            by_name: dict[int, int] = {}
            for j in self.active:
                if (int(self.h.suits[j]) >> s) & 1:
                    by_name.setdefault(int(self.h.name[j]), j)
            points = int(self.t.points[row, len(by_name)])
            if points:
                counted += by_name.values()
                names = ", ".join(self.labels(list(by_name.values())))
                parts.append(f"{points:+d} for {len(by_name)} different names of {suit} ({names})")
        return listing(parts, "and") or "no suit with enough different names", counted

    def _runs(self, row: int) -> tuple[str, list[int]]:
        """Say the points of runs of base strengths: longest runs first, each card in one run."""
        left = sorted(self.active, key=self.strength)
        parts: list[str] = []
        counted: list[int] = []
        while left:
            layer: dict[int, int] = {}
            for j in left:
                layer.setdefault(self.strength(j), j)
            run: list[int] = []
            for strength in [*layer, None]:
                if run and (strength is None or strength != run[-1] + 1):
                    points = int(self.t.points[row, len(run)])
                    if points:
                        parts.append(f"{points:+d} for the run {'-'.join(map(str, run))}")
                        counted += [layer[s] for s in run]
                    run = []
                if strength is not None:
                    run.append(strength)
            left = [j for j in left if j not in layer.values()]
        return listing(parts, "and") or "no run of base strengths that is long enough", counted
